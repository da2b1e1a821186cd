//! The relationships at each node, laid out for looking through them often.

use graphlance_graph::{Graph, Name, NodeKey, RelationshipKey};
use rustc_hash::FxHashMap;

/// A relationship as seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Incident {
    /// The relationship.
    pub key: RelationshipKey,
    /// The node at the other end.
    pub far: NodeKey,
    /// The place of its type in [`Adjacency::types`].
    pub kind: u32,
    /// Whether it starts here.
    pub out: bool,
}

/// The relationships at each node. A self-loop stands there twice: once as starting, once as ending.
#[derive(Clone, Debug, Default)]
pub struct Adjacency {
    /// The types in use.
    pub types: Vec<Name>,
    incidents: Vec<Vec<Incident>>,
}

impl Adjacency {
    /// The relationships of a graph; at each node those that start there first, each in the order they were added.
    pub fn of(graph: &Graph) -> Adjacency {
        let mut types: Vec<Name> = Vec::new();
        let mut places: FxHashMap<Name, u32> = FxHashMap::default();
        let mut incidents = vec![Vec::new(); graph.next_node_key().0 as usize];
        for node in graph.nodes() {
            let outgoing = graph.outgoing(node.key).iter().map(|key| (*key, true));
            let incoming = graph.incoming(node.key).iter().map(|key| (*key, false));
            for (key, out) in outgoing.chain(incoming) {
                let Some(relationship) = graph.relationship(key) else { continue };
                let kind = *places.entry(relationship.kind.clone()).or_insert_with(|| {
                    types.push(relationship.kind.clone());
                    types.len() as u32 - 1
                });
                let far = if out { relationship.end } else { relationship.start };
                incidents[node.key.0 as usize].push(Incident { key, far, kind, out });
            }
        }
        Adjacency { types, incidents }
    }

    /// The relationships at a node.
    pub fn at(&self, node: NodeKey) -> &[Incident] {
        self.incidents.get(node.0 as usize).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_self_loop_stands_twice_and_others_at_both_ends() {
        let mut graph = Graph::new();
        let [a, b] = [(); 2].map(|()| graph.add_node([], Default::default()));
        let ab = graph.add_relationship(a, "T".into(), b, Default::default()).unwrap();
        let aa = graph.add_relationship(a, "U".into(), a, Default::default()).unwrap();
        let adjacency = Adjacency::of(&graph);
        let at = |node| adjacency.at(node).iter().map(|i| (i.key, i.far, i.out)).collect::<Vec<_>>();
        assert_eq!(at(a), [(ab, b, true), (aa, a, true), (aa, a, false)]);
        assert_eq!(at(b), [(ab, a, false)]);
        assert_eq!(adjacency.types, ["T", "U"]);
    }
}
