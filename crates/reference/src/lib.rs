//! The reference evaluator: what a statement must return, under a target's deviations.

pub mod failure;
pub mod fault;
pub mod options;

pub use failure::{CypherError, ErrorKind, Failure, Phase};
pub use fault::Fault;
pub use options::{Budget, Options};
