//! Deliberate defects in front of the reference, to prove that oracles can find them.

use serde::{Deserialize, Serialize};

/// Makes the faults of all rows: name on the command line and in files, whether a wrong answer of an engine may be
/// explained by it, and what then happens, for people.
macro_rules! faults {
    ($($(#[$doc:meta])* $fault:ident $name:literal $explains:literal $sentence:literal;)*) => {
        /// A deliberate defect of an engine, as reported of real ones.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Fault { $($(#[$doc])* #[serde(rename = $name)] $fault,)* }

        impl Fault {
            /// Every fault.
            pub const ALL: &'static [Fault] = &[$(Fault::$fault),*];

            /// Its name on the command line and in files.
            pub const fn name(self) -> &'static str {
                match self { $(Fault::$fault => $name,)* }
            }

            /// What happens, for people: "the answer is as if ..".
            pub const fn sentence(self) -> &'static str {
                match self { $(Fault::$fault => $sentence,)* }
            }

            /// Whether a wrong answer of an engine may be explained by it.
            pub const fn explains(self) -> bool {
                match self { $(Fault::$fault => $explains,)* }
            }
        }
    };
}

faults! {
    /// UNWIND yields only its first row when it comes after a MATCH.
    UnwindFirstRowAfterMatch "unwind-first-row-after-match" true "UNWIND after MATCH yields only its first row";
    /// OPTIONAL MATCH loses its row when its WHERE is never true.
    OptionalMatchLosesRow "optional-match-loses-row" true "OPTIONAL MATCH loses its row when its WHERE is never true";
    /// DISTINCT drops rows that hold a null.
    DistinctDropsNulls "distinct-drops-nulls" true "DISTINCT drops rows that hold a null";
    /// After an UNWIND, a property in RETURN is read from another element (GQS, Figure 7). Which element that is,
    /// differs between engines, so that it explains none of their answers.
    PropertyOfWrongElement "property-of-wrong-element" false "a property is read from another element after an UNWIND";
    /// A MATCH of several comma-separated patterns with a WHERE comes back empty (GQS, Figure 8).
    CommaPatternsWithFilterEmpty "comma-patterns-with-filter-empty" true
        "a MATCH of several patterns with a WHERE has no match";
    /// Only the first of several labels in a pattern is checked.
    SecondLabelIgnored "second-label-ignored" true "only the first of several labels is checked";
    /// An undirected pattern matches a self-loop twice. The deviation of this name explains such answers.
    SelfLoopTwice "self-loop-twice" false "an undirected pattern matches a self-loop twice";
    /// Parallel relationships of one type between the same nodes count once.
    ParallelRelationshipsCollapsed "parallel-relationships-collapsed" true
        "parallel relationships of one type count once";
    /// LIMIT is applied before ORDER BY.
    LimitBeforeSort "limit-before-sort" true "LIMIT is applied before ORDER BY";
    /// WITH .. WHERE loses rows: the last of several that pass (GQS, Figure 16). Which row is lost, differs between
    /// engines, so that it explains none of their answers.
    WithWhereLosesRows "with-where-loses-rows" false "WITH with a WHERE loses the last of several rows";
    /// Integers are compared by the sign of their difference, which wraps around.
    IntegersComparedByDifference "integers-compared-by-difference" true
        "integers are compared by their difference, which wraps around";
    /// A list literal drops its nulls.
    NullsVanishFromLists "nulls-vanish-from-lists" true "a list drops its nulls";
    /// The negation of null is true, as in a logic of two values.
    NotOfNullIsTrue "not-of-null-is-true" true "NOT of null is true";
}

impl Fault {
    /// The fault of this name.
    pub fn find(name: &str) -> Option<Fault> {
        Fault::ALL.iter().copied().find(|fault| fault.name() == name)
    }
}
