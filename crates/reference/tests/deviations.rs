//! Each deviation changes the answer that it is about.

use graphlance_cypher::dialect::{
    DeletedAccess, Deviations, DivisionByZero, NullOrder, Overflow, RelationshipUniqueness, SetItems, StringPlusNumber,
};
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
    let comma = "MATCH (a:A)-[r]->(b), (c:A)-[q]->(d) RETURN count(*)";
    check(comma, Some(0), with(RelationshipUniqueness::Path), 1);
    let both = "MATCH (a:A)-[]->(b)<-[]-(c:A), (d:A)-[]->(e) RETURN count(*) + 7";
    check(both, Some(7), with(RelationshipUniqueness::Path), 7);
    let walk = "MATCH (a:A)-[*1..4]->(b) RETURN count(*)";
    check(walk, Some(2), with(RelationshipUniqueness::Path), 2);
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
fn values_of_different_types_may_compare_by_the_order_of_sorting() {
    let deviations = Deviations { comparability_is_order: true, ..Deviations::default() };
    let ternary = |text: &str| format!("RETURN CASE WHEN {text} THEN 1 WHEN NOT ({text}) THEN 2 ELSE 3 END");
    check(&ternary("1 < 'a'"), Some(3), deviations.clone(), 2);
    check(&ternary("'a' <= true"), Some(3), deviations.clone(), 1);
    check(&ternary("[1, null] = [1, null]"), Some(3), deviations.clone(), 1);
    check(&ternary("null < 1"), Some(3), deviations, 3);
}

#[test]
fn a_deleted_node_may_take_its_relationships_along() {
    let deviations = Deviations { delete_detaches: true, ..Deviations::default() };
    check("MATCH (a:A) DELETE a WITH count(*) AS c MATCH ()-[r]->() RETURN count(r)", None, deviations.clone(), 1);
    check("MATCH (a:A)-[r]->() DELETE r, a RETURN count(*)", Some(1), deviations, 1);
}

/// The switches that the tests of this file turn.
const TESTED: &[&str] = &[
    "relationship_uniqueness",
    "comparability_is_order",
    "integer_overflow",
    "integer_division_by_zero",
    "undirected_self_loop_twice",
    "null_order",
    "string_plus_number",
    "deleted_access",
    "delete_detaches",
    "set_items",
    "arguments_cast",
];
/// Fields that the evaluator does not read: what they decide is elsewhere.
const ELSEWHERE: &[&str] = &["unreferenced_relationships_once", "float_digits", "sources"];

#[test]
fn a_switch_without_a_test_does_not_exist() {
    let all = serde_json::to_value(Deviations::default()).unwrap_or_else(|error| panic!("{error}"));
    let names = all.as_object().into_iter().flat_map(|object| object.keys()).map(String::as_str);
    let untested: Vec<&str> = names.filter(|name| !TESTED.contains(name) && !ELSEWHERE.contains(name)).collect();
    assert_eq!(untested, Vec::<&str>::new());
}

#[test]
fn nulls_may_sort_as_the_least_or_always_last() {
    let with = |null_order| Deviations { null_order, ..Deviations::default() };
    let first = |descending: &str| {
        format!("UNWIND [null, 1, 2] AS x WITH x ORDER BY x{descending} LIMIT 1 RETURN coalesce(x, 0)")
    };
    check(&first(""), Some(1), with(NullOrder::Least), 0);
    check(&first(""), Some(1), with(NullOrder::AlwaysLast), 1);
    check(&first(" DESC"), Some(0), with(NullOrder::Least), 2);
    check(&first(" DESC"), Some(0), with(NullOrder::AlwaysLast), 2);
}

#[test]
fn a_string_plus_a_number_may_be_text() {
    let text = Deviations { string_plus_number: StringPlusNumber::Text, ..Deviations::default() };
    check("RETURN 'a' + 1", None, text, "a1");
    let error = Deviations { string_plus_number: StringPlusNumber::Error, ..Deviations::default() };
    let statement = parse("RETURN 1 + 'a'").unwrap_or_else(|error| panic!("{error}"));
    let answer = evaluate(&Graph::new(), &statement, &Options { deviations: error, ..Options::default() });
    assert!(matches!(answer, Err(Failure::Raised(_))), "{answer:?}");
}

#[test]
fn what_a_function_makes_of_a_value_of_another_type_may_be_unknown() {
    let cast = Deviations { arguments_cast: true, ..Deviations::default() };
    let outcome = |text: &str, deviations: &Deviations| {
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        let options = Options { deviations: deviations.clone(), ..Options::default() };
        evaluate(&Graph::new(), &statement, &options)
    };
    for text in ["UNWIND [1] AS x RETURN size(x)", "UNWIND [true] AS x RETURN left(x, 2)"] {
        assert!(matches!(outcome(text, &Deviations::default()), Err(Failure::Raised(_))), "{text}");
        assert!(matches!(outcome(text, &cast), Err(Failure::Unknown(_))), "{text}");
    }
    assert!(matches!(outcome("RETURN 1 / 0", &cast), Err(Failure::Raised(_))));
    check("RETURN size('abc')", Some(3), cast, 3);
}

#[test]
fn a_property_of_a_deleted_element_may_be_null() {
    let null = Deviations { deleted_access: DeletedAccess::Null, ..Deviations::default() };
    check("MATCH (a:A) DETACH DELETE a RETURN a.k", None, null, Value::Null);
}

#[test]
fn the_items_of_a_set_may_read_the_values_before_it_or_what_earlier_ones_wrote() {
    let with = |set_items| Deviations { set_items, ..Deviations::default() };
    let items = "MATCH (a:A) SET a.v = 1 SET a.v = 10, a.w = a.v RETURN a.w";
    check(items, None, with(SetItems::Simultaneous), 1);
    check(items, None, with(SetItems::Sequential), 10);
    let clauses = "MATCH (a:A) SET a.v = 10 SET a.w = a.v RETURN a.w";
    check(clauses, Some(10), with(SetItems::Simultaneous), 10);
    let merged = "MERGE (a:A) ON MATCH SET a.v = 10, a.w = coalesce(a.v, 0) RETURN a.w";
    check(merged, None, with(SetItems::Simultaneous), 0);
    check(merged, None, with(SetItems::Sequential), 10);
}
