//! The driver: one connection, one graph of its own.

use std::time::Duration;

use graphlance_graph::{Graph, Name, Table, Value};
use graphlance_oracles::{EngineError, ErrorClass, Response};

use super::agtype::Elements;
use super::connection::{Access, Connection, ConnectionError, Rows};
use super::errors::classify;
use super::statement::{Sql, sql};
use crate::driver::{Driver, Health, Identity, TargetError};
use crate::launcher::Server;
use crate::process::LOG_LINES;
use crate::read_back::{NODES, RELATIONSHIPS, graph_of};
use crate::socket::SocketError;

/// The server gets the deadline as its own time-out; the connection waits this much longer before it calls it a hang.
const GRACE: Duration = Duration::from_millis(1000);

/// How long housekeeping may take.
const HOUSEKEEPING: Duration = Duration::from_secs(10);

/// How long a crashed server gets for its last words.
const LAST_WORDS: Duration = Duration::from_secs(4);

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
        if self.connection.is_none() {
            let mut connection = Connection::open(&self.access, HOUSEKEEPING)?;
            let prepare = "LOAD 'age'; SET search_path = ag_catalog, \"$user\", public";
            let prepared = connection.query(prepare, HOUSEKEEPING);
            let failed = |why: String| {
                TargetError::Unreachable(format!("{} has no Apache AGE ready: {why}", self.access.name()))
            };
            prepared
                .map_err(|error| failed(error.to_string()))?
                .map_err(|refusal| failed(format!("{}: {}", refusal.state, refusal.message)))?;
            self.timeout = 0;
            self.connection = Some(connection);
        }
        self.connection.as_mut().ok_or_else(|| TargetError::Unreachable("no connection".to_owned()))
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
        Ok(Identity { engine: "Apache AGE".to_owned(), version, build: format!("PostgreSQL {server}"), settings })
    }

    /// SQL whose failure is the target's fault.
    fn sql(&mut self, text: &str) -> Result<Rows, TargetError> {
        match self.connection()?.query(text, HOUSEKEEPING) {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(refusal)) => {
                Err(TargetError::Protocol(format!("`{text}` gives: {}: {}", refusal.state, refusal.message)))
            }
            Err(error) => {
                self.connection = None;
                Err(match error {
                    ConnectionError::Socket(SocketError::Deadline(_)) => {
                        TargetError::Timeout(format!("`{text}`: {error}"))
                    }
                    _ => TargetError::Unreachable(format!("`{text}`: {error}")),
                })
            }
        }
    }

    /// One statement, decoded. The outer error is the connection's.
    fn query(&mut self, statement: &Sql, deadline: Duration) -> Result<Result<Table, EngineError>, ConnectionError> {
        let Some(connection) = self.connection.as_mut() else {
            return Err(SocketError::Lost("there is no connection".to_owned()).into());
        };
        let timeout = deadline.as_millis().max(1);
        if self.timeout != timeout {
            // The setting fails only with the connection.
            let _ = connection.query(&format!("SET statement_timeout = {timeout}"), HOUSEKEEPING)?;
            self.timeout = timeout;
        }
        Ok(match connection.query(&statement.text, deadline + GRACE)? {
            Ok(rows) => decode(&mut self.elements, &statement.columns, rows).map_err(protocol),
            Err(refusal) => Err(classify(&refusal.state, &refusal.message)),
        })
    }

    fn table(&mut self, statement: &str, deadline: Duration) -> Result<Table, TargetError> {
        self.connection()?;
        let sql = sql(&self.graph, statement).map_err(TargetError::Protocol)?;
        match self.query(&sql, deadline) {
            Ok(Ok(table)) => Ok(table),
            Ok(Err(error)) => Err(TargetError::Protocol(format!("`{statement}` gives: {}", error.message))),
            Err(error) => {
                self.connection = None;
                Err(match error {
                    ConnectionError::Socket(SocketError::Deadline(_)) => {
                        TargetError::Timeout(format!("`{statement}`: {error}"))
                    }
                    _ => TargetError::Unreachable(format!("`{statement}`: {error}")),
                })
            }
        }
    }

    /// What a failed connection means. Closing it also ends the statement that runs on it.
    fn end(&mut self, error: ConnectionError, deadline: Duration) -> Response {
        self.connection = None;
        match error {
            ConnectionError::Socket(SocketError::Deadline(_)) => {
                Response::Hang { deadline_ms: deadline.as_millis() as u64 }
            }
            ConnectionError::Garbage(_) => Response::Error(protocol(error.to_string())),
            ConnectionError::Socket(SocketError::Lost(reason)) => {
                if let Some(how) = self.server.as_mut().and_then(|server| server.crash(LAST_WORDS)) {
                    return Response::Crash { how };
                }
                match self.connection() {
                    Ok(_) => Response::Error(protocol(format!("the server lives, but {reason}"))),
                    Err(error) => Response::Crash { how: format!("the server died: {reason}; {error}") },
                }
            }
        }
    }
}

impl Driver for AgeDriver {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn wipe(&mut self, _deadline: Duration) -> Result<(), TargetError> {
        self.elements.clear();
        let graph = self.graph.clone();
        self.sql(&format!("SELECT drop_graph('{graph}', true); SELECT create_graph('{graph}')")).map(drop)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        if let Err(error) = self.connection().map(drop) {
            return match self.server.as_mut().and_then(|server| server.crash(Duration::ZERO)) {
                Some(how) => Response::Crash { how },
                None => Response::Error(protocol(error.to_string())),
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
        Some(rows.into_iter().flatten().flatten().collect::<Vec<_>>().join("\n"))
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
    let mut cell = |cell: &Option<String>| match cell {
        None => Ok(Value::Null),
        Some(text) => elements.value(text).map_err(|error| format!("a value that is no agtype: {error}: {text}")),
    };
    let rows = rows.iter().map(|row| row.iter().map(&mut cell).collect()).collect::<Result<_, String>>()?;
    Ok(Table { columns: columns.to_vec(), rows })
}

fn protocol(message: String) -> EngineError {
    EngineError { class: ErrorClass::Protocol, message }
}
