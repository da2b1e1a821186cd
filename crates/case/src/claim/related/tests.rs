use std::sync::Arc;

use graphlance_graph::{Graph, Properties, Table, Value};

use super::*;
use crate::language::{Cypher, Language};
use crate::{Lineage, Step, judge};

/// Two statements, a snapshot, one statement and another snapshot.
fn case(relation: Relation) -> Case {
    let run = |text: &str| Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    let claim = Claim::Related(Related { columns: vec![Column::exact("x")], relation });
    let case = Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default());
    let [one, two, three] = ["RETURN 1 AS x", "RETURN 2 AS x", "CREATE (:A)"].map(run);
    Case { steps: vec![one, two, Act::Snapshot.into(), three, Act::Snapshot.into()], ..case }
}

fn table(columns: &[&str], rows: Vec<Row>) -> Response {
    Response::Table(Table { columns: columns.iter().map(|name| (*name).into()).collect(), rows })
}

fn numbers(values: &[i64]) -> Response {
    table(&["x"], values.iter().map(|value| vec![Value::Integer(*value)]).collect())
}

/// Rows of `x` and of whether a predicate holds: true, false or null.
fn held(rows: &[(i64, Option<bool>)]) -> Response {
    let row =
        |(value, holds): &(i64, Option<bool>)| vec![Value::Integer(*value), holds.map_or(Value::Null, Value::Boolean)];
    table(&["x", "held"], rows.iter().map(row).collect())
}

/// A graph of nodes with an id; some are marked.
fn graph(nodes: &[(i64, bool)]) -> Response {
    let mut graph = Graph::new();
    for (id, marked) in nodes {
        let mut properties = Properties::from([("id".into(), Value::Integer(*id))]);
        if *marked {
            properties.insert("mark".into(), Value::Integer(1));
        }
        graph.add_node([], properties);
    }
    Response::Graph(Box::new(graph))
}

fn gone(before: usize, after: usize) -> Bag {
    Bag::Gone { before, after, relationships: false }
}

/// What comes of a relation when the first two statements answer so, and of the graphs the first has nodes 1 and 2 and the
/// second node 1, which is marked.
#[track_caller]
fn check(relation: Relation, [one, two]: [Response; 2], outcome: &str) {
    let responses = [one, two, graph(&[(1, false), (2, false)]), table(&[], Vec::new()), graph(&[(1, true)])];
    let verdict = judge(&case(relation), &responses, &Cypher.standard());
    let word = match &verdict {
        Verdict::Pass { vacuous: true } => "vacuous",
        Verdict::Pass { vacuous: false } => "pass",
        Verdict::Fail(evidence) => evidence.class.name(),
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => "undecided",
    };
    assert_eq!(word, outcome, "{verdict:?}");
}

#[test]
fn bags_are_the_same_or_one_is_within_the_other() {
    let same = || Relation::Same(vec![Bag::Rows(0), Bag::Rows(1)]);
    check(same(), [numbers(&[1, 2]), numbers(&[2, 1])], "pass");
    check(same(), [numbers(&[1, 2]), numbers(&[2])], "disagreement");
    check(same(), [numbers(&[1]), numbers(&[2, 1])], "disagreement");
    check(same(), [numbers(&[]), numbers(&[])], "vacuous");
    check(same(), [numbers(&[1]), table(&["y"], vec![vec![Value::Integer(1)]])], "wrong_columns");
    let within = || Relation::Within(Bag::Rows(0), Bag::Rows(1));
    check(within(), [numbers(&[1, 1]), numbers(&[1, 2, 1])], "pass");
    check(within(), [numbers(&[1, 1]), numbers(&[1, 2])], "disagreement");
    check(within(), [numbers(&[]), numbers(&[1])], "vacuous");
}

#[test]
fn a_bag_is_made_of_answers_and_of_graphs() {
    let and = |bag| Relation::Same(vec![Bag::Rows(0), bag]);
    let rows = held(&[(1, Some(true)), (2, Some(false)), (3, None)]);
    check(and(Bag::Held(1)), [numbers(&[1]), rows.clone()], "pass");
    check(and(Bag::Held(1)), [numbers(&[1, 3]), rows], "disagreement");
    check(and(Bag::Distinct(Box::new(Bag::Rows(1)))), [numbers(&[1, 2]), numbers(&[1, 2, 1])], "pass");
    let both = || Bag::Together(vec![Bag::Rows(1), Bag::Rows(1)]);
    check(and(both()), [numbers(&[1, 1]), numbers(&[1])], "pass");
    let common = || Bag::Common(vec![Bag::Rows(1), Bag::Given(vec![vec![Value::Integer(2)]])]);
    check(and(common()), [numbers(&[2]), numbers(&[1, 2, 2])], "pass");
    check(and(common()), [numbers(&[2, 2]), numbers(&[1, 2, 2])], "disagreement");
    check(and(Bag::Marked { graph: 4, key: "mark".into() }), [numbers(&[1]), numbers(&[])], "pass");
    check(and(Bag::Marked { graph: 2, key: "mark".into() }), [numbers(&[1]), numbers(&[])], "disagreement");
    check(and(gone(2, 4)), [numbers(&[2]), numbers(&[])], "pass");
}

#[test]
fn numbers_are_the_same_or_at_most_one_another() {
    let [one, two] = [Number::Value(0), Number::Value(1)];
    let next = Number::Sum(vec![one.clone(), Number::Constant(1)]);
    check(Relation::Equal(next.clone(), two.clone()), [numbers(&[1]), numbers(&[2])], "pass");
    check(Relation::Equal(next.clone(), two.clone()), [numbers(&[1]), numbers(&[1])], "disagreement");
    let twice = Number::Product(vec![one.clone(), Number::Constant(2)]);
    check(Relation::AtMost(two.clone(), twice.clone()), [numbers(&[1]), numbers(&[2])], "pass");
    check(Relation::AtMost(two.clone(), twice), [numbers(&[1]), numbers(&[3])], "disagreement");
    // No path is longer than any.
    check(Relation::AtMost(one.clone(), two.clone()), [numbers(&[3]), numbers(&[])], "pass");
    check(Relation::AtMost(two.clone(), one.clone()), [numbers(&[3]), numbers(&[])], "disagreement");
    check(Relation::Equal(next, two), [numbers(&[]), table(&["y"], vec![vec![Value::Null]])], "vacuous");
    let count = Number::Count(Bag::Rows(1));
    check(Relation::Equal(one.clone(), count), [numbers(&[2]), numbers(&[7, 7])], "pass");
    check(Relation::Equal(one, Number::Constant(1)), [numbers(&[1, 2]), numbers(&[])], "undecided");
}

#[test]
fn a_relation_follows_its_steps_and_is_gone_with_them() {
    let relation = Relation::Same(vec![Bag::Rows(1), gone(2, 4)]);
    let claim = case(relation).claim;
    let moved = Relation::Same(vec![Bag::Rows(0), gone(1, 3)]);
    assert_eq!(claim.without(0), Some(case(moved).claim));
    assert_eq!((claim.without(1), claim.without(2), claim.without(4)), (None, None, None));
    let all = claim.steps(&case(Relation::Same(Vec::new())));
    assert_eq!(all, [1, 3], "the statements from the first to the last that it is about");
}

#[test]
fn a_relation_is_kept_as_it_is_in_a_file() {
    let relation = Relation::AtMost(
        Number::Sum(vec![Number::Count(Bag::Held(1)), Number::Constant(1)]),
        Number::Product(vec![Number::Value(0)]),
    );
    let claim = case(relation).claim;
    let text = serde_json::to_string(&claim).expect("a claim");
    assert_eq!(serde_json::from_str::<Claim>(&text).expect("a claim"), claim, "{text}");
    assert!(text.contains(r#"{"at_most":[{"sum":[{"count":{"held":1}},{"constant":1}]},{"product":[{"value":0}]}]}"#));
}
