//! Leaves: variables in scope with their known values, and what shapes the properties of a graph have.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use graphlance_cypher::functions::Kind;
use graphlance_graph::graph_compare::ID;
use graphlance_graph::{Graph, Name, Node, Properties, Relationship, Value};

use super::adjacency::Adjacency;
use super::column::PropertyColumn;
use super::shape::Shape;

/// A variable in scope whose value is the same on every row.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Value,
    /// What it may be on any row of any plan.
    pub shape: Shape,
    /// How far engines may differ in it; 0 for exact values.
    pub ulps: u32,
}

impl Leaf {
    /// A variable of exact values.
    pub fn new(name: Name, value: Value, shape: Shape) -> Leaf {
        Leaf { name, value, shape, ulps: 0 }
    }

    /// The node it is bound to.
    pub fn node(&self) -> Option<&Arc<Node>> {
        match &self.value {
            Value::Node(node) => Some(node),
            _ => None,
        }
    }

    /// The relationship it is bound to.
    pub fn relationship(&self) -> Option<&Arc<Relationship>> {
        match &self.value {
            Value::Relationship(relationship) => Some(relationship),
            _ => None,
        }
    }
}

/// A property key with the shape of its values over all elements that have it.
pub type ShapedKey = (Name, Shape);

/// What is known of a graph before any query: the shapes of each property over all nodes and over all relationships, and
/// what is at each node.
#[derive(Clone, Debug, Default)]
pub struct GraphShapes {
    nodes: Keys,
    relationships: Keys,
    adjacency: Adjacency,
    special: Vec<Kind>,
}

#[derive(Clone, Debug, Default)]
struct Keys {
    /// In order of names.
    all: Vec<ShapedKey>,
    /// The same by the kind of value.
    by_kind: BTreeMap<Kind, Vec<ShapedKey>>,
    /// The same with the values.
    columns: Vec<PropertyColumn>,
}

impl GraphShapes {
    /// Computes the shapes of a graph.
    pub fn of(graph: &Graph) -> GraphShapes {
        let nodes = Keys::of(graph.nodes().map(|node| (node.key.0, &node.properties)));
        let relationships = Keys::of(graph.relationships().map(|r| (r.key.0, &r.properties)));
        let is_special = |kind: &Kind| matches!(kind, Kind::Temporal(_) | Kind::Point);
        let kinds: BTreeSet<Kind> = nodes.by_kind.keys().chain(relationships.by_kind.keys()).copied().collect();
        let special = kinds.into_iter().filter(is_special).collect();
        GraphShapes { nodes, relationships, adjacency: Adjacency::of(graph), special }
    }

    /// The shape of a node's property.
    pub fn node(&self, key: &str) -> Shape {
        self.nodes.shape(key)
    }

    /// The shape of a relationship's property.
    pub fn relationship(&self, key: &str) -> Shape {
        self.relationships.shape(key)
    }

    /// Whether what holds of the values of any graph of these shapes holds of those of a graph of other shapes, ids of
    /// elements aside.
    pub fn covers(&self, other: &GraphShapes) -> bool {
        let covers = |own: &Keys, other: &Keys| {
            let within = |(key, shape): &ShapedKey| own.shape(key).join(shape.clone()) == own.shape(key);
            other.all.iter().filter(|(key, _)| key != ID).all(within)
        };
        covers(&self.nodes, &other.nodes) && covers(&self.relationships, &other.relationships)
    }

    /// The properties of nodes with their values, in order of keys.
    pub fn node_columns(&self) -> &[PropertyColumn] {
        &self.nodes.columns
    }

    /// The properties of relationships with their values, in order of keys.
    pub fn relationship_columns(&self) -> &[PropertyColumn] {
        &self.relationships.columns
    }

    /// The relationships at each node.
    pub fn adjacency(&self) -> &Adjacency {
        &self.adjacency
    }

    /// The kinds of temporal values and points that some element has; they are computed with where there are any.
    pub fn special_kinds(&self) -> &[Kind] {
        &self.special
    }

    /// The keys of nodes, in order of names.
    pub fn node_keys(&self) -> &[ShapedKey] {
        &self.nodes.all
    }

    /// The keys of relationships, in order of names.
    pub fn relationship_keys(&self) -> &[ShapedKey] {
        &self.relationships.all
    }

    /// The keys of nodes whose values are of a kind.
    pub fn node_keys_of(&self, kind: Kind) -> &[ShapedKey] {
        self.nodes.by_kind.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// The keys of relationships whose values are of a kind.
    pub fn relationship_keys_of(&self, kind: Kind) -> &[ShapedKey] {
        self.relationships.by_kind.get(&kind).map_or(&[], Vec::as_slice)
    }
}

impl Keys {
    fn of<'p>(elements: impl Iterator<Item = (u32, &'p Properties)>) -> Keys {
        let columns = PropertyColumn::all(elements);
        let all: Vec<ShapedKey> = columns.iter().map(|column| (column.key.clone(), column.shape.clone())).collect();
        let mut by_kind: BTreeMap<Kind, Vec<ShapedKey>> = BTreeMap::new();
        for (key, shape) in &all {
            by_kind.entry(shape.kind()).or_default().push((key.clone(), shape.clone()));
        }
        Keys { all, by_kind, columns }
    }

    fn shape(&self, key: &str) -> Shape {
        let place = self.all.binary_search_by(|(known, _)| known.as_str().cmp(key));
        place.map_or(Shape::Null, |place| self.all[place].1.clone())
    }
}
