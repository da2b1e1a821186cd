//! The table of what the language leaves open, against the evaluator.

use std::fs;
use std::path::Path;

use graphlance_cypher::parse;
use graphlance_graph::Graph;
use graphlance_reference::openness::{CONSTRAINT, GRAPH, OPEN, find};
use graphlance_reference::{Failure, OpenAnswers, Options, evaluate};

#[test]
fn each_example_is_open_for_the_reason_of_its_row() {
    let options = Options::default();
    let after = |graph: Graph, text: &str| {
        let made = parse(text).ok().and_then(|made| evaluate(&graph, &made, &options).ok());
        made.and_then(|made| made.graph).expect("a graph")
    };
    let graph = after(after(Graph::new(), GRAPH), CONSTRAINT);
    let mut wrong = Vec::new();
    for open in OPEN {
        let statement = parse(open.example).unwrap_or_else(|error| panic!("{}: {error}", open.example));
        match evaluate(&graph, &statement, &options) {
            Err(Failure::Unspecified(reason)) if find(&reason) == Some(open) => {}
            other => {
                wrong.push(format!("{}\n  {}\n  gives {:?}", open.reason, open.example, other.map(|it| it.returns)))
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(options.open, OpenAnswers::Refuse);
}

/// The texts of reasons in a source, with `*` for what is filled in.
fn reasons(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in text.split("#[cfg(test)]").next().unwrap_or_default().split("::Unspecified(").skip(1) {
        let literal = part.trim_start().trim_start_matches("format!(").trim_start().strip_prefix('"');
        let Some(reason) = literal.and_then(|literal| literal.split('"').next()) else { continue };
        let mut form = String::new();
        for (place, piece) in reason.split('{').enumerate() {
            form += if place == 0 { "" } else { "*" };
            form += if place == 0 { piece } else { piece.split_once('}').map_or("", |(_, rest)| rest) };
        }
        found.push(form);
    }
    found
}

fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        // The naive evaluator has words of its own, and is asked only whether the two agree.
        if path.is_dir() && !path.ends_with("naive") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.extend(reasons(&fs::read_to_string(&path).expect("source is text")));
        }
    }
}

#[test]
fn every_reason_that_the_evaluator_gives_has_a_row() {
    let mut found = Vec::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    sources(&crates.join("reference/src"), &mut found);
    sources(&crates.join("graph/src"), &mut found);
    assert!(found.len() > 30, "{found:?}");
    // `{ }` of a reason's own text reads like a part that is filled in.
    let plain = |form: &str| form.replace("{ }", "*");
    let missing: Vec<&String> = found
        .iter()
        .filter(|form| find(form).is_none() && !OPEN.iter().any(|open| plain(open.reason) == **form))
        .collect();
    assert!(missing.is_empty(), "reasons without a row in openness/table.rs: {missing:?}");
}

/// Whether the answer is open on a graph, given as the statement that makes it.
fn is_open(made: &str, text: &str) -> bool {
    let options = Options::default();
    let parsed = |text: &str| parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let graph = evaluate(&Graph::new(), &parsed(made), &options).ok().and_then(|made| made.graph).expect("a graph");
    matches!(evaluate(&graph, &parsed(text), &options), Err(Failure::Unspecified(_)))
}

#[test]
fn which_way_a_merged_relationship_goes_is_open_whatever_the_order_of_loading() {
    let rest = "(b)-[:S]->(b), (b)-[:S {k: 2.0, v: 0}]->(a), (b)-[:R {k: 1.0, v: 0}]->(a), (b)-[:R {k: 1.0}]->(a), \
        (b)-[:S {k: 'a'}]->(b)";
    let nodes = ["(a:A:B {k: 0, v: 2.0})", "(b {k: 1, v: 0})"];
    let text = "MATCH (n), (m) OPTIONAL MATCH (n)-[r]->(m) WITH n, r, m, coalesce(r.k, n.v) AS x WITH * ORDER BY x \
        MERGE (n)-[:N]-(m)";
    for [first, second] in [nodes, [nodes[1], nodes[0]]] {
        let made = format!("CREATE {first}, {second}, {rest}");
        assert!(is_open(&made, text), "{made}");
    }
}

#[test]
fn a_row_need_not_see_what_actions_wrote_for_another_and_items_of_a_loop_keep_their_order() {
    let two = "CREATE (), ()";
    assert!(is_open(two, "MATCH () MERGE (a {k: 1}) ON CREATE SET a = {}"));
    assert!(!is_open(two, "MATCH () MERGE (a {k: 1}) ON CREATE SET a.l = 2"));
    assert!(is_open(two, "FOREACH (x IN [1, 1] | MERGE (a {k: 1}) SET a.k = 0)"));
    assert!(!is_open(two, "FOREACH (x IN [1, 2] | MERGE (a {k: x}) SET a.l = x)"));
    assert!(!is_open(two, "MATCH (n) FOREACH (i IN [1, 2] | SET n.v = i)"));
    assert!(!is_open(two, "MATCH (n) FOREACH (i IN [1, 2] | SET n.v = i CREATE ({k: i}))"));
}

#[test]
fn each_order_of_three_rows_is_tried() {
    for order in ["012", "021", "102", "120", "201", "210"] {
        let text = format!(
            "UNWIND ['0', '1', '2'] AS x MATCH (n) FOREACH (i IN [x] | SET n.s = coalesce(n.s, '') + i) \
             WITH DISTINCT n SET n.r = n.s = '{order}' REMOVE n.s"
        );
        assert!(is_open("CREATE ()", &text), "{text}");
    }
}
