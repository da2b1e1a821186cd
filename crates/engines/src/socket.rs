//! A stream on which no read and no write outlasts its deadline.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::net::RecvFlags;
use thiserror::Error;

/// A connected stream.
#[derive(Debug)]
pub struct Socket<S: Stream = TcpStream> {
    stream: S,
    patience: Duration,
}

/// The kinds of stream.
pub trait Stream: Read + Write + AsFd {
    /// How long a read or write may block.
    fn set_timeout(&self, timeout: Duration) -> io::Result<()>;
}

impl Stream for TcpStream {
    fn set_timeout(&self, timeout: Duration) -> io::Result<()> {
        self.set_write_timeout(Some(timeout))?;
        self.set_read_timeout(Some(timeout))
    }
}

impl Stream for UnixStream {
    fn set_timeout(&self, timeout: Duration) -> io::Result<()> {
        self.set_write_timeout(Some(timeout))?;
        self.set_read_timeout(Some(timeout))
    }
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
        let end = Instant::now() + deadline;
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        for candidate in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&candidate, left(end)) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(Socket::new(stream));
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

impl<S: Stream> Socket<S> {
    /// A stream that is connected already.
    pub fn new(stream: S) -> Socket<S> {
        Socket { stream, patience: Duration::ZERO }
    }

    /// Writes all of `bytes`.
    pub fn send(&mut self, bytes: &[u8], deadline: Duration) -> Result<(), SocketError> {
        let end = Instant::now() + deadline;
        let mut rest = bytes;
        // Repeated deadlines need no system call; a text that goes in pieces needs some.
        self.set_patience(deadline)?;
        loop {
            match self.stream.write(rest) {
                Ok(count) if count == rest.len() => return Ok(()),
                Ok(0) => return Err(SocketError::Lost("closed by the server".to_owned())),
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(&error, deadline)),
            }
            if Instant::now() >= end {
                return Err(SocketError::Deadline(deadline));
            }
            self.set_patience(left(end))?;
        }
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

    /// Reads what lies there already, without waiting: the number of bytes, 0 if there are none. Between an answer and the
    /// next question nothing should come.
    pub fn waiting(&mut self, piece: &mut [u8]) -> Result<usize, SocketError> {
        match rustix::net::recv(&self.stream, piece, RecvFlags::DONTWAIT) {
            Ok((_, 0)) => Err(SocketError::Lost("closed by the server".to_owned())),
            Ok((_, count)) => Ok(count),
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => Ok(0),
            Err(error) => Err(SocketError::Lost(error.to_string())),
        }
    }

    /// How long a read or write may block.
    fn set_patience(&mut self, patience: Duration) -> Result<(), SocketError> {
        let patience = patience.max(Duration::from_millis(1));
        if self.patience != patience {
            self.stream.set_timeout(patience).map_err(|error| SocketError::Lost(error.to_string()))?;
            self.patience = patience;
        }
        Ok(())
    }
}

/// What is left until `end`, never nothing: a wait of no time at all means one without end to the system.
pub fn left(end: Instant) -> Duration {
    end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
}

fn failed(error: &io::Error, deadline: Duration) -> SocketError {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => SocketError::Deadline(deadline),
        _ => SocketError::Lost(error.to_string()),
    }
}
