//! For each departure a statement whose answer it changes, and a graph for all of them.

use graphlance_cypher::{Statement, parse};
use graphlance_graph::Graph;

use crate::{Options, evaluate};

/// The graph.
const GRAPH: &str = "CREATE (a:A {id: 1, x: 'p', f: -1.5}), (b:A:B {id: 2, x: 'Q'}), (c:C {id: 3}), (d {id: 4}), \
     (a)-[:R {w: 1, v: 1}]->(b), (a)-[:R {w: 1, v: 2}]->(b), (b)-[:S {w: 3}]->(c), (c)-[:S]->(c), \
     (:I {y: ''}), (:I {y: 'b'}), (:I {y: 'é'}), (:I {y: 'c '}), (:I {y: 1}), (:I {y: true}), (:I {y: 9007199254740993})";

/// The statements, each behind the name of its departure.
const SHOWN: &str = include_str!("shown.txt");

/// The names of departures, each with its statement.
pub(super) fn shown() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHOWN.lines().filter_map(|line| line.split_once(": "))
}

/// The graph, without indexes.
pub(super) fn graph() -> Option<Graph> {
    let made = evaluate(&Graph::new(), &parse(GRAPH).ok()?, &Options::default());
    made.ok()?.graph
}

/// The statement of a departure, with the graph that it is asked on; none where there is none.
pub fn example(departure: &str) -> Option<(Graph, Statement)> {
    let (_, text) = shown().find(|(name, _)| *name == departure)?;
    Some((graph()?, parse(text).ok()?))
}
