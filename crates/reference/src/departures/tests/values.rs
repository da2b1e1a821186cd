//! Departures of values that are null, cut or rounded, of filters behind cuts, of rows that are written one by one,
//! and of ends that are not compared.

use super::*;

#[test]
fn a_filter_goes_before_cuts_as_early_as_its_variables_are_there() {
    let name = "filters-before-cuts";
    let rows = "UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 1";
    check_as(name, &format!("{rows} WHERE x > 1 RETURN x"), "RETURN 2 AS x");
    check_as(name, &format!("{rows} WITH x WHERE x > 1 RETURN x"), "RETURN 2 AS x");
    check_as(name, &format!("{rows} MATCH (n:C) WHERE x > 1 AND n.id = x + 1 RETURN x"), "RETURN 2 AS x");
    check_unchanged(name, &format!("{rows} WITH x AS y WHERE y > 1 RETURN y"));
    check_unchanged(name, &format!("{rows} WITH collect(x) AS l UNWIND l AS x WITH x WHERE x > 1 RETURN x"));
    check_unchanged(name, &format!("{rows} OPTIONAL MATCH (n:C) WHERE x > 1 RETURN n.id"));
    check_unchanged(name, "UNWIND [1, 2, 3] AS x WITH x ORDER BY x WHERE x > 1 RETURN x");
}

#[test]
fn what_comes_back_whole_is_rounded_and_what_is_read_of_it_is_not() {
    let name = "floats-of-15-digits-in-elements";
    let rule = Departures::of([WrongRule::find(name).expect("a departure")]);
    let text = "CREATE (n:N {k: 0.30000000000000004, l: [0.30000000000000004]}) RETURN [n] AS x";
    let shown = outcome(&Graph::new(), text, rule);
    let (_, rows) = shown.rsplit_once("[List([Node").expect("a row");
    let (plain, list) = rows.split_once("\"l\"").expect("a list");
    assert!(plain.contains("Float(0.3)") && list.contains("0000004"), "{rows}");
    let (key, float) = ("k", Value::Float(0.30000000000000004));
    let mut graph = Graph::new();
    let node = graph.add_node([], graphlance_graph::Properties::from([(key.into(), float.clone())]));
    graph
        .add_relationship(node, "T".into(), node, graphlance_graph::Properties::from([(key.into(), float)]))
        .expect("a relationship");
    let read = Departures::of([WrongRule::find(name).expect("a departure")]).read_back(graph);
    let properties = read.nodes().map(|node| &node.properties).chain(read.relationships().map(|it| &it.properties));
    properties.for_each(|properties| assert_eq!(properties[key], Value::Float(0.3)));
    check_unchanged(name, "RETURN 0.30000000000000004 AS x");
    check_unchanged(name, "CREATE (n:N {k: 0.30000000000000004}) RETURN n.k AS x");
}

#[test]
fn what_null_strings_times_and_durations_are_taken_for() {
    let name = "map-projection-of-null-is-map";
    let none = "OPTIONAL MATCH (n:None)";
    check_as(name, &format!("{none} RETURN n {{.k, l: 1, .*}} AS x"), "RETURN {k: null, l: 1} AS x");
    check_unchanged(name, "MATCH (n:A) RETURN n {.id, l: 1, .none} AS x");
    let name = "writing-to-null-is-error";
    for write in ["SET n.k = 1", "SET n:L", "REMOVE n.k", "DETACH DELETE n"] {
        let rule = Departures::of([WrongRule::find(name).expect("a departure")]);
        let shown = outcome(&indexed(), &format!("{none} {write}"), rule);
        assert!(shown.starts_with("TypeError"), "{write}: {shown}");
    }
    check_unchanged(name, "MATCH (n:C) SET n.k = null REMOVE n.id DETACH DELETE n");
    let name = "strings-have-subscripts";
    check_as(name, "RETURN ['ab'[0], 'ab'[-1], 'ab'[2], 'ab'[-3]] AS x", "RETURN ['a', 'b', null, null] AS x");
    check_as(name, "RETURN ['abc'[1..], 'abc'[..2], 'abc'[2..1]] AS x", "RETURN ['bc', 'ab', ''] AS x");
    check_unchanged(name, "RETURN [1, 2][0] AS x");
    let name = "times-ordered-within-a-day";
    check_as(name, "RETURN time('00:30+01:00') < time('12:00+01:00') AS x", "RETURN false AS x");
    check_as(name, "RETURN time('23:00-02:00') >= time('12:00-02:00') AS x", "RETURN false AS x");
    let times = "UNWIND [time('12:00+01:00'), time('00:30+01:00')] AS x";
    check_as(name, &format!("{times} RETURN min(x) AS x"), "RETURN time('12:00+01:00') AS x");
    check_unchanged(name, "RETURN time('12:00+01:00') < time('12:30+01:00') AS x");
    let name = "durations-carry";
    let day = "RETURN duration('P1DT6H') AS x, duration('P1M9D') AS y";
    check_as(name, "RETURN duration('PT30H') AS x, duration('P40D') AS y", day);
    check_unchanged(name, "RETURN duration('P30DT23H') AS x");
}

#[test]
fn the_greatest_of_what_is_sorted_is_null_where_a_null_comes_first() {
    let name = "max-of-sorted-is-first";
    let rows = "UNWIND [1, null, 2] AS x WITH x ORDER BY x";
    check_as(name, &format!("{rows} DESC RETURN max(x) AS y"), "RETURN null AS y");
    check_as(name, "MATCH (n) WITH n ORDER BY n.x DESC RETURN max(n.x) AS y", "RETURN null AS y");
    for rest in [" RETURN max(x) AS y", " DESC RETURN max(x) AS y, count(*) AS z", " DESC SKIP 1 RETURN max(x) AS y"] {
        check_unchanged(name, &format!("{rows}{rest}"));
    }
    check_unchanged(name, &format!("{rows} DESC RETURN max(-x) AS y"));
}

#[test]
fn clauses_that_write_are_executed_for_one_row_after_the_other() {
    let name = "writes-row-by-row";
    let rule = Departures::of([WrongRule::find(name).expect("a departure")]);
    let left = |rows: &str, writes: &str, departures| {
        let text = format!("{rows} {writes} RETURN count(*) AS c");
        outcome(&indexed(), &text, departures)
    };
    let (rows, writes) = ("MATCH (a)--(b) WITH a, b ORDER BY a.id, b.id", "SET b:New REMOVE a:New");
    assert_ne!(left(rows, writes, rule.clone()), left(rows, writes, Departures::default()));
    assert_eq!(left(rows, "SET b:New", rule.clone()), left(rows, "SET b:New", Departures::default()));
    let one = "MATCH (a:A {id: 1}) WITH a, a AS b";
    assert_eq!(left(one, writes, rule), left(one, writes, Departures::default()));
}

#[test]
fn ends_of_a_bound_relationship_are_not_compared_in_an_optional_match_alone() {
    let name = "ends-of-bound-relationship-not-compared";
    let rows = |again: &str| format!("MATCH (x:B)-[r:S]->(y:C) {again} RETURN n.id AS i");
    check_as(name, &rows("OPTIONAL MATCH (n)-[r]-(n)"), "UNWIND [3, 2] AS i RETURN i");
    check_as(name, &rows("OPTIONAL MATCH (n)-[r]->(n)"), "RETURN 3 AS i");
    check_as(name, "MATCH (a:A)-[r:S]->(b) OPTIONAL MATCH p = (b)-[r]->(a) RETURN length(p) AS l", "RETURN 1 AS l");
    check_unchanged(name, &rows("OPTIONAL MATCH (n)-[r]->(m)"));
    check_unchanged(name, &rows("MATCH (n)-[r]-(n)"));
    check_unchanged(name, "MATCH (x) OPTIONAL MATCH (x)-[r]->(x) RETURN x.id AS i, r.w AS w");
}

#[test]
fn negations_are_pushed_below_xor() {
    let name = "condition-takes-comparison-for-false";
    let of = |condition: &str| format!("MATCH (n:C) WHERE {condition} RETURN 1 AS x");
    check_as(name, &of("NOT (true XOR 1 > true)"), "RETURN 1 AS x");
    check_as(name, &of("false XOR NOT 1 > true"), "UNWIND [] AS x RETURN x");
    check_as(name, &of("true XOR 1 > true"), "RETURN 1 AS x");
    check_as(name, &of("NOT (false XOR 1 > true)"), "UNWIND [] AS x RETURN x");
    check_unchanged(name, &of("NOT (NOT (n.id > 1) XOR n.id = 3)"));
}

#[test]
fn comparisons_of_two_types_are_false_in_conditions_of_lists_and_nowhere_else() {
    let name = "condition-takes-comparison-for-false";
    for (condition, answer) in [
        ("any(y IN [1] WHERE NOT y > 'a')", "true"),
        ("all(y IN [1] WHERE y > 'a')", "false"),
        ("none(y IN [1] WHERE y > 'a')", "true"),
        ("any(y IN [1] WHERE NOT (y > 'a' AND true))", "true"),
        ("any(y IN [1] WHERE NOT y < 'a' < null)", "true"),
        ("[y IN [1] WHERE NOT y > 'a']", "[1]"),
    ] {
        check_as(name, &format!("RETURN {condition} AS x"), &format!("RETURN {answer} AS x"));
    }
    for same in [
        "any(y IN [1] WHERE NOT y > null)",
        "any(y IN [1] WHERE (y > 'a') IS NULL)",
        "any(y IN [1] WHERE NOT [y, null] = [1, 2])",
        "NOT 1 > 'a'",
        "all(y IN [1] WHERE 0 < y < 2)",
    ] {
        check_unchanged(name, &format!("RETURN {same} AS x"));
    }
}
