//! What an evaluation is allowed and told.

use std::collections::BTreeMap;

use graphlance_cypher::dialect::Deviations;
use graphlance_graph::{Name, Value};

use crate::Fault;

/// What an evaluation is allowed and told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The target's departures from the language.
    pub deviations: Deviations,
    /// Limits.
    pub budget: Budget,
    /// Values of parameters.
    pub parameters: BTreeMap<Name, Value>,
    /// A deliberate defect, to prove that an oracle can find it.
    pub fault: Option<Fault>,
}

/// Limits of one evaluation. Running out is [`crate::Failure::OutOfBudget`].
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Rows of all intermediate tables together.
    pub rows: u64,
    /// Relationships looked at while matching, and expressions evaluated.
    pub work: u64,
    /// Length of a list and bytes of a string.
    pub length: usize,
    /// Depth of nested expressions and subqueries.
    pub depth: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { rows: 200_000, work: 5_000_000, length: 1_000_000, depth: 300 }
    }
}
