//! Any text that parses: the evaluator gives an answer or a failure, within its budget, and gives it again.

#![no_main]

use std::sync::LazyLock;

use graphlance_cypher::parse;
use graphlance_graph::Graph;
use graphlance_reference::{Budget, OpenAnswers, Options, evaluate};
use libfuzzer_sys::fuzz_target;

static GRAPH: LazyLock<Graph> = LazyLock::new(|| {
    let text = "CREATE (a:A {k: 1, s: 'x'})-[:R {k: 2}]->(b:B {k: 2.5, l: [1, 2]})-[:S]->(a), (b)-[:R]->(b), (:A:B)";
    let statement = parse(text).expect("a statement");
    evaluate(&Graph::new(), &statement, &Options::default()).expect("an answer").graph.expect("a graph")
});

fuzz_target!(|text: &str| {
    let Ok(statement) = parse(text) else { return };
    let options = Options {
        open: OpenAnswers::Choose,
        budget: Budget { rows: 2_000, work: 50_000, length: 10_000, depth: 100 },
        ..Options::default()
    };
    let first = evaluate(&GRAPH, &statement, &options);
    let second = evaluate(&GRAPH, &statement, &options);
    // NaN and floats compare by bits in tables, so equality is exact.
    assert!(format!("{first:?}") == format!("{second:?}"), "two answers to {text:?}");
});
