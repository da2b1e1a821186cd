//! A language that graphlance does not come with is hunted: generated, run against an engine that gets it wrong, judged, reduced and
//! reported. Nothing of `hunt`, `shrink` and `report` knows it.

use std::sync::Arc;
use std::time::Duration;

use crate::support::toy::{Count, Counting, Toy, counted};
use graphlance_case::language::{Effort, Evaluators};
use graphlance_case::{
    Answer, Case, Claim, Dialect, EngineError, ErrorClass, Evaluator, Language, Languages, Lineage, Load,
};
use graphlance_case::{LEFT_OPEN, NoAnswer, Response, Statement, Step};
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::{Graph, Name, Random, Table, Value};
use graphlance_hunt::arbiter::SecondOpinion;
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::store::{bug_folders, read_found};
use graphlance_hunt::{Budget, Progress, Store, hunt};
use graphlance_oracles::{Oracle, Round, RoundContext};

const LABELS: [&str; 4] = ["Able", "Baker", "Charlie", "Dog"];

/// Makes counts on random graphs.
struct Counts;

struct CountRound {
    context: RoundContext,
    graph: Arc<Graph>,
    next: u64,
}

fn some_labels(random: &mut Random) -> Vec<Name> {
    LABELS.iter().filter(|_| random.chance(0.6)).map(|label| Name::from(*label)).collect()
}

impl Oracle for Counts {
    fn name(&self) -> &'static str {
        "counts"
    }

    fn summary(&self) -> &'static str {
        "nodes are counted by their labels"
    }

    fn page(&self) -> &'static str {
        "# counts"
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        (dialect.language().name() != "toy").then_some("its statements are counts")
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        let mut random = Random::derive(context.seed, &[context.round]);
        let mut graph = Graph::new();
        for _ in 0..8 {
            graph.add_node(some_labels(&mut random), Default::default());
        }
        Box::new(CountRound { context: context.clone(), graph: Arc::new(graph), next: 0 })
    }
}

impl Round for CountRound {
    fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    fn load(&self) -> &Load {
        &Load::Create
    }

    fn case_count(&self) -> u64 {
        10
    }

    fn next_case(&mut self, _: &Adaptation) -> Option<Case> {
        let index = self.next;
        self.next += 1;
        let labels = some_labels(&mut Random::derive(self.context.seed, &[self.context.round, index, 1]));
        let claim = Claim::returns(0, counted(&self.graph, &labels));
        let lineage = Lineage { oracle: "counts".into(), index, ..Lineage::default() };
        let case = Case::new(&self.context.dialect, Arc::clone(&self.graph), claim, lineage);
        (index < 10).then(|| Case { steps: vec![Step::run(Statement::new(Count(labels)))], ..case })
    }
}

/// An engine that does not look at labels behind the second.
struct Forgetful(Identity, Graph);

struct ForgetfulTarget;

impl Target for ForgetfulTarget {
    fn name(&self) -> &str {
        "forgetful"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        Ok(Toy.standard())
    }

    fn open(&self, _: usize) -> Result<Box<dyn Driver>, TargetError> {
        let identity = Identity { engine: "Forgetful".to_owned(), version: "1.0".to_owned(), ..Identity::default() };
        Ok(Box::new(Forgetful(identity, Graph::new())))
    }
}

impl Driver for Forgetful {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn wipe(&mut self, _: Duration) -> Result<(), TargetError> {
        self.1 = Graph::new();
        Ok(())
    }

    fn run(&mut self, text: &str, _: Duration) -> Response {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let labels: Vec<Name> = rest.split_whitespace().map(Name::from).collect();
        match verb {
            "add" => {
                self.1.add_node(labels, Default::default());
                Response::Table(Table::default())
            }
            "count" => {
                let returns = counted(&self.1, &labels[..labels.len().min(2)]);
                Response::Table(Table { columns: vec!["count".into()], rows: returns.rows })
            }
            _ => Response::Error(EngineError { class: ErrorClass::Syntax, message: format!("what is {verb}?") }),
        }
    }

    fn await_indexes(&mut self, _: Duration) -> Result<(), TargetError> {
        Ok(())
    }

    fn read_graph(&mut self, _: Duration) -> Result<Graph, TargetError> {
        Ok(self.1.clone())
    }

    fn explain(&mut self, _: &str, _: Duration) -> Option<String> {
        None
    }

    fn health(&mut self) -> Health {
        Health { alive: true, ..Health::default() }
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.wipe(Duration::ZERO)
    }

    fn log_tail(&mut self, _: usize) -> Vec<String> {
        Vec::new()
    }
}

/// The counts of a hunt, and the folder of what it found.
fn hunted(languages: &Languages) -> (graphlance_hunt::progress::Counts, tempfile::TempDir) {
    let config = Config {
        languages: languages.clone(),
        budget: Budget::Queries(500),
        adapt: false,
        stop_on_denial: false,
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let target: Arc<dyn Target> = Arc::new(ForgetfulTarget);
    let summary = hunt(&target, &Counts, &config, &store, &Silent, &Progress::start(), &Arc::default());
    (summary.expect("a hunt to its end").counts, place)
}

#[test]
fn a_language_of_ones_own_is_hunted_reduced_and_reported() {
    let languages = Languages::none().with(&Toy, Arc::new(Counting));
    let (counts, place) = hunted(&languages);
    assert_eq!((counts.new_bugs, counts.denied, counts.flaky, counts.unconfirmed), (1, 0, 0, 0));
    let folders = bug_folders(place.path()).expect("a bug");
    let found = read_found(&folders[0], &languages).expect("a whole finding");
    // Three labels are needed, and a node that has the first two of them alone.
    assert_eq!((found.text.as_str(), found.case.language.as_str()), ("count A B C", "toy"));
    let labels: Vec<Vec<Name>> = found.case.graph.nodes().map(|node| node.labels.iter().cloned().collect()).collect();
    assert_eq!(labels, [["A", "B"].map(Name::from)]);
    assert_eq!(found.case.claim.table().map(|(_, returns)| returns.rows.clone()), Some(vec![vec![Value::Integer(0)]]));
    let report = std::fs::read_to_string(folders[0].join("report.md")).expect("a report");
    assert!(report.starts_with("# `count` of 3 labels returns `1` instead of `0`"), "{report}");
    assert!(report.contains("```toy\ncount A B C\n```"), "{report}");
    assert!(folders[0].join("repro.toy").is_file());
    assert!(read_found(&folders[0], &graphlance_reference::languages()).is_err(), "nobody else can read it");
}

/// A language whose bugs a second evaluator is asked about.
struct Asked(Arc<dyn Evaluator>);

impl Evaluators for Asked {
    fn evaluator(&self, dialect: &Dialect, effort: Effort) -> Arc<dyn Evaluator> {
        Counting.evaluator(dialect, effort)
    }

    fn second(&self, _: &Dialect) -> Option<Arc<dyn Evaluator>> {
        Some(Arc::clone(&self.0))
    }
}

/// Counts one node too many.
struct Miscounting;

impl Evaluator for Miscounting {
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        let mut answer = Counting.evaluate(graph, statement)?;
        answer.returns.rows = vec![vec![Value::Integer(-1)]];
        Ok(answer)
    }
}

/// Finds several answers.
struct Wavering;

impl Evaluator for Wavering {
    fn evaluate(&self, _: &Graph, _: &Statement) -> Result<Answer, NoAnswer> {
        Err(NoAnswer::Undecided(format!("{LEFT_OPEN}: the rows under two orders")))
    }
}

#[test]
fn what_a_second_evaluator_leaves_open_is_kept_and_is_no_bug() {
    let languages = Languages::none().with(&Toy, Arc::new(Asked(Arc::new(Wavering))));
    let (counts, place) = hunted(&languages);
    assert_eq!((counts.new_bugs, counts.denied), (0, 0));
    let kept = std::fs::read_dir(place.path().join("unconfirmed")).expect("a folder").count();
    assert!(kept > 0);
}

#[test]
fn a_bug_says_whether_a_second_evaluator_agrees() {
    let languages = Languages::none().with(&Toy, Arc::new(Asked(Arc::new(Counting))));
    let (counts, place) = hunted(&languages);
    assert_eq!((counts.new_bugs, counts.denied), (1, 0));
    let folders = bug_folders(place.path()).expect("a bug");
    let found = read_found(&folders[0], &languages).expect("a whole finding");
    assert_eq!(found.second, Some(SecondOpinion::Agrees));
    let report = std::fs::read_to_string(folders[0].join("report.md")).expect("a report");
    let sentence = SecondOpinion::Agrees.sentence();
    assert!(report.contains(&format!("- {sentence}\n")), "{report}");
}

#[test]
fn a_bug_that_a_second_evaluator_denies_is_a_defect_of_ours() {
    let languages = Languages::none().with(&Toy, Arc::new(Asked(Arc::new(Miscounting))));
    let (counts, place) = hunted(&languages);
    assert_eq!(counts.new_bugs, 0);
    assert!(counts.denied > 0);
    let denied = std::fs::read_dir(place.path().join("denied")).expect("a folder of denied claims").next();
    let file = denied.expect("a denied claim").expect("a readable entry").path().join("denied.json");
    let text = std::fs::read_to_string(file).expect("its file");
    assert!(text.contains("a second evaluator comes to another answer"), "{text}");
}
