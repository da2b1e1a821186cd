use super::check;
use crate::departures::tests::{check_as, check_unchanged};

#[test]
fn a_path_is_not_known_behind_an_unwind() {
    check(
        "path-behind-unwind-unknown",
        &[
            "MATCH p = (a:A)-->() UNWIND [5] AS x RETURN length(p), x",
            "MATCH p = (a:A)-->() UNWIND [5] AS x WITH p RETURN 1",
            "MATCH p = (a:A)-->() WITH p AS q UNWIND [5] AS x RETURN nodes(q)",
            "MATCH p = (a:A)-->() UNWIND [5] AS x UNWIND nodes(p) AS z RETURN 1",
            "MATCH p = (a:A)-->() UNWIND [5] AS x MATCH (b) WHERE length(p) = 1 RETURN 1",
            "MATCH p = (a:A)-->() UNWIND [5] AS x WITH a ORDER BY length(p) RETURN 1",
            "MATCH p = (a:A)-->() UNWIND [5] AS x SET a.k = length(p)",
            "MATCH p = (a:A)-->() UNWIND [5] AS x DELETE p",
            "MATCH (a)-[r*1..2]->(b) UNWIND [1] AS x RETURN size(r)",
        ],
        &[
            "MATCH p = (a:A)-->() UNWIND [5] AS x RETURN x",
            "MATCH p = (a:A)-->() UNWIND nodes(p) AS x RETURN 1",
            "MATCH p = (a:A)-->() UNWIND [5] AS x UNWIND [length(p)] AS z RETURN z",
            "MATCH p = (a:A)-->() UNWIND [5] AS x RETURN x ORDER BY length(p)",
            "MATCH p = (a:A)-->() UNWIND [5] AS x RETURN *",
            "MATCH p = (a:A)-->() UNWIND [5] AS x WITH * RETURN 1",
            "MATCH p = (a:A)-->() UNWIND [5] AS x WITH x MATCH p = (b) RETURN length(p)",
            "MATCH p = (a:A)-->() WITH p RETURN length(p)",
            "MATCH (a)-[r]->(b) UNWIND [1] AS x RETURN r",
        ],
    );
}

#[test]
fn a_variable_length_is_not_handed_on_by_a_with() {
    check(
        "with-of-variable-length-refused",
        &[
            "MATCH (a)-[r*1]->(b) WITH r RETURN 1",
            "MATCH (a)-[r*1..2]->(b) WITH r AS q, b RETURN 1",
            "MATCH (a)-[r*1..2]->(b) WITH r[0] AS q RETURN 1",
            "MATCH (a)-[*1..2]->(b) WITH * RETURN 1",
        ],
        &[
            "MATCH (a)-[r*1..2]->(b) WITH a RETURN 1",
            "MATCH (a)-[r*1..2]->(b) WITH size(r) AS s RETURN s",
            "MATCH (a)-[r*1..2]->(b) WITH [r] AS s RETURN 1",
            "MATCH (a)-[r*1..2]->(b) RETURN *",
            "MATCH (a)-[r]->(b) WITH r RETURN 1",
        ],
    );
}

#[test]
fn an_optional_match_of_a_node_that_was_handed_on_is_refused_with_several_relationships() {
    check(
        "optional-match-of-handed-node-refused",
        &[
            "MATCH (a) WITH a OPTIONAL MATCH (a)-->(c)-->(d) RETURN 1",
            "MATCH (a) WITH a OPTIONAL MATCH ()-->(a)-->() RETURN 1",
            "MATCH (a) WITH a MATCH (b) OPTIONAL MATCH (b)-->(c)-->(a) RETURN 1",
            "MATCH (a) WITH a OPTIONAL MATCH (b), (c)<--(a)--(d) WHERE c.k = 1 RETURN 1",
            "MATCH (a)-->(b) UNWIND [1] AS x OPTIONAL MATCH ()-->(b)-->(a) RETURN 1",
            "WITH null AS a OPTIONAL MATCH (a)-->(c)-->(d) RETURN 1",
        ],
        &[
            "MATCH (a) WITH a OPTIONAL MATCH (a)-->(c) RETURN 1",
            "MATCH (a) WITH a OPTIONAL MATCH (a)-->()-->() RETURN 1",
            "MATCH (a) WITH a OPTIONAL MATCH (a)-[r]->(c)-->(d) RETURN 1",
            "MATCH (a) WITH a OPTIONAL MATCH (a)-->(c)-[*1..2]->(d) RETURN 1",
            "MATCH (a) WITH a OPTIONAL MATCH p = (c)-->(a)-->(d) RETURN 1",
            "MATCH (a) WITH a OPTIONAL MATCH (c)-->(d)-->(e) RETURN 1",
            "MATCH (a) WITH a MATCH (a)-->(b)-->(c) RETURN 1",
            "MATCH (a) WITH a MATCH (b) OPTIONAL MATCH (b)-->(c)-->(d) RETURN 1",
            "MATCH (a) OPTIONAL MATCH (a)-->(c)-->(d) WITH a RETURN 1",
        ],
    );
}

#[test]
fn a_variable_length_does_not_lead_to_a_label_of_what_was_handed_on() {
    check(
        "length-to-handed-label-refused",
        &[
            "MATCH (a) WITH a MATCH ()-[*1..2]->(a:A) RETURN 1",
            "MATCH (a) WITH a OPTIONAL MATCH ()-[*1..2]->(a:A)-->() RETURN 1",
            "MATCH (a) UNWIND [1] AS x MATCH (b) MATCH ()-[*2]->(a:A) RETURN 1",
        ],
        &[
            "MATCH (a) WITH a MATCH (a:A)-[*1..2]->() RETURN 1",
            "MATCH (a) WITH a MATCH ()-[*1..2]->(a {k: 1}) RETURN 1",
            "MATCH (a) WITH a MATCH ()-->(a:A) RETURN 1",
            "MATCH (a) MATCH ()-[*1..2]->(a:A) RETURN 1",
        ],
    );
}

#[test]
fn an_unwind_of_what_is_computed_is_refused_behind_an_optional_match_that_filters() {
    check(
        "computed-unwind-behind-optional-refused",
        &[
            "OPTIONAL MATCH (n:A) UNWIND range(1, 2) AS x RETURN x",
            "OPTIONAL MATCH (n)-->(m:A) UNWIND [1] + [2] AS x RETURN x",
            "MATCH (q) OPTIONAL MATCH (q)-->(m) WHERE m.k = 3 UNWIND q.k AS x RETURN x",
            "OPTIONAL MATCH (n:A) MATCH (b) UNWIND [[1]][0] AS x RETURN x",
            "OPTIONAL MATCH (n)-[r]->() WHERE n = 1 UNWIND tail([1, 2]) AS x RETURN x",
        ],
        &[
            "OPTIONAL MATCH (n:A) UNWIND [1, 2] AS x RETURN x",
            "OPTIONAL MATCH (n:A) UNWIND [] AS x RETURN x",
            "OPTIONAL MATCH (n {k: 1}) UNWIND range(1, 2) AS x RETURN x",
            "OPTIONAL MATCH (n) WHERE true UNWIND range(1, 2) AS x RETURN x",
            "OPTIONAL MATCH (n) WHERE id(n) = 1 UNWIND range(1, 2) AS x RETURN x",
            "OPTIONAL MATCH (n)-[:T]->(m) UNWIND range(1, 2) AS x RETURN x",
            "OPTIONAL MATCH (n:A) WITH n UNWIND range(1, 2) AS x RETURN x",
            "OPTIONAL MATCH (n:A) UNWIND [1] AS z UNWIND range(1, 2) AS x RETURN x",
            "MATCH (n:A) UNWIND range(1, 2) AS x RETURN x",
        ],
    );
}

#[test]
fn what_is_sorted_stands_in_the_last_part_of_a_union() {
    check(
        "part-of-union-sorted-refused",
        &[
            "RETURN 1 AS x LIMIT 1 UNION RETURN 2 AS x",
            "RETURN 1 AS x UNION ALL RETURN 2 AS x SKIP 1 UNION ALL RETURN 3 AS x",
            "CALL { RETURN 1 AS x ORDER BY x UNION RETURN 2 AS x } RETURN x",
            "RETURN 1 AS x UNION RETURN 2 AS x ORDER BY x",
            "WITH 1 AS x ORDER BY x MATCH (a) RETURN x UNION RETURN 2 AS x",
            "RETURN 1 AS x UNION WITH 2 AS x ORDER BY x LIMIT 1 RETURN x",
        ],
        &[
            "RETURN 1 AS x UNION RETURN 2 AS x LIMIT 1",
            "WITH 1 AS x LIMIT 1 RETURN x UNION RETURN 2 AS x",
            "WITH 1 AS x ORDER BY x WITH x RETURN x UNION RETURN 2 AS x",
            "WITH 1 AS x ORDER BY x UNWIND [x] AS y RETURN x UNION RETURN 2 AS x",
            "WITH 1 AS x ORDER BY x RETURN x",
        ],
    );
    check(
        "exists-before-union-refused",
        &[
            "MATCH (a) WHERE NOT EXISTS { MATCH (a)-->() } RETURN 1 AS x UNION ALL RETURN 1 AS x",
            "UNWIND [1] AS y RETURN EXISTS { MATCH () } AS x UNION ALL RETURN 1 AS x",
            "RETURN EXISTS { MATCH () } AS x UNION ALL MATCH () RETURN 1 AS x UNION ALL RETURN 1 AS x",
        ],
        &[
            "RETURN 1 AS x UNION RETURN EXISTS { MATCH () } AS x",
            "RETURN EXISTS { MATCH () } AS x",
            "RETURN EXISTS { MATCH () } AS x UNION ALL WITH 1 AS x RETURN x",
            "WITH EXISTS { MATCH () } AS x RETURN x UNION ALL RETURN 1 AS x",
            "MATCH (a) WITH a WHERE EXISTS { MATCH () } RETURN 1 AS x UNION ALL RETURN 1 AS x",
        ],
    );
    check(
        "call-beside-with-refused",
        &["RETURN 1 AS x UNION CALL { RETURN 1 AS x } RETURN x", "MATCH (a) CALL { RETURN 1 AS x } WITH x RETURN x"],
        &["MATCH (a) CALL { RETURN 1 AS x } RETURN x", "CALL { RETURN 1 AS x } WITH x RETURN x"],
    );
}

#[test]
fn a_minus_is_of_what_has_the_subscript_unless_that_is_null() {
    check(
        "minus-before-subscript-refused",
        &["RETURN -[1][0] AS x", "WITH [1] AS l RETURN 1 - -l[0] AS x", "MATCH (a:A) WHERE -a['id'] = 1 RETURN 1"],
        &[
            "RETURN [1][0] AS x",
            "RETURN -null[0] AS x",
            "RETURN -[1][null] AS x",
            "RETURN -[1][0] AS x UNION ALL RETURN 1 AS x",
            "RETURN -head([1]) AS x",
            "MATCH (a:None) RETURN -[a.k][0] AS x",
        ],
    );
}

#[test]
fn exists_of_a_length_from_a_node_that_is_bound_is_refused() {
    check(
        "exists-of-length-from-bound-refused",
        &[
            "MATCH (a:A) RETURN EXISTS { MATCH (a)-[*1..2]->() } AS x",
            "MATCH (a:A) WHERE EXISTS { MATCH (a)-[*1..2]->(b) WHERE b.k = 3 } RETURN 1",
        ],
        &[
            "MATCH (a:A) RETURN EXISTS { MATCH (b)-[*1..2]->(a) } AS x",
            "MATCH (a:A) RETURN EXISTS { MATCH (a)-->(b)-[*1..2]->() } AS x",
            "RETURN EXISTS { MATCH (a)-[*1..2]->() } AS x",
        ],
    );
}

#[test]
fn a_minus_in_front_of_a_property_is_refused_where_it_stands_alone() {
    check(
        "minus-before-property-refused",
        &[
            "MATCH (a) WITH -a.k AS x RETURN 1 AS y",
            "MATCH (a) SET a.k = -a.k",
            "MATCH (a) RETURN sum(-a.k) AS x",
            "MATCH (a) WITH min(-a.k) AS x RETURN x",
        ],
        &[
            "MATCH (a) RETURN -a.k AS x",
            "MATCH (a) WITH -a.k + 1 AS x RETURN x",
            "MATCH (a) WITH [-a.k] AS x RETURN x",
            "MATCH (a) RETURN count(-a.k) AS x",
            "MATCH (a) WITH a WHERE -a.k = -1 RETURN 1 AS x",
        ],
    );
}

#[test]
fn a_path_whose_first_relationship_finds_nothing_is_passed_over() {
    let name = "path-passed-over";
    let passed = |before: &str, returned: &str| format!("{before} MATCH (a)-[:None]->(b)-->(c) RETURN {returned}");
    let instead =
        |before: &str, from: &str, returned: &str| format!("{before} MATCH (a) MATCH ({from})-->(b) RETURN {returned}");
    for (before, from) in [
        ("MATCH (x:A)", "a"),
        ("MATCH ()", "a"),
        ("MATCH (x:A), (y)", "y"),
        ("WITH 1 AS k", "a"),
        ("MATCH (x) WITH 1 AS k, x", "x"),
        ("MATCH (x:A), (y), (z)", "y"),
        ("UNWIND [5] AS u WITH u", "a"),
        ("MATCH (y) UNWIND [5] AS u WITH u, y", "y"),
    ] {
        for returned in ["a.id AS i", "b.id AS i", "count(*) AS n"] {
            check_as(name, &passed(before, returned), &instead(before, from, returned));
        }
    }
    check_as(name, "MATCH (x:A) MATCH (x)-[:None]->(b)-->(c), (y) RETURN 1 AS x", "UNWIND [] AS x RETURN 1 AS x");
    check_unchanged(name, "MATCH (x:A) MATCH (x)-[:None]->(b)-->(c) RETURN x.id");
    let longer = "MATCH (x:A) MATCH (a)-[:None]->(b)-->(c)-->(d) RETURN a.id AS i, c.id AS j";
    check_as(name, longer, "MATCH (x:A) MATCH (a) MATCH (a)-->(b)-->(c) RETURN a.id AS i, c.id AS j");
    let numbered = "UNWIND [0] AS u MATCH (a) MATCH (n)-->(b) WHERE id(n) = u RETURN a.id";
    check_as(name, "UNWIND [0] AS u MATCH (a)-[:None]->(b)-->(c) RETURN a.id", numbered);
    let filtered = "UNWIND [0] AS u MATCH (a)-[:None]->(b)-->(c) WHERE a.id = 2 RETURN a.id";
    check_as(name, filtered, "UNWIND [0] AS u MATCH (a {id: 2}) MATCH (n)-->(b) WHERE id(n) = u RETURN a.id");
    check_as(name, "UNWIND [0] AS u UNWIND ['a'] AS v MATCH (a)-[:None]->(b)-->(c) RETURN a.id", numbered);
    check_as(
        name,
        "WITH 1 AS x CALL { WITH x MATCH (a)-[:None]->(b)-->(c) RETURN 1 AS y } RETURN 1 AS z",
        "MATCH (a)-->() RETURN 1 AS z",
    );
    let begins = "CALL { WITH 1 AS k MATCH (a)-[:None]->(b)-->(c) RETURN 1 AS y } RETURN 1 AS z";
    check_as(name, begins, "MATCH (a)-->() RETURN 1 AS z");
    check_unchanged(name, "MATCH (m) UNWIND [0] AS u MATCH (a)-[:None]->(b)-->(c) RETURN a.id");
    check_unchanged(name, "UNWIND [null] AS u MATCH (a)-[:None]->(b)-->(c) RETURN a.id");
    check_unchanged(name, "MATCH (a)-[:None]->(b)-->(c) RETURN a.id");
    check_unchanged(name, "MATCH (x:A) MATCH (a)-->(b)-->(c) RETURN x.id, a.id, b.id, c.id");
    for merged in [
        "MATCH (a) MERGE (a)-[:None]->()-[:R]->()",
        "MATCH (b), (a) MERGE (a)-[:None]->()",
        "MATCH (b), (a) MERGE (a)-[:None]->()-[:Neither]->()",
        "UNWIND [1] AS x MATCH (a) MERGE (a)-[:None]->()-[:R]->()",
    ] {
        check_unchanged(name, merged);
    }
    check_unchanged(name, "MATCH (x:A) MATCH (a)-[:None]->(b)-->(c:C) RETURN x.id");
    check_unchanged(name, "MATCH (x:A) MATCH (a)-[:None]->(b)-->(x) RETURN x.id");
    check(
        name,
        &[
            "MATCH (b), (a:A {id: 1}) MERGE (a)-[:None]->()-[:R]->()",
            "MATCH (a)-[r]->() MERGE (a)-[:None]->()-[:T]->()",
            "MATCH (a) WITH 1 AS x, 2 AS y, a MERGE (a)-[:None]->()-[:T]->()",
            "MATCH (x:A) MATCH (a)-[:None]->(b)-->(c) RETURN c.id",
            "MATCH (x:A) MATCH (a)-[:None]->(b)-[s]->(c) RETURN s",
            "MATCH (x:A)-->() MATCH (a)-[:None]->(b)-->(c) RETURN x.id",
            "UNWIND ['a'] AS u MATCH (a)-[:None]->(b)-->(c) RETURN u",
            "MATCH (x:A) WITH x, 'a' AS k MATCH (a)-[:None]->(b)-->(c) RETURN k",
            "MATCH (a)-[:R]->(b:B)-[:None]->()-->(c) RETURN a.id",
        ],
        &[
            "MATCH (x:A) MATCH (a)-[:None]->(b)-->(c) RETURN b.id",
            "MATCH (x:A) MATCH (a)-->(b)-->(c) RETURN c.id",
            "MATCH (a)-[:R]->(b)-[:None]->()-->(c) RETURN a.id",
            "MATCH (a)-[:R]->(b:B)-[:None]->(c) RETURN a.id",
            "MATCH (a)-[:R]->(b:B)-[:S]->()-->(c) RETURN a.id",
        ],
    );
}

#[test]
fn what_a_row_deleted_is_not_written_to_in_the_next() {
    check(
        "write-to-deleted-of-row-before-refused",
        &[
            "MATCH (a:I) UNWIND [1, 1] AS x SET a.l = 1 DELETE a",
            "MATCH (a:I) UNWIND [1, 1] AS x FOREACH (y IN [1] | SET a.l = 1) DELETE a",
            "MATCH ()-[r {w: 3}]->(), (b:A) UNWIND [1] AS x REMOVE r.w DELETE r",
            "UNWIND [1, 1] AS x MATCH (a:I) REMOVE a.l WITH a DETACH DELETE a",
        ],
        &[
            "MATCH (a:I) UNWIND [1] AS x SET a.l = 1 DELETE a",
            "MATCH (a:I) UNWIND [1, 1] AS x DELETE a",
            "MATCH (a:I), (b:I) SET a.l = 1 DELETE a",
            "MATCH (a:I) UNWIND [1, 1] AS x SET x.l = 1 DELETE a",
        ],
    );
}

#[test]
fn a_set_behind_several_matches_is_done_once() {
    check(
        "remove-of-label-of-later-match-refused",
        &[
            "MATCH () MATCH (a) REMOVE a:A",
            "MATCH (b) MATCH (a:None) REMOVE b:A, a:A",
            "MATCH (b) MATCH (a) REMOVE a.k, a:A RETURN 1 AS x",
        ],
        &[
            "MATCH (b:None) MATCH (a) REMOVE a:A",
            "MATCH (b) MATCH (a) REMOVE a.k",
            "MATCH (b), (a) REMOVE a:A",
            "MATCH (b) MATCH (a) REMOVE b:A",
        ],
    );
    let name = "set-once-behind-matches";
    check(name, &["MATCH (a) MATCH ()-[r:None]->() SET r += {}"], &[]);
    check_as(name, "MATCH (a:A) MATCH (b:I) SET b.k = 2", "MATCH (b:I {y: ''}) SET b.k = 2");
    check_as(name, "MATCH (a:A) MATCH (b:None) SET a.k = 2 SET a.l = 1", "MATCH (a {id: 1}) SET a.k = 2");
    check_as(name, "MATCH (a:A) MATCH (a)-[r:S]->() SET a.k = 2", "MATCH (a {id: 2}) SET a.k = 2");
    check_as(name, "MATCH (a:A) MATCH (a:None) SET a.k = 2", "MATCH (a {id: 1}) SET a.k = 2");
    check(
        "delete-behind-matches-refused",
        &["MATCH (a:None) MATCH (b) DELETE b", "MATCH (b) MATCH ()-[r]->() DELETE r RETURN 1 AS x"],
        &[
            "MATCH (a) MATCH (b) DETACH DELETE a",
            "MATCH (a), (b) DETACH DELETE b",
            "MATCH (a) MATCH (b) SET a.k = 1 DETACH DELETE b",
        ],
    );
    check_as(name, "MATCH (a:A) MATCH (b:I) REMOVE a.x SET b.k = 2 REMOVE b.y", "MATCH (b:I {y: ''}) SET b.k = 2");
    check_unchanged(name, "MATCH (a:A), (b:I) SET b.k = 2");
    check_unchanged(name, "MATCH (a:A) MATCH (b:I) WHERE b.y = a.x SET b.k = 2");
    check_unchanged(name, "MATCH (a:A) MATCH (b:I) SET b.k = 2 RETURN 1 AS x");
    check(
        name,
        &[
            "MATCH (a:None) MATCH (b:B) SET a.k = 1",
            "MATCH (a:None) MATCH (b:B) SET b.k = a.k",
            "MATCH (a:None) MATCH (b:None) SET a += {k: 1}",
        ],
        &["MATCH (a:None) SET a.k = 1", "MATCH (a:None) MATCH (b:B) SET b.k = 1"],
    );
}

#[test]
fn a_remove_behind_several_matches_is_done_of_the_first_of_them() {
    let name = "remove-of-first-match-alone";
    check_as(name, "MATCH (a:A) MATCH (b:None) REMOVE a.x REMOVE a.f", "MATCH (a:A) REMOVE a.x");
    check_as(name, "MATCH (a:A) MATCH (b:I) REMOVE b.y, a:A", "MATCH (a:A) REMOVE a:A");
    check_as(name, "MATCH (a:A) MATCH (a)-[r]->() REMOVE r.w", "MATCH (a:A) WITH a WHERE false REMOVE a.x");
    check_unchanged(name, "MATCH (a:A), (b:I) REMOVE b.y");
    check_unchanged(name, "MATCH (a:A) MATCH (b:I) SET a.k = 1 REMOVE b.y");
    check_unchanged(name, "MATCH (a:A) MATCH (b:I) REMOVE b.y RETURN 1 AS x");
}

#[test]
fn a_set_beside_a_create_is_done_of_the_last_row_alone() {
    let name = "set-once-beside-create";
    let two = "UNWIND [1, 2] AS x CREATE (:New) WITH DISTINCT 1 AS y";
    check_as(name, "MATCH (a:A) SET a.k = a.id CREATE (:New)", &format!("{two} MATCH (a {{id: 2}}) SET a.k = 2"));
    let other = format!("{two} MATCH (a {{id: 2}}) SET a.k = 1, a.l = 2");
    check_as(name, "MATCH (a:A) CREATE (:New) SET a.k = 1, a.l = 2 SET a.m = 3", &other);
    check(name, &["MATCH (a:None) SET a.k = 1 CREATE ()"], &["MATCH (a:A) SET a.k = 1 CREATE ()"]);
    check_unchanged(name, "MATCH (a:A) SET a.k = 1 CREATE (:New) RETURN 1 AS x");
    check_unchanged(name, "MATCH (a:A) SET a.k = 1 MERGE (:New)");
    check_unchanged(name, "MATCH (a:A) WITH a SET a.k = 1 CREATE (:New)");
    check_unchanged(name, "MATCH (a:A) CREATE (:New)");
}

#[test]
fn what_is_created_is_not_known_behind_a_match_where_there_is_a_foreach_or_union() {
    let foreach = "FOREACH (x IN [] | CREATE ())";
    check(
        "created-read-behind-match-refused",
        &[
            &format!("{foreach} CREATE (a) WITH a MATCH (b:C) RETURN 1"),
            &format!("CREATE (a) WITH 1 AS x, a AS n MATCH (b:C) {foreach} RETURN n"),
            "CREATE (a) MATCH (b:C) RETURN a AS z UNION ALL RETURN 2 AS z",
            "CREATE (a) WITH a MATCH (b:C) RETURN 1 AS z UNION ALL RETURN 2 AS z",
            "MATCH (b:C) RETURN 1 AS z UNION ALL CREATE (a) RETURN a.k AS z",
        ],
        &[
            "CREATE (a) WITH a MATCH (b:C) RETURN a",
            &format!("{foreach} MERGE (a:C) WITH a MATCH (b:C) RETURN 1"),
            &format!("{foreach} CREATE (a) WITH a RETURN a"),
            &format!("CREATE (a) MATCH (b:C) {foreach} RETURN a"),
            "CREATE (a) MATCH (b:C) RETURN b AS z UNION ALL RETURN 2 AS z",
            "MATCH (b:C) RETURN 1 AS z UNION ALL CREATE (a) CREATE (a)-[:R]->() RETURN 2 AS z",
        ],
    );
}
