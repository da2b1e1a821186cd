use super::*;
use crate::dialect::Dialect;
use crate::parse;
use crate::print::print;

/// Some relatives of a text, among all of which each has a text of its own that reads back.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let standard = Dialect::standard();
    let statement = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let texts: Vec<String> = relatives(&statement).iter().map(|relative| print(relative, &standard)).collect();
    for relative in &texts {
        assert_ne!(relative, text);
        assert!(parse(relative).is_ok(), "{relative}");
    }
    for wanted in expected {
        assert!(texts.iter().any(|text| text == wanted), "{wanted} is none of {texts:#?}");
    }
}

#[test]
fn operators_and_functions_change_within_their_family() {
    check("RETURN 1 + 2 AS x", &["RETURN 1 * 2 AS x", "RETURN 2 + 1 AS x", "WITH 1 + 2 AS x RETURN x"]);
    check("RETURN 1 < 2 AS x", &["RETURN 1 >= 2 AS x", "RETURN 2 < 1 AS x"]);
    check("RETURN head([1 + 2]) AS x", &["RETURN 1 + 2 AS x", "RETURN last([1 + 2]) AS x"]);
    check("UNWIND [1] AS y RETURN sum(y) AS x", &["UNWIND [1] AS y RETURN sum(DISTINCT y) AS x"]);
    check(
        "RETURN toUpper('a') AS x",
        &["RETURN toLower('a') AS x", "RETURN toUpper('a') AS x UNION RETURN toUpper('a') AS x"],
    );
    check(
        "RETURN 1 AS x SKIP 1",
        &["UNWIND [1, 2, 3] AS v0 RETURN 1 AS x SKIP 1", "CALL { RETURN 1 AS x SKIP 1 } RETURN x"],
    );
}

#[test]
fn clauses_say_more_or_less_and_conditions_move() {
    check(
        "MATCH (n:A) WHERE n.k = 1 RETURN n.k AS x ORDER BY x",
        &[
            "OPTIONAL MATCH (n:A) WHERE n.k = 1 RETURN n.k AS x ORDER BY x",
            "MATCH (n:A) WITH * WHERE n.k = 1 RETURN n.k AS x ORDER BY x",
            "MATCH (n:A) WHERE n.k = 1 RETURN n.k AS x ORDER BY x DESC",
            "MATCH (n:A) RETURN n.k AS x ORDER BY x",
            "MATCH (n) WHERE n.k = 1 RETURN n.k AS x ORDER BY x",
            "MATCH (n:B) WHERE n.k = 1 RETURN n.k AS x ORDER BY x",
        ],
    );
    check("MATCH (a)-[r*1..2]->(b) RETURN 1 AS x", &["MATCH (a)<-[r*1..2]-(b) RETURN 1 AS x"]);
}

#[test]
fn a_condition_is_returned() {
    check("MATCH (n) WHERE n.k = 1 RETURN 1 AS x", &["MATCH (n) RETURN n.k = 1 AS x"]);
    check("MATCH (n) WITH n.k AS y WHERE y > 1 RETURN count(*) AS x", &["MATCH (n) WITH n.k AS y RETURN y > 1 AS x"]);
}

#[test]
fn what_is_written_is_something_else_and_a_node_has_a_label_more() {
    check(
        "MERGE (n) ON CREATE SET n:B",
        &[
            "MERGE (n:A) ON CREATE SET n:B",
            "MERGE (n:B) ON CREATE SET n:B",
            "MERGE (n) ON MATCH SET n:B",
            "MERGE (n) ON CREATE SET n:B ON MATCH SET n:B",
            "MERGE (n) ON CREATE SET n.k = 1",
        ],
    );
    check("CREATE (n) SET n.l = 2", &["CREATE (n) SET n:A", "CREATE (n) SET n.l = 2, n:A"]);
    check("MATCH (n) DETACH DELETE n", &["MATCH (n) DELETE n"]);
    check("MATCH (n) REMOVE n.k, n:A", &["MATCH (n) REMOVE n.k"]);
}
