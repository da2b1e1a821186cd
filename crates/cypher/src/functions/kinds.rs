//! What functions take and give.

use graphlance_graph::schema::PropertyKind;
use graphlance_graph::value::TemporalKind;

/// What a parameter takes or a function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Any value.
    Any,
    /// true or false.
    Boolean,
    /// An integer.
    Integer,
    /// A float.
    Float,
    /// An integer or a float.
    Number,
    /// A string.
    String,
    /// A list of anything.
    List,
    /// A map.
    Map,
    /// A node.
    Node,
    /// A relationship.
    Relationship,
    /// A path.
    Path,
    /// A temporal value.
    Temporal(TemporalKind),
    /// A point.
    Point,
}

/// For which arguments engines agree on the answer; the generator stays inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// All of the kind.
    All,
    /// ASCII strings: case mapping, trimming and lengths beyond it differ between engines.
    Ascii,
    /// Numbers of -1.0..=1.0.
    Unit,
    /// Numbers above zero.
    Positive,
    /// Numbers of zero or more.
    NonNegative,
    /// Numbers of -40..=40: `exp` stays far from overflow.
    Exponent,
    /// Finite numbers up to 10^12 in magnitude: arguments of trigonometric functions.
    Moderate,
    /// Integers of 0..=20: counts and positions.
    Position,
    /// An ASCII string that is not empty (engines disagree on searching for nothing).
    NonEmpty,
    /// Numbers away from zero.
    NonZero,
    /// Not a float: the text form of floats differs between engines.
    TextStable,
    /// Numbers whose fraction is not one half: engines round halves in four ways.
    NotHalf,
    /// 0.0..=1.0: percentiles.
    Percentile,
}

impl From<PropertyKind> for Kind {
    fn from(kind: PropertyKind) -> Kind {
        match kind {
            PropertyKind::Boolean => Kind::Boolean,
            PropertyKind::Integer => Kind::Integer,
            PropertyKind::Float => Kind::Float,
            PropertyKind::String => Kind::String,
            PropertyKind::List => Kind::List,
            PropertyKind::Point => Kind::Point,
            PropertyKind::Temporal(kind) => Kind::Temporal(kind),
        }
    }
}
