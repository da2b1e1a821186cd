//! Nulls without a type.

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
