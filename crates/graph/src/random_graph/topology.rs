//! How the relationships of a graph lie, and what therefore holds of it.

use serde::{Deserialize, Serialize};

use crate::Random;

/// How the relationships of a graph lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topology {
    /// Each node but the first has one relationship that leads to it, from an earlier node.
    Tree,
    /// Relationships lead from earlier nodes to later ones.
    Acyclic,
    /// The same, at most one from a node to another.
    SimpleAcyclic,
    /// Some relationships lead from the same node to the same node.
    Multigraph,
    /// A ring through all nodes, and relationships across it.
    Cyclic,
    /// Relationships lead from nodes of one half to nodes of the other.
    Bipartite,
    /// Two halves, with relationships only within each.
    TwoComponents,
    /// Some relationships lead from a node to itself.
    SelfLoops,
    /// Rows and columns: from each node one relationship leads to the right and one down.
    Grid,
    /// From one node to each of the others.
    Star,
    /// Each node is related to earlier ones, to those that have many relationships more often than to others.
    PowerLaw,
}

/// What holds of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Property {
    /// No path leads from a node back to it, along the directions.
    Acyclic,
    /// Some path does.
    HasCycle,
    /// No relationship leads from a node to itself.
    Loopless,
    /// Some relationship does.
    HasLoop,
    /// At most one relationship leads from a node to another.
    Simple,
    /// Some two relationships lead from the same node to the same node.
    HasParallel,
    /// Each node can be reached from each other, whatever the directions.
    Connected,
    /// Some node cannot.
    Disconnected,
    /// Nodes are of two kinds, and each relationship is of one node of each kind.
    Bipartite,
    /// At most one path leads from a node to another, along the directions.
    OnePath,
}

impl Topology {
    /// Every one.
    pub const ALL: &'static [Topology] = &[
        Topology::Tree,
        Topology::Acyclic,
        Topology::SimpleAcyclic,
        Topology::Multigraph,
        Topology::Cyclic,
        Topology::Bipartite,
        Topology::TwoComponents,
        Topology::SelfLoops,
        Topology::Grid,
        Topology::Star,
        Topology::PowerLaw,
    ];

    /// What holds of each graph of it.
    pub fn properties(self) -> &'static [Property] {
        use Property::{
            Acyclic, Bipartite, Connected, Disconnected, HasCycle, HasLoop, HasParallel, Loopless, OnePath, Simple,
        };
        match self {
            Topology::Tree | Topology::Star => &[Acyclic, Loopless, Simple, Connected, Bipartite, OnePath],
            Topology::Acyclic => &[Acyclic, Loopless],
            Topology::SimpleAcyclic => &[Acyclic, Loopless, Simple],
            Topology::Multigraph => &[Loopless, HasParallel],
            Topology::Cyclic => &[HasCycle, Loopless, Connected],
            Topology::Bipartite => &[Acyclic, Loopless, Bipartite],
            Topology::TwoComponents => &[Loopless, Disconnected],
            Topology::SelfLoops => &[HasLoop, HasCycle],
            Topology::Grid => &[Acyclic, Loopless, Simple, Connected, Bipartite],
            Topology::PowerLaw => &[Acyclic, Loopless, Connected],
        }
    }

    /// Whether something holds of each graph of it.
    pub fn has(self, property: Property) -> bool {
        self.properties().contains(&property)
    }

    /// Nodes without which it is not what it is.
    pub fn least_nodes(self) -> usize {
        match self {
            Topology::SelfLoops => 1,
            _ => 2,
        }
    }

    /// Where its relationships start and end, as places of nodes. `nodes`: at least [`Topology::least_nodes`].
    pub(super) fn wires(self, nodes: usize, relationships: usize, random: &mut Random) -> Vec<(usize, usize)> {
        match self {
            Topology::Tree => (1..nodes).map(|node| (random.below(node), node)).collect(),
            Topology::Acyclic => forwards(nodes, relationships, random).collect(),
            Topology::SimpleAcyclic => {
                let mut wires: Vec<(usize, usize)> = forwards(nodes, relationships, random).collect();
                wires.sort_unstable();
                wires.dedup();
                random.shuffle(&mut wires);
                wires
            }
            Topology::Multigraph => {
                let mut wires: Vec<(usize, usize)> =
                    (0..relationships.max(2).div_ceil(2)).map(|_| two_of(0, nodes, random)).collect();
                let again: Vec<(usize, usize)> = random.sample(&wires, (relationships / 2).max(1));
                wires.extend(again);
                wires
            }
            Topology::Cyclic => {
                let ring = (0..nodes).map(|node| (node, (node + 1) % nodes));
                let across = relationships.saturating_sub(nodes);
                let mut wires: Vec<(usize, usize)> = ring.collect();
                wires.extend((0..across).map(|_| two_of(0, nodes, random)));
                wires
            }
            Topology::Bipartite => {
                let half = nodes / 2;
                (0..relationships).map(|_| (random.below(half), random.between(half, nodes - 1))).collect()
            }
            Topology::TwoComponents => {
                let half = nodes / 2;
                let mut within = |_| match random.chance(0.5) {
                    true => two_of(0, half, random),
                    false => two_of(half, nodes, random),
                };
                let wires = (0..relationships).map(&mut within);
                wires.filter(|(start, end)| start != end).collect()
            }
            Topology::SelfLoops => {
                let loops = (relationships / 4).max(1);
                let mut wires: Vec<(usize, usize)> = (loops..relationships).map(|_| two_of(0, nodes, random)).collect();
                wires.extend((0..loops).map(|_| random.below(nodes)).map(|node| (node, node)));
                wires
            }
            Topology::Grid => {
                let width = (1..).find(|width| width * width >= nodes).unwrap_or(1);
                let right = (0..nodes).filter(|node| (node + 1) % width != 0).map(|node| (node, node + 1));
                let down = (0..nodes).map(|node| (node, node + width));
                right.chain(down).filter(|(_, end)| *end < nodes).collect()
            }
            Topology::Star => (1..nodes).map(|node| (0, node)).collect(),
            Topology::PowerLaw => attached(nodes, relationships, random),
        }
    }
}

/// Relationships from earlier nodes to later ones.
fn forwards(nodes: usize, count: usize, random: &mut Random) -> impl Iterator<Item = (usize, usize)> {
    (0..count).map(move |_| {
        let (one, other) = two_of(0, nodes, random);
        (one.min(other), one.max(other))
    })
}

/// Two different nodes of a range; twice the same where it has one.
fn two_of(from: usize, to: usize, random: &mut Random) -> (usize, usize) {
    let one = random.between(from, to - 1);
    if to - from < 2 {
        return (one, one);
    }
    let other = random.between(from, to - 2);
    (one, if other >= one { other + 1 } else { other })
}

/// Each node is related to so many earlier ones that there are about `count` relationships; where one of them ends is drawn from
/// the ends of those before it (Barabási and Albert, *Emergence of Scaling in Random Networks*, 1999).
fn attached(nodes: usize, count: usize, random: &mut Random) -> Vec<(usize, usize)> {
    let each = count.div_ceil(nodes).max(1);
    let mut ends: Vec<usize> = vec![0];
    let mut wires = Vec::new();
    for node in 1..nodes {
        let drawn: Vec<usize> = (0..each).map(|_| ends[random.below(ends.len())]).collect();
        for end in drawn {
            wires.push((node, end));
            ends.extend([node, end]);
        }
        // A node is no end of its own relationships.
        debug_assert!(wires.iter().rev().take(each).all(|(start, end)| end < start));
    }
    wires
}
