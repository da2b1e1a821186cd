//! Hunts that ask several targets.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Effort, Language};
use graphlance_case::{Answers, Case, Claim, Dialect, Lineage, Load, Response, Step};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Table, Value};
use graphlance_hunt::campaign::{Config, Silent, Summary};
use graphlance_hunt::progress::Counts;
use graphlance_hunt::run_file::BugEntry;
use graphlance_hunt::run_file::RunFile;
use graphlance_hunt::{Budget, Deadlines, HuntFailure, Progress, Store, hunt};
use graphlance_oracles::{Disagreement, Oracle, Reference, Round, RoundContext};
use graphlance_reference::{Fault, languages};

/// The reference, with a fault, that answers some texts in its own way.
#[derive(Clone, Copy)]
struct Odd {
    name: &'static str,
    fault: Option<Fault>,
    /// What comes of a statement that is odd.
    answer: Option<i64>,
    /// Whether it dies of any statement that reads, and cannot be reached again.
    mortal: bool,
}

struct OddDriver {
    inner: Box<dyn Driver>,
    answer: Option<i64>,
    mortal: bool,
}

impl Target for Odd {
    fn name(&self) -> &str {
        self.name
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        Ok(Cypher.standard())
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let inner = ReferenceTarget::new(Cypher.standard(), self.fault).open(worker)?;
        Ok(Box::new(OddDriver { inner, answer: self.answer, mortal: self.mortal }))
    }
}

/// Whether it is the undecided or the open statement of a test, or has what makes it that.
fn is_odd(statement: &str) -> bool {
    let has = |parts: [&str; 2]| parts.iter().all(|part| statement.contains(part));
    has(["ANY", ", "]) || has(["UNWIND", "LIMIT"])
}

impl Driver for OddDriver {
    fn identity(&self) -> &Identity {
        self.inner.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.inner.wipe(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        if self.mortal && statement.contains("RETURN") {
            return Response::Crash { how: "it is gone".to_owned() };
        }
        match self.answer.filter(|_| is_odd(statement)) {
            Some(answer) => {
                Response::Table(Table { columns: vec!["x".into()], rows: vec![vec![Value::Integer(answer)]] })
            }
            None => self.inner.run(statement, deadline),
        }
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
        if self.mortal { Err(TargetError::Unreachable("nobody answers".to_owned())) } else { self.inner.restart() }
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.inner.log_tail(count)
    }
}

/// A round of one statement on an empty graph.
struct One(&'static str);

struct OneRound {
    case: Option<Case>,
    graph: Arc<Graph>,
    load: Load,
}

impl Oracle for One {
    fn name(&self) -> &'static str {
        "one"
    }

    fn summary(&self) -> &'static str {
        "a case of a test"
    }

    fn page(&self) -> &'static str {
        ""
    }

    fn objection(&self, _: &Dialect) -> Option<&'static str> {
        None
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        let graph: Arc<Graph> = Arc::default();
        let lineage = Lineage { round: context.round, index: 1, ..Lineage::default() };
        let case = Case::new(&context.dialect, Arc::clone(&graph), Claim::Survives, lineage);
        let mut case = Case { steps: vec![Step::run(Cypher.parse(self.0).expect("a statement"))], ..case };
        let evaluator = languages().evaluator(&context.dialect, Effort::Usual);
        case.claim = Claim::Answers(Answers::of(&case, 0, evaluator.as_ref()));
        Box::new(OneRound { case: Some(case), graph, load: Load::Create })
    }
}

impl Round for OneRound {
    fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    fn load(&self) -> &Load {
        &self.load
    }

    fn case_count(&self) -> u64 {
        1
    }

    fn next_case(&mut self, _: &Adaptation) -> Option<Case> {
        self.case.take()
    }
}

/// What a hunt to its end left: its counters, its bugs, and how many findings nobody could decide.
fn run(hunted: Odd, with: &[Odd], oracle: &dyn Oracle, cases: u64) -> (Counts, Vec<BugEntry>, usize) {
    let (ended, bugs, unconfirmed) = left(hunted, with, oracle, cases);
    (ended.expect("a hunt to its end").counts, bugs, unconfirmed)
}

/// The same of any hunt.
fn left(
    hunted: Odd,
    with: &[Odd],
    oracle: &dyn Oracle,
    cases: u64,
) -> (Result<Summary, HuntFailure>, Vec<BugEntry>, usize) {
    let other = |odd: &Odd| -> Arc<dyn Target> { Arc::new(*odd) };
    let config = Config {
        budget: Budget::Queries(cases),
        adapt: false,
        with: with.iter().map(other).collect(),
        deadlines: Deadlines { query: Duration::from_secs(5), load: Duration::from_secs(1) },
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let ended = hunt(&other(&hunted), oracle, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let read = std::fs::read_to_string(place.path().join("run.json")).expect("run.json");
    let run: RunFile = serde_json::from_str(&read).expect("run.json in its form");
    assert_eq!(run.with, with.iter().map(|odd| odd.name).collect::<Vec<_>>());
    for bug in &run.bugs {
        let report = std::fs::read_to_string(place.path().join(&bug.folder).join("report.md")).expect("a report");
        assert!(report.contains("## On other targets"), "{report}");
    }
    let unconfirmed = std::fs::read_dir(place.path().join("unconfirmed")).map(Iterator::count).unwrap_or_default();
    (ended, run.bugs, unconfirmed)
}

const SOUND: Odd = Odd { name: "sound", fault: None, answer: None, mortal: false };
const FAULTY: Odd = Odd { name: "faulty", fault: Some(Fault::OptionalMatchLosesRow), answer: None, mortal: false };

#[test]
fn targets_that_are_right_agree_and_each_answer_is_compared() {
    for oracle in [&Reference as &dyn Oracle, &Disagreement] {
        let (counts, bugs, unconfirmed) = run(SOUND, &[Odd { name: "other", ..SOUND }], oracle, 400);
        assert!(counts.compared >= counts.checks * 3 / 4 && counts.compared > 200, "{counts:?}");
        assert_eq!((bugs.len(), unconfirmed, counts.differences, counts.denied), (0, 0, 0, 0), "{counts:?}");
    }
}

/// Which target is blamed, and how the other stands.
#[track_caller]
fn check(hunted: Odd, other: Odd) {
    let (counts, bugs, _) = run(hunted, &[other], &Reference, 400);
    let faulty = |bug: &BugEntry| bug.target.as_deref() == Some("faulty");
    assert!(!bugs.is_empty() && bugs.iter().all(faulty), "{counts:?} {bugs:?}");
    let right = |bug: &BugEntry| bug.elsewhere.get("sound").is_some_and(|state| state == "right");
    assert!(bugs.iter().all(right), "{bugs:?}");
}

#[test]
fn the_reference_says_which_of_two_targets_is_wrong() {
    check(FAULTY, SOUND);
    check(SOUND, FAULTY);
}

#[test]
fn what_nobody_can_decide_is_kept_apart_and_what_is_open_is_not() {
    let answers = |answer| Odd { answer: Some(answer), ..SOUND };
    let [one, two] = [answers(1), Odd { name: "other", ..answers(2) }];
    let unknown = One("MATCH ANY (a)-->+(), () RETURN 1 AS x");
    let (counts, bugs, unconfirmed) = run(one, &[two], &unknown, 1);
    assert_eq!((bugs.len(), unconfirmed, counts.differences), (0, 1, 1), "{counts:?}");
    let same = Odd { name: "other", ..one };
    let (counts, _, unconfirmed) = run(one, &[same], &unknown, 1);
    assert_eq!((unconfirmed, counts.differences, counts.compared), (0, 0, 1), "{counts:?}");
    let open = One("UNWIND [1, 2] AS a WITH a LIMIT 1 RETURN a AS x");
    let (counts, _, unconfirmed) = run(one, &[two], &open, 1);
    assert_eq!((unconfirmed, counts.differences, counts.compared), (0, 0, 1), "{counts:?}");
}

#[test]
fn the_death_of_another_target_is_not_the_hunted_ones() {
    let mortal = Odd { name: "mortal", mortal: true, ..SOUND };
    let (ended, bugs, _) = left(SOUND, &[mortal], &Reference, 100);
    let error = ended.err().map(|failure| failure.to_string()).unwrap_or_default();
    assert!(error.starts_with("mortal, which --with names: "), "{error}");
    let of: Vec<_> = bugs.iter().map(|bug| bug.target.as_deref()).collect();
    assert_eq!(of, [Some("mortal")], "{bugs:?}");
}
