//! Examples of the Cypher manual and scenarios of the openCypher TCK, word for word as far as one column goes.
//!
//! `manual/values.tsv`: statement, its rows as a list in any order, source. Where the source returns elements, the
//! statement returns a property of them. `manual/graph.cypher` holds the graphs of the manual's pages side by side; the
//! people of the pages on predicates are `Worker` there.

use graphlance_cypher::parse;
use graphlance_graph::{Graph, Value};
use graphlance_reference::{OpenAnswers, Options, evaluate};

const VALUES: &str = include_str!("manual/values.tsv");
const GRAPH: &str = include_str!("manual/graph.cypher");

fn run(graph: &Graph, text: &str) -> Result<(Vec<Value>, Option<Graph>), String> {
    let statement = parse(text).map_err(|error| error.to_string())?;
    let options = Options { open: OpenAnswers::Choose, ..Options::default() };
    let answer = evaluate(graph, &statement, &options).map_err(|failure| failure.to_string())?;
    Ok((answer.returns.rows.into_iter().flatten().collect(), answer.graph))
}

/// Equal but for the last digits of a float: the sources printed what their own libraries gave.
fn same(actual: &Value, expected: &Value) -> bool {
    match (actual, expected) {
        (Value::Float(a), Value::Float(b)) => (a - b).abs() <= 1e-14 * b.abs(),
        _ => actual == expected,
    }
}

/// What is wrong with a line, if anything.
fn check(graph: &Graph, line: &str) -> Option<String> {
    let [text, rows, source] = line.split('\t').collect::<Vec<_>>()[..] else {
        return Some(format!("not three columns: {line}"));
    };
    let expected = run(graph, &format!("UNWIND {rows} AS row RETURN row"));
    let actual = run(graph, text);
    let agree = match (&expected, &actual) {
        (Ok((expected, _)), Ok((actual, _))) => {
            let mut left = actual.clone();
            expected.iter().all(|value| {
                let place = left.iter().position(|other| same(other, value));
                place.map(|place| left.swap_remove(place)).is_some()
            }) && left.is_empty()
        }
        _ => false,
    };
    let values = |side: &Result<(Vec<Value>, Option<Graph>), String>| format!("{:?}", side.as_ref().map(|(v, _)| v));
    (!agree).then(|| format!("{text}\n  gives {}\n  {source}: {}", values(&actual), values(&expected)))
}

#[test]
fn examples_give_what_the_manual_and_the_tck_say() {
    let graph = run(&Graph::new(), GRAPH).unwrap_or_else(|error| panic!("{error}")).1.unwrap_or_default();
    let wrong: Vec<String> = VALUES.lines().filter_map(|line| check(&graph, line)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(VALUES.lines().count() >= 150);
}
