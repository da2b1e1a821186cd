//! The driver: one connection, one graph of its own.

use std::time::{Duration, Instant};

use graphlance_graph::{Graph, Name, Table, Value};
use graphlance_oracles::{EngineError, ErrorClass, Response};

use super::compact::{self, CompactError};
use super::errors::classify;
use super::names::{NameKind, Names};
use super::session::{Access, Session};
use crate::driver::{Driver, Health, Identity, TargetError};
use crate::launcher::Server;
use crate::process::LOG_LINES;
use crate::read_back::{NODES, RELATIONSHIPS, graph_of};
use crate::resp::{ConnectionError, Frame};
use crate::socket::SocketError;

/// The engine gets the deadline as its own time-out; the connection waits this much longer before it calls it a hang.
const GRACE: Duration = Duration::from_millis(700);

/// How long housekeeping (connect, delete a graph, list names) may take.
const HOUSEKEEPING: Duration = Duration::from_secs(5);

/// How long a crashed server gets for its crash report.
const LAST_WORDS: Duration = Duration::from_secs(4);

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
        driver.claim_graph()?;
        Ok(driver)
    }

    /// The key of the graph it works in.
    pub fn graph_key(&self) -> &str {
        &self.graph
    }

    /// Chooses a key for the graph and makes sure that nothing is there.
    fn claim_graph(&mut self) -> Result<(), TargetError> {
        let key = match self.generation {
            0 => format!("graphlance_{}_{}", self.worker, std::process::id()),
            generation => format!("graphlance_{}_{}_{generation}", self.worker, std::process::id()),
        };
        self.graph.clear();
        match self.session()?.command(&["EXISTS", &key], HOUSEKEEPING)? {
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
        if self.session.is_none() {
            self.session = Some(Session::open(&self.access, HOUSEKEEPING)?);
        }
        self.session.as_mut().ok_or_else(|| TargetError::Unreachable("no connection".to_owned()))
    }

    /// One statement, decoded. The outer error is the connection's end.
    fn query(&mut self, statement: &str, deadline: Duration) -> Result<Result<Table, EngineError>, ConnectionError> {
        let graph = self.graph.clone();
        let Some(session) = self.session.as_mut() else {
            return Err(SocketError::Lost("there is no connection".to_owned()).into());
        };
        let answer = session.query(&graph, statement, deadline, GRACE)?;
        // Each of the three kinds of name may be unknown once.
        for _ in 0..4 {
            match compact::table(&answer, &self.names) {
                Ok(table) => return Ok(Ok(table)),
                Err(CompactError::Server(message)) => return Ok(Err(classify(message))),
                Err(CompactError::UnknownName(kind, _)) => self.refresh(kind)?,
                Err(error) => return Ok(Err(protocol(error.to_string()))),
            }
        }
        Ok(Err(protocol("the answer names labels, types or keys that the server does not list".to_owned())))
    }

    fn refresh(&mut self, kind: NameKind) -> Result<(), ConnectionError> {
        let graph = self.graph.clone();
        let Some(session) = self.session.as_mut() else {
            return Err(SocketError::Lost("there is no connection".to_owned()).into());
        };
        let answer = session.query(&graph, kind.query(), HOUSEKEEPING, GRACE)?;
        if let Ok(table) = compact::table(&answer, &Names::default()) {
            let name = |row: &Vec<Value>| match row.first() {
                Some(Value::String(name)) => name.clone(),
                _ => Name::default(),
            };
            self.names.set(kind, table.rows.iter().map(name).collect());
        }
        Ok(())
    }

    /// A table, where an error of any kind is the target's fault.
    fn table(&mut self, statement: &str, deadline: Duration) -> Result<Table, TargetError> {
        self.session()?;
        match self.query(statement, deadline) {
            Ok(Ok(table)) => Ok(table),
            Ok(Err(error)) => Err(TargetError::Protocol(format!("`{statement}` gives: {}", error.message))),
            Err(error) => {
                self.session = None;
                Err(match error {
                    ConnectionError::Socket(SocketError::Deadline(_)) => {
                        TargetError::Timeout(format!("`{statement}`: {error}"))
                    }
                    _ => TargetError::Unreachable(format!("`{statement}`: {error}")),
                })
            }
        }
    }

    /// What the end of a connection means.
    fn end(&mut self, error: ConnectionError, deadline: Duration) -> Response {
        self.session = None;
        match error {
            ConnectionError::Socket(SocketError::Deadline(_)) => {
                Response::Hang { deadline_ms: deadline.as_millis() as u64 }
            }
            ConnectionError::Garbage(_) | ConnectionError::Unasked => Response::Error(protocol(error.to_string())),
            ConnectionError::Socket(SocketError::Lost(reason)) => match self.server.as_mut() {
                Some(server) => match server.crash(LAST_WORDS) {
                    Some(how) => Response::Crash { how },
                    None => Response::Error(protocol(format!("the server lives, but {reason}"))),
                },
                None => self.foreign_end(&reason),
            },
        }
    }

    /// The connection to a server that is not ours has ended: did it die?
    fn foreign_end(&mut self, reason: &str) -> Response {
        let run_before = self.access.run_id.clone();
        let give_up = Instant::now() + LAST_WORDS;
        loop {
            match Session::open(&self.access, HOUSEKEEPING) {
                Ok(session) if session.run_id() == run_before => {
                    self.session = Some(session);
                    return Response::Error(protocol(format!("the server lives, but {reason}")));
                }
                Ok(_) => return Response::Crash { how: "the server died and was started again".to_owned() },
                Err(_) if Instant::now() < give_up => std::thread::sleep(Duration::from_millis(100)),
                Err(_) => {
                    let how = format!("the server died: {reason}, and no new connection is accepted");
                    return Response::Crash { how };
                }
            }
        }
    }

    fn delete_graph(&mut self, key: &str, deadline: Duration) -> Result<(), TargetError> {
        match self.session()?.command(&["GRAPH.DELETE", key], deadline) {
            Ok(Frame::Error(message)) if message.contains("empty key") => Ok(()),
            Ok(Frame::Error(message)) => Err(TargetError::Protocol(format!("GRAPH.DELETE {key} gives: {message}"))),
            Ok(_) => Ok(()),
            Err(error) => {
                self.session = None;
                Err(error)
            }
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
        if let Err(error) = self.session().map(drop) {
            return match self.server.as_mut().and_then(|server| server.crash(Duration::ZERO)) {
                Some(how) => Response::Crash { how },
                None => Response::Error(protocol(error.to_string())),
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
            let table = self.table("CALL db.indexes() YIELD status RETURN status", deadline)?;
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
        let Frame::Array(lines) = self.session().ok()?.command(&["GRAPH.EXPLAIN", &graph, statement], deadline).ok()?
        else {
            return None;
        };
        let text = |line: &Frame| match line {
            Frame::Bulk(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            Frame::Simple(text) => Some(text.clone()),
            _ => None,
        };
        Some(lines.iter().filter_map(text).collect::<Vec<_>>().join("\n"))
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
        Frame::Error(message) => TargetError::Protocol(format!("{command} gives: {message}")),
        _ => TargetError::Protocol(format!("{command} gives an answer of an unexpected shape")),
    }
}
