//! Cases that go on from the graph of the last one: on the reference, which must agree, and on targets that remember too much.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Case, Claim, Dialect, Lineage, Load, Response, Step};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Returns};
use graphlance_hunt::campaign::{Config, Silent, Summary};
use graphlance_hunt::store::read_found;
use graphlance_hunt::{Budget, Deadlines, Found, Progress, Store, hunt};
use graphlance_oracles::{Oracle, Round, RoundContext, Walk};
use graphlance_reference::languages;

/// What a target gets wrong.
#[derive(Clone, Copy, PartialEq)]
enum Memory {
    /// Nothing.
    Sound,
    /// A text that was answered before is answered as then, whatever has been written since.
    KeepsAnswers,
    /// A relationship that was deleted is still found.
    KeepsDeleted,
    /// It refuses to delete.
    RefusesDelete,
}

/// The reference, with a memory of its own.
struct Remembering(Memory);

struct RememberingDriver {
    inner: Box<dyn Driver>,
    memory: Memory,
    answers: HashMap<String, Response>,
}

impl Target for Remembering {
    fn name(&self) -> &str {
        "remembering"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        Ok(Cypher.standard())
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let inner = ReferenceTarget::new(Cypher.standard(), None).open(worker)?;
        Ok(Box::new(RememberingDriver { inner, memory: self.0, answers: HashMap::new() }))
    }
}

impl Driver for RememberingDriver {
    fn identity(&self) -> &Identity {
        self.inner.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.answers.clear();
        self.inner.wipe(deadline)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Response {
        match self.memory {
            Memory::KeepsAnswers if statement.contains("RETURN") => {
                let inner = &mut self.inner;
                let kept = self.answers.entry(statement.to_owned()).or_insert_with(|| inner.run(statement, deadline));
                kept.clone()
            }
            Memory::KeepsDeleted if statement.ends_with("DELETE r") => self.inner.run("RETURN 1 AS x", deadline),
            Memory::RefusesDelete if statement.ends_with("DELETE r") => self.inner.run("DELETE", deadline),
            _ => self.inner.run(statement, deadline),
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
        self.answers.clear();
        self.inner.restart()
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.inner.log_tail(count)
    }
}

fn run(memory: Memory, oracle: &dyn Oracle, cases: u64) -> (Summary, Vec<Found>) {
    let config = Config {
        budget: Budget::Queries(cases),
        stop_at_first: true,
        adapt: false,
        deadlines: Deadlines::of_query(Duration::from_secs(5)),
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let target: Arc<dyn Target> = Arc::new(Remembering(memory));
    let ended = hunt(&target, oracle, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let bugs = std::fs::read_dir(place.path().join("bugs")).map(|found| found.flatten().collect()).unwrap_or_default();
    let read = |entry: &std::fs::DirEntry| read_found(&entry.path(), &languages()).expect("a whole finding");
    let bugs: Vec<std::fs::DirEntry> = bugs;
    (ended.expect("a hunt to its end"), bugs.iter().map(read).collect())
}

#[test]
fn the_reference_agrees_with_itself_on_every_graph_of_a_walk() {
    let counts = run(Memory::Sound, &Walk, 3000).0.counts;
    assert_eq!((counts.findings, counts.denied, counts.invalid), (0, 0, 0), "{counts:?}");
    assert!(counts.checks >= 2500 && counts.texts * 4 < counts.checks, "{counts:?}");
    assert!(counts.graphs * 50 < counts.checks, "a walk needs no loading: {counts:?}");
}

/// The texts of the first bug's steps.
#[track_caller]
fn found(memory: Memory) -> Vec<String> {
    let (summary, bugs) = run(memory, &Walk, 3000);
    let bug = bugs.first().unwrap_or_else(|| panic!("{:?}", summary.counts));
    assert_eq!((bug.replayed, summary.counts.flaky), ([5, 5], 0));
    bug.case.statements().map(|statement| statement.text()).collect()
}

#[test]
fn an_answer_that_is_kept_over_a_write_is_found_and_replays_by_asking_twice() {
    let texts = found(Memory::KeepsAnswers);
    let [first, change, again] = texts.as_slice() else { panic!("{texts:?}") };
    assert_eq!(first, again);
    assert!(!change.contains("RETURN"), "{change}");
}

#[test]
fn an_element_that_outlives_its_deletion_is_found_and_the_deletion_stays_in_the_case() {
    let texts = found(Memory::KeepsDeleted);
    let [change, asked] = texts.as_slice() else { panic!("{texts:?}") };
    assert!(change.ends_with("DELETE r") && asked.contains("RETURN"), "{texts:?}");
}

/// A round of cases on an empty graph, each given by its steps.
struct Told(&'static [&'static [&'static str]]);

struct TellingRound {
    context: RoundContext,
    cases: std::vec::IntoIter<(u64, Vec<&'static str>)>,
    graph: Arc<Graph>,
    load: Load,
}

impl Oracle for Told {
    fn name(&self) -> &'static str {
        "told"
    }

    fn summary(&self) -> &'static str {
        "cases of a test"
    }

    fn page(&self) -> &'static str {
        ""
    }

    fn objection(&self, _: &Dialect) -> Option<&'static str> {
        None
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        let cases: Vec<_> = (0..).zip(self.0.iter().map(|steps| steps.to_vec())).collect();
        let (context, graph, load) = (context.clone(), Arc::default(), Load::Create);
        Box::new(TellingRound { context, cases: cases.into_iter(), graph, load })
    }
}

impl Round for TellingRound {
    fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    fn load(&self) -> &Load {
        &self.load
    }

    fn case_count(&self) -> u64 {
        self.cases.len() as u64
    }

    fn next_case(&mut self, _: &Adaptation) -> Option<Case> {
        let (index, texts) = self.cases.next()?;
        let steps: Vec<Step> = texts.iter().map(|text| Step::run(Cypher.parse(text).expect("a statement"))).collect();
        let lineage = Lineage { round: self.context.round, index: index + 1, ..Lineage::default() };
        let claim = Claim::returns(steps.len() - 1, Returns::bag([], Vec::new()));
        let case = Case::new(&self.context.dialect, Arc::clone(&self.graph), claim, lineage);
        let claim =
            case_with(&case, &steps).claim.restated(&case_with(&case, &steps), &languages_of()).expect("an answer");
        Some(Case { claim, steps, ..case })
    }
}

fn case_with(case: &Case, steps: &[Step]) -> Case {
    Case { steps: steps.to_vec(), ..case.clone() }
}

fn languages_of() -> graphlance_reference::Options {
    graphlance_reference::Options::default()
}

/// Runs one round of these cases on a target; checks made, statements refused, cases without an answer, findings.
#[track_caller]
fn check(memory: Memory, cases: &'static [&'static [&'static str]], expected: [u64; 4]) {
    let counts = run(memory, &Told(cases), cases.len() as u64).0.counts;
    let undecided = counts.skipped.values().sum::<u64>();
    assert_eq!([counts.checks, counts.invalid, undecided, counts.findings], expected, "{counts:?}");
}

#[test]
fn a_case_goes_on_from_where_the_last_one_was_or_from_the_loaded_graph() {
    const COUNT: &str = "MATCH (n) RETURN count(*) AS c";
    check(Memory::Sound, &[&[COUNT], &["CREATE (:A)", COUNT], &["CREATE (:A)", "CREATE (:B)", COUNT]], [3, 0, 0, 0]);
    // Another way begins at the loaded graph again, and so does none.
    check(Memory::Sound, &[&["CREATE (:A)", COUNT], &["CREATE (:A), (:B)", COUNT], &[COUNT]], [3, 0, 0, 0]);
}

#[test]
fn behind_a_change_that_the_target_refuses_nothing_is_asked() {
    const DELETE: &str = "MATCH ()-[r]->() DELETE r";
    const ONE: &str = "MATCH (n) RETURN count(*) AS c";
    const TWO: &str = "MATCH (n) RETURN count(n) AS c";
    check(Memory::RefusesDelete, &[&[ONE], &["CREATE (:A)", DELETE, ONE], &["CREATE (:A)", DELETE, TWO]], [1, 1, 1, 0]);
}
