use super::check;

#[test]
fn a_filter_knows_what_its_with_hands_on() {
    check(
        "filter-of-lost-variable-refused",
        &[
            "MATCH (a) WITH 1 AS x WHERE x = a.k RETURN 1",
            "MATCH (a) WITH 1 AS x WHERE all(y IN [x, a] WHERE true) RETURN 1",
            "MATCH (a) WITH a AS x WHERE x.k IS NULL AND a.k = x.k RETURN 1",
            "MATCH (a)-[r]->() WITH 1 AS x WHERE r.k = 2 RETURN 1",
            "MATCH p = (a)-->() WITH length(p) AS x WHERE length(p) = 1 RETURN 1",
            "UNWIND [1] AS q WITH 1 AS x WHERE x = q RETURN 1",
        ],
        &[
            "MATCH (a) WITH 1 AS x WHERE a.k = 1 RETURN 1",
            "MATCH (a)-[r]->() WHERE r.w = 1 WITH 1 AS x WHERE r.w = 1 RETURN 1",
            "MATCH (a)-[r]->() WITH r.w AS x WHERE r.w = 1 RETURN 1",
            "MATCH (a) WITH a AS x WHERE a.k = 1 AND x.k = 1 RETURN 1",
            "MATCH (a) WITH 1 AS x, a WHERE x = a.k RETURN 1",
            "MATCH (a) WITH *, 1 AS x WHERE x = a.k RETURN 1",
            "MATCH (a:None) WITH 1 AS x WHERE x = a.k RETURN 1",
        ],
    );
}

#[test]
fn a_pattern_is_refused_where_something_is_computed_of_it() {
    check(
        "pattern-outside-of-conditions-refused",
        &[
            "MATCH (n) UNWIND [(n)-[r]-(m) | m.k] AS x RETURN x",
            "MATCH (n) FOREACH (v IN [(n)-[r]-(m) | m.k] | SET n.z = v)",
            "MATCH (n) FOREACH (v IN [1] | SET n.z = size([(n)-[r]-(m) | m.k]))",
            "MATCH (n) SET n.z = CASE WHEN (n)-->() THEN 1 ELSE 2 END",
            "MATCH (n) DETACH DELETE [(n)-[r]-(m) | m][0]",
            "MATCH (n) RETURN n.k ORDER BY size([(n)-[r]-(m) | 1])",
        ],
        &[
            "MATCH (n) WITH size([(n)-[r]-(m) | m.k]) AS x RETURN x",
            "MATCH (n) WHERE (n)-->() RETURN [(n)-[r]-(m) | 1] AS x",
            "MATCH (n:None) SET n.z = size([(n)-[r]-(m) | m.k])",
        ],
    );
}

#[test]
fn what_was_created_behind_an_unwind_of_null_is_not_set() {
    check(
        "set-behind-unwind-of-null-refused",
        &["UNWIND null AS x CREATE (a) SET a += null", "UNWIND null AS x CREATE (a) SET a.k = 1"],
        &[
            "UNWIND [] AS x CREATE (a) SET a.k = 1",
            "UNWIND null AS x CREATE (a) SET a:B",
            "UNWIND null AS x CREATE (a)",
            "UNWIND null AS x MERGE (a) SET a.k = 1",
        ],
    );
}

#[test]
fn a_function_in_set_is_of_no_more_than_properties() {
    check(
        "set-of-function-of-computed-refused",
        &[
            "MATCH (a:A) SET a.k = toString(a.id + 1)",
            "MATCH (a:A) SET a.k = coalesce(2, a.id + 1)",
            "MATCH (a:A) SET a.k = keys(a)",
            "MATCH (a:A) WITH a SET a.k = head([a.id])",
            "CREATE (a {k: 1}) SET a.k = size([a.k])",
            "MATCH (a:A) MERGE (b {k: 9}) ON CREATE SET b.k = toString(a.id + 1)",
            "MATCH (a:A) FOREACH (x IN [1] | SET a.k = toString(a.id = 1))",
            "MATCH p = (a:A)-->() SET a.k = length(p)",
        ],
        &[
            "MATCH (a:A) SET a.k = toString(a.id)",
            "MATCH (a:A) SET a.k = toString(-a.id)",
            "MATCH (a:A) SET a.k = '1' + toString(a.id + 1)",
            "MATCH (a:A) SET a.k = head([1 + 1])",
            "MATCH (a:A) WITH a, a.id AS x SET a.k = toString(x + 1)",
            "UNWIND [1] AS x MATCH (a:A) SET a.k = toString(x + 1)",
            "MATCH (a:None) SET a.k = toString(a.id + 1)",
        ],
    );
}

#[test]
fn a_subquery_of_more_than_a_relationship_stands_in_conditions_and_columns() {
    check(
        "subquery-within-other-expressions-refused",
        &[
            "UNWIND [COUNT { MATCH (a) }] AS x RETURN x",
            "UNWIND [EXISTS { MATCH (a)-->() WHERE a.k = 1 }] AS x RETURN x",
            "MATCH (n:A) FOREACH (x IN [COUNT { MATCH (a), (b)-->() }] | SET n.z = x)",
            "MATCH (n:A) SET n.z = EXISTS { MATCH (n) }",
            "CREATE (:Z {k: EXISTS { MATCH (a) }})",
            "MATCH (n:A) WITH n ORDER BY COUNT { MATCH (b) } RETURN n.k",
            "MATCH (n:A) RETURN [x IN [1] WHERE COUNT { MATCH (b) } = 4] AS x",
            "MATCH (n:A) RETURN any(x IN [1] WHERE (n)-->()-->()) AS x",
            "MATCH (n:A) RETURN any(x IN [1] WHERE (n)-[*]->(:A)) AS x",
            "MATCH (n:A) RETURN any(x IN [1] WHERE (n)-[*2..2]->()) AS x",
            "MATCH (n:A) RETURN any(x IN [1] WHERE (n)-[*0..2]->()) AS x",
            "MATCH (n:A) RETURN any(x IN [1] WHERE COUNT { (n)-[*1..1]->() } > 0) AS x",
            "UNWIND [COUNT { MATCH ()-[r]->() }] AS x RETURN x",
            "MATCH (n:A) FOREACH (x IN CASE WHEN (n)-->(:A:B) THEN [] END | SET n.z = 1)",
            "MATCH (n:A) UNWIND [EXISTS { MATCH (n)-[:R {w: 1}]->() }] AS x RETURN x",
            "RETURN reduce(s = 0, x IN [1] | s + COUNT { MATCH (a) }) AS x",
            "RETURN any(x IN [] WHERE EXISTS { MATCH (b) }) AS x",
            "MATCH (n:None) FOREACH (x IN CASE WHEN COUNT { MATCH () } >= 1 THEN [] END | SET n = {})",
            "MATCH (s) OPTIONAL MATCH (r) WHERE EXISTS { MATCH () } OR s.k = r.k RETURN 1",
        ],
        &[
            "UNWIND [COUNT { MATCH (a)-->() }] AS x RETURN x",
            "MATCH (n:A) SET n.z = EXISTS { MATCH (n)-->() }",
            "MATCH (n:A) RETURN [COUNT { MATCH (b) }] AS x",
            "MATCH (n:A) RETURN any(x IN [1] WHERE (n)-[*..2]->()) AS x",
            "MATCH (n:A) RETURN any(x IN [1] WHERE EXISTS { (n)-[*1..2]->() }) AS x",
            "MATCH (n:A) RETURN n.k ORDER BY COUNT { MATCH (b) }",
            "MATCH (n:A) WITH n WHERE COUNT { MATCH (b) } = 4 RETURN n.k",
            "MATCH (s) OPTIONAL MATCH (r) WHERE EXISTS { MATCH () } AND s.k = r.k RETURN 1",
            "MATCH (s) OPTIONAL MATCH (r) WHERE EXISTS { MATCH (b)-->() } OR s.k = r.k RETURN 1",
            "MATCH (s) OPTIONAL MATCH (r) WHERE EXISTS { MATCH () } OR r.k = 1 RETURN 1",
            "MATCH (s) MATCH (r) WHERE EXISTS { MATCH () } OR s.k = r.k RETURN 1",
        ],
    );
}

#[test]
fn a_pattern_comprehension_is_refused_within_another_and_outside_of_columns() {
    check(
        "comprehension-in-match-refused",
        &["RETURN [()-->() WHERE none(x IN [()-->() | 1] WHERE true) | 1] AS y"],
        &["RETURN [()-->() | [()-->() | 1]] AS y"],
    );
    check(
        "comprehension-outside-columns-refused",
        &[
            "MATCH (a) WITH * WHERE all(x IN [(a)-->() | 1] WHERE true) RETURN 1",
            "MATCH (a:None) WHERE size([(a)-->() | 1]) > 0 RETURN 1",
            "UNWIND [(:A)-->(b) | b.k] AS x RETURN x",
            "RETURN COUNT { MATCH (a) WHERE size([(a)-->() | 1]) > 0 }",
            "FOREACH (y IN [()-->() | 1] | MERGE ())",
            "MATCH (a:None) RETURN [x IN [1] | size([(a)-->() | 1])]",
            "CREATE ({k: size([()-->() | 1])})",
        ],
        &[
            "MATCH (a) WHERE (a)-->() RETURN 1",
            "MATCH (a) RETURN size([(a)-->() | 1])",
            "MATCH (a) RETURN any(x IN [(a)-->() | 1] WHERE x = 1)",
        ],
    );
}
