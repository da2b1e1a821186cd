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

#[test]
fn an_optional_match_is_refused_whose_where_reads_across_joins() {
    check(
        "optional-match-read-across-joins-refused",
        &[
            "MATCH (a) OPTIONAL MATCH (b)-->(a)-->(c) WHERE c.k OR b.l RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)-[r]->(b)-[s]->(c) WHERE b.k = c.k RETURN 1",
            "MATCH (a) OPTIONAL MATCH (b)-->(c)-->(d) WHERE b.k = 1 AND c.k = 1 RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)-[r]->(b)-[s]->(c) WHERE b.k = s.k RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)-[r]->(b), (c) WHERE b.k = c.k RETURN 1",
        ],
        &[
            "OPTIONAL MATCH (b)-->(a)-->(c) WHERE c.k OR b.l RETURN 1",
            "MATCH (a) OPTIONAL MATCH (b)-->(c) WHERE b.k = c.k RETURN 1",
            "MATCH (a) OPTIONAL MATCH (b)-->(a)-->(c) WHERE b.k = a.k RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)-->(b)-[s]->(c) WHERE b.k = s.k RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)-->(b), (c) WHERE b.k = c.k RETURN 1",
            "MATCH (a) OPTIONAL MATCH (c), (a)-[r]->(b) WHERE b.k = c.k RETURN 1",
            "MATCH (a) OPTIONAL MATCH (b)-[r]->(d), (c) WHERE b.k = c.k RETURN 1",
            "MATCH (a) MATCH (b)-->(a)-->(c) WHERE c.k OR b.l RETURN 1",
        ],
    );
}

#[test]
fn lengths_before_a_call_and_aggregates_that_are_cut_behind_one_are_refused() {
    check(
        "variable-length-before-call-refused",
        &[
            "MATCH (a)-[*1]->() CALL { RETURN 1 AS x } RETURN x",
            "MATCH (a)-[r*2..3]->() MATCH (b) CALL { CREATE () } RETURN a",
        ],
        &[
            "MATCH (a)-->() CALL { MATCH ()-[*2]->() RETURN 1 AS x } RETURN x",
            "CALL { RETURN 1 AS x } MATCH ()-[*2]->() RETURN x",
        ],
    );
    check(
        "aggregate-cut-behind-write-refused",
        &[
            "CALL { RETURN 1 AS z } WITH max(z) AS x LIMIT 1 RETURN x",
            "MERGE (a) WITH DISTINCT count(*) AS x RETURN x",
            "UNWIND [1] AS y CALL { RETURN 1 AS z } WITH y, count(z) AS x ORDER BY y RETURN x",
        ],
        &[
            "CALL { RETURN 1 AS z } WITH z LIMIT 1 RETURN z",
            "CALL { RETURN 1 AS z } WITH max(z) AS x WHERE x > 0 RETURN x",
            "MATCH (a) WITH count(*) AS x LIMIT 1 RETURN x",
        ],
    );
}
