//! Graphs of a million nodes: each element is told by arithmetic, so that a graph is a line of data, and a few statements load it.

mod series;

use serde::{Deserialize, Serialize};

pub use series::{Places, Series};

use super::numbered;
use super::topology::Topology;
use crate::graph_compare::ID;
use crate::schema::{PropertyKey, PropertyKind};
use crate::{Graph, Index, IndexKind, Name, NodeKey, Properties, Schema, Value};

/// The version of the arithmetic. A graph by another one is refused, since it would be another graph.
const VERSION: u32 = 1;

/// Labels, of which the node of place `i` has that of `i % LABELS`.
pub const LABELS: i64 = 4;
/// Types, which the series of a topology take in turn.
const TYPES: usize = 3;
/// Numbers of nodes are multiples of it, so that halves, quarters and what is taken modulo them keep labels apart.
const GRAIN: i64 = 16;
/// The greatest number of nodes: products of places and factors stay far below 2^63.
pub const MOST: i64 = 4_000_000;

/// A graph by arithmetic: node `i` has the property `id` = `i`, and each relationship follows from its place in a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formula {
    version: u32,
    topology: Topology,
    nodes: i64,
    seed: u64,
}

/// A property as a function of the `id`: `(id * factor + summand) % modulus`, and absent where `id % 5` is [`Term::ABSENT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The factor.
    pub factor: i64,
    /// What is added.
    pub summand: i64,
    /// Values are below it.
    pub modulus: i64,
    /// Whether some elements lack it.
    pub sparse: bool,
}

impl Term {
    /// Elements of which the `id` has this remainder by [`Term::OF`] lack a sparse property.
    pub const ABSENT: i64 = 3;
    /// By what the `id` is divided.
    pub const OF: i64 = 5;

    /// The value for an `id`.
    fn value(&self, id: i64) -> Option<Value> {
        let absent = self.sparse && id % Term::OF == Term::ABSENT;
        (!absent).then(|| Value::Integer((id * self.factor + self.summand) % self.modulus))
    }
}

impl Formula {
    /// A graph of a topology with so many nodes, or a few more. None where that is more than can be told by such arithmetic.
    pub fn new(topology: Topology, nodes: usize, seed: u64) -> Option<Formula> {
        let nodes = i64::try_from(nodes.max(1)).ok()?.checked_add(GRAIN - 1)? / GRAIN * GRAIN;
        (nodes <= MOST).then_some(Formula { version: VERSION, topology, nodes, seed })
    }

    /// The same with another number of nodes.
    pub fn resized(&self, nodes: usize) -> Option<Formula> {
        Formula::new(self.topology, nodes, self.seed)
    }

    /// How its relationships lie.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// How many nodes it has.
    pub fn nodes(&self) -> i64 {
        self.nodes
    }

    /// The properties of each element beside `id`: one of few values, one of many.
    pub fn terms(&self) -> Vec<(Name, Term)> {
        // Odd factors, so that neighbours differ.
        let odd = |shift: u32| i64::from((self.seed >> shift) as u16) | 1;
        let few = Term { factor: odd(0), summand: 11, modulus: 97, sparse: false };
        let many = Term { factor: odd(16), summand: 5, modulus: 100_003, sparse: true };
        vec![(numbered('k', 0), few), (numbered('k', 1), many)]
    }

    /// The label of the node of a place.
    pub fn label(place: i64) -> Name {
        numbered('L', (place % LABELS) as usize)
    }

    /// The nodes of each label: the label, and their places.
    pub fn node_series(&self) -> Vec<(Name, Places)> {
        let of = |first: i64| Places { first, stride: LABELS, ..Places::default() };
        (0..LABELS).map(|first| (Formula::label(first), of(first))).collect()
    }

    /// How many nodes have each label.
    pub fn nodes_of_label(&self) -> i64 {
        self.nodes / LABELS
    }

    /// The relationships, in series of which each has one type, and one label at either end.
    pub fn relationship_series(&self) -> Vec<Series> {
        let mut first_id = self.nodes;
        let mut all = Vec::new();
        for (number, whole) in series::of_topology(self.topology, self.nodes).into_iter().enumerate() {
            let count = whole.count;
            let kind = numbered('T', number % TYPES);
            all.extend((0..LABELS).filter_map(|rest| whole.part(LABELS, rest, kind.clone(), first_id)));
            first_id += count;
        }
        all
    }

    /// Which names the graph uses, with an index on the `id` of each label.
    pub fn schema(&self) -> Schema {
        let labels: Vec<Name> = (0..LABELS).map(Formula::label).collect();
        let key = |name: Name| PropertyKey { name, kind: PropertyKind::Integer };
        let on_id =
            |label: &Name| Index { kind: IndexKind::Range, on_nodes: true, name: label.clone(), keys: vec![ID.into()] };
        Schema {
            indexes: labels.iter().map(on_id).collect(),
            labels,
            types: (0..TYPES).map(|number| numbered('T', number)).collect(),
            keys: std::iter::once(key(ID.into())).chain(self.terms().into_iter().map(|(name, _)| key(name))).collect(),
        }
    }

    /// The graph, element by element.
    pub(crate) fn elements(&self) -> Graph {
        let terms = self.terms();
        let properties = |id: i64| -> Properties {
            let values = terms.iter().filter_map(|(name, term)| Some((name.clone(), term.value(id)?)));
            values.chain([(ID.into(), Value::Integer(id))]).collect()
        };
        let mut graph = Graph::new();
        graph.schema = self.schema();
        for place in 0..self.nodes {
            graph.add_node([Formula::label(place)], properties(place));
        }
        let key = |place: i64| NodeKey(place as u32);
        for series in self.relationship_series() {
            for (start, end, id) in series.wires() {
                // Both ends are places of nodes, so that the graph cannot refuse them.
                let _ = graph.add_relationship(key(start), series.kind.clone(), key(end), properties(id));
            }
        }
        graph
    }

    /// Whether the graph of this data is that of today's arithmetic. Errors: in a sentence.
    pub(crate) fn checked(self) -> Result<Formula, String> {
        let of =
            |nodes: i64| usize::try_from(nodes).ok().and_then(|nodes| Formula::new(self.topology, nodes, self.seed));
        match of(self.nodes) {
            _ if self.version != VERSION => {
                Err(format!("its formula has the version {}, and {VERSION} is known", self.version))
            }
            Some(same) if same == self => Ok(self),
            _ => Err(format!("a formula of {} nodes is none: multiples of {GRAIN} up to {MOST}", self.nodes)),
        }
    }
}

#[cfg(test)]
mod tests;
