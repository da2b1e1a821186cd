//! The order of a graph's nodes and relationships: another order, the usual one, and how far a graph is from it.

use std::collections::BTreeMap;

use crate::{Graph, GraphError, Name, Node, NodeKey, Properties, Relationship, RelationshipKey};

/// Graphs beyond this are far from being ordered for people.
const MOST_ELEMENTS: usize = 24;

/// The graph with its nodes and relationships in this order, under keys from 0 on. What is not named is left out. Errors:
/// a relationship that is named has an end that is not.
pub fn arranged(graph: &Graph, nodes: &[NodeKey], relationships: &[RelationshipKey]) -> Result<Graph, GraphError> {
    let mut result = Graph::new();
    let mut keys = BTreeMap::new();
    for (number, node) in (0..).map(NodeKey).zip(nodes.iter().filter_map(|key| graph.node(*key))) {
        keys.insert(node.key, number);
        result.insert_node(Node { key: number, ..Node::clone(node) })?;
    }
    let relationships = relationships.iter().filter_map(|key| graph.relationship(*key));
    for (number, each) in (0..).map(RelationshipKey).zip(relationships) {
        let end = |key: NodeKey| keys.get(&key).copied().unwrap_or(NodeKey(u32::MAX));
        let (start, end) = (end(each.start), end(each.end));
        result.insert_relationship(Relationship { key: number, start, end, ..Relationship::clone(each) })?;
    }
    result.schema = graph.schema.clone();
    Ok(result)
}

/// The graph with its nodes and relationships in the opposite order. Errors: none for a graph that holds together.
pub fn mirrored(graph: &Graph) -> Result<Graph, GraphError> {
    let (mut nodes, mut relationships) = keys(graph);
    nodes.reverse();
    relationships.reverse();
    arranged(graph, &nodes, &relationships)
}

/// The keys of the nodes and of the relationships in their order.
pub fn keys(graph: &Graph) -> (Vec<NodeKey>, Vec<RelationshipKey>) {
    (graph.nodes().map(|node| node.key).collect(), graph.relationships().map(|each| each.key).collect())
}

/// Where nodes and relationships stand in the usual order; those that nothing tells apart share a place.
#[derive(Clone, Debug)]
pub struct Places {
    nodes: BTreeMap<NodeKey, usize>,
    relationships: BTreeMap<RelationshipKey, usize>,
}

impl Places {
    /// The places in a graph: nodes by labels and properties, then by what they are connected with; relationships by
    /// their ends, type and properties.
    pub fn of(graph: &Graph) -> Places {
        let own = graph.nodes().map(|node| (node.key, (node.labels.clone(), text(&node.properties))));
        let mut nodes = ranked(own.collect());
        // A node is told apart by its neighbours, theirs, and so on, as far as that helps.
        for _ in 0..4 {
            let around =
                graph.nodes().map(|node| (node.key, (nodes[&node.key], surroundings(graph, node.key, &nodes))));
            nodes = ranked(around.collect());
        }
        let ends = graph
            .relationships()
            .map(|each| (each.key, (nodes[&each.start], nodes[&each.end], each.kind.clone(), text(&each.properties))));
        let relationships = ranked(ends.collect());
        Places { nodes, relationships }
    }

    /// The place of a node.
    pub fn node(&self, key: NodeKey) -> usize {
        self.nodes.get(&key).copied().unwrap_or_default()
    }

    /// The place of a relationship.
    pub fn relationship(&self, key: RelationshipKey) -> usize {
        self.relationships.get(&key).copied().unwrap_or_default()
    }
}

/// Pairs of nodes and pairs of relationships that stand in the wrong order; 0 for a graph that is large yet.
pub fn disorder(graph: &Graph) -> usize {
    if graph.node_count() + graph.relationship_count() > MOST_ELEMENTS {
        return 0;
    }
    let places = Places::of(graph);
    let nodes: Vec<usize> = graph.nodes().map(|node| places.node(node.key)).collect();
    let relationships: Vec<usize> = graph.relationships().map(|each| places.relationship(each.key)).collect();
    inversions(&nodes) + inversions(&relationships)
}

/// Pairs of items of which the later one is smaller.
pub fn inversions<T: PartialOrd>(items: &[T]) -> usize {
    let later = |(place, item): (usize, &T)| items[place + 1..].iter().filter(|other| *other < item).count();
    items.iter().enumerate().map(later).sum()
}

/// Numbers from 0 on, smaller for what is smaller.
fn ranked<K: Ord + Copy, T: Ord>(of: Vec<(K, T)>) -> BTreeMap<K, usize> {
    let mut distinct: Vec<&T> = of.iter().map(|(_, item)| item).collect();
    distinct.sort();
    distinct.dedup();
    of.iter().map(|(key, item)| (*key, distinct.partition_point(|other| *other < item))).collect()
}

type Edge = (bool, Name, String, usize);

fn surroundings(graph: &Graph, key: NodeKey, places: &BTreeMap<NodeKey, usize>) -> Vec<Edge> {
    let edges = |leaving: bool, keys: &[RelationshipKey]| -> Vec<Edge> {
        let each = keys.iter().filter_map(|key| graph.relationship(*key));
        let other = |each: &Relationship| places[if leaving { &each.end } else { &each.start }];
        each.map(|each| (!leaving, each.kind.clone(), text(&each.properties), other(each))).collect()
    };
    let mut all = edges(true, graph.outgoing(key));
    all.extend(edges(false, graph.incoming(key)));
    all.sort();
    all
}

fn text(properties: &Properties) -> String {
    format!("{properties:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CompareOptions, GraphSizes, IndexSupport, Random, Value, ValueDomain, random_graph, same_graph};

    fn sorted(graph: &Graph) -> Graph {
        let places = Places::of(graph);
        let (mut nodes, mut relationships) = keys(graph);
        nodes.sort_by_key(|key| places.node(*key));
        relationships.sort_by_key(|key| places.relationship(*key));
        arranged(graph, &nodes, &relationships).unwrap()
    }

    #[test]
    fn the_usual_order_does_not_depend_on_the_order_before() {
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let sizes = GraphSizes::default();
            let graph = random_graph(&mut random, &sizes, &ValueDomain::default(), &IndexSupport::default());
            let (mut nodes, mut relationships) = keys(&graph);
            random.shuffle(&mut nodes);
            random.shuffle(&mut relationships);
            let shuffled = arranged(&graph, &nodes, &relationships).unwrap();
            same_graph(&graph, &shuffled, &CompareOptions::default()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(sorted(&graph), sorted(&shuffled), "seed {seed}");
        }
    }

    #[test]
    fn nodes_are_told_apart_by_what_they_are_connected_with() {
        let mut graph = Graph::new();
        let [a, b, c] = [0; 3].map(|_| graph.add_node(["A".into()], Properties::new()));
        graph.add_relationship(b, "T".into(), a, Properties::new()).unwrap();
        graph.add_relationship(a, "T".into(), c, Properties::from([("k".into(), Value::Integer(1))])).unwrap();
        let places = Places::of(&graph);
        let mut all = [a, b, c].map(|key| places.node(key));
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2]);
        assert_eq!(disorder(&sorted(&graph)), 0);
        assert!(disorder(&graph) > 0);
        assert_eq!(inversions(&[3, 1, 2]), 2);
    }
}
