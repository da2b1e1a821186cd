//! The reference evaluator: what a statement must return, under a target's deviations.

pub mod answer;
mod compile;
pub mod expression;
pub mod failure;
pub mod fault;
pub mod functions;
pub mod operators;
pub mod options;
mod plan;
mod procedures;
pub mod relations;
mod run;
mod temporal;
mod term;
pub mod text;

pub use answer::{Answer, evaluate};
pub use expression::{CompiledExpression, evaluate_expression};
pub use failure::{CypherError, ErrorKind, Failure, Phase};
pub use fault::Fault;
pub use options::{Budget, OpenAnswers, Options, Procedure};
