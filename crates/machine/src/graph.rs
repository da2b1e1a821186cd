//! The property graph of a traversal: vertices and edges with one label each, properties of vertices with several values and with
//! properties of their own.
//!
//! What is removed stays addressable, since a traverser may still hold it: its identity and label are known, and it has no
//! properties.

pub(crate) mod import;
mod write;

use std::hash::BuildHasherDefault;
use std::sync::Arc;

use graphlance_gremlin::{Name, Scalar};
use indexmap::IndexMap;
use rustc_hash::FxHasher;

use crate::value::{EdgeKey, Value, VertexKey, VertexPropertyKey};

pub use write::{NewIdentity, WriteError};

type ById<T> = IndexMap<Scalar, T, BuildHasherDefault<FxHasher>>;

/// How identities are compared and made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Identities {
    /// Any scalar; numbers are found whatever their type. New ones are long integers.
    #[default]
    Any,
    /// Integers of 32 bits; a string of digits finds one, too.
    Integers,
    /// Integers of 64 bits; a string of digits finds one, too.
    Longs,
}

/// A vertex.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// Its identity.
    pub id: Scalar,
    /// Whether the graph made the identity.
    pub made: bool,
    /// Its label.
    pub label: Name,
    /// Its properties in the order in which they were set.
    pub properties: Vec<VertexPropertyKey>,
    /// The edges that leave it.
    pub out_edges: Vec<EdgeKey>,
    /// The edges that enter it.
    pub in_edges: Vec<EdgeKey>,
    /// Whether it was removed.
    pub removed: bool,
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Its identity.
    pub id: Scalar,
    /// Whether the graph made the identity.
    pub made: bool,
    /// Its label.
    pub label: Name,
    /// The vertex that it leaves.
    pub out_vertex: VertexKey,
    /// The vertex that it enters.
    pub in_vertex: VertexKey,
    /// Its properties.
    pub properties: IndexMap<Name, Value>,
    /// Whether it was removed.
    pub removed: bool,
}

/// A property of a vertex.
#[derive(Clone, Debug)]
pub struct VertexProperty {
    /// Its identity.
    pub id: Scalar,
    /// Its key, which is its label, too.
    pub key: Name,
    /// Its value.
    pub value: Value,
    /// The vertex.
    pub vertex: VertexKey,
    /// Its own properties.
    pub properties: IndexMap<Name, Value>,
    /// Whether it was removed.
    pub removed: bool,
}

/// A property graph. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct PropertyGraph {
    /// How identities are compared and made.
    pub identities: Identities,
    /// Shared between copies until one of them is written to: each evaluation has a copy of its own.
    held: Arc<Held>,
    next_id: i64,
}

/// What a property graph holds.
#[derive(Clone, Debug, Default)]
struct Held {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    vertex_properties: Vec<VertexProperty>,
    vertices_by_id: ById<VertexKey>,
    edges_by_id: ById<EdgeKey>,
    properties_by_id: ById<VertexPropertyKey>,
}

impl PropertyGraph {
    /// An empty graph.
    pub fn new() -> PropertyGraph {
        PropertyGraph::default()
    }

    /// Its vertices in the order in which they came.
    pub fn vertices(&self) -> impl Iterator<Item = VertexKey> + '_ {
        self.held.vertices_by_id.values().copied()
    }

    /// Its edges in the order in which they came.
    pub fn edges(&self) -> impl Iterator<Item = EdgeKey> + '_ {
        self.held.edges_by_id.values().copied()
    }

    /// How many vertices it has.
    pub fn vertex_count(&self) -> usize {
        self.held.vertices_by_id.len()
    }

    /// A vertex, be it removed or not. Keys come from this graph alone.
    pub fn vertex(&self, key: VertexKey) -> &Vertex {
        &self.held.vertices[key.0 as usize]
    }

    /// An edge, be it removed or not.
    pub fn edge(&self, key: EdgeKey) -> &Edge {
        &self.held.edges[key.0 as usize]
    }

    /// The values of all properties, also of what was removed, and of the properties of properties.
    pub fn property_values(&self) -> impl Iterator<Item = &Value> {
        let of_vertices = self.held.vertex_properties.iter();
        let of_vertices = of_vertices.flat_map(|one| std::iter::once(&one.value).chain(one.properties.values()));
        of_vertices.chain(self.held.edges.iter().flat_map(|edge| edge.properties.values()))
    }

    /// Whether a value is an element, or a property of a vertex, that was removed.
    pub fn is_removed(&self, value: &Value) -> bool {
        match value {
            Value::Vertex(key) => self.vertex(*key).removed,
            Value::Edge(key) => self.edge(*key).removed,
            Value::VertexProperty(key) => self.vertex_property(*key).removed,
            _ => false,
        }
    }

    /// A property of a vertex, be it removed or not.
    pub fn vertex_property(&self, key: VertexPropertyKey) -> &VertexProperty {
        &self.held.vertex_properties[key.0 as usize]
    }

    /// The vertex of an identity.
    pub fn find_vertex(&self, id: &Scalar) -> Option<VertexKey> {
        self.held.vertices_by_id.get(&self.normal(id)?).copied()
    }

    /// The edge of an identity.
    pub fn find_edge(&self, id: &Scalar) -> Option<EdgeKey> {
        self.held.edges_by_id.get(&self.normal(id)?).copied()
    }

    /// The identity as which another is looked up: integers of any type are one.
    fn normal(&self, id: &Scalar) -> Option<Scalar> {
        match id {
            Scalar::Null => None,
            Scalar::String(text) if self.identities != Identities::Any => text.parse().ok().map(Scalar::Long),
            Scalar::Float(value) if value.fract() == 0.0 => Some(Scalar::Long(*value as i64)),
            Scalar::Double(value) if value.fract() == 0.0 => Some(Scalar::Long(*value as i64)),
            other => Some(other.as_long().map_or_else(|| other.clone(), Scalar::Long)),
        }
    }

    /// The identity of an element; none of what is no element.
    pub fn id(&self, element: &Value) -> Option<&Scalar> {
        match element {
            Value::Vertex(key) => Some(&self.vertex(*key).id),
            Value::Edge(key) => Some(&self.edge(*key).id),
            Value::VertexProperty(key) => Some(&self.vertex_property(*key).id),
            _ => None,
        }
    }

    /// The label of an element; none of what is no element.
    pub fn label(&self, element: &Value) -> Option<&Name> {
        match element {
            Value::Vertex(key) => Some(&self.vertex(*key).label),
            Value::Edge(key) => Some(&self.edge(*key).label),
            Value::VertexProperty(key) => Some(&self.vertex_property(*key).key),
            _ => None,
        }
    }

    /// The keys and values of an element's properties, each with the property itself.
    pub fn properties(&self, element: &Value) -> Vec<(Name, Value, Value)> {
        self.properties_where(element, |_| true)
    }

    /// The same of those whose key is wanted.
    pub fn properties_where(&self, element: &Value, wanted: impl Fn(&Name) -> bool) -> Vec<(Name, Value, Value)> {
        use crate::value::{Owner, Property};
        let owned = |owner: Owner, properties: &IndexMap<Name, Value>| {
            let one = |(key, value): (&Name, &Value)| {
                let property = Property { owner, key: key.clone(), value: value.clone() };
                (key.clone(), value.clone(), Value::Property(property.into()))
            };
            properties.iter().filter(|(key, _)| wanted(key)).map(one).collect()
        };
        match element {
            Value::Vertex(key) => {
                let own = self.vertex(*key).properties.iter().map(|key| (key, self.vertex_property(*key)));
                let own = own.filter(|(_, property)| wanted(&property.key));
                own.map(|(key, property)| (property.key.clone(), property.value.clone(), Value::VertexProperty(*key)))
                    .collect()
            }
            Value::Edge(key) => owned(Owner::Edge(*key), &self.edge(*key).properties),
            Value::VertexProperty(key) => owned(Owner::VertexProperty(*key), &self.vertex_property(*key).properties),
            _ => Vec::new(),
        }
    }
}
