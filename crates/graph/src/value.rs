//! Values: what a property holds, an expression evaluates to and a result cell contains.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::Name;
use crate::graph::{Node, Relationship};

/// A property map, ordered by key so that printing it is deterministic.
pub type Properties = BTreeMap<Name, Value>;

/// A value of the property graph model (openCypher 9, "Values and types").
///
/// `==` is structural identity for tests and caches (NaN equals itself, -0.0 differs from 0.0, nodes are compared by
/// key, labels and properties). It is none of Cypher's four relations: equality, comparability, orderability and
/// equivalence are functions of the reference evaluator; agreement of an expected with an actual cell is
/// [`crate::table`]'s.
#[derive(Clone, Debug)]
pub enum Value {
    /// The missing value.
    Null,
    /// true or false.
    Boolean(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// An IEEE 754 double.
    Float(f64),
    /// A string of Unicode scalar values.
    String(SmolStr),
    /// A list; elements may be of different types.
    List(Arc<Vec<Value>>),
    /// A map with string keys.
    Map(Arc<Properties>),
    /// A node with its labels and properties.
    Node(Arc<Node>),
    /// A relationship with its type and properties.
    Relationship(Arc<Relationship>),
    /// A path.
    Path(Arc<Path>),
    /// A temporal value in its ISO 8601 text form, tagged with its type.
    Temporal(Temporal),
    /// A point.
    Point(Point),
}

/// A walk through a graph: `nodes.len() == relationships.len() + 1`.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
pub struct Path {
    /// The nodes in the order they are visited.
    pub nodes: Vec<Arc<Node>>,
    /// The relationships in the order they are traversed, each with its own stored direction.
    pub relationships: Vec<Arc<Relationship>>,
}

/// The kinds of temporal value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TemporalKind {
    /// A calendar date.
    Date,
    /// A time of day without offset.
    LocalTime,
    /// A time of day with offset.
    Time,
    /// A date and time without zone.
    LocalDateTime,
    /// A date and time with offset or zone.
    DateTime,
    /// A duration of months, days, seconds and nanoseconds.
    Duration,
}

impl TemporalKind {
    /// Every kind.
    pub const ALL: &'static [TemporalKind] = &[
        TemporalKind::Date,
        TemporalKind::LocalTime,
        TemporalKind::Time,
        TemporalKind::LocalDateTime,
        TemporalKind::DateTime,
        TemporalKind::Duration,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            TemporalKind::Date => "date",
            TemporalKind::LocalTime => "local_time",
            TemporalKind::Time => "time",
            TemporalKind::LocalDateTime => "local_date_time",
            TemporalKind::DateTime => "date_time",
            TemporalKind::Duration => "duration",
        }
    }

    /// Whether of any two values one comes first: a month is neither shorter nor longer than 30 days.
    pub fn is_ordered(self) -> bool {
        self != TemporalKind::Duration
    }
}

/// A temporal value as text; the reference gives it meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Temporal {
    /// Which temporal type.
    pub kind: TemporalKind,
    /// ISO 8601 text in Cypher's canonical form.
    pub text: SmolStr,
}

/// The spatial reference identifier of the Cartesian plane.
pub const CARTESIAN: u32 = 7203;

/// A point in a coordinate reference system.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Spatial reference identifier: 7203, 9157, 4326 or 4979.
    pub srid: u32,
    /// Two or three coordinates.
    pub coordinates: Vec<f64>,
}

impl Value {
    /// A string value.
    pub fn string(text: impl Into<SmolStr>) -> Value {
        Value::String(text.into())
    }

    /// A list value.
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Arc::new(items))
    }

    /// A map value.
    pub fn map(entries: Properties) -> Value {
        Value::Map(Arc::new(entries))
    }

    /// A temporal value of a text in Cypher's canonical form.
    pub fn temporal(kind: TemporalKind, text: impl Into<SmolStr>) -> Value {
        Value::Temporal(Temporal { kind, text: text.into() })
    }

    /// A point of the Cartesian plane.
    pub fn point(x: f64, y: f64) -> Value {
        Value::Point(Point { srid: CARTESIAN, coordinates: vec![x, y] })
    }

    /// True for null.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The name of the type, in the words of the openCypher manual.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Null => "Null",
            Value::Boolean(_) => "Boolean",
            Value::Integer(_) => "Integer",
            Value::Float(_) => "Float",
            Value::String(_) => "String",
            Value::List(_) => "List",
            Value::Map(_) => "Map",
            Value::Node(_) => "Node",
            Value::Relationship(_) => "Relationship",
            Value::Path(_) => "Path",
            Value::Temporal(_) => "Temporal",
            Value::Point(_) => "Point",
        }
    }
}

/// By the numbers themselves: 0.0 equals -0.0. A NaN is equal to itself, as it is elsewhere in values.
impl PartialEq for Point {
    fn eq(&self, other: &Point) -> bool {
        let same = |(a, b): (&f64, &f64)| a == b || (a.is_nan() && b.is_nan());
        self.srid == other.srid
            && self.coordinates.len() == other.coordinates.len()
            && self.coordinates.iter().zip(&other.coordinates).all(same)
    }
}

/// NaN is itself.
impl Eq for Value {}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
            (Value::String(a), Value::String(b)) => a == b,
            (Value::List(a), Value::List(b)) => a == b,
            (Value::Map(a), Value::Map(b)) => a == b,
            (Value::Node(a), Value::Node(b)) => a == b,
            (Value::Relationship(a), Value::Relationship(b)) => a == b,
            (Value::Path(a), Value::Path(b)) => a == b,
            (Value::Temporal(a), Value::Temporal(b)) => a == b,
            (Value::Point(a), Value::Point(b)) => a == b,
            _ => false,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Boolean(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Integer(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Float(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::String(value.into())
    }
}

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Value {
        Value::list(items)
    }
}
