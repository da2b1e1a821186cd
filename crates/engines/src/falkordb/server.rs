//! A FalkorDB server of graphlance's own: one process on a free port of the loopback interface.

use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, Instant};

use super::docker::Container;
use super::install::Installation;
use super::session::{Access, Session};
use crate::driver::{Health, TargetError};
use crate::process::{Capture, Process};

/// How long a server may take until it answers.
const START: Duration = Duration::from_secs(20);

/// How long a container may take until it answers, with its image to be fetched.
const FETCH: Duration = Duration::from_secs(300);

/// Another process may take the port between its choice and the server's start.
const ATTEMPTS: usize = 3;

/// How the crash report in a log begins, and how many lines of it may hold the stacks.
const CRASH_REPORT: &str = "REDIS BUG REPORT START";
const CRASH_REPORT_LINES: usize = 600;

/// So many functions tell one crash from another.
const STACK_FUNCTIONS: usize = 5;

/// A running server; dropping it kills it.
#[derive(Debug)]
pub struct Server {
    installation: Installation,
    memory: Option<u64>,
    running: Running,
}

#[derive(Debug)]
struct Running {
    process: Process,
    address: String,
    /// Removed after the process is killed.
    container: Option<Container>,
}

impl Server {
    /// Starts a server with at most `memory` bytes of address space.
    pub fn start(installation: &Installation, memory: Option<u64>) -> Result<Server, TargetError> {
        let running = start(installation, memory)?;
        Ok(Server { installation: installation.clone(), memory, running })
    }

    /// `127.0.0.1:port`
    pub fn address(&self) -> &str {
        &self.running.address
    }

    /// Kills it and starts another, on another port.
    pub fn restart(&mut self) -> Result<(), TargetError> {
        self.running.process.kill();
        self.running = start(&self.installation, self.memory)?;
        Ok(())
    }

    /// How it died, with the functions on top of its stack if it said so; none if it lives after `patience`.
    pub fn crash(&mut self, patience: Duration) -> Option<String> {
        self.running.process.wait(patience)?;
        let how = self.running.process.obituary(Duration::ZERO);
        let functions = stack_functions(&self.running.process.log().from(CRASH_REPORT, CRASH_REPORT_LINES));
        Some(if functions.is_empty() { how } else { format!("{how} in {}", functions.join(" < ")) })
    }

    /// Whether it runs, and what it uses.
    pub fn health(&mut self) -> Health {
        let alive = self.running.process.ended().is_none();
        // In a container the process is the container tool, which says nothing about the engine.
        let usage = self.running.process.usage().filter(|_| alive && self.running.container.is_none());
        Health {
            alive,
            memory_bytes: usage.map(|usage| usage.memory_bytes),
            cpu_seconds: usage.map(|usage| usage.cpu_seconds),
        }
    }

    /// The last lines of its log; after a crash, the first of its crash report, which end with pages of statistics.
    pub fn log_tail(&self, count: usize) -> Vec<String> {
        let report = self.running.process.log().from(CRASH_REPORT, count);
        if report.is_empty() { self.running.process.log().tail(count) } else { report }
    }
}

fn start(installation: &Installation, memory: Option<u64>) -> Result<Running, TargetError> {
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let port = free_port()?;
        match start_on(installation, memory, port) {
            Ok(running) => return Ok(running),
            Err(error) if error.to_string().contains("Address already in use") => last = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(last.unwrap_or_else(|| TargetError::Start("no free port".to_owned())))
}

/// What the server is told. One thread: a case must not depend on the scheduling of the engine's threads. The time-out
/// comes with each query.
const SERVER: [&str; 6] = ["--save", "", "--appendonly", "no", "--daemonize", "no"];
const MODULE: [&str; 8] = ["THREAD_COUNT", "1", "OMP_THREAD_COUNT", "1", "TIMEOUT_DEFAULT", "0", "TIMEOUT_MAX", "0"];

fn command(installation: &Installation, memory: Option<u64>, port: u16) -> (Command, Option<Container>) {
    match installation {
        Installation::Native { start, module } => {
            let mut command = Command::new(start);
            command.args(["--port", &port.to_string(), "--bind", "127.0.0.1"]).args(SERVER);
            command.arg("--loadmodule").arg(module).args(MODULE);
            (command, None)
        }
        Installation::Docker(docker) => {
            let container = Container::new(docker.clone());
            let command = container.run(port, memory, &["--save", "''", "--appendonly", "no"], &MODULE);
            (command, Some(container))
        }
    }
}

fn start_on(installation: &Installation, memory: Option<u64>, port: u16) -> Result<Running, TargetError> {
    let (command, container) = command(installation, memory, port);
    let limit = memory.filter(|_| container.is_none());
    let program = command.get_program().to_string_lossy().into_owned();
    let process = Process::spawn(command, limit, Capture::Both)
        .map_err(|error| TargetError::Start(format!("cannot run {program}: {error}")))?;
    let mut running = Running { process, address: format!("127.0.0.1:{port}"), container };
    await_answer(&mut running)?;
    Ok(running)
}

fn await_answer(running: &mut Running) -> Result<(), TargetError> {
    let access = Access { address: running.address.clone(), ..Access::default() };
    // An image may have to be fetched first.
    let end = Instant::now() + if running.container.is_some() { FETCH } else { START };
    loop {
        if running.process.ended().is_some() {
            let how = running.process.obituary(Duration::ZERO);
            let lines = last_lines(&running.process);
            return Err(TargetError::Start(format!("FalkorDB died at its start ({how}).{lines}")));
        }
        match Session::open(&access, Duration::from_secs(2)) {
            Ok(_) => return Ok(()),
            Err(error) if Instant::now() > end => {
                let lines = last_lines(&running.process);
                return Err(TargetError::Start(format!("FalkorDB does not answer in time: {error}.{lines}")));
            }
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn last_lines(process: &Process) -> String {
    let lines = process.log().tail(10);
    if lines.is_empty() { String::new() } else { format!(" Its log ends with:\n  {}", lines.join("\n  ")) }
}

fn free_port() -> Result<u16, TargetError> {
    let port = || Ok::<u16, std::io::Error>(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port());
    port().map_err(|error| TargetError::Start(format!("no free port on 127.0.0.1: {error}")))
}

/// The module's functions on the stack of the thread that crashed (its name ends in `*`), innermost first; a function
/// without a name is its offset in the module.
fn stack_functions(report: &[String]) -> Vec<String> {
    let function = |line: &String| {
        let inside = line.split_once("falkordb.so(")?.1.split(')').next()?;
        Some(match inside.split_once('+') {
            Some((name, _)) if !name.is_empty() => name.to_owned(),
            _ => inside.to_owned(),
        })
    };
    let crashed = report.iter().skip_while(|line| !line.ends_with(" *")).skip(1);
    crashed.take_while(|line| !line.is_empty()).filter_map(function).take(STACK_FUNCTIONS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_report_names_functions() {
        let report = [
            "1:M # === REDIS BUG REPORT START: Cut & paste starting from here ===",
            "7 bio_aof",
            "/x/falkordb.so(Innocent+0x1) [0x7f]",
            "",
            "8 thread-pool-thr *",
            "libc.so.6(+0x3fd70) [0x7f]",
            "/x/falkordb.so(+0x28613c) [0x7f]",
            "/x/falkordb.so(OpBase_Consume+0x2) [0x7f]",
            "",
            "9 bio_aof",
            "/x/falkordb.so(Innocent+0x1) [0x7f]",
        ];
        assert_eq!(stack_functions(&report.map(str::to_owned)), ["+0x28613c", "OpBase_Consume"]);
    }
}
