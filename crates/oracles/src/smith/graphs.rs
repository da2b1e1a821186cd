//! The graph mutation score: how many graphs that lack one property some statement tells from the whole graph.

use graphlance_cypher::Statement;
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::compare::tells_apart;
use graphlance_graph::{Graph, Name, NodeKey, Random, RelationshipKey};
use graphlance_reference::{Options, evaluate};

use super::{QUERIES, context, tree};
use crate::{Oracle, Reference};

/// Mutants of a graph.
pub const MUTANTS: usize = 50;

/// The stream of randomness that mutants take.
const MUTANT: u64 = 77;

/// A property of an element.
#[derive(Clone)]
enum Place {
    Node(NodeKey, Name),
    Relationship(RelationshipKey, Name),
}

/// How many of [`MUTANTS`] mutants some of [`QUERIES`] statements tell from a graph.
pub(super) fn killed(profile: &Profile, seed: u64) -> usize {
    let round_context = context(profile, seed);
    let graph = Reference.round(&round_context).graph().clone();
    let mut alive = mutants(&graph, &mut Random::derive(seed, &[MUTANT]));
    let all = alive.len();
    let statements = Reference.statements(&round_context, QUERIES, &Adaptation::default());
    let options = Options::default();
    for case in &statements {
        let (Some(statement), Some((_, returns))) = (tree(case), case.claim.table()) else { continue };
        alive.retain(|mutant| {
            let answer = answer(mutant, statement, &options);
            !answer.is_some_and(|other| tells_apart(returns, &other, false))
        });
    }
    all - alive.len()
}

fn answer(graph: &Graph, statement: &Statement, options: &Options) -> Option<graphlance_graph::Returns> {
    evaluate(graph, statement, options).ok().map(|answer| answer.returns)
}

/// Graphs that lack one property each.
fn mutants(graph: &Graph, random: &mut Random) -> Vec<Graph> {
    let of_nodes = graph.nodes().flat_map(|node| node.properties.keys().map(|key| Place::Node(node.key, key.clone())));
    let of_relationships = graph
        .relationships()
        .flat_map(|one| one.properties.keys().map(|key| Place::Relationship(one.key, key.clone())));
    let places: Vec<Place> = of_nodes.chain(of_relationships).collect();
    let without = |place: Place| {
        let mut mutant = graph.clone();
        match place {
            Place::Node(key, name) => mutant.edit_node(key, |node| drop(node.properties.remove(&name))),
            Place::Relationship(key, name) => mutant.edit_relationship(key, |one| drop(one.properties.remove(&name))),
        };
        mutant
    };
    random.sample(&places, MUTANTS).into_iter().map(without).collect()
}
