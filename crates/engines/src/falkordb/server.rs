//! A FalkorDB server of graphlance's own: one process on a free port of the loopback interface.

use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, Instant};

use super::install::Installation;
use super::session::{Access, Session};
use crate::driver::{Health, TargetError};
use crate::process::{Capture, Process};

/// How long a server may take until it answers.
const START: Duration = Duration::from_secs(20);

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
    process: Process,
    address: String,
}

impl Server {
    /// Starts a server with at most `memory` bytes of address space.
    pub fn start(installation: &Installation, memory: Option<u64>) -> Result<Server, TargetError> {
        let (process, address) = start(installation, memory)?;
        Ok(Server { installation: installation.clone(), memory, process, address })
    }

    /// `127.0.0.1:port`
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Kills it and starts another, on another port.
    pub fn restart(&mut self) -> Result<(), TargetError> {
        self.process.kill();
        (self.process, self.address) = start(&self.installation, self.memory)?;
        Ok(())
    }

    /// How it died, with the functions on top of its stack if it said so; none if it lives after `patience`.
    pub fn crash(&mut self, patience: Duration) -> Option<String> {
        self.process.wait(patience)?;
        let how = self.process.obituary(Duration::ZERO);
        let functions = stack_functions(&self.process.log().from(CRASH_REPORT, CRASH_REPORT_LINES));
        Some(if functions.is_empty() { how } else { format!("{how} in {}", functions.join(" < ")) })
    }

    /// Whether it runs, and what it uses.
    pub fn health(&mut self) -> Health {
        let alive = self.process.ended().is_none();
        let usage = self.process.usage().filter(|_| alive);
        Health {
            alive,
            memory_bytes: usage.map(|usage| usage.memory_bytes),
            cpu_seconds: usage.map(|usage| usage.cpu_seconds),
        }
    }

    /// The last lines of its log; after a crash, the first of its crash report, which end with pages of statistics.
    pub fn log_tail(&self, count: usize) -> Vec<String> {
        let report = self.process.log().from(CRASH_REPORT, count);
        if report.is_empty() { self.process.log().tail(count) } else { report }
    }
}

fn start(installation: &Installation, memory: Option<u64>) -> Result<(Process, String), TargetError> {
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let port = free_port()?;
        match start_on(installation, memory, port) {
            Ok(process) => return Ok((process, format!("127.0.0.1:{port}"))),
            Err(error) if error.to_string().contains("Address already in use") => last = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(last.unwrap_or_else(|| TargetError::Start("no free port".to_owned())))
}

fn start_on(installation: &Installation, memory: Option<u64>, port: u16) -> Result<Process, TargetError> {
    let mut command = Command::new(&installation.start);
    command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]);
    command.args(["--daemonize", "no", "--loadmodule"]).arg(&installation.module);
    // One thread: a case must not depend on the scheduling of the engine's threads. The time-out comes with each query.
    command.args(["THREAD_COUNT", "1", "OMP_THREAD_COUNT", "1", "TIMEOUT_DEFAULT", "0", "TIMEOUT_MAX", "0"]);
    let mut process = Process::spawn(command, memory, Capture::Both)
        .map_err(|error| TargetError::Start(format!("cannot run {}: {error}", installation.start.display())))?;
    let access = Access { address: format!("127.0.0.1:{port}"), ..Access::default() };
    let end = Instant::now() + START;
    loop {
        if process.ended().is_some() {
            let how = process.obituary(Duration::ZERO);
            return Err(TargetError::Start(format!("FalkorDB died at its start ({how}).{}", last_lines(&process))));
        }
        match Session::open(&access, Duration::from_secs(2)) {
            Ok(_) => return Ok(process),
            Err(error) if Instant::now() > end => {
                let seconds = START.as_secs();
                let lines = last_lines(&process);
                return Err(TargetError::Start(format!("FalkorDB does not answer after {seconds} s: {error}.{lines}")));
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
