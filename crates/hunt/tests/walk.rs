//! Cases that go on from the graph of the last one: on the reference, which must agree, and on targets that remember too much.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Case, Claim, Dialect, Evaluator, Lineage, Load, Response, Step};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Index, Name, Returns, Table};
use graphlance_hunt::campaign::{Config, Silent, Summary};
use graphlance_hunt::store::read_found;
use graphlance_hunt::{Budget, Deadlines, Found, Progress, Store, hunt};
use graphlance_oracles::{Oracle, Round, RoundContext, Walk};
use graphlance_reference::{Options, languages};

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
    /// A plan keeps the values of the parameters that it was first made for.
    KeepsParameters,
    /// Where a statement names what an index is on, it finds what was there when the index was made.
    MissesLaterWrites,
}

/// The reference, with a memory of its own.
struct Remembering(Memory);

struct RememberingDriver {
    inner: Box<dyn Driver>,
    memory: Memory,
    answers: HashMap<String, Response>,
    /// The first text for each text without values of parameters.
    planned: HashMap<String, String>,
    /// What there was when the indexes were made.
    indexed: Graph,
}

impl RememberingDriver {
    fn new(inner: Box<dyn Driver>, memory: Memory) -> RememberingDriver {
        RememberingDriver { inner, memory, answers: HashMap::new(), planned: HashMap::new(), indexed: Graph::new() }
    }

    fn forget(&mut self) {
        self.answers.clear();
        self.planned.clear();
    }

    /// The answer of what the indexes know, where they know of what the statement names.
    fn by_index(&self, statement: &str) -> Option<Response> {
        let named = |name: &Name| statement.contains(name.as_str());
        let used = |index: &Index| named(&index.name) && index.keys.iter().all(named);
        let used = statement.contains("RETURN") && self.indexed.schema.indexes.iter().any(used);
        let statement = used.then(|| Cypher.parse(statement).ok())??;
        let returns = Options::default().evaluate(&self.indexed, &statement).ok()?.returns;
        let columns = returns.columns.into_iter().map(|column| column.name).collect();
        Some(Response::Table(Table { columns, rows: returns.rows }))
    }

    /// Reads what the indexes know from now on.
    fn build_indexes(&mut self) -> Result<(), TargetError> {
        if self.memory == Memory::MissesLaterWrites {
            self.indexed = self.inner.read_graph(Duration::MAX)?;
        }
        Ok(())
    }
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
        Ok(Box::new(RememberingDriver::new(inner, self.0)))
    }
}

impl Driver for RememberingDriver {
    fn identity(&self) -> &Identity {
        self.inner.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.forget();
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
            Memory::KeepsParameters => {
                let text = Cypher.given(statement).map_or(statement, |(_, text)| text);
                let first = self.planned.entry(text.to_owned()).or_insert_with(|| statement.to_owned());
                self.inner.run(first, deadline)
            }
            Memory::MissesLaterWrites => {
                self.by_index(statement).unwrap_or_else(|| self.inner.run(statement, deadline))
            }
            _ => self.inner.run(statement, deadline),
        }
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.inner.await_indexes(deadline)?;
        self.build_indexes()
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
        self.forget();
        self.inner.restart()
    }

    fn log_tail(&mut self, count: usize) -> Vec<String> {
        self.inner.log_tail(count)
    }
}

fn run(memory: Memory, oracle: &dyn Oracle, cases: u64) -> (Summary, Vec<Found>) {
    run_from(1, memory, oracle, cases)
}

fn run_from(seed: u64, memory: Memory, oracle: &dyn Oracle, cases: u64) -> (Summary, Vec<Found>) {
    let (summary, bugs, _) = told(seed, memory, oracle, cases);
    (summary, bugs)
}

/// A hunt, what it found, and the statements that it told of as refused.
fn told(seed: u64, memory: Memory, oracle: &dyn Oracle, cases: u64) -> (Summary, Vec<Found>, Vec<String>) {
    let config = Config {
        seed,
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
    let events = std::fs::read_to_string(place.path().join("events.jsonl")).expect("events");
    let events = events.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let refused = events.filter(|event| event["event"] == "refused").map(|event| event["text"].to_string());
    let refused = refused.collect();
    (ended.expect("a hunt to its end"), bugs.iter().map(read).collect(), refused)
}

#[test]
fn the_reference_agrees_with_itself_on_every_graph_of_a_walk() {
    let counts = run(Memory::Sound, &Walk, 3000).0.counts;
    assert_eq!((counts.findings, counts.denied, counts.invalid), (0, 0, 0), "{counts:?}");
    // Values that are new are a new text where they are written out.
    assert!(counts.checks >= 2500 && counts.texts * 2 < counts.checks, "{counts:?}");
    assert!(counts.graphs * 50 < counts.checks, "a walk needs no loading: {counts:?}");
}

/// Hunts by three seeds. `expected`: what is to be said of the texts of each first bug's steps.
#[track_caller]
fn found(memory: Memory, expected: impl Fn(&[String]) -> bool) {
    for seed in [1, 2, 3] {
        let (summary, bugs) = run_from(seed, memory, &Walk, 3000);
        let bug = bugs.first().unwrap_or_else(|| panic!("seed {seed}: {:?}", summary.counts));
        assert_eq!((bug.replayed, summary.counts.flaky), ([5, 5], 0), "seed {seed}");
        let texts: Vec<String> = bug.case.statements().map(|statement| statement.text()).collect();
        assert!(expected(&texts), "seed {seed}: {texts:#?}");
    }
}

#[test]
fn an_answer_that_is_kept_over_a_write_is_found_and_replays_by_asking_twice() {
    found(Memory::KeepsAnswers, |texts| match texts {
        [first, change, again] => first == again && !change.contains("RETURN"),
        _ => false,
    });
}

#[test]
fn an_element_that_outlives_its_deletion_is_found_and_the_deletion_stays_in_the_case() {
    found(Memory::KeepsDeleted, |texts| match texts {
        [change, asked] => change.ends_with("DELETE r") && asked.contains("RETURN"),
        _ => false,
    });
}

#[test]
fn a_plan_that_keeps_a_parameter_is_found_and_replays_by_asking_with_two_values() {
    found(Memory::KeepsParameters, |texts| match texts {
        [first, again] => {
            let [first, again] = [first, again].map(|text| Cypher.given(text));
            matches!((first, again), (Some((one, text)), Some((other, same))) if text == same && one != other)
        }
        _ => false,
    });
}

#[test]
fn an_index_that_misses_later_writes_is_found_and_the_write_stays_in_the_case() {
    found(Memory::MissesLaterWrites, |texts| match texts {
        [change, asked] => !change.contains("RETURN") && asked.contains("RETURN"),
        _ => false,
    });
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

fn languages_of() -> Options {
    Options::default()
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
    const CASES: &[&[&str]] = &[&[ONE], &["CREATE (:A)", DELETE, ONE], &["CREATE (:A)", DELETE, TWO]];
    check(Memory::RefusesDelete, CASES, [1, 1, 1, 0]);
    // It is the change that was refused, and not what was to be asked behind it.
    let (.., refused) = told(1, Memory::RefusesDelete, &Told(CASES), 3);
    assert_eq!(refused, [format!("\"{DELETE}\"")]);
}
