//! A blocking RESP2 connection on which no message takes longer than its deadline.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::decoder::{DecodeError, Decoder, Frame, Limits};

/// A connection. After an error it has no meaning any more and is to be dropped.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    decoder: Decoder,
    outgoing: Vec<u8>,
    incoming: Vec<u8>,
    patience: Duration,
}

/// Why a command has no answer.
#[derive(Debug, Error)]
pub enum ConnectionError {
    /// The server closed the connection or the network failed.
    #[error("the connection was lost: {0}")]
    Lost(String),
    /// The deadline passed.
    #[error("no answer within {} ms", .0.as_millis())]
    Deadline(Duration),
    /// The server sent something that is no message.
    #[error("the answer is no RESP2, or too large: {0}")]
    Garbage(#[from] DecodeError),
    /// More came than the one answer to the one command.
    #[error("the server sends more than the answer to the command")]
    Unasked,
}

impl Connection {
    /// Connects to `address` (`host:port`). Errors: name unknown, nobody listens, deadline.
    pub fn open(address: &str, deadline: Duration) -> io::Result<Connection> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        for candidate in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&candidate, deadline.max(Duration::from_millis(1))) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(Connection {
                        stream,
                        decoder: Decoder::new(Limits::default()),
                        outgoing: Vec::new(),
                        incoming: vec![0; 1 << 16],
                        patience: Duration::ZERO,
                    });
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Sends a command and waits for its answer, which may be a [`Frame::Error`].
    pub fn command(&mut self, words: &[&[u8]], deadline: Duration) -> Result<Frame, ConnectionError> {
        let end = Instant::now() + deadline;
        self.encode(words);
        self.set_patience(deadline.max(Duration::from_millis(1)))?;
        self.stream.write_all(&self.outgoing).map_err(|error| failed(error, deadline))?;
        loop {
            match self.stream.read(&mut self.incoming) {
                Ok(0) => return Err(ConnectionError::Lost("closed by the server".to_owned())),
                Ok(count) => self.decoder.feed(&self.incoming[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(error, deadline)),
            }
            if let Some(frame) = self.decoder.message()? {
                return if self.decoder.is_idle() { Ok(frame) } else { Err(ConnectionError::Unasked) };
            }
            self.set_patience(remaining(end, deadline)?)?;
        }
    }

    /// How long a read or write may block. Deadlines repeat, so most calls need no system call.
    fn set_patience(&mut self, patience: Duration) -> Result<(), ConnectionError> {
        if self.patience != patience {
            self.stream.set_write_timeout(Some(patience)).map_err(lost)?;
            self.stream.set_read_timeout(Some(patience)).map_err(lost)?;
            self.patience = patience;
        }
        Ok(())
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

fn remaining(end: Instant, deadline: Duration) -> Result<Duration, ConnectionError> {
    match end.saturating_duration_since(Instant::now()) {
        Duration::ZERO => Err(ConnectionError::Deadline(deadline)),
        left => Ok(left),
    }
}

fn failed(error: io::Error, deadline: Duration) -> ConnectionError {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => ConnectionError::Deadline(deadline),
        _ => lost(error),
    }
}

fn lost(error: io::Error) -> ConnectionError {
    ConnectionError::Lost(error.to_string())
}
