//! Any text that parses: the evaluator gives an answer or a failure, within its budget, and gives it again.
//!
//! Texts begin with the statements of [`beginnings`], and most mutations keep them statements.

#![no_main]

#[path = "evaluate/mutation.rs"]
mod mutation;

use std::sync::LazyLock;

use graphlance_cypher::parse;
use graphlance_graph::{Graph, Random};
use graphlance_reference::{Budget, OpenAnswers, Options, evaluate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

static GRAPH: LazyLock<Graph> = LazyLock::new(|| {
    let text = "CREATE (a:A {k: 1, s: 'x'})-[:R {k: 2}]->(b:B {k: 2.5, l: [1, 2]})-[:S]->(a), (b)-[:R]->(b), (:A:B)";
    let statement = parse(text).expect("a statement");
    evaluate(&Graph::new(), &statement, &Options::default()).expect("an answer").graph.expect("a graph")
});

fuzz_target!(|text: &str| {
    let Ok(statement) = parse(text) else { return };
    let budget = Budget { rows: 2_000, work: 50_000, length: 10_000, depth: 100, memory: 16 << 20 };
    for open in [OpenAnswers::Choose, OpenAnswers::Refuse] {
        let options = Options { open, budget, ..Options::default() };
        let first = evaluate(&GRAPH, &statement, &options);
        let second = evaluate(&GRAPH, &statement, &options);
        // NaN and floats compare by bits in tables, so equality is exact.
        assert!(first == second, "two answers to {text:?}");
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = Random::new(u64::from(seed));
    if random.chance(0.2) {
        return fuzzer_mutate(data, size, max_size);
    }
    let Ok(text) = std::str::from_utf8(&data[..size]) else { return fuzzer_mutate(data, size, max_size) };
    let mutated = mutation::mutated(text, &mut random);
    if mutated.len() > max_size {
        return fuzzer_mutate(data, size, max_size);
    }
    data[..mutated.len()].copy_from_slice(mutated.as_bytes());
    mutated.len()
});
