//! Nulls without a type, variables of paths and columns of CALL { }, and sums of elements.

use super::check;

#[test]
fn nulls_without_a_type_are_refused() {
    let cases =
        ["RETURN CASE WHEN true THEN null END AS x", "RETURN collect(CASE WHEN true THEN null ELSE null END) AS x"];
    let of_variables = [
        "UNWIND [1] AS v RETURN CASE v WHEN 1 THEN null END AS x",
        "UNWIND [1] AS v RETURN [CASE WHEN v = 1 THEN null END] AS x",
    ];
    let typed =
        ["UNWIND [1] AS v RETURN CASE v WHEN 1 THEN null ELSE 1 END AS x", "RETURN CASE WHEN true THEN [] END AS x"];
    check("case-of-nulls-refused", &[cases, of_variables].concat(), &typed);
    check("case-of-nulls-with-variable-refused", &of_variables, &[cases, typed].concat());
    let aggregates =
        ["RETURN collect(null) AS x", "UNWIND [1] AS v WITH size(collect(DISTINCT null)) AS x RETURN 1 AS y"];
    check("aggregate-of-null-refused", &aggregates, &["RETURN collect([null]) AS x", "RETURN collect(null + 1) AS x"]);
}

#[test]
fn a_path_over_a_relationship_that_was_handed_on_is_not_known() {
    check(
        "path-over-handed-relationship-refused",
        &[
            "MATCH ()-[r]->() WITH r MATCH p = ()-[r]->() RETURN p",
            "MATCH ()-[r]->() WITH r AS s OPTIONAL MATCH p = ()-[s]->()-->() RETURN nodes(p)",
            "MATCH ()-[r]->() UNWIND [1] AS x MATCH p = ()-[r]->() WHERE p IS NOT NULL RETURN 1",
        ],
        &[
            "MATCH ()-[r]->() WITH r MATCH p = ()-[r]->() RETURN length(p)",
            "MATCH ()-[r]->() WITH r MATCH p = ()-[r]->() RETURN 1",
            "MATCH ()-[r]->() UNWIND [] AS x MATCH p = ()-[r]->() RETURN p",
            "MATCH ()-[r]->() MATCH p = ()-[r]->() RETURN p",
            "MATCH (a) WITH a MATCH p = (a)-->() RETURN p",
        ],
    );
}

#[test]
fn the_columns_of_a_call_that_computes_are_not_known() {
    let of = |body: &str, column: &str| format!("MATCH (n:A) CALL {{ {body} }} RETURN {column} AS z");
    let (unwound, united) = ("UNWIND [1] AS u RETURN u AS x, 2 AS y", "RETURN 1 AS x UNION RETURN 2 AS x");
    check(
        "columns-of-call-unknown",
        &[
            &of(unwound, "x"),
            &of(unwound, "y + 1"),
            &of("WITH n.id AS k RETURN k AS x", "x"),
            &of(united, "x"),
            &of("MATCH (b) UNWIND [1] AS u WITH u AS v RETURN v AS x", "x"),
        ],
        &[
            &of(unwound, "1"),
            &of("WITH n RETURN n.id AS x", "x"),
            &of("MATCH (b) UNWIND [1] AS u RETURN b.id AS x", "x"),
            &of(united, "1"),
            &format!("CALL {{ {unwound} }} RETURN x"),
        ],
    );
}

#[test]
fn a_sum_of_an_element_is_refused_where_a_row_comes_upon_it() {
    check(
        "plus-of-element-refused",
        &[
            "MATCH (n:A) RETURN n + null AS x",
            "MATCH ()-[r]->() RETURN [] + r AS x",
            "MATCH p = (n:A) RETURN p + null AS x",
        ],
        &[
            "MATCH (n:None) RETURN n + null AS x",
            "MATCH (n:A) RETURN n.id + null AS x",
            "MATCH (n:A) WITH [] AS l RETURN l + null AS x",
        ],
    );
}
