use std::collections::BTreeSet;

use super::*;
use crate::random_graph::recipe::tests::holds;

fn formula(topology: Topology, nodes: usize) -> Formula {
    Formula::new(topology, nodes, 7).expect("a formula")
}

fn id(of: &Properties) -> Option<i64> {
    match of.get(ID) {
        Some(Value::Integer(id)) => Some(*id),
        _ => None,
    }
}

#[test]
fn a_graph_has_the_properties_that_its_topology_declares() {
    for topology in Topology::ALL {
        for nodes in [1, 16, 17, 48, 80, 112] {
            let graph = formula(*topology, nodes).elements();
            for property in topology.properties() {
                assert!(holds(*property, &graph), "{topology:?} of {nodes} nodes: {property:?}");
            }
        }
    }
}

#[test]
fn ids_are_unique_and_each_series_has_one_label_at_either_end() {
    for topology in Topology::ALL {
        let formula = formula(*topology, 208);
        let graph = formula.elements();
        let ids = graph.nodes().map(|node| &node.properties).chain(graph.relationships().map(|one| &one.properties));
        let ids: BTreeSet<i64> = ids.filter_map(id).collect();
        assert_eq!(ids.len(), graph.node_count() + graph.relationship_count(), "{topology:?}");
        assert!(graph.relationship_count() + 1 >= graph.node_count() / 2, "{topology:?}");
        for series in formula.relationship_series() {
            let labels: BTreeSet<(i64, i64)> =
                series.wires().map(|(start, end, _)| (start % LABELS, end % LABELS)).collect();
            assert!(labels.len() <= 1, "{topology:?}: {series:?}");
        }
    }
}

#[test]
fn a_case_holds_the_formula_and_not_the_elements() {
    let graph = Graph::by(formula(Topology::Cyclic, 160));
    let text = serde_json::to_string(&graph).expect("JSON");
    assert!(text.len() < 1_500 && text.contains("\"cyclic\""), "{text}");
    let again: Graph = serde_json::from_str(&text).expect("a graph");
    assert_eq!(again, graph);
    assert_eq!(again.formula(), graph.formula());
}

#[test]
fn a_graph_that_was_changed_is_by_no_formula_any_more() {
    let changes: [fn(&mut Graph); 5] = [
        |graph| {
            graph.add_node([], Properties::new());
        },
        |graph| {
            graph.remove_node(NodeKey(3));
        },
        |graph| {
            graph.edit_node(NodeKey(3), |node| node.labels.clear());
        },
        |graph| {
            graph.remove_relationship(crate::RelationshipKey(3));
        },
        |graph| {
            graph.edit_relationship(crate::RelationshipKey(3), |one| one.properties.clear());
        },
    ];
    for change in changes {
        let mut graph = Graph::by(formula(Topology::Grid, 32));
        change(&mut graph);
        assert_eq!(graph.formula(), None);
        let text = serde_json::to_string(&graph).expect("JSON");
        assert_eq!(serde_json::from_str::<Graph>(&text).expect("a graph"), graph);
    }
    // Indexes are no elements, and are kept beside the formula.
    let mut graph = Graph::by(formula(Topology::Grid, 32));
    graph.schema.indexes.clear();
    let text = serde_json::to_string(&graph).expect("JSON");
    let again: Graph = serde_json::from_str(&text).expect("a graph");
    assert!(again.formula().is_some() && again.schema.indexes.is_empty());
}

#[test]
fn a_formula_of_another_version_or_size_is_refused() {
    let refused = |from: &str, to: &str, part: &str| {
        let text = serde_json::to_string(&Graph::by(formula(Topology::Tree, 32))).expect("JSON");
        let error = serde_json::from_str::<Graph>(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    refused("\"version\":1", "\"version\":2", "version 2");
    refused("\"nodes\":32", "\"nodes\":33", "33 nodes");
    refused("\"nodes\":32", "\"nodes\":-16", "-16 nodes");
}

/// The arithmetic is part of the form of cases: where it changes, so must the version.
#[test]
fn the_graphs_of_a_version_stay_the_same() {
    let mut text = String::new();
    for topology in Topology::ALL {
        let graph = formula(*topology, 16).elements();
        let wires = graph.relationships().map(|one| {
            let id = id(&one.properties).unwrap_or_default();
            format!("{}-{}:{id}>{}", one.start.0, one.kind, one.end.0)
        });
        text.push_str(&format!("{topology:?}: {}\n", wires.collect::<Vec<_>>().join(" ")));
    }
    let node = formula(Topology::Tree, 32).elements();
    text.push_str(&format!("{:?}\n", node.node(NodeKey(5)).map(|node| (&node.labels, &node.properties))));
    insta::assert_snapshot!(text);
}
