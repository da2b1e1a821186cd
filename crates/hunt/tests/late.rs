//! What becomes of what is in flight when a hunt is over: the first failure and a death are looked into, the others are kept.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Dialect, FailureClass, Response};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::Profile;
use graphlance_graph::{Graph, Table};
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::store::{bug_folders, read_found};
use graphlance_hunt::{Budget, Deadlines, Progress, Store, hunt};
use graphlance_oracles::Gqs;
use graphlance_reference::languages;

/// How long the hunt is to take.
const BUDGET: Duration = Duration::from_secs(1);
/// Statements in flight from which on the target waits for the end of the hunt.
const ENOUGH: usize = 6;
/// The number of the statement among them at which it dies, if it is to die.
const DEADLY: usize = 3;

/// What the target has done.
#[derive(Default)]
struct Done {
    /// Whether every answer is wrong from now on.
    wrong: AtomicBool,
    /// The statement that kills it, once it has.
    deadly: Mutex<Option<String>>,
}

/// The reference, which answers to several statements at a time only when the hunt is over, and then wrong.
struct Tardy {
    inner: ReferenceTarget,
    dies: bool,
    done: Arc<Done>,
}

struct TardyDriver {
    inner: Box<dyn Driver>,
    dies: bool,
    done: Arc<Done>,
    opened: Instant,
}

impl Target for Tardy {
    fn name(&self) -> &str {
        "tardy"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        self.inner.dialect()
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let (inner, done) = (self.inner.open(worker)?, Arc::clone(&self.done));
        Ok(Box::new(TardyDriver { inner, dies: self.dies, done, opened: Instant::now() }))
    }
}

impl Driver for TardyDriver {
    fn identity(&self) -> &Identity {
        self.inner.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.inner.wipe(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        if self.done.deadly.lock().expect("no panic").as_deref() == Some(statement) {
            return Response::Crash { how: "signal 11 (SIGSEGV)".to_owned() };
        }
        if self.done.wrong.load(Ordering::Relaxed) && statement.contains("RETURN") {
            return Response::Table(Table { columns: vec!["wrong".into()], rows: Vec::new() });
        }
        self.inner.run(statement, deadline)
    }

    fn run_all(&mut self, statements: &[String], deadline: Duration) -> Vec<(Response, Duration)> {
        if statements.len() >= ENOUGH && !self.done.wrong.swap(true, Ordering::Relaxed) {
            std::thread::sleep((BUDGET + Duration::from_millis(300)).saturating_sub(self.opened.elapsed()));
            if self.dies {
                *self.done.deadly.lock().expect("no panic") = Some(statements[DEADLY].clone());
            }
        }
        graphlance_engines::driver::run_one_by_one(self, statements, deadline)
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
        self.inner.health()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.inner.restart()
    }

    fn log_tail(&mut self, _: usize) -> Vec<String> {
        Vec::new()
    }
}

/// Hunts a target that waits for the end of the hunt; the classes of the bugs filed, and how many failures were kept.
#[track_caller]
fn check(dies: bool, filed: &[FailureClass], least_kept: u64) {
    let target = Tardy { inner: ReferenceTarget::new(Cypher.standard(), None), dies, done: Arc::default() };
    let config = Config {
        budget: Budget::Time(BUDGET),
        adapt: false,
        deadlines: Deadlines { query: Duration::from_millis(500), load: Duration::from_secs(30) },
        overtime: Duration::from_secs(60),
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(&place.path().join("out")).expect("a fresh folder");
    let target: Arc<dyn Target> = Arc::new(target);
    let summary = hunt(&target, &Gqs, &config, &store, &Silent, &Progress::start(), &Arc::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let late = summary.counts.skipped.get("failed when the hunt was over (not looked into)").copied();
    let late = late.unwrap_or_else(|| panic!("none was late: {:?}", summary.counts));
    assert!(late >= least_kept, "{:?}", summary.counts);
    let out = place.path().join("out");
    let found = |folder: &std::path::Path| read_found(folder, &languages()).expect("a whole finding");
    let mut classes: Vec<FailureClass> =
        bug_folders(&out).expect("bugs").iter().map(|folder| found(folder).evidence.class).collect();
    classes.sort();
    assert_eq!(classes, filed, "{:?}", summary.counts);
    let kept: Vec<_> = std::fs::read_dir(out.join("unconfirmed")).expect("kept ones").flatten().collect();
    // What a reduction meets on its way is kept, too: that of the death meets wrong answers.
    assert!(kept.len() as u64 == late || dies && kept.len() as u64 > late, "{:?}", summary.counts);
    for folder in kept {
        let kept = found(&folder.path());
        assert_eq!((kept.replayed, kept.evidence.class), ([0, 0], FailureClass::WrongColumns));
    }
}

#[test]
fn of_what_fails_when_a_hunt_is_over_the_first_failure_is_looked_into_and_the_others_are_kept() {
    check(false, &[FailureClass::WrongColumns], ENOUGH as u64 - 1);
}

#[test]
fn a_death_that_is_seen_when_a_hunt_is_over_is_filed_though_it_is_not_the_first_failure() {
    check(true, &[FailureClass::Crash, FailureClass::WrongColumns], DEADLY as u64 - 1);
}
