//! Numbers that are taken for columns.

use super::check;

#[test]
fn numbers_beside_aggregates_are_refused_where_no_column_has_them() {
    check(
        "number-beside-aggregate-is-column",
        &[
            "MATCH () RETURN 2 AS x, min(1) AS y",
            "MATCH () RETURN 4 AS x, min(1) AS y",
            "MATCH () RETURN 7 AS x, min(1) AS y, 1 AS z",
            "MATCH () RETURN -3 AS x, count(*) AS y",
            "MATCH () RETURN false AS x, sum(1) + 1 AS y",
            "UNWIND [1] AS u RETURN 0 AS x, count(*) AS y",
            "MATCH () WITH 0 AS x, count(*) AS y RETURN x",
            "MATCH () WITH 3 AS x, count(*) AS y RETURN x",
            "WITH 2 AS x, count(*) AS y RETURN x",
            "MATCH (n) WITH 4 AS x, n.k AS y, count(*) AS z RETURN x",
            "MATCH (n) WITH n, 3 AS x, count(*) AS y RETURN x",
            "UNWIND [1] AS u WITH 4 AS x, u, count(*) AS y RETURN x",
            "WITH 1 AS n WITH 99 AS x, n, count(*) AS c RETURN 1",
            "MATCH p = ()-->() RETURN avg(1) AS y, length(p) AS x",
            "MATCH p = () RETURN length(p) AS x, avg(1) AS y",
        ],
        &[
            "MATCH p = ()-->() RETURN length(p) AS x, avg(1) AS y",
            "MATCH p = ()-[*1..1]->() RETURN avg(1) AS y, length(p) AS x",
            "MATCH p = (a)-->() WITH p, a RETURN avg(1) AS y, length(p) AS x",
            "MATCH () RETURN 1 AS x, min(1) AS y",
            "MATCH () RETURN 3 AS x, min(1) AS y",
            "MATCH (a) RETURN a.k AS z, 4 AS x, min(1) AS y",
            "MATCH () RETURN 2147483648 AS x, min(1) AS y",
            "MATCH () RETURN 1.5 AS x, min(1) AS y",
            "MATCH () RETURN (1 + 1) AS x, min(1) AS y",
            "RETURN 0 AS x, count(*) AS y",
            "MATCH (n) WITH 3 AS x, n.k AS y, count(*) AS z RETURN x",
            "MATCH (n) WITH n.k AS y, 3 AS x, count(*) AS c RETURN x",
            "UNWIND [1] AS u WITH 3 AS x, u, count(*) AS y RETURN x",
            "MATCH () WITH true AS x, count(*) AS c, 2 AS z RETURN x",
            "CREATE () RETURN 0 AS x, count(*) AS y",
        ],
    );
}
