//! Why an evaluation has no answer.

use thiserror::Error;

/// What a reason for no answer begins with when the evaluator does not know a step.
pub const BEYOND: &str = "unknown to the reference";

/// Why an evaluation has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// The traversal must raise an error.
    #[error(transparent)]
    Raised(#[from] Raised),
    /// A budget ran out; the name says which.
    #[error("out of budget: {0}")]
    OutOfBudget(&'static str),
    /// The language does not say what comes back.
    #[error("unspecified: {0}")]
    Unspecified(String),
    /// The evaluator does not know this step, or this form of it.
    #[error("{begun}: {0}", begun = BEYOND)]
    Unknown(String),
}

/// An error that a traversal must raise. Gremlin says of most errors only that they are raised.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind:?}: {message}")]
pub struct Raised {
    /// What is wrong.
    pub kind: ErrorKind,
    /// For people.
    pub message: String,
}

/// What is wrong, in the classes of exceptions that TinkerPop raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// An argument or an object is not of a type that a step takes: a failed cast.
    Type,
    /// An argument has a value that a step does not take.
    Argument,
    /// A step cannot be taken in this state, e.g. a label is missing.
    State,
    /// A number does not fit, or is divided by zero.
    Arithmetic,
    /// The traversal is put together in a way that is not allowed.
    Verification,
    /// `fail()` was reached.
    Fail,
}

/// The error of a kind.
pub(crate) fn raise(kind: ErrorKind, message: impl Into<String>) -> Failure {
    Failure::Raised(Raised { kind, message: message.into() })
}

/// A step got an object that it does not take.
pub(crate) fn wrong_type(step: &str, found: &crate::Value) -> Failure {
    raise(ErrorKind::Type, format!("{step} does not take a {}", found.type_name()))
}

/// The evaluator does not know something.
pub(crate) fn unknown(what: impl Into<String>) -> Failure {
    Failure::Unknown(what.into())
}
