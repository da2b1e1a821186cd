//! CASE, comparisons and casts.

use super::*;

#[test]
fn a_case_of_a_case_that_reads_a_variable_takes_else() {
    let name = "case-of-case-takes-else";
    let of = |when: &str| format!("WITH 5 AS k RETURN CASE WHEN {when} THEN 1 ELSE 2 END AS x");
    check_as(name, &of("CASE k WHEN 5 THEN true ELSE false END"), "RETURN 2 AS x");
    check_as(name, &of("CASE WHEN k = 4 THEN false ELSE k = 5 END"), "RETURN 2 AS x");
    for when in ["CASE WHEN true THEN true END", "NOT CASE k WHEN 4 THEN true ELSE false END", "k = 5"] {
        check_unchanged(name, &of(when));
    }
}

#[test]
fn the_text_of_a_boolean_is_ordered_as_a_number_beside_one() {
    let name = "text-of-boolean-is-ordered-as-number";
    check_as(
        name,
        "RETURN 1 >= 'true' AS x, 'false' < 0.5 AS y, 2 < 'true' AS z",
        "RETURN true AS x, true AS y, false AS z",
    );
    for condition in ["true > 'false'", "1 = 'true'", "1 < 'TRUE'", "1 < '0'", "[1] < 'true'", "'a' < 'true'"] {
        check_unchanged(name, &format!("RETURN {condition} AS x"));
    }
}

#[test]
fn the_length_of_a_path_is_that_of_its_text() {
    let name = "length-of-path-is-of-its-text";
    check_as(name, "MATCH p = (n:C)-[*1..1]->() RETURN length(p) AS x", "RETURN 7 AS x");
    check_as(name, "MATCH p = (:C) RETURN length(p) AS x", "RETURN 3 AS x");
    check_unchanged(name, "MATCH p = (:C)-->() RETURN size(nodes(p)) AS x");
}

#[test]
fn what_is_no_number_is_the_number_that_it_begins_with() {
    let name = "number-of-other-type-is-what-it-begins-with";
    for (asked, given) in [
        ("abs('-4.5x')", "4.5"),
        ("abs([1])", "0.0"),
        ("round('-2.5')", "-3.0"),
        ("floor('-2.5')", "-3"),
        ("sign('-3')", "-1"),
        ("sqrt('9x')", "3.0"),
        ("v * 2", "5.0"),
        ("v - 1", "1"),
        ("1 - v", "-1"),
        ("v - 1.5", "0.5"),
        ("w - 1", "-1"),
        ("5 / v", "2.0"),
        ("-v", "-2"),
    ] {
        // Literals would be refused by their types.
        let text = format!("UNWIND ['2.5', 1] AS v UNWIND [[1], 1] AS w WITH v, w LIMIT 1 RETURN {asked} AS x");
        check_as(name, &text, &format!("RETURN {given} AS x"));
    }
    for asked in ["abs(null)", "2 * 3", "1.5 - 1", "-4", "null * 'a'"] {
        check_unchanged(name, &format!("RETURN {asked} AS x"));
    }
}

#[test]
fn parts_of_texts_are_taken_as_sqlite_does() {
    let name = "part-of-text-is-that-of-sqlite";
    for (asked, given) in [
        ("left('abc', -1)", "''"),
        ("right('abc', -1)", "'abc'"),
        ("right('abc', -2)", "'bc'"),
        ("substring('abc', -1)", "'abc'"),
        ("substring('abc', -2)", "'c'"),
        ("substring('abc', -2, 1)", "'c'"),
        ("substring('abc', 1, -2)", "'a'"),
        ("substring('abc', 0, -1)", "''"),
    ] {
        check_as(name, &format!("RETURN {asked} AS x"), &format!("RETURN {given} AS x"));
    }
    check_unchanged(name, "RETURN left('abc', 1) AS x, right('abc', 1) AS y, substring('abc', 1, 1) AS z");
}

#[test]
fn the_properties_of_relationships_are_ignored_in_an_optional_match_alone() {
    let name = "properties-of-optional-relationship-ignored";
    check_as(name, "MATCH (n:B) OPTIONAL MATCH (n)-[r:S {w: 9}]->(m) RETURN m.id", "MATCH (n:B)-[:S]->(m) RETURN m.id");
    check_unchanged(name, "MATCH (n:B) MATCH (n)-[r:S {w: 9}]->(m) RETURN m.id");
    check_unchanged(name, "OPTIONAL MATCH (n:C {id: 9}) RETURN n.id");
}

#[test]
fn a_list_of_a_case_alone_is_the_case_right_of_in() {
    let name = "case-loses-comparison-operand";
    check_as(name, "RETURN 1 IN [CASE WHEN true THEN [1] END] AS x", "RETURN true AS x");
    let rule = Departures::of([WrongRule::find(name).expect("a departure")]);
    let text = "UNWIND [1.5, null] AS y RETURN 1 IN [CASE WHEN true THEN y END] AS x";
    assert!(outcome(&indexed(), text, rule).contains("TypeError"));
    check_unchanged(name, "RETURN 1 IN [CASE WHEN true THEN 1 END, 2] AS x");
    check_unchanged(name, "RETURN 1 IN [coalesce(null, 1)] AS x");
}
