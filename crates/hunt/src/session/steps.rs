//! Runs the steps of a case: statements, snapshots and transactions, each in its database.

use std::time::{Duration, Instant};

use graphlance_case::{
    Ability, Act, Boundary, Case, EngineError, ErrorClass, Response, Statement, Step, Verdict, judge,
};
use graphlance_engines::{Driver, TargetError};
use graphlance_graph::{Name, Table};

use super::Session;
use crate::guarded::Task;

/// How often statements race.
const REPETITIONS: usize = 5;

impl Session {
    /// Runs a whole case on an empty database and judges it. A failure to load is the answer to the first step of a
    /// case that claims loading, and leaves every other case undecided. Errors: the clock ran out.
    pub fn run_case(&mut self, case: &Case) -> Result<(Vec<Response>, Verdict), TargetError> {
        let responses = match self.prepare(&case.graph, &case.load)? {
            None => self.run_steps(case)?,
            Some(failure) if case.claim.is_about_loading() => vec![failure],
            Some(_) => Vec::new(),
        };
        let verdict = judge(case, &responses, &self.dialect);
        Ok((responses, verdict))
    }

    /// Runs the steps of a case on what is loaded; stops after the step that killed or hung the target. Of a case that needs
    /// what the target cannot do none is run. Afterwards no transaction is open, and the database is the worker's own again.
    /// Errors: the clock ran out.
    pub fn run_steps(&mut self, case: &Case) -> Result<Vec<Response>, TargetError> {
        self.run_steps_from(case, 0)
    }

    /// The same of a case of which so many steps were run. Errors: the clock ran out.
    pub fn run_steps_from(&mut self, case: &Case, first: usize) -> Result<Vec<Response>, TargetError> {
        let needs = case.needs();
        if let Some(lacking) = needs.difference(&self.driver.abilities()).next() {
            return Ok(vec![Response::Unsupported(*lacking)]);
        }
        for database in case.databases() {
            if let Err(error) = self.enter_empty(database) {
                let response = self.response_of(error)?;
                if !self.dead {
                    self.leave(false)?;
                }
                return Ok(vec![response]);
            }
        }
        let mut responses = Vec::with_capacity(case.steps.len());
        let mut open = false;
        for (number, step) in case.steps.iter().enumerate().skip(first) {
            let response = self.step(case, number)?;
            if let Act::Boundary(boundary) = step.act {
                let done = matches!(response, Response::Table(_));
                open = boundary == Boundary::Begin || !done;
            }
            responses.push(response);
            if self.dead {
                return Ok(responses);
            }
        }
        self.leave(open)?;
        Ok(responses)
    }

    /// Begins with the steps of a case from one on, and does not wait for what comes of them ([`Session::end_steps`]).
    /// False where they are not to be had so, and nothing is begun: some act on a database of another name, begin or end a
    /// transaction, or change the schema, or the target cannot do what they need. Errors: the clock ran out.
    pub(crate) fn begin_steps(&mut self, case: &Case, first: usize) -> Result<bool, TargetError> {
        if self.database.is_some() || !case.needs().is_subset(&self.driver.abilities()) {
            return Ok(false);
        }
        let given = [self.clock.cap(self.deadlines.query)?, self.clock.cap(self.deadlines.load)?];
        let task = |step: &Step| match &step.act {
            _ if step.database.is_some() => None,
            Act::Run(statement) if statement.changes_schema() => None,
            Act::Run(statement) => Some(Task::Run(case.sent(statement, &self.dialect), given[0])),
            Act::Snapshot => Some(Task::Read(given[1])),
            Act::Counters => Some(Task::Count),
            Act::Race | Act::Estimate | Act::Refresh | Act::Boundary(_) => None,
        };
        let Some(tasks) = case.steps.iter().skip(first).map(task).collect::<Option<Vec<Task>>>() else {
            return Ok(false);
        };
        self.driver.begin(tasks)?;
        self.begun = Some(given);
        Ok(true)
    }

    /// The responses to the steps that were begun, and how long they took; none where none were. Errors: the clock ran out.
    pub(crate) fn end_steps(&mut self) -> Result<Option<(Vec<Response>, Duration)>, TargetError> {
        let (Some(given), Some(done)) = (self.begun.take(), self.driver.end()?) else { return Ok(None) };
        let mut responses = Vec::with_capacity(done.responses.len());
        for response in done.responses {
            responses.push(match response {
                Ok(response) => self.noted_within(response, given[0], self.deadlines.query)?,
                Err(TargetError::Timeout(_)) if given[1] < self.deadlines.load => return Err(TargetError::Stopped),
                Err(error) => self.unread(error)?,
            });
            if self.dead {
                break;
            }
        }
        Ok(Some((responses, done.took)))
    }

    fn step(&mut self, case: &Case, number: usize) -> Result<Response, TargetError> {
        let step = &case.steps[number];
        if let Err(error) = self.enter(step.database.as_ref()) {
            return self.response_of(error);
        }
        match &step.act {
            Act::Run(statement) => self.run_statement(case, statement),
            Act::Snapshot => self.snapshot(),
            Act::Refresh => self.refresh(),
            Act::Counters => self.driver.told_counters().map(Response::Counters),
            Act::Race => self.race(case, number),
            Act::Estimate => self.estimate(case, number),
            Act::Boundary(boundary) => self.transact(*boundary),
        }
    }

    /// Runs the two statements that only read and came before a step again, in turns. Errors: the clock ran out.
    fn race(&mut self, case: &Case, number: usize) -> Result<Response, TargetError> {
        let before = case.steps.iter().take(number).filter_map(Step::statement);
        let texts: Vec<String> = before.filter(|one| !one.writes()).map(|one| case.sent(one, &self.dialect)).collect();
        let [one, other] = texts.as_slice() else {
            let message = format!("{} statements race: there must be two", texts.len());
            return Ok(Response::Error(EngineError { class: ErrorClass::Other, message }));
        };
        let mut times = Vec::with_capacity(REPETITIONS);
        for repetition in 0..=REPETITIONS {
            let mut taken = [0.0; 2];
            for (text, taken) in [one, other].into_iter().zip(&mut taken) {
                let begun = Instant::now();
                let response = self.run(text, self.deadlines.query)?;
                *taken = begun.elapsed().as_secs_f64() * 1000.0;
                if !matches!(response, Response::Table(_)) {
                    return Ok(response);
                }
            }
            // The first time a plan is made, and what is stored comes into memory.
            if repetition > 0 {
                times.push(taken);
            }
        }
        Ok(Response::Times(times))
    }

    /// Asks for the estimate of the last statement before a step. Errors: the clock ran out.
    fn estimate(&mut self, case: &Case, number: usize) -> Result<Response, TargetError> {
        let last = case.steps.iter().take(number).rev().find_map(Step::statement);
        let text = last.map(|statement| case.sent(statement, &self.dialect)).unwrap_or_default();
        let given = self.clock.cap(self.deadlines.query)?;
        Ok(match self.driver.told_estimate(&text, given)? {
            Some(rows) => Response::Estimate(rows),
            None => Response::Unsupported(Ability::Estimates),
        })
    }

    /// Brings the statistics up to date by which the target plans. Errors: the clock ran out.
    pub(crate) fn refresh(&mut self) -> Result<Response, TargetError> {
        match self.dialect.statistics().map(str::to_owned) {
            Some(text) => self.run(&text, self.deadlines.load),
            None => Ok(Response::Table(Table::default())),
        }
    }

    /// Runs a statement of a case; indexes that it makes are ready afterwards. Errors: the clock ran out.
    pub(crate) fn run_statement(&mut self, case: &Case, statement: &Statement) -> Result<Response, TargetError> {
        let response = self.run(&case.sent(statement, &self.dialect), self.deadlines.query)?;
        if !statement.changes_schema() || !matches!(response, Response::Table(_)) {
            return Ok(response);
        }
        match self.loading(|driver, deadline| driver.await_indexes(deadline)) {
            Ok(()) => Ok(response),
            Err(error) => self.response_of(error),
        }
    }

    /// Reads the whole graph. Errors: the clock ran out.
    pub fn snapshot(&mut self) -> Result<Response, TargetError> {
        match self.loading(|driver, deadline| driver.read_graph(deadline)) {
            Ok(graph) => Ok(Response::Graph(Box::new(graph))),
            Err(error) => self.unread(error),
        }
    }

    /// What it means that the graph could not be read. Errors: the clock ran out.
    fn unread(&mut self, error: TargetError) -> Result<Response, TargetError> {
        match self.response_of(error) {
            Err(TargetError::Stopped) => Err(TargetError::Stopped),
            Err(error) => Ok(Response::Error(EngineError { class: ErrorClass::Other, message: error.to_string() })),
            Ok(response) => Ok(response),
        }
    }

    /// Begins or ends a transaction. Errors: the clock ran out.
    pub fn transact(&mut self, boundary: Boundary) -> Result<Response, TargetError> {
        let deadline = self.deadlines.query;
        let given = self.clock.cap(deadline)?;
        let response = self.driver.cross(boundary, given)?;
        self.noted_within(response, given, deadline)
    }

    /// Goes to a database; none: the worker's own.
    fn enter(&mut self, database: Option<&Name>) -> Result<(), TargetError> {
        if self.database.as_ref() == database {
            return Ok(());
        }
        let name = database.cloned();
        self.loading(|driver, deadline| driver.enter(name.as_deref(), deadline))?;
        self.database = database.cloned();
        Ok(())
    }

    /// Goes to a database in which an earlier case may have written.
    fn enter_empty(&mut self, database: &Name) -> Result<(), TargetError> {
        self.enter(Some(database))?;
        self.loading(|driver, deadline| driver.wipe(deadline))
    }

    /// Ends a transaction that may be open, and goes back to the worker's own database. A target that does not do that is started
    /// anew before anything else is asked.
    fn leave(&mut self, open: bool) -> Result<(), TargetError> {
        if open && !matches!(self.transact(Boundary::RollBack)?, Response::Table(_)) {
            self.dead = true;
        }
        match self.enter(None) {
            Err(TargetError::Stopped) => Err(TargetError::Stopped),
            left => {
                self.dead |= left.is_err();
                Ok(())
            }
        }
    }
}
