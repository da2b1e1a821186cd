//! The driver: one connection, one graph of its own.

use std::time::{Duration, Instant};

use graphlance_case::{EngineError, ErrorClass, Response};
use graphlance_graph::{Graph, Name, Table, Value};

use super::agtype::Elements;
use super::connection::{Access, Connection, ConnectionError, Rows};
use super::errors::classify;
use super::statement::{Sql, sql};
use crate::driver::{Driver, Health, Identity, TargetError};
use crate::launcher::Server;
use crate::limits;
use crate::owner::Leftovers;
use crate::process::LOG_LINES;
use crate::read_back::{NODES, RELATIONSHIPS, graph_of};
use crate::socket::{SocketError, left};

/// The server gets the deadline as its own time-out; the connection waits this much longer before it calls it a hang.
const GRACE: Duration = Duration::from_millis(800);

/// How long housekeeping may take.
const HOUSEKEEPING: Duration = Duration::from_secs(10);

/// How long a server whose connection is lost gets to end, or to answer again: so long that no statement outlasts its
/// deadline by two seconds.
const LAST_WORDS: Duration = Duration::from_millis(800);

/// How often a server that may be dying is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// SQLSTATE `cannot_connect_now`: the server starts, ends, or recovers from the crash of one of its processes.
const RECOVERY: &str = "57P03";

/// A worker's connection to a database with Apache AGE, with a graph of its own, which is dropped at the end.
pub struct AgeDriver {
    access: Access,
    server: Option<Server>,
    connection: Option<Connection>,
    identity: Identity,
    graph: String,
    elements: Elements,
    /// The time-out that the connection has, in milliseconds.
    timeout: u128,
}

impl AgeDriver {
    /// Connects, to a server of its own if one is given, and makes the graph. Errors: unreachable, refused, AGE is not
    /// installed there, or there is a graph of this name already.
    pub fn open(access: Access, server: Option<Server>, graph: String) -> Result<AgeDriver, TargetError> {
        let mut driver = AgeDriver::idle(access, server);
        driver.identity = driver.identify()?;
        if driver.server.is_none() {
            driver.clear_leftovers()?;
        }
        let count = driver.sql(&format!("SELECT count(*) FROM ag_catalog.ag_graph WHERE name = '{graph}'"))?;
        if count != [[Some("0".to_owned())]] {
            let name = driver.access.name();
            return Err(TargetError::NotEmpty(format!(
                "{name} already has a graph `{graph}` that graphlance did not make; drop it with `SELECT \
                 drop_graph('{graph}', true)` if nobody needs it"
            )));
        }
        driver.sql(&format!("SELECT create_graph('{graph}')"))?;
        driver.graph = graph;
        Ok(driver)
    }

    /// Asks a server that is not ours what it is, and leaves everything there as it is. Errors: as of [`AgeDriver::open`].
    pub fn meet(access: Access) -> Result<Identity, TargetError> {
        AgeDriver::idle(access, None).identify()
    }

    fn idle(access: Access, server: Option<Server>) -> AgeDriver {
        AgeDriver {
            access,
            server,
            connection: None,
            identity: Identity::default(),
            graph: String::new(),
            elements: Elements::default(),
            timeout: 0,
        }
    }

    fn connection(&mut self) -> Result<&mut Connection, TargetError> {
        self.connect(HOUSEKEEPING)
    }

    fn connect(&mut self, deadline: Duration) -> Result<&mut Connection, TargetError> {
        if self.connection.is_none() {
            let end = Instant::now() + deadline.min(HOUSEKEEPING);
            let mut connection = Connection::open(&self.access, left(end))?;
            let prepare = "LOAD 'age'; SET search_path = ag_catalog, \"$user\", public";
            let prepared = connection.query(prepare, left(end));
            let failed = |why: String| format!("{} has no Apache AGE ready: {why}", self.access.name());
            let prepared = prepared.map_err(|error| match error {
                ConnectionError::Socket(SocketError::Deadline(_)) => TargetError::Timeout(failed(error.to_string())),
                ConnectionError::Socket(SocketError::Lost(_)) => TargetError::Unreachable(failed(error.to_string())),
                error => TargetError::Protocol(failed(error.to_string())),
            })?;
            prepared
                .map_err(|refusal| TargetError::Refused(failed(format!("{}: {}", refusal.state, refusal.message))))?;
            self.timeout = 0;
            self.connection = Some(connection);
        }
        self.connection.as_mut().ok_or_else(|| TargetError::Unreachable("no connection".to_owned()))
    }

    /// Removes the graphs that dead processes of graphlance left on a server that is not ours.
    fn clear_leftovers(&mut self) -> Result<(), TargetError> {
        let rows = self.sql("SELECT name FROM ag_catalog.ag_graph")?;
        let found = Leftovers::among(rows.into_iter().flatten().flatten());
        let (server, statement) = (self.access.name(), |name: &str| format!("SELECT drop_graph('{name}', true)"));
        // Names of ours have letters, digits and underscores alone.
        found.clear(&server, |name| self.sql(&statement(name)).map(drop), statement);
        Ok(())
    }

    fn identify(&mut self) -> Result<Identity, TargetError> {
        let one = |rows: Rows| rows.into_iter().flatten().flatten().next().unwrap_or_default();
        let version = one(self.sql("SELECT extversion FROM pg_extension WHERE extname = 'age'")?);
        if version.is_empty() {
            let name = self.access.name();
            return Err(TargetError::Unreachable(format!("{name} has no Apache AGE: CREATE EXTENSION age makes it")));
        }
        let server = one(self.sql("SHOW server_version")?);
        let settings = vec![format!("postgresql={server}")];
        let (engine, build) = ("Apache AGE".to_owned(), format!("PostgreSQL {server}"));
        Ok(limits::cut_identity(Identity { engine, version, build, settings }))
    }

    /// SQL whose failure is the target's fault.
    fn sql(&mut self, text: &str) -> Result<Rows, TargetError> {
        self.sql_within(text, HOUSEKEEPING)
    }

    fn sql_within(&mut self, text: &str, deadline: Duration) -> Result<Rows, TargetError> {
        match self.connection()?.query(text, deadline) {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(refusal)) => Err(TargetError::answered(text, classify(&refusal.state, &refusal.message))),
            Err(error) => Err(self.failed(text, error)),
        }
    }

    /// One statement, decoded. The outer error is the connection's.
    fn query(&mut self, statement: &Sql, deadline: Duration) -> Result<Result<Table, EngineError>, ConnectionError> {
        let end = Instant::now() + deadline + GRACE;
        let Some(connection) = self.connection.as_mut() else {
            return Err(SocketError::Lost("there is no connection".to_owned()).into());
        };
        let timeout = deadline.as_millis().max(1);
        if self.timeout != timeout {
            // The setting fails only with the connection.
            let _ = connection.query(&format!("SET statement_timeout = {timeout}"), left(end))?;
            self.timeout = timeout;
        }
        Ok(match connection.query(&statement.text, left(end))? {
            Ok(rows) => decode(&mut self.elements, &statement.columns, rows).map_err(protocol),
            Err(refusal) => Err(classify(&refusal.state, &refusal.message)),
        })
    }

    fn table(&mut self, statement: &str, deadline: Duration) -> Result<Table, TargetError> {
        self.connection()?;
        let sql = sql(&self.graph, statement).map_err(TargetError::Protocol)?;
        match self.query(&sql, deadline) {
            Ok(Ok(table)) => Ok(table),
            Ok(Err(error)) => Err(TargetError::answered(statement, error)),
            Err(error) => Err(self.failed(statement, error)),
        }
    }

    /// What the end of a connection means for what was asked on it.
    fn failed(&mut self, asked: &str, error: ConnectionError) -> TargetError {
        self.connection = None;
        match error {
            ConnectionError::Socket(SocketError::Deadline(_)) => TargetError::Timeout(format!("`{asked}`: {error}")),
            ConnectionError::Socket(SocketError::Lost(reason)) => match self.death(&reason) {
                Some(how) => TargetError::Unreachable(how),
                None => TargetError::Protocol(format!("`{asked}`: the server lives, but {reason}")),
            },
            error => TargetError::Protocol(format!("`{asked}`: {error}")),
        }
    }

    /// What the end of a connection means for the statement that ran on it. Closing it also ends that statement.
    fn end(&mut self, error: ConnectionError, deadline: Duration) -> Response {
        self.connection = None;
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

    /// How the server died whose connection was lost; none if it lives. When the process that served the connection dies,
    /// the others go on, and for a moment the server says that it recovers.
    fn death(&mut self, reason: &str) -> Option<String> {
        let give_up = Instant::now() + LAST_WORDS;
        let mut recovers = false;
        loop {
            match Connection::open(&self.access, left(give_up)) {
                Ok(_) if recovers => return Some(format!("a process of the server died: {reason}, and it recovered")),
                Ok(_) => return None,
                Err(TargetError::Unreachable(text)) if text.contains(RECOVERY) => recovers = true,
                // Somebody is there, who does not want to be spoken to.
                Err(TargetError::Refused(_) | TargetError::Protocol(_)) => return None,
                Err(_) => {}
            }
            if let Some(how) = self.server.as_mut().and_then(|server| server.crash(LOOK)) {
                return Some(how);
            }
            if Instant::now() >= give_up {
                return match (recovers, self.server.is_some()) {
                    (true, _) => Some(format!("a process of the server died: {reason}, and it recovers")),
                    (false, true) => None,
                    (false, false) => Some(format!("the server died: {reason}, and no new connection is answered")),
                };
            }
            std::thread::sleep(LOOK);
        }
    }
}

impl Driver for AgeDriver {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.elements.clear();
        let graph = self.graph.clone();
        let statement = format!("SELECT drop_graph('{graph}', true); SELECT create_graph('{graph}')");
        self.sql_within(&statement, deadline).map(drop)
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
        let sql = match sql(&self.graph, statement) {
            Ok(sql) => sql,
            Err(message) => return Response::Error(EngineError { class: ErrorClass::Syntax, message }),
        };
        match self.query(&sql, deadline) {
            Ok(Ok(table)) => Response::Table(table),
            Ok(Err(error)) => Response::Error(error),
            Err(error) => self.end(error, deadline),
        }
    }

    fn await_indexes(&mut self, _deadline: Duration) -> Result<(), TargetError> {
        // Cypher makes none here.
        Ok(())
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.elements.clear();
        let nodes = self.table(NODES, deadline)?;
        let relationships = self.table(RELATIONSHIPS, deadline)?;
        graph_of(&nodes, &relationships)
    }

    fn explain(&mut self, statement: &str, deadline: Duration) -> Option<String> {
        let Sql { text, .. } = sql(&self.graph, statement).ok()?;
        let rows = self.connection().ok()?.query(&format!("EXPLAIN {text}"), deadline + GRACE).ok()?.ok()?;
        Some(limits::cut(rows.into_iter().flatten().flatten().collect::<Vec<_>>().join("\n")))
    }

    fn health(&mut self) -> Health {
        match self.server.as_mut() {
            // The postmaster's own usage says little: the work is done by its children.
            Some(server) => Health { alive: server.health().alive, ..Health::default() },
            None => Health { alive: self.connection().is_ok(), ..Health::default() },
        }
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.connection = None;
        let graph = self.graph.clone();
        if let Some(server) = self.server.as_mut() {
            server.restart()?;
            self.access.address = server.address();
            return self.sql(&format!("SELECT create_graph('{graph}')")).map(drop);
        }
        self.connection().map(drop)
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.server.as_ref().map(|server| server.log_tail(count.min(LOG_LINES))).unwrap_or_default()
    }
}

impl Drop for AgeDriver {
    fn drop(&mut self) {
        if self.server.is_none() && !self.graph.is_empty() {
            let graph = std::mem::take(&mut self.graph);
            // Nothing can be done about a server that does not answer; the graph's name tells whose it was.
            let _ = self.sql(&format!("SELECT drop_graph('{graph}', true)"));
        }
    }
}

fn decode(elements: &mut Elements, columns: &[Name], rows: Rows) -> Result<Table, String> {
    if columns.is_empty() {
        // A statement without RETURN: its one column stands for nothing.
        return Ok(Table::default());
    }
    elements.begin_answer();
    let mut cell = |cell: Option<String>| match cell {
        None => Ok(Value::Null),
        Some(text) => elements.value(&text).map_err(|error| {
            let shown: String = text.chars().take(200).collect();
            format!("a value that is no agtype: {error}: {shown}")
        }),
    };
    let mut read = |row: Vec<Option<String>>| match row.len() == columns.len() {
        true => row.into_iter().map(&mut cell).collect(),
        false => Err(format!("a row of {} cells for {} columns", row.len(), columns.len())),
    };
    let rows = rows.into_iter().map(&mut read).collect::<Result<_, String>>()?;
    Ok(Table { columns: columns.to_vec(), rows })
}

fn protocol(message: String) -> EngineError {
    EngineError { class: ErrorClass::Protocol, message }
}
