//! What a statement is made of, and how complex it is.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use graphlance_graph::Name;

/// What a feature says of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It stands around others and says nothing of what is computed.
    Frame,
    /// It computes a value.
    Computing,
    /// It is about the graph or the rows.
    Structure,
}

/// The features and functions of a statement: the coarse key of a bug.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FeatureSet {
    /// Its features by name.
    pub features: BTreeMap<Name, Role>,
    /// Its functions, in lower case.
    pub functions: BTreeSet<Name>,
    /// Its operators that compute something: not those of logic and comparison, which stand around what is wrong.
    pub operators: BTreeSet<Name>,
}

impl FeatureSet {
    /// Whether everything in `other` is in this set too.
    pub fn contains(&self, other: &FeatureSet) -> bool {
        other.features.keys().all(|name| self.features.contains_key(name))
            && other.functions.is_subset(&self.functions)
            && other.operators.is_subset(&self.operators)
    }

    /// The names of all in it: features, functions with parentheses, operators.
    pub fn names(&self) -> BTreeSet<String> {
        let functions = self.functions.iter().map(|name| format!("{name}()"));
        let operators = self.operators.iter().map(|name| format!("operator {name}"));
        self.features.keys().map(ToString::to_string).chain(functions).chain(operators).collect()
    }

    /// What of it has one of these names.
    pub fn named(&self, names: &BTreeSet<String>) -> FeatureSet {
        let mut set = self.clone();
        set.features.retain(|name, _| names.contains(name.as_str()));
        set.functions.retain(|name| names.contains(&format!("{name}()")));
        set.operators.retain(|name| names.contains(&format!("operator {name}")));
        set
    }

    /// Adds another set.
    pub fn merge(&mut self, other: &FeatureSet) {
        let entries = |(name, role): (&Name, &Role)| (name.clone(), *role);
        self.features.extend(other.features.iter().map(entries));
        self.functions.extend(other.functions.iter().cloned());
        self.operators.extend(other.operators.iter().cloned());
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let features = self.features.keys().map(|feature| feature.to_string());
        let functions = self.functions.iter().map(|function| format!("{function}()"));
        let operators = self.operators.iter().map(|operator| format!("operator {operator}"));
        let all: Vec<String> = features.chain(functions).chain(operators).collect();
        formatter.write_str(&all.join(", "))
    }
}

/// How complex a statement is; each language says how it counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Patterns of the graph.
    pub patterns: usize,
    /// Relationship patterns.
    pub relationship_patterns: usize,
    /// The deepest nesting of an expression.
    pub expression_depth: usize,
    /// Clauses, or steps.
    pub clauses: usize,
    /// Uses of what an earlier clause or step bound.
    pub references: usize,
    /// Distinct functions.
    pub functions: usize,
}
