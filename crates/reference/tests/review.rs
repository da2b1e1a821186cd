//! The statements of a review of the reference: what the table of `docs/review.md` says of it now, holds.

use graphlance_cypher::parse;
use graphlance_graph::{Graph, Value};
use graphlance_reference::{Failure, OpenAnswers, Options, evaluate};

const PAGE: &str = include_str!("../../../docs/review.md");
const GRAPH: &str = "CREATE (a:A {id: 1}), (b:B {id: 2}), (a)-[:R]->(b), (a)-[:R]->(b), (b)-[:R]->(a)";

fn run(graph: &Graph, text: &str, open: OpenAnswers) -> Result<(Vec<Value>, Option<Graph>), Failure> {
    let answer = evaluate(graph, &parse(text)?, &Options { open, ..Options::default() })?;
    Ok((answer.returns.rows.into_iter().flatten().collect(), answer.graph))
}

/// The cells of a row of the table; a bar within a cell is written with a backslash before it.
fn cells(line: &str) -> Vec<String> {
    let cells = line.replace("\\|", "\u{0}");
    cells.trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
}

/// What is wrong with a row of the table, if anything.
fn check(graph: &Graph, line: &str) -> Option<String> {
    let cells = cells(line);
    let [statement, before, now, source] = cells.as_slice() else { return Some(format!("not four cells: {line}")) };
    let [statement, now] = [statement, now].map(|cell| cell.trim_matches('`'));
    let actual = run(graph, statement, OpenAnswers::Refuse).map(|(rows, _)| rows);
    let agrees = match &actual {
        Ok(actual) => {
            let expected = run(graph, &format!("UNWIND {now} AS row RETURN row"), OpenAnswers::Choose);
            let mut left = actual.clone();
            let taken = |value: &Value| Some(left.swap_remove(left.iter().position(|other| other == value)?));
            expected.is_ok_and(|(expected, _)| {
                expected.len() == actual.len() && expected.iter().filter_map(taken).count() == actual.len()
            })
        }
        Err(Failure::Raised(_)) => now == "error",
        Err(Failure::Unspecified(_)) => now == "open",
        Err(_) => false,
    };
    let complete = !before.is_empty() && !source.is_empty();
    (!agrees || !complete).then(|| format!("{statement}\n  gives {actual:?}\n  {now} stands there, by {source}"))
}

#[test]
fn the_table_says_what_the_reference_gives() {
    let made = run(&Graph::new(), GRAPH, OpenAnswers::Refuse).unwrap_or_else(|failure| panic!("{failure}"));
    let graph = made.1.unwrap_or_default();
    assert!(PAGE.contains(GRAPH));
    let rows: Vec<&str> = PAGE.lines().filter(|line| line.starts_with("| `")).collect();
    let wrong: Vec<String> = rows.iter().filter_map(|line| check(&graph, line)).collect();
    assert!(rows.len() >= 100 && wrong.is_empty(), "{} rows; {}", rows.len(), wrong.join("\n"));
}
