//! The driver: one graph of its own, one connection, and a second one for statements in flight.

use std::collections::BTreeSet;
mod flight;

use std::time::{Duration, Instant};

use graphlance_case::{Ability, EngineError, Response};
use graphlance_graph::{Counters, Graph, Name, Table, Value};

use super::compact::{self, CompactError};
use super::errors::classify;
use super::names::{Listed, NameKind};
use super::session::{Access, Session};
use super::statistics;
use crate::driver::{Driver, Health, Identity, TargetError};
use crate::launcher::Server;
use crate::limits;
use crate::owner::{Leftovers, Owner};
use crate::process::LOG_LINES;
use crate::read_back::{NODES, RELATIONSHIPS, graph_of};
use crate::resp::Frame;
use crate::socket::left;
use crate::wire::{Broken, Databases, Pipelined, Wired, protocol};

/// How long housekeeping (connect, delete a graph, list names) may take.
const HOUSEKEEPING: Duration = Duration::from_secs(5);

/// What is said of an answer with numbers that have no names.
const UNLISTED: &str = "the answer names labels, types or keys that the server does not list";

/// A worker's connection to a FalkorDB, with a graph of its own, which is deleted when the driver is dropped.
pub struct FalkorDriver {
    access: Access,
    server: Option<Server>,
    session: Option<Session>,
    /// Has statements in flight beside the first; there is none without that one.
    second: Option<Session>,
    identity: Identity,
    graph: String,
    worker: usize,
    generation: u32,
    abandoned: Vec<String>,
    databases: Databases,
    names: Listed,
    /// What the last answer said that its statement changed.
    told: Counters,
    /// The same of the last statement that was run.
    counted: Counters,
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
            second: None,
            identity,
            graph: String::new(),
            worker,
            generation: 0,
            abandoned: Vec::new(),
            databases: Databases::default(),
            names: Listed::default(),
            told: Counters::default(),
            counted: Counters::default(),
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
        self.graph.clear();
        self.graph = self.unused_key()?;
        self.databases = Databases::new(self.graph.as_str());
        self.names = Listed::default();
        Ok(())
    }

    /// The key of this generation. Errors: somebody has it.
    fn unused_key(&mut self) -> Result<String, TargetError> {
        let key = Owner::here(self.worker, self.generation).to_string();
        match self.command(&["EXISTS", &key], HOUSEKEEPING)? {
            Frame::Integer(0) => Ok(key),
            Frame::Integer(_) => Err(TargetError::NotEmpty(format!(
                "{} already has a key `{key}` that graphlance did not make; delete it with `GRAPH.DELETE {key}` \
                 if nobody needs it",
                self.access.name()
            ))),
            other => Err(unexpected("EXISTS", &other)),
        }
    }

    /// What an answer is `told` to be; names that are not known yet are asked for.
    fn decoded(
        &mut self,
        mut told: Result<Table, CompactError>,
        answer: &Frame,
        deadline: Duration,
        end: Instant,
    ) -> Result<Result<Table, EngineError>, Broken> {
        // Each of the three kinds of name may be unknown once.
        for _ in 0..3 {
            let Err(CompactError::UnknownName(kind, _)) = told else { break };
            if let Err(error) = self.refresh(kind, deadline, end)? {
                return Ok(Err(error));
            }
            told = compact::table(answer, &self.names);
        }
        Ok(told.map_err(of_table))
    }

    /// Asks for the names of a kind anew. The inner error is about what the server lists.
    fn refresh(&mut self, kind: NameKind, deadline: Duration, end: Instant) -> Result<Result<(), EngineError>, Broken> {
        let graph = self.graph.clone();
        let answer = self.connected()?.query(&graph, kind.query(), deadline, end)?;
        let table = match compact::table(&answer, &Listed::default()) {
            Ok(table) => table,
            Err(error @ (CompactError::Server(_) | CompactError::UnknownName(..))) => return Ok(Err(of_table(error))),
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

    /// A command, where a failure of the connection is the target's fault.
    fn command(&mut self, words: &[&str], deadline: Duration) -> Result<Frame, TargetError> {
        match self.session()?.ask(words, deadline) {
            Ok(frame) => Ok(frame),
            Err(error) => Err(self.failed(&words.join(" "), error.into())),
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

impl Wired for FalkorDriver {
    type Session = Session;
    const GRACE: Duration = Duration::from_millis(700);
    const HOUSEKEEPING: Duration = HOUSEKEEPING;

    fn server(&mut self) -> Option<&mut Server> {
        self.server.as_mut()
    }

    fn slot(&mut self) -> &mut Option<Session> {
        &mut self.session
    }

    fn dial(&self, deadline: Duration) -> Result<Session, TargetError> {
        Session::open(&self.access, deadline)
    }

    fn ask(&mut self, statement: &str, deadline: Duration) -> Result<Result<Table, EngineError>, Broken> {
        let end = Instant::now() + deadline + Self::GRACE;
        let graph = self.graph.clone();
        let answer = self.connected()?.query(&graph, statement, deadline, end)?;
        self.told = statistics::counters(&answer);
        let told = compact::table(&answer, &self.names);
        self.decoded(told, &answer, deadline, end)
    }

    fn reborn(&self, session: &Session) -> Option<String> {
        let other = session.run_id() != self.access.run_id;
        other.then(|| "the server died and was started again".to_owned())
    }
}

impl Driver for FalkorDriver {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        let key = self.graph.clone();
        self.delete_graph(&key, deadline)?;
        self.names = Listed::default();
        // It may be long until statements are in flight again, and a server may end connections on which nothing comes.
        self.second = None;
        Ok(())
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        self.told = Counters::default();
        let response = self.respond(statement, deadline);
        self.counted = std::mem::take(&mut self.told);
        response
    }

    fn counters(&mut self) -> Counters {
        self.counted.clone()
    }

    fn run_all(&mut self, statements: &[String], deadline: Duration) -> Vec<(Response, Duration)> {
        if statements.len() > 1 && self.names.is_empty() && self.connect(deadline).is_ok() {
            // Later it would take the answers away that are under way.
            let end = Instant::now() + deadline;
            for kind in NameKind::ALL {
                if self.refresh(kind, deadline, end).is_err() {
                    // The first statement tells what has become of the server.
                    self.session = None;
                    break;
                }
            }
        }
        self.respond_all(statements, deadline)
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
        let [nodes, relationships] = self.tables([NODES, RELATIONSHIPS], deadline)?;
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
        self.second = None;
        if let Some(server) = self.server.as_mut() {
            server.restart()?;
            self.access.address = server.address();
            self.generation = 0;
        } else {
            // The old graph may be locked by the statement that hangs; it is deleted when the driver ends.
            self.abandoned.extend(self.databases.take_named());
            self.abandoned.extend(self.databases.known(None));
            self.generation += 1;
        }
        let session = Session::open(&self.access, HOUSEKEEPING)?;
        self.access.run_id = session.run_id().to_owned();
        self.session = Some(session);
        self.claim_graph()
    }

    fn abilities(&self) -> BTreeSet<Ability> {
        BTreeSet::from([Ability::Databases, Ability::Counters])
    }

    fn enter(&mut self, database: Option<&str>, _: Duration) -> Result<(), TargetError> {
        let called = match (self.databases.known(database), database) {
            (Some(called), _) => called,
            (None, name) => {
                self.generation += 1;
                let called = self.unused_key()?;
                self.databases.made(name.unwrap_or_default(), called.clone());
                called
            }
        };
        if self.graph != called {
            self.graph = called;
            self.names = Listed::default();
        }
        Ok(())
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
        keys.extend(self.databases.take_named());
        keys.extend(self.databases.known(None));
        for key in keys.iter().filter(|key| !key.is_empty()) {
            // Nothing can be done about a server that does not answer; the key's name tells whose it was.
            let _ = self.delete_graph(key, Duration::from_secs(1));
        }
    }
}

/// What the server did in the place of a table.
fn of_table(error: CompactError) -> EngineError {
    match error {
        CompactError::Server(message) => classify(message),
        CompactError::UnknownName(..) => protocol(UNLISTED.to_owned()),
        other => protocol(other.to_string()),
    }
}

fn unexpected(command: &str, answer: &Frame) -> TargetError {
    match answer {
        Frame::Error(message) => TargetError::answered(command, classify(message.clone())),
        _ => TargetError::Protocol(format!("{command} gives an answer of an unexpected shape")),
    }
}
