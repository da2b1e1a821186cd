//! The parser.

use thiserror::Error;

use crate::Statement;

/// Why a text is no statement.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ParseError {
    /// What is wrong.
    pub message: String,
}

/// Parses one statement.
pub fn parse(_text: &str) -> Result<Statement, ParseError> {
    Err(ParseError { message: String::new() })
}
