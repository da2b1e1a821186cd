//! Reduction: a smaller case that fails in the same way.
//!
//! Passes edit the steps, the graph, the way it is loaded, the statements and the values. The expectation of a candidate
//! is made again by the evaluator, so a reduced case is never a guess; statements that rewrites made of others are made
//! again of them, under the same preconditions. A candidate counts only when it fails in the same family; one that fails
//! otherwise is kept for the hunt. Cases are ordered by [`Weight`]: fewest switches, loading statements, steps and rewrites,
//! then nodes, then clauses, then the rest, and last what stands out of order, so that one bug tends to end at one form.
//!
//! Statements are edited by their language alone ([`graphlance_case::language`]): this room knows none.

mod family;
mod formula;
mod graph;
mod limits;
mod lineage;
mod load;
mod names;
mod on_target;
mod order;
mod reducer;
mod statement;
mod steps;
mod switches;
mod template;
mod values;
mod variants;
mod weight;

pub use family::{Failure, Family, NO_JSON};
pub use limits::{Limits, Reduced, cut_short_note};
pub use on_target::{Asked, CaseRunner, OnTarget};
pub use reducer::{Outcome, Trial, reduce};
pub use template::template;
pub use variants::{Change, variants};
pub use weight::Weight;
