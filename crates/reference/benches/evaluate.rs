//! Evaluation of statements of the sizes that hunts use.

use divan::{Bencher, black_box};
use graphlance_cypher::{Statement, parse};
use graphlance_graph::{Graph, Properties, Random, Value};
use graphlance_reference::{Options, evaluate};

fn main() {
    divan::main();
}

/// 13 nodes and 500 relationships with a few properties each.
fn graph() -> Graph {
    let mut random = Random::new(1);
    let mut graph = Graph::new();
    let mut id = 0;
    let mut properties = |random: &mut Random| {
        let mut properties = Properties::new();
        properties.insert("id".into(), Value::Integer(id));
        id += 1;
        for key in ["k0", "k1", "k2"] {
            if random.chance(0.7) {
                properties.insert(key.into(), Value::Integer(random.integer(-5, 5)));
            }
        }
        if random.chance(0.7) {
            properties.insert("k3".into(), Value::string(format!("text {}", random.below(9))));
        }
        properties
    };
    let mut keys = Vec::new();
    for index in 0..13 {
        let labels = [format!("L{}", index % 4), format!("L{}", index % 3)];
        keys.push(graph.add_node(labels.iter().map(|label| label.as_str().into()), properties(&mut random)));
    }
    for _ in 0..500 {
        let (from, to) = (keys[random.below(13)], keys[random.below(13)]);
        let kind = format!("T{}", random.below(5));
        let properties = properties(&mut random);
        let _ = graph.add_relationship(from, kind.as_str().into(), to, properties);
    }
    graph
}

/// A walk of `length` relationships as `(n0)-[r0]->(n1)..` with the ids along it.
fn walk(graph: &Graph, first: usize, length: usize) -> (String, Vec<String>) {
    let mut random = Random::derive(7, &[first as u64]);
    let mut here = graph.nodes().nth(random.below(13)).map(|node| node.key).unwrap_or(graph.next_node_key());
    let id = |value: Option<&Value>| match value {
        Some(Value::Integer(id)) => *id,
        _ => -1,
    };
    let predicates = |name: &str, properties: &Properties| {
        vec![
            format!("(({name}.id * 2 + 1) = {} AND size(toString({name}.id)) > 0)", id(properties.get("id")) * 2 + 1),
            format!("coalesce({name}.k0, 0) >= -5"),
            format!("(NOT {name}.id <> {} OR {name}.k3 STARTS WITH 'zz')", id(properties.get("id"))),
        ]
    };
    let mut text = format!("(n{first})");
    let mut conditions = Vec::new();
    if let Some(node) = graph.node(here) {
        conditions.extend(predicates(&format!("n{first}"), &node.properties));
    }
    for step in 0..length {
        let outgoing = graph.outgoing(here);
        let Some(relationship) = graph.relationship(outgoing[random.below(outgoing.len())]) else { continue };
        let (r, n) = (format!("r{}", first + step), format!("n{}", first + step + 1));
        text += &format!("-[{r}:{}]->({n})", relationship.kind);
        conditions.extend(predicates(&r, &relationship.properties));
        here = relationship.end;
        if let Some(node) = graph.node(here) {
            conditions.extend(predicates(&n, &node.properties));
        }
    }
    (text, conditions)
}

fn large(graph: &Graph) -> String {
    let mut clauses = Vec::new();
    for (clause, firsts) in [[0, 10], [20, 30], [40, 50], [60, 70]].iter().enumerate() {
        let walks: Vec<_> = firsts.iter().map(|first| walk(graph, *first, 2)).collect();
        let patterns: Vec<_> = walks.iter().map(|(text, _)| text.clone()).collect();
        let conditions: Vec<_> = walks.into_iter().flat_map(|(_, conditions)| conditions).collect();
        clauses.push(format!("MATCH {} WHERE {}", patterns.join(", "), conditions.join(" AND ")));
        clauses.push(format!("UNWIND [1, {clause}] AS u{clause} WITH DISTINCT *"));
    }
    clauses.push("RETURN n0.id AS a, r10.id AS b, n70.k3 AS c ORDER BY a, b LIMIT 3".into());
    clauses.join("\n")
}

fn small(graph: &Graph) -> String {
    let (text, conditions) = walk(graph, 0, 2);
    let conditions = conditions.join(" AND ");
    format!(
        "MATCH {text} WHERE {conditions} WITH n0, r0.id AS id, n2 UNWIND [id, 3] AS x RETURN n0.id, x, n2.k3 ORDER BY x"
    )
}

fn run(bencher: Bencher, text: impl Fn(&Graph) -> String) {
    let graph = graph();
    let text = text(&graph);
    let statement: Statement = parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let options = Options::default();
    let rows = evaluate(&graph, &statement, &options).map(|answer| answer.returns.rows.len());
    assert!(rows.is_ok_and(|rows| rows > 0), "{text}");
    bencher.bench_local(|| black_box(evaluate(black_box(&graph), black_box(&statement), &options)));
}

/// Parse, check and evaluate.
#[divan::bench]
fn return_one(bencher: Bencher) {
    let graph = Graph::new();
    bencher.bench_local(|| {
        let statement = parse(black_box("RETURN 1")).expect("a statement");
        evaluate(&graph, &statement, &Options::default())
    });
}

#[divan::bench]
fn eight_patterns_and_a_hundred_predicates(bencher: Bencher) {
    run(bencher, large);
}

#[divan::bench]
fn a_default_case(bencher: Bencher) {
    run(bencher, small);
}

#[divan::bench]
fn counting_paths_of_two(bencher: Bencher) {
    run(bencher, |_| "MATCH (a)-[r]->(b)-[s]->(c) RETURN count(*)".into());
}
