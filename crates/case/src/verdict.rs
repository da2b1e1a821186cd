//! Verdicts: a pure function of case and responses.

use graphlance_graph::table::Difference;
use serde::{Deserialize, Serialize};

/// The verdict on a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The claim holds.
    Pass {
        /// True when there was nothing to see: both sides empty.
        vacuous: bool,
    },
    /// The case was not run to its end, for a reason that is nobody's fault (budget, unsupported).
    Skipped(String),
    /// The answers do not decide the claim.
    Inconclusive(String),
    /// The claim is violated.
    Fail(Evidence),
}

/// Why a case failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// What kind of failure: the class that a reduced case must keep.
    pub class: FailureClass,
    /// The step whose answer violates the claim.
    pub step: usize,
    /// For people: what is wrong, in one line.
    pub summary: String,
    /// For tables: which rows are missing, superfluous or out of order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// Kinds of failure, from worst to mildest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureClass {
    /// The engine died.
    Crash,
    /// The engine gave no answer within the deadline.
    Hang,
    /// After loading, the database does not hold the graph.
    Load,
    /// Rows are missing, none is superfluous.
    LostRows,
    /// Rows are superfluous, none is missing.
    ExtraRows,
    /// Rows are missing and others stand in their place.
    WrongRows,
    /// The right rows in a wrong order under ORDER BY.
    WrongOrder,
    /// Other columns than asked for.
    WrongColumns,
    /// The engine reports an internal error.
    InternalError,
    /// The engine refuses a statement that its dialect says it understands.
    UnexpectedError,
    /// The answer cannot be decoded.
    Garbage,
}
