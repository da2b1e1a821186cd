//! Values, property graph, schema, result tables and their comparison, random graphs.
//!
//! Imports no other room of graphlance; does no IO.

pub mod arrangement;
pub mod compare;
pub mod counters;
pub mod dialect;
pub mod domain;
pub mod graph;
pub mod graph_compare;
mod hash;
mod invisible;
pub mod random;
pub mod random_graph;
pub mod renaming;
pub mod schema;
pub mod simplicity;
pub mod table;
pub mod temporal;
pub mod value;
mod value_json;

pub use compare::{CompareOptions, compare};
pub use counters::{Count, Counters};
pub use domain::ValueDomain;
pub use graph::{Graph, GraphError, MadeByStatements, Node, NodeKey, Relationship, RelationshipKey};
pub use graph_compare::{GraphDifference, same_graph};
pub use invisible::{is_invisible, visible, visible_line};
pub use random::Random;
pub use random_graph::{GraphSizes, IndexSupport, random_graph};
pub use renaming::Renaming;
pub use schema::{Index, IndexKind, Schema};
pub use table::{Column, Latitude, Order, Returns, Row, Table};
pub use value::{Path, Properties, Value};

/// An identifier: a label, type, property key, variable or column name. Cheap to clone.
pub type Name = smol_str::SmolStr;
