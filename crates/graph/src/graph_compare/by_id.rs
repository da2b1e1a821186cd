//! Comparison of graphs whose elements carry a unique id.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::difference::{node_text, relationship_text};
use super::{ElementDifference, ID};
use crate::compare::agree;
use crate::table::Column;
use crate::{CompareOptions, Graph, Node, NodeKey, Properties, Relationship, Value};

/// The nodes and the relationships of a graph by id.
pub(super) struct Ids {
    nodes: BTreeMap<i64, Arc<Node>>,
    relationships: BTreeMap<i64, Arc<Relationship>>,
}

/// The elements by id, if all have one and no two nodes and no two relationships share one.
pub(super) fn ids(graph: &Graph) -> Option<Ids> {
    let (ids, rest) = sort_by_id(graph);
    rest.is_empty().then_some(ids)
}

/// Compares the elements of `expected`, sorted by id, with those of `actual` that have the same.
pub(super) fn differences(
    wanted: &Ids,
    expected: &Graph,
    actual: &Graph,
    options: &CompareOptions,
) -> Vec<ElementDifference> {
    let (held, mut rest) = sort_by_id(actual);
    let mut found = Vec::new();
    for (id, node) in &wanted.nodes {
        match held.nodes.get(id) {
            Some(other) => compare_nodes(node, other, options, &mut found),
            None => found.push(ElementDifference::MissingNode(node.clone())),
        }
    }
    for (id, relationship) in &wanted.relationships {
        match held.relationships.get(id) {
            Some(other) => {
                compare_relationships(relationship, other, options, &mut found);
                compare_ends((expected, relationship), (actual, other), &mut found);
            }
            None => found.push(ElementDifference::MissingRelationship(relationship.clone())),
        }
    }
    let strange = held.nodes.iter().filter(|(id, _)| !wanted.nodes.contains_key(id));
    found.extend(strange.map(|(_, node)| ElementDifference::SuperfluousNode(node.clone())));
    let strange = held.relationships.iter().filter(|(id, _)| !wanted.relationships.contains_key(id));
    found.extend(strange.map(|(_, r)| ElementDifference::SuperfluousRelationship(r.clone())));
    found.append(&mut rest);
    found
}

/// Sorts elements by id; those without, and the further ones of an id, are listed as superfluous.
fn sort_by_id(graph: &Graph) -> (Ids, Vec<ElementDifference>) {
    let mut ids = Ids { nodes: BTreeMap::new(), relationships: BTreeMap::new() };
    let mut rest = Vec::new();
    for node in graph.nodes() {
        match node.properties.get(ID) {
            Some(Value::Integer(id)) if !ids.nodes.contains_key(id) => {
                ids.nodes.insert(*id, node.clone());
            }
            _ => rest.push(ElementDifference::SuperfluousNode(node.clone())),
        }
    }
    for relationship in graph.relationships() {
        match relationship.properties.get(ID) {
            Some(Value::Integer(id)) if !ids.relationships.contains_key(id) => {
                ids.relationships.insert(*id, relationship.clone());
            }
            _ => rest.push(ElementDifference::SuperfluousRelationship(relationship.clone())),
        }
    }
    (ids, rest)
}

fn compare_nodes(expected: &Arc<Node>, actual: &Node, options: &CompareOptions, found: &mut Vec<ElementDifference>) {
    if expected.labels != actual.labels {
        let actual = actual.labels.iter().cloned().collect();
        found.push(ElementDifference::Labels { node: expected.clone(), actual });
    }
    compare_properties(&node_text(expected), &expected.properties, &actual.properties, options, found);
}

fn compare_relationships(
    expected: &Arc<Relationship>,
    actual: &Relationship,
    options: &CompareOptions,
    found: &mut Vec<ElementDifference>,
) {
    if expected.kind != actual.kind {
        found.push(ElementDifference::Type { relationship: expected.clone(), actual: actual.kind.clone() });
    }
    compare_properties(&relationship_text(expected), &expected.properties, &actual.properties, options, found);
}

fn compare_ends(
    (expected_graph, expected): (&Graph, &Arc<Relationship>),
    (actual_graph, actual): (&Graph, &Relationship),
    found: &mut Vec<ElementDifference>,
) {
    let id = |graph: &Graph, key: NodeKey| graph.node_property(key, ID);
    let wanted = (id(expected_graph, expected.start), id(expected_graph, expected.end));
    if wanted != (id(actual_graph, actual.start), id(actual_graph, actual.end)) {
        let text = |key| actual_graph.node(key).map_or_else(|| "nothing".to_owned(), |node| node_text(node));
        let actual = format!("{} to {}", text(actual.start), text(actual.end));
        found.push(ElementDifference::Ends { relationship: expected.clone(), actual });
    }
}

fn compare_properties(
    element: &str,
    expected: &Properties,
    actual: &Properties,
    options: &CompareOptions,
    found: &mut Vec<ElementDifference>,
) {
    let keys: BTreeSet<_> = expected.keys().chain(actual.keys()).collect();
    for key in keys {
        let (wanted, held) = (expected.get(key), actual.get(key));
        let same = match (wanted, held) {
            (Some(wanted), Some(held)) => agree(wanted, held, &Column::exact(""), options),
            _ => false,
        };
        if !same {
            found.push(ElementDifference::Property {
                element: element.to_owned(),
                key: key.clone(),
                expected: wanted.cloned().unwrap_or(Value::Null),
                actual: held.cloned().unwrap_or(Value::Null),
            });
        }
    }
}
