use std::sync::Arc;

use graphlance_graph::{Graph, Returns, Table, Value};

use super::*;
use crate::language::{Cypher, Language};
use crate::{Act, Answer, EngineError, ErrorClass, Lineage, Statement, Step, judge};

/// Knows `CREATE ()`, `MATCH (n) DETACH DELETE n`, and that `RETURN 1 AS x` and the like return one row of that number.
struct Few;

impl Evaluator for Few {
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        let text = statement.text();
        let nothing = || Returns::bag([], Vec::new());
        let answer = |returns, graph| Ok(Answer { returns, graph });
        match text.as_str() {
            "CREATE ()" => answer(nothing(), Some(nodes(graph.node_count() + 1))),
            "MATCH (n) DETACH DELETE n" => answer(nothing(), Some(Graph::new())),
            text => match text.split(' ').nth(1).and_then(|word| word.parse().ok()) {
                Some(number) => answer(Returns::bag(["x".into()], vec![vec![Value::Integer(number)]]), None),
                None => Err(NoAnswer::Undecided(text.to_owned())),
            },
        }
    }
}

fn nodes(count: usize) -> Graph {
    let mut graph = Graph::new();
    for _ in 0..count {
        graph.add_node([], Default::default());
    }
    graph
}

/// The case of two statements and of two others on an empty graph.
fn case(left: [&str; 2], right: [&str; 2]) -> Case {
    let run = |text: &str| Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    let mut steps: Vec<Step> = left.map(run).into();
    steps.extend([Act::Snapshot.into(), run("MATCH (n) DETACH DELETE n")]);
    steps.extend(right.map(run));
    steps.push(Act::Snapshot.into());
    let columns = left.map(|text| if text.starts_with("RETURN") { vec![Column::exact("x")] } else { Vec::new() });
    let claim = SameState { columns: columns.into(), left: vec![0, 1], right: vec![4, 5], graphs: [2, 6] };
    let case = Case::new(&Cypher.standard(), Arc::default(), Claim::SameState(claim), Lineage::default());
    Case { steps, ..case }
}

fn table(value: i64) -> Response {
    Response::Table(Table { columns: vec!["x".into()], rows: vec![vec![Value::Integer(value)]] })
}

fn graph(count: usize) -> Response {
    Response::Graph(Box::new(nodes(count)))
}

const SAME: [&str; 2] = ["CREATE ()", "RETURN 1 AS x"];

/// What a target answers to that: the number of each sequence's row, and of the nodes that it leaves.
fn responses(rows: [i64; 2], left: [usize; 2]) -> Vec<Response> {
    let written = || Response::Table(Table::default());
    vec![written(), table(rows[0]), graph(left[0]), written(), written(), table(rows[1]), graph(left[1])]
}

#[track_caller]
fn check(responses: &[Response], outcome: &str) {
    let verdict = judge(&case(SAME, SAME), responses, &Cypher.standard());
    let word = match &verdict {
        Verdict::Pass { vacuous: true } => "vacuous",
        Verdict::Pass { vacuous: false } => "pass",
        Verdict::Fail(evidence) => evidence.class.name(),
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => "undecided",
    };
    assert_eq!(word, outcome, "{verdict:?}");
}

#[test]
fn rows_of_each_pair_and_the_graphs_are_compared() {
    check(&responses([1, 1], [1, 1]), "pass");
    check(&responses([1, 2], [1, 1]), "disagreement");
    check(&responses([1, 1], [1, 2]), "state");
}

#[test]
fn where_a_target_refuses_a_statement_nothing_is_compared() {
    let mut refused = responses([1, 1], [1, 0]);
    refused[4] = Response::Error(EngineError { class: ErrorClass::Syntax, message: "?".to_owned() });
    check(&refused, "undecided");
    refused[4] = Response::Error(EngineError { class: ErrorClass::Internal, message: "?".to_owned() });
    check(&refused, "internal_error");
}

#[test]
fn the_evaluator_confirms_what_does_the_same_and_denies_what_does_not() {
    let opinion = |right| {
        let case = case(SAME, right);
        let own = |step: usize| case.statement(step).cloned().ok_or_else(String::new);
        let restated = case.claim.restated(&case, &Few).is_ok();
        let opinion = case.claim.opinion(&case, &own, &Few);
        assert_eq!(restated, opinion == Opinion::Confirmed);
        opinion
    };
    assert_eq!(opinion(SAME), Opinion::Confirmed);
    let rows = "by the reference they do not do the same: the rows of statements 2 and 6 differ";
    assert_eq!(opinion(["CREATE ()", "RETURN 2 AS x"]), Opinion::Denied(rows.to_owned()));
    let other = opinion(["MATCH (n) DETACH DELETE n", "RETURN 1 AS x"]);
    assert!(matches!(&other, Opinion::Denied(why) if why.contains("other graphs are left")), "{other:?}");
}

#[test]
fn the_sequence_that_goes_wrong_is_accused_statement_by_statement() {
    let accused = |responses: &[Response]| {
        let case = case(SAME, SAME);
        let cases = case.claim.accused(&case, responses, &Cypher.standard(), &Few);
        let texts = |case: &Case| case.statements().map(|statement| statement.text()).collect::<Vec<_>>().join("; ");
        cases.iter().map(texts).collect::<Vec<_>>()
    };
    assert_eq!(accused(&responses([1, 1], [1, 1])), [""; 0]);
    for wrong in [responses([1, 2], [1, 1]), responses([1, 1], [1, 2]), responses([2, 1], [1, 1])] {
        assert_eq!(accused(&wrong), ["CREATE ()", "CREATE (); RETURN 1 AS x"]);
    }
    let mut died = responses([1, 1], [1, 1]);
    died.truncate(5);
    died.push(Response::Crash { how: "signal 11".to_owned() });
    assert_eq!(accused(&died), ["CREATE (); RETURN 1 AS x"]);
}

#[test]
fn the_claim_follows_its_steps_and_ends_with_any_of_them() {
    let case = case(SAME, SAME);
    let after = |step| match case.claim.without(step) {
        Some(Claim::SameState(claim)) => Some((claim.left, claim.right, claim.graphs)),
        _ => None,
    };
    assert_eq!(after(3), Some((vec![0, 1], vec![3, 4], [2, 5])));
    assert!([0, 1, 2, 4, 5, 6].into_iter().all(|step| after(step).is_none()));
}
