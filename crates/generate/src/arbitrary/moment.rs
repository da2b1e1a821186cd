//! Random temporal values and points: their texts and maps in every form, and now and then in one that must be refused.

use graphlance_cypher::ast::{BinaryOperator, ComparisonOperator, Expression};
use graphlance_cypher::build;
use graphlance_cypher::functions::Scalar;
use graphlance_graph::value::TemporalKind;
use graphlance_graph::{Name, Random};

const ZONES: &[&str] = &["Z", "+01:00", "-0530", "+02", "+14:00", "-18:00"];
const NAMED: &[&str] = &["Europe/Stockholm", "America/New_York", "Asia/Kolkata", "UTC"];

/// Units of truncation.
const UNITS: &[&str] = &[
    "millennium",
    "century",
    "decade",
    "year",
    "weekYear",
    "quarter",
    "month",
    "week",
    "day",
    "hour",
    "minute",
    "second",
    "millisecond",
    "microsecond",
];

/// Parts of temporal values.
const PARTS: &[&str] = &[
    "year",
    "quarter",
    "month",
    "week",
    "weekYear",
    "dayOfQuarter",
    "day",
    "ordinalDay",
    "dayOfWeek",
    "weekDay",
    "hour",
    "minute",
    "second",
    "millisecond",
    "microsecond",
    "nanosecond",
    "timezone",
    "offset",
    "offsetMinutes",
    "offsetSeconds",
    "epochMillis",
    "epochSeconds",
];

const PARTS_OF_DURATION: &[&str] = &[
    "years",
    "quarters",
    "months",
    "weeks",
    "days",
    "hours",
    "minutes",
    "seconds",
    "milliseconds",
    "microseconds",
    "nanoseconds",
    "quartersOfYear",
    "monthsOfQuarter",
    "monthsOfYear",
    "daysOfWeek",
    "minutesOfHour",
    "secondsOfMinute",
    "millisecondsOfSecond",
    "microsecondsOfSecond",
    "nanosecondsOfSecond",
];

/// A random kind.
pub(super) fn kind(random: &mut Random) -> TemporalKind {
    random.pick(TemporalKind::ALL).copied().unwrap_or(TemporalKind::Date)
}

/// A kind that is no duration.
fn instant(random: &mut Random) -> TemporalKind {
    match kind(random) {
        TemporalKind::Duration => TemporalKind::DateTime,
        kind => kind,
    }
}

/// A value of a kind, made of its text or of a map.
pub(super) fn made(random: &mut Random, kind: TemporalKind) -> Expression {
    let argument = if random.chance(0.6) { build::string(&text(random, kind)) } else { map(random, kind) };
    build::call(Scalar::constructor(kind).name(), vec![argument])
}

/// A point in the plane, in space, or on the earth.
pub(super) fn point(random: &mut Random) -> Expression {
    let mut half =
        |most: i64| build::constant(&graphlance_graph::Value::Float(random.integer(-most, most) as f64 / 2.0));
    let [x, y, z] = [half(6), half(6), half(6)].map(|value| value.unwrap_or_else(build::null));
    let names: &[&str] = match random.below(6) {
        0 => &["longitude", "latitude"],
        1 => &["x", "y", "z"],
        _ => &["x", "y"],
    };
    let entries = names.iter().zip([x, y, z]).map(|(name, value)| ((*name).into(), value));
    build::call(Scalar::Point.name(), vec![Expression::Map(entries.collect())])
}

/// Any expression over temporal values.
pub(super) fn expression(random: &mut Random) -> Expression {
    match random.below(10) {
        0 | 1 => {
            let kind = kind(random);
            made(random, kind)
        }
        2 => selected(random),
        3 => truncated(random),
        4 => arithmetic(random),
        5 => between(random),
        6 | 7 => part(random),
        8 => comparison(random),
        _ => {
            let kind = kind(random);
            build::call(Scalar::ToString.name(), vec![made(random, kind)])
        }
    }
}

/// A value that takes its parts from others: `datetime({date: .., time: .., timezone: ..})`.
fn selected(random: &mut Random) -> Expression {
    let target = instant(random);
    let mut entries: Vec<(Name, Expression)> = Vec::new();
    for key in ["date", "time", "datetime"] {
        if random.chance(0.45) {
            let source = instant(random);
            entries.push((key.into(), made(random, source)));
        }
    }
    for (key, most) in [("day", 28), ("month", 12), ("hour", 23), ("second", 59), ("nanosecond", 999)] {
        if random.chance(0.15) {
            entries.push((key.into(), build::integer(random.integer(1, most))));
        }
    }
    if random.chance(0.3) {
        entries.push(("timezone".into(), zone(random)));
    }
    build::call(Scalar::constructor(target).name(), vec![Expression::Map(entries)])
}

fn zone(random: &mut Random) -> Expression {
    let names = if random.chance(0.5) { ZONES } else { NAMED };
    build::string(random.pick(names).copied().unwrap_or("Z"))
}

fn truncated(random: &mut Random) -> Expression {
    let (target, source) = (instant(random), instant(random));
    let target = match target {
        TemporalKind::Date => Scalar::DateTruncate,
        TemporalKind::LocalTime => Scalar::LocalTimeTruncate,
        TemporalKind::Time => Scalar::TimeTruncate,
        TemporalKind::LocalDateTime => Scalar::LocalDateTimeTruncate,
        _ => Scalar::DateTimeTruncate,
    };
    let unit = build::string(random.pick(UNITS).copied().unwrap_or("day"));
    let mut arguments = vec![unit, made(random, source)];
    if random.chance(0.35) {
        let (key, most) = random
            .pick(&[("day", 28), ("dayOfWeek", 7), ("hour", 23), ("nanosecond", 999)])
            .copied()
            .unwrap_or(("day", 1));
        arguments.push(Expression::Map(vec![(key.into(), build::integer(random.integer(1, most)))]));
    }
    build::call(target.name(), arguments)
}

fn arithmetic(random: &mut Random) -> Expression {
    let duration = made(random, TemporalKind::Duration);
    if random.chance(0.3) {
        let operator = if random.chance(0.5) { BinaryOperator::Multiply } else { BinaryOperator::Divide };
        let factor = match random.below(4) {
            0 => build::constant(&graphlance_graph::Value::Float(random.integer(-9, 9) as f64 / 4.0)),
            _ => Some(build::integer(random.integer(-5, 7))),
        };
        return build::binary(operator, duration, factor.unwrap_or_else(build::null));
    }
    let operator = if random.chance(0.5) { BinaryOperator::Add } else { BinaryOperator::Subtract };
    let kind = kind(random);
    build::binary(operator, made(random, kind), duration)
}

fn between(random: &mut Random) -> Expression {
    let functions =
        [Scalar::DurationBetween, Scalar::DurationInMonths, Scalar::DurationInDays, Scalar::DurationInSeconds];
    let function = random.pick(&functions).copied().unwrap_or(Scalar::DurationBetween);
    let (from, to) = (instant(random), instant(random));
    build::call(function.name(), vec![made(random, from), made(random, to)])
}

fn part(random: &mut Random) -> Expression {
    let kind = kind(random);
    let names = if kind == TemporalKind::Duration { PARTS_OF_DURATION } else { PARTS };
    let name = random.pick(names).copied().unwrap_or("day");
    let whole = match random.below(4) {
        0 => arithmetic(random),
        _ => made(random, kind),
    };
    Expression::Property(Box::new(whole), name.into())
}

fn comparison(random: &mut Random) -> Expression {
    use ComparisonOperator::*;
    let operator = [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual][random.below(6)];
    let left = kind(random);
    let right = if random.chance(0.8) { left } else { kind(random) };
    build::compare(operator, made(random, left), made(random, right))
}

/// A text of a kind.
pub(super) fn text(random: &mut Random, kind: TemporalKind) -> String {
    match kind {
        TemporalKind::Date => date(random),
        TemporalKind::LocalTime => time(random),
        TemporalKind::Time => time(random) + &offset(random, 0.0),
        TemporalKind::LocalDateTime => format!("{}T{}", date(random), time(random)),
        TemporalKind::DateTime => format!("{}T{}{}", date(random), time(random), offset(random, 0.4)),
        TemporalKind::Duration => duration(random),
    }
}

fn date(random: &mut Random) -> String {
    let year = match random.below(12) {
        0 => random.integer(0, 9999),
        _ => random.integer(1980, 2030),
    };
    let (month, day) = (random.integer(1, 12), random.integer(1, 31));
    let (week, weekday) = (random.integer(1, 53), random.integer(1, 7));
    let (quarter, of_quarter, ordinal) = (random.integer(1, 4), random.integer(1, 92), random.integer(1, 366));
    match random.below(14) {
        0 => format!("{year:04}{month:02}{day:02}"),
        1 => format!("{year:04}-{month:02}"),
        2 => format!("{year:04}{month:02}"),
        3 => format!("{year:04}-W{week:02}-{weekday}"),
        4 => format!("{year:04}W{week:02}{weekday}"),
        5 => format!("{year:04}-W{week:02}"),
        6 => format!("{year:04}-Q{quarter}-{of_quarter:02}"),
        7 => format!("{year:04}-{ordinal:03}"),
        8 => format!("{year:04}{ordinal:03}"),
        9 => format!("{year:04}"),
        _ => format!("{year:04}-{month:02}-{:02}", day.min(29)),
    }
}

fn time(random: &mut Random) -> String {
    let (hour, minute, second) = (random.integer(0, 24), random.integer(0, 59), random.integer(0, 60));
    let (hour, second) = (if random.chance(0.97) { hour.min(23) } else { hour }, second.min(59));
    let fraction = random.integer(0, 999_999_999);
    match random.below(10) {
        0 => format!("{hour:02}{minute:02}{second:02}"),
        1 => format!("{hour:02}{minute:02}"),
        2 => format!("{hour:02}"),
        3 => format!("{hour:02}:{minute:02}"),
        4 => format!("{hour:02}:{minute:02}:{second:02}.{fraction:09}"),
        5 => format!("{hour:02}{minute:02}{second:02}.{:03}", fraction % 1000),
        6 => format!("{hour:02}:{minute:02}:{second:02}.{}", fraction % 10),
        _ => format!("{hour:02}:{minute:02}:{second:02}"),
    }
}

fn offset(random: &mut Random, named: f64) -> String {
    let zone = random.pick(ZONES).copied().unwrap_or("Z");
    if random.chance(named) {
        let name = random.pick(NAMED).copied().unwrap_or("UTC");
        return if random.chance(0.85) { format!("[{name}]") } else { format!("{zone}[{name}]") };
    }
    if random.chance(0.15) { String::new() } else { zone.to_owned() }
}

fn duration(random: &mut Random) -> String {
    if random.chance(0.05) {
        return format!("P{}T{}", date(random), time(random));
    }
    let number = |random: &mut Random| match random.below(8) {
        0 => format!("{}.{}", random.integer(0, 40), random.integer(1, 99)),
        1 => format!("-{}", random.integer(1, 40)),
        2 => format!("-{}.5", random.integer(0, 40)),
        _ => random.integer(0, 70).to_string(),
    };
    let mut text = String::from("P");
    for unit in ["Y", "M", "W", "D"] {
        if random.chance(0.3) {
            text += &(number(random) + unit);
        }
    }
    if random.chance(0.7) {
        text += "T";
        for unit in ["H", "M", "S"] {
            if random.chance(0.5) {
                text += &(number(random) + unit);
            }
        }
    }
    text
}

/// A map of parts. Larger parts come first; now and then one is left out before a smaller one.
fn map(random: &mut Random, kind: TemporalKind) -> Expression {
    let mut parts: Vec<(&str, i64, i64)> = Vec::new();
    let dated = !matches!(kind, TemporalKind::LocalTime | TemporalKind::Time | TemporalKind::Duration);
    if dated {
        parts.push(("year", 1980, 2030));
        parts.extend::<Vec<_>>(match random.below(5) {
            0 => vec![("week", 1, 53), ("dayOfWeek", 1, 7)],
            1 => vec![("quarter", 1, 4), ("dayOfQuarter", 1, 92)],
            2 => vec![("ordinalDay", 1, 366)],
            _ => vec![("month", 1, 12), ("day", 1, 31)],
        });
    }
    if !matches!(kind, TemporalKind::Date | TemporalKind::Duration) {
        parts.extend([("hour", 0, 23), ("minute", 0, 59), ("second", 0, 59)]);
        parts.extend([[("millisecond", 0, 999)], [("microsecond", 0, 999)], [("nanosecond", 0, 999)]][random.below(3)]);
    }
    let mut entries: Vec<(Name, Expression)> = Vec::new();
    if kind == TemporalKind::Duration {
        for unit in ["years", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds", "nanoseconds"] {
            if random.chance(0.3) {
                let value = match random.below(4) {
                    0 => build::constant(&graphlance_graph::Value::Float(random.integer(-30, 90) as f64 / 8.0)),
                    _ => Some(build::integer(random.integer(-40, 90))),
                };
                entries.push((unit.into(), value.unwrap_or_else(build::null)));
            }
        }
    } else {
        let kept = random.between(1, parts.len());
        for (name, least, most) in parts.into_iter().take(kept) {
            if random.chance(0.97) {
                entries.push((name.into(), build::integer(random.integer(least, most))));
            }
        }
        if matches!(kind, TemporalKind::Time | TemporalKind::DateTime) && random.chance(0.4) {
            entries.push(("timezone".into(), zone(random)));
        }
    }
    Expression::Map(entries)
}
