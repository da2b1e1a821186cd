//! A driver on a thread of its own, so that nobody waits for a target longer than a clock allows: not for its answers, not
//! for its start, not for its installation.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use graphlance_case::{Ability, Boundary, Dialect, EngineError, ErrorClass, Response};
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_graph::{Counters, Graph};

use crate::clock::Clock;

/// How often whoever waits looks at the clock.
const LOOK: Duration = Duration::from_millis(25);

/// How long the end of a driver is waited for: it kills engines, and removes what it has made on servers of others.
const GOODBYE: Duration = Duration::from_secs(10);

/// The same when nothing is left on the clock.
const SHORT_GOODBYE: Duration = Duration::from_millis(500);

/// An answer to one of several statements.
pub struct Received {
    pub response: Response,
    /// The time since the one before.
    pub took: Duration,
    /// The plan, where the target told it beside the answer.
    pub plan: Option<String>,
}

/// One thing of several that a driver does one after the other.
pub enum Task {
    /// Run a statement within a deadline.
    Run(String, Duration),
    /// Read the whole graph within a deadline.
    Read(Duration),
    /// Ask for the counters of the last statement.
    Count,
}

/// What came of some tasks: those of them that were begun, and the time that all took.
pub struct Done {
    /// The responses; an error is about reading the graph.
    pub responses: Vec<Result<Response, TargetError>>,
    /// The time.
    pub took: Duration,
}

type Work = Box<dyn FnOnce(&mut dyn Driver) + Send>;

/// Where the thread of a driver says what came of something; a panic included.
type Outcome<T> = Receiver<thread::Result<T>>;

/// A driver on a thread of its own. Once it has been given up, the thread is on its own: it ends with the call it is in,
/// or with graphlance.
pub struct Guarded {
    /// None once it is dropped.
    requests: Option<Sender<Work>>,
    /// Closed when the driver is gone.
    ended: Receiver<()>,
    clock: Clock,
    identity: Identity,
    abilities: BTreeSet<Ability>,
    /// Where the answers to the statements in flight will come.
    started: Option<Outcome<Vec<Received>>>,
    /// Where what came of the tasks under way will come.
    begun: Option<Outcome<Done>>,
    gave_up: bool,
}

impl Guarded {
    /// Opens a driver for a worker. Errors: those of the target, or [`TargetError::Stopped`] when the clock runs out.
    pub fn open(target: &Arc<dyn Target>, worker: usize, clock: &Clock) -> Result<Guarded, TargetError> {
        clock.cap(GOODBYE)?;
        let (requests, inbox) = channel::<Work>();
        let (opened, outcome) = channel();
        let (alive, ended) = channel::<()>();
        let target = Arc::clone(target);
        let serve = move || {
            // Dropped last.
            let _alive = alive;
            let mut driver = match catch_unwind(AssertUnwindSafe(|| target.open(worker))) {
                Ok(Ok(driver)) => driver,
                Ok(Err(error)) => return drop(opened.send(Ok(Err(error)))),
                Err(panic) => return drop(opened.send(Err(panic))),
            };
            // When nobody waits any more the inbox is closed, too.
            let _ = opened.send(Ok(Ok((driver.identity().clone(), driver.abilities()))));
            for work in inbox {
                work(driver.as_mut());
            }
            // A driver that panics at its end must not take the process along.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(driver)));
        };
        spawn(&format!("driver-{worker}"), serve)?;
        let (identity, abilities) = wait(&outcome, clock)??;
        let clock = clock.clone();
        Ok(Guarded {
            requests: Some(requests),
            ended,
            clock,
            identity,
            abilities,
            started: None,
            begun: None,
            gave_up: false,
        })
    }

    /// Runs one statement, as [`Driver::run`] does. Errors: the clock ran out, so that there is no answer.
    pub fn ask(&mut self, statement: &str, deadline: Duration) -> Result<Response, TargetError> {
        let statement = statement.to_owned();
        self.call(move |driver| driver.run(&statement, deadline))
    }

    /// Runs one statement that loads a graph, as [`Driver::run_load`] does. Errors: the clock ran out, so that there is no answer.
    pub fn ask_load(&mut self, statement: &str, deadline: Duration) -> Result<Response, TargetError> {
        let statement = statement.to_owned();
        self.call(move |driver| driver.run_load(&statement, deadline))
    }

    /// Runs one statement, as [`Driver::run_verbatim`] does. Errors: the clock ran out, so that there is no answer.
    pub fn ask_verbatim(&mut self, statement: &str, deadline: Duration) -> Result<Response, TargetError> {
        let statement = statement.to_owned();
        self.call(move |driver| driver.run_verbatim(&statement, deadline))
    }

    /// Begins or ends a transaction, as [`Driver::transact`] does. Errors: the clock ran out, so that there is no answer.
    pub fn cross(&mut self, boundary: Boundary, deadline: Duration) -> Result<Response, TargetError> {
        self.call(move |driver| driver.transact(boundary, deadline))
    }

    /// What the last statement is said to have changed, as [`Driver::counters`] has it. Errors: the clock ran out.
    pub fn told_counters(&mut self) -> Result<Counters, TargetError> {
        self.call(|driver| driver.counters())
    }

    /// How many rows the target's plan for a statement expects, as [`Driver::estimate`] has it. Errors: the clock ran out.
    pub fn told_estimate(&mut self, statement: &str, deadline: Duration) -> Result<Option<f64>, TargetError> {
        let statement = statement.to_owned();
        self.call(move |driver| driver.estimate(&statement, deadline))
    }

    /// Sends statements that only read, and does not wait for their answers. Errors: the clock ran out.
    pub fn start(&mut self, statements: Vec<String>, deadline: Duration) -> Result<(), TargetError> {
        let run = move |driver: &mut dyn Driver| {
            let answers = driver.run_all(&statements, deadline);
            let plans = driver.told_plans().into_iter().chain(std::iter::repeat(None));
            answers.into_iter().zip(plans).map(|((response, took), plan)| Received { response, took, plan }).collect()
        };
        self.started = Some(self.request(run)?);
        Ok(())
    }

    /// The answers to what was started, as [`Driver::run_all`] gives them. Errors: the clock ran out.
    pub fn finish(&mut self) -> Result<Vec<Received>, TargetError> {
        match self.started.take() {
            Some(outcome) => self.outcome_of(&outcome),
            None => Ok(Vec::new()),
        }
    }

    /// Begins with some tasks, and does not wait for what comes of them. They end early with what kills the target, or leaves
    /// nothing to be asked. Errors: the clock ran out.
    pub fn begin(&mut self, tasks: Vec<Task>) -> Result<(), TargetError> {
        let work = move |driver: &mut dyn Driver| {
            let begun = Instant::now();
            let mut responses = Vec::with_capacity(tasks.len());
            for task in tasks {
                let response = match task {
                    Task::Run(statement, deadline) => Ok(driver.run(&statement, deadline)),
                    Task::Read(deadline) => driver.read_graph(deadline).map(|graph| Response::Graph(Box::new(graph))),
                    Task::Count => Ok(Response::Counters(driver.counters())),
                };
                let ends = response.as_ref().map_or(true, Response::is_breakdown);
                responses.push(response);
                if ends {
                    break;
                }
            }
            Done { responses, took: begun.elapsed() }
        };
        self.begun = Some(self.request(work)?);
        Ok(())
    }

    /// What came of the tasks that were begun; none where none were. Errors: the clock ran out.
    pub fn end(&mut self) -> Result<Option<Done>, TargetError> {
        match self.begun.take() {
            Some(outcome) => self.outcome_of(&outcome).map(Some),
            None => Ok(None),
        }
    }

    /// Does something with the driver, and gives it up when the clock runs out. A panic goes on in the caller.
    fn call<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut dyn Driver) -> T + Send + 'static,
    ) -> Result<T, TargetError> {
        let outcome = self.request(work)?;
        self.outcome_of(&outcome)
    }

    /// Asks the thread of the driver to do something.
    fn request<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut dyn Driver) -> T + Send + 'static,
    ) -> Result<Outcome<T>, TargetError> {
        if self.gave_up {
            return Err(TargetError::Stopped);
        }
        self.clock.cap(GOODBYE)?;
        let (answer, outcome) = channel();
        let request: Work = Box::new(move |driver| {
            // When nobody waits any more nobody needs it.
            let _ = answer.send(catch_unwind(AssertUnwindSafe(|| work(driver))));
        });
        let gone = || TargetError::Start("the thread of the driver is gone".to_owned());
        self.requests.as_ref().ok_or_else(gone)?.send(request).map_err(|_| gone())?;
        Ok(outcome)
    }

    /// Waits for what was asked.
    fn outcome_of<T>(&mut self, outcome: &Outcome<T>) -> Result<T, TargetError> {
        let waited = wait(outcome, &self.clock);
        self.gave_up = matches!(waited, Err(TargetError::Stopped));
        waited
    }
}

/// What is said in place of an answer that nobody waited for.
fn stopped(error: TargetError) -> Response {
    Response::Error(EngineError { class: ErrorClass::Timeout, message: error.to_string() })
}

/// A target's dialect, for which it may have to be asked. Errors: those of the target, or the clock ran out.
pub fn dialect_of(target: &Arc<dyn Target>, clock: &Clock) -> Result<Dialect, TargetError> {
    clock.cap(GOODBYE)?;
    let (answer, outcome) = channel();
    let target = Arc::clone(target);
    // When nobody waits any more nobody needs it.
    let ask = move || drop(answer.send(catch_unwind(AssertUnwindSafe(|| target.dialect()))));
    spawn("dialect", ask)?;
    wait(&outcome, clock)?
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), TargetError> {
    let spawned = thread::Builder::new().name(name.to_owned()).spawn(work);
    spawned.map(drop).map_err(|error| TargetError::Start(format!("cannot start a thread: {error}; fewer --workers?")))
}

/// Waits for what a thread sends, as long as the clock allows. A panic of the thread goes on here.
fn wait<T>(outcome: &Receiver<thread::Result<T>>, clock: &Clock) -> Result<T, TargetError> {
    loop {
        let left = clock.left();
        match outcome.recv_timeout(left.min(LOOK)) {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(TargetError::Stopped),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(TargetError::Start("the thread of the driver is gone".to_owned()));
            }
        }
    }
}

impl Driver for Guarded {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.call(move |driver| driver.wipe(deadline))?
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        self.ask(statement, deadline).unwrap_or_else(stopped)
    }

    fn run_load(&mut self, statement: &str, deadline: Duration) -> Response {
        self.ask_load(statement, deadline).unwrap_or_else(stopped)
    }

    fn run_verbatim(&mut self, statement: &str, deadline: Duration) -> Response {
        self.ask_verbatim(statement, deadline).unwrap_or_else(stopped)
    }

    fn counters(&mut self) -> Counters {
        self.told_counters().unwrap_or_default()
    }

    fn estimate(&mut self, statement: &str, deadline: Duration) -> Option<f64> {
        self.told_estimate(statement, deadline).ok()?
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.call(move |driver| driver.await_indexes(deadline))?
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.call(move |driver| driver.read_graph(deadline))?
    }

    fn explain(&mut self, statement: &str, deadline: Duration) -> Option<String> {
        let statement = statement.to_owned();
        self.call(move |driver| driver.explain(&statement, deadline)).ok()?
    }

    fn health(&mut self) -> Health {
        self.call(|driver| driver.health()).unwrap_or_default()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        let met = |driver: &mut dyn Driver| (driver.identity().clone(), driver.abilities());
        (self.identity, self.abilities) = self.call(move |driver| driver.restart().map(|()| met(driver)))??;
        Ok(())
    }

    fn abilities(&self) -> BTreeSet<Ability> {
        self.abilities.clone()
    }

    fn enter(&mut self, database: Option<&str>, deadline: Duration) -> Result<(), TargetError> {
        let database = database.map(str::to_owned);
        self.call(move |driver| driver.enter(database.as_deref(), deadline))?
    }

    fn transact(&mut self, boundary: Boundary, deadline: Duration) -> Response {
        self.cross(boundary, deadline).unwrap_or_else(stopped)
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.call(move |driver| driver.log_tail(count)).unwrap_or_default()
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.requests = None;
        if !self.gave_up {
            // Nothing can be done about one that does not end in time.
            let _ = self.ended.recv_timeout(self.clock.left().clamp(SHORT_GOODBYE, GOODBYE));
        }
    }
}
