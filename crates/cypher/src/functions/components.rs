//! The parts of temporal values and points, `date.year`: what every engine that has such values calls alike.

use graphlance_graph::value::TemporalKind as Time;

use super::Kind;

/// A part of the values of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// Whose part it is.
    pub of: Kind,
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// The range of its values, of coordinates in generated graphs.
    pub range: [i64; 2],
}

/// Every part (CIP2015-08-06, "Date and time"; the Cypher manual on spatial values).
pub const COMPONENTS: &[Component] = &[
    year(Time::Date),
    month(Time::Date),
    day(Time::Date),
    hour(Time::LocalTime),
    minute(Time::LocalTime),
    second(Time::LocalTime),
    hour(Time::Time),
    minute(Time::Time),
    second(Time::Time),
    year(Time::LocalDateTime),
    month(Time::LocalDateTime),
    day(Time::LocalDateTime),
    hour(Time::LocalDateTime),
    minute(Time::LocalDateTime),
    second(Time::LocalDateTime),
    year(Time::DateTime),
    month(Time::DateTime),
    day(Time::DateTime),
    hour(Time::DateTime),
    minute(Time::DateTime),
    second(Time::DateTime),
    coordinate("x"),
    coordinate("y"),
];

impl Component {
    /// The parts of the values of a kind.
    pub fn of(kind: Kind) -> impl Iterator<Item = &'static Component> {
        COMPONENTS.iter().filter(move |component| component.of == kind)
    }
}

const fn part(of: Time, name: &'static str, range: [i64; 2]) -> Component {
    Component { of: Kind::Temporal(of), name, kind: Kind::Integer, range }
}

const fn year(of: Time) -> Component {
    part(of, "year", [-999_999_999, 999_999_999])
}

const fn month(of: Time) -> Component {
    part(of, "month", [1, 12])
}

const fn day(of: Time) -> Component {
    part(of, "day", [1, 31])
}

const fn hour(of: Time) -> Component {
    part(of, "hour", [0, 23])
}

const fn minute(of: Time) -> Component {
    part(of, "minute", [0, 59])
}

const fn second(of: Time) -> Component {
    part(of, "second", [0, 59])
}

const fn coordinate(name: &'static str) -> Component {
    Component { of: Kind::Point, name, kind: Kind::Float, range: [-1_000_000, 1_000_000] }
}
