//! How hunts end: in time whatever the target does, with everything that was found, and with the truth about it.

mod stubborn;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use graphlance_case::Dialect;
use graphlance_case::language::{Cypher, Language};
use graphlance_case::{FailureClass, Response, Verdict};
use graphlance_engines::reference::{ReferenceTarget, Script};
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::Profile;
use graphlance_graph::Graph;
use graphlance_hunt::campaign::{Config, HuntError, HuntFailure, Silent, Summary};
use graphlance_hunt::run_file::{BugState, RunFile};
use graphlance_hunt::store::{bug_folders, read_found};
use graphlance_hunt::{Budget, Clock, Deadlines, Progress, Session, Store, StoreError, hunt};
use graphlance_oracles::Gqs;
use graphlance_reference::Fault;
use graphlance_reference::languages;
use graphlance_shrink::{Failure, Limits, OnTarget, reduce};

use stubborn::{SILENCES, Silence, stubborn};

/// The deadline of a query in these hunts.
const QUERY: Duration = Duration::from_millis(300);
/// So much longer than it may a hunt take that is asked to stop.
const PROMISE: Duration = Duration::from_secs(2);

fn config(budget: Budget) -> Config {
    Config {
        budget,
        adapt: false,
        deadlines: Deadlines { query: QUERY, load: Duration::from_secs(30) },
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    }
}

/// The folder of a hunt and how it ended.
struct Ended {
    place: tempfile::TempDir,
    outcome: Result<Summary, HuntFailure>,
    took: Duration,
}

/// Hunts a target; after `stop_after` somebody asks for the end. `took` counts from then.
fn run(target: impl Target + 'static, config: &Config, stop_after: Option<Duration>) -> Ended {
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(&place.path().join("out")).expect("a fresh folder");
    let target: Arc<dyn Target> = Arc::new(target);
    let stop = Arc::new(AtomicBool::new(false));
    let begun = Instant::now();
    if let Some(after) = stop_after {
        let stop = Arc::clone(&stop);
        std::thread::spawn(move || {
            std::thread::sleep(after);
            stop.store(true, Ordering::Relaxed);
        });
    }
    let outcome = hunt(&target, &Gqs, config, &store, &Silent, &Progress::start(), &stop);
    let took = begun.elapsed().saturating_sub(stop_after.unwrap_or_default());
    Ended { place, outcome, took }
}

impl Ended {
    fn out(&self) -> PathBuf {
        self.place.path().join("out")
    }

    fn run_file(&self) -> RunFile {
        run_file(&self.out()).expect("run.json")
    }
}

fn run_file(out: &Path) -> Option<RunFile> {
    serde_json::from_slice(&std::fs::read(out.join("run.json")).ok()?).ok()
}

fn reference(fault: Option<Fault>) -> ReferenceTarget {
    ReferenceTarget::new(Cypher.standard(), fault)
}

#[test]
fn a_worker_that_panics_ends_the_hunt_and_loses_nothing() {
    let script: Script = Arc::new(|text, number| {
        assert!(number < 3_000 || !text.contains("RETURN"), "the driver trips over statement {number}");
        None
    });
    let config = Config { workers: 3, ..config(Budget::Queries(1_000_000)) };
    let ended = run(reference(Some(Fault::OptionalMatchLosesRow)).with_script(script), &config, None);
    let failure = ended.outcome.as_ref().expect_err("a panic");
    let HuntError::Panicked { message, folder } = &failure.error else { panic!("{failure}") };
    assert!(message.contains("trips over statement"), "{message}");
    let text = std::fs::read_to_string(Path::new(folder).join("defect.json")).expect("the case in flight");
    let kept: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert!(kept["case"]["steps"].is_array() && kept["message"] == message.as_str(), "{text}");
    let run = ended.run_file();
    let bugs = bug_folders(&ended.out()).expect("bugs");
    assert!(!run.running && !bugs.is_empty());
    assert_eq!((run.bugs.len(), run.counts.new_bugs), (bugs.len(), bugs.len() as u64));
    let events = std::fs::read_to_string(ended.out().join("events.jsonl")).expect("events");
    assert!(events.contains("\"event\":\"defect\""), "{events}");
}

#[test]
fn a_hunt_that_is_asked_to_stop_ends_within_the_deadline_of_a_query_and_two_seconds() {
    std::thread::scope(|scope| {
        for silence in SILENCES {
            scope.spawn(move || {
                let stop = Some(Duration::from_secs(1));
                let ended = run(stubborn(silence), &config(Budget::Queries(1_000_000)), stop);
                let summary = ended.outcome.as_ref().unwrap_or_else(|error| panic!("{silence:?}: {error}"));
                assert!(ended.took < QUERY + PROMISE, "{silence:?}: {:?}", ended.took);
                assert!(summary.interrupted && !ended.run_file().running, "{silence:?}");
                let filed = bug_folders(&ended.out()).expect("bugs").len();
                assert_eq!(summary.counts.new_bugs, filed as u64, "{silence:?}");
            });
        }
    });
}

#[test]
fn a_budget_of_time_is_overrun_by_no_more_than_the_overtime() {
    std::thread::scope(|scope| {
        for silence in SILENCES.into_iter().filter(|silence| *silence != Silence::Open) {
            scope.spawn(move || {
                let (time, overtime) = (Duration::from_secs(1), Duration::from_millis(500));
                let config = Config { overtime, ..config(Budget::Time(time)) };
                let ended = run(stubborn(silence), &config, None);
                let summary = ended.outcome.as_ref().unwrap_or_else(|error| panic!("{silence:?}: {error}"));
                assert!(ended.took < time + overtime + PROMISE, "{silence:?}: {:?}", ended.took);
                assert!(!summary.interrupted && !ended.run_file().running, "{silence:?}");
            });
        }
    });
}

#[test]
fn what_was_found_when_the_target_fell_silent_is_kept() {
    // Silent in the middle of the first replays and reductions.
    let kept = |ended: &Ended| {
        let folders = |kind: &str| std::fs::read_dir(ended.out().join(kind)).map_or(0, Iterator::count);
        folders("bugs") + folders("unconfirmed")
    };
    for first in [150, 400] {
        let ended =
            run(stubborn(Silence::From(first)), &config(Budget::Queries(1_000_000)), Some(Duration::from_secs(1)));
        let summary = ended.outcome.as_ref().expect("a hunt to its end");
        assert!(summary.counts.findings == 0 || kept(&ended) > 0, "{first}: {:?}", summary.counts);
    }
}

#[test]
fn installing_and_starting_is_not_part_of_the_budget() {
    struct Slow(ReferenceTarget);
    impl Target for Slow {
        fn name(&self) -> &str {
            "slow"
        }
        fn dialect(&self) -> Result<Dialect, TargetError> {
            self.0.dialect()
        }
        fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
            std::thread::sleep(Duration::from_millis(1500));
            self.0.open(worker)
        }
    }
    let ended = run(Slow(reference(None)), &config(Budget::Time(Duration::from_secs(1))), None);
    let summary = ended.outcome.expect("a hunt to its end");
    assert!(summary.counts.checks > 0 && summary.counts.elapsed_ms < 2_400, "{:?}", summary.counts);
}

#[test]
fn a_reduction_that_is_stopped_keeps_what_it_has_reached() {
    let ended = run(reference(Some(Fault::OptionalMatchLosesRow)), &config(Budget::Queries(600)), None);
    let bugs = bug_folders(&ended.out()).expect("bugs");
    let found = read_found(&bugs[0].join("original.json"), &languages()).expect("the case as it was generated");
    // Quick until a first step is made, and then too slow for all of them.
    let script: Script = Arc::new(|_, number| {
        if number >= 20 {
            std::thread::sleep(Duration::from_millis(400));
        }
        None
    });
    let target: Arc<dyn Target> = Arc::new(reference(Some(Fault::OptionalMatchLosesRow)).with_script(script));
    let clock = Clock::endless();
    let mut session =
        Session::open(&target, 0, Deadlines::of_query(QUERY), &clock, &languages()).expect("the reference");
    let (responses, verdict) = session.run_case(&found.case).expect("an answer");
    let Verdict::Fail(evidence) = verdict else { panic!("{verdict:?}") };
    let failure = Failure { case: found.case.clone(), evidence, responses };
    let mut trial = OnTarget::new(&mut session, &failure, &|| false);
    let begun = Instant::now();
    let time = Duration::from_millis(1_200);
    clock.end_in(time);
    let reduced = reduce(failure, &mut trial, Limits { runs: u64::MAX, time: Duration::MAX }).expect("what it has");
    assert!(begun.elapsed() < time + PROMISE, "{:?}", begun.elapsed());
    assert!(
        reduced.cut_short && reduced.trail.len() > 1 && reduced.runs > 0,
        "{} runs, {} kept",
        reduced.runs,
        reduced.trail.len()
    );
}

/// A server that is not graphlance's: once it has died it stays dead.
struct Mortal {
    inner: ReferenceTarget,
    /// The statement of which it dies; the connection is lost then, or only at the next wipe.
    dies_at: u64,
    at_once: bool,
    dead: Arc<AtomicBool>,
    statements: Arc<AtomicU64>,
}

struct MortalDriver {
    inner: Box<dyn Driver>,
    dies_at: u64,
    at_once: bool,
    dead: Arc<AtomicBool>,
    statements: Arc<AtomicU64>,
}

fn mortal(dies_at: u64, at_once: bool) -> Mortal {
    Mortal { inner: reference(None), dies_at, at_once, dead: Arc::default(), statements: Arc::default() }
}

impl Target for Mortal {
    fn name(&self) -> &str {
        "falkordb://example:6379"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        self.inner.dialect()
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        Ok(Box::new(MortalDriver {
            inner: self.inner.open(worker)?,
            dies_at: self.dies_at,
            at_once: self.at_once,
            dead: Arc::clone(&self.dead),
            statements: Arc::clone(&self.statements),
        }))
    }
}

impl MortalDriver {
    fn alive(&self) -> Result<(), TargetError> {
        let gone = || TargetError::Unreachable("cannot reach falkordb://example:6379: refused".to_owned());
        if self.dead.load(Ordering::Relaxed) { Err(gone()) } else { Ok(()) }
    }
}

impl Driver for MortalDriver {
    fn identity(&self) -> &Identity {
        self.inner.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.alive()?;
        self.inner.wipe(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        if self.statements.fetch_add(1, Ordering::Relaxed) >= self.dies_at && statement.contains("RETURN") {
            self.dead.store(true, Ordering::Relaxed);
            if self.at_once {
                return Response::Crash { how: "the server died: closed by the server".to_owned() };
            }
        }
        self.inner.run(statement, deadline)
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.inner.await_indexes(deadline)
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.inner.read_graph(deadline)
    }

    fn explain(&mut self, _: &str, _: Duration) -> Option<String> {
        None
    }

    fn health(&mut self) -> Health {
        Health::default()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.alive()
    }

    fn log_tail(&mut self, _: usize) -> Vec<String> {
        Vec::new()
    }
}

/// The death of a server that does not come back is filed, and nothing pretends that it was replayed.
#[track_caller]
fn check_death_is_filed(at_once: bool, said: &str) {
    let deadlines = Deadlines { query: QUERY, load: Duration::from_millis(600) };
    let config = Config { deadlines, ..config(Budget::Queries(5_000)) };
    let ended = run(mortal(200, at_once), &config, None);
    let failure = ended.outcome.as_ref().expect_err("the server is gone");
    assert!(matches!(failure.error, HuntError::Target(_)) && failure.to_string().contains("example:6379"), "{failure}");
    assert_eq!(failure.summary.counts.new_bugs, 1);
    assert!(failure.summary.counts.checks > 0);
    let run = ended.run_file();
    assert_eq!(run.bugs.iter().map(|bug| bug.state).collect::<Vec<_>>(), [BugState::Unreplayed]);
    let bugs = bug_folders(&ended.out()).expect("bugs");
    let found = read_found(&bugs[0], &languages()).expect("a whole finding");
    assert_eq!((found.replayed, found.evidence.class), ([0, 0], FailureClass::Crash));
    assert!(matches!(&found.responses[0], Response::Crash { how } if how.contains(said)), "{:?}", found.responses);
    let report = std::fs::read_to_string(bugs[0].join("report.md")).expect("a report");
    assert!(report.contains("Not replayed and not reduced: the target did not come back"), "{report}");
    assert_eq!(std::fs::read_dir(ended.out().join("unconfirmed")).map_or(0, Iterator::count), 0);
}

#[test]
fn a_server_of_others_that_dies_is_a_finding() {
    check_death_is_filed(true, "closed by the server");
}

#[test]
fn a_server_that_is_found_dead_is_a_finding() {
    check_death_is_filed(false, "the last case that it was sent");
}

/// A small file system, gone with its value.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// None where that is not allowed.
    fn mount(at: PathBuf, kilobytes: u32) -> Option<SmallDisk> {
        std::fs::create_dir(&at).ok()?;
        let size = format!("size={kilobytes}k");
        let mount = std::process::Command::new("mount").args(["-t", "tmpfs", "-o", &size, "none"]).arg(&at).output();
        mount.ok().filter(|output| output.status.success()).map(|_| SmallDisk(at))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("--lazy").arg(&self.0).output();
    }
}

#[test]
fn on_a_full_disk_the_run_file_lists_what_is_there_or_is_not_there() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let (mut filled, mut with_bugs) = (0, 0);
    for kilobytes in [24, 32, 40, 48, 56, 64, 72, 84, 96, 112] {
        let Some(disk) = SmallDisk::mount(place.path().join(kilobytes.to_string()), kilobytes) else {
            println!("SKIPPED: a small file system cannot be mounted here");
            return;
        };
        let out = disk.0.join("out");
        let store = match Store::create(&out) {
            Ok(store) => store,
            Err(error) => panic!("{kilobytes}: {error}"),
        };
        let target: Arc<dyn Target> = Arc::new(reference(Some(Fault::OptionalMatchLosesRow)));
        let config = config(Budget::Queries(3_000));
        let ended = hunt(&target, &Gqs, &config, &store, &Silent, &Progress::start(), &Arc::default());
        let bugs = bug_folders(&out).expect("bugs");
        let listed = run_file(&out).map(|run| run.bugs.len());
        if let Err(failure) = &ended {
            filled += 1;
            with_bugs += usize::from(!bugs.is_empty());
            println!("{kilobytes} kB: {} bugs, {listed:?} listed: {failure}", bugs.len());
            assert!(matches!(&failure.error, HuntError::Store(StoreError::Write { .. })), "{failure}");
            assert!(failure.to_string().contains("free some space"), "{failure}");
            assert_eq!(failure.summary.counts.new_bugs, bugs.len() as u64, "{kilobytes}");
        }
        assert!(listed.is_none_or(|listed| listed == bugs.len()), "{kilobytes}: {listed:?} of {}", bugs.len());
        for bug in &bugs {
            read_found(bug, &languages()).unwrap_or_else(|error| panic!("{kilobytes}: {error}"));
        }
        let events = std::fs::read_to_string(out.join("events.jsonl")).expect("events");
        for line in events.lines() {
            serde_json::from_str::<serde_json::Value>(line)
                .unwrap_or_else(|error| panic!("{kilobytes}: {error}: {line}"));
        }
    }
    assert!(filled > 1 && with_bugs > 0, "the disks have the wrong sizes: {filled}, {with_bugs}");
}
