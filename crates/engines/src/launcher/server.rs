//! A server of graphlance's own: one process on free ports of the loopback interface, with a private folder.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::docker::Container;
use super::file::{Launcher, Start};
use super::folder::PrivateFolder;
use super::install::{Installation, Places};
use crate::driver::{Health, TargetError};
use crate::process::{Capture, Process, limit_advice};

/// How long a container may take until it answers, with its image to be fetched.
const FETCH: Duration = Duration::from_secs(300);

/// Another process may take the port between its choice and the server's start.
const ATTEMPTS: usize = 3;

/// A server that has answered before is waited for so many times as long as one that is started for the first time: that it can
/// answer is known, and a machine that is busy with other work for minutes ends no hunt.
const PATIENCE: u32 = 5;

/// So many lines of a crash report may hold the stacks.
const CRASH_REPORT_LINES: usize = 600;

/// So many functions tell one crash from another.
const STACK_FUNCTIONS: usize = 5;

/// What says in a log that a port was taken.
const PORT_TAKEN: [&str; 3] = ["Address already in use", "BindException", "address already in use"];

/// How a server is started, again and again.
#[derive(Clone, Debug)]
pub struct Startup {
    /// Its launcher.
    pub launcher: Launcher,
    /// The version, or the folder's name of a local build.
    pub version: String,
    /// The package's release.
    pub release: String,
    /// Where it is installed.
    pub installation: Installation,
    /// Where scripts and this program are.
    pub places: Places,
    /// Most bytes of memory.
    pub memory: Option<u64>,
}

/// Ports by name.
pub type Ports = BTreeMap<String, u16>;

/// Asks a server that was just started whether it answers.
pub type Answers = dyn Fn(&Ports) -> Result<(), TargetError> + Send;

/// A running server; dropping it kills it and removes its folder.
pub struct Server {
    plan: Startup,
    answers: Box<Answers>,
    running: Running,
    /// CPU seconds of the processes before this one.
    spent: f64,
}

struct Running {
    process: Process,
    ports: Ports,
    /// Removed after the process is killed.
    container: Option<Container>,
    data: PrivateFolder,
}

impl Server {
    /// Starts a server and waits until it answers.
    pub fn start(plan: Startup, answers: Box<Answers>) -> Result<Server, TargetError> {
        let running = plan.start(answers.as_ref(), 1)?;
        Ok(Server { plan, answers, running, spent: 0.0 })
    }

    /// `127.0.0.1:port` of the launcher's first port.
    pub fn address(&self) -> String {
        let first = self.plan.launcher.first_port();
        format!("127.0.0.1:{}", self.running.ports.get(first).copied().unwrap_or_default())
    }

    /// `127.0.0.1:port` of a port of this name.
    pub fn address_of(&self, name: &str) -> Option<String> {
        self.running.ports.get(name).map(|port| format!("127.0.0.1:{port}"))
    }

    /// Its private folder.
    pub fn data(&self) -> &Path {
        self.running.data.path()
    }

    /// Kills it and starts another with nothing in it, on other ports.
    pub fn restart(&mut self) -> Result<(), TargetError> {
        self.running.process.kill();
        self.spent += self.running.process.cpu_seconds();
        self.running = self.plan.start(self.answers.as_ref(), PATIENCE)?;
        Ok(())
    }

    /// How it died, with the functions on top of its stack if it said so; none if it lives after `patience`.
    pub fn crash(&mut self, patience: Duration) -> Option<String> {
        self.running.process.wait(patience)?;
        let how = self.running.process.obituary(Duration::ZERO);
        let binary = self.plan.launcher.start.as_ref().and_then(|start| start.crash_binary.as_deref());
        let functions = binary.map(|binary| stack_functions(&self.crash_report(CRASH_REPORT_LINES), binary));
        Some(match functions.filter(|functions| !functions.is_empty()) {
            Some(functions) => format!("{how} in {}", functions.join(" < ")),
            None => how,
        })
    }

    /// Whether it runs, and what it uses.
    pub fn health(&mut self) -> Health {
        let alive = self.running.process.ended().is_none();
        // In a container the process is the container tool, which says nothing about the engine.
        let usage = self.running.process.usage().filter(|_| alive && self.running.container.is_none());
        Health {
            alive,
            memory_bytes: usage.map(|usage| usage.memory_bytes),
            cpu_seconds: usage.map(|usage| self.spent + usage.cpu_seconds),
        }
    }

    /// The last lines of its log; after a crash, the first of its crash report, which may end with pages of statistics.
    pub fn log_tail(&self, count: usize) -> Vec<String> {
        let report = self.crash_report(count);
        if report.is_empty() { self.running.process.log().tail(count) } else { report }
    }

    fn crash_report(&self, lines: usize) -> Vec<String> {
        let mark = self.plan.launcher.start.as_ref().and_then(|start| start.crash_report.as_deref());
        mark.map(|mark| self.running.process.log().from(mark, lines)).unwrap_or_default()
    }
}

impl Startup {
    /// Starts a server and waits until it answers, `patience` times as long as its launcher says.
    fn start(&self, answers: &Answers, patience: u32) -> Result<Running, TargetError> {
        let mut last = None;
        for _ in 0..ATTEMPTS {
            match self.start_once(answers, patience) {
                Err(error) if PORT_TAKEN.iter().any(|text| error.to_string().contains(text)) => last = Some(error),
                outcome => return outcome,
            }
        }
        Err(last.unwrap_or_else(|| TargetError::Start("no free port".to_owned())))
    }

    fn start_once(&self, answers: &Answers, patience: u32) -> Result<Running, TargetError> {
        let product = &self.launcher.product;
        let fail = |what: String| TargetError::Start(format!("cannot start {product}: {what}"));
        let in_memory = self.launcher.start.as_ref().is_some_and(|start| start.memory_folder);
        let data = if in_memory { PrivateFolder::in_memory() } else { PrivateFolder::new() };
        let data = data.map_err(|error| fail(error.to_string()))?;
        let ports = self.free_ports()?;
        let (mut command, container) = self.command(&data, &ports)?;
        data.house(&mut command);
        let limited = self.launcher.start.as_ref().is_some_and(|start| start.limit_address_space);
        let limit = self.memory.filter(|_| container.is_none() && limited);
        let program = command.get_program().to_string_lossy().into_owned();
        let process =
            Process::spawn(command, limit, Capture::Both).map_err(|error| fail(format!("{program}: {error}")))?;
        let mut running = Running { process, ports, container, data };
        self.await_answer(&mut running, answers, patience)?;
        Ok(running)
    }

    fn free_ports(&self) -> Result<Ports, TargetError> {
        let names = self.launcher.start.as_ref().map(|start| start.ports.clone());
        let docker = || self.launcher.docker.as_ref().map(|docker| docker.ports.keys().cloned().collect::<Vec<_>>());
        let names = names.or_else(docker).unwrap_or_default();
        // All are held until the last is chosen, so that none is given twice.
        let held: Result<Vec<_>, _> = names.iter().map(|_| TcpListener::bind(("127.0.0.1", 0))).collect();
        let chosen = held.and_then(|held| {
            held.iter().zip(names).map(|(listener, name)| Ok((name, listener.local_addr()?.port()))).collect()
        });
        chosen.map_err(|error| TargetError::Start(format!("no free port on 127.0.0.1: {error}")))
    }

    fn command(&self, folder: &PrivateFolder, ports: &Ports) -> Result<(Command, Option<Container>), TargetError> {
        let data = folder.path();
        let fill = |text: &str| self.fill(text, Some(data), ports);
        if let (Installation::Docker(docker), Some(how)) = (&self.installation, &self.launcher.docker) {
            let name =
                folder.container().map_err(|error| TargetError::Start(format!("{}: {error}", data.display())))?;
            let container = Container::new(docker.clone(), name);
            return Ok((container.run(how, ports, self.memory, fill), Some(container)));
        }
        let nothing =
            || TargetError::Start(format!("the launcher of {} does not say how it is started", self.launcher.name));
        let start = self.launcher.start.as_ref().ok_or_else(nothing)?;
        write_files(start, data, &fill)?;
        let (program, arguments) = self.words(Some(data), ports)?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.envs(start.environment.iter().map(|(name, value)| (name, fill(value))));
        Ok((command, None))
    }

    /// Program and arguments.
    pub fn words(&self, data: Option<&Path>, ports: &Ports) -> Result<(String, Vec<String>), TargetError> {
        let name = &self.launcher.name;
        let start = self.launcher.start.as_ref();
        let words = match self.installation {
            Installation::Build { .. } => start.and_then(|start| start.build_command.as_ref()),
            _ => start.map(|start| &start.command),
        };
        let missing = match self.installation {
            Installation::Build { .. } => format!("the launcher of {name} does not say how a local build is started"),
            _ => format!("the launcher of {name} names no program"),
        };
        let mut words = words.into_iter().flatten().map(|word| self.fill(word, data, ports));
        let program = words.next().ok_or(TargetError::Start(missing))?;
        Ok((program, words.collect()))
    }

    /// A text with what stands for its places.
    fn fill(&self, text: &str, data: Option<&Path>, ports: &Ports) -> String {
        let (install, build) = match &self.installation {
            Installation::Native(folder) => (Some(folder), None),
            Installation::Build { build, installed } => (installed.as_ref(), Some(build)),
            Installation::Docker(_) | Installation::BuiltIn => (None, None),
        };
        let (shared, folder) = (self.places.shared(), self.places.own_folder(&self.launcher));
        let mut text = text.replace("{version}", &self.version).replace("{release}", &self.release);
        let paths = [
            ("{install}", install.map(|path| path.as_path())),
            ("{build}", build.map(|path| path.as_path())),
            ("{data}", data),
            ("{shared}", shared.as_deref()),
            // Its name in launchers of older days.
            ("{scripts}", shared.as_deref()),
            ("{folder}", folder.as_deref()),
            ("{self}", Some(self.places.program.as_path())),
        ];
        for (place, path) in paths {
            if let Some(path) = path {
                text = text.replace(place, &path.to_string_lossy());
            }
        }
        for (name, port) in ports {
            text = text.replace(&format!("{{port.{name}}}"), &port.to_string());
        }
        text
    }

    fn await_answer(&self, running: &mut Running, answers: &Answers, patience: u32) -> Result<(), TargetError> {
        let product = &self.launcher.product;
        let ready = self.launcher.start.as_ref().map_or(FETCH, |start| Duration::from_secs(start.ready_seconds));
        // An image may have to be fetched first.
        let end = Instant::now() + if running.container.is_some() { FETCH } else { ready * patience };
        loop {
            if running.process.ended().is_some() {
                let how = running.process.obituary(Duration::ZERO);
                let lines = last_lines(&running.process);
                let advice = limit_advice();
                return Err(TargetError::Start(format!("{product} died at its start ({how}).{advice}{lines}")));
            }
            match answers(&running.ports) {
                Ok(()) => return Ok(()),
                Err(error) if Instant::now() > end => {
                    let lines = last_lines(&running.process);
                    return Err(TargetError::Start(format!("{product} does not answer in time: {error}.{lines}")));
                }
                Err(_) => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }
}

fn write_files(start: &Start, data: &Path, fill: &impl Fn(&str) -> String) -> Result<(), TargetError> {
    for (name, text) in &start.files {
        let path = data.join(name);
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder
            .and_then(|()| std::fs::write(&path, fill(text)))
            .map_err(|error| TargetError::Start(format!("cannot write {}: {error}", path.display())))?;
    }
    Ok(())
}

fn last_lines(process: &Process) -> String {
    let lines = process.log().tail(10);
    if lines.is_empty() { String::new() } else { format!(" Its log ends with:\n  {}", lines.join("\n  ")) }
}

/// The functions of `binary` on the stack of the thread that crashed (its name ends in `*`), innermost first; a function
/// without a name is its offset in the binary. The form is that of redis.
fn stack_functions(report: &[String], binary: &str) -> Vec<String> {
    let opening = format!("{binary}(");
    let function = |line: &String| {
        let inside = line.split_once(&opening)?.1.split(')').next()?;
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
    use std::sync::Mutex;

    use super::*;

    /// A server that sleeps; `ready`: how long each of its starts takes.
    fn started(ready: [Duration; 2]) -> Result<(), TargetError> {
        let text = "name = 'fake'\nproduct = 'Fake'\ndescription = ''\nlanguages = ['cypher']\nprotocol = 'bolt'\n\
                    default = '1'\nversions = { '1' = '1' }\n[start]\ncommand = ['sleep', '100']\nports = ['one']\n\
                    ready_seconds = 1\n";
        let plan = Startup {
            launcher: Launcher::parse("fake.toml", text).expect("a launcher"),
            version: "1".to_owned(),
            release: "1".to_owned(),
            installation: Installation::BuiltIn,
            places: Places { engines: None, launchers: None, program: "graphlance".into() },
            memory: None,
        };
        let starts = Mutex::new((None, 0));
        let answers = move |ports: &Ports| {
            let mut starts = starts.lock().expect("a lock");
            let port = ports.get("one").copied();
            if starts.0.map(|(port, _)| port) != Some(port) {
                *starts = (Some((port, Instant::now())), starts.1 + 1);
            }
            let (since, count) = (starts.0.map(|(_, since)| since.elapsed()).unwrap_or_default(), starts.1);
            match since < ready[count - 1] {
                true => Err(TargetError::Start("not yet".to_owned())),
                false => Ok(()),
            }
        };
        Server::start(plan, Box::new(answers))?.restart()
    }

    #[test]
    fn a_server_that_has_answered_before_is_waited_for_longer() {
        let [soon, late] = [Duration::ZERO, Duration::from_millis(1500)];
        assert!(started([soon, late]).is_ok());
        let error = started([late, soon]).expect_err("too late").to_string();
        assert!(error.contains("does not answer in time"), "{error}");
    }

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
        let functions = stack_functions(&report.map(str::to_owned), "falkordb.so");
        assert_eq!(functions, ["+0x28613c", "OpBase_Consume"]);
    }
}
