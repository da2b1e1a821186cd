//! The driver: one connection, one graph of its own.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use graphlance_case::{Ability, Boundary, EngineError, ErrorClass, Response};
use graphlance_graph::{Graph, Name, Table, Value};

use super::agtype::Elements;
use super::connection::{Access, Connection, ConnectionError, Rows};
use super::errors::classify;
use super::statement::{Sql, rows_of_plan, sql};
use crate::driver::{Driver, Health, Identity, TargetError, done};
use crate::launcher::Server;
use crate::limits;
use crate::owner::Leftovers;
use crate::process::LOG_LINES;
use crate::read_back::{NODES, RELATIONSHIPS, graph_of};
use crate::socket::{SocketError, left};
use crate::wire::{Broken, Databases, LAST_WORDS, LOOK, Wired, protocol};

/// How long housekeeping may take.
const HOUSEKEEPING: Duration = Duration::from_secs(10);

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
    databases: Databases,
    transaction: Transaction,
}

/// What has become of a transaction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Transaction {
    Absent,
    Open,
    /// A statement of it failed, and the server takes none any more until it is rolled back.
    Failed,
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
        driver.databases = Databases::new(graph.as_str());
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
            databases: Databases::default(),
            transaction: Transaction::Absent,
        }
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
        match self.session()?.query(text, deadline) {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(refusal)) => Err(TargetError::answered(text, classify(&refusal.state, &refusal.message))),
            Err(error) => Err(self.failed(text, error.into())),
        }
    }
}

impl Wired for AgeDriver {
    type Session = Connection;
    const GRACE: Duration = Duration::from_millis(800);
    const HOUSEKEEPING: Duration = HOUSEKEEPING;

    fn server(&mut self) -> Option<&mut Server> {
        self.server.as_mut()
    }

    fn slot(&mut self) -> &mut Option<Connection> {
        &mut self.connection
    }

    fn dial(&self, deadline: Duration) -> Result<Connection, TargetError> {
        let end = Instant::now() + deadline;
        let mut connection = Connection::open(&self.access, left(end))?;
        let prepare = "LOAD 'age'; SET search_path = ag_catalog, \"$user\", public";
        let prepared = connection.query(prepare, left(end));
        let failed = |why: String| format!("{} has no Apache AGE ready: {why}", self.access.name());
        let prepared = prepared.map_err(|error| match error {
            ConnectionError::Socket(SocketError::Deadline(_)) => TargetError::Timeout(failed(error.to_string())),
            ConnectionError::Socket(SocketError::Lost(_)) => TargetError::Unreachable(failed(error.to_string())),
            error => TargetError::Protocol(failed(error.to_string())),
        })?;
        prepared.map_err(|refusal| TargetError::Refused(failed(format!("{}: {}", refusal.state, refusal.message))))?;
        Ok(connection)
    }

    fn ask(&mut self, statement: &str, deadline: Duration) -> Result<Result<Table, EngineError>, Broken> {
        let statement = match sql(&self.graph, statement) {
            Ok(statement) => statement,
            Err(message) => return Ok(Err(EngineError { class: ErrorClass::Syntax, message })),
        };
        let end = Instant::now() + deadline + Self::GRACE;
        let timeout = deadline.as_millis().max(1);
        let connection = self.connected()?;
        if connection.timeout != timeout {
            // The setting fails only with the connection.
            let _ = connection.query(&format!("SET statement_timeout = {timeout}"), left(end))?;
            connection.timeout = timeout;
        }
        Ok(match connection.query(&statement.text, left(end))? {
            Ok(rows) => decode(&mut self.elements, &statement.columns, rows).map_err(protocol),
            Err(refusal) => {
                if self.transaction == Transaction::Open {
                    self.transaction = Transaction::Failed;
                }
                Err(classify(&refusal.state, &refusal.message))
            }
        })
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
        self.respond(statement, deadline)
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
        let rows = self.session().ok()?.query(&format!("EXPLAIN {text}"), deadline + Self::GRACE).ok()?.ok()?;
        Some(limits::cut(rows.into_iter().flatten().flatten().collect::<Vec<_>>().join("\n")))
    }

    fn estimate(&mut self, statement: &str, deadline: Duration) -> Option<f64> {
        rows_of_plan(&self.explain(statement, deadline)?)
    }

    fn health(&mut self) -> Health {
        match self.server.as_mut() {
            // The postmaster's own usage says little: the work is done by its children.
            Some(server) => Health { alive: server.health().alive, ..Health::default() },
            None => Health { alive: self.session().is_ok(), ..Health::default() },
        }
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        (self.connection, self.transaction) = (None, Transaction::Absent);
        self.graph = self.databases.known(None).unwrap_or_default();
        let graph = self.graph.clone();
        if let Some(server) = self.server.as_mut() {
            server.restart()?;
            self.access.address = server.address();
            self.databases = Databases::new(graph.as_str());
            return self.sql(&format!("SELECT create_graph('{graph}')")).map(drop);
        }
        self.session().map(drop)
    }

    fn abilities(&self) -> BTreeSet<Ability> {
        BTreeSet::from([Ability::Databases, Ability::Transactions, Ability::Reset, Ability::Estimates])
    }

    fn enter(&mut self, database: Option<&str>, deadline: Duration) -> Result<(), TargetError> {
        let called = match (self.databases.known(database), database) {
            (Some(called), _) => called,
            (None, name) => {
                let called = self.databases.fresh();
                self.sql_within(&format!("SELECT create_graph('{called}')"), deadline)?;
                self.databases.made(name.unwrap_or_default(), called.clone());
                called
            }
        };
        self.elements.clear();
        self.graph = called;
        Ok(())
    }

    fn transact(&mut self, boundary: Boundary, deadline: Duration) -> Response {
        let patience = deadline + Self::GRACE;
        if let Err(error) = self.connect(patience) {
            return self.unreached(error, deadline);
        }
        let failed = std::mem::replace(&mut self.transaction, Transaction::Absent) == Transaction::Failed;
        let text = match boundary {
            Boundary::Begin => "BEGIN",
            // The server would say that it had done so, and roll back.
            Boundary::Commit if !failed => "COMMIT",
            Boundary::Commit | Boundary::RollBack | Boundary::Reset => "ROLLBACK",
        };
        let answer = self.connected().and_then(|connection| {
            // A time-out that was set within the transaction goes with it.
            connection.timeout = 0;
            Ok(connection.query(text, patience)?)
        });
        match (answer, boundary) {
            (Err(broken), _) => return self.end(broken, deadline),
            (Ok(Err(refusal)), _) => return Response::Error(classify(&refusal.state, &refusal.message)),
            (Ok(Ok(_)), Boundary::Commit) if failed => {
                let message = "a statement of the transaction failed, which has ended it".to_owned();
                return Response::Error(EngineError { class: ErrorClass::Other, message });
            }
            (Ok(Ok(_)), Boundary::Begin) => self.transaction = Transaction::Open,
            (Ok(Ok(_)), Boundary::Reset) => self.connection = None,
            (Ok(Ok(_)), Boundary::Commit | Boundary::RollBack) => {}
        }
        done()
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.server.as_ref().map(|server| server.log_tail(count.min(LOG_LINES))).unwrap_or_default()
    }
}

impl Drop for AgeDriver {
    fn drop(&mut self) {
        if self.server.is_none() && !self.graph.is_empty() {
            let own = self.databases.known(None);
            for graph in self.databases.take_named().into_iter().chain(own) {
                // Nothing can be done about a server that does not answer; the graph's name tells whose it was.
                let _ = self.sql(&format!("SELECT drop_graph('{graph}', true)"));
            }
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
