//! Each deviation changes the answer that it is about.

use graphlance_cypher::dialect::{Deviations, DivisionByZero, Overflow, RelationshipUniqueness};
use graphlance_cypher::parse;
use graphlance_graph::{Graph, Value};
use graphlance_reference::{Options, evaluate};

fn check(query: &str, standard: Option<i64>, deviations: Deviations, deviating: impl Into<Value>) {
    let run = |graph: &Graph, text: &str, options: &Options| {
        let statement = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        evaluate(graph, &statement, options).ok()
    };
    let created = "CREATE (a:A)-[:R]->(b:B)-[:S]->(b)";
    let graph = run(&Graph::new(), created, &Options::default()).and_then(|answer| answer.graph).unwrap_or_default();
    let cell = |options: &Options| run(&graph, query, options).and_then(|answer| answer.returns.rows.concat().pop());
    assert_eq!(cell(&Options::default()), standard.map(Value::Integer), "{query}");
    assert_eq!(cell(&Options { deviations, ..Options::default() }), Some(deviating.into()), "{query}");
}

#[test]
fn a_relationship_may_be_used_twice_where_uniqueness_is_off() {
    let with = |relationship_uniqueness| Deviations { relationship_uniqueness, ..Deviations::default() };
    let twice = "MATCH (a:A)-[]->(b)<-[]-(c:A) RETURN count(*)";
    check(twice, Some(0), with(RelationshipUniqueness::Off), 1);
    check(twice, Some(0), with(RelationshipUniqueness::VariableLengthOnly), 1);
    let walk = "MATCH (a:A)-[*1..4]->(b) RETURN count(*)";
    check(walk, Some(2), with(RelationshipUniqueness::Off), 4);
    check(walk, Some(2), with(RelationshipUniqueness::VariableLengthOnly), 2);
}

#[test]
fn an_undirected_self_loop_may_match_twice() {
    let deviations = Deviations { undirected_self_loop_twice: true, ..Deviations::default() };
    check("MATCH (b:B)-[:S]-(c) RETURN count(*)", Some(1), deviations, 2);
}

#[test]
fn integers_may_overflow_and_be_divided_by_zero() {
    let sum = "RETURN 9223372036854775807 + 1";
    check(sum, None, Deviations { integer_overflow: Overflow::Wrap, ..Deviations::default() }, i64::MIN);
    let null = Deviations { integer_division_by_zero: DivisionByZero::Null, ..Deviations::default() };
    check("RETURN 1 / 0", None, null, Value::Null);
}
