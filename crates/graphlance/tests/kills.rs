//! Kills -9 at random moments over installations, loads, hunts, reductions and the writing of reports: no finding that was
//! filed is lost, and after the next run nothing is left over.
//!
//! `cargo test` kills a few times, an engine whose answers are wrong and one that is slow to install and starts processes
//! that leave its group; no server, no network. `GRAPHLANCE_KILLS="30 grafeo falkordb kuzu" cargo test --test all kills:: --
//! --nocapture` kills so many times on these engines, which it installs into a folder of its own.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use graphlance_graph::Random;

/// The reference with a fault: it files findings from the first second on.
const FAULTY: &str = "reference:optional-match-loses-row";

/// An engine that takes its time to be installed, and whose process starts another that no signal to its group reaches.
const FAKE: &str = r#"
name = "fake"
product = "Fake"
description = "grafeo in disguise"
languages = ["cypher"]
protocol = "worker"
default = "1"
versions = { "1" = "1" }
[install]
script = "fake.sh"
[start]
command = ["{install}/start", "{data}", "{self}"]
"#;

const INSTALL: &str = r#"
setsid sleep 1000 &
mkdir -p "$1"
for part in 1 2 3 4 5 6 7 8; do echo "$part" > "$1/$part"; sleep 0.05; done
printf '#!/bin/sh\nsetsid sleep 1000 &\necho x > "$1/file"\necho x > "$TMPDIR/file"\nexec "$2" worker grafeo\n' > "$1/start"
chmod 755 "$1/start"
kill $!
"#;

/// Everything that is written lies in one folder, and every process has this variable.
const MARK: &str = "GRAPHLANCE_KILLS_MARK";

struct Arena {
    place: tempfile::TempDir,
}

#[derive(Default)]
struct Tally {
    kills: usize,
    /// Findings that had been filed when their hunt was killed.
    filed: usize,
    /// Kills that left something behind for the next run.
    litter: usize,
}

impl Arena {
    fn new() -> Arena {
        let place = tempfile::tempdir().expect("a folder");
        for name in ["launchers", "engines", "tmp"] {
            std::fs::create_dir(place.path().join(name)).expect("a folder");
        }
        std::fs::write(place.path().join("launchers/fake.toml"), FAKE).expect("a launcher");
        let script = place.path().join("launchers/fake.sh");
        std::fs::write(&script, INSTALL).expect("a script");
        std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).expect("permissions");
        Arena { place }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
        command.args(arguments).current_dir(self.place.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command.env("TMPDIR", self.at("tmp")).env("GRAPHLANCE_ENGINES", self.at("engines")).env("NO_COLOR", "1");
        command.env("GRAPHLANCE_LAUNCHERS", self.at("launchers")).env(MARK, self.place.path());
        command
    }

    fn hunt(&self, engine: &str, seed: u64, budget: &str) -> Command {
        let seed = seed.to_string();
        let mut arguments = vec!["hunt", engine, "--budget", budget, "--seed", &seed, "--out", "out"];
        if engine == FAULTY {
            arguments.extend(["--profile", "quick", "--no-adapt"]);
        }
        if engine == "fake" {
            arguments.extend(["--dialect", "grafeo"]);
        }
        self.command(&arguments)
    }

    /// Kills one run after `patience`; the findings that had been filed until then.
    fn kill(&self, mut command: Command, patience: Duration) -> BTreeSet<String> {
        let mut child = command.spawn().expect("the program starts");
        std::thread::sleep(patience);
        let ended = child.try_wait().expect("its state").is_some();
        child.kill().or_else(|error| if ended { Ok(()) } else { Err(error) }).expect("a kill");
        child.wait().expect("its end");
        self.filed()
    }

    /// The slugs of all findings in all output folders.
    fn filed(&self) -> BTreeSet<String> {
        let mut slugs = BTreeSet::new();
        for out in self.outs() {
            for bug in entries(&out.join("bugs")) {
                let name = bug.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if name.starts_with('.') {
                    continue;
                }
                let case = std::fs::read_to_string(bug.join("case.json")).expect("a finding has its case");
                let case: serde_json::Value = serde_json::from_str(&case).expect("a case is whole");
                assert!(bug.join("report.md").exists(), "{} has no report", bug.display());
                slugs.insert(format!("{name} {}", case["discovery"]["seed"]));
            }
        }
        slugs
    }

    fn outs(&self) -> Vec<PathBuf> {
        let is_out = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("out"));
        entries(self.place.path()).into_iter().filter(is_out).collect()
    }

    /// What lies around that should not: files and processes.
    fn litter(&self) -> Vec<String> {
        let mut litter: Vec<String> = entries(&self.at("tmp")).iter().map(|path| path.display().to_string()).collect();
        for folder in [self.at("engines"), self.at("engines/scripts")] {
            for path in entries(&folder) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let whole = path.join("COMPLETE").exists() || name == "scripts" || folder.ends_with("scripts");
                let lock = name.ends_with(".graphlance-lock");
                let begun = lock && std::fs::metadata(&path).is_ok_and(|metadata| metadata.len() > 0);
                if begun || (!lock && (name.starts_with('.') || !whole)) {
                    litter.push(path.display().to_string());
                }
            }
        }
        for out in self.outs() {
            litter.extend(unfinished(&out).iter().map(|path| path.display().to_string()));
        }
        litter.extend(processes_of(self.place.path()));
        litter
    }

    /// The same, once what is just ending has ended.
    fn lasting_litter(&self) -> Vec<String> {
        let end = Instant::now() + Duration::from_secs(5);
        loop {
            let litter = self.litter();
            if litter.is_empty() || Instant::now() > end {
                return litter;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // A test that fails leaves no processes either.
        for process in processes_of(self.place.path()) {
            let id = process.split(' ').nth(1).unwrap_or_default();
            let _ = Command::new("kill").args(["-KILL", id]).stderr(Stdio::null()).status();
        }
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default()
}

/// Files below a folder whose writing was broken off.
fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".writing-")) {
            found.push(path);
        } else if path.is_dir() {
            found.extend(unfinished(&path));
        }
    }
    found
}

/// `process ID COMMAND` of each living process that a run in this place started.
fn processes_of(place: &Path) -> Vec<String> {
    let mark = format!("{MARK}={}", place.display());
    let is_ours = |path: &PathBuf| {
        let environment = std::fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes())
    };
    let name = |path: PathBuf| {
        let command = std::fs::read(path.join("cmdline")).unwrap_or_default();
        let id = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        format!("process {id} {}", String::from_utf8_lossy(&command).replace('\0', " "))
    };
    entries(Path::new("/proc")).into_iter().filter(is_ours).map(name).collect()
}

/// Kills `kills` times on these engines in turn, every third time an installation; `longest` is the latest moment.
fn kill_again_and_again(kills: usize, engines: &[&str], longest: Duration) -> Tally {
    let arena = Arena::new();
    let mut random = Random::new(20_261_122);
    let mut tally = Tally::default();
    for number in 0..kills {
        let engine = engines[number % engines.len()];
        let installs = (number / engines.len()).is_multiple_of(3) && !engine.contains(':') && engine != "grafeo";
        let command = match installs {
            true => arena.command(&["engines", "install", engine]),
            false => arena.hunt(engine, number as u64, "60s"),
        };
        let patience = longest.mul_f64(random.unit());
        let before = arena.kill(command, patience);
        tally.kills += 1;
        tally.filed = before.len();
        tally.litter += usize::from(!arena.litter().is_empty());
        // The next run may be of the same engine or of another.
        let next = engines[(number + random.below(2)) % engines.len()];
        let output = arena.hunt(next, 1000 + number as u64, "2s").stderr(Stdio::piped()).output().expect("it starts");
        check_run(&output, next);
        let after = arena.filed();
        assert!(before.is_subset(&after), "after kill {number} of {engine} findings are lost: {before:?}, {after:?}");
        let litter = arena.lasting_litter();
        assert!(litter.is_empty(), "after kill {number} of {engine} at {patience:?} and a run of {next}: {litter:#?}");
        println!("kill {number:2} {engine:10} installing: {installs:5} at {patience:8.2?}: {} findings", after.len());
    }
    tally
}

/// 0, 2, 3: it hunted.
#[track_caller]
fn check_run(output: &Output, engine: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 2 | 3)), "{engine}: {:?}\n{said}", output.status);
}

#[test]
fn kills_at_random_moments_lose_nothing_and_leave_nothing() {
    let wanted = std::env::var("GRAPHLANCE_KILLS").unwrap_or_default();
    let mut words = wanted.split_whitespace();
    let tally = match words.next().map(str::parse) {
        None => kill_again_and_again(6, &["fake", FAULTY], Duration::from_millis(1500)),
        Some(Ok(kills)) => {
            let mut engines: Vec<&str> = words.collect();
            engines.push("fake");
            kill_again_and_again(kills, &engines, Duration::from_secs(12))
        }
        Some(Err(error)) => panic!("GRAPHLANCE_KILLS begins with a number: {error}"),
    };
    println!("{} kills, {} of them left something behind, {} findings kept", tally.kills, tally.litter, tally.filed);
    assert!(tally.kills < 20 || tally.litter > 0, "no kill came in the middle of anything: the test shows nothing");
}
