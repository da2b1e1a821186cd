//! How a traversal is evaluated.

use graphlance_gremlin::{Dialect, Name, Version};
use indexmap::IndexMap;

use crate::{Quirks, Value};

/// How a traversal is evaluated.
#[derive(Clone, Debug)]
pub struct Options {
    /// The version whose rules hold.
    pub version: Version,
    /// Limits.
    pub budget: Budget,
    /// In how many arrangements of what the language leaves open the traversal is evaluated besides the first: the second is
    /// the first one reversed, the others are drawn.
    pub arrangements: u64,
    /// The values of variables.
    pub bindings: IndexMap<Name, Value>,
    /// What is noted aside under keys before the traversal begins, as `withSideEffect` does it.
    pub side_effects: Vec<(Name, Value)>,
    /// What a property is set to where nothing says otherwise: one value, all values, or all different ones.
    pub cardinality: graphlance_gremlin::token::Cardinality,
    /// Whether a property may have the value null; where it may not, setting null removes it.
    pub null_properties: bool,
    /// Whether a vertex may have several values for a key; where it may not, the last one counts.
    pub multi_properties: bool,
    /// Whether a key keeps values of one type: what becomes of one of another type is open.
    pub typed_keys: bool,
    /// Whether elements within a collection may be compared, and nobody knows how.
    pub comparable_elements: bool,
    /// Where the evaluation does not follow the language.
    pub quirks: Quirks,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            version: Version::V38,
            budget: Budget::default(),
            arrangements: 2,
            bindings: IndexMap::default(),
            side_effects: Vec::new(),
            cardinality: graphlance_gremlin::token::Cardinality::Single,
            null_properties: false,
            multi_properties: true,
            typed_keys: false,
            comparable_elements: false,
            quirks: Quirks::NONE,
        }
    }
}

impl Options {
    /// What a dialect says, with the usual limits.
    pub fn of(dialect: &Dialect) -> Options {
        let deviations = &dialect.deviations;
        Options {
            version: dialect.tinkerpop,
            cardinality: deviations.cardinality,
            null_properties: deviations.null_properties,
            multi_properties: deviations.multi_properties,
            typed_keys: deviations.typed_keys,
            comparable_elements: deviations.comparable_elements,
            // What TinkerPop's machine does, unless the target has one of its own.
            quirks: if deviations.own_machine { Quirks::NONE } else { Quirks::of_tinkerpop() },
            ..Options::default()
        }
    }
}

/// Limits of one evaluation. Running out is [`crate::Failure::OutOfBudget`].
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Traversers moved by a step, and values looked at.
    pub work: u64,
    /// Objects of the answer.
    pub rows: usize,
    /// Objects of the answer with those in them, however deep.
    pub held: usize,
    /// Steps of the traversal, those of nested ones with it.
    pub steps: usize,
    /// How deep values are nested in one another.
    pub depth: usize,
    /// Values in one collection, and bytes of one string.
    pub length: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { work: 5_000_000, rows: 200_000, held: 1_000_000, steps: 300, depth: 100, length: 1_000_000 }
    }
}
