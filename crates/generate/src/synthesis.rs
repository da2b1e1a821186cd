//! Ground-truth synthesis (GQS): a query is built step by step around values that were chosen first, so that what it
//! must return is known without evaluating it.

mod aggregate;
mod history;
mod item;
mod matching;
mod pattern;
mod pin;
mod plan;
mod project;
mod query;
mod refine;
mod state;
mod subquery;
mod unwind;
mod variable_length;

pub(crate) use aggregate::{aggregate, aggregate_shape};
pub use plan::{Element, Operation, Plan, PlanStep, StepKind};
pub use query::{ResultSet, SynthesisContext, Synthesised, synthesise};
