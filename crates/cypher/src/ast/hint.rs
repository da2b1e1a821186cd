//! Planner hints: they say how to find the matches, never which.

use graphlance_graph::Name;

use super::{Pattern, Segment};

/// A hint of MATCH.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// `USING [RANGE | TEXT | POINT] INDEX [SEEK] variable:Label(key, ..)`
    Index {
        /// The kind of index, when written.
        kind: Option<HintedIndex>,
        /// SEEK: not a scan of the index.
        seek: bool,
        /// The element and what it must be.
        of: Hinted,
        /// The properties of the index; at least one.
        keys: Vec<Name>,
    },
    /// `USING SCAN variable:Label`
    Scan(Hinted),
    /// `USING JOIN ON a, b`: nodes; at least one.
    Join(Vec<Name>),
}

/// `variable:Label`, of a relationship `variable:TYPE`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hinted {
    /// The variable of a node or of a relationship.
    pub variable: Name,
    /// Its label or type.
    pub label: Name,
}

/// The kind of an index as a hint has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HintedIndex {
    /// RANGE.
    Range,
    /// TEXT.
    Text,
    /// POINT.
    Point,
}

impl Hint {
    /// The variables that it is of.
    pub fn variables(&self) -> &[Name] {
        match self {
            Hint::Index { of, .. } | Hint::Scan(of) => std::slice::from_ref(&of.variable),
            Hint::Join(variables) => variables,
        }
    }

    /// Whether its variable is one of a relationship in these patterns.
    pub fn is_of_relationship(&self, patterns: &[Pattern]) -> bool {
        let is_it = |segment: &Segment| match segment {
            Segment::Hop { relationship, .. } => {
                relationship.variable.as_ref().is_some_and(|name| self.variables().contains(name))
            }
            Segment::Quantified { .. } => false,
        };
        patterns.iter().any(|pattern| pattern.path.segments.iter().any(is_it))
    }
}
