//! Whole hunts on an engine in a process of its own that misbehaves: what it does is told apart, nothing that was found is
//! lost, and no process is left behind.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use graphlance_case::FailureClass;
use graphlance_case::language::{Cypher, Language};
use graphlance_engines::Target;
use graphlance_engines::worker::{WorkerCommand, WorkerTarget};
use graphlance_generate::Profile;
use graphlance_hunt::campaign::{Config, HuntFailure, Silent, Summary};
use graphlance_hunt::store::{bug_folders, read_found};
use graphlance_hunt::{Budget, Deadlines, Found, Progress, Store, hunt};
use graphlance_oracles::Gqs;
use graphlance_reference::languages;

/// The deadline of a query in these hunts.
const QUERY: Duration = Duration::from_millis(500);

/// Hunts an engine that behaves so; somebody asks for the end after a while, if at all. How it ended, and how long after
/// that.
fn hunted(
    behaviour: &str,
    mark: &tempfile::TempDir,
    out: &Path,
    budget: Budget,
    stop_after: Option<Duration>,
) -> (Result<Summary, HuntFailure>, Duration) {
    let command = WorkerCommand {
        program: PathBuf::from(env!("CARGO_BIN_EXE_graphlance-fake-engine")),
        // The mark is in the command line of each of its processes, and of no other.
        arguments: vec![behaviour.to_owned(), mark.path().display().to_string()],
        memory: None,
        ready: WorkerCommand::READY,
    };
    let target: Arc<dyn Target> = Arc::new(WorkerTarget::new("fake", Cypher.standard(), command));
    let store = Store::create(out).expect("a fresh folder");
    let config = Config {
        budget,
        adapt: false,
        stop_at_first: behaviour != "leak",
        deadlines: Deadlines::of_query(QUERY),
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let stop = Arc::new(AtomicBool::new(false));
    let begun = Instant::now();
    if let Some(after) = stop_after {
        let stop = Arc::clone(&stop);
        std::thread::spawn(move || {
            std::thread::sleep(after);
            stop.store(true, Ordering::Relaxed);
        });
    }
    let ended = hunt(&target, &Gqs, &config, &store, &Silent, &Progress::start(), &stop);
    (ended, begun.elapsed().saturating_sub(stop_after.unwrap_or_default()))
}

fn run(behaviour: &str, budget: Budget) -> (Summary, Vec<Found>) {
    let mark = tempfile::tempdir().expect("a temporary folder");
    let out = mark.path().join("out");
    let (ended, _) = hunted(behaviour, &mark, &out, budget, None);
    let summary = ended.unwrap_or_else(|error| panic!("{behaviour}: {error}"));
    assert_eq!(processes(&mark.path().display().to_string()), Vec::<String>::new(), "{behaviour}: left behind");
    let folders = bug_folders(&out).expect("bugs");
    (summary, folders.iter().map(|folder| read_found(folder, &languages()).expect("a whole finding")).collect())
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

/// What is kept of an engine that says too much.
#[track_caller]
fn check_small(behaviour: &str, class: FailureClass) {
    let mark = tempfile::tempdir().expect("a temporary folder");
    let out = mark.path().join("out");
    let (ended, _) = hunted(behaviour, &mark, &out, Budget::Queries(2_000), None);
    ended.unwrap_or_else(|error| panic!("{behaviour}: {error}"));
    let bugs = bug_folders(&out).expect("bugs");
    let found = read_found(bugs.first().expect("a bug"), &languages()).expect("a whole finding");
    assert_eq!(found.evidence.class, class, "{behaviour}");
    let files = std::fs::read_dir(&bugs[0]).expect("files").flatten();
    let sizes: Vec<(String, u64)> = files
        .map(|file| (file.file_name().to_string_lossy().into_owned(), file.metadata().map_or(0, |data| data.len())))
        .collect();
    assert!(sizes.iter().map(|(_, size)| size).sum::<u64>() < 1 << 20, "{behaviour}: {sizes:?}");
    let events = std::fs::metadata(out.join("events.jsonl")).expect("events").len();
    assert!(events < 1 << 20, "{behaviour}: {events} bytes of events");
}

#[test]
fn a_flood_of_rows_is_not_kept_whole() {
    check_small("flood", FailureClass::ExtraRows);
}

#[test]
fn an_endless_error_is_not_kept_whole() {
    check_small("talk", FailureClass::UnexpectedError);
}

#[test]
fn an_engine_that_is_silent_while_it_is_loaded_or_read_back_keeps_nobody_waiting() {
    std::thread::scope(|scope| {
        for place in ["start", "wipe", "load", "indexes", "read", "query"] {
            scope.spawn(move || {
                let mark = tempfile::tempdir().expect("a temporary folder");
                let behaviour = format!("silent-{place}");
                let after = Some(Duration::from_secs(2));
                let (ended, took) = hunted(&behaviour, &mark, &mark.path().join("out"), Budget::Queries(2_000), after);
                let summary = ended.unwrap_or_else(|error| panic!("{behaviour}: {error}"));
                assert!(summary.interrupted && took < QUERY + Duration::from_secs(2), "{behaviour}: {took:?}");
            });
        }
    });
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
