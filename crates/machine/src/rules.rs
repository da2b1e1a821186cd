//! What differs between the versions of TinkerPop, as data: one row per version, one column per rule.
//!
//! The sources are the notes on upgrading and the semantics for providers in the documentation of each version.

use graphlance_gremlin::Version;

/// What becomes of an integer that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// Its high bits are lost.
    Wraps,
    /// The result has the next wider type; beyond 64 bits it is an error.
    Widens,
}

/// What `<` and its like say of values that cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomparable {
    /// A third truth value, which stays what it is under negation and filters in the end.
    Third,
    /// False.
    False,
    /// Nothing that holds for every engine: values of Java are compared, and some of them raise errors.
    Open,
}

/// What becomes of an object of which a `by(..)` gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unproductive {
    /// It is filtered.
    Filters,
    /// It depends on the step: null, an error, or the object stays.
    Open,
}

/// Which way `choose` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choosing {
    /// All options that match; what matches none is filtered, and a choice that gives nothing is an error.
    Every,
    /// The first option that matches; what matches none, or whose choice gives nothing, goes through.
    First,
}

/// The rules of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What becomes of an integer that does not fit.
    pub overflow: Overflow,
    /// What comparison says of what cannot be compared.
    pub incomparable: Incomparable,
    /// What becomes of an object of which a `by(..)` gives nothing.
    pub unproductive: Unproductive,
    /// Whether any two values have an order; before that those of one class alone.
    pub total_order: bool,
    /// Which way `choose` takes.
    pub choosing: Choosing,
    /// Whether limits inside of `repeat` count anew in each round, and steps that wait there wait for all traversers of the
    /// round.
    pub rounds_apart: bool,
    /// Whether `local` works on each object by itself, however many are bulked.
    pub local_by_object: bool,
    /// Whether a local range of a collection is always a collection; before that, of one value that value, and of none nothing.
    pub local_range_collects: bool,
    /// Whether `group("x")`, `groupCount("x")`, `tree("x")`, `subgraph("x")` wait for all traversers.
    pub side_effects_wait: bool,
    /// Whether a sum of traversers has the type of what is summed; before that a sum of integers is a long. Sums of
    /// collections keep it in all versions.
    pub sums_keep_type: bool,
    /// Whether more than one `by(..)` on a step that uses one is an error.
    pub one_by: bool,
    /// Whether a group all of whose objects are filtered by its values stays.
    pub empty_groups: bool,
    /// Whether `split("")` gives characters, and `asString` of null is an error.
    pub strict_text: bool,
    /// Whether the difference of dates is in milliseconds; before that in seconds.
    pub milliseconds: bool,
    /// Whether a value that a traversal injects in front of it starts a `repeat` body or a `cap` in it is an error.
    pub strict_repeat: bool,
    /// Whether `has` takes a traversal that a property is tested with.
    pub tests_with_traversals: bool,
    /// Whether the text of a date is that of ISO 8601; before that it is what Java's runtime writes in its zone.
    pub plain_dates: bool,
    /// Whether a float becomes a decimal by its text; before that by the double that it is (TINKERPOP-3166).
    pub floats_by_text: bool,
}

const OF_3_5: Rules =
    Rules { incomparable: Incomparable::Open, unproductive: Unproductive::Open, total_order: false, ..OF_3_6 };

const OF_3_6: Rules = Rules {
    overflow: Overflow::Wraps,
    incomparable: Incomparable::Third,
    unproductive: Unproductive::Filters,
    total_order: true,
    choosing: Choosing::Every,
    rounds_apart: false,
    local_by_object: false,
    local_range_collects: false,
    side_effects_wait: false,
    sums_keep_type: false,
    one_by: false,
    empty_groups: false,
    strict_text: false,
    milliseconds: false,
    strict_repeat: false,
    tests_with_traversals: true,
    plain_dates: false,
    floats_by_text: false,
};

const OF_3_8: Rules = Rules {
    overflow: Overflow::Widens,
    incomparable: Incomparable::False,
    unproductive: Unproductive::Filters,
    total_order: true,
    choosing: Choosing::First,
    rounds_apart: true,
    local_by_object: true,
    local_range_collects: true,
    side_effects_wait: true,
    sums_keep_type: true,
    one_by: true,
    empty_groups: true,
    strict_text: true,
    milliseconds: true,
    strict_repeat: true,
    tests_with_traversals: false,
    plain_dates: true,
    floats_by_text: true,
};

impl Rules {
    /// The rules of a version. What 3.5 does where a `by(..)` gives nothing, and where values of different classes are compared, is
    /// other in each step and open here.
    pub fn of(version: Version) -> Rules {
        match version {
            Version::V35 => OF_3_5,
            Version::V36 | Version::V37 => OF_3_6,
            Version::V38 => OF_3_8,
        }
    }
}
