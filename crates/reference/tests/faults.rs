//! Each deliberate fault gives a wrong answer where its defect would, and only there.

use graphlance_cypher::parse;
use graphlance_graph::{Graph, Value};
use graphlance_reference::{Fault, OpenAnswers, Options, evaluate};

const GRAPH: &str = "CREATE (a:A {id: 1, x: 'p'}), (b:A:B {id: 2, x: 'q'}), (c:A {id: 3}), \
     (a)-[:R]->(b), (a)-[:R]->(b), (b)-[:S]->(c), (c)-[:S]->(c)";

fn rows(query: &str, fault: Option<Fault>) -> Vec<Vec<Value>> {
    let run = |graph: &Graph, text: &str, fault: Option<Fault>| {
        let statement = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let options = Options { departures: fault.into(), open: OpenAnswers::Choose, ..Options::default() };
        evaluate(graph, &statement, &options).unwrap_or_else(|failure| panic!("{text}\n{failure}"))
    };
    let graph = run(&Graph::new(), GRAPH, None).graph.unwrap_or_default();
    run(&graph, query, fault).returns.rows
}

/// The fault shows in `query` as `wrong` and nowhere in `untouched`.
fn check(fault: Fault, query: &str, right: &[&[i64]], wrong: &[&[i64]], untouched: &str) {
    let table = |rows: &[&[i64]]| -> Vec<Vec<Value>> {
        rows.iter().map(|row| row.iter().map(|cell| Value::Integer(*cell)).collect()).collect()
    };
    assert_eq!(rows(query, None), table(right), "{query}");
    assert_eq!(rows(query, Some(fault)), table(wrong), "{fault:?}: {query}");
    assert_eq!(rows(untouched, None), rows(untouched, Some(fault)), "{fault:?}: {untouched}");
}

#[test]
fn unwind_yields_only_its_first_row_after_a_match() {
    let query = "MATCH (n {id: 1}) UNWIND [1, 2] AS x RETURN x";
    check(Fault::UnwindFirstRowAfterMatch, query, &[&[1], &[2]], &[&[1]], "UNWIND [1, 2] AS x RETURN x");
}

#[test]
fn an_optional_match_loses_its_row() {
    let query = "MATCH (n {id: 1}) OPTIONAL MATCH (n)-->(m) WHERE m.id > 5 RETURN n.id";
    check(Fault::OptionalMatchLosesRow, query, &[&[1]], &[], "MATCH (n) OPTIONAL MATCH (n)-->(m) RETURN n.id, m.id");
}

#[test]
fn distinct_drops_rows_with_a_null() {
    let query = "UNWIND [1, null] AS x WITH DISTINCT x RETURN coalesce(x, 0) AS y";
    check(Fault::DistinctDropsNulls, query, &[&[1], &[0]], &[&[1]], "UNWIND [1, 1] AS x RETURN DISTINCT x");
}

#[test]
fn a_property_is_read_from_another_element_after_an_unwind() {
    let query = "MATCH (n {id: 1}) UNWIND [0] AS x RETURN n.id";
    check(Fault::PropertyOfWrongElement, query, &[&[1]], &[&[2]], "MATCH (n {id: 1}) RETURN n.id");
}

#[test]
fn comma_patterns_with_a_filter_come_back_empty() {
    let query = "MATCH (n {id: 1}), (m {id: 2}) WHERE n.id < m.id RETURN n.id, m.id";
    let untouched = "MATCH (n {id: 1}) MATCH (m {id: 2}) WHERE n.id < m.id RETURN n.id, m.id";
    check(Fault::CommaPatternsWithFilterEmpty, query, &[&[1, 2]], &[], untouched);
}

#[test]
fn a_second_label_is_ignored() {
    let query = "MATCH (n:A:B) RETURN n.id";
    check(Fault::SecondLabelIgnored, query, &[&[2]], &[&[1], &[2], &[3]], "MATCH (n:B) RETURN n.id");
}

#[test]
fn a_self_loop_is_matched_twice() {
    let query = "MATCH (n {id: 3})--(m {id: 3}) RETURN m.id";
    check(Fault::SelfLoopTwice, query, &[&[3]], &[&[3], &[3]], "MATCH (n {id: 3})-->(m {id: 3}) RETURN m.id");
}

#[test]
fn parallel_relationships_count_once() {
    let query = "MATCH (n {id: 1})-[r]->(m) RETURN m.id";
    let untouched = "MATCH (n {id: 2})-[r]->(m) RETURN m.id";
    check(Fault::ParallelRelationshipsCollapsed, query, &[&[2], &[2]], &[&[2]], untouched);
}

#[test]
fn limit_comes_before_the_sort() {
    let query = "UNWIND [2, 1] AS x RETURN x ORDER BY x LIMIT 1";
    check(Fault::LimitBeforeSort, query, &[&[1]], &[&[2]], "UNWIND [2, 1] AS x RETURN x LIMIT 1");
}

#[test]
fn with_where_loses_the_last_row() {
    let query = "UNWIND [1, 2, 3] AS x WITH x WHERE x > 1 RETURN x";
    check(Fault::WithWhereLosesRows, query, &[&[2], &[3]], &[&[2]], "UNWIND [1, 2] AS x WITH x WHERE x > 1 RETURN x");
}

#[test]
fn integers_are_compared_by_their_difference() {
    let query = "UNWIND [9223372036854775807, 1] AS x WITH x WHERE x > -2 RETURN x";
    let untouched = "UNWIND [9223372036854775807, 1.0] AS x WITH x WHERE x > 0 RETURN x";
    check(Fault::IntegersComparedByDifference, query, &[&[i64::MAX], &[1]], &[&[1]], untouched);
}

#[test]
fn nulls_vanish_from_lists() {
    let query = "UNWIND [null, 1 + 1] AS x RETURN coalesce(x, 0) AS y";
    check(Fault::NullsVanishFromLists, query, &[&[0], &[2]], &[&[2]], "UNWIND [1, 2] AS x RETURN nullIf(x, 1) AS y");
}

#[test]
fn the_negation_of_null_is_true() {
    let query = "UNWIND [1, null] AS x WITH x WHERE NOT x > 1 RETURN coalesce(x, 0) AS y";
    check(Fault::NotOfNullIsTrue, query, &[&[1]], &[&[1], &[0]], "UNWIND [1, 2] AS x WITH x WHERE NOT x > 1 RETURN x");
}

#[test]
fn every_fault_has_a_name_of_its_own() {
    let names: std::collections::BTreeSet<String> = Fault::PLANTED.iter().map(|fault| format!("{fault:?}")).collect();
    assert_eq!(names.len(), Fault::PLANTED.len());
}
