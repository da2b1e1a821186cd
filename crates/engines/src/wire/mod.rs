//! What the drivers of servers share: a connection that is made when it is needed, and what its end means for what was asked on
//! it. A protocol says how it connects and how it asks ([`Wired`]); the rest is the same for all.

mod batch;
mod broken;
mod databases;
mod paired;

use std::time::{Duration, Instant};

use graphlance_case::{EngineError, ErrorClass, Response};
use graphlance_graph::Table;

use crate::driver::TargetError;
use crate::launcher::Server;
use crate::socket::left;

pub use batch::{Answered, Pipelined, Rest};
pub use broken::Broken;
pub use databases::Databases;
pub use paired::Paired;

/// How long a server whose connection is lost gets to end, or to answer again: so long that no statement outlasts its
/// deadline by two seconds.
pub const LAST_WORDS: Duration = Duration::from_millis(800);

/// How often a server that may be dying is looked at.
pub const LOOK: Duration = Duration::from_millis(100);

/// The driver of a server, with a connection that may be lost and made again.
pub trait Wired {
    /// A connection that is logged in.
    type Session;
    /// A server gets the deadline as its own time-out; the connection waits this much longer before it calls it a hang.
    const GRACE: Duration;
    /// How long housekeeping (connect, wipe, list names) may take.
    const HOUSEKEEPING: Duration;

    /// The server, when it is graphlance's own.
    fn server(&mut self) -> Option<&mut Server>;
    /// The connection; none before the first, and after one that is lost.
    fn slot(&mut self) -> &mut Option<Self::Session>;
    /// Connects.
    fn dial(&self, deadline: Duration) -> Result<Self::Session, TargetError>;
    /// Runs a statement on the connection and decodes its answer. The outer error is the connection's end.
    fn ask(&mut self, statement: &str, deadline: Duration) -> Result<Result<Table, EngineError>, Broken>;

    /// What a server that answers again says of its death; none: it is the one that was asked.
    fn reborn(&self, _: &Self::Session) -> Option<String> {
        None
    }

    /// Does what can be done about a statement that hangs; a connection that is no good any more is dropped.
    fn stop(&mut self) {
        *self.slot() = None;
    }

    /// The connection, made now if there is none, for housekeeping.
    fn session(&mut self) -> Result<&mut Self::Session, TargetError> {
        self.connect(Self::HOUSEKEEPING)
    }

    /// The connection, made now if there is none.
    fn connect(&mut self, deadline: Duration) -> Result<&mut Self::Session, TargetError> {
        if self.slot().is_none() {
            let session = self.dial(deadline.min(Self::HOUSEKEEPING))?;
            *self.slot() = Some(session);
        }
        self.slot().as_mut().ok_or_else(|| TargetError::Unreachable("no connection".to_owned()))
    }

    /// The connection of a statement under way.
    fn connected(&mut self) -> Result<&mut Self::Session, Broken> {
        self.slot().as_mut().ok_or_else(|| Broken::Lost("there is no connection".to_owned()))
    }

    /// A table, where an error of any kind is the target's fault.
    fn table(&mut self, statement: &str, deadline: Duration) -> Result<Table, TargetError> {
        self.session()?;
        match self.ask(statement, deadline) {
            Ok(Ok(table)) => Ok(table),
            Ok(Err(error)) => Err(TargetError::answered(statement, error)),
            Err(broken) => Err(self.failed(statement, broken)),
        }
    }

    /// A statement under test.
    fn respond(&mut self, statement: &str, deadline: Duration) -> Response {
        if let Err(error) = self.connect(deadline + Self::GRACE) {
            return self.unreached(error, deadline);
        }
        match self.ask(statement, deadline) {
            Ok(Ok(table)) => Response::Table(table),
            Ok(Err(error)) => Response::Error(error),
            Err(broken) => self.end(broken, deadline),
        }
    }

    /// What it means for a statement that there is no connection to be had.
    fn unreached(&mut self, error: TargetError, deadline: Duration) -> Response {
        let foreign = self.server().is_none();
        match (self.server().and_then(|server| server.crash(Duration::ZERO)), error) {
            (Some(how), _) => Response::Crash { how },
            (None, TargetError::Timeout(_)) => hang(deadline),
            (None, TargetError::Unreachable(how)) if foreign => Response::Crash { how },
            (None, error) => Response::Error(protocol(error.to_string())),
        }
    }

    /// What the end of a connection means for what was asked on it.
    fn failed(&mut self, asked: &str, broken: Broken) -> TargetError {
        *self.slot() = None;
        match broken {
            Broken::Deadline(_) => TargetError::Timeout(format!("`{asked}`: {broken}")),
            Broken::Lost(reason) => match self.death(&reason) {
                Some(how) => TargetError::Unreachable(how),
                None => TargetError::Protocol(format!("`{asked}`: the server lives, but {reason}")),
            },
            Broken::Garbage(_) => TargetError::Protocol(format!("`{asked}`: {broken}")),
        }
    }

    /// What the end of a connection means for the statement that ran on it.
    fn end(&mut self, broken: Broken, deadline: Duration) -> Response {
        if let Broken::Deadline(_) = broken {
            self.stop();
            return hang(deadline);
        }
        *self.slot() = None;
        match broken {
            Broken::Lost(reason) => match self.death(&reason) {
                Some(how) => Response::Crash { how },
                None => Response::Error(protocol(format!("the server lives, but {reason}"))),
            },
            garbage => Response::Error(protocol(garbage.to_string())),
        }
    }

    /// How the server died whose connection was lost; none if it lives: its process does, or, where that cannot be seen,
    /// somebody answers on its port who was there before.
    fn death(&mut self, reason: &str) -> Option<String> {
        let give_up = Instant::now() + LAST_WORDS;
        let own = self.server().is_some();
        loop {
            if let Some(how) = self.server().and_then(|server| server.crash(LOOK)) {
                return Some(how);
            }
            match self.dial(left(give_up)) {
                Ok(session) => {
                    let other = self.reborn(&session).filter(|_| !own);
                    if other.is_none() {
                        *self.slot() = Some(session);
                    }
                    return other;
                }
                // Somebody is there, who does not want to be spoken to.
                Err(TargetError::Refused(_) | TargetError::Protocol(_)) => return None,
                Err(_) if Instant::now() < give_up => std::thread::sleep(LOOK),
                Err(_) if own => return None,
                Err(TargetError::Timeout(_)) => {
                    return Some(format!("the server died: {reason}, and new connections get no answer"));
                }
                Err(_) => return Some(format!("the server died: {reason}, and no new connection is accepted")),
            }
        }
    }
}

/// No answer within the deadline.
pub fn hang(deadline: Duration) -> Response {
    Response::Hang { deadline_ms: deadline.as_millis() as u64 }
}

/// An answer that is none.
pub fn protocol(message: String) -> EngineError {
    EngineError { class: ErrorClass::Protocol, message }
}
