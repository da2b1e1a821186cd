//! Comparison of graphs whose elements have no id: bags of elements, then how they are wired.

use std::sync::Arc;

use super::{ElementDifference, wiring};
use crate::compare::pair_rows;
use crate::table::{Column, Row};
use crate::{CompareOptions, Graph, Node, Value};

/// The differences between the bags of elements or, when there is none, between their wirings.
pub(super) fn differences(expected: &Graph, actual: &Graph, options: &CompareOptions) -> Vec<ElementDifference> {
    let mut found = unpaired(&nodes(expected), &nodes(actual), options, |row| match row.first() {
        Some(Value::Node(node)) => {
            Some((ElementDifference::MissingNode(node.clone()), ElementDifference::SuperfluousNode(node.clone())))
        }
        _ => None,
    });
    found.extend(unpaired(&relationships(expected), &relationships(actual), options, |row| match row.first() {
        Some(Value::Relationship(relationship)) => Some((
            ElementDifference::MissingRelationship(relationship.clone()),
            ElementDifference::SuperfluousRelationship(relationship.clone()),
        )),
        _ => None,
    }));
    if found.is_empty() && !wiring::agrees(expected, actual, options) {
        found.push(ElementDifference::Wiring);
    }
    found
}

fn nodes(graph: &Graph) -> Vec<Row> {
    graph.nodes().map(|node| vec![Value::Node(node.clone())]).collect()
}

/// Each relationship with its end points.
fn relationships(graph: &Graph) -> Vec<Row> {
    let end = |key| graph.node(key).map_or(Value::Null, |node: &Arc<Node>| Value::Node(node.clone()));
    graph.relationships().map(|r| vec![Value::Relationship(r.clone()), end(r.start), end(r.end)]).collect()
}

fn unpaired(
    expected: &[Row],
    actual: &[Row],
    options: &CompareOptions,
    differences: impl Fn(&Row) -> Option<(ElementDifference, ElementDifference)>,
) -> Vec<ElementDifference> {
    let width = expected.first().or(actual.first()).map_or(0, Vec::len);
    let columns = vec![Column::exact(""); width];
    let partners = pair_rows(expected, actual, &columns, options);
    let missing = expected.iter().zip(&partners).filter(|(_, partner)| partner.is_none()).map(|(row, _)| row);
    let taken: std::collections::BTreeSet<usize> = partners.iter().flatten().copied().collect();
    let superfluous = actual.iter().enumerate().filter(|(index, _)| !taken.contains(index)).map(|(_, row)| row);
    let missing = missing.filter_map(|row| differences(row).map(|(missing, _)| missing));
    let superfluous = superfluous.filter_map(|row| differences(row).map(|(_, superfluous)| superfluous));
    missing.chain(superfluous).collect()
}
