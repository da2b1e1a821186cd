use std::sync::Arc;

use graphlance_graph::{Properties, Returns, Table};

use super::*;
use crate::language::{Cypher, Language};
use crate::{Answer, Boundary, EngineError, ErrorClass, Lineage, Statement, Step, judge};

/// Knows that a statement that writes adds a node with the label that it names.
struct Adds;

impl Evaluator for Adds {
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        let text = statement.text();
        let label = text.split([':', ')']).nth(1).ok_or_else(|| NoAnswer::Undecided(text.clone()))?;
        let mut after = graph.clone();
        after.add_node([label.into()], Properties::new());
        Ok(Answer { returns: Returns::bag([], Vec::new()), graph: Some(after) })
    }
}

fn step(text: &str) -> Step {
    if let Some(boundary) = Boundary::ALL.iter().find(|boundary| boundary.name() == text) {
        return (*boundary).into();
    }
    match text.split_once("> ") {
        Some((database, text)) => step(text).on(database),
        None if text == "snapshot" => Act::Snapshot.into(),
        None => Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))),
    }
}

fn case(steps: &[&str]) -> Case {
    let claim = Claim::SameGraph(SameGraph { before: 0, after: steps.len() - 1 });
    let case = Case::new(&Cypher.standard(), Arc::new(Graph::new()), claim, Lineage::default());
    Case { steps: steps.iter().map(|text| step(text)).collect(), ..case }
}

/// What the evaluator says of these steps, and what step `at` finds: the labels of its nodes.
#[track_caller]
fn check_state(steps: &[&str], same: bool, at: usize, labels: &[&str]) {
    let case = case(steps);
    assert_eq!(case.claim.restated(&case, &Adds).is_ok(), same, "{steps:?}");
    let reread = |step: usize| Ok(case.statement(step).cloned().expect("a statement"));
    assert_eq!(case.claim.opinion(&case, &reread, &Adds) == Opinion::Confirmed, same, "{steps:?}");
    let state = case.state_before(at, &Adds).expect("a state");
    let found: Vec<&str> = state.nodes().flat_map(|node| &node.labels).map(|label| label.as_str()).collect();
    assert_eq!(found, labels, "{steps:?}");
}

#[test]
fn what_is_rolled_back_or_written_elsewhere_leaves_nothing_and_the_rest_stays() {
    let undone = ["snapshot", "begin", "CREATE (:A)", "CREATE (:B)", "roll_back", "snapshot"];
    check_state(&undone, true, 4, &["A", "B"]);
    check_state(&undone, true, 5, &[]);
    check_state(&["snapshot", "begin", "CREATE (:A)", "reset", "snapshot"], true, 4, &[]);
    check_state(&["snapshot", "begin", "CREATE (:A)", "commit", "snapshot"], false, 4, &["A"]);
    check_state(&["snapshot", "CREATE (:A)", "reset", "snapshot"], false, 3, &["A"]);
    check_state(&["snapshot", "b> CREATE (:A)", "b> CREATE (:B)", "snapshot"], true, 2, &["A"]);
    let two = ["snapshot", "begin", "CREATE (:A)", "roll_back", "begin", "CREATE (:B)", "commit", "snapshot"];
    check_state(&two, false, 5, &[]);
}

#[test]
fn only_writes_to_the_database_of_the_graph_spend_it() {
    assert!(case(&["begin", "CREATE (:A)", "roll_back"]).spends_graph());
    assert!(!case(&["b> CREATE (:A)", "MATCH (n:A) RETURN 1 AS x"]).spends_graph());
}

fn graph(nodes: usize) -> Response {
    let mut graph = Graph::new();
    for _ in 0..nodes {
        graph.add_node([], Properties::new());
    }
    Response::Graph(Box::new(graph))
}

fn error(class: ErrorClass) -> Response {
    Response::Error(EngineError { class, message: "?".to_owned() })
}

const DONE: Response = Response::Table(Table { columns: Vec::new(), rows: Vec::new() });

/// Judges the answers to a transaction that is rolled back: to its statement, to its end, and the graphs before and after.
#[track_caller]
fn check(written: Response, ended: Response, graphs: [Response; 2], outcome: &str) {
    let case = case(&["snapshot", "begin", "CREATE (:A)", "roll_back", "snapshot"]);
    let [before, after] = graphs;
    let verdict = judge(&case, &[before, DONE, written, ended, after], &Cypher.standard());
    let word = match &verdict {
        Verdict::Pass { vacuous: true } => "vacuous",
        Verdict::Pass { vacuous: false } => "pass",
        Verdict::Fail(evidence) => evidence.class.name(),
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => "undecided",
    };
    assert_eq!(word, outcome, "{verdict:?}");
}

#[test]
fn another_graph_afterwards_is_a_failure_whatever_became_of_the_statement() {
    check(DONE, DONE, [graph(1), graph(1)], "pass");
    check(DONE, DONE, [graph(1), graph(2)], "state");
    check(error(ErrorClass::Runtime), DONE, [graph(1), graph(1)], "vacuous");
    check(error(ErrorClass::Runtime), DONE, [graph(1), graph(2)], "state");
    check(DONE, DONE, [graph(1), DONE], "undecided");
}

#[test]
fn the_end_of_a_transaction_must_not_be_refused() {
    check(DONE, error(ErrorClass::Other), [graph(1), graph(1)], "unexpected_error");
    check(DONE, error(ErrorClass::Internal), [graph(1), graph(1)], "internal_error");
}

#[test]
fn a_report_calls_it_by_what_happens_and_wants_the_graph_that_was_read_first() {
    let case = case(&["snapshot", "begin", "CREATE (:A)", "roll_back", "snapshot"]);
    assert_eq!(case.claim.subject(&case), "A transaction that is rolled back");
    let responses = [graph(3)];
    assert_eq!(case.claim.graph(&case, &responses).map(Graph::node_count), Some(3));
    assert_eq!(case.claimed_statement().map(|statement| statement.text()).as_deref(), Some("CREATE (:A)"));
}
