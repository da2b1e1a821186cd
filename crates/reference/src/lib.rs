//! The reference evaluator: what a statement must return, under a target's deviations.

pub mod answer;
mod care;
pub mod check;
mod compile;
mod departure;
mod evaluator;
pub mod explain;
pub mod explain_values;
pub mod expression;
pub mod failure;
pub mod fault;
pub mod functions;
pub mod naive;
pub mod operators;
pub mod options;
mod pattern;
mod plan;
mod procedures;
pub mod relations;
mod run;
mod shared;
mod temporal;
mod term;
pub mod text;
mod value_types;

pub use answer::evaluate;
pub use check::check;
pub use compile::column_name;
pub use evaluator::languages;
pub use explain::explain;
pub use explain_values::explain_values;
pub use expression::{CompiledExpression, evaluate_expression};
pub use failure::{CypherError, ErrorKind, Failure, Phase};
pub use fault::Fault;
pub use options::{Budget, OpenAnswers, Options, Procedure};
