//! The objects of a traversal: scalars, elements of the graph, and what holds others.
//!
//! `==` and hashing are what Java calls `equals`: 1 is another than 1L, an element is its identity, lists go by their items in
//! order, sets and maps in any order. It is the equivalence by which Gremlin groups and removes duplicates. The other
//! relations between values stand in [`relations`].

mod held;
pub mod relations;
pub mod text;

use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

use graphlance_gremlin::token::{Cardinality, Token};
use graphlance_gremlin::{Name, Scalar};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHasher;

use self::held::Extent;

/// A set of values that keeps the order in which they came.
pub type Values = IndexSet<Value, BuildHasherDefault<FxHasher>>;

/// A map between values that keeps the order in which its keys came.
pub type Entries = IndexMap<Value, Value, BuildHasherDefault<FxHasher>>;

/// A vertex of a [`crate::PropertyGraph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VertexKey(pub u32);

/// An edge of a [`crate::PropertyGraph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeKey(pub u32);

/// A property of a vertex of a [`crate::PropertyGraph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VertexPropertyKey(pub u32);

/// An object of a traversal. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Value {
    /// A scalar.
    Scalar(Scalar),
    /// A member of one of Gremlin's enumerations, such as the key `T.id` of a map.
    Token(Token),
    /// A value with the cardinality it is to be set with.
    WithCardinality(Cardinality, Arc<Value>),
    /// A vertex.
    Vertex(VertexKey),
    /// An edge.
    Edge(EdgeKey),
    /// A property of a vertex.
    VertexProperty(VertexPropertyKey),
    /// A property of an edge or of a vertex's property.
    Property(Arc<Property>),
    /// A list.
    List(Arc<Items>),
    /// What `aggregate` collects: a collection with duplicates and without an order.
    Bag(Arc<Items>),
    /// A set.
    Set(Arc<Distinct>),
    /// A map.
    Map(Arc<Mapping>),
    /// An entry of a map.
    Entry(Arc<(Value, Value)>),
    /// A path.
    Path(Arc<Path>),
    /// A part of the graph.
    Subgraph(Arc<Subgraph>),
}

/// Whose a property is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// An edge.
    Edge(EdgeKey),
    /// A property of a vertex.
    VertexProperty(VertexPropertyKey),
}

/// A property of an edge or of a vertex's property. Two are equal when their keys and values are.
#[derive(Clone, Debug)]
pub struct Property {
    /// Whose it is.
    pub owner: Owner,
    /// Its key.
    pub key: Name,
    /// Its value.
    pub value: Value,
}

/// Values in order.
#[derive(Clone, Debug)]
pub struct Items {
    /// The values.
    pub values: Vec<Value>,
    extent: Extent,
}

/// Values of which no two are equal.
#[derive(Clone, Debug)]
pub struct Distinct {
    /// The values.
    pub values: Values,
    extent: Extent,
}

/// Keys with their values.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// The entries.
    pub entries: Entries,
    /// Whether `tree` made it.
    pub tree: bool,
    extent: Extent,
}

/// A path: where a traverser was, with the labels of each place.
#[derive(Clone, Debug)]
pub struct Path {
    /// The objects.
    pub objects: Vec<Value>,
    /// The labels of each object.
    pub labels: Vec<Vec<Name>>,
    extent: Extent,
}

/// A part of the graph: the vertices and edges that are in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subgraph {
    /// The vertices.
    pub vertices: Vec<VertexKey>,
    /// The edges.
    pub edges: Vec<EdgeKey>,
}

impl Value {
    /// The missing value.
    pub const NULL: Value = Value::Scalar(Scalar::Null);

    /// A list.
    pub fn list(values: Vec<Value>) -> Value {
        let extent = Extent::around(values.iter());
        Value::List(Arc::new(Items { values, extent }))
    }

    /// A collection with duplicates and without an order.
    pub fn bag(values: Vec<Value>) -> Value {
        let extent = Extent::around(values.iter());
        Value::Bag(Arc::new(Items { values, extent }))
    }

    /// A set of what is different among values.
    pub fn set(values: impl IntoIterator<Item = Value>) -> Value {
        let values: Values = values.into_iter().collect();
        let extent = Extent::around(values.iter());
        Value::Set(Arc::new(Distinct { values, extent }))
    }

    /// A map.
    pub fn map(entries: Entries) -> Value {
        Value::mapping(entries, false)
    }

    /// A tree: a map from its roots to the trees below them.
    pub fn tree(entries: Entries) -> Value {
        Value::mapping(entries, true)
    }

    fn mapping(entries: Entries, tree: bool) -> Value {
        let extent = Extent::around(entries.iter().flat_map(|(key, value)| [key, value]));
        Value::Map(Arc::new(Mapping { entries, tree, extent }))
    }

    /// An entry of a map.
    pub fn entry(key: Value, value: Value) -> Value {
        Value::Entry(Arc::new((key, value)))
    }

    /// A path.
    pub fn path(objects: Vec<Value>, labels: Vec<Vec<Name>>) -> Value {
        let extent = Extent::around(objects.iter());
        Value::Path(Arc::new(Path { objects, labels, extent }))
    }

    /// A string.
    pub fn string(text: impl Into<Name>) -> Value {
        Value::Scalar(Scalar::String(text.into()))
    }

    /// An integer of 64 bits.
    pub fn long(value: i64) -> Value {
        Value::Scalar(Scalar::Long(value))
    }

    /// Whether it is missing.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Scalar(Scalar::Null))
    }

    /// The scalar if it is one.
    pub fn as_scalar(&self) -> Option<&Scalar> {
        match self {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The number if it is one.
    pub fn as_number(&self) -> Option<&Scalar> {
        self.as_scalar().filter(|scalar| scalar.is_number())
    }

    /// The string if it is one.
    pub fn as_str(&self) -> Option<&str> {
        self.as_scalar().and_then(Scalar::as_str)
    }

    /// Whether it is a vertex, an edge or a property of a vertex.
    pub fn is_element(&self) -> bool {
        matches!(self, Value::Vertex(_) | Value::Edge(_) | Value::VertexProperty(_))
    }

    /// What is in it if it is a list, a set or a bag.
    pub fn collection(&self) -> Option<Vec<Value>> {
        match self {
            Value::List(items) | Value::Bag(items) => Some(items.values.clone()),
            Value::Set(distinct) => Some(distinct.values.iter().cloned().collect()),
            _ => None,
        }
    }

    /// How many values are in it if it is a collection, a map or a path.
    pub fn size(&self) -> Option<usize> {
        match self {
            Value::List(items) | Value::Bag(items) => Some(items.values.len()),
            Value::Set(distinct) => Some(distinct.values.len()),
            Value::Map(mapping) => Some(mapping.entries.len()),
            Value::Path(path) => Some(path.objects.len()),
            _ => None,
        }
    }

    /// What Java's runtime iterates over: items, entries, objects of a path; of anything else that alone.
    pub fn iterated(&self) -> Vec<Value> {
        match self {
            Value::List(_) | Value::Bag(_) | Value::Set(_) => self.collection().unwrap_or_default(),
            Value::Map(mapping) => {
                mapping.entries.iter().map(|(key, value)| Value::entry(key.clone(), value.clone())).collect()
            }
            Value::Path(path) => path.objects.clone(),
            other => vec![other.clone()],
        }
    }

    /// What it is called in an error.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Scalar(scalar) => scalar.type_name(),
            Value::Token(_) => "token",
            Value::WithCardinality(..) => "value with a cardinality",
            Value::Vertex(_) => "vertex",
            Value::Edge(_) => "edge",
            Value::VertexProperty(_) => "vertex property",
            Value::Property(_) => "property",
            Value::List(_) => "list",
            Value::Bag(_) => "bag",
            Value::Set(_) => "set",
            Value::Map(mapping) if mapping.tree => "tree",
            Value::Map(_) => "map",
            Value::Entry(_) => "entry of a map",
            Value::Path(_) => "path",
            Value::Subgraph(_) => "graph",
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Scalar(a), Value::Scalar(b)) => a == b,
            (Value::Token(a), Value::Token(b)) => a == b,
            (Value::WithCardinality(a, x), Value::WithCardinality(b, y)) => a == b && x == y,
            (Value::Vertex(a), Value::Vertex(b)) => a == b,
            (Value::Edge(a), Value::Edge(b)) => a == b,
            (Value::VertexProperty(a), Value::VertexProperty(b)) => a == b,
            (Value::Property(a), Value::Property(b)) => a.key == b.key && a.value == b.value,
            (Value::List(a), Value::List(b)) => a.values == b.values,
            (Value::Bag(a), Value::Bag(b)) => same_bag(&a.values, &b.values),
            (Value::Set(a), Value::Set(b)) => a.values == b.values,
            (Value::Map(a), Value::Map(b)) => a.entries == b.entries,
            (Value::Entry(a), Value::Entry(b)) => a == b,
            (Value::Path(a), Value::Path(b)) => a.objects == b.objects && a.labels == b.labels,
            (Value::Subgraph(a), Value::Subgraph(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

/// Whether two collections hold the same values as often.
pub fn same_bag(a: &[Value], b: &[Value]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut left: IndexMap<&Value, usize, BuildHasherDefault<FxHasher>> = IndexMap::default();
    a.iter().for_each(|value| *left.entry(value).or_default() += 1);
    b.iter().all(|value| match left.get_mut(value) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    })
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Value::Scalar(scalar) => scalar.hash(state),
            Value::Token(token) => token.hash(state),
            Value::WithCardinality(cardinality, value) => (cardinality, value).hash(state),
            Value::Vertex(key) => key.hash(state),
            Value::Edge(key) => key.hash(state),
            Value::VertexProperty(key) => key.hash(state),
            Value::Property(property) => (&property.key, &property.value).hash(state),
            Value::List(items) => items.values.hash(state),
            Value::Bag(items) => unordered(items.values.iter()).hash(state),
            Value::Set(distinct) => unordered(distinct.values.iter()).hash(state),
            Value::Map(mapping) => unordered(mapping.entries.iter()).hash(state),
            Value::Entry(entry) => entry.hash(state),
            Value::Path(path) => path.objects.hash(state),
            Value::Subgraph(part) => part.vertices.hash(state),
        }
    }
}

/// A hash that does not depend on the order.
fn unordered<T: Hash>(values: impl Iterator<Item = T>) -> u64 {
    let one = |value: T| {
        let mut hasher = FxHasher::default();
        value.hash(&mut hasher);
        hasher.finish()
    };
    values.map(one).fold(0, u64::wrapping_add)
}

impl From<Scalar> for Value {
    fn from(scalar: Scalar) -> Value {
        Value::Scalar(scalar)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Scalar(Scalar::Boolean(value))
    }
}

#[cfg(test)]
mod tests;
