//! The driver: one connection, one graph of its own.

use std::time::{Duration, Instant};

use graphlance_case::{EngineError, ErrorClass, Response};
use graphlance_graph::{Graph, Name, Table, Value};

use super::compact::{self, CompactError};
use super::errors::classify;
use super::names::{NameKind, Names};
use super::session::{Access, Session};
use crate::driver::{Driver, Health, Identity, TargetError};
use crate::launcher::Server;
use crate::limits;
use crate::owner::{Leftovers, Owner};
use crate::process::LOG_LINES;
use crate::read_back::{NODES, RELATIONSHIPS, graph_of};
use crate::resp::{ConnectionError, Frame};
use crate::socket::{SocketError, left};

/// The engine gets the deadline as its own time-out; the connection waits this much longer before it calls it a hang.
const GRACE: Duration = Duration::from_millis(700);

/// How long housekeeping (connect, delete a graph, list names) may take.
const HOUSEKEEPING: Duration = Duration::from_secs(5);

/// How long a server whose connection is lost gets to end, or to answer again: so long that no statement outlasts its
/// deadline by two seconds.
const LAST_WORDS: Duration = Duration::from_millis(800);

/// How often a server that may be dying is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// What is said of an answer with numbers that have no names.
const UNLISTED: &str = "the answer names labels, types or keys that the server does not list";

/// A worker's connection to a FalkorDB, with a graph of its own, which is deleted when the driver is dropped.
pub struct FalkorDriver {
    access: Access,
    server: Option<Server>,
    session: Option<Session>,
    identity: Identity,
    graph: String,
    worker: usize,
    generation: u32,
    abandoned: Vec<String>,
    names: Names,
}

impl FalkorDriver {
    /// Connects as `worker`, to a server of its own if one is given. Errors: unreachable, wrong password, not a
    /// FalkorDB, a graph of the worker's name exists already.
    pub fn open(access: Access, server: Option<Server>, worker: usize) -> Result<FalkorDriver, TargetError> {
        let mut session = Session::open(&access, HOUSEKEEPING)?;
        let identity = session.identity(HOUSEKEEPING)?;
        let mut driver = FalkorDriver {
            access,
            server,
            session: Some(session),
            identity,
            graph: String::new(),
            worker,
            generation: 0,
            abandoned: Vec::new(),
            names: Names::default(),
        };
        if driver.server.is_none() {
            driver.clear_leftovers()?;
        }
        driver.claim_graph()?;
        Ok(driver)
    }

    /// Removes the graphs that dead processes of graphlance left on a server that is not ours.
    fn clear_leftovers(&mut self) -> Result<(), TargetError> {
        let names = match self.command(&["GRAPH.LIST"], HOUSEKEEPING)? {
            Frame::Array(names) => names,
            // The first versions cannot list their graphs.
            Frame::Error(_) => return Ok(()),
            other => return Err(unexpected("GRAPH.LIST", &other)),
        };
        let name = |frame: &Frame| match frame {
            Frame::Bulk(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            Frame::Simple(text) => Some(text.clone()),
            _ => None,
        };
        let server = self.access.name();
        let remove = |key: &str| self.delete_graph(key, HOUSEKEEPING);
        Leftovers::among(names.iter().filter_map(name)).clear(&server, remove, |key| format!("GRAPH.DELETE {key}"));
        Ok(())
    }

    /// The key of the graph it works in.
    pub fn graph_key(&self) -> &str {
        &self.graph
    }

    /// Chooses a key for the graph and makes sure that nothing is there.
    fn claim_graph(&mut self) -> Result<(), TargetError> {
        let key = Owner::here(self.worker, self.generation).to_string();
        self.graph.clear();
        match self.command(&["EXISTS", &key], HOUSEKEEPING)? {
            Frame::Integer(0) => {}
            Frame::Integer(_) => {
                return Err(TargetError::NotEmpty(format!(
                    "{} already has a key `{key}` that graphlance did not make; delete it with `GRAPH.DELETE {key}` \
                     if nobody needs it",
                    self.access.name()
                )));
            }
            other => return Err(unexpected("EXISTS", &other)),
        }
        self.graph = key;
        self.names = Names::default();
        Ok(())
    }

    fn session(&mut self) -> Result<&mut Session, TargetError> {
        self.connect(HOUSEKEEPING)
    }

    fn connect(&mut self, deadline: Duration) -> Result<&mut Session, TargetError> {
        if self.session.is_none() {
            self.session = Some(Session::open(&self.access, deadline.min(HOUSEKEEPING))?);
        }
        self.session.as_mut().ok_or_else(|| TargetError::Unreachable("no connection".to_owned()))
    }

    /// One statement, decoded. The outer error is the connection's end.
    fn query(&mut self, statement: &str, deadline: Duration) -> Result<Result<Table, EngineError>, ConnectionError> {
        let end = Instant::now() + deadline + GRACE;
        let graph = self.graph.clone();
        let answer = self.connected()?.query(&graph, statement, deadline, end)?;
        // Each of the three kinds of name may be unknown once.
        for _ in 0..4 {
            match compact::table(&answer, &self.names) {
                Ok(table) => return Ok(Ok(table)),
                Err(CompactError::Server(message)) => return Ok(Err(classify(message))),
                Err(CompactError::UnknownName(kind, _)) => {
                    if let Err(error) = self.refresh(kind, deadline, end)? {
                        return Ok(Err(error));
                    }
                }
                Err(error) => return Ok(Err(protocol(error.to_string()))),
            }
        }
        Ok(Err(protocol(UNLISTED.to_owned())))
    }

    /// Asks for the names of a kind anew. The inner error is about what the server lists.
    fn refresh(
        &mut self,
        kind: NameKind,
        deadline: Duration,
        end: Instant,
    ) -> Result<Result<(), EngineError>, ConnectionError> {
        let graph = self.graph.clone();
        let answer = self.connected()?.query(&graph, kind.query(), deadline, end)?;
        let table = match compact::table(&answer, &Names::default()) {
            Ok(table) => table,
            Err(CompactError::Server(message)) => return Ok(Err(classify(message))),
            Err(CompactError::UnknownName(..)) => return Ok(Err(protocol(UNLISTED.to_owned()))),
            Err(error) => return Ok(Err(protocol(format!("{}: {error}", kind.query())))),
        };
        if let Err(error) = limits::numbered(table.rows.len()) {
            return Ok(Err(protocol(format!("{}: {error}", kind.query()))));
        }
        let name = |row: &Vec<Value>| match row.first() {
            Some(Value::String(name)) => name.clone(),
            _ => Name::default(),
        };
        self.names.set(kind, table.rows.iter().map(name).collect());
        Ok(Ok(()))
    }

    fn connected(&mut self) -> Result<&mut Session, ConnectionError> {
        self.session.as_mut().ok_or_else(|| SocketError::Lost("there is no connection".to_owned()).into())
    }

    /// A table, where an error of any kind is the target's fault.
    fn table(&mut self, statement: &str, deadline: Duration) -> Result<Table, TargetError> {
        self.session()?;
        match self.query(statement, deadline) {
            Ok(Ok(table)) => Ok(table),
            Ok(Err(error)) => Err(TargetError::answered(statement, error)),
            Err(error) => Err(self.failed(statement, error)),
        }
    }

    /// A command, where a failure of the connection is the target's fault.
    fn command(&mut self, words: &[&str], deadline: Duration) -> Result<Frame, TargetError> {
        match self.session()?.ask(words, deadline) {
            Ok(frame) => Ok(frame),
            Err(error) => Err(self.failed(&words.join(" "), error)),
        }
    }

    /// What the end of a connection means for what was asked on it.
    fn failed(&mut self, asked: &str, error: ConnectionError) -> TargetError {
        self.session = None;
        match error {
            ConnectionError::Socket(SocketError::Deadline(_)) => TargetError::Timeout(format!("`{asked}`: {error}")),
            ConnectionError::Socket(SocketError::Lost(reason)) => match self.death(&reason) {
                Some(how) => TargetError::Unreachable(how),
                None => TargetError::Protocol(format!("`{asked}`: the server lives, but {reason}")),
            },
            error => TargetError::Protocol(format!("`{asked}`: {error}")),
        }
    }

    /// What the end of a connection means for the statement that ran on it.
    fn end(&mut self, error: ConnectionError, deadline: Duration) -> Response {
        self.session = None;
        match error {
            ConnectionError::Socket(SocketError::Deadline(_)) => {
                Response::Hang { deadline_ms: deadline.as_millis() as u64 }
            }
            ConnectionError::Socket(SocketError::Lost(reason)) => match self.death(&reason) {
                Some(how) => Response::Crash { how },
                None => Response::Error(protocol(format!("the server lives, but {reason}"))),
            },
            error => Response::Error(protocol(error.to_string())),
        }
    }

    /// How the server died whose connection was lost; none if it lives: its process does, or, where that cannot be seen,
    /// somebody answers on its port who was there before.
    fn death(&mut self, reason: &str) -> Option<String> {
        let give_up = Instant::now() + LAST_WORDS;
        loop {
            if let Some(how) = self.server.as_mut().and_then(|server| server.crash(LOOK)) {
                return Some(how);
            }
            match Session::open(&self.access, left(give_up)) {
                Ok(session) if self.server.is_some() || session.run_id() == self.access.run_id => {
                    self.session = Some(session);
                    return None;
                }
                Ok(_) => return Some("the server died and was started again".to_owned()),
                // Somebody is there, who does not want to be spoken to.
                Err(TargetError::Refused(_) | TargetError::Protocol(_)) => return None,
                Err(_) if Instant::now() < give_up => std::thread::sleep(LOOK),
                Err(_) if self.server.is_some() => return None,
                Err(TargetError::Timeout(_)) => {
                    return Some(format!("the server died: {reason}, and new connections get no answer"));
                }
                Err(_) => return Some(format!("the server died: {reason}, and no new connection is accepted")),
            }
        }
    }

    fn delete_graph(&mut self, key: &str, deadline: Duration) -> Result<(), TargetError> {
        match self.command(&["GRAPH.DELETE", key], deadline)? {
            Frame::Error(message) if message.contains("empty key") => Ok(()),
            Frame::Error(message) => Err(TargetError::answered(&format!("GRAPH.DELETE {key}"), classify(message))),
            Frame::Simple(_) | Frame::Bulk(_) => Ok(()),
            other => Err(unexpected("GRAPH.DELETE", &other)),
        }
    }
}

impl Driver for FalkorDriver {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        let key = self.graph.clone();
        self.delete_graph(&key, deadline)?;
        self.names = Names::default();
        Ok(())
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        if let Err(error) = self.connect(deadline + GRACE) {
            let foreign = self.server.is_none();
            return match (self.server.as_mut().and_then(|server| server.crash(Duration::ZERO)), error) {
                (Some(how), _) => Response::Crash { how },
                (None, TargetError::Timeout(_)) => Response::Hang { deadline_ms: deadline.as_millis() as u64 },
                (None, TargetError::Unreachable(how)) if foreign => Response::Crash { how },
                (None, error) => Response::Error(protocol(error.to_string())),
            };
        }
        match self.query(statement, deadline) {
            Ok(Ok(table)) => Response::Table(table),
            Ok(Err(error)) => Response::Error(error),
            Err(error) => self.end(error, deadline),
        }
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        let end = Instant::now() + deadline;
        loop {
            let table = match self.table("CALL db.indexes() YIELD status RETURN status", left(end)) {
                // Versions that do not tell build an index in the statement that makes it.
                Err(TargetError::Answered(error)) if error.class.is_refusal() => return Ok(()),
                answer => answer?,
            };
            let online = |row: &Vec<Value>| row.first().is_some_and(|status| *status == Value::string("OPERATIONAL"));
            if table.rows.iter().all(online) {
                return Ok(());
            }
            if Instant::now() > end {
                return Err(TargetError::Timeout(format!("indexes are not online after {deadline:?}")));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        let nodes = self.table(NODES, deadline)?;
        let relationships = self.table(RELATIONSHIPS, deadline)?;
        graph_of(&nodes, &relationships)
    }

    fn explain(&mut self, statement: &str, deadline: Duration) -> Option<String> {
        let graph = self.graph.clone();
        let Frame::Array(lines) = self.command(&["GRAPH.EXPLAIN", &graph, statement], deadline).ok()? else {
            return None;
        };
        let text = |line: &Frame| match line {
            Frame::Bulk(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            Frame::Simple(text) => Some(text.clone()),
            _ => None,
        };
        Some(limits::cut(lines.iter().filter_map(text).collect::<Vec<_>>().join("\n")))
    }

    fn health(&mut self) -> Health {
        if let Some(server) = self.server.as_mut() {
            return server.health();
        }
        self.session().ok().and_then(|session| session.health(HOUSEKEEPING)).unwrap_or_default()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.session = None;
        if let Some(server) = self.server.as_mut() {
            server.restart()?;
            self.access.address = server.address();
            self.generation = 0;
        } else {
            // The old graph may be locked by the statement that hangs; it is deleted when the driver ends.
            self.abandoned.push(std::mem::take(&mut self.graph));
            self.generation += 1;
        }
        let session = Session::open(&self.access, HOUSEKEEPING)?;
        self.access.run_id = session.run_id().to_owned();
        self.session = Some(session);
        self.claim_graph()
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.server.as_ref().map(|server| server.log_tail(count.min(LOG_LINES))).unwrap_or_default()
    }
}

impl Drop for FalkorDriver {
    fn drop(&mut self) {
        if self.server.is_some() {
            return;
        }
        let mut keys = std::mem::take(&mut self.abandoned);
        keys.push(std::mem::take(&mut self.graph));
        for key in keys.iter().filter(|key| !key.is_empty()) {
            // Nothing can be done about a server that does not answer; the key's name tells whose it was.
            let _ = self.delete_graph(key, Duration::from_secs(1));
        }
    }
}

fn protocol(message: String) -> EngineError {
    EngineError { class: ErrorClass::Protocol, message }
}

fn unexpected(command: &str, answer: &Frame) -> TargetError {
    match answer {
        Frame::Error(message) => TargetError::answered(command, classify(message.clone())),
        _ => TargetError::Protocol(format!("{command} gives an answer of an unexpected shape")),
    }
}
