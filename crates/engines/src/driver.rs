//! What a driver must do, whatever protocol it speaks.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use graphlance_case::language::LANGUAGES;
use graphlance_case::{Ability, Boundary, Dialect, EngineError, ErrorClass, Response};
use graphlance_graph::{Counters, Graph, Table};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::launcher::LauncherError;
use crate::limits;

/// A running engine, or one that can be started: makes drivers for workers.
pub trait Target: Send + Sync {
    /// The name that reaches it again on the command line, without passwords.
    fn name(&self) -> &str;
    /// Its dialect. Where that depends on what answers, the first call connects, and later ones remember. Errors: it
    /// cannot be reached, or no dialect is known for what answers ([`TargetError::NoDialect`]).
    fn dialect(&self) -> Result<Dialect, TargetError>;
    /// The whole language that it speaks, for what asks a target of which no dialect is known.
    fn standard(&self) -> Dialect {
        LANGUAGES[0].standard()
    }
    /// Opens a connection for `worker` with a database of its own (named by the worker), starting the engine if needed.
    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError>;
}

/// One connection to a target, with a database of its own. All calls block, each for at most its deadline.
pub trait Driver: Send {
    /// Product, version, build, settings.
    fn identity(&self) -> &Identity;
    /// Empties the database: no element, index or constraint is left.
    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError>;
    /// Runs one statement. Never panics on what the target sends; an error of the protocol is a [`Response::Error`].
    fn run(&mut self, statement: &str, deadline: Duration) -> Response;
    /// Runs one statement by which a graph is loaded, in whichever form of it the target takes quickest.
    fn run_load(&mut self, statement: &str, deadline: Duration) -> Response {
        self.run(statement, deadline)
    }
    /// Runs one statement and gives each result as a text in the notation of the protocol, in one column: it tells what tables do
    /// not, such as the types of numbers and the identities of elements.
    fn run_verbatim(&mut self, _statement: &str, _deadline: Duration) -> Response {
        let message = "this driver gives tables alone".to_owned();
        Response::Error(EngineError { class: ErrorClass::Other, message })
    }
    /// Runs statements that only read, several at a time where the protocol allows it: the responses in their order with the time
    /// that each took since the one before, as
    /// [`Driver::run`] would give them, each within its own deadline. Where the engine dies, does not answer, or sends what is no
    /// answer, that is the last response; those behind it were not answered, whatever became of them, and are to be asked again.
    /// A server that dies may take its answers to the statements before with it, so that a crash among several has to be seen once
    /// more before it is believed to be that statement's.
    fn run_all(&mut self, statements: &[String], deadline: Duration) -> Vec<(Response, Duration)> {
        run_one_by_one(self, statements, deadline)
    }
    /// The plans that the target told beside the answers of the last [`Driver::run_all`], in their order, as [`Driver::explain`]
    /// gives them; nothing where it tells none.
    fn told_plans(&mut self) -> Vec<Option<String>> {
        Vec::new()
    }
    /// What the target said that the last statement of [`Driver::run`] changed; nothing where it was no statement that writes, or
    /// ended in an error. Only where it has [`Ability::Counters`].
    fn counters(&mut self) -> Counters {
        Counters::default()
    }
    /// How many rows the target's plan for a statement expects; none where it tells none. Only where it has
    /// [`Ability::Estimates`].
    fn estimate(&mut self, _statement: &str, _deadline: Duration) -> Option<f64> {
        None
    }
    /// Waits until indexes are online.
    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError>;
    /// Reads the whole graph; keys are numbers of the driver's, in the order of the engine's ids.
    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError>;
    /// The engine's plan for a statement, as text for a report; none if it has none.
    fn explain(&mut self, statement: &str, deadline: Duration) -> Option<String>;
    /// Whether it lives, and what it uses.
    fn health(&mut self) -> Health;
    /// Gives the worker a fresh engine (or a fresh connection, for a server that is not ours), after a crash or hang.
    fn restart(&mut self) -> Result<(), TargetError>;
    /// The last lines of the engine's log, oldest first, at most `count`.
    fn log_tail(&mut self, count: usize) -> Vec<String>;
    /// What it can do beside running statements in its own database.
    fn abilities(&self) -> BTreeSet<Ability> {
        BTreeSet::new()
    }
    /// All that follows acts on the worker's database of this name, which is made, empty, if it is not there; without a name on
    /// the one that every worker has. Only where it has [`Ability::Databases`], and never while a transaction is open. A restart
    /// leads back to the worker's own.
    fn enter(&mut self, database: Option<&str>, _deadline: Duration) -> Result<(), TargetError> {
        only_one(database)
    }
    /// Begins or ends a transaction on the database that it acts on: an empty table, an error, or a breakdown as of
    /// [`Driver::run`]. A transaction that an error has ended is rolled back without complaint. Only where it has
    /// [`Ability::Transactions`], for a reset [`Ability::Reset`].
    fn transact(&mut self, boundary: Boundary, _deadline: Duration) -> Response {
        Response::Unsupported(boundary.ability())
    }
}

/// [`Driver::enter`] where there is but one database.
pub fn only_one(database: Option<&str>) -> Result<(), TargetError> {
    match database {
        None => Ok(()),
        Some(name) => Err(TargetError::Unknown(format!("there is no database `{name}`: the target has only one"))),
    }
}

/// The answer to [`Driver::transact`] when it was done.
pub fn done() -> Response {
    Response::Table(Table::default())
}

/// [`Driver::run_all`] where the protocol takes one statement at a time.
pub fn run_one_by_one(
    driver: &mut (impl Driver + ?Sized),
    statements: &[String],
    deadline: Duration,
) -> Vec<(Response, Duration)> {
    let mut responses = Vec::with_capacity(statements.len());
    for statement in statements {
        let begun = Instant::now();
        let response = driver.run(statement, deadline);
        let ends = response.is_last();
        responses.push((response, begun.elapsed()));
        if ends {
            break;
        }
    }
    responses
}

/// What exactly answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The product, e.g. `FalkorDB`.
    pub engine: String,
    /// Its version, e.g. `4.18.3`.
    pub version: String,
    /// Build or commit, when it tells.
    #[serde(default)]
    pub build: String,
    /// Settings that may matter, as `name=value`.
    #[serde(default)]
    pub settings: Vec<String>,
}

/// The state of an engine's process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Health {
    /// False when it died or does not answer.
    pub alive: bool,
    /// Resident memory in bytes, when it can be told.
    pub memory_bytes: Option<u64>,
    /// CPU seconds used since its start, when it can be told; with those of the processes that it has replaced.
    pub cpu_seconds: Option<f64>,
}

/// Why a target cannot be used; the text names the thing and the next step.
#[derive(Debug, Error)]
pub enum TargetError {
    /// No such target or launcher.
    #[error("{0}")]
    Unknown(String),
    /// It is not known what it can say.
    #[error("{0}")]
    NoDialect(String),
    /// It cannot be installed or started.
    #[error("{0}")]
    Start(String),
    /// It cannot be reached, or the connection was lost.
    #[error("{0}")]
    Unreachable(String),
    /// It refused user or password.
    #[error("{0}")]
    Refused(String),
    /// Its database is not empty and is not ours.
    #[error("{0}")]
    NotEmpty(String),
    /// It answered something that is no valid answer.
    #[error("{0}")]
    Protocol(String),
    /// It did not answer in time.
    #[error("{0}")]
    Timeout(String),
    /// It answered what it was asked with an error of its own, which has a class.
    #[error("{}", .0.message)]
    Answered(EngineError),
    /// Nobody waited for it any longer: the work was interrupted, or its time is over.
    #[error("stopped before the target was done")]
    Stopped,
}

impl From<LauncherError> for TargetError {
    fn from(error: LauncherError) -> TargetError {
        TargetError::Unknown(error.to_string())
    }
}

impl TargetError {
    /// The error that a target answered to something that should not fail.
    pub fn answered(asked: &str, error: EngineError) -> TargetError {
        let message = limits::cut(format!("`{asked}` gives: {}", error.message));
        TargetError::Answered(EngineError { class: error.class, message })
    }
}
