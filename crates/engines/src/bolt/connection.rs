//! A blocking Bolt connection: handshake, chunked messages, and a deadline on each.

use std::time::{Duration, Instant};

use thiserror::Error;

use super::packstream::{Pack, PackError};
use crate::limits::{Meter, TooLarge};
use crate::socket::{Socket, SocketError};
use crate::wire::Broken;

/// The largest chunk of a message that is sent.
const CHUNK: usize = 0xFFFF;

/// Bolt's first bytes, then four proposals: 5.8 down to 5.0, 4.4 down to 4.1, and 3.0.
const HANDSHAKE: [u8; 20] = [0x60, 0x60, 0xB0, 0x17, 0, 8, 8, 5, 0, 3, 4, 4, 0, 0, 0, 3, 0, 0, 0, 0];

/// A connection after its handshake. After an error it has no meaning any more and is to be dropped, a deadline
/// excepted: then a RESET may still be tried.
#[derive(Debug)]
pub struct Connection {
    socket: Socket,
    version: Version,
    outgoing: Vec<u8>,
    /// Bytes that came and belong to no message yet.
    incoming: Vec<u8>,
    /// How far `incoming` is read.
    read: usize,
    /// Whether a part of a message was read and not its end: what comes next is no beginning of one.
    torn: bool,
    piece: Vec<u8>,
}

/// A version of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Major number.
    pub major: u8,
    /// Minor number.
    pub minor: u8,
}

/// Why a connection fails.
#[derive(Debug, Error)]
pub enum ConnectionError {
    /// It was lost, or the deadline passed.
    #[error(transparent)]
    Socket(#[from] SocketError),
    /// What came is no Bolt.
    #[error("the answer is no Bolt: {0}")]
    Garbage(String),
    /// What came is more than is taken.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Something came between the answer to a statement and the next statement.
    #[error("the server sent more than the answer to an earlier statement")]
    Late,
}

impl From<PackError> for ConnectionError {
    fn from(error: PackError) -> ConnectionError {
        match error.too_large {
            Some(large) => ConnectionError::TooLarge(large),
            None => ConnectionError::Garbage(format!("message: {error}")),
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
    /// Connects to `address` (`host:port`) and agrees on a version.
    pub fn open(address: &str, deadline: Duration) -> Result<Connection, ConnectionError> {
        let end = Instant::now() + deadline;
        let socket = Socket::connect(address, deadline).map_err(|error| SocketError::Lost(error.to_string()))?;
        let mut connection = Connection {
            socket,
            version: Version { major: 0, minor: 0 },
            outgoing: Vec::new(),
            incoming: Vec::new(),
            read: 0,
            torn: false,
            piece: vec![0; 1 << 16],
        };
        connection.socket.send(&HANDSHAKE, deadline)?;
        connection.fill(4, end, deadline)?;
        let chosen = [0, 1, 2, 3].map(|index| connection.incoming[index]);
        connection.read = 4;
        connection.version = match chosen {
            [0, 0, 0, 0] => {
                return Err(ConnectionError::Garbage("the server speaks no Bolt from 3.0 to 5.8".to_owned()));
            }
            [b'H', b'T', b'T', b'P'] => {
                return Err(ConnectionError::Garbage("HTTP answers on this port, not Bolt".to_owned()));
            }
            [0, 0, minor, major @ 3..=5] => Version { major, minor },
            other => return Err(ConnectionError::Garbage(format!("{other:02x?} is no version of Bolt"))),
        };
        Ok(connection)
    }

    /// The version that was agreed on.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Whether bytes lie there that belong to no message that was read, but for empty messages.
    pub fn has_more(&self) -> bool {
        self.incoming[self.read..].iter().any(|byte| *byte != 0)
    }

    /// Whether the last message broke off in its middle.
    pub fn is_torn(&self) -> bool {
        self.torn
    }

    /// Puts a message into the next [`Connection::flush`].
    pub fn queue(&mut self, tag: u8, fields: Vec<Pack>) {
        let mut message = Vec::new();
        Pack::Structure { tag, fields }.encode(&mut message);
        for chunk in message.chunks(CHUNK) {
            self.outgoing.extend((chunk.len() as u16).to_be_bytes());
            self.outgoing.extend(chunk);
        }
        self.outgoing.extend([0, 0]);
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

    /// Makes sure that nothing lies there before something is asked, but for the empty messages that keep a connection
    /// alive.
    pub fn insist_on_silence(&mut self) -> Result<(), ConnectionError> {
        self.incoming.drain(..self.read);
        self.read = 0;
        let waiting = self.socket.waiting(&mut self.piece)?;
        self.incoming.extend(&self.piece[..waiting]);
        match self.incoming.iter().all(|byte| *byte == 0) {
            true => Ok(()),
            false => Err(ConnectionError::Late),
        }
    }

    /// The next message: tag and fields. `end`: until when it may take. `meter` counts all messages of one answer.
    pub fn message(
        &mut self,
        end: Instant,
        deadline: Duration,
        meter: &mut Meter,
    ) -> Result<(u8, Vec<Pack>), ConnectionError> {
        let mut message = Vec::new();
        loop {
            self.fill(2, end, deadline)?;
            let size = usize::from(u16::from_be_bytes([self.incoming[self.read], self.incoming[self.read + 1]]));
            if size == 0 {
                meter.received(2)?;
                self.read += 2;
                // An empty message keeps a connection alive.
                if message.is_empty() {
                    continue;
                }
                self.torn = false;
                break;
            }
            meter.received(size + 2)?;
            self.fill(2 + size, end, deadline)?;
            self.torn = true;
            message.extend(&self.incoming[self.read + 2..self.read + 2 + size]);
            self.read += 2 + size;
        }
        match Pack::decode_within(&message, meter)? {
            Pack::Structure { tag, fields } => Ok((tag, fields)),
            other => Err(ConnectionError::Garbage(format!("a message that is no structure but {}", other.kind()))),
        }
    }

    /// Reads until `count` bytes lie ready.
    fn fill(&mut self, count: usize, end: Instant, deadline: Duration) -> Result<(), ConnectionError> {
        if self.read > 0 && self.incoming.len() - self.read < count {
            self.incoming.drain(..self.read);
            self.read = 0;
        }
        while self.incoming.len() - self.read < count {
            let received = self.socket.receive(&mut self.piece, end, deadline)?;
            self.incoming.extend(&self.piece[..received]);
        }
        Ok(())
    }
}
