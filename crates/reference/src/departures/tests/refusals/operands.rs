//! Values that are none of those which are wanted.

use super::check;

#[test]
fn a_predicate_of_texts_is_refused_where_it_comes_upon_another_value() {
    check(
        "text-predicate-of-no-string-refused",
        &[
            "RETURN 1 STARTS WITH 'a' AS x",
            "RETURN null ENDS WITH true AS x",
            "MATCH (a:A) WHERE a.id CONTAINS 'a' RETURN 1",
            "RETURN 'a' CONTAINS ('b' STARTS WITH 'c') AS x",
        ],
        &[
            "RETURN 'a' STARTS WITH 'a' AS x",
            "RETURN 'a' CONTAINS null AS x",
            "MATCH (a:None) WHERE a.id CONTAINS 'a' RETURN 1",
            "RETURN false AND 1 CONTAINS 'a' AS x",
            "RETURN 1 = 'a' AS x",
        ],
    );
}

#[test]
fn the_variable_of_a_variable_length_is_no_list() {
    check(
        "variable-length-read-as-list-refused",
        &[
            "MATCH (:B)-[r*1..2]->() RETURN size(r) AS x",
            "MATCH (:B)-[r*1]->() RETURN r[0] AS x",
            "MATCH (:B)-[r*1..2]->() RETURN all(x IN r WHERE true) AS x",
            "MATCH (:B)-[r*1..2]->() RETURN 1 IN r AS x",
            "MATCH (:B)-[r*0..2]->() UNWIND r AS x RETURN x.k AS y",
        ],
        &[
            "MATCH (:B)-[r*1..2]->() RETURN r = [] AS x",
            "MATCH (:B)-[r*1..2]->() UNWIND r AS x RETURN 1 AS y",
            "OPTIONAL MATCH (:None)-[r*1..2]->() RETURN size(r) AS x",
            "MATCH (:B)-[r]->() RETURN size([r]) AS x",
        ],
    );
}

#[test]
fn a_null_that_no_pattern_has_bound_since_a_with_is_not_written_to() {
    let none = "OPTIONAL MATCH (a:None)";
    check(
        "write-to-handed-null-refused",
        &[
            &format!("{none} WITH a SET a.k = 1"),
            &format!("{none} WITH a AS b REMOVE b.k"),
            &format!("{none} WITH * SET a += {{}}"),
            &format!("{none} WITH a SET a:X"),
            "UNWIND [null] AS b SET b.k = 1",
            &format!("{none} CALL {{ WITH a SET a.k = 1 }} RETURN 1 AS x"),
            &format!("{none} WITH a FOREACH (x IN [1] | SET a.k = 1)"),
            &format!("{none} WITH a OPTIONAL MATCH (a) SET a.k = 1"),
        ],
        &[
            &format!("{none} SET a.k = 1"),
            &format!("{none} UNWIND [1] AS x SET a.k = x"),
            &format!("{none} WITH a DELETE a"),
            &format!("{none} WITH a OPTIONAL MATCH (b:None) SET b.k = 1"),
            &format!("{none} WITH a WITH 1 AS x OPTIONAL MATCH (a:None) SET a.k = x"),
            "MATCH (a:A) WITH a SET a.k = 1",
        ],
    );
}

#[test]
fn a_null_out_of_a_list_is_no_number_text_list_or_boolean() {
    let of = |x: &str| format!("UNWIND [null] AS x RETURN {x} AS y");
    let refused = [
        "x - 1",
        "-x",
        "2 % x",
        "x CONTAINS 'a'",
        "NOT x",
        "size(x)",
        "x.k",
        "1 IN x",
        "CASE WHEN x THEN 1 END",
        "x AND true",
        "x OR false",
    ];
    let taken = ["x + 1", "x > 1", "x OR true", "x AND false", "x STARTS WITH null", "toUpper(x)", "x"];
    let refused: Vec<String> = refused.iter().map(|x| of(x)).collect();
    let taken: Vec<String> = taken.iter().map(|x| of(x)).collect();
    let mut refused: Vec<&str> = refused.iter().map(String::as_str).collect();
    refused.extend([
        "UNWIND [null] AS x MATCH () WHERE x RETURN 1 AS y",
        "UNWIND [null] AS x WITH x AS z RETURN z * 2 AS y",
    ]);
    let mut taken: Vec<&str> = taken.iter().map(String::as_str).collect();
    taken.extend(["WITH null AS x RETURN x - 1 AS y", "UNWIND [1] AS x RETURN x - 1 AS y"]);
    check("unwound-null-refused", &refused, &taken);
}
