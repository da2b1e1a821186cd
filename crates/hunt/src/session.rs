//! One worker's connection to a target: loads graphs and runs cases, and starts the engine anew when it is gone.

use std::sync::Arc;
use std::time::Duration;

use graphlance_cypher::{Dialect, print};
use graphlance_engines::{Driver, Identity, Target, TargetError, load};
use graphlance_graph::Graph;
use graphlance_oracles::{Case, EngineError, ErrorClass, Load, Response, Step, Verdict, judge};

/// Deadlines of one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// For each query.
    pub query: Duration,
    /// For wiping, for each loading statement, for reading the graph back.
    pub load: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines { query: Duration::from_secs(3), load: Duration::from_secs(60) }
    }
}

/// A driver with what it takes to run cases on it.
pub struct Session {
    driver: Box<dyn Driver>,
    dialect: Arc<Dialect>,
    deadlines: Deadlines,
    dead: bool,
    restarts: u64,
    /// Restarts since anything was last answered.
    restarts_in_vain: u64,
}

/// An engine that was started so often without answering anything in between is given up.
const MOST_RESTARTS_IN_VAIN: u64 = 50;

impl Session {
    /// A session of a worker with a target, in the target's dialect. Errors: the target cannot be used, or no dialect is
    /// known for it.
    pub fn open(target: &dyn Target, worker: usize, deadlines: Deadlines) -> Result<Session, TargetError> {
        // First: without a dialect nothing need be installed or started.
        let dialect = target.dialect()?;
        Ok(Session::new(target.open(worker)?, dialect, deadlines))
    }

    /// A session over an open driver.
    pub fn new(driver: Box<dyn Driver>, dialect: Arc<Dialect>, deadlines: Deadlines) -> Session {
        Session { driver, dialect, deadlines, dead: false, restarts: 0, restarts_in_vain: 0 }
    }

    /// The dialect statements are printed in.
    pub fn dialect(&self) -> &Arc<Dialect> {
        &self.dialect
    }

    /// The driver, for what a session does not do (health, plans, logs).
    pub fn driver(&mut self) -> &mut dyn Driver {
        self.driver.as_mut()
    }

    /// What exactly answers.
    pub fn identity(&self) -> &Identity {
        self.driver.identity()
    }

    /// Whether the engine died or hung and has not been started anew yet.
    pub fn is_dead(&self) -> bool {
        self.dead
    }

    /// How often the engine was started anew.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// The deadline of a query, which a replay may widen.
    pub fn set_query_deadline(&mut self, deadline: Duration) {
        self.deadlines.query = deadline;
    }

    /// The deadline of a query.
    pub fn query_deadline(&self) -> Duration {
        self.deadlines.query
    }

    /// Starts the engine anew. Errors: the target cannot be started, or answers nothing however often it is.
    pub fn restart(&mut self) -> Result<(), TargetError> {
        if self.restarts_in_vain >= MOST_RESTARTS_IN_VAIN {
            return Err(TargetError::Start(format!(
                "given up: started {MOST_RESTARTS_IN_VAIN} times in a row without an answer to anything; \
                 `graphlance doctor` shows how far it gets"
            )));
        }
        self.driver.restart()?;
        self.dead = false;
        self.restarts += 1;
        self.restarts_in_vain += 1;
        Ok(())
    }

    /// Empties the database and loads a graph. `Ok(Some(response))` is the answer of the statement that failed.
    /// Errors: the target is not usable at all.
    pub fn prepare(&mut self, graph: &Graph, load: &Load) -> Result<Option<Response>, TargetError> {
        self.empty()?;
        for statement in loading_statements(graph, load, &self.dialect) {
            let response = self.run(&statement, self.deadlines.load);
            if !matches!(response, Response::Table(_)) {
                return Ok(Some(response));
            }
        }
        match self.driver.await_indexes(self.deadlines.load) {
            Ok(()) => Ok(None),
            Err(error) => self.response_of(error, self.deadlines.load).map(Some),
        }
    }

    /// Runs the steps of a case on what is loaded; stops after the step that killed or hung the target.
    pub fn run_steps(&mut self, case: &Case) -> Vec<Response> {
        let mut responses = Vec::with_capacity(case.steps.len());
        for step in &case.steps {
            responses.push(match step {
                Step::Run(statement) => self.run(&case.sent(statement, &self.dialect.clone()), self.deadlines.query),
                Step::Snapshot => self.snapshot(),
            });
            if self.dead {
                break;
            }
        }
        responses
    }

    /// Runs one statement under the deadline of a query.
    pub fn query(&mut self, text: &str) -> Response {
        self.run(text, self.deadlines.query)
    }

    /// Runs a whole case on an empty database and judges it. A failure to load is the answer to the first step of a
    /// case that claims loading, and leaves every other case undecided.
    pub fn run_case(&mut self, case: &Case) -> Result<(Vec<Response>, Verdict), TargetError> {
        let responses = match self.prepare(&case.graph, &case.load)? {
            None => self.run_steps(case),
            Some(failure) if case.claim.is_about_loading() => vec![failure],
            Some(_) => Vec::new(),
        };
        let verdict = judge(case, &responses, &self.dialect);
        Ok((responses, verdict))
    }

    /// Reads the whole graph.
    pub fn snapshot(&mut self) -> Response {
        match self.driver.read_graph(self.deadlines.load) {
            Ok(graph) => Response::Graph(Box::new(graph)),
            Err(error) => self.response_of(error, self.deadlines.load).unwrap_or_else(|error| {
                Response::Error(EngineError { class: ErrorClass::Other, message: error.to_string() })
            }),
        }
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        let response = self.driver.run(statement, deadline);
        let died = match &response {
            Response::Crash { .. } | Response::Hang { .. } => true,
            // A worker process that talks nonsense is killed, and what was loaded is gone with it.
            Response::Error(error) if error.class == ErrorClass::Protocol => !self.driver.health().alive,
            _ => false,
        };
        self.dead |= died;
        if !died {
            self.restarts_in_vain = 0;
        }
        response
    }

    /// Wipes the database; an engine that does not even do that is started anew once.
    fn empty(&mut self) -> Result<(), TargetError> {
        if self.dead {
            self.restart()?;
        }
        if self.driver.wipe(self.deadlines.load).is_ok() {
            return Ok(());
        }
        self.restart()?;
        self.driver.wipe(self.deadlines.load)
    }

    /// The response that says the same as an error of a driver; the error itself when it is about the target's start.
    fn response_of(&mut self, error: TargetError, deadline: Duration) -> Result<Response, TargetError> {
        match error {
            TargetError::Unreachable(how) => {
                self.dead = true;
                Ok(Response::Crash { how })
            }
            TargetError::Timeout(_) => {
                self.dead = true;
                Ok(Response::Hang { deadline_ms: deadline.as_millis() as u64 })
            }
            TargetError::Protocol(message) => Ok(Response::Error(EngineError { class: ErrorClass::Protocol, message })),
            TargetError::Answered(error) => Ok(Response::Error(error)),
            other => Err(other),
        }
    }
}

/// The texts that load a graph into an empty database: indexes first, then elements.
pub fn loading_statements(graph: &Graph, how: &Load, dialect: &Dialect) -> Vec<String> {
    let load::LoadStatements { schema, data } = load::statements(graph, dialect);
    let data = match how {
        Load::Create => data,
        Load::Script(script) => script.iter().map(|statement| print(statement, dialect)).collect(),
    };
    schema.into_iter().chain(data).collect()
}
