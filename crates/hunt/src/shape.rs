//! What a statement is made of: its features and functions.

use std::collections::BTreeSet;
use std::fmt;

use graphlance_cypher::features::features_of;
use graphlance_cypher::measure::measure;
use graphlance_cypher::{Feature, Statement};
use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

/// The features and functions of a statement: the coarse key of a bug.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shape {
    /// Its features.
    pub features: BTreeSet<Feature>,
    /// Its functions, in lower case.
    pub functions: BTreeSet<Name>,
}

impl Shape {
    /// The shape of a statement.
    pub fn of(statement: &Statement) -> Shape {
        let functions = measure(statement).functions.iter().map(|name| name.to_ascii_lowercase().into()).collect();
        Shape { features: features_of(statement), functions }
    }

    /// Whether everything in `other` is in this shape too.
    pub fn contains(&self, other: &Shape) -> bool {
        other.features.is_subset(&self.features) && other.functions.is_subset(&self.functions)
    }

    /// Adds another shape.
    pub fn merge(&mut self, other: Shape) {
        self.features.extend(other.features);
        self.functions.extend(other.functions);
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let features = self.features.iter().map(|feature| feature.name().to_owned());
        let functions = self.functions.iter().map(|function| format!("{function}()"));
        let all: Vec<String> = features.chain(functions).collect();
        formatter.write_str(&all.join(", "))
    }
}
