//! Cases whose steps begin and end transactions and name databases, on the reference: with the fault that a rolled back write
//! stays, without it, and on a target that cannot do them.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{
    Act, Boundary, Case, Claim, Dialect, FailureClass, Lineage, Response, SameGraph, Skip, Step, Verdict,
};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::worker::{WorkerCommand, WorkerTarget};
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::Profile;
use graphlance_graph::{Graph, Properties};
use graphlance_hunt::campaign::{Config, Silent, Summary};
use graphlance_hunt::store::read_found;
use graphlance_hunt::{Budget, Clock, Deadlines, Found, Progress, Session, Store, hunt};
use graphlance_oracles::Atomicity;
use graphlance_reference::languages;

fn reference() -> ReferenceTarget {
    ReferenceTarget::new(Cypher.standard(), None)
}

/// The reference, which keeps from others that it has transactions and databases.
struct Plain;

struct PlainDriver(Box<dyn Driver>);

impl Target for Plain {
    fn name(&self) -> &str {
        "plain"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        Ok(Cypher.standard())
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        Ok(Box::new(PlainDriver(reference().open(worker)?)))
    }
}

impl Driver for PlainDriver {
    fn identity(&self) -> &Identity {
        self.0.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.0.wipe(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        self.0.run(statement, deadline)
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.0.await_indexes(deadline)
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.0.read_graph(deadline)
    }

    fn explain(&mut self, _: &str, _: Duration) -> Option<String> {
        None
    }

    fn health(&mut self) -> Health {
        self.0.health()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.0.restart()
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.0.log_tail(count)
    }
}

struct Hunted {
    summary: Summary,
    bugs: Vec<Found>,
}

fn run(target: impl Target + 'static, cases: u64) -> Hunted {
    let config = Config {
        budget: Budget::Queries(cases),
        stop_at_first: true,
        adapt: false,
        deadlines: Deadlines::of_query(Duration::from_millis(500)),
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let target: Arc<dyn Target> = Arc::new(target);
    let ended = hunt(&target, &Atomicity, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let bugs = std::fs::read_dir(place.path().join("bugs"))
        .map(|entries| entries.flatten().collect())
        .unwrap_or_else(|_| Vec::new());
    let bugs = bugs.iter().map(|entry| read_found(&entry.path(), &languages()).expect("a whole finding")).collect();
    Hunted { summary: ended.expect("a hunt to its end"), bugs }
}

#[test]
fn a_write_that_stays_when_it_is_rolled_back_is_found_and_reduced_to_one_transaction() {
    let hunted = run(reference().leaking(), 200);
    let bug = hunted.bugs.first().unwrap_or_else(|| panic!("{:?}", hunted.summary.counts));
    assert_eq!((bug.evidence.class, bug.replayed), (FailureClass::State, [5, 5]));
    assert!(bug.title.starts_with("A transaction that is rolled back leaves another graph"), "{}", bug.title);
    let steps: Vec<&str> = bug.case.steps.iter().map(|step| step.act.name()).collect();
    assert!(matches!(steps.as_slice(), ["snapshot", "begin", "run", "roll_back" | "reset", "snapshot"]), "{steps:?}");
    assert!(bug.discovery.reduced.nodes <= 1 && bug.discovery.reduced.clauses <= 2, "{}", bug.text);
}

#[test]
fn the_reference_rolls_back_whatever_was_written() {
    let counts = run(reference(), 300).summary.counts;
    assert_eq!((counts.findings, counts.denied, counts.unconfirmed), (0, 0, 0), "{counts:?}");
    assert!(counts.checks > 200, "{counts:?}");
}

#[test]
fn a_target_without_transactions_is_not_asked_and_the_hunt_says_why() {
    let summary = run(Plain, 30).summary;
    assert_eq!((summary.counts.findings, summary.counts.checks), (0, 0), "{:?}", summary.counts);
    let said = summary.nothing_checked().expect("there was no check");
    assert!(said.contains("the target does not have transactions of several statements"), "{said}");
}

/// A case on a graph of one node: `b> CREATE (:A)` acts on the database `b`.
fn case(steps: &[&str]) -> Case {
    fn step(text: &str) -> Step {
        let boundary = Boundary::ALL.iter().find(|boundary| boundary.name() == text);
        match (boundary, text.split_once("> ")) {
            (Some(boundary), _) => (*boundary).into(),
            (None, Some((database, text))) => step(text).on(database),
            (None, None) if text == "snapshot" => Act::Snapshot.into(),
            (None, None) => Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))),
        }
    }
    let mut graph = Graph::new();
    graph.add_node(["A".into()], Properties::new());
    let claim = Claim::SameGraph(SameGraph { before: 0, after: steps.len() - 1 });
    let case = Case::new(&Cypher.standard(), Arc::new(graph), claim, Lineage::default());
    Case { steps: steps.iter().map(|text| step(text)).collect(), ..case }
}

/// Runs the steps twice on one session, to see that the first time leaves nothing to the second; the verdicts, and the numbers
/// of nodes that were read.
fn answers(target: impl Target + 'static, steps: &[&str]) -> [(Verdict, Vec<usize>); 2] {
    let target: Arc<dyn Target> = Arc::new(target);
    let mut session =
        Session::open(&target, 0, Deadlines::default(), &Clock::endless(), &languages()).expect("a session");
    let case = case(steps);
    [(); 2].map(|()| {
        let (responses, verdict) = session.run_case(&case).expect("an endless clock");
        let count = |response: &Response| match response {
            Response::Graph(graph) => Some(graph.node_count()),
            _ => None,
        };
        (verdict, responses.iter().filter_map(count).collect())
    })
}

#[track_caller]
fn check(steps: &[&str], passes: bool, nodes: &[usize]) {
    for (verdict, read) in answers(reference(), steps) {
        assert_eq!(
            (matches!(verdict, Verdict::Pass { .. }), read.as_slice()),
            (passes, nodes),
            "{steps:?}: {verdict:?}"
        );
    }
}

#[test]
fn a_transaction_sees_what_it_wrote_and_its_end_decides_what_stays() {
    check(&["snapshot", "begin", "CREATE (:B)", "snapshot", "roll_back", "snapshot"], true, &[1, 2, 1]);
    check(&["snapshot", "begin", "CREATE (:B)", "commit", "snapshot"], false, &[1, 2]);
    check(&["snapshot", "CREATE (:B)", "reset", "snapshot"], false, &[1, 2]);
    check(&["snapshot", "begin", "CREATE (:B)", "reset", "snapshot"], true, &[1, 1]);
}

#[test]
fn a_database_holds_nothing_at_first_and_nothing_of_another_one() {
    check(
        &["snapshot", "b> snapshot", "b> CREATE (:B), (:B)", "b> snapshot", "c> snapshot", "snapshot"],
        true,
        &[1, 0, 2, 0, 1],
    );
    check(&["b> snapshot", "CREATE (:B)", "b> snapshot"], true, &[0, 0]);
}

#[test]
fn a_worker_process_is_asked_for_transactions_and_databases_like_any_other_target() {
    let command = WorkerCommand {
        program: env!("CARGO_BIN_EXE_graphlance-fake-engine").into(),
        arguments: vec!["true".to_owned(), "transactions".to_owned()],
        memory: None,
        ready: Duration::from_secs(60),
    };
    let worker = || WorkerTarget::new("fake", Cypher.standard(), command.clone());
    let steps = ["snapshot", "begin", "CREATE (:B)", "snapshot", "roll_back", "b> CREATE (:C)", "reset", "snapshot"];
    for (verdict, read) in answers(worker(), &steps) {
        assert!(matches!(verdict, Verdict::Pass { vacuous: false }), "{verdict:?}");
        assert_eq!(read, [1, 2, 1]);
    }
}

#[test]
fn what_a_target_cannot_do_is_skipped_before_anything_is_sent() {
    for (steps, reason) in [
        (["CREATE (:B)", "begin", "roll_back"], "transactions of several statements"),
        (["CREATE (:B)", "b> snapshot", "snapshot"], "several databases"),
        (["CREATE (:B)", "reset", "snapshot"], "a reset of the connection"),
    ] {
        for (verdict, read) in answers(Plain, &steps) {
            assert!(matches!(verdict, Verdict::Skipped(Skip::Unsupported(_))), "{verdict:?}");
            assert!(verdict.to_string().ends_with(reason) && read.is_empty(), "{verdict}");
        }
    }
}
