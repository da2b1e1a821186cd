//! Which values and nodes a target can hold.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::value::TemporalKind;

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
    /// The kinds of temporal values that can be stored as properties; none that the dialect does not name.
    pub temporal: BTreeSet<TemporalKind>,
    /// Points of the Cartesian plane can be stored as properties.
    pub points: bool,
    /// Strings beyond ASCII are handled by string functions as sequences of Unicode scalar values.
    pub unicode: bool,
    /// The least and the most labels that a node may have.
    pub node_labels: [usize; 2],
    /// The most labels, and the most types, of a schema; for targets that declare a table for each pair of labels.
    pub most_names: usize,
    /// Several relationships of one type may go from one node to another.
    pub parallel: bool,
    /// All relationships of a type go from nodes of one label to those of one label.
    pub one_pair_per_type: bool,
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
            temporal: BTreeSet::new(),
            points: false,
            unicode: true,
            node_labels: [0, 3],
            most_names: 64,
            parallel: true,
            one_pair_per_type: false,
            empty_columns: true,
        }
    }
}

impl ValueDomain {
    /// With every value that the language has.
    pub fn full() -> ValueDomain {
        ValueDomain { temporal: TemporalKind::ALL.iter().copied().collect(), points: true, ..ValueDomain::default() }
    }

    /// Takes note that the target lacks what a field names, or a kind of temporal value; false if there is none of this
    /// name.
    pub fn lacks(&mut self, name: &str) -> bool {
        let field = match name {
            "nan" => &mut self.nan,
            "infinity" => &mut self.infinity,
            "negative_zero" => &mut self.negative_zero,
            "least_integer_literal" => &mut self.least_integer_literal,
            "list_properties" => &mut self.list_properties,
            "points" => &mut self.points,
            "unicode" => &mut self.unicode,
            _ => {
                let kind = TemporalKind::ALL.iter().find(|kind| kind.name() == name);
                kind.map(|kind| self.temporal.remove(kind));
                return kind.is_some();
            }
        };
        *field = false;
        true
    }
}
