//! Each pair of statements was asked GraphQLite 0.12.0: what the first stores there is what the second one says.

use super::{Departures, WrongRule, check_as, check_unchanged, indexed, outcome};

/// What CREATE stores behind some clauses of a value, and the value that is stored.
#[track_caller]
fn check_created(name: &str, before: &str, value: &str, stored: &str) {
    let created = |value: &str| format!("{before} CREATE (:New {{k: {value}}})");
    if value == stored {
        check_unchanged(name, &created(value));
    } else {
        check_as(name, &created(value), &created(stored));
    }
}

#[test]
fn create_computes_no_call_of_what_is_matched_and_no_property_of_a_value() {
    let check = |before: &str, value: &str, stored: &str| {
        check_created("create-leaves-calls-out", before, value, stored);
    };
    for (value, stored) in [
        ("abs(n.id)", "null"),
        ("toString(1 + n.id)", "null"),
        ("coalesce(1, n.id)", "null"),
        ("size([n.id])", "null"),
        ("head(labels(n))", "null"),
        ("[abs(n.id)]", "null"),
        ("{m: 5}.m", "null"),
        ("properties(n).id", "null"),
        ("size([1, 2])", "2"),
        ("abs(n.id) + 1", "abs(n.id) + 1"),
        ("n.id + {m: 5}.m", "n.id + 5"),
        ("CASE WHEN abs(n.id) = 1 THEN 5 END", "CASE WHEN abs(n.id) = 1 THEN 5 END"),
        ("reduce(s = 0, x IN [1] | s + n.id)", "n.id"),
        ("exists(n.none)", "false"),
    ] {
        check("MATCH (n:B)", value, stored);
    }
    for before in
        ["MATCH (n:B) WITH n", "MATCH (n:B) UNWIND [1] AS u", "MATCH (n:B) MERGE (:M)", "UNWIND [{id: 1}] AS n"]
    {
        check(before, "abs(n.id)", "abs(n.id)");
        check(before, "{m: 5}.m", "null");
    }
    check("CREATE (n:N {id: 1})", "abs(n.id)", "null");
    check("MATCH (n:B) CREATE (:M)", "abs(n.id)", "null");
    for value in
        ["CASE WHEN true THEN u END", "[x IN [1] | u]", "reduce(s = 0, x IN [1] | s + u)", "NOT (u = 1)", "u IS NULL"]
    {
        check("WITH 1 AS u", value, "null");
        check("WITH 1 AS w UNWIND [1] AS u", value, "null");
        check("UNWIND [1] AS u", value, value);
    }
    check("WITH 1 AS u", "-u", "-1");
    check("WITH 1 AS u", "[u][0]", "1");
    check("MATCH (n:B) WITH n, 1 AS u", "CASE WHEN true THEN n.id END", "n.id");
}

#[test]
fn create_computes_no_items() {
    let check = |before: &str, value: &str, stored: &str| {
        check_created("create-computes-no-items", before, value, stored);
    };
    for (value, stored) in [
        ("[n.id, 7]", "[null, 7]"),
        ("[n.id + 1, 7]", "[null, 7]"),
        ("[1 + 1, abs(1)]", "[null, 1]"),
        ("[[n.id], -7]", "[[null], -7]"),
        ("[[1][0], 7]", "[null, 7]"),
        ("{m: 1 + 1}.m", "2"),
    ] {
        check("MATCH (n:B)", value, stored);
    }
    check("MATCH (n:B) UNWIND [1] AS u", "[1 + 1, [1][0], n.id + 1]", "[2, 1, null]");
    check("UNWIND [1] AS u", "[u, 7]", "[null, 7]");
    check("WITH 1 AS u", "[u, 1 + 1, 1 = 1]", "[1, 2, true]");
    check("MATCH (n:B) UNWIND [1] AS u", "[u, u + 1]", "[1, 2]");
    check_as(
        "create-computes-no-items",
        "FOREACH (u IN [1] | CREATE (:New {k: [u, 7]}))",
        "FOREACH (u IN [1] | CREATE (:New {k: [null, 7]}))",
    );
}

#[test]
fn merge_computes_nothing_in_front_of_a_statement_and_no_condition_behind() {
    let name = "merge-leaves-computed-out";
    for value in ["1 + 1", "abs(-1)", "NOT true", "1 = 1", "CASE WHEN true THEN 1 END", "u + 1", "{m: 5}.m"] {
        check_as(
            name,
            &format!("UNWIND [1] AS u MERGE (:New {{k: {value}, l: u}})"),
            "UNWIND [1] AS u MERGE (:New {l: 1})",
        );
        check_as(
            name,
            &format!("MATCH (n:B) FOREACH (u IN [1] | MERGE (:New {{k: {value}}}))"),
            "MATCH (n:B) MERGE (:New)",
        );
    }
    check_as(name, "MERGE (:New {k: 1 + 1})-[:T {k: [1 + 1]}]->(:Other)", "MERGE (:New)-[:T {k: [null]}]->(:Other)");
    // It takes the node of another value.
    check_as(
        name,
        "MERGE (n:I {y: 'z' + 'z'}) RETURN count(*) AS x",
        "MATCH (n:I) SET n.none = null RETURN count(*) AS x",
    );
    check_unchanged(name, "UNWIND [{k: 1}] AS u MERGE (:New {k: u.k, l: [1, 2], m: -3})");
    for value in ["NOT true", "CASE WHEN true THEN 1 END", "1 + CASE WHEN true THEN 1 END", "1 IS NOT NULL", "{m: 5}.m"]
    {
        check_as(name, &format!("MATCH (n:B) MERGE (:New {{k: {value}}})"), "MATCH (n:B) MERGE (:New)");
    }
    check_unchanged(name, "MATCH (n:B) MERGE (:New {k: 1 + 1, l: 1 IN [1], m: [1][0], o: abs(-1), q: [1 + 1]})");
}

#[test]
fn set_keeps_what_is_there_where_a_function_gives_a_list() {
    let name = "set-of-called-list-keeps";
    for value in ["range(1, 2)", "split('a,b', ',')", "tail([1, 2])", "coalesce([1], 2)", "properties({m: 1})"] {
        check_as(name, &format!("MATCH (n:B) SET n.id = {value}, n.k = 1"), "MATCH (n:B) SET n.k = 1");
    }
    check_unchanged(name, "MATCH (n:B) WITH n SET n.id = range(1, 2)");
    check_as(name, "MATCH (n:B) WITH n SET n.id = properties({m: 1}), n.k = 1", "MATCH (n:B) SET n.k = 1");
    check_unchanged(name, "MATCH (n:B) SET n.id = [1] + [2], n.x = toUpper('x'), n.k = [1, 2][0..1]");
}

#[test]
fn a_boolean_that_is_chosen_is_stored_as_a_number() {
    let name = "booleans-out-of-lists-are-numbers";
    check_as(name, "MATCH (n:B) SET n.k = coalesce(null, false), n.l = true", "MATCH (n:B) SET n.k = 0, n.l = true");
    for before in ["", "MATCH (n:B)", "WITH 1 AS u"] {
        check_created(name, before, "coalesce(true, 1)", "1");
        check_created(name, before, "coalesce(coalesce(true, 1), 2)", "1");
        check_created(name, before, "CASE WHEN true THEN true END", "1");
        check_created(name, before, "coalesce([true], 1)", "[true]");
        check_created(name, before, "coalesce('x', true)", "'x'");
    }
    check_as(name, "MATCH (n:B) MERGE (:New {k: coalesce(true, 1)})", "MATCH (n:B) MERGE (:New {k: 1})");
    for before in ["MATCH (n:B)", "CREATE (n:New)", "MATCH (n:B) FOREACH (u IN [1] |"] {
        let end = if before.ends_with('|') { ")" } else { "" };
        let set = |value: &str| format!("{before} SET n.k = {value}{end}");
        check_as(name, &set("isEmpty('')"), &set("1"));
        check_unchanged(name, &set("1 = 1"));
        check_unchanged(name, &set("toBoolean(n.x)"));
    }
    check_as(name, "MERGE (n:B) ON MATCH SET n.k = isEmpty('')", "MERGE (n:B) ON MATCH SET n.k = 1");
    check_unchanged(name, "MATCH (n:B) WITH n SET n.k = isEmpty('')");
    check_unchanged(name, "MATCH (n:B) MERGE (m:B) ON MATCH SET m.k = isEmpty('')");
    check_unchanged(name, "RETURN coalesce(true, 1) AS x");
    check_unchanged(name, "RETURN toString(1 = 1) + toString(true) AS x");
    for (items, numbers) in [
        ("[coalesce(true, 1), isEmpty('')]", "[1, 1]"),
        ("[CASE WHEN true THEN true END]", "[1]"),
        ("[[toBoolean('false')]]", "[[0]]"),
        ("{k: coalesce(true, 1)}", "{k: 1}"),
        ("collect(true)", "collect(1)"),
        ("toString(isEmpty(''))", "'1'"),
        ("toString(toBooleanOrNull('false'))", "'0'"),
        ("collect(coalesce(true, 1))", "collect(1)"),
    ] {
        check_as(name, &format!("RETURN {items} AS x"), &format!("RETURN {numbers} AS x"));
    }
    check_unchanged(
        name,
        "RETURN [true, NOT false, 1 = 1, exists({k: 1}.k)] AS x, collect(1 = 1) AS y, collect([true]) AS z",
    );
    check_as(name, "UNWIND [1 = 1, toBooleanOrNull('true'), true] AS x RETURN x", "UNWIND [1, 1, true] AS x RETURN x");
    check_as(name, "CALL { RETURN 1 AS x } RETURN coalesce(true, 1) AS y", "RETURN 1 AS y");
    check_as(
        name,
        "MERGE (n:B) ON MATCH SET n.k = coalesce(true, 1), n.l = true",
        "MERGE (n:B) ON MATCH SET n.k = 1, n.l = true",
    );
    check_as(
        name,
        "MATCH (n:A) MERGE (m:New) RETURN CASE WHEN n.id = 1 THEN false END AS y",
        "MATCH (n:A) MERGE (m:New) RETURN CASE WHEN n.id = 1 THEN 0 END AS y",
    );
    check_unchanged(name, "MATCH (n:A) RETURN coalesce(true, 1) AS y");
}

#[test]
fn aggregates_of_a_property_take_strings_for_numbers() {
    let name = "aggregate-of-property-is-number";
    check_as(name, "MATCH (n:A) RETURN max(n.x) AS x", "RETURN 0.0 AS x");
    check_as(name, "UNWIND [{k: '7'}, {k: 'a'}, {k: true}] AS n RETURN max(n.k) AS x", "RETURN 7.0 AS x");
    let beginning = "UNWIND [{k: '1a'}, {k: ' -.5e1z'}, {k: 'inf'}] AS n RETURN [max(n.k), min(n.k)] AS x";
    check_as(name, beginning, "RETURN [1.0, -5.0] AS x");
    check_unchanged(name, "MATCH (n:A) RETURN max(n.x + 'z') AS x, min(n.id) AS y, avg(n.f) AS z");
}

#[test]
fn set_of_an_element_sets_nothing_and_of_a_map_does() {
    let name = "set-of-element-ignored";
    check_as(name, "MATCH (n:B)-[r]->() SET n += r, n.k = 1", "MATCH (n:B) SET n.k = 1");
    check_as(name, "MATCH (n:B), (m:C) WITH n, m AS o SET n = o", "MATCH (n:B) SET n.none = null");
    check_as(name, "MERGE (n:B) ON MATCH SET n += n, n.k = 1", "MERGE (n:B) ON MATCH SET n.k = 1");
    check_as(
        name,
        "MATCH (n:B)-[r]->() CALL { WITH n, r SET n += r, n.k = 1 } RETURN 1 AS x",
        "MATCH (n:B) SET n.k = 1 RETURN 1 AS x",
    );
    check_unchanged(name, "MATCH (n:B)-[r]->() SET n += properties(r)");
    check_unchanged(name, "MATCH (n:B) WITH n, {k: 1} AS m SET n = m");
}

#[test]
fn set_of_a_map_takes_what_is_written_out() {
    let name = "set-of-map-computes-nothing";
    let set = "MATCH (n:B) SET n";
    check_as(
        name,
        &format!("{set} += {{k: 1 + 1, l: abs(1), m: n.id, o: -5, q: [n.id, 1]}}"),
        &format!("{set} += {{o: -5, q: [null, 1]}}"),
    );
    check_as(name, &format!("{set} = {{id: n.id + 1, m: 4}}"), &format!("{set} = {{m: 4}}"));
    check_as(name, "MERGE (n:B) ON MATCH SET n += {k: 1 + 1, m: 4}", "MATCH (n:B) SET n += {m: 4}");
    check_unchanged(name, &format!("{set} += {{id: null, l: [[1]], m: 'x'}}"));
    check_unchanged(name, &format!("{set}.k = 1 + 1"));
    for before in ["UNWIND [1] AS u MATCH (n:B)", "MATCH (n:B) WITH n", "MERGE (n:B)"] {
        check_unchanged(name, &format!("{before} SET n += {{k: 1 + 1, l: n.id, m: [1 + 1]}}"));
        check_as(
            name,
            &format!("{before} SET n += {{k: NOT true, m: [n.id]}}"),
            &format!("{before} SET n += {{m: [null]}}"),
        );
    }
    check_as(name, "FOREACH (u IN [1] | MERGE (n:B) SET n += {k: u, m: 4})", "MATCH (n:B) SET n += {m: 4}");
}

#[test]
fn merging_by_parts_takes_what_is_there_and_makes_the_rest() {
    let name = "merge-parts-apart";
    check_as(name, "MERGE (n:C)-[:E]->(m:C)", "MATCH (n:C) CREATE (n)-[:E]->(n)");
    check_as(name, "MERGE (:New)-[:E]->(:New)", "CREATE (n:New)-[:E]->(n)");
    check_as(name, "MERGE (n:C)-[:E]->(:New)", "MATCH (n:C) CREATE (n)-[:E]->(:New)");
    check_unchanged(name, "MERGE (n:C)-[:S]->(m:C)");
    // Behind another clause the whole path is looked for first.
    check_unchanged(name, "MATCH (m:D) MERGE (n)-[:R]->(b) RETURN n.id, b.id");
    check_unchanged(name, "MERGE (n:New)");
    let merged = "MERGE (n:New)-[r:E]->(m:Other) ON CREATE SET";
    check_as(name, &format!("{merged} n.k = coalesce(n.k, 0) + 1"), "CREATE (n:New {k: 2})-[:E]->(:Other)");
    check_as(
        name,
        "MERGE (n:C)-[r:E]->(m:New) ON MATCH SET n.k = 1",
        "MATCH (n:C) CREATE (n)-[:E]->(:New) SET n.k = 1",
    );
    check_as(name, "MERGE (n:C)-[r:E]->(m:New) ON CREATE SET m.k = 1", "MATCH (n:C) CREATE (n)-[:E]->(:New {k: 1})");
    check_as(
        name,
        "MATCH (n:C) MERGE (n)-[r:E]->(m:New) ON CREATE SET r.k = 1",
        "MATCH (n:C) CREATE (n)-[:E {k: 1}]->(:New)",
    );
    let rule = Departures::of([WrongRule::find(name).expect("a departure")]);
    for variable in ["r", "m"] {
        let text = format!("{merged} {variable}.k = 1");
        assert!(outcome(&indexed(), &text, rule.clone()).contains("not bound yet"), "{text}");
    }
}

#[test]
fn what_a_merge_of_a_node_sets_of_it_is_null_where_nothing_is_computed() {
    let name = "merge-action-sets-null";
    check_as(name, "MERGE (n:C) ON MATCH SET n.k = n.id, n.l = [1]", "MERGE (n:C) ON MATCH SET n.l = [1]");
    check_as(name, "MERGE (n:C) ON MATCH SET n += {id: n.id}", "MERGE (n:C) ON MATCH SET n.id = null");
    let other = "ON CREATE SET n.l = 1 + 1";
    check_as(name, &format!("MERGE (n:C) ON MATCH SET n.id = n.id {other}"), "MERGE (n:C) ON MATCH SET n.id = null");
    check_unchanged(name, "MERGE (n:C) ON MATCH SET n.k = n.id, n.l = n.id + 1");
    check_unchanged(name, "MERGE (n:C) ON MATCH SET n.k = n.id, n.l = [n.id]");
    check_unchanged(name, "MERGE (n:B)-[r:S]->(m:C) ON MATCH SET n.k = n.id");
    check_unchanged(name, "MATCH (m:A) MERGE (n:C) ON MATCH SET n.k = m.id");
}

#[test]
fn merge_of_null_looks_for_what_lacks_the_property() {
    let name = "merge-of-null-allowed";
    check_as(name, "MERGE (n:C {k: null}) ON MATCH SET n.l = 1", "MERGE (n:C) ON MATCH SET n.l = 1");
    check_as(name, "MERGE (n:C {id: null}) ON CREATE SET n.l = 1", "CREATE (n:C {l: 1})");
    check_as(name, "MERGE (:C {id: null, k: 2})", "CREATE (:C {k: 2})");
    let to_c = "MATCH (b:B), (c:C) MERGE (b)-[r:S";
    check_as(name, &format!("{to_c} {{v: null}}]->(c) SET r.l = 1"), &format!("{to_c}]->(c) SET r.l = 1"));
}

#[test]
fn a_minus_before_a_property_is_left_out_of_a_merge() {
    let name = "minus-before-property-is-null";
    check_as(name, "MATCH (m:C) MERGE (n:X {k: -m.id, l: 1})", "MATCH (m:C) MERGE (n:X {l: 1})");
    check_as(name, "MATCH (m:C) MERGE (n:X {k: -m.id + 1})", "MATCH (m:C) MERGE (n:X)");
    check_unchanged(name, "MATCH (m:C) MERGE (n:X {k: 1 - m.id})");
}

#[test]
fn a_merge_of_a_new_type_loses_the_rows_that_find_what_the_last_one_created() {
    let name = "merge-of-new-type-loses-rows";
    let rows = "UNWIND [1, 2, 1] AS x MERGE";
    check_as(name, &format!("{rows} ()-[:New]->(:C) RETURN x"), "CREATE ()-[:New]->(:C) RETURN 1 AS x");
    check_as(name, &format!("{rows} (:C)<-[:New]-() RETURN x"), "CREATE (:C)<-[:New]-() RETURN 1 AS x");
    check_unchanged(name, &format!("{rows} (:C)-[:New]->() RETURN 1 AS y"));
    check_unchanged(name, &format!("{rows} ()-[:New]->(:None) RETURN 1 AS y"));
    check_unchanged(name, &format!("{rows} ()-[:R]->(:D) RETURN 1 AS y"));
    let each = |list: &str| format!("UNWIND {list} AS x MERGE ()-[:New {{k: x}}]->(:C) RETURN 1 AS y");
    check_as(name, &each("[1, 2]"), &each("[2, 1]"));
}

#[test]
fn what_a_call_deletes_or_merges_is_of_the_first_row() {
    let name = "call-deletes-once";
    let each = |called: &str| format!("UNWIND [1, 2] AS x CALL {{ WITH x MATCH (n:A {{id: x}}) {called} }} RETURN x");
    let first = "MATCH (n:A {id: 1}) DETACH DELETE n WITH 1 AS y";
    check_as(name, &each("DETACH DELETE n"), &format!("{first} UNWIND [1, 2] AS x RETURN x"));
    check_as(name, &each("DETACH DELETE n RETURN 1 AS z"), &format!("{first} RETURN 1 AS x"));
    check_as(name, &each("MERGE (:New {k: x})"), "CREATE (:New {k: 1}) WITH 1 AS y UNWIND [1, 2] AS x RETURN x");
    check_unchanged(name, &each("SET n.k = x"));
    check_unchanged(name, &each("CREATE (:New)"));
}

#[test]
fn a_relationship_keeps_the_value_of_the_later_type() {
    let name = "relationship-keeps-value-of-later-type";
    let set = |value: &str| format!("MATCH ()-[r:R]->() SET r.w = {value}");
    for value in ["'x'", "toString(r.v)"] {
        check_as(name, &set(value), &set("r.w"));
    }
    for value in ["1.5", "true", "[1]", "2", "null", "r.none"] {
        check_unchanged(name, &set(value));
    }
    let twice = |first: &str, second: &str| format!("{} SET r.w = {second}", set(first));
    for (first, second) in [("1.5", "1"), ("true", "1.5"), ("[1]", "true"), ("[1]", "'x'")] {
        check_as(name, &twice(first, second), &set(first));
    }
    check_unchanged(name, "MATCH (n:A) SET n.id = 'x'");
}
