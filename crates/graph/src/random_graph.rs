//! Random schemas and graphs.
//!
//! Labels are `L0`, `L1`, .., types `T0`, .., keys `k0`, .. Each key holds values of one kind wherever it is present.
//! Beside them every element has an integer property `id`, unique over all elements: nodes have 0, 1, .., relationships
//! the numbers after them. The schema lists `id` as its first key.

pub mod formula;
mod recipe;
mod sizes;
mod times;
mod topology;
mod values;

pub use formula::Formula;
pub use recipe::Recipe;
pub use sizes::{GraphSizes, IndexSupport};
pub use topology::{Property, Topology};

use crate::domain::ValueDomain;
use crate::graph_compare::ID;
use crate::schema::{PropertyKey, PropertyKind};
use crate::{Graph, Index, IndexKind, Name, NodeKey, Properties, Random, Schema, Value};

/// A random graph with its schema, of values and indexes that the target has.
pub fn random_graph(random: &mut Random, sizes: &GraphSizes, domain: &ValueDomain, indexes: &IndexSupport) -> Graph {
    let mut maker = Maker::new(random, sizes, domain);
    let mut graph = Graph::new();
    graph.schema = maker.schema();
    maker.nodes(&mut graph);
    maker.relationships(&mut graph);
    graph.schema.indexes = maker.indexes(&graph.schema, indexes);
    graph
}

/// A random value of a kind, of lists of integers for a list; `boundary` is the chance of a boundary value.
pub fn random_value(random: &mut Random, kind: PropertyKind, boundary: f64, domain: &ValueDomain) -> Value {
    values::value(random, kind, PropertyKind::Integer, boundary, domain)
}

/// How many labels a node has, by weight: 0, 1, 2, 3.
const LABEL_COUNTS: &[f64] = &[1.0, 4.5, 3.0, 1.5];

/// Chance that a relationship parallel to another has its type too.
const PARALLEL_SAME_TYPE: f64 = 0.7;

/// How often a place is drawn until the target can store a relationship there.
const PLACES: usize = 12;

/// Where a relationship is: the node that it comes from, its type, and the node that it goes to.
type Place = (NodeKey, Name, NodeKey);

struct Maker<'a> {
    random: &'a mut Random,
    sizes: &'a GraphSizes,
    domain: &'a ValueDomain,
    /// The keys beside `id`.
    keys: Vec<DrawnKey>,
    next_id: i64,
}

struct DrawnKey {
    key: PropertyKey,
    /// The kind of a list's elements.
    element: PropertyKind,
    /// Values in use.
    used: Vec<Value>,
}

impl<'a> Maker<'a> {
    fn new(random: &'a mut Random, sizes: &'a GraphSizes, domain: &'a ValueDomain) -> Maker<'a> {
        let count = random.between(sizes.keys[0], sizes.keys[1]);
        let keys = (0..count)
            .map(|index| {
                let kind = random_kind(random, index, sizes, domain);
                let element = random_scalar(random);
                DrawnKey { key: PropertyKey { name: numbered('k', index), kind }, element, used: Vec::new() }
            })
            .collect();
        Maker { random, sizes, domain, keys, next_id: 0 }
    }

    fn schema(&mut self) -> Schema {
        let least = self.sizes.labels[0].max(self.domain.node_labels[0]);
        let labels = self.random.between(least, self.sizes.labels[1].max(least));
        let types = self.random.between(self.sizes.types[0].max(1), self.sizes.types[1]);
        let id = PropertyKey { name: ID.into(), kind: PropertyKind::Integer };
        Schema {
            labels: (0..labels.min(self.domain.most_names)).map(|index| numbered('L', index)).collect(),
            types: (0..types.min(self.domain.most_names)).map(|index| numbered('T', index)).collect(),
            keys: std::iter::once(id).chain(self.keys.iter().map(|drawn| drawn.key.clone())).collect(),
            indexes: Vec::new(),
        }
    }

    fn nodes(&mut self, graph: &mut Graph) {
        for _ in 0..self.random.between(self.sizes.nodes[0], self.sizes.nodes[1]) {
            let [least, most] = self.domain.node_labels;
            let count = self.random.weighted(LABEL_COUNTS).unwrap_or_default().min(most).max(least);
            let labels = self.random.sample(&graph.schema.labels, count);
            let properties = self.properties();
            graph.add_node(labels, properties);
        }
    }

    fn relationships(&mut self, graph: &mut Graph) {
        let mut ends: Vec<NodeKey> = graph.nodes().map(|node| node.key).collect();
        let keep = ends.first().copied();
        ends.retain(|key| Some(*key) == keep || !self.random.chance(self.sizes.isolated));
        let mut placed: Vec<Place> = Vec::new();
        let drawn = self.random.between(self.sizes.relationships[0], self.sizes.relationships[1]);
        for _ in 0..drawn.min(graph.node_count() * self.sizes.most_per_node) {
            let Some(place) = self.place(&ends, &graph.schema.types, &placed) else { return };
            let Some((start, kind, end)) = self.storable(place, graph, &ends, &placed) else { continue };
            let properties = self.properties();
            // Both ends are nodes of this graph, so that it cannot refuse them.
            if graph.add_relationship(start, kind.clone(), end, properties).is_ok() {
                placed.push((start, kind, end));
            }
        }
    }

    /// The first of some places, beginning with this one, that the target can store; none where none can be stored.
    fn storable(&mut self, first: Place, graph: &Graph, ends: &[NodeKey], placed: &[Place]) -> Option<Place> {
        let mut place = first;
        for _ in 0..PLACES {
            if self.can_store(&place, graph, placed) {
                return Some(place);
            }
            place = self.place(ends, &graph.schema.types, placed)?;
        }
        None
    }

    fn can_store(&self, place: &Place, graph: &Graph, placed: &[Place]) -> bool {
        let label = |key: NodeKey| graph.node(key).and_then(|node| node.labels.first());
        let pair = |(start, _, end): &Place| (label(*start), label(*end));
        (self.domain.parallel || !placed.contains(place))
            && (!self.domain.one_pair_per_type
                || placed.iter().find(|other| other.1 == place.1).is_none_or(|other| pair(other) == pair(place)))
    }

    /// End points and type of a new relationship; none when there is no node or no type.
    fn place(&mut self, ends: &[NodeKey], types: &[Name], placed: &[Place]) -> Option<Place> {
        let kind = self.random.pick(types)?.clone();
        if self.random.chance(self.sizes.parallel)
            && let Some((start, same, end)) = self.random.pick(placed)
        {
            let kind = if self.random.chance(PARALLEL_SAME_TYPE) { same.clone() } else { kind };
            let backwards = self.random.chance(0.25);
            return Some(if backwards { (*end, kind, *start) } else { (*start, kind, *end) });
        }
        let place = self.random.below(ends.len());
        let start = *ends.get(place)?;
        if self.random.chance(self.sizes.self_loops) {
            return Some((start, kind, start));
        }
        let near = match self.sizes.block {
            0 => ends,
            block => ends.chunks(block).nth(place / block).unwrap_or(ends),
        };
        let others: Vec<NodeKey> = near.iter().copied().filter(|key| *key != start).collect();
        Some((start, kind, self.random.pick(&others).copied().unwrap_or(start)))
    }

    fn properties(&mut self) -> Properties {
        let mut properties = Properties::from([(ID.into(), Value::Integer(self.next_id))]);
        self.next_id += 1;
        for drawn in &mut self.keys {
            if !self.random.chance(self.sizes.property_density) {
                continue;
            }
            let shared =
                if self.random.chance(self.sizes.shared_values) { self.random.pick(&drawn.used) } else { None };
            let value = match shared {
                Some(value) => value.clone(),
                None => {
                    let boundary = self.sizes.boundary_values;
                    let value = values::value(self.random, drawn.key.kind, drawn.element, boundary, self.domain);
                    drawn.used.push(value.clone());
                    value
                }
            };
            properties.insert(drawn.key.name.clone(), value);
        }
        properties
    }

    fn indexes(&mut self, schema: &Schema, support: &IndexSupport) -> Vec<Index> {
        let of = |wanted: fn(PropertyKind) -> bool| -> Vec<Name> {
            schema.keys.iter().filter(|key| wanted(key.kind)).map(|key| key.name.clone()).collect()
        };
        let strings = of(|kind| kind == PropertyKind::String);
        let scalars = of(|kind| !matches!(kind, PropertyKind::List | PropertyKind::Point));
        let mut indexes = Vec::new();
        for label in &schema.labels {
            self.index(&mut indexes, support.range, (IndexKind::Range, true), label, &scalars, 1);
            self.index(&mut indexes, support.composite, (IndexKind::Range, true), label, &scalars, 2);
            self.index(&mut indexes, support.text, (IndexKind::Text, true), label, &strings, 1);
            self.index(&mut indexes, support.unique, (IndexKind::Unique, true), label, &[ID.into()], 1);
        }
        for kind in &schema.types {
            self.index(&mut indexes, support.relationship, (IndexKind::Range, false), kind, &scalars, 1);
        }
        indexes
    }

    /// Adds by chance an index over `width` of `keys`, unless its keys are those of an index there already is.
    fn index(
        &mut self,
        indexes: &mut Vec<Index>,
        offered: bool,
        (kind, on_nodes): (IndexKind, bool),
        name: &Name,
        keys: &[Name],
        width: usize,
    ) {
        if !offered || !self.random.chance(self.sizes.indexes) {
            return;
        }
        let keys = self.random.sample(keys, width);
        let same = |other: &Index| other.on_nodes == on_nodes && other.name == *name && other.keys == keys;
        if keys.len() == width && !indexes.iter().any(same) {
            indexes.push(Index { kind, on_nodes, name: name.clone(), keys });
        }
    }
}

/// The first two keys hold integers and strings, so that every schema has both.
fn random_kind(random: &mut Random, index: usize, sizes: &GraphSizes, domain: &ValueDomain) -> PropertyKind {
    // A profile without them draws nothing for them, so that they change no other graph.
    let temporal = sizes.temporal > 0.0 && !domain.temporal.is_empty();
    let points = sizes.points > 0.0 && domain.points;
    match index {
        0 => PropertyKind::Integer,
        1 => PropertyKind::String,
        _ if temporal && random.chance(sizes.temporal) => random_temporal_kind(random, domain),
        _ if points && random.chance(sizes.points) => PropertyKind::Point,
        _ if domain.list_properties && random.chance(0.12) => PropertyKind::List,
        _ => random_scalar(random),
    }
}

fn random_temporal_kind(random: &mut Random, domain: &ValueDomain) -> PropertyKind {
    let place = random.below(domain.temporal.len());
    domain.temporal.iter().nth(place).copied().map_or(PropertyKind::Integer, PropertyKind::Temporal)
}

fn random_scalar(random: &mut Random) -> PropertyKind {
    match random.below(10) {
        0..=2 => PropertyKind::Integer,
        3..=5 => PropertyKind::String,
        6..=7 => PropertyKind::Float,
        _ => PropertyKind::Boolean,
    }
}

fn numbered(letter: char, index: usize) -> Name {
    Name::from(format!("{letter}{index}"))
}

#[cfg(test)]
mod tests;
