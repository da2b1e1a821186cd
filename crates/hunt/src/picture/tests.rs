use graphlance_graph::{GraphSizes, IndexSupport, Name, NodeKey, Properties, Random, Value, ValueDomain, random_graph};

use super::*;

type NodeData<'a> = (&'a str, &'a [(&'a str, Value)]);
type RelationshipData<'a> = (usize, &'a str, usize, &'a [(&'a str, Value)]);

fn properties(entries: &[(&str, Value)]) -> Properties {
    entries.iter().map(|(key, value)| (Name::from(*key), value.clone())).collect()
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

fn samples() -> Vec<(&'static str, Graph)> {
    let k = |value: i64| -> Vec<(&'static str, Value)> { vec![("k0", value.into())] };
    let random = |seed, nodes, relationships| {
        let sizes = GraphSizes {
            nodes: [nodes, nodes],
            relationships: [relationships, relationships],
            ..GraphSizes::default()
        };
        random_graph(&mut Random::new(seed), &sizes, &ValueDomain::default(), &IndexSupport::default())
    };
    vec![
        ("empty", Graph::new()),
        ("one node", graph(&[("A", &k(1))], &[])),
        ("pair", graph(&[("Person", &[("name", "A & <B>".into())]), ("B:C", &k(2))], &[(0, "T", 1, &k(3))])),
        (
            "parallel relationships and self-loops",
            graph(
                &[("A", &k(1)), ("B", &k(2))],
                &[
                    (0, "T0", 1, &k(1)),
                    (0, "T0", 1, &[]),
                    (1, "T1", 0, &k(5)),
                    (0, "T0", 0, &k(2)),
                    (1, "T1", 1, &[]),
                    (1, "T1", 1, &k(7)),
                ],
            ),
        ),
        (
            "five nodes",
            graph(
                &[
                    ("A", &k(1)),
                    ("B:C:D", &[("k0", 2.into()), ("text", "a longer text that is cut off".into())]),
                    ("A", &[]),
                    ("", &k(4)),
                    ("C", &k(5)),
                ],
                &[
                    (0, "T0", 1, &k(1)),
                    (1, "T0", 2, &k(2)),
                    (2, "T1", 0, &[]),
                    (2, "KNOWS_WELL", 3, &k(9)),
                    (3, "T1", 3, &[]),
                ],
            ),
        ),
        (
            "complete",
            graph(
                &[("A", &k(1)), ("B", &k(2)), ("C", &k(3)), ("D", &k(4))],
                &[
                    (0, "T0", 1, &[]),
                    (0, "T0", 2, &[]),
                    (0, "T0", 3, &[]),
                    (1, "T0", 2, &[]),
                    (1, "T0", 3, &[]),
                    (2, "T0", 3, &[]),
                ],
            ),
        ),
        ("random, 6 nodes", random(3, 6, 8)),
        ("random, 13 nodes", random(4, 13, 30)),
    ]
}

#[test]
fn write_samples() {
    for (name, graph) in samples() {
        std::fs::write(format!("/tmp/pictures/{}.svg", name.replace([' ', ','], "_")), graph_svg(&graph)).unwrap();
    }
}
