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
    check_as(
        name,
        "UNWIND [1, 2, 3] AS x WITH 7 AS y ORDER BY x LIMIT 1 WHERE x > 3 RETURN y",
        "UNWIND [] AS y RETURN y",
    );
    check_as(name, "UNWIND [1, 2, 3] AS x WITH x + 1 AS y LIMIT 1 WHERE x = 3 RETURN y", "RETURN 4 AS y");
    let all = "UNWIND [1, 2, 3] AS x WITH *, 5 AS y ORDER BY x LIMIT 1";
    check_as(name, &format!("{all} WITH x, y WHERE x > 1 AND y = 5 RETURN x"), "RETURN 2 AS x");
    check_as(name, &format!("{all} WITH * WHERE x > 1 RETURN x"), "RETURN 2 AS x");
    check_unchanged(name, &format!("{all} WITH x AS z WHERE z > 1 RETURN z"));
    check_as(name, &format!("{rows} UNWIND [7] AS y UNWIND [8] AS z WITH x, y WHERE x > 1 RETURN x"), "RETURN 2 AS x");
    check_as(name, &format!("{rows} WITH x, count(*) AS c WHERE x > 1 RETURN x"), "RETURN 2 AS x");
    check_as(name, &format!("{rows} WITH x ORDER BY x LIMIT 5 WHERE x > 1 RETURN x"), "RETURN 2 AS x");
    check_as(name, &format!("{rows} WITH x, x AS y WHERE x > 1 RETURN x"), "RETURN 2 AS x");
    check_as(name, &format!("{rows} WITH 5 AS y WHERE x > 1 RETURN y"), "RETURN 5 AS y");
    check_unchanged(name, &format!("{rows} WITH x AS x WHERE x > 1 RETURN x"));
    check_unchanged(name, &format!("{rows} WITH x WITH x WHERE x > 1 RETURN x"));
    check_unchanged(name, &format!("{rows} WITH x MATCH (n:C) WHERE x > 1 RETURN x"));
    check_unchanged(name, &format!("{rows} MATCH (n:C) MATCH (m:C) WITH x WHERE x > 1 RETURN x"));
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
    check_as(name, "RETURN duration({days: 20}) + duration('P20DT20H') AS x", "RETURN duration('P1M9DT20H') AS x");
    check_as(name, "RETURN duration('P-40D') AS x", "RETURN duration('P-1Y10M21D') AS x");
    check_as(name, "RETURN duration({hours: -30}) AS x", "RETURN duration('P-1Y11M29DT18H') AS x");
    check_as(
        name,
        "RETURN duration('P58D') AS x, duration('P365D') AS y",
        "RETURN duration('P1M27D') AS x, duration('P1Y') AS y",
    );
    check_unchanged(name, "RETURN duration('P30DT23H') AS x, duration('P2M29D') AS y");
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
fn behind_an_unwind_clauses_that_write_do_not_see_those_of_other_rows() {
    let name = "unwind-writes-row-by-row";
    let rows = "UNWIND [1, 1] AS x";
    check_as(name, &format!("{rows} MERGE (n:New {{k: 1}}) REMOVE n.k"), &format!("{rows} CREATE (:New)"));
    check_as(
        name,
        &format!("{rows} MERGE (n:New {{k: 1}}) SET n.k = 2 RETURN count(n) AS c"),
        "CREATE (:New {k: 2}), (:New {k: 2}) RETURN 2 AS c",
    );
    check_as(
        name,
        "UNWIND [0, 1] AS x MERGE (n:New) WITH n AS m, x WHERE m:New CREATE (:New {k: x}) RETURN count(m) AS c",
        "CREATE (:New), (:New {k: 0}), (:New {k: 1}), (:New {k: 1}) RETURN 3 AS c",
    );
    check_as(
        name,
        "UNWIND [0, 1] AS x MERGE (:New) CREATE (:New) WITH x ORDER BY x LIMIT 2 RETURN sum(x) AS c",
        "CREATE (:New), (:New), (:New), (:New) RETURN 1 AS c",
    );
    check_unchanged(name, "UNWIND [0, 1] AS x MERGE (:New) WITH DISTINCT x CREATE (:New)");
    check_unchanged(name, "UNWIND [0, 1] AS x MERGE (:New) WITH count(*) AS c CREATE (:New)");
    check_unchanged(name, "UNWIND [0, 1] AS x MERGE (:New) WITH x + 1 AS x CREATE (:New)");
    check_unchanged(name, "MATCH (n:A) MERGE (m:New {k: 1}) SET m.k = n.id");
    check_unchanged(name, &format!("{rows} CREATE (n:New {{k: x}}) RETURN n.k AS k"));
}

#[test]
fn what_a_procedure_yields_is_null_in_the_where_of_an_optional_match() {
    let name = "yielded-is-null-in-optional-where";
    let yielded = "CALL db.labels() YIELD label AS y";
    let found = "OPTIONAL MATCH (n:B) WHERE y IS NULL RETURN count(n) AS c";
    check_as(
        name,
        &format!("UNWIND [1] AS x {yielded} {found}"),
        &format!("{yielded} MATCH (n:B) RETURN count(n) AS c"),
    );
    check_as(
        name,
        &format!("UNWIND [1] AS x {yielded} WITH * {found}"),
        &format!("{yielded} MATCH (n:B) RETURN count(n) AS c"),
    );
    check_unchanged(name, &format!("{yielded} {found}"));
    check_unchanged(name, &format!("UNWIND [1] AS x {yielded} WITH x, y {found}"));
}

#[test]
fn reduce_is_null_as_soon_as_a_step_is_that_computes_of_its_operands() {
    let name = "reduce-ends-at-null";
    for step in ["1 + y", "y % 3", "-y", "abs(y)", "y < 5", "NOT y"] {
        check_as(name, &format!("RETURN reduce(x = 1, y IN [null, true] | {step}) AS z"), "RETURN null AS z");
    }
    for step in ["y", "coalesce(1 + y, 7)", "[1 + y]", "y = 1", "y OR false", "CASE WHEN true THEN y END"] {
        check_unchanged(name, &format!("RETURN reduce(x = 1, y IN [null, true] | {step}) AS z"));
    }
}

#[test]
fn of_several_unwinds_before_a_merge_the_first_counts() {
    let name = "merge-behind-first-unwind";
    check_as(name, "UNWIND [1, 2] AS x UNWIND [] AS y MERGE (:New {k: x})", "UNWIND [1, 2] AS x MERGE (:New {k: x})");
    check_as(name, "UNWIND [1] AS x UNWIND [1, 2] AS y MERGE (:New {k: y, l: x})", "MERGE (:New {l: 1})");
    check_unchanged(name, "UNWIND [1] AS x UNWIND [1, 2] AS y WITH y MERGE (:New {k: y})");
    check_unchanged(name, "UNWIND [1, 2] AS y MERGE (:New {k: y})");
}

#[test]
fn texts_of_floats_have_six_decimals() {
    let name = "text-of-float-has-six-decimals";
    check_as(
        name,
        "RETURN toString(0.5) AS x, toStringList([1.0, 1e-7]) AS y",
        "RETURN '0.500000' AS x, ['1.000000', '0.000000'] AS y",
    );
    check_unchanged(name, "RETURN toString(1) AS x, toString(0.0 / 0.0) AS y, toStringList([1, 'a']) AS z");
}

#[test]
fn texts_that_begin_with_a_number_are_it() {
    let name = "number-or-null-reads-beginning";
    let integers = "toIntegerOrNull('7H') AS a, toIntegerOrNull('7 ') AS b, toIntegerOrNull('1e2') AS c, toIntegerOrNull(' 7') AS d";
    check_as(name, &format!("RETURN {integers}"), "RETURN 7 AS a, 7 AS b, 1 AS c, null AS d");
    check_as(name, "RETURN toFloatOrNull('-3K') AS a, toFloatOrNull('1.5x') AS b", "RETURN -3.0 AS a, 1.5 AS b");
    check_unchanged(name, "RETURN toIntegerOrNull('H7') AS a, toIntegerOrNull(7) AS b, toInteger('7H') AS c");
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

#[test]
fn extremes_of_lists_that_null_keeps_apart_are_the_later_ones() {
    let name = "extreme-of-lists-with-null-is-last";
    let of = |lists: &str| format!("UNWIND {lists} AS x RETURN max(x) AS a, min(x) AS b");
    check_as(name, &of("[[null, null], [null, 1]]"), "RETURN [null, 1] AS a, [null, 1] AS b");
    check_as(name, &of("[[1], [null], [3]]"), "RETURN [3] AS a, [3] AS b");
    check_as(name, &of("[[1, 2], [1, null], null]"), "RETURN [1, null] AS a, [1, null] AS b");
    check_unchanged(name, &of("[[2, null], [1, 2]]"));
    check_unchanged(name, &of("[[1], [1, null]]"));
    check_unchanged(name, &of("['a', 1, [2], null]"));
}

#[test]
fn a_filter_goes_into_the_optional_match_in_front_of_it_that_is_the_first_clause() {
    let name = "filter-goes-into-first-optional-match";
    check_as(name, "OPTIONAL MATCH (n:None) WITH n WHERE n IS NOT NULL RETURN 1 AS x", "RETURN 1 AS x");
    check_as(name, "OPTIONAL MATCH (n:A) WITH * WHERE n.id = 99 RETURN n.id AS x", "RETURN null AS x");
    check_as(
        name,
        "OPTIONAL MATCH (n:None) UNWIND [1] AS y WITH n LIMIT 1 WHERE n.id = 1 RETURN 1 AS x",
        "RETURN 1 AS x",
    );
    check_unchanged(name, "OPTIONAL MATCH (n:None) WITH n AS m WHERE m.id = 1 RETURN 1 AS x");
    check_as(name, "OPTIONAL MATCH (n:None) WITH 1 AS y WHERE n.id = 1 RETURN y", "RETURN 1 AS y");
    check_unchanged(name, "OPTIONAL MATCH (n:None) WITH n, 1 AS y WHERE y = 2 RETURN 1 AS x");
    check_unchanged(name, "OPTIONAL MATCH (n:None) WITH n WHERE false RETURN 1 AS x");
    check_unchanged(name, "OPTIONAL MATCH (n:None) OPTIONAL MATCH (m:None) WITH n WHERE n.id = 1 RETURN 1 AS x");
    check_unchanged(name, "UNWIND [1] AS y OPTIONAL MATCH (n:None) WITH n WHERE n.id = 1 RETURN 1 AS x");
    check_unchanged(name, "OPTIONAL MATCH (n:None) WITH n WITH n WHERE n.id = 1 RETURN 1 AS x");
}

#[test]
fn an_optional_match_is_bound_in_pieces_behind_another_clause() {
    let name = "optional-match-in-pieces";
    let of = |pattern: &str| format!("UNWIND [1] AS q OPTIONAL MATCH {pattern} RETURN n.id AS x, m.id AS y");
    let by_hand = |first: &str, hop: &str| {
        format!("UNWIND [1] AS q OPTIONAL MATCH {first} OPTIONAL MATCH {hop} RETURN n.id AS x, m.id AS y")
    };
    check_as(name, &of("(n)-->(m)"), &by_hand("(n)", "(n)-->(m)"));
    let asked = "(n)-[r]->() OPTIONAL MATCH (n)-[r]->(m) WHERE n.id = 0";
    check_as(name, &of("(n:A)-->(m) WHERE n.id = 0"), &by_hand("(n:A)", asked));
    check_as(name, &of("(n:None), (m:A)"), &by_hand("(n:None)", "(m:A)"));
    let met = |pattern: &str| format!("MATCH (m:A) OPTIONAL MATCH {pattern} RETURN type(r) AS x, n.id AS y");
    let nothing = |pattern: &str| format!("MATCH (m:A) OPTIONAL MATCH {pattern} RETURN type(r) AS x, null AS y");
    check_as(name, &met("(m)-[r]->(n:B) WHERE null"), &nothing("(m)-[r]->(:B)"));
    check_as(name, &met("(m)-[r]-(n) WHERE false"), &nothing("(m)-[r]->()"));
    check_unchanged(name, &met("(m)-[r]->(n:None)"));
    check_unchanged(name, &met("(m)-[r]->(n) WHERE n.id = 7"));
    let led = "MATCH (m:A) OPTIONAL MATCH (n:None)-[r]->(m) RETURN type(r) AS x, n.id AS y";
    check_as(name, led, "MATCH (m:A) OPTIONAL MATCH ()-[r]->(m) RETURN type(r) AS x, null AS y");
    check_unchanged(name, "OPTIONAL MATCH (n)-->(m) RETURN n.id AS x, m.id AS y");
    check_unchanged(name, "MATCH (n), (m) OPTIONAL MATCH (n)-[r]->(m) RETURN n.id AS x, r AS y");
    check_unchanged(name, "MATCH (q) OPTIONAL MATCH (n)-[*1..2]->(m) RETURN n.id AS x, m.id AS y");
}

#[test]
fn a_subquery_of_several_patterns_binds_anew_what_is_bound() {
    let name = "subquery-of-several-patterns-binds-anew";
    check_as(
        name,
        "MATCH (:A {id: 1})-[r {v: 1}]->() RETURN COUNT { MATCH (a), (a)-[r]->() } AS x",
        "RETURN COUNT { MATCH (a), (a)-->() } AS x",
    );
    check_as(
        name,
        "MATCH (b:A {id: 1}) RETURN EXISTS { MATCH (a), (a)-->(b) } AS x",
        "RETURN EXISTS { MATCH (a), (a)-->(b) } AS x",
    );
    check_as(
        name,
        "MATCH (b:C) RETURN COUNT { MATCH (a), (b)-[:R]->(a) } AS x",
        "RETURN COUNT { MATCH (a), ()-[:R]->(a) } AS x",
    );
    let whole = "EXISTS { MATCH (a), (a)-->(b) }";
    check_unchanged(name, &format!("MATCH (b) WHERE NOT {whole} AND b.id > 1 RETURN b.id AS x"));
    check_as(name, &format!("MATCH (b) WHERE {whole} OR false RETURN b.id AS x"), "MATCH (b) RETURN b.id AS x");
    check_unchanged(name, "MATCH (a:C), (b:B) RETURN COUNT { MATCH (a), (b), (a)-->(b) } AS x");
    check_unchanged(name, "MATCH (a:A {id: 1})-[r]->() RETURN COUNT { MATCH (a)-[r]->() } AS x");
    check_unchanged(name, "MATCH (a:A {id: 1})-[r]->() RETURN COUNT { MATCH (b), (a)-[r]->() } AS x");
}

#[test]
fn rows_are_sorted_by_a_with_in_front_of_the_return_first() {
    let name = "with-order-goes-first";
    check_as(
        name,
        "MATCH (n:A) WITH n ORDER BY n.id DESC RETURN n.id AS x ORDER BY x",
        "MATCH (n:A) RETURN n.id AS x ORDER BY x DESC",
    );
    check_unchanged(name, "MATCH (n:A) WITH n ORDER BY n.id DESC UNWIND [1] AS y RETURN n.id AS x ORDER BY x");
    check_unchanged(name, "MATCH (n:A) WITH n RETURN n.id AS x ORDER BY x");
}

#[test]
fn an_optional_match_over_a_nameless_node_loses_its_row() {
    let name = "optional-match-over-nameless-loses-row";
    check_as(name, "OPTIONAL MATCH (:None)-->()-->() RETURN 1 AS x", "MATCH (:None)-->()-->() RETURN 1 AS x");
    check_unchanged(name, "OPTIONAL MATCH (:None)-->(b)-->() RETURN 1 AS x");
    check_unchanged(name, "OPTIONAL MATCH (:None)-->() RETURN 1 AS x");
    check_unchanged(name, "MATCH (n:A) OPTIONAL MATCH (n)-->()-->(m) RETURN m.id AS x");
    let lost = "WITH 1 AS x WHERE false RETURN x";
    check_as(name, "MATCH (n:D) OPTIONAL MATCH (:None)-->()-->(n) RETURN 1 AS x", lost);
    check_as(name, "OPTIONAL MATCH (:None)-[r]->(b)-->() RETURN 1 AS x", lost);
    let bound = "MATCH (n:I {y: 1}) OPTIONAL MATCH (n)";
    check_as(name, &format!("{bound}-[r]->(b)-[s]->() RETURN 1 AS x"), lost);
    check_unchanged(name, &format!("{bound}-[r]->()-->() RETURN 1 AS x"));
}

#[test]
fn several_types_are_ignored_in_a_pattern_as_a_condition() {
    let name = "types-of-predicate-ignored";
    check_as(name, "MATCH (n) WHERE (n)-[:None|S]->() RETURN n.id AS x", "MATCH (n) WHERE (n)-->() RETURN n.id AS x");
    check_as(
        name,
        "MATCH (n:A) RETURN size([(n)-[:None|S]->() | 1]) AS x",
        "MATCH (n:A) RETURN size([(n)-->() | 1]) AS x",
    );
    check_unchanged(name, "MATCH (n) WHERE (n)-[:S]->() RETURN n.id AS x");
    check_unchanged(name, "MATCH (n) WHERE EXISTS { MATCH (n)-[:None|S]->() } RETURN n.id AS x");
    check_unchanged(name, "MATCH (n)-[:None|S]->() RETURN n.id AS x");
}

#[test]
fn a_pattern_comprehension_binds_a_relationship_again() {
    let name = "comprehension-binds-relationship-anew";
    check_as(name, "MATCH (a:A {id: 1})-[r {v: 1}]->(b) RETURN size([(a)-[r]->() | r.w]) AS x", "RETURN 2 AS x");
    check_as(name, "MATCH ()-[r:S]->(c:C) RETURN [()-[r]->() WHERE r.w = 1 | r.v] AS x LIMIT 1", "RETURN [1, 2] AS x");
    check_unchanged(name, "MATCH (a:A)-[r]->(b) RETURN [(a)-[s]->() | s.w] AS x");
}

#[test]
fn what_gives_the_row_on_as_the_first_clause_stills_what_follows() {
    let name = "first-unit-clause-stills-next";
    check_as(name, "CALL { CREATE (:X) } FOREACH (x IN [1] | CREATE ()) RETURN 1 AS y", "CREATE (:X) RETURN 1 AS y");
    check_as(
        name,
        "FOREACH (x IN [] | CREATE ()) MERGE ()-[:X]->() RETURN 1 AS y",
        "UNWIND [] AS y CREATE () RETURN y",
    );
    check_unchanged(name, "FOREACH (x IN [] | CREATE ()) MERGE (:X) CREATE (:X) RETURN 1 AS y");
    check_unchanged(name, "MATCH (n) FOREACH (x IN [1] | CREATE ()) RETURN 1 AS y");
}
