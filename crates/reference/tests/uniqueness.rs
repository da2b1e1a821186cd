//! Uniqueness constraints: statements that break one, that may have, and that do not.

use graphlance_cypher::parse;
use graphlance_graph::Graph;
use graphlance_reference::naive::Naive;
use graphlance_reference::{ErrorKind, Failure, Options, evaluate};

const GRAPH: &str = "CREATE (:L {id: 1, k: 1}), (:L {id: 2}), (:M {id: 1}), (:L {k: 3}), (:M {id: 2.0})";
const CONSTRAINT: &str = "CREATE CONSTRAINT FOR (n:L) REQUIRE n.id IS UNIQUE";

#[derive(Debug, PartialEq)]
enum Outcome {
    Changed,
    Refused,
    Open,
}
use Outcome::{Changed, Open, Refused};

fn outcome<T: std::fmt::Debug>(result: Result<T, Failure>) -> Outcome {
    match result {
        Ok(_) => Changed,
        Err(Failure::Raised(error)) if error.kind == ErrorKind::ConstraintValidationFailed => Refused,
        Err(Failure::Unspecified(_)) => Open,
        Err(other) => panic!("{other}"),
    }
}

#[track_caller]
fn check(text: &str, expected: Outcome, naive: Outcome) {
    let options = Options::default();
    let after = |graph: Graph, text: &str| {
        let statement = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        evaluate(&graph, &statement, &options).ok().and_then(|made| made.graph).expect("a graph")
    };
    let graph = after(after(Graph::new(), GRAPH), CONSTRAINT);
    let statement = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(outcome(evaluate(&graph, &statement, &options)), expected, "{text}");
    assert_eq!(outcome(Naive::default().admissible(&graph, &statement, 0)), naive, "{text}, naively");
}

#[test]
fn a_value_that_another_node_of_the_label_has_is_refused() {
    check("CREATE (:L {id: 1})", Refused, Refused);
    check("CREATE (:M:L {id: 2})", Refused, Refused);
    check("MATCH (n:L {id: 2}) SET n.id = 1", Refused, Refused);
    check("MATCH (n:L {id: 2}) SET n += {id: 1}", Refused, Refused);
    check("MATCH (n:M {id: 1}) SET n:L", Refused, Refused);
    check("MERGE (:L {id: 1, k: 2})", Refused, Refused);
    check("MATCH (n:L) SET n.id = 7", Refused, Refused);
    check("UNWIND [5, 5] AS x CREATE (:L {id: x})", Refused, Refused);
    check("FOREACH (x IN [5, 5] | CREATE (:L {id: x}))", Refused, Refused);
}

#[test]
fn a_value_of_its_own_of_another_label_or_none_is_not() {
    check("CREATE (:L {id: 3})", Changed, Changed);
    check("CREATE (:M {id: 2}), (), ({id: 1})", Changed, Changed);
    check("MATCH (n:L {id: 2}) SET n.id = 2, n:M", Changed, Changed);
    check("MATCH (n:L) REMOVE n.id", Changed, Changed);
    check("MERGE (:L {id: 1})", Changed, Changed);
    check("UNWIND [5, 5] AS x MERGE (:L {id: x})", Changed, Changed);
    check("CREATE (:L), (:L), (:L {id: '1'})", Changed, Changed);
}

#[test]
fn a_value_that_two_nodes_have_only_on_the_way_is_open() {
    check("MATCH (n:L {id: 1}), (m:L {id: 2}) SET n.id = 2 SET m.id = 1", Open, Refused);
    check("MATCH (n:L {id: 1}) SET n.id = 4 CREATE (:L {id: 1})", Open, Changed);
    check("MATCH (n:L {id: 1}) DELETE n CREATE (:L {id: 1})", Open, Changed);
    check("CREATE (n:L {id: 1}) REMOVE n:L", Open, Refused);
}

#[test]
fn numbers_of_two_types_are_open() {
    check("MATCH (n:M {id: 2.0}) SET n:L", Open, Open);
    check("CREATE (:L {id: 0.0 / 0.0}), (:L {id: 0.0 / 0.0})", Open, Open);
}

#[test]
fn a_constraint_that_the_graph_breaks_is_refused() {
    let made = parse("CREATE (:L {id: 1}), (:L {id: 1})").expect("a statement");
    let graph = evaluate(&Graph::new(), &made, &Options::default()).ok().and_then(|made| made.graph).expect("a graph");
    let statement = parse(CONSTRAINT).expect("a statement");
    assert_eq!(outcome(evaluate(&graph, &statement, &Options::default())), Refused);
}
