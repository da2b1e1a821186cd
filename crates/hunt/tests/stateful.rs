//! Sequences of statements that write: on the reference, which must agree, and on a target that makes mistakes of the naive
//! evaluator.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Act, Answer, Case, Claim, Dialect, EngineError, ErrorClass, FailureClass, Load, Response, Step};
use graphlance_cypher::{Statement, parse};
use graphlance_engines::reference::{Defect, ReferenceTarget};
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Table};
use graphlance_hunt::campaign::{Config, Silent, Summary};
use graphlance_hunt::store::read_found;
use graphlance_hunt::{Budget, Deadlines, Found, Progress, Store, hunt};
use graphlance_oracles::{Oracle, Round, RoundContext, Stateful};
use graphlance_reference::departures::WrongRule;
use graphlance_reference::naive::{Naive, Slip};
use graphlance_reference::{Departures, languages};

/// The naive evaluator as a target, with a mistake.
struct Slipping(Option<Slip>);

struct SlippingDriver {
    naive: Naive,
    graph: Graph,
    identity: Identity,
}

impl Target for Slipping {
    fn name(&self) -> &str {
        "slipping"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        Ok(Cypher.standard())
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let identity = ReferenceTarget::new(Cypher.standard(), None).open(worker)?.identity().clone();
        let naive = Naive { slip: self.0, ..Naive::default() };
        Ok(Box::new(SlippingDriver { naive, graph: Graph::new(), identity }))
    }
}

impl SlippingDriver {
    fn answer(&mut self, statement: &Statement) -> Response {
        let fails = |class, message| Response::Error(EngineError { class, message });
        match self.naive.admissible(&self.graph, statement, 0) {
            Ok(Answer { returns, graph }) => {
                self.graph = graph.unwrap_or_else(|| std::mem::take(&mut self.graph));
                let columns = returns.columns.into_iter().map(|column| column.name).collect();
                Response::Table(Table { columns, rows: returns.rows })
            }
            Err(graphlance_reference::Failure::Raised(error)) => fails(ErrorClass::Runtime, error.to_string()),
            // What it does not know is no mistake.
            Err(other) => fails(ErrorClass::Timeout, other.to_string()),
        }
    }
}

impl Driver for SlippingDriver {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn wipe(&mut self, _: Duration) -> Result<(), TargetError> {
        self.graph = Graph::new();
        Ok(())
    }

    fn run(&mut self, statement: &str, _: Duration) -> Response {
        match parse(statement) {
            Ok(statement) => self.answer(&statement),
            Err(error) => Response::Error(EngineError { class: ErrorClass::Syntax, message: error.to_string() }),
        }
    }

    fn await_indexes(&mut self, _: Duration) -> Result<(), TargetError> {
        Ok(())
    }

    fn read_graph(&mut self, _: Duration) -> Result<Graph, TargetError> {
        Ok(self.graph.clone())
    }

    fn explain(&mut self, _: &str, _: Duration) -> Option<String> {
        None
    }

    fn health(&mut self) -> Health {
        Health::default()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.graph = Graph::new();
        Ok(())
    }

    fn log_tail(&mut self, _: usize) -> Vec<String> {
        Vec::new()
    }
}

fn run(target: Arc<dyn Target>, cases: u64, stop_at_first: bool) -> (Summary, Vec<Found>) {
    run_from(1, target, cases, stop_at_first)
}

fn run_from(seed: u64, target: Arc<dyn Target>, cases: u64, stop_at_first: bool) -> (Summary, Vec<Found>) {
    run_oracle(&Stateful, seed, target, cases, stop_at_first)
}

fn run_oracle(
    oracle: &'static dyn Oracle,
    seed: u64,
    target: Arc<dyn Target>,
    cases: u64,
    stop_at_first: bool,
) -> (Summary, Vec<Found>) {
    let config = Config {
        seed,
        budget: Budget::Queries(cases),
        stop_at_first,
        adapt: false,
        deadlines: Deadlines::of_query(Duration::from_secs(5)),
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let ended = hunt(&target, oracle, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let bugs = std::fs::read_dir(place.path().join("bugs")).map(|found| found.flatten().collect()).unwrap_or_default();
    let read = |entry: &std::fs::DirEntry| read_found(&entry.path(), &languages()).expect("a whole finding");
    let bugs: Vec<std::fs::DirEntry> = bugs;
    (ended.expect("a hunt to its end"), bugs.iter().map(read).collect())
}

#[test]
fn the_reference_agrees_with_itself_on_every_graph_of_a_sequence() {
    let (summary, bugs) = run(Arc::new(ReferenceTarget::new(Cypher.standard(), None)), 1500, true);
    let counts = summary.counts;
    assert_eq!((counts.findings, counts.denied, counts.invalid, bugs.len()), (0, 0, 0, 0), "{counts:?}");
    assert!(counts.checks >= 1400, "{counts:?}");
    assert!(counts.graphs * 30 < counts.checks, "a sequence needs no loading: {counts:?}");
}

/// A mistake is found, and reduced to one statement, with the graph after it, that has these words.
#[track_caller]
fn check(slip: Slip, words: &[&str]) {
    let (summary, bugs) = run(Arc::new(Slipping(Some(slip))), 1500, true);
    let bug = bugs.first().unwrap_or_else(|| panic!("{slip:?}: {:?}", summary.counts));
    assert_eq!((bug.replayed, summary.counts.flaky), ([5, 5], 0), "{slip:?}");
    let texts: Vec<String> = bug.case.statements().map(|statement| statement.text()).collect();
    let [text] = texts.as_slice() else { panic!("{slip:?}: {texts:?}") };
    assert!(words.iter().all(|word| text.contains(word)), "{slip:?}: {text}");
    assert!(matches!(bug.case.steps.last(), Some(step) if step.act == Act::Snapshot), "{slip:?}");
}

#[test]
fn what_a_statement_leaves_or_returns_is_found_and_reduced_to_that_statement() {
    check(Slip::SetMapKeepsOthers, &["SET", "= {}"]);
    check(Slip::RemovePropertyIgnored, &["REMOVE"]);
    check(Slip::DetachLeavesNode, &["DETACH DELETE"]);
    check(Slip::ForeachFirstOnly, &["FOREACH"]);
    check(Slip::UnitCallDropsRow, &["CALL"]);
}

#[test]
fn what_shows_when_a_graph_is_loaded_is_the_bug_that_a_statement_shows() {
    let rule = WrongRule::find("label-of-merge-action-dropped").expect("a departure");
    let target = ReferenceTarget::new(Cypher.standard(), None).departing(Departures::of([rule]));
    // Seed 1 meets a sequence, too, whose error comes of the label that an earlier statement dropped: a report of its own.
    let (summary, bugs) = run_from(2, Arc::new(target), 1500, false);
    let found: Vec<_> = bugs.iter().map(|bug| bug.title.as_str()).collect();
    assert_eq!(found, ["A label of ON CREATE SET or ON MATCH SET is dropped"], "{:?}", summary.counts);
    assert!(bugs.iter().all(|bug| bug.evidence.class != FailureClass::Load));
}

#[test]
fn what_comes_back_otherwise_than_it_is_there_is_one_bug_whether_a_statement_or_a_load_shows_it() {
    let rule = WrongRule::find("floats-of-15-digits-in-elements").expect("a departure");
    let target = ReferenceTarget::new(Cypher.standard(), None).departing(Departures::of([rule]));
    let (summary, bugs) = run_from(2, Arc::new(target), 1500, false);
    let found: Vec<_> = bugs.iter().map(|bug| (bug.title.as_str(), bug.evidence.class)).collect();
    let sentence = "A FLOAT of a node or relationship that comes back whole has 15 digits, unless it is in a list";
    assert!(matches!(found[..], [(title, class)] if title == sentence && class != FailureClass::Load), "{found:?}");
    assert_eq!(summary.counts.denied, 0);
}

#[test]
fn what_comes_after_a_statement_that_failed_is_no_finding_of_its_own() {
    // No script that loads a graph has a call.
    let (summary, bugs) = run(Arc::new(Slipping(Some(Slip::UnitCallDropsRow))), 1500, false);
    assert!(!bugs.is_empty(), "{:?}", summary.counts);
    for bug in bugs {
        let texts: Vec<String> = bug.case.statements().map(|statement| statement.text()).collect();
        assert!(texts.len() == 1 && texts[0].contains("CALL"), "{texts:?}");
    }
    let skipped = summary.counts.skipped.get("a statement that leads there failed").copied().unwrap_or_default();
    assert!(skipped > 0, "{:?}", summary.counts.skipped);
}

#[test]
fn what_a_transaction_leaves_is_found_and_the_transaction_stays_in_the_case() {
    let leaking = ReferenceTarget::new(Cypher.standard(), None).leaking();
    let (summary, bugs) = run(Arc::new(leaking), 3000, true);
    assert!(summary.coverage.techniques["transaction"] > 0, "{:?}", summary.coverage.techniques);
    let bug = bugs.first().unwrap_or_else(|| panic!("{:?}", summary.counts));
    assert_eq!(
        (bug.replayed, summary.counts.flaky, bug.case.statements().count()),
        ([5, 5], 0, 2),
        "{:?}",
        bug.case.steps
    );
    let boundaries = |step: &Step| matches!(step.act, Act::Boundary(_));
    assert_eq!(bug.case.steps.iter().filter(|step| boundaries(step)).count(), 2, "{:?}", bug.case.steps);
}

/// The reference as an engine that tells what it counts.
fn counting() -> ReferenceTarget {
    let mut dialect = graphlance_cypher::Dialect::standard();
    dialect.counters = graphlance_cypher::Dialect::built_in("neo4j").expect("a built-in dialect").counters;
    assert_eq!(dialect.counters.len(), 6);
    ReferenceTarget::new(dialect.into(), None)
}

/// The questions for indexes of the oracle `stateful`, and nothing else of it.
struct Lookups;

impl Oracle for Lookups {
    fn name(&self) -> &'static str {
        "lookups"
    }

    fn summary(&self) -> &'static str {
        "questions for indexes"
    }

    fn page(&self) -> &'static str {
        "# lookups"
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        Stateful.objection(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        Box::new(OnlyLookups(Stateful.round(context)))
    }
}

struct OnlyLookups(Box<dyn Round>);

impl Round for OnlyLookups {
    fn graph(&self) -> &Arc<Graph> {
        self.0.graph()
    }

    fn load(&self) -> &Load {
        self.0.load()
    }

    fn case_count(&self) -> u64 {
        self.0.case_count()
    }

    fn next_case(&mut self, adaptation: &Adaptation) -> Option<Case> {
        std::iter::from_fn(|| self.0.next_case(adaptation)).find(|case| matches!(case.claim, Claim::IndexAgrees(_)))
    }
}

#[test]
fn the_reference_agrees_with_itself_on_what_is_counted_and_on_what_indexes_find() {
    let (summary, bugs) = run(Arc::new(counting()), 1500, true);
    let counts = summary.counts;
    assert_eq!((counts.findings, counts.denied, counts.invalid, bugs.len()), (0, 0, 0, 0), "{counts:?}");
    assert!(summary.coverage.techniques["lookup"] > 30, "{:?}", summary.coverage.techniques);
}

/// A defect of what is counted, or of what an index knows, is found with three seeds and reduced to a case that shows it.
#[track_caller]
fn check_defect(oracle: &'static dyn Oracle, defect: Defect, is_shown: impl Fn(&Found) -> bool) {
    for seed in 1..=3 {
        let (summary, bugs) = run_oracle(oracle, seed, Arc::new(counting().with_defect(defect)), 3000, true);
        let name = defect.name();
        let bug = bugs.first().unwrap_or_else(|| panic!("{name}, seed {seed}: {:?}", summary.counts));
        assert_eq!((bug.replayed, summary.counts.flaky), ([5, 5], 0), "{name}, seed {seed}");
        let steps: Vec<_> =
            bug.case.steps.iter().map(|step| step.statement().map(|statement| statement.text())).collect();
        assert!(is_shown(bug), "{name}, seed {seed}: {} {:?} {steps:?}", bug.title, bug.evidence);
    }
}

#[test]
fn what_is_miscounted_is_found_and_reduced_to_one_statement() {
    let shown = |words: &'static str| {
        move |bug: &Found| {
            let last = bug.case.steps.last().map(|step| step.act.name());
            let counted = bug.evidence.class == FailureClass::Counters && last == Some("counters");
            counted && bug.case.statements().count() == 1 && bug.evidence.summary.contains(words)
        }
    };
    check_defect(&Stateful, Defect::CreatedTwice, shown("nodes created: 2 in place of 1"));
    check_defect(&Stateful, Defect::DetachedUncounted, shown("relationships deleted: 0 in place of 1"));
    check_defect(&Stateful, Defect::NewLabelsUncounted, shown("labels added: 0 in place of 1"));
}

#[test]
fn what_an_index_keeps_or_loses_is_found_by_a_question_that_it_serves() {
    // Of the two questions the one that the index serves is wrong.
    let shown = |class: FailureClass, statements: usize| {
        move |bug: &Found| match &bug.case.claim {
            Claim::IndexAgrees(claim) => {
                let wrong = bug.evidence.step == claim.indexed && bug.evidence.class == class;
                wrong && bug.case.statements().count() <= statements
            }
            _ => false,
        }
    };
    check_defect(&Lookups, Defect::DeletedStaysInIndex, shown(FailureClass::ExtraRows, 4));
    check_defect(&Lookups, Defect::ChangedStaysOutOfIndex, shown(FailureClass::LostRows, 4));
    check_defect(&Lookups, Defect::RolledBackStaysInIndex, shown(FailureClass::ExtraRows, 4));
}
