//! Graphs of which something is known: named deterministic recipes.

use serde::{Deserialize, Serialize};

use super::topology::Topology;
use super::{GraphSizes, IndexSupport, Maker};
use crate::{Graph, NodeKey, Random, ValueDomain};

/// A graph by its topology, its size and a seed: everything that it is made of, so that a graph too large to be written down can be
/// made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// How its relationships lie, and what therefore holds of it.
    pub topology: Topology,
    /// How many nodes it has, or as many as the topology needs.
    pub nodes: usize,
    /// How many relationships it has, where the topology leaves that open.
    pub relationships: usize,
    /// The seed of everything that is random in it.
    pub seed: u64,
}

impl Recipe {
    /// The graph: its labels, types and properties are drawn as those of any random graph, by `sizes` but for the numbers of nodes
    /// and relationships.
    pub fn graph(&self, sizes: &GraphSizes, domain: &ValueDomain, indexes: &IndexSupport) -> Graph {
        let nodes = self.nodes.max(self.topology.least_nodes());
        let sizes = GraphSizes { nodes: [nodes; 2], ..sizes.clone() };
        let mut random = Random::new(self.seed);
        let wires = self.topology.wires(nodes, self.relationships, &mut random);
        let mut maker = Maker::new(&mut random, &sizes, domain);
        let mut graph = Graph::new();
        graph.schema = maker.schema();
        maker.nodes(&mut graph);
        let keys: Vec<NodeKey> = graph.nodes().map(|node| node.key).collect();
        let mut placed = Vec::new();
        for (start, end) in wires {
            let drawn = maker.random.pick(&graph.schema.types).cloned();
            let (Some(start), Some(end)) = (keys.get(start), keys.get(end)) else { continue };
            // Of another type where the target cannot store one of the first there, and left out where it can store none.
            let kinds = drawn.iter().chain(&graph.schema.types).cloned();
            let mut places = kinds.map(|kind| (*start, kind, *end));
            let Some(place) = places.find(|place| maker.can_store(place, &graph, &placed)) else { continue };
            let kind = place.1.clone();
            placed.push(place);
            let properties = maker.properties();
            // Both ends are nodes of this graph, so that it cannot refuse them.
            let _ = graph.add_relationship(*start, kind, *end, properties);
        }
        graph.schema.indexes = maker.indexes(&graph.schema, indexes);
        graph
    }
}

#[cfg(test)]
pub(super) mod tests;
