//! A stream on which nothing outlasts a moment, however often it goes on a little.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A connected stream. Behind its end it says that it would block.
pub struct Bounded {
    stream: TcpStream,
    end: Instant,
    /// How long one read or write may block, as the system knows it.
    patience: Duration,
}

impl Bounded {
    pub fn new(stream: TcpStream, end: Instant) -> Bounded {
        Bounded { stream, end, patience: Duration::ZERO }
    }

    /// Nothing goes on behind `end` from now on.
    pub fn until(&mut self, end: Instant) {
        self.end = end;
    }

    /// The port that it comes from; 0 where it is closed.
    pub fn port(&self) -> u16 {
        self.stream.local_addr().map_or(0, |address| address.port())
    }

    /// The stream, which blocks no longer than until the end, or hardly.
    fn ready(&mut self) -> io::Result<&mut TcpStream> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        // Nearly the same needs no system call; a wait of no time at all means one without end to the system.
        if left > self.patience || left < self.patience.mul_f64(0.9) {
            self.patience = left.max(Duration::from_millis(1));
            self.stream.set_read_timeout(Some(self.patience))?;
            self.stream.set_write_timeout(Some(self.patience))?;
        }
        Ok(&mut self.stream)
    }
}

impl Read for Bounded {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        self.ready()?.read(piece)
    }
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.ready()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
