//! Each deviation changes the answer that it is about.

use graphlance_cypher::dialect::{Deviations, DivisionByZero, Overflow, RelationshipUniqueness, StringPlusNumber};
use graphlance_cypher::parse;
use graphlance_graph::{Graph, Value};
use graphlance_reference::{Failure, Options, evaluate};

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
    check("RETURN 1 / 0", None, null.clone(), Value::Null);
    check("RETURN 1 % 0", None, null, Value::Null);
    let float = Deviations { integer_division_by_zero: DivisionByZero::Float, ..Deviations::default() };
    check("RETURN -1 / 0", None, float.clone(), f64::NEG_INFINITY);
    check("RETURN isNaN(1 % 0)", None, float, true);
    let float = Deviations { integer_overflow: Overflow::Float, ..Deviations::default() };
    check(sum, None, float, 9_223_372_036_854_775_808.0);
}

#[test]
fn a_number_may_be_written_out_or_refused_beside_a_string() {
    let with = |string_plus_number| Deviations { string_plus_number, ..Deviations::default() };
    check("RETURN 'a' + 1", None, with(StringPlusNumber::Text), "a1");
    check("RETURN 1.5 + 'a'", None, with(StringPlusNumber::Text), "1.5a");
    let statement = parse("RETURN 'a' + 1").unwrap_or_else(|error| panic!("{error}"));
    let options = Options { deviations: with(StringPlusNumber::Error), ..Options::default() };
    assert!(matches!(evaluate(&Graph::new(), &statement, &options), Err(Failure::Raised(_))));
}

/// The switches that the tests above turn.
const TESTED: &[&str] = &[
    "relationship_uniqueness",
    "integer_overflow",
    "integer_division_by_zero",
    "string_plus_number",
    "undirected_self_loop_twice",
];
/// Fields that the evaluator does not read, and who does.
const ELSEWHERE: &[(&str, &str)] = &[
    ("unreferenced_relationships_once", "decides what is generated and reduced to"),
    ("float_digits", "decides how answers are compared"),
    ("sources", "documentation"),
];

#[test]
fn a_switch_without_a_test_does_not_exist() {
    let all = serde_json::to_value(Deviations::default()).unwrap_or_else(|error| panic!("{error}"));
    let fields = all.as_object().into_iter().flat_map(|object| object.keys());
    let known = |field: &&String| !TESTED.contains(&field.as_str()) && !ELSEWHERE.iter().any(|(name, _)| name == field);
    assert_eq!(fields.filter(known).collect::<Vec<_>>(), Vec::<&String>::new());
}
