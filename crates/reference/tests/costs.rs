//! What evaluation costs at most: time, and memory within the budget's limit. The measured table:
//! `cargo test --release -p graphlance-reference --test all costs -- --ignored --nocapture`.

use std::process::Command;
use std::time::Instant;

use graphlance_cypher::parse;
use graphlance_graph::{Graph, NodeKey, Properties, Random, Value};
use graphlance_reference::{Budget, Failure, Options, evaluate};

fn node(graph: &mut Graph, id: usize, values: usize) -> NodeKey {
    let properties = [("id".into(), Value::Integer(id as i64)), ("k".into(), Value::Integer((id % values) as i64))];
    graph.add_node(["N".into()], properties.into())
}

fn chain(length: usize) -> Graph {
    let mut graph = Graph::new();
    let nodes: Vec<NodeKey> = (0..length).map(|id| node(&mut graph, id, length)).collect();
    for pair in nodes.windows(2) {
        graph.add_relationship(pair[0], "R".into(), pair[1], Properties::new()).expect("both ends exist");
    }
    graph
}

fn complete(nodes: usize) -> Graph {
    let mut graph = Graph::new();
    let nodes: Vec<NodeKey> = (0..nodes).map(|id| node(&mut graph, id, nodes)).collect();
    for from in &nodes {
        for to in nodes.iter().filter(|to| *to != from) {
            graph.add_relationship(*from, "R".into(), *to, Properties::new()).expect("both ends exist");
        }
    }
    graph
}

/// 10,000 nodes with 30,000 relationships between random ones.
fn wide() -> Graph {
    let (mut graph, mut random) = (Graph::new(), Random::new(1));
    let nodes: Vec<NodeKey> = (0..10_000).map(|id| node(&mut graph, id, 5_000)).collect();
    for _ in 0..30_000 {
        let ends = [nodes[random.below(nodes.len())], nodes[random.below(nodes.len())]];
        graph.add_relationship(ends[0], "R".into(), ends[1], Properties::new()).expect("both ends exist");
    }
    graph
}

/// What came of it: the number of rows, or the budget that ran out.
fn outcome(graph: &Graph, text: &str, budget: Budget) -> String {
    let statement = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    match evaluate(graph, &statement, &Options { budget, ..Options::default() }) {
        Ok(answer) => format!("{} rows", answer.returns.rows.len()),
        Err(Failure::OutOfBudget(what)) => format!("out of {what}"),
        Err(failure) => failure.to_string(),
    }
}

#[track_caller]
fn check(graph: &Graph, text: &str, budget: Budget, expected: &str) {
    assert_eq!(outcome(graph, text, budget), expected, "{text}");
}

/// Enough for whatever grows with the size of the graph alone.
fn linear() -> Budget {
    Budget { work: 400_000, ..Budget::default() }
}

#[test]
fn joins_and_merges_on_equal_properties_cost_no_more_than_their_rows() {
    let graph = wide();
    check(&graph, "MATCH (a:N), (b:N) WHERE a.k = b.k AND a.id < b.id RETURN a, b", linear(), "5000 rows");
    check(&graph, "MATCH (a:N) MATCH (b {k: a.k + 0.0}) RETURN a, b", linear(), "20000 rows");
    check(&graph, "UNWIND range(0, 9999) AS x MATCH (n {id: x}) RETURN n", linear(), "10000 rows");
    check(
        &graph,
        "UNWIND range(5000, 14999) AS x MERGE (n:N {id: x}) RETURN count(n)",
        Budget { work: 1_500_000, ..linear() },
        "1 rows",
    );
}

/// An index must find what is written meanwhile, and not what it no longer holds.
#[test]
fn an_index_follows_what_a_statement_writes() {
    let graph = chain(100);
    let count = |text: &str| {
        let statement = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let answer =
            evaluate(&graph, &statement, &Options::default()).unwrap_or_else(|failure| panic!("{text}\n{failure}"));
        answer.returns.rows.concat()
    };
    let set = "MATCH (n {k: 7}) SET n.k = 8 WITH n MATCH (m {k: 8}) WITH count(m) AS c OPTIONAL MATCH (o {k: 7}) RETURN c, count(o)";
    assert_eq!(count(set), [2.into(), 0.into()]);
    let deleted = "MATCH (n {k: 7}) DETACH DELETE n WITH 1 AS x MATCH (m {k: 7}) RETURN count(m)";
    assert_eq!(count(deleted), [0.into()]);
    let merged =
        "MATCH (n {k: 7}) UNWIND [1, 2] AS x MERGE (m:M {k: 200}) WITH DISTINCT m MATCH (o {k: 200.0}) RETURN count(o)";
    assert_eq!(count(merged), [1.into()]);
    let twice = "MATCH (n {k: 7}) SET n.k = 8 SET n.k = 7 WITH n MATCH (m {k: 7}) RETURN count(m)";
    assert_eq!(count(twice), [1.into()]);
    let incomparable = "MATCH (n {k: 7}) SET n.k = '7' WITH n MATCH (m) WHERE m.k = '7' OR m.k = null RETURN count(m)";
    assert_eq!(count(incomparable), [1.into()]);
    assert_eq!(count("MATCH (n), (m) WHERE n.k = 7 AND m.none = n.none RETURN count(*)"), [0.into()]);
}

/// Budgets of rows and work that are no limit, so that only memory is one.
fn memory(bytes: usize) -> Budget {
    Budget { rows: u64::MAX, work: u64::MAX, memory: bytes, ..Budget::default() }
}

#[test]
fn rows_and_lists_that_grow_run_out_of_memory_and_not_of_the_machines() {
    let (graph, small) = (complete(8), memory(2 << 20));
    for text in [
        "MATCH p = (a)-[*]->(b) RETURN p",
        "MATCH (a)-[r*]->(b) RETURN r",
        "MATCH ((a)-[r]->(b))+ RETURN r",
        "MATCH (a), (b), (c), (d), (e), (f) RETURN a",
        "UNWIND range(1, 100000) AS x RETURN x",
        "UNWIND range(1, 300) AS x RETURN range(1, 1000 + x)",
        "UNWIND range(1, 300) AS x RETURN collect(range(1, 1000 + x))",
        "RETURN reduce(l = [], x IN range(1, 300) | l + [range(1, 5000 + x)])",
        "RETURN size([(a)-[*]->(b) | b])",
        "MATCH p = ANY (a)-[*]->(b) RETURN p",
        "CALL { MATCH p = (a)-[*]->(b) RETURN p } RETURN count(p)",
        "MATCH (a {id: 0}) WITH COLLECT { MATCH p = (a)-[*]->(b) RETURN p } AS l RETURN size(l)",
    ] {
        check(&graph, text, small, "out of memory");
    }
}

#[test]
fn what_is_let_go_is_not_counted() {
    let graph = complete(6);
    for (text, expected) in [
        ("UNWIND range(1, 2000) AS x WITH x WHERE size(range(1, 2000)) > x RETURN count(x)", "1 rows"),
        ("UNWIND range(1, 2000) AS x RETURN sum(size(range(1, 2000)))", "1 rows"),
        ("RETURN size(reduce(l = [], x IN range(1, 4000) | l + x))", "1 rows"),
        ("WITH range(1, 2000) AS l UNWIND l AS x WITH x, l RETURN count(l)", "1 rows"),
        ("UNWIND range(1, 500) AS x CALL (x) { MATCH (a)-[*1..3]->(b) RETURN count(*) AS c } RETURN sum(c)", "1 rows"),
        (
            "UNWIND range(1, 500) AS x MATCH (a {id: 1}) WHERE size([(a)-[*1..3]->(b) | b]) > 3 RETURN count(x)",
            "1 rows",
        ),
    ] {
        check(&graph, text, memory(2 << 20), expected);
    }
}

/// Kibibytes of this process, by the name of a line of its status; 0 where there is no such file.
fn memory_of_process(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

#[test]
#[ignore = "measures"]
fn the_table_of_costs() {
    let large = Budget { rows: 20_000_000, work: 2_000_000_000, ..Budget::default() };
    let wide_memory = Budget { memory: 1 << 30, ..large };
    let (empty, k12, wide, chain) = (Graph::new(), complete(12), wide(), chain(10_000));
    let cases: &[(&str, &Graph, &str)] = &[
        ("10^6 rows", &empty, "UNWIND range(1, 1000) AS x UNWIND range(1, 1000) AS y RETURN count(*)"),
        ("K12", &k12, "MATCH p = (a)-[*]->(b) RETURN p"),
        ("3 hops", &wide, "MATCH (a {id: 1})-->()-->()-->(b) RETURN count(*)"),
        ("all of 3 hops", &wide, "MATCH (a)-->()-->()-->(b) RETURN count(*)"),
        ("join on a property", &wide, "MATCH (a), (b) WHERE a.k = b.k RETURN count(*)"),
        ("10,000 MERGE", &wide, "UNWIND range(5000, 14999) AS x MERGE (n:N {id: x}) RETURN count(*)"),
        ("all shortest", &wide, "MATCH p = allShortestPaths((a {id: 1})-[*]-(b)) WHERE b.id <> 1 RETURN count(p)"),
        ("chain", &chain, "MATCH p = ({id: 0})-[*]->() RETURN p"),
        ("chain, groups", &chain, "MATCH p = ({id: 0}) ((x)-[r]->(y))+ () RETURN p"),
    ];
    let budgets = [("default budget", Budget::default()), ("larger, 100 MiB", large), ("larger, 1 GiB", wide_memory)];
    if let Ok(cell) = std::env::var(CELL) {
        let (case, budget) = cell.split_once(' ').expect("two numbers");
        let [case, budget] = [case, budget].map(|number| number.parse::<usize>().expect("a number"));
        let (_, graph, text) = cases[case];
        let before = memory_of_process("VmHWM:");
        let begun = Instant::now();
        let outcome = outcome(graph, text, budgets[budget].1);
        let (seconds, after) = (begun.elapsed().as_secs_f64(), memory_of_process("VmHWM:"));
        println!("{CELL}{seconds:.2} s, {} MiB, {outcome}", (after - before) / 1024);
        return;
    }
    println!("{:<20} {:>36} {:>36} {:>36}", "case", budgets[0].0, budgets[1].0, budgets[2].0);
    for (case, (name, ..)) in cases.iter().enumerate() {
        let columns = [0, 1, 2].map(|budget| measured(&format!("{case} {budget}")));
        println!("{name:<20} {:>36} {:>36} {:>36}", columns[0], columns[1], columns[2]);
    }
}

/// Names a cell of the table, which a process of its own measures: what an allocator keeps is in no other cell's way.
const CELL: &str = "GRAPHLANCE_COST";

fn measured(cell: &str) -> String {
    let mut test = Command::new(std::env::current_exe().expect("this test"));
    test.args(["--ignored", "--exact", "--nocapture", "costs::the_table_of_costs"]).env(CELL, cell);
    let output = String::from_utf8(test.output().expect("a process").stdout).expect("a text");
    output.split_once(CELL).and_then(|(_, said)| said.lines().next()).unwrap_or("died").to_owned()
}
