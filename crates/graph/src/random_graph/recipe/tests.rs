use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::random_graph::topology::Property;

fn recipe(topology: Topology, nodes: usize, relationships: usize, seed: u64) -> Graph {
    let sizes = GraphSizes { keys: [1, 2], ..GraphSizes::default() };
    let recipe = Recipe { topology, nodes, relationships, seed };
    recipe.graph(&sizes, &ValueDomain::default(), &IndexSupport::default())
}

/// Where the relationships start and end, along their directions.
fn wires(graph: &Graph) -> Vec<(NodeKey, NodeKey)> {
    graph.relationships().map(|relationship| (relationship.start, relationship.end)).collect()
}

/// How many nodes are left when those to which no relationship leads any more are taken away, one after the other.
fn left_in_cycles(graph: &Graph) -> usize {
    let mut left: BTreeSet<NodeKey> = graph.nodes().map(|node| node.key).collect();
    loop {
        let led_to = |node: &NodeKey| wires(graph).iter().any(|(start, end)| end == node && left.contains(start));
        let kept: BTreeSet<NodeKey> = left.iter().copied().filter(led_to).collect();
        if kept.len() == left.len() {
            return left.len();
        }
        left = kept;
    }
}

fn loops(graph: &Graph) -> usize {
    wires(graph).iter().filter(|(start, end)| start == end).count()
}

fn parallel(graph: &Graph) -> usize {
    wires(graph).len() - wires(graph).into_iter().collect::<BTreeSet<_>>().len()
}

/// The nodes that hang together with the first, each with its distance from it.
fn component(graph: &Graph) -> BTreeMap<NodeKey, usize> {
    let mut found: BTreeMap<NodeKey, usize> = graph.nodes().take(1).map(|node| (node.key, 0)).collect();
    loop {
        let both = wires(graph).into_iter().flat_map(|(start, end)| [(start, end), (end, start)]);
        let next = both.filter_map(|(from, to)| Some((to, found.get(&from)? + 1)));
        let new: Vec<(NodeKey, usize)> = next.filter(|(to, _)| !found.contains_key(to)).collect();
        if new.is_empty() {
            return found;
        }
        for (node, distance) in new {
            found.entry(node).or_insert(distance);
        }
    }
}

/// Whether nodes can have two colours such that each relationship is of both.
fn has_two_colours(graph: &Graph) -> bool {
    let mut colours: BTreeMap<NodeKey, bool> = BTreeMap::new();
    for node in graph.nodes() {
        let mut waiting = vec![(node.key, *colours.get(&node.key).unwrap_or(&false))];
        while let Some((key, colour)) = waiting.pop() {
            match colours.insert(key, colour) {
                Some(before) if before != colour => return false,
                Some(_) => continue,
                None => {}
            }
            for (start, end) in wires(graph) {
                waiting.extend(
                    [(start, end), (end, start)].iter().filter(|(from, _)| *from == key).map(|(_, to)| (*to, !colour)),
                );
            }
        }
    }
    wires(graph).iter().all(|(start, end)| colours[start] != colours[end])
}

/// The most paths from one node to another, of a graph without cycles.
fn most_paths(graph: &Graph) -> usize {
    let paths_from = |start: NodeKey| {
        let mut counts: BTreeMap<NodeKey, usize> = BTreeMap::new();
        let mut at: Vec<NodeKey> = vec![start];
        while let Some(node) = at.pop() {
            for (_, end) in wires(graph).into_iter().filter(|(from, _)| *from == node) {
                *counts.entry(end).or_default() += 1;
                at.push(end);
            }
        }
        counts.into_values().max().unwrap_or_default()
    };
    graph.nodes().map(|node| paths_from(node.key)).max().unwrap_or_default()
}

pub(in crate::random_graph) fn holds(property: Property, graph: &Graph) -> bool {
    match property {
        Property::Acyclic => left_in_cycles(graph) == 0,
        Property::HasCycle => left_in_cycles(graph) > 0,
        Property::Loopless => loops(graph) == 0,
        Property::HasLoop => loops(graph) > 0,
        Property::Simple => parallel(graph) == 0,
        Property::HasParallel => parallel(graph) > 0,
        Property::Connected => component(graph).len() == graph.node_count(),
        Property::Disconnected => component(graph).len() < graph.node_count(),
        Property::Bipartite => has_two_colours(graph),
        Property::OnePath => most_paths(graph) <= 1,
    }
}

#[test]
fn a_graph_has_the_properties_that_its_topology_declares() {
    for topology in Topology::ALL {
        for (seed, nodes, relationships) in (0..60).map(|seed| (seed, seed as usize % 13, seed as usize * 7 % 31)) {
            let graph = recipe(*topology, nodes, relationships, seed);
            assert_eq!(graph.node_count(), nodes.max(topology.least_nodes()), "{topology:?}");
            for property in topology.properties() {
                assert!(holds(*property, &graph), "{topology:?} of seed {seed} is not {property:?}");
            }
        }
    }
}

#[test]
fn a_property_that_a_topology_does_not_declare_some_graph_of_it_lacks() {
    use Property::{Acyclic, Bipartite, Connected, Disconnected, Loopless, OnePath, Simple};
    for topology in Topology::ALL {
        for property in [Acyclic, Loopless, Simple, Connected, Disconnected, Bipartite, OnePath] {
            // Of graphs with cycles paths are not counted.
            let open = topology.has(property) || property == OnePath && !topology.has(Acyclic);
            let lacks = || (0..200).any(|seed| !holds(property, &recipe(*topology, 9, 20, seed)));
            assert!(open || lacks(), "every {topology:?} is {property:?}: it may be declared");
        }
    }
}

#[test]
fn a_recipe_makes_the_same_graph_again_and_survives_a_file() {
    for topology in Topology::ALL {
        assert_eq!(recipe(*topology, 12, 30, 7), recipe(*topology, 12, 30, 7), "{topology:?}");
        let recipe = Recipe { topology: *topology, nodes: 12, relationships: 30, seed: 7 };
        let text = serde_json::to_string(&recipe).expect("a recipe");
        assert_eq!(serde_json::from_str::<Recipe>(&text).expect("a recipe"), recipe, "{text}");
    }
    assert_ne!(recipe(Topology::Tree, 12, 30, 7), recipe(Topology::Tree, 12, 30, 8));
}

#[test]
fn a_large_graph_is_made_in_time_that_grows_with_its_size() {
    for topology in Topology::ALL {
        let graph = recipe(*topology, 20_000, 40_000, 1);
        assert!(graph.node_count() == 20_000 && graph.relationship_count() > 10_000, "{topology:?}");
    }
}

#[test]
fn of_a_power_law_few_nodes_have_many_relationships() {
    let graph = recipe(Topology::PowerLaw, 2_000, 4_000, 3);
    let most = graph.nodes().map(|node| graph.incoming(node.key).len()).max().unwrap_or_default();
    assert!(most > 40, "{most} at most, where a uniform draw would have about 10");
}
