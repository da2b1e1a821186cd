//! The table of functions: name, signature, domain, latitude. One table serves facts, reference and generator.

use graphlance_graph::Latitude;

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
    /// Not the empty string.
    NonEmpty,
    /// Integers other than 0.
    NonZero,
    /// A string that the conversion understands, or one that it clearly does not.
    Convertible,
    /// 0.0..=1.0: percentiles.
    Percentile,
}

/// A function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Function {
    /// Its name as the documentation writes it.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [(Kind, Domain)],
    /// How many of the last parameters may be left out.
    pub optional: usize,
    /// What it gives.
    pub result: Kind,
    /// True for aggregates.
    pub aggregate: bool,
    /// False for rand() and clocks.
    pub deterministic: bool,
    /// True if some argument inside the domain makes it raise an error.
    pub may_raise: bool,
    /// How far engines differ in its result.
    pub latitude: Latitude,
}

/// The function of this name, in any case.
pub fn find(name: &str) -> Option<&'static Function> {
    TABLE.iter().find(|function| function.name.eq_ignore_ascii_case(name))
}

/// Every function graphlance knows.
pub const TABLE: &[Function] = &[];
