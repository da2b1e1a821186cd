//! Which values and nodes a target can hold.

use serde::{Deserialize, Serialize};

/// What values a target can store, send and write, and what nodes it can have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ValueDomain {
    /// NaN can be stored and returned.
    pub nan: bool,
    /// Infinities can be stored and returned.
    pub infinity: bool,
    /// -0.0 is kept apart from 0.0 in storage.
    pub negative_zero: bool,
    /// The literal -9223372036854775808 is understood.
    pub least_integer_literal: bool,
    /// Lists can be stored as properties.
    pub list_properties: bool,
    /// Strings beyond ASCII are handled by string functions as sequences of Unicode scalar values.
    pub unicode: bool,
    /// The least and the most labels that a node may have.
    pub node_labels: [usize; 2],
    /// The most labels, and the most types, of a schema; for targets that declare a table for each pair of labels.
    pub most_names: usize,
    /// An answer without rows still names its columns.
    pub empty_columns: bool,
}

impl Default for ValueDomain {
    fn default() -> ValueDomain {
        ValueDomain {
            nan: true,
            infinity: true,
            negative_zero: true,
            least_integer_literal: true,
            list_properties: true,
            unicode: true,
            node_labels: [0, 3],
            most_names: 64,
            empty_columns: true,
        }
    }
}
