//! The reference evaluator: what a statement must return, under a target's deviations.

mod compile;
pub mod expression;
pub mod failure;
pub mod fault;
pub mod functions;
pub mod operators;
pub mod options;
pub mod relations;
mod run;
mod temporal;
mod term;
pub mod text;

pub use expression::{CompiledExpression, evaluate_expression};
pub use failure::{CypherError, ErrorKind, Failure, Phase};
pub use fault::Fault;
pub use options::{Budget, OpenAnswers, Options, Procedure};
