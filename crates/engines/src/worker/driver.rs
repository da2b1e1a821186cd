//! The parent's side: starts the child, asks, and kills it when it does not answer in time.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use graphlance_case::{Ability, Boundary, EngineError, Response};
use graphlance_graph::Graph;

use super::channel::{Channel, NoReply};
use super::protocol::{Hello, PROTOCOL, Payload, Request};
use crate::driver::{Driver, Health, Identity, TargetError, done, only_one, run_one_by_one};
use crate::launcher::folder::PrivateFolder;
use crate::limits;
use crate::process::{Capture, LOG_LINES, Process, limit_advice};
use crate::wire::{Answered, Broken, Pipelined, Rest, hang, protocol};

/// A child that stops by itself at the deadline gets this much longer to say so.
const GRACE: Duration = Duration::from_millis(300);

/// How long the end of a dying child is waited for: so long that no statement outlasts its deadline by two seconds.
const LAST_WORDS: Duration = Duration::from_millis(1200);

/// What is said of a child that closed its output and did not end.
const CLOSED: &str = "the worker closed its output, but lives";

/// What is said of a child that was killed and not started again: its database is gone.
const STOPPED: &str = "the worker was stopped after an answer that was none, and its database with it";

/// What is said of another answer to a request that gives nothing.
const NOT_DONE: &str = "the worker gives another answer than `done`";

/// How a worker process is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Most bytes of address space; none: no limit.
    pub memory: Option<u64>,
    /// How long it may take to say hello: on a busy machine the start of an interpreter takes its time.
    pub ready: Duration,
}

impl WorkerCommand {
    /// How long a worker may take to say hello unless its launcher knows better.
    pub const READY: Duration = Duration::from_secs(60);
}

/// A worker process, kept across cases.
pub struct WorkerDriver {
    command: WorkerCommand,
    identity: Identity,
    abilities: BTreeSet<Ability>,
    child: Option<Child>,
    log: Vec<String>,
    /// CPU seconds of the children before this one.
    spent: f64,
    /// Where it runs; none: where graphlance does. It outlives the child.
    folder: Option<PrivateFolder>,
}

struct Child {
    process: Process,
    channel: Channel,
}

impl WorkerDriver {
    /// Starts the worker. Errors: it cannot be started, dies, or speaks another protocol.
    pub fn open(command: WorkerCommand) -> Result<WorkerDriver, TargetError> {
        WorkerDriver::open_in(command, None)
    }

    /// The same in a folder of its own, which goes with the driver.
    pub fn open_in(command: WorkerCommand, folder: Option<PrivateFolder>) -> Result<WorkerDriver, TargetError> {
        let (identity, abilities) = (Identity::default(), BTreeSet::new());
        let mut driver =
            WorkerDriver { command, identity, abilities, child: None, log: Vec::new(), spent: 0.0, folder };
        driver.start()?;
        Ok(driver)
    }

    fn start(&mut self) -> Result<(), TargetError> {
        self.stop();
        let WorkerCommand { program, arguments, memory, ready } = &self.command;
        let ready = *ready;
        let fail = |error: io::Error| TargetError::Start(format!("cannot start {}: {error}", program.display()));
        let (ours, theirs) = UnixStream::pair().map_err(fail)?;
        let mut command = Command::new(program);
        command.args(arguments);
        if let Some(folder) = &self.folder {
            folder.house(&mut command);
        }
        command.stdin(Stdio::from(OwnedFd::from(theirs.try_clone().map_err(fail)?)));
        command.stdout(Stdio::from(OwnedFd::from(theirs)));
        let process = Process::spawn(command, *memory, Capture::Error).map_err(fail)?;
        self.child = Some(Child { process, channel: Channel::new(ours) });
        let name = program.display().to_string();
        match self.ask(&Request::Hello { protocol: PROTOCOL }, ready) {
            Ok(Payload::Hello(Hello { protocol: PROTOCOL, identity, abilities, .. })) => {
                (self.identity, self.abilities) = (limits::cut_identity(identity), abilities);
                Ok(())
            }
            Ok(Payload::Error(error)) => {
                self.stop();
                Err(TargetError::Protocol(format!("{name} refuses: {}", limits::cut(error.message))))
            }
            Ok(_) => {
                self.stop();
                Err(TargetError::Protocol(format!("{name} does not answer hello with hello of version {PROTOCOL}")))
            }
            Err(NoReply::Deadline) => Err(TargetError::Timeout(format!("{name} does not say hello within {ready:?}"))),
            Err(NoReply::Garbage(what)) => Err(TargetError::Protocol(format!("{name}: {what}"))),
            Err(NoReply::Ended) => {
                let how = self.bury().unwrap_or_else(|| CLOSED.to_owned());
                let lines = self.log.iter().rev().take(10).rev().cloned().collect::<Vec<_>>().join("\n  ");
                let advice = limit_advice();
                Err(TargetError::Start(format!("{name} died at its start ({how}).{advice}\n  {lines}")))
            }
        }
    }

    /// One request and its answer. After a failure other than the child's end the child is killed.
    fn ask(&mut self, request: &Request, deadline: Duration) -> Result<Payload, NoReply> {
        let Some(child) = self.child.as_mut() else { return Err(NoReply::Garbage(STOPPED.to_owned())) };
        let outcome = child.channel.exchange(request, deadline + GRACE);
        if matches!(outcome, Err(NoReply::Deadline | NoReply::Garbage(_))) {
            self.stop();
        }
        outcome
    }

    fn channel(&mut self) -> Result<&mut Channel, Broken> {
        let child = self.child.as_mut().ok_or_else(|| Broken::Garbage(STOPPED.to_owned()))?;
        Ok(&mut child.channel)
    }

    /// Kills the child; its log stays readable.
    fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            self.end(&mut child);
        }
    }

    fn end(&mut self, child: &mut Child) {
        child.process.kill();
        self.spent += child.process.cpu_seconds();
        self.log = child.process.log().tail(LOG_LINES);
    }

    /// How the child ended; none if it lives and only closed its output. Then it is killed.
    fn bury(&mut self) -> Option<String> {
        let mut child = self.child.take()?;
        let ended = child.process.wait(LAST_WORDS).is_some();
        let how = ended.then(|| child.process.obituary(Duration::ZERO));
        self.end(&mut child);
        how.map(limits::cut)
    }

    /// A request whose failure is the target's.
    fn demand(&mut self, request: &Request, deadline: Duration) -> Result<Payload, TargetError> {
        match self.ask(request, deadline) {
            Ok(Payload::Error(error)) => Err(TargetError::answered(request.name(), error)),
            Ok(answer) => Ok(answer),
            Err(NoReply::Deadline) => Err(TargetError::Timeout(format!("no answer within {deadline:?}"))),
            Err(NoReply::Garbage(what)) => Err(TargetError::Protocol(what)),
            Err(NoReply::Ended) => Err(match self.bury() {
                Some(how) => TargetError::Unreachable(how),
                None => TargetError::Protocol(CLOSED.to_owned()),
            }),
        }
    }

    fn demand_done(&mut self, request: &Request, deadline: Duration) -> Result<(), TargetError> {
        match self.demand(request, deadline)? {
            Payload::Done => Ok(()),
            _ => Err(TargetError::Protocol(NOT_DONE.to_owned())),
        }
    }
}

impl Pipelined for WorkerDriver {
    const PATIENCE: Duration = GRACE;

    fn ready(&mut self, _: usize, _: Duration) -> Result<(), Response> {
        match &self.child {
            Some(_) => Ok(()),
            None => Err(Response::Error(protocol(STOPPED.to_owned()))),
        }
    }

    fn queue(&mut self, _: usize, statement: &str, deadline: Duration) -> Result<(), Broken> {
        let request = Request::Run { statement: statement.to_owned(), deadline_ms: deadline.as_millis() as u64 };
        Ok(self.channel()?.queue(&request)?)
    }

    fn flush(&mut self, _: usize, deadline: Duration) -> Result<(), Broken> {
        Ok(self.channel()?.flush(deadline)?)
    }

    fn receive(&mut self, _: usize, deadline: Duration, end: Instant) -> Result<Answered, Broken> {
        let answer = self.channel()?.receive(end, deadline + GRACE)?;
        Ok(Answered { response: response(answer), rest: Rest::Follows })
    }

    fn broke(&mut self, broken: Broken, deadline: Duration) -> Response {
        match broken {
            Broken::Lost(_) => match self.bury() {
                Some(how) => Response::Crash { how },
                None => Response::Error(protocol(CLOSED.to_owned())),
            },
            Broken::Deadline(_) => {
                self.stop();
                hang(deadline)
            }
            Broken::Garbage(what) => {
                self.stop();
                Response::Error(protocol(what))
            }
        }
    }
}

impl Driver for WorkerDriver {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        if self.child.is_none() {
            self.start()?;
        }
        self.demand_done(&Request::Wipe, deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        let deadline_ms = deadline.as_millis() as u64;
        match self.ask(&Request::Run { statement: statement.to_owned(), deadline_ms }, deadline) {
            Ok(answer) => response(answer),
            Err(failure) => self.broke(failure.into(), deadline),
        }
    }

    fn run_all(&mut self, statements: &[String], deadline: Duration) -> Vec<(Response, Duration)> {
        match &self.child {
            Some(child) if child.channel.takes_ahead() => self.respond_all(statements, deadline),
            _ => run_one_by_one(self, statements, deadline),
        }
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.demand_done(&Request::AwaitIndexes, deadline)
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        match self.demand(&Request::ReadGraph, deadline)? {
            Payload::Graph(graph) => Ok(graph),
            _ => Err(TargetError::Protocol("the worker answers read_graph with no graph".to_owned())),
        }
    }

    fn explain(&mut self, statement: &str, deadline: Duration) -> Option<String> {
        match self.demand(&Request::Explain { statement: statement.to_owned() }, deadline) {
            Ok(Payload::Plan(plan)) => plan.map(limits::cut),
            _ => None,
        }
    }

    fn health(&mut self) -> Health {
        let Some(child) = self.child.as_mut() else { return Health::default() };
        let alive = child.process.ended().is_none();
        let usage = child.process.usage().filter(|_| alive);
        Health {
            alive,
            memory_bytes: usage.map(|usage| usage.memory_bytes),
            cpu_seconds: usage.map(|usage| self.spent + usage.cpu_seconds),
        }
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.start()
    }

    /// No worker is asked what it counted.
    fn abilities(&self) -> BTreeSet<Ability> {
        let told = |ability: &Ability| !matches!(ability, Ability::Counters | Ability::Estimates);
        self.abilities.iter().copied().filter(told).collect()
    }

    fn enter(&mut self, database: Option<&str>, deadline: Duration) -> Result<(), TargetError> {
        if !self.abilities.contains(&Ability::Databases) {
            return only_one(database);
        }
        self.demand_done(&Request::Enter { database: database.map(str::to_owned) }, deadline)
    }

    fn transact(&mut self, boundary: Boundary, deadline: Duration) -> Response {
        if !self.abilities.contains(&boundary.ability()) {
            return Response::Unsupported(boundary.ability());
        }
        match self.ask(&Request::boundary(boundary), deadline) {
            Ok(Payload::Done) => done(),
            Ok(answer @ Payload::Error(_)) => response(answer),
            Ok(_) => Response::Error(protocol(NOT_DONE.to_owned())),
            Err(failure) => self.broke(failure.into(), deadline),
        }
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        match &self.child {
            Some(child) => child.process.log().tail(count),
            None => self.log.iter().skip(self.log.len().saturating_sub(count)).cloned().collect(),
        }
    }
}

/// What a worker's answer to a statement means.
fn response(answer: Payload) -> Response {
    match answer {
        Payload::Table(table) => Response::Table(table),
        Payload::Error(EngineError { class, message }) => {
            Response::Error(EngineError { class, message: limits::cut(message) })
        }
        _ => Response::Error(protocol("the worker answers a statement with neither a table nor an error".to_owned())),
    }
}
