//! Paths through the graph: base patterns, those used by earlier clauses, and their mutations (GQS, section 3.4).

use graphlance_graph::{Graph, NodeKey, Random, RelationshipKey};

use super::plan::Element;

/// A walk through the graph without repeated relationships: the elements a pattern shall match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The first node.
    pub start: NodeKey,
    /// Each relationship with the node it leads to.
    pub hops: Vec<(RelationshipKey, NodeKey)>,
}

/// How a base pattern was combined with an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// The common node is an end of both.
    Concatenation,
    /// The common node is an end of one only.
    Branching,
    /// The common node is an end of neither.
    Crossing,
}

impl Mutation {
    /// Its name in techniques.
    pub fn name(self) -> &'static str {
        match self {
            Mutation::Concatenation => "pattern.concatenation",
            Mutation::Branching => "pattern.branching",
            Mutation::Crossing => "pattern.crossing",
        }
    }
}

impl Walk {
    /// A walk of a single node.
    pub fn node(start: NodeKey) -> Walk {
        Walk { start, hops: Vec::new() }
    }

    /// Its nodes in order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeKey> + '_ {
        std::iter::once(self.start).chain(self.hops.iter().map(|(_, node)| *node))
    }

    /// Its relationships in order.
    pub fn relationships(&self) -> impl Iterator<Item = RelationshipKey> + '_ {
        self.hops.iter().map(|(relationship, _)| *relationship)
    }

    /// Its last node.
    pub fn end(&self) -> NodeKey {
        self.hops.last().map_or(self.start, |(_, node)| *node)
    }

    /// The same walk from its other end.
    pub fn reversed(&self) -> Walk {
        let nodes: Vec<NodeKey> = self.nodes().collect();
        let hops = (0..self.hops.len()).rev().map(|index| (self.hops[index].0, nodes[index])).collect();
        Walk { start: self.end(), hops }
    }

    /// This walk, then one that starts where it ends.
    fn then(mut self, next: Walk) -> Walk {
        self.hops.extend(next.hops);
        self
    }

    /// The walks from the node at `place` to both ends.
    fn split(&self, place: usize) -> (Walk, Walk) {
        let before = Walk { start: self.start, hops: self.hops[..place].to_vec() };
        let after = Walk { start: before.end(), hops: self.hops[place..].to_vec() };
        (before.reversed(), after)
    }

    fn disjoint(&self, other: &Walk) -> bool {
        self.relationships().all(|relationship| other.relationships().all(|known| known != relationship))
    }
}

/// A random walk of about `length` relationships that contains an element and none of the `used` relationships.
/// None when the element itself is used.
pub fn base_walk(
    random: &mut Random,
    graph: &Graph,
    element: Element,
    length: usize,
    used: &[RelationshipKey],
) -> Option<Walk> {
    let mut walk = match element {
        Element::Node(node) => Walk::node(node),
        Element::Relationship(key) if used.contains(&key) => return None,
        Element::Relationship(key) => {
            let relationship = graph.relationship(key)?;
            let walk = Walk { start: relationship.start, hops: vec![(key, relationship.end)] };
            if random.chance(0.5) { walk.reversed() } else { walk }
        }
    };
    while walk.hops.len() < length {
        if random.chance(0.4) {
            walk = walk.reversed();
        }
        let Some(hop) = free_hop(random, graph, &walk, used) else { break };
        walk.hops.push(hop);
    }
    Some(walk)
}

fn free_hop(
    random: &mut Random,
    graph: &Graph,
    walk: &Walk,
    used: &[RelationshipKey],
) -> Option<(RelationshipKey, NodeKey)> {
    let end = walk.end();
    let (outgoing, incoming) = (graph.outgoing(end), graph.incoming(end));
    let degree = outgoing.len() + incoming.len();
    for _ in 0..4.min(degree) {
        let choice = random.below(degree);
        let key = if choice < outgoing.len() { outgoing[choice] } else { incoming[choice - outgoing.len()] };
        if used.contains(&key) || walk.relationships().any(|known| known == key) {
            continue;
        }
        let relationship = graph.relationship(key)?;
        let other = if choice < outgoing.len() { relationship.end } else { relationship.start };
        return Some((key, other));
    }
    None
}

/// Combines a base pattern with an earlier pattern at a common node.
///
/// The result has at most two walks; together they hold all of the base and part of the earlier pattern, without a
/// relationship twice. (The paper's figure repeats a relationship in two branches of one MATCH, which relationship
/// uniqueness forbids; here the common part stands in one branch.)
pub fn mutate(random: &mut Random, base: &Walk, earlier: &Walk) -> Option<(Mutation, Vec<Walk>)> {
    if earlier.hops.is_empty() || !base.disjoint(earlier) {
        return None;
    }
    let base_nodes: Vec<NodeKey> = base.nodes().collect();
    let earlier_nodes: Vec<NodeKey> = earlier.nodes().collect();
    let common: Vec<(usize, usize)> = base_nodes
        .iter()
        .enumerate()
        .flat_map(|(i, node)| {
            earlier_nodes.iter().enumerate().filter(move |(_, other)| *other == node).map(move |(j, _)| (i, j))
        })
        .collect();
    let (i, j) = *random.pick(&common)?;
    let at_end = |place: usize, walk: &Walk| place == 0 || place == walk.hops.len();
    let (base_before, base_after) = base.split(i);
    let (earlier_before, earlier_after) = earlier.split(j);
    let keep = |walks: Vec<Walk>| walks.into_iter().filter(|walk| !walk.hops.is_empty()).collect::<Vec<_>>();
    Some(match (at_end(i, base), at_end(j, earlier)) {
        (true, true) => {
            let whole = if base_after.hops.is_empty() { base.clone() } else { base.reversed() };
            let rest = if earlier_after.hops.is_empty() { earlier_before } else { earlier_after };
            (Mutation::Concatenation, vec![whole.then(rest)])
        }
        (true, false) => {
            let whole = if base_after.hops.is_empty() { base.clone() } else { base.reversed() };
            (Mutation::Branching, keep(vec![whole.then(earlier_before), earlier_after]))
        }
        (false, true) => {
            let rest = if earlier_after.hops.is_empty() { earlier_before } else { earlier_after };
            (Mutation::Branching, keep(vec![base_before.reversed().then(rest), base_after]))
        }
        (false, false) => {
            let (first, second) =
                if random.chance(0.5) { (earlier_before, earlier_after) } else { (earlier_after, earlier_before) };
            (Mutation::Crossing, keep(vec![base_before.reversed().then(first), base_after.reversed().then(second)]))
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn clique() -> Graph {
        let mut graph = Graph::new();
        for _ in 0..6 {
            graph.add_node([], Default::default());
        }
        for a in 0..6 {
            for b in 0..6 {
                graph.add_relationship(NodeKey(a), "T".into(), NodeKey(b), Default::default()).unwrap();
            }
        }
        graph
    }

    fn follows_the_graph(graph: &Graph, walk: &Walk) -> bool {
        let nodes: Vec<NodeKey> = walk.nodes().collect();
        walk.relationships().enumerate().all(|(index, key)| {
            let relationship = graph.relationship(key).unwrap();
            let ends = (relationship.start, relationship.end);
            ends == (nodes[index], nodes[index + 1]) || ends == (nodes[index + 1], nodes[index])
        })
    }

    #[test]
    fn every_mutation_follows_the_graph_keeps_the_base_and_repeats_no_relationship() {
        let graph = clique();
        let mut seen = BTreeSet::new();
        for seed in 0..4000 {
            let mut random = Random::new(seed);
            let (a, b) = (NodeKey(random.below(6) as u32), NodeKey(random.below(6) as u32));
            let length = random.between(0, 4);
            let base = base_walk(&mut random, &graph, Element::Node(a), length, &[]).unwrap();
            let earlier = base_walk(&mut random, &graph, Element::Node(b), 3, &[]).unwrap();
            let Some((mutation, walks)) = mutate(&mut random, &base, &earlier) else { continue };
            seen.insert(mutation.name());
            let relationships: Vec<_> = walks.iter().flat_map(Walk::relationships).collect();
            let distinct: BTreeSet<_> = relationships.iter().collect();
            assert_eq!(relationships.len(), distinct.len(), "{mutation:?} {walks:?}");
            assert!(base.relationships().all(|key| relationships.contains(&key)), "{mutation:?} {base:?} {walks:?}");
            assert!(base.nodes().all(|node| walks.iter().any(|walk| walk.nodes().any(|other| other == node))));
            for walk in &walks {
                assert!(follows_the_graph(&graph, walk), "{mutation:?} {base:?} {earlier:?} {walks:?}");
            }
        }
        assert_eq!(seen.len(), 3, "{seen:?}");
    }
}
