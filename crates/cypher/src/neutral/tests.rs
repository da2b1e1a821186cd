use super::*;
use crate::{Dialect, parse, print};

/// The statements that a neutralisation makes of a text, and, by the kind's name, nothing else.
#[track_caller]
fn check(name: &str, text: &str, expected: &[&str]) {
    let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let neutralisation = NEUTRALISATIONS.iter().find(|one| one.name == name);
    let made = (neutralisation.unwrap_or_else(|| panic!("there is no kind `{name}`")).make)(&statement);
    let made: Vec<String> = made.iter().map(|statement| print(statement, &Dialect::standard())).collect();
    assert_eq!(made, expected, "{name} of {text}");
}

#[test]
fn a_pattern_goes_with_its_conjuncts_where_nothing_else_uses_its_variables() {
    let two = "MATCH (a), (b:B)-->(c) WHERE a.k = 1 AND b.k = 2 RETURN a.k AS x";
    check("pattern", two, &["MATCH (a) WHERE a.k = 1 RETURN a.k AS x"]);
    check("pattern in use, emptied", two, &[]);
    let bound = "MATCH (a) MATCH (a:A)-[:T]->(b) WHERE a.k = 1 RETURN a.k AS x";
    check(
        "pattern",
        bound,
        &["MATCH (a:A)-[:T]->(b) WHERE a.k = 1 RETURN a.k AS x", "MATCH (a) WITH * WHERE a.k = 1 RETURN a.k AS x"],
    );
    check("pattern", "MATCH (a:A) OPTIONAL MATCH (b) WHERE a.k = 1 RETURN 1 AS x", &["MATCH (a:A) RETURN 1 AS x"]);
}

#[test]
fn a_pattern_whose_variables_are_used_is_emptied() {
    let used = "MATCH (a:A {k: 1})-[r:T]->(b) RETURN b.k AS x";
    check("pattern", used, &[]);
    check("pattern in use, emptied", used, &["MATCH (a)-[r]->(b) RETURN b.k AS x"]);
    check("pattern", "MATCH (a:A) RETURN *", &[]);
    check("pattern in use, emptied", "MATCH (a:A), (b) RETURN *", &["MATCH (a), (b) RETURN *"]);
    check(
        "pattern in use, emptied",
        "MATCH (a:A) WHERE (a.k = 1 AND (a.l = 2 AND a.m = 3)) RETURN a.k AS x",
        &["MATCH (a) WHERE a.k = 1 AND (a.l = 2 AND a.m = 3) RETURN a.k AS x"],
    );
}

#[test]
fn one_conjunct_or_a_whole_predicate_goes() {
    check(
        "MATCH conjunct",
        "MATCH (a) WHERE a.k = 1 AND a.l = 2 RETURN 1 AS x",
        &["MATCH (a) WHERE a.l = 2 RETURN 1 AS x", "MATCH (a) WHERE a.k = 1 RETURN 1 AS x"],
    );
    check(
        "WITH WHERE",
        "MATCH (a) WITH a WHERE a.k = 1 AND a.l = 2 RETURN 1 AS x",
        &["MATCH (a) WITH a RETURN 1 AS x"],
    );
}

#[test]
fn what_patterns_say_goes_one_by_one_and_all_of_a_match() {
    let text = "MATCH (a:A)-[:T]->(b:B)<-[:U]-() MATCH (c:C)-[:V]-(a) RETURN 1 AS x";
    check(
        "label",
        text,
        &[
            "MATCH (a)-[:T]->(b:B)<-[:U]-() MATCH (c:C)-[:V]-(a) RETURN 1 AS x",
            "MATCH (a:A)-[:T]->(b)<-[:U]-() MATCH (c:C)-[:V]-(a) RETURN 1 AS x",
            "MATCH (a:A)-[:T]->(b:B)<-[:U]-() MATCH (c)-[:V]-(a) RETURN 1 AS x",
        ],
    );
    check(
        "labels of a MATCH",
        text,
        &[
            "MATCH (a)-[:T]->(b)<-[:U]-() MATCH (c:C)-[:V]-(a) RETURN 1 AS x",
            "MATCH (a:A)-[:T]->(b:B)<-[:U]-() MATCH (c)-[:V]-(a) RETURN 1 AS x",
        ],
    );
    check(
        "types of a MATCH",
        text,
        &[
            "MATCH (a:A)-->(b:B)<--() MATCH (c:C)-[:V]-(a) RETURN 1 AS x",
            "MATCH (a:A)-[:T]->(b:B)<-[:U]-() MATCH (c:C)--(a) RETURN 1 AS x",
        ],
    );
    check(
        "direction",
        text,
        &[
            "MATCH (a:A)-[:T]-(b:B)<-[:U]-() MATCH (c:C)-[:V]-(a) RETURN 1 AS x",
            "MATCH (a:A)-[:T]->(b:B)-[:U]-() MATCH (c:C)-[:V]-(a) RETURN 1 AS x",
        ],
    );
    check("directions of a MATCH", text, &["MATCH (a:A)-[:T]-(b:B)-[:U]-() MATCH (c:C)-[:V]-(a) RETURN 1 AS x"]);
    check("type", "MATCH ()-[:T|U]->() RETURN 1 AS x", &["MATCH ()-->() RETURN 1 AS x"]);
    check(
        "one of several types",
        "MATCH ()-[:T|U]->() RETURN 1 AS x",
        &["MATCH ()-[:U]->() RETURN 1 AS x", "MATCH ()-[:T]->() RETURN 1 AS x"],
    );
    check(
        "one of several labels",
        "MATCH (:A:B:C), (:!D) RETURN 1 AS x",
        &[
            "MATCH (:B:C), (:!D) RETURN 1 AS x",
            "MATCH (:A:C), (:!D) RETURN 1 AS x",
            "MATCH (:A:B), (:!D) RETURN 1 AS x",
        ],
    );
}

#[test]
fn maps_inline_predicates_and_lengths_go() {
    check(
        "inline map",
        "MATCH ({k: 1})-[{l: 2}]->() RETURN 1 AS x",
        &["MATCH ()-[{l: 2}]->() RETURN 1 AS x", "MATCH ({k: 1})-->() RETURN 1 AS x"],
    );
    let inline = "MATCH (a WHERE a.k = 1) ((b)-[r WHERE r.k = 1]->() WHERE b.k = 1){1,2} RETURN 1 AS x";
    check(
        "inline WHERE",
        inline,
        &[
            "MATCH (a) ((b)-[r WHERE r.k = 1]->() WHERE b.k = 1){1,2} RETURN 1 AS x",
            "MATCH (a WHERE a.k = 1) ((b)-[r]->() WHERE b.k = 1){1,2} RETURN 1 AS x",
            "MATCH (a WHERE a.k = 1) ((b)-[r WHERE r.k = 1]->()){1,2} RETURN 1 AS x",
        ],
    );
    check(
        "length, at its least",
        "MATCH ()-[*2..3]->()-[*]->()-[*2]->() RETURN 1 AS x",
        &["MATCH ()-[*2]->()-[*]->()-[*2]->() RETURN 1 AS x", "MATCH ()-[*2..3]->()-[*..1]->()-[*2]->() RETURN 1 AS x"],
    );
}

#[test]
fn a_predicate_in_parentheses_around_a_path_goes_and_what_it_is_about_stays() {
    let text = "MATCH ANY ((a:A)-->(b) WHERE a.k = b.k) RETURN a.k AS x";
    check("inline WHERE", text, &["MATCH ANY (a:A)-->(b) RETURN a.k AS x"]);
    check("pattern in use, emptied", text, &["MATCH ANY (a)-->(b) RETURN a.k AS x"]);
}

#[test]
fn optional_and_unwind() {
    check(
        "OPTIONAL",
        "OPTIONAL MATCH (a) OPTIONAL CALL { MATCH (b) RETURN b } RETURN 1 AS x",
        &[
            "MATCH (a) OPTIONAL CALL { MATCH (b) RETURN b } RETURN 1 AS x",
            "OPTIONAL MATCH (a) CALL { MATCH (b) RETURN b } RETURN 1 AS x",
        ],
    );
    let text = "UNWIND [1, 2] AS u UNWIND [u, 3][..1] AS v UNWIND [4] AS w RETURN v AS x";
    check(
        "UNWIND, first item only",
        text,
        &[
            "UNWIND [1] AS u UNWIND [u, 3][..1] AS v UNWIND [4] AS w RETURN v AS x",
            "UNWIND [1, 2] AS u UNWIND [u, 3][..1][0..1] AS v UNWIND [4] AS w RETURN v AS x",
            "UNWIND [1, 2] AS u UNWIND [u, 3][..1] AS v UNWIND [4] AS w RETURN v AS x",
        ],
    );
    check("UNWIND not in use", text, &["UNWIND [1, 2] AS u UNWIND [u, 3][..1] AS v RETURN v AS x"]);
}

#[test]
fn projections_lose_a_modifier() {
    let text = "MATCH (a) WITH DISTINCT a ORDER BY a.k SKIP 1 LIMIT 2 \
                RETURN DISTINCT a.k AS x ORDER BY x DESC, a.l SKIP 3 LIMIT 4";
    let with = "MATCH (a) WITH DISTINCT a ORDER BY a.k SKIP 1 LIMIT 2";
    let end = "RETURN DISTINCT a.k AS x ORDER BY x DESC, a.l SKIP 3 LIMIT 4";
    let both = |name: &str, with: &str, end: &str| check(name, text, &[&format!("{with} {end}")]);
    both("WITH DISTINCT", "MATCH (a) WITH a ORDER BY a.k SKIP 1 LIMIT 2", end);
    both("WITH SKIP", "MATCH (a) WITH DISTINCT a ORDER BY a.k LIMIT 2", end);
    both("WITH LIMIT", "MATCH (a) WITH DISTINCT a ORDER BY a.k SKIP 1", end);
    both("RETURN DISTINCT", with, "RETURN a.k AS x ORDER BY x DESC, a.l SKIP 3 LIMIT 4");
    both("RETURN SKIP", with, "RETURN DISTINCT a.k AS x ORDER BY x DESC, a.l LIMIT 4");
    both("RETURN LIMIT", with, "RETURN DISTINCT a.k AS x ORDER BY x DESC, a.l SKIP 3");
    both("RETURN ORDER BY", with, "RETURN DISTINCT a.k AS x SKIP 3 LIMIT 4");
    both("sort keys after the first", with, "RETURN DISTINCT a.k AS x ORDER BY x DESC SKIP 3 LIMIT 4");
    check(
        "ORDER BY at a cut, turned",
        text,
        &[
            &format!("MATCH (a) WITH DISTINCT a ORDER BY a.k DESC SKIP 1 LIMIT 2 {end}"),
            &format!("{with} RETURN DISTINCT a.k AS x ORDER BY x, a.l DESC SKIP 3 LIMIT 4"),
        ],
    );
    check("ORDER BY at a cut, turned", "MATCH (a) RETURN a.k AS x ORDER BY x", &[]);
    check("GROUP BY", "WITH 1 AS x GROUP BY x RETURN x AS y", &["WITH 1 AS x RETURN x AS y"]);
    check("RETURN ORDER BY", "RETURN 1 AS x UNION RETURN 2 AS x", &[]);
}

#[test]
fn clauses_of_iso_39075_are_neutralised_as_those_that_they_stand_for() {
    let text = "FOR a IN [1, 2] FILTER a > 1 LIMIT 1 ORDER BY a SKIP 2 RETURN 1 AS x";
    check("UNWIND, first item only", text, &["FOR a IN [1] FILTER a > 1 LIMIT 1 ORDER BY a SKIP 2 RETURN 1 AS x"]);
    check("UNWIND not in use", "FOR a IN [1, 2] RETURN 1 AS x", &["RETURN 1 AS x"]);
    check("FILTER", text, &["FOR a IN [1, 2] LIMIT 1 ORDER BY a SKIP 2 RETURN 1 AS x"]);
    check("WITH LIMIT", text, &["FOR a IN [1, 2] FILTER a > 1 ORDER BY a SKIP 2 RETURN 1 AS x"]);
    check("WITH SKIP", text, &["FOR a IN [1, 2] FILTER a > 1 LIMIT 1 ORDER BY a RETURN 1 AS x"]);
    check(
        "ORDER BY at a cut, turned",
        text,
        &["FOR a IN [1, 2] FILTER a > 1 LIMIT 1 ORDER BY a DESC SKIP 2 RETURN 1 AS x"],
    );
}

#[test]
fn aggregates_see_one_value() {
    let of = |name: &str, aggregate: &str, made: &[&str]| {
        let all = |aggregate: &str| format!("MATCH (a) RETURN {aggregate} AS x");
        let made: Vec<String> = made.iter().map(|made| all(made)).collect();
        check(name, &all(aggregate), &made.iter().map(String::as_str).collect::<Vec<_>>());
    };
    let kind = "argument of an aggregate";
    of(kind, "count(a.k)", &["count(*)"]);
    of(kind, "count(*)", &[]);
    of(kind, "count(DISTINCT a.k)", &[]);
    of(kind, "max(a.k)", &["min(a.k)"]);
    of(kind, "min(a.k) + 1", &["max(a.k) + 1"]);
    of(kind, "avg(a.k)", &["toFloat(min(a.k))"]);
    of(kind, "sum(DISTINCT a.k)", &["coalesce(min(a.k) * count(DISTINCT a.k), 0)"]);
    of(kind, "stDev(a.k)", &["toFloat(count(a.k)) * 0.0"]);
    of(kind, "collect(a.k)", &["CASE WHEN count(a.k) = 0 THEN [] ELSE [min(a.k)] END"]);
    of("DISTINCT of an aggregate", "count(DISTINCT a.k)", &["count(a.k)"]);
    of("DISTINCT of an aggregate", "count(a.k)", &[]);
}

#[test]
fn unions_and_subqueries() {
    let text = "RETURN 1 AS x UNION RETURN 2 AS x UNION RETURN 3 AS x";
    check("UNION, as UNION ALL", text, &["RETURN 1 AS x UNION ALL RETURN 2 AS x UNION ALL RETURN 3 AS x"]);
    check(
        "branch of a UNION",
        text,
        &[
            "RETURN 2 AS x UNION RETURN 3 AS x",
            "RETURN 1 AS x UNION RETURN 3 AS x",
            "RETURN 1 AS x UNION RETURN 2 AS x",
        ],
    );
    check(
        "branch of a UNION",
        "RETURN 1 AS x UNION RETURN 2 AS x",
        &["RETURN 2 AS x UNION RETURN 2 AS x", "RETURN 1 AS x UNION RETURN 1 AS x"],
    );
    check("branch of a UNION", "RETURN 1 AS x UNION ALL RETURN 2 AS x", &["RETURN 2 AS x", "RETURN 1 AS x"]);
    check("branch of a UNION", "RETURN 1 AS x", &[]);
    let unused = "MATCH (a) CALL { MATCH (b:B) RETURN b } RETURN a.k AS x";
    check("CALL { } not in use", unused, &["MATCH (a) RETURN a.k AS x"]);
    check("CALL { } in use, emptied", unused, &[]);
    let used = "MATCH (a:A) CALL { MATCH (b:B) WHERE b.k = 1 RETURN b } RETURN b.k AS x";
    check("CALL { } not in use", used, &[]);
    check("CALL { } in use, emptied", used, &["MATCH (a:A) CALL { MATCH (b) RETURN b } RETURN b.k AS x"]);
}

#[test]
fn subqueries_in_expressions_are_constants() {
    let text = "MATCH (a) WHERE EXISTS { MATCH (a)-->(:B) } RETURN COUNT { MATCH (:C) } AS x, \
                COLLECT { MATCH (b) RETURN b.k } AS y, [(a)-->(b) | b.k] AS z";
    let rest = "RETURN COUNT { MATCH (:C) } AS x, COLLECT { MATCH (b) RETURN b.k } AS y, [(a)-->(b) | b.k] AS z";
    check("EXISTS, as true", text, &[&format!("MATCH (a) WHERE true {rest}")]);
    check("EXISTS, as false", text, &[&format!("MATCH (a) WHERE false {rest}")]);
    let exists = "MATCH (a) WHERE EXISTS { MATCH (a)-->(:B) } RETURN";
    check(
        "COUNT { }, as 0",
        text,
        &[&format!("{exists} 0 AS x, COLLECT {{ MATCH (b) RETURN b.k }} AS y, [(a)-->(b) | b.k] AS z")],
    );
    check(
        "COLLECT, as []",
        text,
        &[
            &format!("{exists} COUNT {{ MATCH (:C) }} AS x, [] AS y, [(a)-->(b) | b.k] AS z"),
            &format!("{exists} COUNT {{ MATCH (:C) }} AS x, COLLECT {{ MATCH (b) RETURN b.k }} AS y, [] AS z"),
        ],
    );
}

#[test]
fn clauses_that_write_go_one_by_one_and_so_do_their_items() {
    let foreach = |before: &str, clause: &str, after: &str| format!("{before}FOREACH (nobody IN [] | {clause}){after}");
    for (name, clause) in [
        ("CREATE", "CREATE (b)"),
        ("MERGE", "MERGE (b {k: 1})"),
        ("SET", "SET a.k = 1"),
        ("REMOVE", "REMOVE a.k"),
        ("DELETE", "DELETE a"),
        ("FOREACH", "FOREACH (x IN [1] | SET a.k = x)"),
    ] {
        let text = format!("MATCH (a) {clause} RETURN 1 AS x");
        check(name, &text, &[&foreach("MATCH (a) ", clause, " RETURN 1 AS x")]);
        check(name, &format!("MATCH (a) {clause}"), &[&foreach("MATCH (a) ", clause, "")]);
    }
    check("CREATE", "CREATE (b) RETURN b.k AS x", &[]);
    check("one of several patterns of CREATE", "CREATE (a), (b) RETURN a.k AS x", &["CREATE (a) RETURN a.k AS x"]);
    check("one of several items of SET", "MATCH (a) SET a.k = 1, a:B", &["MATCH (a) SET a:B", "MATCH (a) SET a.k = 1"]);
    check("one of several items of REMOVE", "MATCH (a) REMOVE a.k", &[]);
    check(
        "one of several that are deleted",
        "MATCH (a), (b) DELETE a, b",
        &["MATCH (a), (b) DELETE b", "MATCH (a), (b) DELETE a"],
    );
    check(
        "item of ON CREATE or ON MATCH",
        "MERGE (a) ON CREATE SET a.k = 1 ON MATCH SET a.l = 2, a.m = 3",
        &[
            "MERGE (a) ON MATCH SET a.l = 2, a.m = 3",
            "MERGE (a) ON CREATE SET a.k = 1 ON MATCH SET a.m = 3",
            "MERGE (a) ON CREATE SET a.k = 1 ON MATCH SET a.l = 2",
        ],
    );
    check("DETACH", "MATCH (a) DETACH DELETE a", &["MATCH (a) DELETE a"]);
    let several = "FOREACH (x IN [1, 2] | CREATE (:A) CREATE (:B))";
    check("FOREACH, first item only", several, &["FOREACH (x IN [1, 2][0..1] | CREATE (:A) CREATE (:B))"]);
    let fewer = ["FOREACH (x IN [1, 2] | CREATE (:B))", "FOREACH (x IN [1, 2] | CREATE (:A))"];
    check("one of several clauses of FOREACH", several, &fewer);
}
