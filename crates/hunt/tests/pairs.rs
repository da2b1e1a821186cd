//! Pairs of statements under a reference that cannot tell what a query returns: what is wrong shows in that answers disagree, and a
//! reduction makes the derived statements again after each edit. The reference that can tell judges the outcome afterwards.

use std::sync::Arc;

use graphlance_case::language::{Cypher, Effort, Evaluators, Language};
use graphlance_case::{Answer, Case, Dialect, Evaluator, FailureClass, Languages, NoAnswer, Statement};
use graphlance_engines::Target;
use graphlance_engines::reference::ReferenceTarget;
use graphlance_generate::Profile;
use graphlance_graph::Graph;
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::found::Found;
use graphlance_hunt::store::{bug_folders, read_found};
use graphlance_hunt::{Budget, Progress, Store, hunt};
use graphlance_oracles::{Equivalence, Oracle, Partition, languages};
use graphlance_reference::Fault;

/// Knows what a statement leaves and not what it returns.
struct Mute(Arc<dyn Evaluator>);

/// Makes mute evaluators.
struct Muting;

impl Evaluators for Muting {
    fn evaluator(&self, dialect: &Dialect, effort: Effort) -> Arc<dyn Evaluator> {
        Arc::new(Mute(languages().evaluator(dialect, effort)))
    }
}

impl Evaluator for Mute {
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        if statement.writes() {
            return self.0.evaluate(graph, statement);
        }
        Err(NoAnswer::Undecided("the reference is mute".to_owned()))
    }

    fn is_valid(&self, statement: &Statement) -> bool {
        self.0.is_valid(statement)
    }

    fn is_plain(&self, graph: &Graph, statement: &Statement) -> bool {
        self.0.is_plain(graph, statement)
    }

    fn raises_nowhere(&self, graph: &Graph, statement: &Statement) -> bool {
        self.0.raises_nowhere(graph, statement)
    }
}

/// Hunts the reference with a fault; the bugs with their reports.
fn hunted(
    oracle: &dyn Oracle,
    fault: Fault,
    languages: Languages,
    queries: u64,
    stop_at_first: bool,
) -> Vec<(Found, String)> {
    let dialect = Cypher.standard();
    let target: Arc<dyn Target> = Arc::new(ReferenceTarget::new(dialect, Some(fault)));
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = Config {
        languages: languages.clone(),
        budget: Budget::Queries(queries),
        adapt: false,
        stop_at_first,
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let summary = hunt(&target, oracle, &config, &store, &Silent, &Progress::start(), &Arc::default());
    let counts = summary.unwrap_or_else(|error| panic!("{fault:?}: {error}")).counts;
    assert_eq!((counts.denied, counts.flaky), (0, 0), "{fault:?}");
    let folders = bug_folders(place.path()).expect("the folder of bugs");
    let read = |folder: &std::path::PathBuf| {
        let report = std::fs::read_to_string(folder.join("report.md")).expect("a report");
        (read_found(folder, &languages).expect("a whole finding"), report)
    };
    folders.iter().map(read).collect()
}

fn texts(case: &Case) -> Vec<String> {
    case.statements().map(|statement| statement.text()).collect()
}

/// A group that was made by a rewrite and reduced while nobody knows the right rows: its lineage holds, and so does its claim.
#[track_caller]
fn reduced(oracle: &dyn Oracle, fault: Fault, rewrite: &str) -> (Vec<String>, usize) {
    let (derivers, standard) = (languages(), Cypher.standard());
    let mute = Languages::none().with(&Cypher, Arc::new(Muting));
    let deriver = derivers.deriver(&standard).expect("Cypher has rewrites");
    let all = hunted(oracle, fault, mute.deriving(&Cypher, Arc::clone(&deriver)), 400, false);
    let made = |found: &&(Found, String)| found.0.case.lineage.rewrite_names() == [rewrite];
    let (Found { case, evidence, .. }, report) =
        all.iter().find(made).unwrap_or_else(|| panic!("{fault:?} is not found"));
    assert_eq!(evidence.class, FailureClass::Disagreement, "{fault:?}");
    assert!(case.follows(deriver.as_ref(), &standard), "{case:#?}");
    // Whoever can tell the rows agrees that they are the same.
    let reference = derivers.evaluator(&standard, Effort::Usual);
    assert!(case.claim.restated(case, reference.as_ref()).is_ok(), "{fault:?}: {:#?}", texts(case));
    let sentence = deriver.sentence(rewrite).expect("a sentence");
    assert!(report.contains("## Why the answers must agree") && report.contains(sentence), "{report}");
    assert!(report.contains("Which of them is wrong cannot be told."), "{report}");
    (texts(case), case.graph.node_count())
}

/// It ends at so many statements of so many characters in all. Where several just show the fault, which of them is left depends on
/// the statement that was drawn.
#[track_caller]
fn check(oracle: &dyn Oracle, fault: Fault, rewrite: &str, statements: usize, most_characters: usize) {
    let (texts, nodes) = reduced(oracle, fault, rewrite);
    let characters: usize = texts.iter().map(String::len).sum();
    assert!(texts.len() == statements && characters <= most_characters && nodes <= 1, "{nodes} nodes: {texts:#?}");
}

#[test]
fn partitions_are_reduced_while_nobody_knows_the_rows() {
    check(&Partition, Fault::NotOfNullIsTrue, "partition_rows", 4, 160);
    check(&Partition, Fault::WithWhereLosesRows, "partition_rows", 4, 220);
}

#[test]
fn equivalent_statements_are_reduced_while_nobody_knows_the_rows() {
    check(&Equivalence, Fault::SecondLabelIgnored, "labels_as_filter", 2, 70);
    check(&Equivalence, Fault::DistinctDropsNulls, "distinct_as_groups", 2, 150);
    check(&Equivalence, Fault::CommaPatternsWithFilterEmpty, "labels_as_filter", 2, 80);
}

#[test]
fn a_reference_that_knows_the_rows_says_which_statement_is_wrong() {
    let found = hunted(&Equivalence, Fault::SecondLabelIgnored, languages(), 400, true);
    let (Found { case, evidence, .. }, report) = found.first().expect("a bug");
    assert_ne!(evidence.class, FailureClass::Disagreement);
    assert_eq!(case.steps.len(), 1, "{:#?}", texts(case));
    assert!(case.lineage.derivations.is_empty() && !case.lineage.rewrites.is_empty());
    assert!(report.contains("- Found by `equivalence`: the answer disagreed"), "{report}");
}
