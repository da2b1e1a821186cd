//! Why an evaluation has no table.

use graphlance_cypher::{Obstacle, ParseError};
use graphlance_graph::Name;
use thiserror::Error;

use crate::Options;

/// Why an evaluation has no table.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Failure {
    /// The statement must raise this error.
    #[error(transparent)]
    Raised(#[from] CypherError),
    /// By a wrong rule it is refused, with an error that has one of these words.
    #[error("refused: {}", .0.join(" or "))]
    Refused(&'static [&'static str]),
    /// A budget ran out; the name says which.
    #[error("out of budget: {0}")]
    OutOfBudget(&'static str),
    /// The language does not say what comes back.
    #[error("unspecified: {0}")]
    Unspecified(String),
    /// The evaluator does not know this function, procedure or construct.
    #[error("unknown to the reference: {0}")]
    Unknown(String),
}

/// An error as the openCypher TCK describes it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind:?} at {phase:?}: {detail}: {message}")]
pub struct CypherError {
    /// The TCK's type.
    pub kind: ErrorKind,
    /// When it is raised.
    pub phase: Phase,
    /// The TCK's detail, e.g. `UndefinedVariable`.
    pub detail: Name,
    /// For people.
    pub message: String,
}

/// Error types of the TCK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// SyntaxError
    SyntaxError,
    /// SemanticError
    SemanticError,
    /// ParameterMissing
    ParameterMissing,
    /// ConstraintVerificationFailed
    ConstraintVerificationFailed,
    /// ConstraintValidationFailed
    ConstraintValidationFailed,
    /// EntityNotFound
    EntityNotFound,
    /// PropertyNotFound
    PropertyNotFound,
    /// LabelNotFound
    LabelNotFound,
    /// TypeError
    TypeError,
    /// ArgumentError
    ArgumentError,
    /// ArithmeticError
    ArithmeticError,
    /// ProcedureError
    ProcedureError,
}

/// When an error is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Before execution, also on an empty graph.
    CompileTime,
    /// During execution.
    Runtime,
}

impl CypherError {
    /// An error of this kind, phase and detail.
    pub fn new(kind: ErrorKind, phase: Phase, detail: &str, message: impl Into<String>) -> CypherError {
        CypherError { kind, phase, detail: detail.into(), message: message.into() }
    }

    /// Whether a value was of another type than can be taken.
    pub(crate) fn is_of_types(&self) -> bool {
        self.kind == ErrorKind::TypeError && self.phase == Phase::Runtime
    }
}

impl From<ParseError> for Failure {
    /// An error of the statement only when its text is at fault.
    fn from(error: ParseError) -> Failure {
        match error.obstacle {
            Obstacle::Syntax => {
                CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, error.detail, error.to_string()).into()
            }
            Obstacle::Nesting => Failure::OutOfBudget("nesting of the text"),
            Obstacle::Unsupported => Failure::Unknown(error.message),
        }
    }
}

impl Failure {
    /// An error raised during execution.
    pub(crate) fn runtime(kind: ErrorKind, detail: &str, message: impl Into<String>) -> Failure {
        Failure::Raised(CypherError::new(kind, Phase::Runtime, detail, message))
    }

    /// What it is of a function's arguments: none that is known where an engine casts them.
    pub(crate) fn of_arguments(self, options: &Options) -> Failure {
        match self {
            Failure::Raised(error) if options.deviations.arguments_cast && error.is_of_types() => {
                Failure::Unknown("what a target casts a value of another type to".into())
            }
            other => other,
        }
    }

    /// A value of the wrong type.
    pub(crate) fn argument_type(message: impl Into<String>) -> Failure {
        Failure::runtime(ErrorKind::TypeError, "InvalidArgumentType", message)
    }

    /// A value of the right type that is not allowed.
    pub(crate) fn argument_value(message: impl Into<String>) -> Failure {
        Failure::runtime(ErrorKind::TypeError, "InvalidArgumentValue", message)
    }

    /// A number outside the range allowed.
    pub(crate) fn out_of_range(message: impl Into<String>) -> Failure {
        Failure::runtime(ErrorKind::ArgumentError, "NumberOutOfRange", message)
    }
}
