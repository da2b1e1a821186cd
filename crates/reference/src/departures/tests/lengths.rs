//! Departures of variable lengths.

use super::*;

#[test]
fn labels_at_the_ends_of_variable_lengths() {
    let name = "loop-of-variable-length-first-label";
    let one = |label: &str| format!("MATCH (n:{label}) RETURN n.id AS x");
    check_as(name, "MATCH (n:A)-[*0..0]->(n:B) RETURN n.id AS x", &one("A"));
    check_as(name, "MATCH (n)-[*0..0]->(n:B:A) RETURN n.id AS x", &one("B"));
    check_as(name, "MATCH (n:A) MATCH (n)-[*0..0]->(n:B) RETURN n.id AS x", &one("A"));
    check_as(name, "MATCH (n:A)-[*0..0]->(n), (n:B) RETURN n.id AS x", &one("A"));
    check_unchanged(name, "MATCH (n:C)-[*1]->(n:A) RETURN n.id AS x");
    check_unchanged(name, "MATCH (n:A)-[*0..0]->(n) WHERE n:B RETURN n.id AS x");
    let name = "optional-label-wanted-of-far-end";
    check_as(name, "MATCH ()-[*0]->(n) OPTIONAL MATCH (n:A) RETURN n.id AS x", &one("A"));
    check_as(name, "MATCH (n)<-[*0]-() OPTIONAL MATCH (n:A) OPTIONAL MATCH (n:B) RETURN n.id AS x", &one("A:B"));
    check_as(name, "MATCH ()-[*0]->(n:B) OPTIONAL MATCH (n:C) RETURN n.id AS x", &one("B"));
    check_unchanged(name, "MATCH (n)-[*0]->() OPTIONAL MATCH (n:A) RETURN n.id AS x");
    check_unchanged(name, "MATCH ()-[*0]->(n) WITH n OPTIONAL MATCH (n:A) RETURN n.id AS x");
    check_unchanged(name, "MATCH ()-[*1]->(n) OPTIONAL MATCH (n:A) RETURN n.id AS x");
}

#[test]
fn a_variable_length_takes_a_self_loop_twice_as_its_first_relationship() {
    let name = "length-loop-twice-at-first";
    check_as(name, "MATCH (n:C)-[r*1]-(:C) RETURN size(r) AS x", "UNWIND [1, 1] AS x RETURN x");
    check_as(name, "MATCH (n)-[*2]-(:B) RETURN n.id AS x", "UNWIND [3, 3, 2, 2] AS x RETURN x");
    check_unchanged(name, "MATCH (:B)-[*2]-(n) WHERE n.id = 3 RETURN n.id AS x");
}

#[test]
fn a_match_behind_a_variable_length_takes_other_relationships() {
    let name = "match-behind-length-takes-others";
    let of =
        |between: &str| format!("MATCH (a:A)-[s*1..2]->() {between} MATCH (b)-[r]->() RETURN a.id AS x, b.id AS y");
    let apart = "MATCH (a:A)-[s*1..2]->() MATCH (b)-[r]->() WHERE NOT r IN s RETURN a.id AS x, b.id AS y";
    check_as(name, &of(""), apart);
    check_as(name, &of("MATCH (:C)"), apart);
    check_as(
        name,
        "MATCH (a:B) OPTIONAL MATCH (a)-[*2..2]->(:A) MATCH (b)-[r]->() RETURN b.id AS y",
        "UNWIND [] AS y RETURN y",
    );
    check_unchanged(name, &of("WITH a"));
    check_unchanged(name, &of("UNWIND [1] AS u"));
    check_unchanged(name, "MATCH (a:A)-[*1..2]->() OPTIONAL MATCH (b)-[r]->() RETURN a.id AS x, b.id AS y");
    check_unchanged(name, "MATCH (b)-[r]->() MATCH (a:A)-[*1..2]->() RETURN a.id AS x, b.id AS y");
}

#[test]
fn an_optional_hop_of_a_bound_node_counts_nodes() {
    let name = "optional-hop-counts-nodes";
    let of = |pattern: &str| format!("MATCH (n) OPTIONAL MATCH {pattern} RETURN n.id AS x");
    let once = "MATCH (n) OPTIONAL MATCH (m) WHERE (n)--(m) RETURN n.id AS x";
    check_as(name, &of("(n)--(m)"), once);
    check_as(name, &of("()--(n)"), once);
    for pattern in ["(n)-[r]-(m)", "p = (n)--(m)", "(m)--(l)", "(n)--(n)"] {
        check_unchanged(name, &of(pattern));
    }
    check_unchanged(name, "OPTIONAL MATCH (n)--(m) RETURN n.id AS x");
}

#[test]
fn a_node_twice_in_an_exists_is_not_joined() {
    let name = "node-twice-in-exists-not-joined";
    let of = |condition: &str| format!("MATCH (n) WHERE {condition} RETURN n.id AS x");
    let apart = of("EXISTS { MATCH (b)-->(n)-->(c) }");
    check_as(name, &of("EXISTS { MATCH (b)-->(n)-->(b) }"), &apart);
    check_as(
        name,
        &of("n.id > 0 AND NOT EXISTS { MATCH (b:A)-->(n)-->(b) }"),
        &of("n.id > 0 AND NOT EXISTS { MATCH (b:A)-->(n)-->() }"),
    );
    for condition in
        ["EXISTS { MATCH (b)-->(b) }", "EXISTS { MATCH (b)-->(n)-->(b) } OR false", "EXISTS { MATCH (n)-->(b)-->(n) }"]
    {
        check_unchanged(name, &of(condition));
    }
    check_unchanged(name, "MATCH (n), (b) WHERE EXISTS { MATCH (b)-->(n)-->(b) } RETURN n.id AS x");
}

#[test]
fn the_labels_of_a_bound_node_of_an_optional_match_are_ignored() {
    let name = "label-of-bound-node-of-optional-ignored";
    let of = |patterns: &str| format!("MATCH (n:A) OPTIONAL MATCH {patterns} RETURN n.id AS x, m.id AS y");
    check_as(name, &of("(m:C), (n:C)"), &of("(m:C), (n)"));
    check_as(name, &of("(n:C)-->(m)"), &of("(n)-->(m)"));
    for patterns in ["(m:C), (o:None)", "(n:C)-->(m) WHERE true", "(m:C), (n:C)-->()", "(m:C), (n {id: 0})"] {
        check_unchanged(name, &of(patterns));
    }
}

#[test]
fn a_subquery_in_a_pattern_comprehension_knows_nothing_outside() {
    let name = "subquery-in-comprehension-knows-nothing-outside";
    let of = |comprehension: &str| format!("MATCH (n) RETURN n.id AS x, size({comprehension}) AS y");
    check_as(name, &of("[()-[:R]->() WHERE (n)-->() | 1]"), &of("[()-[:R]->() WHERE ()-->() | 1]"));
    check_as(
        name,
        &of("[()-[:R]->() WHERE EXISTS { MATCH (m) WHERE m.id = n.id } | 1]"),
        &of("[()-[:R]->() WHERE EXISTS { MATCH (m) WHERE null } | 1]"),
    );
    check_unchanged(name, &of("[(n)-->() WHERE (n)-->() | 1]"));
    check_unchanged(name, &of("[()-->() WHERE n.id = 1 | 1]"));
    check_unchanged(name, "MATCH (n) RETURN COUNT { MATCH ()-->() WHERE EXISTS { MATCH (n)-->() } } AS x");
}

/// A shortest path behind clauses that add a relationship: the ends between which it is wrong, with what comes in its place, and
/// those between which it is right.
#[track_caller]
fn check_shortest(name: &str, adding: &str, wrong: (&str, &str), right: &[&str]) {
    let shortest = |ends: &str| format!("{adding} WITH 1 AS y MATCH p = shortestPath({ends}) RETURN length(p) AS x");
    check_as(name, &shortest(wrong.0), &format!("{adding} WITH 1 AS y {}", wrong.1));
    right.iter().for_each(|ends| check_unchanged(name, &shortest(ends)));
}

#[test]
fn shortest_paths_that_are_not() {
    let shortcut = "MATCH (a {id: 1}), (c:C) CREATE (a)-[:T]->(c)";
    let right = ["(:A {id: 1})-[*..1]->(:C)", "(:B)-[*]->(:C)", "(:C)-[*]->(:B)", "(:A {id: 1})-[:T*]->(:C)"];
    check_shortest("shortest-path-is-first-found", shortcut, ("(:A {id: 1})-[*]->(:C)", "RETURN 2 AS x"), &right);
    let behind = "MATCH (c:C), (d {id: 4}) CREATE (c)-[:T]->(d)";
    let none = ("(:A {id: 1})-[*]->({id: 4})", "UNWIND [] AS x RETURN x");
    check_shortest("shortest-path-of-two-at-most", behind, none, &["(:B)-[*]->({id: 4})"]);
}

#[test]
fn what_a_node_inside_a_path_has_and_a_first_match_without_rows() {
    let name = "map-of-inner-node-ignored";
    check_as(name, "MATCH (n)-->({id: 9})-->(m) RETURN m.id AS x", "MATCH (n)-->()-->(m) RETURN m.id AS x");
    check_unchanged(name, "MATCH ({id: 9})-->() RETURN 1 AS x");
    check_unchanged(name, "MATCH ()-->()-->({id: 9}) RETURN 1 AS x");
    check_unchanged(name, "MATCH ()-->(n)-->() WHERE n.id = 9 RETURN 1 AS x");
    let name = "first-match-as-optional";
    check_as(name, "MATCH (n {id: 9}) RETURN n.id AS x", "RETURN null AS x");
    check_unchanged(name, "MATCH (n:A) RETURN n.id AS x");
    check_unchanged(name, "MATCH (n:A) MATCH (m {id: 9}) RETURN m.id AS x");
    check_unchanged(name, "UNWIND [1] AS y MATCH (n {id: 9}) RETURN n.id AS x");
}
