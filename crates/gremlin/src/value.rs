//! The values that a traversal gives: scalars of all types, collections, elements, paths.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::graphson::Json;
use crate::scalar::Scalar;
use crate::token::Token;

/// A value of a result.
///
/// `==` is identity for tests and caches: entries and items are compared in their order, also those of sets and maps, and
/// elements with their properties. It is none of Gremlin's relations between values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A scalar.
    Scalar(Scalar),
    /// A member of an enumeration, e.g. `T.id` as a key of a map.
    Token(Token),
    /// A list.
    List(Vec<Value>),
    /// A set, in the order in which it came.
    Set(Vec<Value>),
    /// A set whose members count several times each.
    BulkSet(Vec<(Value, i64)>),
    /// A map, in the order in which it came.
    Map(Vec<(Value, Value)>),
    /// A vertex.
    Vertex(Arc<Vertex>),
    /// An edge.
    Edge(Arc<Edge>),
    /// A property of a vertex.
    VertexProperty(Arc<VertexProperty>),
    /// A property of an edge or of a property.
    Property(Arc<Property>),
    /// A path.
    Path(Arc<Path>),
    /// A tree.
    Tree(Tree),
    /// An object that counts several times.
    Traverser(i64, Box<Value>),
    /// A value of a type that is none of these, e.g. an identity of one engine's edges, as it came.
    Foreign(SmolStr, Json),
}

/// A vertex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Vertex {
    /// Its identity.
    pub id: Value,
    /// Its label.
    pub label: SmolStr,
    /// Its properties, as far as they were sent, those of one key one behind the other.
    pub properties: Vec<VertexProperty>,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// Its identity.
    pub id: Value,
    /// Its label.
    pub label: SmolStr,
    /// The vertex that it leaves.
    pub out_vertex: End,
    /// The vertex that it enters.
    pub in_vertex: End,
    /// Its properties, as far as they were sent.
    pub properties: Vec<Property>,
}

/// An end of an edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// The identity of the vertex.
    pub id: Value,
    /// Its label; none where it was not sent.
    pub label: Option<SmolStr>,
}

/// A property of a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VertexProperty {
    /// Its identity.
    pub id: Value,
    /// Its key.
    pub key: SmolStr,
    /// Its value.
    pub value: Value,
    /// Its own properties.
    pub properties: Vec<Property>,
}

/// A property of an edge or of a property.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property {
    /// Its key.
    pub key: SmolStr,
    /// Its value.
    pub value: Value,
}

/// A path: as many sets of labels as objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// The labels that each object was given.
    pub labels: Vec<Vec<SmolStr>>,
    /// What the traverser was at, in order.
    pub objects: Vec<Value>,
}

/// A tree: each object with what lies below it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tree(pub Vec<(Value, Tree)>);

impl From<Scalar> for Value {
    fn from(scalar: Scalar) -> Value {
        Value::Scalar(scalar)
    }
}
