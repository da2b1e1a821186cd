//! How a connection ends, whatever is spoken on it.

use thiserror::Error;

use crate::socket::SocketError;

/// The end of a connection.
#[derive(Debug, Error)]
pub enum Broken {
    /// The deadline passed; says after how long.
    #[error("{0}")]
    Deadline(String),
    /// It was lost.
    #[error("{0}")]
    Lost(String),
    /// What came is no answer, or more than is taken.
    #[error("{0}")]
    Garbage(String),
}

impl From<SocketError> for Broken {
    fn from(error: SocketError) -> Broken {
        match error {
            SocketError::Deadline(_) => Broken::Deadline(error.to_string()),
            SocketError::Lost(reason) => Broken::Lost(reason),
        }
    }
}
