//! Verdicts: a pure function of case and responses.

use std::fmt;

use graphlance_graph::table::Difference;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Ability;

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
    Skipped(Skip),
    /// The answers do not decide the claim.
    Inconclusive(Doubt),
    /// The claim is violated.
    Fail(Evidence),
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Pass { .. } => formatter.write_str("the claim holds"),
            Verdict::Skipped(why) => why.fmt(formatter),
            Verdict::Inconclusive(why) => why.fmt(formatter),
            Verdict::Fail(evidence) => formatter.write_str(&evidence.summary),
        }
    }
}

/// Why a case was not run to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum Skip {
    /// The target's parser does not take a statement: a defect of ours or of its dialect.
    #[error("refused by the target's parser")]
    Refused,
    /// The target's parser does not take a value of a wrong type, which nothing computes and which it may refuse.
    #[error("refused for a value of a wrong type that nothing computes")]
    WrongType,
    /// The target's own time-out.
    #[error("the target's own time-out")]
    TimedOut,
    /// The target's memory limit.
    #[error("the target's memory limit")]
    OutOfMemory,
    /// More was answered than is kept of an answer, and much may have been due.
    #[error("an answer beyond what is kept of one")]
    TooLarge,
    /// The dialect lists the error as none, for this reason.
    #[error("ignored by the dialect: {0}")]
    Ignored(String),
    /// The target cannot do what a step needs.
    #[error("the target does not have {0}")]
    Unsupported(Ability),
}

/// Why the answers do not decide a claim. Steps are counted from 0 here and from 1 in texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// A step was not run.
    #[error("step {} has no answer", .0 + 1)]
    NoAnswer(usize),
    /// A step answered something else than a table.
    #[error("step {} returned no table", .0 + 1)]
    NoTable(usize),
    /// A step answered something else than a graph.
    #[error("step {} read no graph", .0 + 1)]
    NoGraph(usize),
    /// A step answered something else than counters.
    #[error("step {} told no counters", .0 + 1)]
    NoCounters(usize),
    /// A step at which statements race told no times.
    #[error("step {} told no times of two statements", .0 + 1)]
    NoTimes(usize),
    /// A step answered something else than an estimate.
    #[error("step {} told no estimate", .0 + 1)]
    NoEstimate(usize),
    /// A statement of a comparison ended in an ordinary error.
    #[error("a statement of a comparison has no answer")]
    NotCompared,
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

macro_rules! classes {
    ($($variant:ident = $name:literal, $doc:literal;)*) => {
        /// Kinds of failure, from worst to mildest.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum FailureClass { $(#[doc = $doc] #[serde(rename = $name)] $variant,)* }

        impl FailureClass {
            /// Every kind, from worst to mildest.
            pub const ALL: &'static [FailureClass] = &[$(FailureClass::$variant,)*];

            /// The name under which files and texts speak of it.
            pub fn name(self) -> &'static str {
                match self { $(FailureClass::$variant => $name,)* }
            }
        }
    };
}

classes! {
    Crash = "crash", "The engine died.";
    Hang = "hang", "The engine gave no answer within the deadline.";
    Load = "load", "After loading, the database does not hold the graph.";
    State = "state", "The database holds another graph than it must.";
    Counters = "counters", "The engine says that a statement changed more or less than it must and did.";
    LostRows = "lost_rows", "Rows are missing, none is superfluous.";
    ExtraRows = "extra_rows", "Rows are superfluous, none is missing.";
    WrongRows = "wrong_rows", "Rows are missing and others stand in their place.";
    WrongOrder = "wrong_order", "The right rows in a wrong order under ORDER BY.";
    WrongColumns = "wrong_columns", "Other columns than asked for.";
    MissingError = "missing_error", "An answer to a statement that must raise an error.";
    Disagreement = "disagreement", "Statements whose answers must agree have answers that do not.";
    InternalError = "internal_error", "The engine reports an internal error.";
    UnexpectedError = "unexpected_error", "The engine refuses a statement that its dialect says it understands.";
    Garbage = "garbage", "The answer cannot be decoded.";
    Slow = "slow", "A statement takes ever longer than one with the same rows as the graph grows.";
    Estimate = "estimate", "The engine expects more rows of a statement that demands more.";
}

impl FailureClass {
    /// The class where it does not matter whether the engine takes the blame for an error.
    pub fn as_told(self) -> FailureClass {
        if self == FailureClass::InternalError { FailureClass::UnexpectedError } else { self }
    }

    /// Whether the answers are right, and it is what the engine takes or expects that is found fault with.
    pub fn is_of_right_answers(self) -> bool {
        matches!(self, FailureClass::Slow | FailureClass::Estimate)
    }
}

impl fmt::Display for FailureClass {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
