//! A blocking RESP2 connection on which no message takes longer than its deadline.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::decoder::{DecodeError, Decoder, Frame, Limits};
use crate::limits::TooLarge;
use crate::socket::{Socket, SocketError};
use crate::wire::Broken;

/// A connection. After an error it has no meaning any more and is to be dropped.
#[derive(Debug)]
pub struct Connection {
    socket: Socket,
    decoder: Decoder,
    outgoing: Vec<u8>,
    incoming: Vec<u8>,
    /// How many commands wait for their answers.
    in_flight: usize,
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

impl From<ConnectionError> for Broken {
    fn from(error: ConnectionError) -> Broken {
        match error {
            ConnectionError::Socket(error) => error.into(),
            garbage => Broken::Garbage(garbage.to_string()),
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
            in_flight: 0,
        })
    }

    /// Sends a command and waits for its answer, which may be a [`Frame::Error`].
    pub fn command(&mut self, words: &[&[u8]], deadline: Duration) -> Result<Frame, ConnectionError> {
        let end = Instant::now() + deadline;
        self.queue(words)?;
        self.flush(deadline)?;
        self.receive(end, deadline)
    }

    /// Puts a command into the next [`Connection::flush`], which may come before others are answered.
    pub fn queue(&mut self, words: &[&[u8]]) -> Result<(), ConnectionError> {
        if self.in_flight == 0 && self.socket.waiting(&mut self.incoming)? > 0 {
            return Err(ConnectionError::Late);
        }
        self.encode(words);
        self.in_flight += 1;
        Ok(())
    }

    /// Sends what was queued.
    pub fn flush(&mut self, deadline: Duration) -> Result<(), ConnectionError> {
        let sent = match self.outgoing.is_empty() {
            true => Ok(()),
            false => self.socket.send(&self.outgoing, deadline),
        };
        self.outgoing.clear();
        Ok(sent?)
    }

    /// The answer to the first command that waits for one, until `end`; `deadline` is what an error says.
    pub fn receive(&mut self, end: Instant, deadline: Duration) -> Result<Frame, ConnectionError> {
        loop {
            if let Some(frame) = self.decoder.message()? {
                self.in_flight = self.in_flight.saturating_sub(1);
                let is_last = self.in_flight == 0;
                return if is_last && !self.decoder.is_idle() { Err(ConnectionError::Unasked) } else { Ok(frame) };
            }
            let count = self.socket.receive(&mut self.incoming, end, deadline)?;
            self.decoder.feed(&self.incoming[..count]);
        }
    }

    /// How many commands wait for their answers.
    pub fn in_flight(&self) -> usize {
        self.in_flight
    }

    fn encode(&mut self, words: &[&[u8]]) {
        // Writing to memory does not fail.
        let _ = write!(self.outgoing, "*{}\r\n", words.len());
        for word in words {
            let _ = write!(self.outgoing, "${}\r\n", word.len());
            self.outgoing.extend_from_slice(word);
            self.outgoing.extend_from_slice(b"\r\n");
        }
    }
}
