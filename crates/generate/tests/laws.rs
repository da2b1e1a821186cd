//! Laws of Cypher that must hold of the reference, whatever the statement, and that are no rewrites (those are checked beside
//! the oracles). Each has its precondition as a function that gives both sides, or none where it does not apply. `GRAPHLANCE_CASES` sets the number of statements for each law.

use std::sync::Arc;

use graphlance_cypher::ast::*;
use graphlance_cypher::{Dialect, Statement, parse, print};
use graphlance_generate::Profile;
use graphlance_generate::arbitrary::{Reading, ReadingSizes, arbitrary_reading};
use graphlance_graph::random_graph::random_graph;
use graphlance_graph::{Graph, Random};
use graphlance_reference::{OpenAnswers, Options, evaluate};

const CASES: u64 = 1_500;
/// Statements on each graph.
const STATEMENTS: u64 = 25;
/// A law that applies to fewer of a hundred statements, or has fewer with rows, says too little.
const LEAST_APPLIED: u64 = 10;

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

fn graph(seed: u64) -> Graph {
    let profile = Profile::built_in("default").expect("a built-in profile");
    let dialect = Dialect::standard();
    let sizes = graphlance_graph::random_graph::GraphSizes { nodes: [1, 6], relationships: [0, 12], ..profile.graph };
    random_graph(&mut Random::derive(seed, &[0]), &sizes, &dialect.values, &dialect.index_support())
}

/// The rows of a statement as texts, sorted; none where it raises an error or goes beyond the budget.
fn rows(graph: &Graph, statement: &Statement) -> Option<Vec<String>> {
    let options = Options { open: OpenAnswers::Choose, ..Options::default() };
    let returns = evaluate(graph, statement, &options).ok()?.returns;
    let mut rows: Vec<String> = returns.rows.iter().map(|row| format!("{row:?}")).collect();
    rows.sort();
    Some(rows)
}

/// Two bags of statements whose rows together must be the same.
type Sides = (Vec<Statement>, Vec<Statement>);

fn check(sizes: ReadingSizes, law: impl Fn(&mut Random, &Graph, Reading) -> Option<Sides>) {
    let (mut applied, mut with_rows) = (0, 0);
    let cases = cases();
    for number in 0..cases {
        let graph = graph(number / STATEMENTS);
        let mut random = Random::derive(number, &[1]);
        let reading = arbitrary_reading(&mut random, &graph, sizes);
        let Some((left, right)) = law(&mut random, &graph, reading) else { continue };
        let all = |side: &[Statement]| {
            let rows: Option<Vec<Vec<String>>> = side.iter().map(|statement| rows(&graph, statement)).collect();
            rows.map(|rows| {
                let mut rows = rows.concat();
                rows.sort();
                rows
            })
        };
        let (Some(ours), Some(theirs)) = (all(&left), all(&right)) else { continue };
        applied += 1;
        with_rows += u64::from(!ours.is_empty());
        if ours != theirs {
            let texts = |side: &[Statement]| {
                side.iter().map(|s| print(s, &Dialect::standard())).collect::<Vec<_>>().join("\n  ")
            };
            panic!(
                "case {number}:\n  {}\nand\n  {}\ngive\n  {ours:#?}\nand\n  {theirs:#?}\non {}",
                texts(&left),
                texts(&right),
                serde_json::to_string(&graph).expect("a graph")
            );
        }
    }
    println!("applied to {applied} of {cases}, {with_rows} with rows");
    assert!(applied * 100 >= cases * LEAST_APPLIED, "applied to {applied} of {cases}");
    assert!(with_rows * 100 >= cases * LEAST_APPLIED / 2, "{with_rows} with rows of {cases}");
}

/// Readings of one MATCH and a plain RETURN.
fn plain() -> ReadingSizes {
    ReadingSizes { middle: 0, ..ReadingSizes::default() }
}

/// LIMIT or SKIP may cut among rows that only the order of arrival tells apart.
fn without_open_ends(mut reading: Reading) -> Option<Reading> {
    reading.projection.skip = None;
    reading.projection.limit = None;
    Some(reading)
}

#[test]
fn an_order_changes_no_row_and_union_all_adds_them() {
    check(plain(), |_, _, reading| {
        let ordered = without_open_ends(reading)?;
        let mut unordered = ordered.clone();
        unordered.projection.order.clear();
        let Statement::Query(query) = unordered.statement() else { return None };
        let twice = Query { unions: vec![Union { all: true, query: query.first.clone() }], ..query.clone() };
        let twice = Statement::Query(twice);
        Some((vec![ordered.statement(), Statement::Query(query)], vec![twice]))
    });
}

#[test]
fn what_is_printed_and_parsed_again_means_the_same() {
    let (mut same, cases) = (0, cases());
    for number in 0..cases {
        let graph = Arc::new(graph(number / STATEMENTS));
        let mut random = Random::derive(number, &[2]);
        let statement = arbitrary_reading(&mut random, &graph, ReadingSizes::default()).statement();
        let text = print(&statement, &Dialect::standard());
        let again = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again, statement, "{text}");
        assert_eq!(rows(&graph, &again), rows(&graph, &statement), "{text}");
        same += u64::from(rows(&graph, &statement).is_some());
    }
    assert!(same * 100 >= cases * 90, "only {same} of {cases} have an answer");
}
