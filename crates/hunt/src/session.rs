//! One worker's connection to a target: loads graphs and runs cases, and starts the engine anew when it is gone.

mod steps;

use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::language::{Effort, LoadTexts};
use graphlance_case::{Case, Dialect, EngineError, ErrorClass, Evaluator, Languages, Load, Response, Verdict};
use graphlance_engines::{Driver, Identity, Target, TargetError};
use graphlance_graph::{Graph, Name, Table};
use graphlance_shrink::CaseRunner;

use crate::bounds;
use crate::clock::Clock;
use crate::guarded::{Guarded, Received, dialect_of};

/// Deadlines of one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// For each query.
    pub query: Duration,
    /// For wiping, for each loading statement, for reading the graph back.
    pub load: Duration,
}

/// Loading may take so many times the deadline of a query, within these limits.
const LOADING: u32 = 10;
const LEAST_LOADING: Duration = Duration::from_secs(10);
const MOST_LOADING: Duration = Duration::from_secs(60);

impl Deadlines {
    /// The deadlines that go with one for queries.
    pub fn of_query(query: Duration) -> Deadlines {
        let usual = query.saturating_mul(LOADING).clamp(LEAST_LOADING, MOST_LOADING);
        // Whoever gives a query longer has reason to give loading as long.
        Deadlines { query, load: usual.max(query) }
    }
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines::of_query(Duration::from_secs(3))
    }
}

/// A driver with what it takes to run cases on it. Everything ends when its clock says so, with
/// [`TargetError::Stopped`]: what a target did not do because nobody waited for it is no fault of the target.
pub struct Session {
    /// The target's name on the command line.
    target: String,
    driver: Guarded,
    dialect: Dialect,
    languages: Languages,
    evaluator: Arc<dyn Evaluator>,
    deadlines: Deadlines,
    clock: Clock,
    /// The database that the driver acts on; none: the worker's own.
    database: Option<Name>,
    /// How long each of the statements in flight was given; none when there are none.
    in_flight: Option<Duration>,
    /// What the steps that were begun were given: a statement, and reading the graph.
    begun: Option<[Duration; 2]>,
    dead: bool,
    /// How often the database was emptied, and with it what it held.
    emptied: u64,
    restarts: u64,
    /// Restarts since anything was last answered.
    restarts_in_vain: u64,
}

/// An engine that was started so often without answering anything in between is given up.
const MOST_RESTARTS_IN_VAIN: u64 = 50;

/// How often a server that is gone is looked for again, since whoever runs it may start it again.
const KNOCK: Duration = Duration::from_millis(250);

impl Session {
    /// A session of a worker with a target, in the target's dialect. Errors: the target cannot be used, no dialect is known
    /// for it, or the clock ran out.
    pub fn open(
        target: &Arc<dyn Target>,
        worker: usize,
        deadlines: Deadlines,
        clock: &Clock,
        languages: &Languages,
    ) -> Result<Session, TargetError> {
        // First: without a dialect nothing need be installed or started.
        let dialect = dialect_of(target, clock)?;
        Session::open_in(target, dialect, worker, deadlines, clock, languages)
    }

    /// The same in the whole standard where no dialect is known for the target, for what does not judge by it; with the
    /// reason why none is known.
    pub fn open_in_any(
        target: &Arc<dyn Target>,
        worker: usize,
        deadlines: Deadlines,
        clock: &Clock,
        languages: &Languages,
    ) -> Result<(Session, Option<String>), TargetError> {
        let (dialect, unknown) = match dialect_of(target, clock) {
            Ok(dialect) => (dialect, None),
            Err(TargetError::NoDialect(why)) => (target.standard(), Some(why)),
            Err(error) => return Err(error),
        };
        Ok((Session::open_in(target, dialect, worker, deadlines, clock, languages)?, unknown))
    }

    /// A session of a worker with a target in a dialect. Errors: the target cannot be used, or the clock ran out.
    pub fn open_in(
        target: &Arc<dyn Target>,
        dialect: Dialect,
        worker: usize,
        deadlines: Deadlines,
        clock: &Clock,
        languages: &Languages,
    ) -> Result<Session, TargetError> {
        Ok(Session {
            target: target.name().to_owned(),
            driver: Guarded::open(target, worker, clock)?,
            evaluator: languages.evaluator(&dialect, Effort::Usual),
            languages: languages.clone(),
            dialect,
            deadlines,
            clock: clock.clone(),
            database: None,
            in_flight: None,
            begun: None,
            dead: false,
            emptied: 0,
            restarts: 0,
            restarts_in_vain: 0,
        })
    }

    /// The session with another dialect than its target's.
    pub fn with_dialect(self, dialect: Dialect) -> Session {
        Session { evaluator: self.languages.evaluator(&dialect, Effort::Usual), dialect, ..self }
    }

    /// The target's name on the command line.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// The dialect statements are printed in.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The evaluator under the dialect's deviations.
    pub fn evaluator(&self) -> &Arc<dyn Evaluator> {
        &self.evaluator
    }

    /// The languages with their evaluators.
    pub fn languages(&self) -> &Languages {
        &self.languages
    }

    /// The driver, for what a session does not do (health, plans, logs).
    pub fn driver(&mut self) -> &mut dyn Driver {
        &mut self.driver
    }

    /// When everything must end.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// What exactly answers.
    pub fn identity(&self) -> &Identity {
        self.driver.identity()
    }

    /// Whether the engine died or hung and has not been started anew yet.
    pub fn is_dead(&self) -> bool {
        self.dead
    }

    /// How often the database was emptied: what was loaded is there while the number stays.
    pub(crate) fn emptied(&self) -> u64 {
        self.emptied
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

    /// Starts the engine anew. A server that cannot be reached gets the time of loading to come back. Errors: the target
    /// cannot be started or reached, or answers nothing however often it is.
    pub fn restart(&mut self) -> Result<(), TargetError> {
        if self.restarts_in_vain >= MOST_RESTARTS_IN_VAIN {
            return Err(TargetError::Start(format!(
                "given up: started {MOST_RESTARTS_IN_VAIN} times in a row without an answer to anything; \
                 `graphlance doctor` shows how far it gets"
            )));
        }
        let begun = Instant::now();
        loop {
            match self.driver.restart() {
                Ok(()) => break,
                Err(TargetError::Unreachable(_)) if begun.elapsed() < self.deadlines.load => self.clock.sleep(KNOCK)?,
                Err(error) => return Err(error),
            }
        }
        self.dead = false;
        self.database = None;
        self.emptied += 1;
        self.restarts += 1;
        self.restarts_in_vain += 1;
        Ok(())
    }

    /// Empties the database and loads a graph. `Ok(Some(response))` is the answer of the statement that failed.
    /// Errors: the target is not usable at all, or the clock ran out.
    pub fn prepare(&mut self, graph: &Graph, load: &Load) -> Result<Option<Response>, TargetError> {
        self.empty()?;
        for statement in LoadTexts::sent(graph, load, &self.dialect).all() {
            let given = self.clock.cap(self.deadlines.load)?;
            let response = self.driver.ask_load(statement, given)?;
            match self.noted_within(response, given, self.deadlines.load)? {
                Response::Table(_) => {}
                response => return Ok(Some(response)),
            }
        }
        match self.loading(|driver, deadline| driver.await_indexes(deadline)) {
            Ok(()) => Ok(None),
            Err(error) => self.response_of(error).map(Some),
        }
    }

    /// Runs one statement under the deadline of a query. Errors: the clock ran out.
    pub fn query(&mut self, text: &str) -> Result<Response, TargetError> {
        self.run(text, self.deadlines.query)
    }

    /// The same with results as the protocol has them, as [`Driver::run_verbatim`] gives them. Errors: the clock ran out.
    pub fn query_verbatim(&mut self, text: &str) -> Result<Response, TargetError> {
        let deadline = self.deadlines.query;
        let given = self.clock.cap(deadline)?;
        let response = self.driver.ask_verbatim(text, given)?;
        self.noted_within(response, given, deadline)
    }

    /// Sends statements that only read, each under the deadline of a query; [`Session::finish`] waits for their answers.
    /// Errors: the clock ran out.
    pub fn start(&mut self, texts: Vec<String>) -> Result<(), TargetError> {
        let given = self.clock.cap(self.deadlines.query)?;
        self.driver.start(texts, given)?;
        self.in_flight = Some(given);
        Ok(())
    }

    /// The answers to what was started; they end early when the target dies, hangs, or sends what
    /// is no answer. Nothing if nothing was started. Errors: the clock ran out, or there is no answer at all.
    pub(crate) fn finish(&mut self) -> Result<Vec<Received>, TargetError> {
        let Some(given) = self.in_flight.take() else { return Ok(Vec::new()) };
        let mut answers = self.driver.finish()?;
        for answer in &mut answers {
            let told = std::mem::replace(&mut answer.response, Response::Table(Table::default()));
            answer.response = self.noted(told);
        }
        // It was given less time than it was due.
        if given < self.deadlines.query
            && matches!(answers.last(), Some(Received { response: Response::Hang { .. }, .. }))
        {
            answers.pop();
        }
        if answers.is_empty() { Err(TargetError::Stopped) } else { Ok(answers) }
    }

    /// The engine's plan for a statement; none when it has none, or the clock ran out.
    pub fn explain(&mut self, text: &str) -> Option<String> {
        let given = self.clock.cap(self.deadlines.query).ok()?;
        self.driver.explain(text, given)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Result<Response, TargetError> {
        let given = self.clock.cap(deadline)?;
        let response = self.driver.ask(statement, given)?;
        self.noted_within(response, given, deadline)
    }

    /// A response to what was given so much time. Errors: it was given less than it was due, and did not answer.
    fn noted_within(
        &mut self,
        response: Response,
        given: Duration,
        deadline: Duration,
    ) -> Result<Response, TargetError> {
        match self.noted(response) {
            Response::Hang { .. } if given < deadline => Err(TargetError::Stopped),
            response => Ok(response),
        }
    }

    /// A response within bounds; whether the target died of it is remembered.
    fn noted(&mut self, response: Response) -> Response {
        let response = bounds::response(response);
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

    /// Does a part of loading under its deadline.
    fn loading<T>(
        &mut self,
        part: impl FnOnce(&mut Guarded, Duration) -> Result<T, TargetError>,
    ) -> Result<T, TargetError> {
        let deadline = self.deadlines.load;
        let given = self.clock.cap(deadline)?;
        match part(&mut self.driver, given) {
            Err(TargetError::Timeout(_)) if given < deadline => Err(TargetError::Stopped),
            outcome => outcome,
        }
    }

    /// Wipes the database; an engine that does not even do that is started anew once.
    fn empty(&mut self) -> Result<(), TargetError> {
        self.emptied += 1;
        if self.dead {
            self.restart()?;
        }
        match self.loading(|driver, deadline| driver.wipe(deadline)) {
            Err(error) if !matches!(error, TargetError::Stopped) => {}
            emptied => return emptied,
        }
        self.restart()?;
        self.loading(|driver, deadline| driver.wipe(deadline))
    }

    /// The response that says the same as an error of a driver; the error itself when it is about the target's start.
    fn response_of(&mut self, error: TargetError) -> Result<Response, TargetError> {
        self.response_as_told(error).map(bounds::response)
    }

    fn response_as_told(&mut self, error: TargetError) -> Result<Response, TargetError> {
        match error {
            TargetError::Unreachable(how) => {
                self.dead = true;
                Ok(Response::Crash { how })
            }
            TargetError::Timeout(_) => {
                self.dead = true;
                Ok(Response::Hang { deadline_ms: self.deadlines.load.as_millis() as u64 })
            }
            TargetError::Protocol(message) => Ok(Response::Error(EngineError { class: ErrorClass::Protocol, message })),
            TargetError::Answered(error) => Ok(Response::Error(error)),
            other => Err(other),
        }
    }
}

impl CaseRunner for Session {
    fn dialect(&self) -> &Dialect {
        Session::dialect(self)
    }

    fn languages(&self) -> &Languages {
        Session::languages(self)
    }

    fn prepare(&mut self, graph: &Graph, load: &Load) -> Result<Option<Response>, TargetError> {
        Session::prepare(self, graph, load)
    }

    fn run_steps(&mut self, case: &Case) -> Result<Vec<Response>, TargetError> {
        Session::run_steps(self, case)
    }

    fn run_case(&mut self, case: &Case) -> Result<(Vec<Response>, Verdict), TargetError> {
        Session::run_case(self, case)
    }

    fn is_dead(&self) -> bool {
        Session::is_dead(self)
    }
}
