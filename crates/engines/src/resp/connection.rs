//! A blocking RESP2 connection on which no message takes longer than its deadline.

use std::io;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::decoder::{DecodeError, Decoder, Frame, Limits};
use crate::limits::TooLarge;
use crate::socket::{Socket, SocketError};

/// A connection. After an error it has no meaning any more and is to be dropped.
#[derive(Debug)]
pub struct Connection {
    socket: Socket,
    decoder: Decoder,
    outgoing: Vec<u8>,
    incoming: Vec<u8>,
}

/// Why a command has no answer.
#[derive(Debug, Error)]
pub enum ConnectionError {
    /// It was lost, or the deadline passed.
    #[error(transparent)]
    Socket(#[from] SocketError),
    /// The server sent something that is no message.
    #[error("the answer is no RESP2: {0}")]
    Garbage(DecodeError),
    /// The server sent more than is taken.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// More came than the one answer to the one command.
    #[error("the server sends more than the answer to the command")]
    Unasked,
    /// Something came between the answer to a command and the next command.
    #[error("the server sent more than the answer to an earlier command")]
    Late,
}

impl From<DecodeError> for ConnectionError {
    fn from(error: DecodeError) -> ConnectionError {
        match error {
            DecodeError::TooLarge(large) => ConnectionError::TooLarge(large),
            other => ConnectionError::Garbage(other),
        }
    }
}

impl Connection {
    /// Connects to `address` (`host:port`). Errors: name unknown, nobody listens, deadline.
    pub fn open(address: &str, deadline: Duration) -> io::Result<Connection> {
        Ok(Connection {
            socket: Socket::connect(address, deadline)?,
            decoder: Decoder::new(Limits::default()),
            outgoing: Vec::new(),
            incoming: vec![0; 1 << 16],
        })
    }

    /// Sends a command and waits for its answer, which may be a [`Frame::Error`].
    pub fn command(&mut self, words: &[&[u8]], deadline: Duration) -> Result<Frame, ConnectionError> {
        let end = Instant::now() + deadline;
        if self.socket.waiting(&mut self.incoming)? > 0 {
            return Err(ConnectionError::Late);
        }
        self.encode(words);
        self.socket.send(&self.outgoing, deadline)?;
        loop {
            let count = self.socket.receive(&mut self.incoming, end, deadline)?;
            self.decoder.feed(&self.incoming[..count]);
            if let Some(frame) = self.decoder.message()? {
                return if self.decoder.is_idle() { Ok(frame) } else { Err(ConnectionError::Unasked) };
            }
        }
    }

    fn encode(&mut self, words: &[&[u8]]) {
        self.outgoing.clear();
        self.outgoing.extend_from_slice(format!("*{}\r\n", words.len()).as_bytes());
        for word in words {
            self.outgoing.extend_from_slice(format!("${}\r\n", word.len()).as_bytes());
            self.outgoing.extend_from_slice(word);
            self.outgoing.extend_from_slice(b"\r\n");
        }
    }
}
