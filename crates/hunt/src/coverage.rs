//! What was produced, counted: features, functions, and what the generator says it did.

use std::collections::BTreeMap;

use graphlance_case::Language;
use graphlance_case::language::FeatureSet;
use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

/// The version of the JSON form of [`Coverage`].
pub const COVERAGE_VERSION: u32 = 1;

/// Counts of what was produced. Every feature and every function of the tables is listed, with 0 when never produced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// [`COVERAGE_VERSION`].
    pub version: u32,
    /// Statements counted.
    pub statements: u64,
    /// Statements that use a feature.
    pub features: BTreeMap<Name, u64>,
    /// Statements that use a function, by lower-case name.
    pub functions: BTreeMap<Name, u64>,
    /// Occurrences of what the oracle calls by these names: operations, mutations, techniques.
    pub techniques: BTreeMap<Name, u64>,
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage {
            version: COVERAGE_VERSION,
            statements: 0,
            features: BTreeMap::new(),
            functions: BTreeMap::new(),
            techniques: BTreeMap::new(),
        }
    }
}

impl Coverage {
    /// Nothing yet, with every feature and function of a language at 0.
    pub fn of_language(language: &dyn Language) -> Coverage {
        let none = |names: Vec<Name>| names.into_iter().map(|name| (name, 0)).collect();
        Coverage { features: none(language.features()), functions: none(language.functions()), ..Coverage::default() }
    }

    /// Counts what a statement is made of.
    pub fn add(&mut self, made_of: &FeatureSet) {
        self.statements += 1;
        for feature in made_of.features.keys() {
            *self.features.entry(feature.clone()).or_default() += 1;
        }
        for function in &made_of.functions {
            *self.functions.entry(function.clone()).or_default() += 1;
        }
    }

    /// Counts what a round did.
    pub fn add_techniques(&mut self, techniques: &BTreeMap<Name, u64>) {
        for (name, count) in techniques {
            *self.techniques.entry(name.clone()).or_default() += count;
        }
    }

    /// Adds another count.
    pub fn merge(&mut self, other: &Coverage) {
        self.statements += other.statements;
        for (feature, count) in &other.features {
            *self.features.entry(feature.clone()).or_default() += count;
        }
        for (function, count) in &other.functions {
            *self.functions.entry(function.clone()).or_default() += count;
        }
        self.add_techniques(&other.techniques);
    }
}
