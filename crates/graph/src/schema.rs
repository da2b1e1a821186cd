//! The schema: which names a graph uses, and its indexes.

use serde::{Deserialize, Serialize};

use crate::Name;
use crate::value::TemporalKind;

/// The names in use and the indexes to create before a query runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Schema {
    /// Node labels.
    pub labels: Vec<Name>,
    /// Relationship types.
    pub types: Vec<Name>,
    /// Property keys and the one type of value each holds.
    pub keys: Vec<PropertyKey>,
    /// Indexes and constraints.
    pub indexes: Vec<Index>,
}

/// A property key with the type of its values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PropertyKey {
    /// The key.
    pub name: Name,
    /// What it holds, wherever it is present.
    pub kind: PropertyKind,
}

/// The types a property may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PropertyKind {
    /// true or false.
    Boolean,
    /// 64-bit integers.
    Integer,
    /// Doubles.
    Float,
    /// Strings.
    String,
    /// Lists of one of the other types.
    List,
    /// Points of the Cartesian plane.
    Point,
    /// Temporal values of one kind.
    #[serde(untagged)]
    Temporal(TemporalKind),
}

/// An index or constraint over nodes of a label or relationships of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Index {
    /// What kind of index.
    pub kind: IndexKind,
    /// True for nodes of a label, false for relationships of a type.
    pub on_nodes: bool,
    /// The label or the type.
    pub name: Name,
    /// The property keys: one, or several for a composite index.
    pub keys: Vec<Name>,
}

/// The kinds of index that Cypher engines offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexKind {
    /// Equality and ranges; composite when it has several keys.
    Range,
    /// Strings: STARTS WITH, ENDS WITH, CONTAINS.
    Text,
    /// A uniqueness constraint with the index behind it.
    Unique,
}

impl Index {
    /// The name that it is given where indexes need one and nobody chose any, by what it indexes: `range_L_k`, `range_of_T_k` on
    /// relationships.
    pub fn usual_name(&self) -> Name {
        let kind = match self.kind {
            IndexKind::Range => "range",
            IndexKind::Text => "text",
            IndexKind::Unique => "unique",
        };
        // A label may be called like a type.
        let of = if self.on_nodes { "" } else { "of_" };
        let keys: Vec<&str> = self.keys.iter().map(Name::as_str).collect();
        format!("{kind}_{of}{}_{}", self.name, keys.join("_")).into()
    }
}
