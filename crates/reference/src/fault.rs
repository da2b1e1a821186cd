//! Deliberate defects in front of the reference, to prove that oracles can find them.

use serde::{Deserialize, Serialize};

/// A deliberate defect of an engine, as reported of real ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// UNWIND yields only its first row when it comes after a MATCH.
    UnwindFirstRowAfterMatch,
    /// OPTIONAL MATCH loses its row when its WHERE is never true.
    OptionalMatchLosesRow,
    /// DISTINCT drops rows that hold a null.
    DistinctDropsNulls,
    /// After an UNWIND, a property in RETURN is read from another element (GQS, Figure 7).
    PropertyOfWrongElement,
    /// A MATCH of several comma-separated patterns with a WHERE comes back empty (GQS, Figure 8).
    CommaPatternsWithFilterEmpty,
    /// Only the first of several labels in a pattern is checked.
    SecondLabelIgnored,
    /// An undirected pattern matches a self-loop twice.
    SelfLoopTwice,
    /// Parallel relationships of one type between the same nodes count once.
    ParallelRelationshipsCollapsed,
    /// LIMIT is applied before ORDER BY.
    LimitBeforeSort,
    /// WITH .. WHERE loses rows: the last of several that pass (GQS, Figure 16).
    WithWhereLosesRows,
    /// Integers are compared by the sign of their difference, which wraps around.
    IntegersComparedByDifference,
    /// A list literal drops its nulls.
    NullsVanishFromLists,
}

impl Fault {
    /// Every fault.
    pub const ALL: &'static [Fault] = &[
        Fault::UnwindFirstRowAfterMatch,
        Fault::OptionalMatchLosesRow,
        Fault::DistinctDropsNulls,
        Fault::PropertyOfWrongElement,
        Fault::CommaPatternsWithFilterEmpty,
        Fault::SecondLabelIgnored,
        Fault::SelfLoopTwice,
        Fault::ParallelRelationshipsCollapsed,
        Fault::LimitBeforeSort,
        Fault::WithWhereLosesRows,
        Fault::IntegersComparedByDifference,
        Fault::NullsVanishFromLists,
    ];
}
