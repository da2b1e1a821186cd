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

/// One of the groups that are reduced while nobody knows the right rows ends at these statements and so many nodes; it was made by
/// this rewrite alone, its lineage holds, and so does its claim.
#[track_caller]
fn check(oracle: &dyn Oracle, fault: Fault, rewrite: &str, left: &[&str], nodes: usize) {
    let (derivers, standard) = (languages(), Cypher.standard());
    let mute = Languages::none().with(&Cypher, Arc::new(Muting));
    let deriver = derivers.deriver(&standard).expect("Cypher has rewrites");
    let all = hunted(oracle, fault, mute.deriving(&Cypher, Arc::clone(&deriver)), 500, false);
    let is_left = |(found, _): &&(Found, String)| texts(&found.case) == left && found.case.graph.node_count() == nodes;
    let found = all.iter().map(|(found, _)| texts(&found.case)).collect::<Vec<_>>();
    let (Found { case, evidence, .. }, report) =
        all.iter().find(is_left).unwrap_or_else(|| panic!("{fault:?}: {left:#?} is none of {found:#?}"));
    assert_eq!(evidence.class, FailureClass::Disagreement, "{fault:?}");
    assert_eq!(case.lineage.rewrite_names(), [rewrite], "{fault:?}");
    assert!(case.follows(deriver.as_ref(), &standard), "{case:#?}");
    // Whoever can tell the rows agrees that they are the same.
    let reference = derivers.evaluator(&standard, Effort::Usual);
    assert!(case.claim.restated(case, reference.as_ref()).is_ok(), "{fault:?}: {:#?}", texts(case));
    let sentence = deriver.sentence(rewrite).expect("a sentence");
    assert!(report.contains("## Why the answers must agree") && report.contains(sentence), "{report}");
    assert!(report.contains("Which of them is wrong cannot be told."), "{report}");
}

#[test]
fn partitions_are_reduced_while_nobody_knows_the_rows() {
    let parts = |clause: &str| {
        let filters = ["", " WHERE P", " WHERE NOT P", " WHERE P IS NULL"];
        filters.map(|filter| format!("{clause}{filter} RETURN 1 AS x"))
    };
    let check = |fault, clause, predicate, nodes| {
        let texts = parts(clause).map(|text| text.replace('P', predicate));
        check(&Partition, fault, "partition_rows", &texts.each_ref().map(String::as_str), nodes);
    };
    check(Fault::NotOfNullIsTrue, "MATCH ()", "null", 1);
    check(Fault::WithWhereLosesRows, "MATCH ()-->() WITH *", "true", 1);
}

#[test]
fn equivalent_statements_are_reduced_while_nobody_knows_the_rows() {
    let by_labels = ["MATCH (a:A:B) RETURN 1 AS x", "MATCH (a) WHERE a:A:B RETURN 1 AS x"];
    check(&Equivalence, Fault::SecondLabelIgnored, "labels_as_filter", &by_labels, 1);
    let grouped = "MATCH (a) WITH a.k AS x, count(*) AS rows_of_group RETURN x AS x";
    let by_groups = ["MATCH (a) RETURN DISTINCT a.k AS x", grouped];
    check(&Equivalence, Fault::DistinctDropsNulls, "distinct_as_groups", &by_groups, 1);
    let filtered = ["MATCH (), (a:A) RETURN 1 AS x", "MATCH (), (a) WHERE a:A RETURN 1 AS x"];
    check(&Equivalence, Fault::CommaPatternsWithFilterEmpty, "labels_as_filter", &filtered, 1);
}

#[test]
fn a_reference_that_knows_the_rows_says_which_statement_is_wrong() {
    let found = hunted(&Equivalence, Fault::SecondLabelIgnored, languages(), 1000, true);
    let (Found { case, evidence, .. }, report) = found.first().expect("a bug");
    assert_ne!(evidence.class, FailureClass::Disagreement);
    assert_eq!(case.steps.len(), 1, "{:#?}", texts(case));
    assert!(case.lineage.derivations.is_empty() && !case.lineage.rewrites.is_empty());
    assert!(report.contains("- Found by `equivalence`: the answer disagreed"), "{report}");
}
