use super::*;
use crate::{Name, NodeKey, Properties, Value};

type NodeData<'a> = (&'a str, &'a [(&'a str, i64)]);
type RelationshipData<'a> = (usize, &'a str, usize, &'a [(&'a str, i64)]);

fn properties(entries: &[(&str, i64)]) -> Properties {
    entries.iter().map(|(key, value)| (Name::from(*key), Value::Integer(*value))).collect()
}

/// A graph of nodes (labels by `:`) and relationships (between positions of nodes).
fn graph(nodes: &[NodeData], relationships: &[RelationshipData]) -> Graph {
    let mut graph = Graph::new();
    let labels = |text: &str| text.split(':').filter(|label| !label.is_empty()).map(Name::from).collect::<Vec<_>>();
    let keys: Vec<NodeKey> = nodes.iter().map(|(l, p)| graph.add_node(labels(l), properties(p))).collect();
    for (start, kind, end, p) in relationships {
        graph.add_relationship(keys[*start], (*kind).into(), keys[*end], properties(p)).expect("the ends exist");
    }
    graph
}

/// Checks the text of the difference; empty for none.
fn check(expected: &Graph, actual: &Graph, text: &str) {
    let found = same_graph(expected, actual, &CompareOptions::default());
    assert_eq!(found.map_or_else(|difference| difference.to_string(), |()| String::new()), text);
}

#[test]
fn keys_mean_nothing() {
    let expected = graph(&[("A", &[("id", 0)]), ("B", &[("id", 1)])], &[(0, "T", 1, &[("id", 2)])]);
    check(&expected, &graph(&[("B", &[("id", 1)]), ("A", &[("id", 0)])], &[(1, "T", 0, &[("id", 2)])]), "");
    let expected = graph(&[("A", &[]), ("B", &[])], &[(0, "T", 1, &[])]);
    check(&expected, &graph(&[("B", &[]), ("A", &[])], &[(1, "T", 0, &[])]), "");
}

#[test]
fn an_element_with_an_id_is_told_what_it_lacks() {
    let expected = graph(&[("A:B", &[("id", 0), ("k", 1)]), ("", &[("id", 1)])], &[(0, "T", 1, &[("id", 2)])]);
    let check = |nodes: &[NodeData], relationships: &[RelationshipData], text: &str| {
        check(&expected, &graph(nodes, relationships), text);
    };
    let t: RelationshipData = (0, "T", 1, &[("id", 2)]);
    let other: NodeData = ("", &[("id", 1)]);
    check(&[("A", &[("id", 0), ("k", 1)]), other], &[t], "node 0 :A:B has labels [A]");
    check(&[("A:B", &[("id", 0)]), other], &[t], "node 0 :A:B has k = null instead of 1");
    check(&[("A:B", &[("id", 0), ("k", 1), ("l", 3)]), other], &[t], "node 0 :A:B has l = 3 instead of null");
    let node: NodeData = ("A:B", &[("id", 0), ("k", 1)]);
    check(&[node, other], &[], "relationship 2 :T is missing");
    check(&[node, other], &[(1, "T", 0, &[("id", 2)])], "relationship 2 :T connects node 1 to node 0 :A:B");
    check(&[node, other], &[(0, "S", 1, &[("id", 2)])], "relationship 2 :T has type S");
    check(&[node, other], &[t, t], "relationship 2 :T is superfluous");
    check(&[node, other, other], &[t], "node 1 is superfluous");
    check(&[node, other, ("", &[])], &[t], "node {} is superfluous");
    check(&[node], &[], "node 1 is missing; relationship 2 :T is missing");
}

#[test]
fn elements_without_ids_are_counted() {
    let expected = graph(&[("A", &[("k", 1)]), ("A", &[("k", 1)])], &[(0, "T", 1, &[])]);
    check(&expected, &graph(&[("A", &[("k", 1)])], &[(0, "T", 0, &[])]), "node {k: 1} :A is missing");
    check(&expected, &graph(&[("A", &[("k", 1)]), ("A", &[("k", 1)])], &[]), "relationship {} :T is missing");
}

#[test]
fn the_wiring_counts_when_elements_agree_one_by_one() {
    let nodes: &[NodeData] = &[("A", &[]), ("A", &[]), ("A", &[]), ("A", &[])];
    let hop = |start, end| -> RelationshipData { (start, "T", end, &[]) };
    let cycle = graph(nodes, &[hop(0, 1), hop(1, 2), hop(2, 3), hop(3, 0)]);
    let turned = graph(nodes, &[hop(2, 0), hop(0, 3), hop(3, 1), hop(1, 2)]);
    let pairs = graph(nodes, &[hop(0, 1), hop(1, 0), hop(2, 3), hop(3, 2)]);
    check(&cycle, &turned, "");
    check(&cycle, &pairs, "the relationships connect the nodes in another way");
}

/// Graphs of nodes that are all alike: relationships of type T, by the positions of their ends.
fn alike(nodes: usize, ends: impl IntoIterator<Item = (usize, usize)>) -> Graph {
    let relationships: Vec<RelationshipData> =
        ends.into_iter().map(|(start, end)| (start, "T", end, &[][..])).collect();
    graph(&vec![("A", &[][..]); nodes], &relationships)
}

#[test]
fn many_nodes_that_are_alike_are_told_apart_by_their_wiring_alone() {
    const WIRING: &str = "the relationships connect the nodes in another way";
    let cycle = |from: usize, length: usize| (0..length).map(move |at| (from + at, from + (at + 1) % length));
    check(&alike(5_000, []), &alike(5_000, []), "");
    let pairs = |turned: usize| {
        alike(2_000, (0..1_000).map(move |at| (2 * at + usize::from(at < turned), 2 * at + usize::from(at >= turned))))
    };
    check(&pairs(0), &pairs(500), "");
    let star = |centre: usize| alike(3_000, (0..3_000).filter(move |at| *at != centre).map(move |at| (centre, at)));
    check(&star(0), &star(7), "");
    let turned = alike(300, cycle(0, 300).map(|(start, end)| (299 - start, 299 - end)));
    check(&alike(300, cycle(0, 300)), &turned, "");
    check(&alike(300, cycle(0, 300)), &alike(300, cycle(0, 150).chain(cycle(150, 150))), WIRING);
    let loops = |count: usize| (0..count).map(|at| (at, at));
    check(&alike(400, loops(400)), &alike(400, loops(400)), "");
    check(&alike(6, cycle(0, 6)), &alike(6, cycle(0, 3).chain(cycle(3, 3))), WIRING);
    let twice = |at: usize| (0..4).flat_map(cycle_of_four).chain([(at, (at + 1) % 4)]);
    check(&alike(4, twice(0)), &alike(4, twice(2)), "");
    // Each node has three neighbours, and only one of the two graphs has triangles.
    let both = |ends: &[(usize, usize)]| -> Vec<(usize, usize)> {
        ends.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect()
    };
    let prism = both(&[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]);
    let complete = both(&[(0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5)]);
    let renamed = prism.iter().map(|(a, b)| ((a * 5 + 1) % 6, (b * 5 + 1) % 6)).collect::<Vec<_>>();
    check(&alike(6, prism.clone()), &alike(6, renamed), "");
    check(&alike(6, prism), &alike(6, complete), WIRING);
}

fn cycle_of_four(at: usize) -> [(usize, usize); 1] {
    [(at, (at + 1) % 4)]
}

#[test]
fn floats_agree_to_the_digits_the_target_sends() {
    let of = |value: f64| {
        let mut graph = Graph::new();
        graph.add_node([], [("id".into(), 0.into()), ("k".into(), value.into())].into());
        graph
    };
    let digits = CompareOptions { float_digits: Some(15), ..CompareOptions::default() };
    assert!(same_graph(&of(0.1 + 0.2), &of(0.3), &digits).is_ok());
    check(&of(0.1 + 0.2), &of(0.3), "node 0 has k = 0.3 instead of 0.30000000000000004");
}
