//! A graph in pieces that can be created one after the other: no relationship leads from one to another.

use std::collections::HashMap;

use graphlance_graph::{Graph, NodeKey};

/// Some of a graph's elements, by their places in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    /// The nodes.
    pub nodes: Vec<usize>,
    /// All relationships between them.
    pub relationships: Vec<usize>,
}

impl Piece {
    fn size(&self) -> usize {
        self.nodes.len() + self.relationships.len()
    }
}

/// The graph in pieces of at most so many elements, in the order of their first nodes; what hangs together stays together, however
/// much it is.
pub(super) fn pieces(graph: &Graph, most: usize) -> Vec<Piece> {
    let places: HashMap<NodeKey, usize> = graph.nodes().enumerate().map(|(place, node)| (node.key, place)).collect();
    let mut leads: Vec<usize> = (0..graph.node_count()).collect();
    for relationship in graph.relationships() {
        let ends =
            [relationship.start, relationship.end].map(|key| places.get(&key).map(|place| lead(&mut leads, *place)));
        if let [Some(a), Some(b)] = ends {
            leads[a.max(b)] = a.min(b);
        }
    }
    let mut parts: Vec<Piece> = (0..leads.len()).map(|_| Piece::default()).collect();
    for place in 0..leads.len() {
        parts[lead(&mut leads, place)].nodes.push(place);
    }
    for (place, relationship) in graph.relationships().enumerate() {
        if let Some(start) = places.get(&relationship.start) {
            parts[lead(&mut leads, *start)].relationships.push(place);
        }
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for part in parts.into_iter().filter(|part| !part.nodes.is_empty()) {
        match pieces.last_mut() {
            Some(piece) if piece.size() + part.size() <= most => {
                piece.nodes.extend(part.nodes);
                piece.relationships.extend(part.relationships);
            }
            _ => pieces.push(part),
        }
    }
    pieces
}

/// The first node of those that hang together with one.
fn lead(leads: &mut [usize], place: usize) -> usize {
    let mut found = place;
    while leads[found] != found {
        leads[found] = leads[leads[found]];
        found = leads[found];
    }
    found
}

#[cfg(test)]
mod tests {
    use graphlance_graph::Properties;

    use super::*;

    #[test]
    fn what_hangs_together_stays_together_and_small_pieces_are_joined() {
        let mut graph = Graph::new();
        let nodes: Vec<NodeKey> = (0..6).map(|_| graph.add_node([], Properties::new())).collect();
        for (from, to) in [(0, 1), (4, 0), (2, 3), (5, 5)] {
            graph.add_relationship(nodes[from], "T".into(), nodes[to], Properties::new()).expect("both ends exist");
        }
        let piece = |nodes: &[usize], relationships: &[usize]| Piece {
            nodes: nodes.to_vec(),
            relationships: relationships.to_vec(),
        };
        let (first, second, third) = (piece(&[0, 1, 4], &[0, 1]), piece(&[2, 3], &[2]), piece(&[5], &[3]));
        assert_eq!(pieces(&graph, 1), [first, second, third]);
        assert_eq!(pieces(&graph, 5), [piece(&[0, 1, 4], &[0, 1]), piece(&[2, 3, 5], &[2, 3])]);
        assert_eq!(pieces(&graph, 100).len(), 1);
    }
}
