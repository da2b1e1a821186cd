//! A TCP stream on which no read and no write outlasts its deadline.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use thiserror::Error;

/// A connected stream.
#[derive(Debug)]
pub struct Socket {
    stream: TcpStream,
    patience: Duration,
}

/// Why a stream fails.
#[derive(Debug, Error)]
pub enum SocketError {
    /// The other side closed it, or the network failed.
    #[error("the connection was lost: {0}")]
    Lost(String),
    /// The deadline passed.
    #[error("no answer within {} ms", .0.as_millis())]
    Deadline(Duration),
}

impl Socket {
    /// Connects to `address` (`host:port`). Errors: name unknown, nobody listens, deadline.
    pub fn connect(address: &str, deadline: Duration) -> io::Result<Socket> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        for candidate in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&candidate, deadline.max(Duration::from_millis(1))) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(Socket { stream, patience: Duration::ZERO });
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Writes all of `bytes`.
    pub fn send(&mut self, bytes: &[u8], deadline: Duration) -> Result<(), SocketError> {
        self.set_patience(deadline)?;
        self.stream.write_all(bytes).map_err(|error| failed(&error, deadline))
    }

    /// Reads what is there, at least a byte, until `end`; `deadline` is what an error says. The number of bytes.
    pub fn receive(&mut self, piece: &mut [u8], end: Instant, deadline: Duration) -> Result<usize, SocketError> {
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(SocketError::Deadline(deadline));
            }
            // Repeated deadlines need no system call; the last part of one does.
            if left < self.patience.mul_f64(0.9) || self.patience.is_zero() {
                self.set_patience(left)?;
            }
            match self.stream.read(piece) {
                Ok(0) => return Err(SocketError::Lost("closed by the server".to_owned())),
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(&error, deadline)),
            }
        }
    }

    /// How long a read or write may block.
    fn set_patience(&mut self, patience: Duration) -> Result<(), SocketError> {
        let patience = patience.max(Duration::from_millis(1));
        if self.patience != patience {
            let lost = |error: io::Error| SocketError::Lost(error.to_string());
            self.stream.set_write_timeout(Some(patience)).map_err(lost)?;
            self.stream.set_read_timeout(Some(patience)).map_err(lost)?;
            self.patience = patience;
        }
        Ok(())
    }
}

fn failed(error: &io::Error, deadline: Duration) -> SocketError {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => SocketError::Deadline(deadline),
        _ => SocketError::Lost(error.to_string()),
    }
}
