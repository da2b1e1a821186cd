//! Plans as guidance: how they are counted, and what follows from new ones.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Dialect, Response};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::Profile;
use graphlance_graph::Graph;
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::event::{Entry, Event};
use graphlance_hunt::progress::Counts;
use graphlance_hunt::run_file::RunFile;
use graphlance_hunt::{Budget, Deadlines, Earlier, Progress, Store, hunt};
use graphlance_oracles::{Oracle, Reference, Walk};
use graphlance_reference::languages;

/// How a target tells its plans.
#[derive(Clone, Copy, PartialEq)]
enum Tells {
    Nothing,
    WhenAsked,
    BesideAnswers,
}

/// The reference, with plans of one operator for each clause.
struct Planning(Tells);

struct PlanningDriver {
    inner: Box<dyn Driver>,
    tells: Tells,
    told: Vec<Option<String>>,
}

impl Target for Planning {
    fn name(&self) -> &str {
        "planning"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        Ok(Cypher.standard())
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let inner = ReferenceTarget::new(Cypher.standard(), None).open(worker)?;
        Ok(Box::new(PlanningDriver { inner, tells: self.0, told: Vec::new() }))
    }
}

/// A line for each clause of some kinds, named after it so that it is no word of the statement.
fn plan(statement: &str) -> String {
    let clauses = ["OPTIONAL", "MATCH", "WITH", "UNWIND", "UNION", "CALL", "ORDER"];
    let lines =
        statement.split_whitespace().filter(|word| clauses.contains(word)).map(|word| format!("  {word}Operator"));
    ["Produce".to_owned()].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

impl Driver for PlanningDriver {
    fn identity(&self) -> &Identity {
        self.inner.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.inner.wipe(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        self.inner.run(statement, deadline)
    }

    fn run_all(&mut self, statements: &[String], deadline: Duration) -> Vec<(Response, Duration)> {
        let beside = self.tells == Tells::BesideAnswers;
        self.told = statements.iter().map(|statement| beside.then(|| plan(statement))).collect();
        self.inner.run_all(statements, deadline)
    }

    fn told_plans(&mut self) -> Vec<Option<String>> {
        std::mem::take(&mut self.told)
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.inner.await_indexes(deadline)
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.inner.read_graph(deadline)
    }

    fn explain(&mut self, statement: &str, _: Duration) -> Option<String> {
        if self.tells == Tells::Nothing {
            // More than the share of such short hunts: also where saying nothing takes long it is known that nothing is told.
            std::thread::sleep(Duration::from_millis(50));
        }
        (self.tells == Tells::WhenAsked).then(|| plan(statement))
    }

    fn health(&mut self) -> Health {
        self.inner.health()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.inner.restart()
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.inner.log_tail(count)
    }
}

/// What a hunt left.
struct Left {
    counts: Counts,
    run: RunFile,
    new_plans: usize,
    mutants: u64,
    place: tempfile::TempDir,
}

fn run(tells: Tells, oracle: &dyn Oracle, cases: u64, adapt: bool) -> Left {
    let config = Config {
        budget: Budget::Queries(cases),
        adapt,
        deadlines: Deadlines::of_query(Duration::from_secs(5)),
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let target: Arc<dyn Target> = Arc::new(Planning(tells));
    let summary = hunt(&target, oracle, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let summary = summary.expect("a hunt to its end");
    let is_new = |entry: &Entry| matches!(entry.event, Event::NewPlan { .. });
    let new_plans = store.read_events().expect("events").iter().filter(|entry| is_new(entry)).count();
    let read = std::fs::read_to_string(place.path().join("run.json")).expect("run.json");
    let run = serde_json::from_str(&read).expect("run.json in its form");
    let mutants = summary.coverage.techniques.get("mutation.plan").copied().unwrap_or_default();
    Left { counts: summary.counts, run, new_plans, mutants, place }
}

#[test]
fn plans_are_counted_whether_they_are_told_beside_answers_or_asked_for() {
    for tells in [Tells::BesideAnswers, Tells::WhenAsked] {
        let Left { counts, run, new_plans, .. } = run(tells, &Reference, 400, true);
        // How many are asked for depends on the time that asking takes.
        let least = if tells == Tells::BesideAnswers { 20 } else { 1 };
        assert!(
            counts.plans >= least && counts.planned >= counts.plans && counts.planned <= counts.texts,
            "{counts:?}"
        );
        assert_eq!((new_plans as u64, run.plans_by_minute.iter().sum()), (counts.plans, counts.plans));
        assert_eq!((counts.findings, counts.denied, counts.invalid), (0, 0, 0), "{counts:?}");
        if tells == Tells::BesideAnswers {
            assert_eq!(counts.planned, counts.texts);
        }
    }
    let counts = run(Tells::Nothing, &Reference, 200, true).counts;
    assert_eq!((counts.plans, counts.planned), (0, 0));
}

#[test]
fn statements_with_new_plans_are_followed_by_mutants_unless_nothing_is_learned() {
    for tells in [Tells::BesideAnswers, Tells::Nothing] {
        let Left { counts, mutants, .. } = run(tells, &Reference, 400, true);
        assert!(mutants > 20, "{mutants} {counts:?}");
        assert_eq!(run(tells, &Reference, 400, false).mutants, 0);
    }
    let texts = |adapt| run(Tells::BesideAnswers, &Walk, 3000, adapt).counts;
    let (learning, frozen) = (texts(true), texts(false));
    assert_eq!((learning.findings, learning.denied, learning.invalid), (0, 0, 0), "{learning:?}");
    assert!(learning.plans > frozen.plans, "{learning:?} {frozen:?}");
}

#[test]
fn a_hunt_that_goes_on_knows_the_plans_that_it_met() {
    let Left { counts, place, .. } = run(Tells::BesideAnswers, &Reference, 200, true);
    let store = Store::reopen(place.path()).expect("the folder");
    let earlier = Arc::new(Earlier::read(&store, &languages()).expect("the hunt"));
    let config = Config {
        budget: Budget::Queries(400),
        earlier: Some(earlier),
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let target: Arc<dyn Target> = Arc::new(Planning(Tells::BesideAnswers));
    let ended = hunt(&target, &Reference, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let later = ended.expect("a hunt to its end").counts;
    let shapes = |entry: Entry| match entry.event {
        Event::NewPlan { plan, .. } => Some(plan),
        _ => None,
    };
    let told: Vec<String> = store.read_events().expect("events").into_iter().filter_map(shapes).collect();
    let distinct: std::collections::BTreeSet<&String> = told.iter().collect();
    assert!(later.plans > counts.plans, "{later:?}");
    assert_eq!((distinct.len(), told.len() as u64), (told.len(), later.plans));
}
