//! What the language leaves open, found by executing a statement in several orders.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use graphlance_case::Answer;
use graphlance_graph::{CompareOptions, Graph, Node, NodeKey, Order, Relationship, Returns, Table, compare};
use rustc_hash::FxHasher;

use crate::Failure;

/// Rounds in which what is created is told apart by what it is connected to.
const ROUNDS: usize = 6;

/// A right answer to a statement on a graph, with which others are compared.
pub(crate) struct Compared<'a> {
    before: &'a Graph,
    first: &'a Answer,
    /// The shape of the graph that it leaves, once that was needed.
    shape: Option<Shape>,
}

impl<'a> Compared<'a> {
    /// The answer, and the graph that the statement found.
    pub(crate) fn new(before: &'a Graph, first: &'a Answer) -> Compared<'a> {
        Compared { before, first, shape: None }
    }

    /// Why the answer is open, given another right one; none when the two agree.
    pub(crate) fn difference(&mut self, other: &Answer) -> Option<Failure> {
        let same_graph = match (&self.first.graph, &other.graph) {
            (Some(first), Some(other)) => {
                let before = self.before;
                let shape = || Shape::of(before, first);
                first == other || *self.shape.get_or_insert_with(shape) == Shape::of(before, other)
            }
            _ => true,
        };
        told(self.first, other, same_graph)
    }
}

/// What of two answers differs.
fn told(first: &Answer, other: &Answer, same_graph: bool) -> Option<Failure> {
    let same_rows = same_rows(&first.returns, &other.returns);
    let what = match (same_rows, same_graph) {
        (true, true) => return None,
        (true, false) => "the graph afterwards depends on the order of execution, the rows do not".to_owned(),
        (false, true) if first.graph.is_some() => {
            format!("{} depend on the order of execution, the graph afterwards does not", rows_open(first, other))
        }
        (false, true) => format!("{} depend on the order of execution", rows_open(first, other)),
        (false, false) => "the rows and the graph afterwards depend on the order of execution".to_owned(),
    };
    Some(Failure::Unspecified(what))
}

/// What of the rows is open: as much as is known.
fn rows_open(first: &Answer, other: &Answer) -> String {
    let (first, other) = (&first.returns, &other.returns);
    if first.rows.len() != other.rows.len() {
        return "the rows".to_owned();
    }
    let column = |returns: &Returns, at: usize| {
        let columns = returns.columns.get(at..=at).unwrap_or_default().to_vec();
        let rows = returns.rows.iter().map(|row| row.get(at..=at).unwrap_or_default().to_vec()).collect();
        Returns { columns, rows, order: Order::Bag, any: None }
    };
    let differs = |at: &usize| !same_rows(&column(first, *at), &column(other, *at));
    let open: Vec<&str> = (0..first.columns.len()).filter(differs).map(|at| first.columns[at].name.as_str()).collect();
    match open.as_slice() {
        [] => format!("how the columns of the {} rows go together", first.rows.len()),
        names => format!("the values of {} in {} rows", names.join(", "), first.rows.len()),
    }
}

fn same_rows(first: &Returns, other: &Returns) -> bool {
    let mut expected = Returns { any: None, ..first.clone() };
    for (column, same) in expected.columns.iter_mut().zip(&other.columns) {
        column.unordered_lists |= same.unordered_lists;
    }
    let columns = other.columns.iter().map(|column| column.name.clone()).collect();
    let actual = Table { columns, rows: other.rows.clone() };
    let options = CompareOptions { negative_zero: true, ..CompareOptions::default() };
    first.any == other.any && first.order == other.order && compare(&expected, &actual, &options).is_ok()
}

/// A graph as far as it can be told from others: elements that were there before by their keys, those created by their
/// contents and what they are connected to.
#[derive(PartialEq, Eq)]
struct Shape {
    nodes: Vec<u64>,
    relationships: Vec<u64>,
}

impl Shape {
    fn of(before: &Graph, after: &Graph) -> Shape {
        let (first_node, first_relationship) = (before.next_node_key(), before.next_relationship_key());
        let mut colours: BTreeMap<NodeKey, u64> =
            after.nodes().map(|node| (node.key, colour(node, first_node))).collect();
        let relationship = |relationship: &Relationship, colours: &BTreeMap<NodeKey, u64>| {
            let old = (relationship.key < first_relationship).then_some(relationship.key);
            let ends = [relationship.start, relationship.end].map(|end| colours.get(&end).copied());
            hash(&(old, &relationship.kind, &relationship.properties, ends))
        };
        let created: Vec<NodeKey> = colours.keys().copied().filter(|key| *key >= first_node).collect();
        for _ in 0..ROUNDS.min(created.len()) {
            let around = |key: NodeKey| {
                let outgoing = after.outgoing(key).iter().map(|key| (0, *key));
                let hops = outgoing.chain(after.incoming(key).iter().map(|key| (1, *key)));
                let found = hops.filter_map(|(way, key)| after.relationship(key).map(|found| (way, found)));
                let mut around: Vec<u64> =
                    found.map(|(way, found)| hash(&(way, relationship(found, &colours)))).collect();
                around.sort_unstable();
                hash(&(colours.get(&key), around))
            };
            let next: Vec<(NodeKey, u64)> = created.iter().map(|key| (*key, around(*key))).collect();
            colours.extend(next);
        }
        let mut relationships: Vec<u64> = after.relationships().map(|each| relationship(each, &colours)).collect();
        let mut nodes: Vec<u64> = colours.into_values().collect();
        nodes.sort_unstable();
        relationships.sort_unstable();
        Shape { nodes, relationships }
    }
}

fn colour(node: &Node, first_created: NodeKey) -> u64 {
    hash(&((node.key < first_created).then_some(node.key), &node.labels, &node.properties))
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use graphlance_graph::Properties;

    use super::*;

    /// `order`: in which the two nodes of a created pair are added; the first of the pair is connected to the old node.
    fn created(values: [i64; 2], turned: bool) -> (Graph, Graph) {
        let mut before = Graph::new();
        let old = before.add_node([], Properties::new());
        let mut after = before.clone();
        let mut add = |value: i64| after.add_node(["A".into()], Properties::from_iter([("v".into(), value.into())]));
        let (first, second) = if turned {
            let second = add(values[1]);
            (add(values[0]), second)
        } else {
            (add(values[0]), add(values[1]))
        };
        after.add_relationship(old, "R".into(), first, Properties::new()).unwrap();
        after.add_relationship(first, "S".into(), second, Properties::new()).unwrap();
        (before, after)
    }

    #[test]
    fn the_keys_of_created_elements_mean_nothing_and_their_places_do() {
        let (before, plain) = created([1, 2], false);
        let (_, turned) = created([1, 2], true);
        let (_, exchanged) = created([2, 1], false);
        assert!(plain != turned);
        assert!(Shape::of(&before, &plain) == Shape::of(&before, &turned));
        assert!(Shape::of(&before, &plain) != Shape::of(&before, &exchanged));
    }
}
