//! What is joined to the rows in front of it.

use super::check;

#[test]
fn an_aggregate_without_a_variable_is_refused_in_conditions_of_what_is_joined() {
    check(
        "aggregate-in-condition-refused",
        &[
            "WITH count(*) AS x RETURN COUNT { MATCH (r) WHERE x >= r.k } AS y",
            "WITH sum(1) AS x RETURN EXISTS { (r) WHERE r.k = x } AS y",
            "MATCH (a) WITH max('a') AS x OPTIONAL MATCH (r) WHERE r.k < x RETURN 1",
        ],
        &[
            "WITH count(*) AS x MATCH (r) WHERE x >= r.k RETURN 1",
            "WITH 1 AS x RETURN COUNT { MATCH (r) WHERE x >= r.k } AS y",
            "MATCH (a) WITH count(a) AS x OPTIONAL MATCH (r) WHERE r.k < x RETURN 1",
            "WITH count(*) AS x, 1 AS z OPTIONAL MATCH (r) WHERE r.k < x + z RETURN 1",
            "WITH count(*) AS x OPTIONAL MATCH (r) WHERE x > 1 RETURN 1",
        ],
    );
}
