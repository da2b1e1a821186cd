//! Whole hunts on an engine in a process of its own that misbehaves: what it does is told apart, nothing that was found is
//! lost, and no process is left behind.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use graphlance_cypher::Dialect;
use graphlance_engines::worker::{WorkerCommand, WorkerTarget};
use graphlance_generate::Profile;
use graphlance_hunt::campaign::{Config, Silent, Summary};
use graphlance_hunt::store::read_found;
use graphlance_hunt::{Budget, Deadlines, Found, Progress, Store, hunt};
use graphlance_oracles::{FailureClass, Gqs};

fn run(behaviour: &str, budget: Budget) -> (Summary, Vec<Found>) {
    let place = tempfile::tempdir().expect("a temporary folder");
    // In the command line of each of its processes, and of no other.
    let mark = place.path().display().to_string();
    let command = WorkerCommand {
        program: PathBuf::from(env!("CARGO_BIN_EXE_graphlance-fake-engine")),
        arguments: vec![behaviour.to_owned(), mark.clone()],
        memory: None,
        ready: WorkerCommand::READY,
    };
    let target = WorkerTarget::new("fake", Dialect::standard(), command);
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = Config {
        budget,
        adapt: false,
        stop_at_first: behaviour != "leak",
        deadlines: Deadlines { query: Duration::from_millis(500), ..Deadlines::default() },
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let summary = hunt(&target, &Gqs, &config, &store, &Silent, &Progress::start(), &AtomicBool::new(false))
        .unwrap_or_else(|error| panic!("{behaviour}: {error}"));
    assert_eq!(processes(&mark), Vec::<String>::new(), "{behaviour}: left behind");
    let folders =
        std::fs::read_dir(place.path().join("bugs")).map_or(Vec::new(), |entries| entries.flatten().collect());
    let bugs = folders.iter().map(|folder| read_found(&folder.path()).expect("a whole finding")).collect();
    (summary, bugs)
}

/// The processes with this mark in their command lines.
fn processes(mark: &str) -> Vec<String> {
    let all = std::fs::read_dir("/proc").map_or(Vec::new(), |entries| entries.flatten().collect());
    let lines = all.iter().filter_map(|process| std::fs::read_to_string(process.path().join("cmdline")).ok());
    lines.filter(|line| line.contains(mark) && line.contains("fake-engine")).collect()
}

/// The first bug of an engine that behaves so must be of one of these classes, and be reduced to little.
#[track_caller]
fn check(behaviour: &str, classes: &[FailureClass]) {
    let (summary, bugs) = run(behaviour, Budget::Queries(2_000));
    assert_eq!(summary.counts.denied, 0, "{behaviour}");
    let bug = bugs.first().unwrap_or_else(|| panic!("{behaviour}: nothing found in {:?}", summary.counts));
    assert!(classes.contains(&bug.evidence.class), "{behaviour}: {:?}", bug.evidence);
    assert_eq!(bug.replayed[0], bug.replayed[1], "{behaviour}");
    assert!(bug.text.contains("OPTIONAL MATCH") && bug.discovery.reduced.clauses <= 3, "{behaviour}: {}", bug.text);
}

#[test]
fn a_crash_is_a_crash() {
    check("crash", &[FailureClass::Crash]);
}

#[test]
fn an_answer_that_breaks_off_is_a_death() {
    check("disconnect", &[FailureClass::Crash]);
}

#[test]
fn silence_is_a_hang() {
    check("hang", &[FailureClass::Hang]);
}

#[test]
fn a_lie_is_a_wrong_answer() {
    check("lie", &[FailureClass::LostRows]);
}

#[test]
fn garbage_is_garbage() {
    check("garbage", &[FailureClass::Garbage]);
}

#[test]
fn a_leak_is_seen_in_the_summary_and_is_no_bug() {
    // Growth counts after a warm-up of ten seconds, over at least twenty more.
    let (summary, bugs) = run("leak", Budget::Time(Duration::from_secs(33)));
    assert_eq!(bugs.len(), 0);
    assert!(summary.memory.grows(), "{:?}", summary.memory);
}
