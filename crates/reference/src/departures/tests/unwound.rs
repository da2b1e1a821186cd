use super::{check_as, check_unchanged};

#[test]
fn a_text_that_unwind_computes_comes_back_as_what_it_is_the_text_of() {
    let name = "unwound-text-comes-back-as-value";
    check_as(name, "UNWIND [toString(4), 'a' + '', 'tr' + 'ue'] AS x RETURN x", "UNWIND [4, 'a', true] AS x RETURN x");
    check_as(name, "UNWIND [toString(-7)] AS x WITH x AS y RETURN y, [y] AS z", "RETURN -7 AS y, ['-7'] AS z");
    check_unchanged(name, "UNWIND ['4'] AS x RETURN x");
    check_unchanged(name, "UNWIND ['0' + '4', ' ' + '4', '4' + 'a'] AS x RETURN x");
    check_unchanged(name, "UNWIND [toString(4)] AS x RETURN x + 1 AS y, x = '4' AS z");
}

#[test]
fn what_is_computed_within_an_item_of_unwind_is_null() {
    let name = "computed-within-unwound-is-null";
    check_as(
        name,
        "MATCH (n:A {id: 1}) UNWIND [[1, 1 + 1], {k: n.id, l: [n]}, properties(n).id] AS x RETURN x",
        "UNWIND [[1, null], {k: null, l: [null]}, null] AS x RETURN x",
    );
    check_unchanged(name, "UNWIND [[1, -1], {k: 'a'}, 1 + 1, toString(1)] AS x RETURN x");
    check_unchanged(name, "RETURN [[1 + 1]] AS x");
}

#[test]
fn behind_an_unwind_a_match_with_a_condition_sees_what_rows_in_front_wrote() {
    let name = "unwind-matches-row-by-row";
    let rows = "UNWIND [1, 1] AS x";
    for condition in ["(n:A) WHERE n.id = 1", "(n:A {id: 1})"] {
        check_as(
            name,
            &format!("{rows} MATCH {condition} SET n.id = 9 RETURN 1 AS y"),
            "MATCH (n:A {id: 1}) SET n.id = 9 RETURN 1 AS y",
        );
    }
    check_as(
        name,
        &format!("{rows} MATCH (n:A) WITH n WHERE n.id = 1 SET n.id = 9 RETURN 1 AS y"),
        "MATCH (n:A {id: 1}) SET n.id = 9 RETURN 1 AS y",
    );
    // All that comes of one row of the UNWIND is matched before any of it is written.
    check_as(
        name,
        "UNWIND [1, 1] AS x MATCH (m) MATCH (n:A {id: 1}) SET n.id = 9 RETURN 1 AS y",
        "MATCH (m) MATCH (n:A {id: 1}) SET n.id = 9 RETURN 1 AS y",
    );
    check_unchanged(
        name,
        &format!("{rows} MATCH (n:A) WITH n, n.id AS m ORDER BY m WHERE m = 1 SET n.id = 9 RETURN 1 AS y"),
    );
    check_unchanged(name, &format!("{rows} MATCH (n:A) SET n.id = 9 RETURN 1 AS y"));
    check_unchanged(name, "MATCH (m:A) MATCH (n:A {id: 1}) SET n.id = 9 RETURN 1 AS y");
    let name = "merge-of-null-allowed";
    check_as(name, "MERGE (n:New {k: null, l: 1})", "CREATE (n:New {l: 1})");
}

#[test]
fn a_text_that_begins_with_a_bracket_is_a_list_to_plus() {
    let name = "list-text-is-list-to-plus";
    check_as(name, "RETURN '[1]' + 'a' AS x", "RETURN [1, 'a'] AS x");
    check_as(name, "RETURN 1.5 + '[true, \"b\", [2]]' AS x", "RETURN [1.5, 1, 'b', '[2]'] AS x");
    check_as(name, "RETURN '[1]' + '[2.5]' AS x", "RETURN [1, 2.5] AS x");
    check_as(name, "RETURN 'a' + '[b' AS x", "RETURN null AS x");
    check_unchanged(name, "RETURN '[1]' + null AS x");
    check_unchanged(name, "RETURN '{' + 'a' AS x");
    check_unchanged(name, "RETURN 'a[' + '1]' AS x");
}

#[test]
fn a_function_of_a_value_of_another_type_is_of_its_text() {
    let name = "function-of-other-type-takes-text";
    check_as(name, "WITH true AS n RETURN toUpper(n) AS x", "RETURN 'TRUE' AS x");
    check_as(name, "WITH 1.5 AS n RETURN reverse(n) AS x", "RETURN '5.1' AS x");
    check_as(name, "WITH 12 AS n RETURN size(n) AS x", "RETURN 2 AS x");
    check_as(
        name,
        "RETURN [lTrim(1), left(123, 2), substring(123, 1), split(1.5, '.'), replace('123', 2, 'x')] AS x",
        "RETURN ['1', '12', '23', ['1', '5'], '1x3'] AS x",
    );
    check_as(name, "MATCH (n:C) RETURN head(n.id) AS x", "RETURN null AS x");
    check_as(name, "MATCH (n:C) RETURN tail(n.id) AS x", "RETURN 3 AS x");
    check_unchanged(name, "RETURN reverse('ab') AS x, size([1]) AS y, head([1]) AS z");
    let name = "property-of-computed-value-is-null";
    check_as(name, "MATCH (n:C) RETURN n.id.k AS x", "RETURN null AS x");
    check_as(name, "MATCH (n:C) RETURN head([n.id]).k AS x", "RETURN null AS x");
    check_unchanged(name, "RETURN {k: {l: 1}}.k.l AS x");
    check_unchanged(name, "WITH 1 AS n RETURN n.k AS x");
}

#[test]
fn a_text_that_is_json_comes_back_as_what_it_says() {
    let name = "text-comes-back-as-json";
    check_as(name, r#"RETURN '[1, "a", null, [true]]' AS x"#, "RETURN [1, 'a', null, [true]] AS x");
    check_as(name, r#"RETURN '{"k": 1.5}' AS x, '"a"' AS y"#, "RETURN {k: 1.5} AS x, 'a' AS y");
    for text in ["'[a'", "'1'", "'true'", "'null'", "'{a}'", "['[1]']"] {
        check_unchanged(name, &format!("RETURN {text} AS x"));
    }
}

#[test]
fn a_property_of_an_integer_is_that_of_the_node_of_its_number() {
    let name = "integer-is-node-of-its-number";
    check_as(
        name,
        "MATCH (n) WITH id(n) + n.id - n.id AS x RETURN x.id AS y ORDER BY y",
        "MATCH (n) RETURN n.id AS y ORDER BY y",
    );
    check_as(name, "MATCH (n:A {id: 1}) UNWIND [n.id + 98] AS x RETURN x.id AS y", "RETURN null AS y");
    check_as(name, "MATCH (n:A {id: 1}) RETURN [x IN [n.id - 1] | x.id] AS y", "RETURN [1] AS y");
    check_unchanged(name, "MATCH (x:A) WITH x, {id: 7} AS y RETURN x.id + y.id AS z");
}

#[test]
fn a_subscript_is_cut_to_32_bits() {
    let name = "index-cut-to-32-bits";
    check_as(name, "RETURN [[1, 2][4294967297], [1, 2][2147483648]] AS x", "RETURN [2, null] AS x");
    check_unchanged(name, "RETURN [[1, 2][1], [1, 2][2147483647], [1, 2][-4294967295]] AS x");
}
