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

/// Every function graphlance knows. Sources: the openCypher 9 reference, chapter "Functions", and for the later ones
/// (`isEmpty`, `isNaN`, `nullIf`, `btrim`, `char_length`, the `..OrNull` and `..List` conversions) the Cypher manual.
///
/// `rand`, `timestamp`, `id` and `elementId` stand here to be known as unspecified; no generator takes them.
pub const TABLE: &[Function] = &[
    scalar("coalesce", &[(Kind::Any, Domain::All), (Kind::Any, Domain::All)], Kind::Any),
    scalar("startNode", &[(Kind::Relationship, Domain::All)], Kind::Node),
    scalar("endNode", &[(Kind::Relationship, Domain::All)], Kind::Node),
    scalar("type", &[(Kind::Relationship, Domain::All)], Kind::String),
    scalar("labels", &[(Kind::Node, Domain::All)], Kind::List),
    scalar("keys", &[(Kind::Any, Domain::All)], Kind::List),
    scalar("properties", &[(Kind::Any, Domain::All)], Kind::Map),
    scalar("head", &[(Kind::List, Domain::All)], Kind::Any),
    scalar("last", &[(Kind::List, Domain::All)], Kind::Any),
    scalar("tail", &[(Kind::List, Domain::All)], Kind::List),
    scalar("size", &[(Kind::List, Domain::All)], Kind::Integer),
    scalar("isEmpty", &[(Kind::List, Domain::All)], Kind::Boolean),
    scalar(
        "range",
        &[(Kind::Integer, Domain::Position), (Kind::Integer, Domain::Position), (Kind::Integer, Domain::Position)],
        Kind::List,
    )
    .optional(1)
    .raising(),
    scalar("nullIf", &[(Kind::Any, Domain::All), (Kind::Any, Domain::All)], Kind::Any),
    scalar("length", &[(Kind::Path, Domain::All)], Kind::Integer),
    scalar("nodes", &[(Kind::Path, Domain::All)], Kind::List),
    scalar("relationships", &[(Kind::Path, Domain::All)], Kind::List),
    scalar("toBoolean", &[(Kind::String, Domain::Ascii)], Kind::Boolean),
    scalar("toBooleanOrNull", &[(Kind::String, Domain::Ascii)], Kind::Boolean),
    scalar("toInteger", &[(Kind::Any, Domain::Ascii)], Kind::Integer),
    scalar("toIntegerOrNull", &[(Kind::Any, Domain::Ascii)], Kind::Integer),
    scalar("toFloat", &[(Kind::Any, Domain::Ascii)], Kind::Float),
    scalar("toFloatOrNull", &[(Kind::Any, Domain::Ascii)], Kind::Float),
    scalar("toString", &[(Kind::Any, Domain::TextStable)], Kind::String),
    scalar("toStringOrNull", &[(Kind::Any, Domain::TextStable)], Kind::String),
    scalar("toBooleanList", &[(Kind::List, Domain::TextStable)], Kind::List),
    scalar("toIntegerList", &[(Kind::List, Domain::TextStable)], Kind::List),
    scalar("toFloatList", &[(Kind::List, Domain::TextStable)], Kind::List),
    scalar("toStringList", &[(Kind::List, Domain::TextStable)], Kind::List),
    scalar("abs", &[(Kind::Number, Domain::All)], Kind::Number).raising(),
    scalar("sign", &[(Kind::Number, Domain::All)], Kind::Integer),
    scalar("ceil", &[(Kind::Number, Domain::Moderate)], Kind::Float),
    scalar("floor", &[(Kind::Number, Domain::Moderate)], Kind::Float),
    scalar("round", &[(Kind::Number, Domain::NotHalf)], Kind::Float),
    scalar("sqrt", &[(Kind::Number, Domain::NonNegative)], Kind::Float),
    scalar("isNaN", &[(Kind::Number, Domain::All)], Kind::Boolean),
    scalar("e", &[], Kind::Float),
    scalar("pi", &[], Kind::Float),
    scalar("exp", &[(Kind::Number, Domain::Exponent)], Kind::Float).within(Latitude::Ulps(4)),
    scalar("log", &[(Kind::Number, Domain::Positive)], Kind::Float).within(Latitude::Ulps(4)),
    scalar("log10", &[(Kind::Number, Domain::Positive)], Kind::Float).within(Latitude::Ulps(4)),
    scalar("sin", &[(Kind::Number, Domain::Moderate)], Kind::Float).within(Latitude::Ulps(4)),
    scalar("cos", &[(Kind::Number, Domain::Moderate)], Kind::Float).within(Latitude::Ulps(4)),
    scalar("tan", &[(Kind::Number, Domain::Exponent)], Kind::Float).within(Latitude::Ulps(8)),
    scalar("cot", &[(Kind::Number, Domain::Positive)], Kind::Float).within(Latitude::Ulps(8)),
    scalar("asin", &[(Kind::Number, Domain::Unit)], Kind::Float).within(Latitude::Ulps(4)),
    scalar("acos", &[(Kind::Number, Domain::Unit)], Kind::Float).within(Latitude::Ulps(4)),
    scalar("atan", &[(Kind::Number, Domain::Moderate)], Kind::Float).within(Latitude::Ulps(4)),
    scalar("atan2", &[(Kind::Number, Domain::Moderate), (Kind::Number, Domain::NonZero)], Kind::Float)
        .within(Latitude::Ulps(4)),
    scalar("degrees", &[(Kind::Number, Domain::Moderate)], Kind::Float).within(Latitude::Ulps(4)),
    scalar("radians", &[(Kind::Number, Domain::Moderate)], Kind::Float).within(Latitude::Ulps(4)),
    scalar("haversin", &[(Kind::Number, Domain::Exponent)], Kind::Float).within(Latitude::Ulps(16)),
    scalar("left", &[(Kind::String, Domain::Ascii), (Kind::Integer, Domain::Position)], Kind::String).raising(),
    scalar("right", &[(Kind::String, Domain::Ascii), (Kind::Integer, Domain::Position)], Kind::String).raising(),
    scalar(
        "substring",
        &[(Kind::String, Domain::Ascii), (Kind::Integer, Domain::Position), (Kind::Integer, Domain::Position)],
        Kind::String,
    )
    .optional(1)
    .raising(),
    scalar(
        "replace",
        &[(Kind::String, Domain::Ascii), (Kind::String, Domain::NonEmpty), (Kind::String, Domain::Ascii)],
        Kind::String,
    ),
    scalar("split", &[(Kind::String, Domain::Ascii), (Kind::String, Domain::NonEmpty)], Kind::List),
    scalar("reverse", &[(Kind::String, Domain::Ascii)], Kind::String),
    scalar("trim", &[(Kind::String, Domain::Ascii)], Kind::String),
    scalar("lTrim", &[(Kind::String, Domain::Ascii)], Kind::String),
    scalar("rTrim", &[(Kind::String, Domain::Ascii)], Kind::String),
    scalar("toLower", &[(Kind::String, Domain::Ascii)], Kind::String),
    scalar("toUpper", &[(Kind::String, Domain::Ascii)], Kind::String),
    scalar("lower", &[(Kind::String, Domain::Ascii)], Kind::String),
    scalar("upper", &[(Kind::String, Domain::Ascii)], Kind::String),
    scalar("char_length", &[(Kind::String, Domain::Ascii)], Kind::Integer),
    scalar("character_length", &[(Kind::String, Domain::Ascii)], Kind::Integer),
    scalar("btrim", &[(Kind::String, Domain::Ascii)], Kind::String),
    aggregate("count", &[(Kind::Any, Domain::All)], Kind::Integer),
    aggregate("sum", &[(Kind::Number, Domain::All)], Kind::Number).raising(),
    aggregate("avg", &[(Kind::Number, Domain::All)], Kind::Float).within(Latitude::Ulps(8)),
    aggregate("min", &[(Kind::Any, Domain::All)], Kind::Any),
    aggregate("max", &[(Kind::Any, Domain::All)], Kind::Any),
    aggregate("collect", &[(Kind::Any, Domain::All)], Kind::List),
    aggregate("stDev", &[(Kind::Number, Domain::All)], Kind::Float).within(Latitude::Ulps(64)),
    aggregate("stDevP", &[(Kind::Number, Domain::All)], Kind::Float).within(Latitude::Ulps(64)),
    aggregate("percentileDisc", &[(Kind::Number, Domain::All), (Kind::Float, Domain::Percentile)], Kind::Number)
        .raising(),
    aggregate("percentileCont", &[(Kind::Number, Domain::All), (Kind::Float, Domain::Percentile)], Kind::Float)
        .within(Latitude::Ulps(8))
        .raising(),
    scalar("rand", &[], Kind::Float).within(Latitude::Unspecified).nondeterministic(),
    scalar("timestamp", &[], Kind::Integer).within(Latitude::Unspecified).nondeterministic(),
    scalar("id", &[(Kind::Any, Domain::All)], Kind::Integer).within(Latitude::Unspecified),
    scalar("elementId", &[(Kind::Any, Domain::All)], Kind::String).within(Latitude::Unspecified),
];

const fn scalar(name: &'static str, parameters: &'static [(Kind, Domain)], result: Kind) -> Function {
    Function {
        name,
        parameters,
        optional: 0,
        result,
        aggregate: false,
        deterministic: true,
        may_raise: false,
        latitude: Latitude::Exact,
    }
}

const fn aggregate(name: &'static str, parameters: &'static [(Kind, Domain)], result: Kind) -> Function {
    Function { aggregate: true, ..scalar(name, parameters, result) }
}

impl Function {
    const fn optional(self, count: usize) -> Function {
        Function { optional: count, ..self }
    }

    const fn within(self, latitude: Latitude) -> Function {
        Function { latitude, ..self }
    }

    const fn raising(self) -> Function {
        Function { may_raise: true, ..self }
    }

    const fn nondeterministic(self) -> Function {
        Function { deterministic: false, ..self }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_in_any_case_and_enough_of_them_are_scalar() {
        let names: BTreeSet<String> = TABLE.iter().map(|function| function.name.to_ascii_lowercase()).collect();
        assert_eq!(names.len(), TABLE.len());
        let usable = |f: &&Function| !f.aggregate && f.latitude != Latitude::Unspecified;
        assert!(TABLE.iter().filter(usable).count() >= 61);
    }
}
