//! What a target answered to one step.

use graphlance_graph::{Counters, Graph, Table};
use serde::{Deserialize, Serialize};

use crate::Ability;

/// The answer of a target to one step of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// The step returned a table (of no columns for a write, and for what begins or ends a transaction).
    Table(Table),
    /// The step read the whole graph.
    Graph(Box<Graph>),
    /// The step asked what the statement before it is said to have changed.
    Counters(Counters),
    /// The step ran two statements again in turns: the milliseconds that each took, repetition by repetition.
    Times(Vec<[f64; 2]>),
    /// The step asked how many rows a plan expects.
    Estimate(f64),
    /// The target refused or failed, and lives on.
    Error(EngineError),
    /// The target died while it ran the step.
    Crash {
        /// How: the signal or exit code, "out of memory", "stack overflow", and the engine's last words.
        how: String,
    },
    /// The deadline passed and the target gave no answer.
    Hang {
        /// The deadline in milliseconds.
        deadline_ms: u64,
    },
    /// The target was not asked, since it cannot do what a step needs.
    Unsupported(Ability),
}

impl Response {
    /// Whether the target died, hung, or failed in a way that no statement may cause.
    pub fn is_breakdown(&self) -> bool {
        let is_internal = |error: &EngineError| error.class == ErrorClass::Internal;
        self.is_last() || matches!(self, Response::Error(error) if is_internal(error))
    }

    /// Whether nothing behind it was answered: the target died, hung, or sent what is no answer.
    pub fn is_last(&self) -> bool {
        match self {
            Response::Crash { .. } | Response::Hang { .. } => true,
            Response::Error(error) => error.class == ErrorClass::Protocol,
            Response::Table(_)
            | Response::Graph(_)
            | Response::Counters(_)
            | Response::Times(_)
            | Response::Estimate(_)
            | Response::Unsupported(_) => false,
        }
    }
}

/// An error that a target raised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineError {
    /// What kind of error, as far as the driver can tell.
    pub class: ErrorClass,
    /// The target's own text, unchanged.
    pub message: String,
}

/// How the text of an error of class protocol begins where more was answered than is kept of an answer.
pub const TOO_LARGE: &str = "the answer is too large";

/// Kinds of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorClass {
    /// The target does not parse or accept the statement: a defect of ours or of the dialect file, or of its parser.
    Syntax,
    /// A type or argument error at run time.
    Runtime,
    /// The target's own time-out.
    Timeout,
    /// The target ran out of memory and said so.
    Memory,
    /// The answer could not be decoded: garbage, absurd lengths, too deep nesting.
    Protocol,
    /// The target says itself that this is an internal error (assertion, panic, bug).
    Internal,
    /// Anything else.
    Other,
}

impl ErrorClass {
    /// Whether a target that answers this does not know or not take what it was asked, rather than fail at it.
    pub fn is_refusal(self) -> bool {
        matches!(self, ErrorClass::Syntax | ErrorClass::Runtime | ErrorClass::Other)
    }
}
