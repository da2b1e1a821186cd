//! Sizes and shapes of random graphs, as data of a profile.

use serde::{Deserialize, Serialize};

/// Sizes of random graphs; ranges are inclusive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GraphSizes {
    /// Number of nodes.
    pub nodes: [usize; 2],
    /// Number of relationships.
    pub relationships: [usize; 2],
    /// At most so many relationships for each node: the matches of a pattern grow with the power of it.
    pub most_per_node: usize,
    /// Nodes of which each is related only to others of the same so many, so that a wide graph loads piece by piece; 0: to any.
    pub block: usize,
    /// Nodes of a graph by a formula ([`super::Formula`]) in place of a drawn one; 0: none is. Only the oracle `gamera` has such
    /// graphs.
    pub by_formula: usize,
    /// Number of labels in the schema.
    pub labels: [usize; 2],
    /// Number of relationship types in the schema.
    pub types: [usize; 2],
    /// Number of property keys in the schema (beside `id`).
    pub keys: [usize; 2],
    /// Chance that an element has a given property.
    pub property_density: f64,
    /// Chance that a relationship is a self-loop.
    pub self_loops: f64,
    /// Chance that a relationship repeats the end points (and often the type) of an earlier one.
    pub parallel: f64,
    /// Chance that a node has no relationships.
    pub isolated: f64,
    /// Chance that a drawn value is a boundary value.
    pub boundary_values: f64,
    /// Chance that a key holds temporal values, of targets that have them.
    pub temporal: f64,
    /// Chance that a key holds points, of targets that have them.
    pub points: f64,
    /// Chance that a drawn value repeats one already used for that key.
    pub shared_values: f64,
    /// Chance that a label or type has an index, for each kind of index.
    pub indexes: f64,
    /// Chance that the graph is loaded by a random script instead of one CREATE.
    pub script_load: f64,
}

impl Default for GraphSizes {
    fn default() -> GraphSizes {
        GraphSizes {
            nodes: [1, 13],
            relationships: [0, 40],
            most_per_node: 5,
            block: 0,
            by_formula: 0,
            labels: [2, 6],
            types: [1, 5],
            keys: [4, 12],
            property_density: 0.7,
            self_loops: 0.08,
            parallel: 0.15,
            isolated: 0.08,
            boundary_values: 0.15,
            temporal: 0.0,
            points: 0.0,
            shared_values: 0.25,
            indexes: 0.15,
            script_load: 0.15,
        }
    }
}

/// The indexes that a target offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IndexSupport {
    /// Range indexes on nodes.
    pub range: bool,
    /// Range indexes on relationships.
    pub relationship: bool,
    /// Composite range indexes on nodes.
    pub composite: bool,
    /// Text indexes on nodes.
    pub text: bool,
    /// Uniqueness constraints on nodes.
    pub unique: bool,
}

impl Default for IndexSupport {
    fn default() -> IndexSupport {
        IndexSupport { range: true, relationship: true, composite: true, text: true, unique: true }
    }
}
