//! Comparison of graphs whose elements have no id: bags of elements, then a search for an isomorphism.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ElementDifference;
use crate::compare::{agree, pair, pair_rows};
use crate::table::{Column, Row};
use crate::{CompareOptions, Graph, Node, NodeKey, Relationship, Value};

/// Most assignments of a node that the search for an isomorphism tries.
const BUDGET: usize = 100_000;

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
    if found.is_empty() && !isomorphic(expected, actual, options) {
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

/// Whether some assignment of nodes makes all relationships agree; true when the budget runs out.
fn isomorphic(expected: &Graph, actual: &Graph, options: &CompareOptions) -> bool {
    let candidates = expected
        .nodes()
        .map(|node| {
            let fits = |other: &&Arc<Node>| {
                let same = agree_exactly(&Value::Node(node.clone()), &Value::Node((*other).clone()), options);
                same && degrees(expected, node.key) == degrees(actual, other.key)
            };
            (node.key, actual.nodes().filter(fits).map(|other| other.key).collect())
        })
        .collect();
    let mut search = Search { expected, actual, options, candidates, assigned: BTreeMap::new(), budget: BUDGET };
    search.candidates.sort_by_key(|(_, candidates): &(NodeKey, Vec<NodeKey>)| candidates.len());
    search.from(0)
}

fn degrees(graph: &Graph, key: NodeKey) -> (usize, usize) {
    (graph.outgoing(key).len(), graph.incoming(key).len())
}

fn agree_exactly(expected: &Value, actual: &Value, options: &CompareOptions) -> bool {
    agree(expected, actual, &Column::exact(""), options)
}

struct Search<'g> {
    expected: &'g Graph,
    actual: &'g Graph,
    options: &'g CompareOptions,
    /// The nodes of the expected graph with those they may stand for, fewest first.
    candidates: Vec<(NodeKey, Vec<NodeKey>)>,
    assigned: BTreeMap<NodeKey, NodeKey>,
    budget: usize,
}

impl Search<'_> {
    fn from(&mut self, place: usize) -> bool {
        let Some((node, candidates)) = self.candidates.get(place).cloned() else { return true };
        for candidate in candidates {
            if self.assigned.values().any(|taken| *taken == candidate) {
                continue;
            }
            if self.budget == 0 {
                return true;
            }
            self.budget -= 1;
            self.assigned.insert(node, candidate);
            if self.fits(node) && self.from(place + 1) {
                return true;
            }
            self.assigned.remove(&node);
        }
        false
    }

    /// Whether the relationships between `node` and each assigned node agree as bags.
    fn fits(&self, node: NodeKey) -> bool {
        let Some(&counterpart) = self.assigned.get(&node) else { return false };
        self.assigned.iter().all(|(&other, &other_counterpart)| {
            self.same_between((node, other), (counterpart, other_counterpart))
                && self.same_between((other, node), (other_counterpart, counterpart))
        })
    }

    fn same_between(&self, expected: (NodeKey, NodeKey), actual: (NodeKey, NodeKey)) -> bool {
        let expected = between(self.expected, expected);
        let actual = between(self.actual, actual);
        let agrees = |e: usize, a: usize| {
            let (e, a) = (expected[e].clone(), actual[a].clone());
            agree_exactly(&Value::Relationship(e), &Value::Relationship(a), self.options)
        };
        expected.len() == actual.len() && pair(expected.len(), actual.len(), agrees).iter().all(Option::is_some)
    }
}

fn between(graph: &Graph, (start, end): (NodeKey, NodeKey)) -> Vec<Arc<Relationship>> {
    let outgoing = graph.outgoing(start).iter().filter_map(|key| graph.relationship(*key));
    outgoing.filter(|relationship| relationship.end == end).cloned().collect()
}
