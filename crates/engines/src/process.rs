//! Child processes that never outlive graphlance: own process group, death signal, memory limit, last log lines, and
//! the difference between crash, abort, out of memory, stack overflow and panic.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions};

use crate::{farewell, limits};

/// How many lines of an engine's log go into a report.
pub const LOG_LINES: usize = 200;

/// How many lines are kept: a crash report may be longer than what is shown of it.
const KEPT_LINES: usize = limits::LOG_LINES;

/// How long the log of a dead child may take to arrive.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A line of a log is cut here: an engine in trouble may write without end.
const LOG_LINE_BYTES: u64 = limits::LOG_LINE as u64;

/// A running (or dead) child with the last lines it wrote. Dropping it kills its whole process group.
#[derive(Debug)]
pub struct Process {
    child: Child,
    log: Log,
    /// They read the log until nobody can write to it.
    readers: Vec<JoinHandle<()>>,
    /// Whether the child's end was taken note of: its id, which is also the group's, may be another's from then on.
    reaped: bool,
    /// The CPU seconds that it had used at its end.
    used: f64,
}

/// The last lines that a child wrote.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<VecDeque<String>>>);

/// What a child has used, from /proc.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Resident memory in bytes.
    pub memory_bytes: u64,
    /// CPU seconds, user and system.
    pub cpu_seconds: f64,
}

/// Which outputs of a child are its log. An output that is not captured is left as the caller set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// Standard output and standard error.
    Both,
    /// Standard error alone.
    Error,
}

impl Process {
    /// Starts `command` in a process group of its own with at most `memory` bytes of address space (none: no limit).
    /// It gets SIGKILL when graphlance dies, however that happens. A limit of this process's own that is lower stays.
    pub fn spawn(mut command: Command, memory: Option<u64>, capture: Capture) -> io::Result<Process> {
        command.process_group(0).stderr(Stdio::piped());
        if capture == Capture::Both {
            command.stdout(Stdio::piped());
        }
        let parent = rustix::process::getpid();
        // SAFETY: the closure runs between fork and exec and only makes system calls; it allocates nothing.
        unsafe {
            command.pre_exec(move || restrict(memory, parent));
        }
        let child = spawn_from_lasting_thread(command)?;
        let mut process = Process { child, log: Log::default(), readers: Vec::new(), reaped: false, used: 0.0 };
        if let Some(output) = process.child.stdout.take_if(|_| capture == Capture::Both) {
            process.readers.push(process.log.collect(output)?);
        }
        if let Some(output) = process.child.stderr.take() {
            process.readers.push(process.log.collect(output)?);
        }
        Ok(process)
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its log.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Its end, if it has ended. What it left behind in its process group ends with it.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        if !self.reaped {
            if !self.has_ended(WaitIdOptions::NOHANG) {
                return None;
            }
            self.kill_group();
            self.reap();
        }
        self.child.try_wait().ok().flatten()
    }

    /// Whether it has ended, without reaping it: as long as nobody does, its id and the group's are nobody else's.
    fn has_ended(&self, options: WaitIdOptions) -> bool {
        let Some(id) = self.group() else { return true };
        loop {
            match rustix::process::waitid(WaitId::Pid(id), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | options) {
                Ok(status) => return status.is_some(),
                Err(Errno::INTR) => {}
                // There is no such child any more.
                Err(_) => return true,
            }
        }
    }

    fn group(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }

    /// Kills all of the group; the leader must not have been reaped.
    fn kill_group(&self) {
        if let Some(group) = self.group() {
            // An error says that nobody is left in it.
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
        }
    }

    /// Waits for its end for at most `patience`.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            match self.ended() {
                Some(status) => return Some(status),
                None if Instant::now() >= end => return None,
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        }
    }

    /// How it ended, in words, with what it said last: "out of memory", "stack overflow", "panic: ..",
    /// "signal 11 (SIGSEGV)", "exit code 3". Waits for the end for at most `patience`.
    pub fn obituary(&mut self, patience: Duration) -> String {
        let status = self.wait(patience);
        // The log is read by threads: the last words may be still on their way.
        let end = Instant::now() + if status.is_some() { LAST_WORDS } else { Duration::from_millis(10) };
        while Instant::now() < end && !self.readers.iter().all(JoinHandle::is_finished) {
            std::thread::sleep(Duration::from_millis(1));
        }
        describe_end(status, &self.log.tail(LOG_LINES))
    }

    /// Kills the whole process group and waits for the end.
    pub fn kill(&mut self) {
        if self.reaped {
            return;
        }
        self.kill_group();
        self.has_ended(WaitIdOptions::empty());
        // Once more: a member may have been born while the others were killed.
        self.kill_group();
        self.reap();
        let _ = self.child.wait();
    }

    /// It has ended, and is waited for next: until then the system tells what it used.
    fn reap(&mut self) {
        self.used = self.usage().map_or(0.0, |usage| usage.cpu_seconds);
        self.reaped = true;
    }

    /// The CPU seconds that it has used, or had at its end; 0 where the system does not tell.
    pub fn cpu_seconds(&self) -> f64 {
        if self.reaped { self.used } else { self.usage().map_or(0.0, |usage| usage.cpu_seconds) }
    }

    /// What it uses; none where the system does not tell, or when it is dead.
    pub fn usage(&self) -> Option<Usage> {
        if self.reaped { None } else { usage(self.child.id()) }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Log {
    /// The last lines, oldest first, at most `count`.
    pub fn tail(&self, count: usize) -> Vec<String> {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().skip(lines.len().saturating_sub(count)).cloned().collect()
    }

    /// The lines from the last one that contains `mark` on, oldest first, at most `count`; none if it is not there.
    pub fn from(&self, mark: &str, count: usize) -> Vec<String> {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let start = lines.iter().rposition(|line| line.contains(mark)).unwrap_or(lines.len());
        lines.iter().skip(start).take(count).cloned().collect()
    }

    fn push(&self, line: String) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT_LINES {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    fn collect(&self, output: impl Read + Send + 'static) -> io::Result<JoinHandle<()>> {
        let log = self.clone();
        let read = move || {
            let mut reader = BufReader::new(output);
            let mut line = Vec::new();
            loop {
                line.clear();
                match reader.by_ref().take(LOG_LINE_BYTES).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => log.push(String::from_utf8_lossy(&line).trim_end().to_owned()),
                }
            }
        };
        std::thread::Builder::new().name("engine-log".to_owned()).spawn(read)
    }
}

/// Runs in the child before exec; `parent` is the process that started it.
fn restrict(memory: Option<u64>, parent: Pid) -> io::Result<()> {
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    rustix::process::setrlimit(Resource::Core, none)?;
    if let Some(bytes) = memory {
        let have = rustix::process::getrlimit(Resource::As);
        let lower = |limit: Option<u64>| Some(limit.map_or(bytes, |limit| limit.min(bytes)));
        let limit = Rlimit { current: lower(have.current), maximum: lower(have.maximum) };
        rustix::process::setrlimit(Resource::As, limit)?;
    }
    die_with(parent, Signal::KILL)
}

/// Runs in the child before exec: asks for a signal when the thread that started it ends. If the process died before that
/// was said, nobody would ever send it.
pub(crate) fn die_with(parent: Pid, signal: Signal) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(signal))?;
    #[cfg(not(target_os = "linux"))]
    let _ = signal;
    if rustix::process::getppid() == Some(parent) { Ok(()) } else { Err(Errno::SRCH.into()) }
}

/// What a user should know whose engine does not start under a limit on address space that was there before us; empty if
/// there is none.
pub fn limit_advice() -> String {
    match rustix::process::getrlimit(Resource::As).current {
        Some(bytes) => format!(
            " The address space of processes is limited to {} MiB here (`ulimit -v`): many engines reserve more than that.",
            bytes >> 20
        ),
        None => String::new(),
    }
}

type Spawned = io::Result<Child>;
type Request = (Command, Sender<Spawned>);

/// The death signal comes when the thread that started the child ends, not the process: all children are started by
/// one thread that never ends.
fn spawn_from_lasting_thread(command: Command) -> Spawned {
    static SPAWNER: OnceLock<Mutex<Sender<Request>>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(|| {
        let (requests, inbox) = channel::<Request>();
        // When the thread cannot be made its inbox is dropped and sending fails below.
        let _ = std::thread::Builder::new().name("engine-spawner".to_owned()).spawn(move || {
            for (mut command, answer) in inbox {
                let _ = answer.send(farewell::before_the_end(|| command.spawn()));
            }
        });
        Mutex::new(requests)
    });
    let (answer, outcome) = channel();
    let gone = || io::Error::other("the thread that starts engines is gone");
    spawner.lock().unwrap_or_else(PoisonError::into_inner).send((command, answer)).map_err(|_| gone())?;
    outcome.recv().map_err(|_| gone())?
}

/// How a process ended, in words.
fn describe_end(status: Option<ExitStatus>, log: &[String]) -> String {
    let said = |part: &str| log.iter().rev().find(|line| line.contains(part));
    if said("has overflowed its stack").is_some() {
        return "stack overflow".to_owned();
    }
    if let Some(line) = said("memory allocation of").or_else(|| said("Out Of Memory allocating")) {
        return format!("out of memory: {}", line.trim());
    }
    if let Some(at) = log.iter().rposition(|line| line.contains("panicked at")) {
        let message: Vec<&str> = log[at..].iter().take(2).map(|line| line.trim()).collect();
        return format!("panic: {}", without_thread_id(&message.join(" ")));
    }
    match status {
        None => "the connection was closed, but the process lives".to_owned(),
        Some(status) => match (status.signal(), status.code()) {
            (Some(signal), _) => format!("signal {signal}{}", signal_name(signal)),
            // A shell or a container tool tells the signal that ended its child this way.
            (None, Some(code @ 129..160)) => format!("signal {}{}", code - 128, signal_name(code - 128)),
            (None, Some(code)) => format!("exit code {code}"),
            (None, None) => "ended".to_owned(),
        },
    }
}

/// `thread 'main' (1234) panicked` names a process id, which would make each panic look like a new one.
fn without_thread_id(line: &str) -> String {
    match (line.find("' ("), line.find(") panicked at")) {
        (Some(from), Some(to)) if from < to => format!("{}{}", &line[..from + 1], &line[to + 1..]),
        _ => line.to_owned(),
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (SIGILL)",
        6 => " (SIGABRT: abort or failed assertion)",
        7 => " (SIGBUS)",
        8 => " (SIGFPE)",
        9 => " (SIGKILL: perhaps by the system, out of memory)",
        11 => " (SIGSEGV)",
        15 => " (SIGTERM)",
        _ => "",
    }
}

/// What a process uses, from /proc; none where there is none.
fn usage(id: u32) -> Option<Usage> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The second field, the name in parentheses, may contain anything; fields are counted after it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let ticks = rustix::param::clock_ticks_per_second() as f64;
    Some(Usage {
        memory_bytes: field(24)? * rustix::param::page_size() as u64,
        cpu_seconds: (field(14)? + field(15)?) as f64 / ticks,
    })
}

#[cfg(test)]
mod tests;
