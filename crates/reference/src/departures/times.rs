//! Dates, times and durations.

use graphlance_cypher::ast::{BinaryOperator, Expression};
use graphlance_cypher::functions::Scalar;
use graphlance_cypher::walk::PartMut;
use graphlance_graph::temporal::{Duration, NANOS_PER_DAY, NANOS_PER_SECOND, Parsed, calendar};
use graphlance_graph::value::{Temporal, TemporalKind};
use graphlance_graph::{Graph, Value};

use super::Computed::{Binary, Call, Property};
use super::{WrongRule, order, tree, value, values};
use crate::temporal::component;
use crate::{OpenAnswers, Options, functions};

pub(super) const RULES: &[WrongRule] = &[
    value("sunday-is-day-0", "Sunday is day 0 of the week, not 7", Property, |it| {
        let [Value::Temporal(temporal), Value::String(key)] = it else { return None };
        let (sunday, day) = (is_sunday(temporal)?, key.as_str());
        (sunday && matches!(day, "dayOfWeek" | "weekDay")).then_some(Value::Integer(0))
    }),
    tree(
        "components-of-durations-are-remainders",
        "a component of a duration leaves out what is in the larger ones",
        |part| {
            let PartMut::Expression(expression) = part else { return };
            let Expression::Property(subject, key) = &**expression else { return };
            let Some((_, remainder)) = REMAINDERS.iter().find(|(total, _)| *total == key.as_str()) else { return };
            // No key that is generated is called so: an element's own entry is not asked for.
            **expression = Expression::Property(subject.clone(), (*remainder).into());
        },
    ),
    values(
        "durations-carry",
        "a duration is what lies between the beginning of 1970 and the day that it leads to from there: 24 hours are a day, 31 days a month, and \
         a day less is eleven months and 30 days of the year before",
        &[
            (Call(Scalar::Duration), |it| {
                let made = functions::call(Scalar::Duration, it, &Graph::new(), &Options::default()).ok()?;
                Some(carried(duration(&made)?)?.value())
            }),
            (Binary(BinaryOperator::Add), |it| {
                let [a, b] = it else { return None };
                Some(carried(duration(a)?.plus(duration(b)?)?)?.value())
            }),
            (Binary(BinaryOperator::Subtract), |it| {
                let [a, b] = it else { return None };
                Some(carried(duration(a)?.plus(duration(b)?.negated())?)?.value())
            }),
        ],
    ),
    values(
        "durations-wrap",
        "the hours, minutes and seconds of a duration wrap at 2^63 nanoseconds",
        &[
            (Call(Scalar::Duration), |it| {
                let made = functions::call(Scalar::Duration, it, &Graph::new(), &Options::default()).ok()?;
                wrapped(duration(&made)?)
            }),
            (Binary(BinaryOperator::Add), |it| {
                let [a, b] = it else { return None };
                wrapped(duration(a)?.plus(duration(b)?)?)
            }),
            (Binary(BinaryOperator::Subtract), |it| {
                let [a, b] = it else { return None };
                wrapped(duration(a)?.plus(duration(b)?.negated())?)
            }),
        ],
    ),
    value("duration-of-map-cuts-fractions", "duration() of a map cuts fractions off", Call(Scalar::Duration), |it| {
        let [Value::Map(entries)] = it else { return None };
        let mut cut = entries.as_ref().clone();
        let fractions = cut.values_mut().filter_map(|value| match value {
            Value::Float(float) if float.fract() != 0.0 && float.abs() < 9e15 => {
                *value = Value::Integer(float.trunc() as i64);
                Some(())
            }
            _ => None,
        });
        (fractions.count() > 0)
            .then(|| functions::call(Scalar::Duration, &[Value::map(cut)], &Graph::new(), &Options::default()).ok())?
    }),
    order("times-ordered-within-a-day", "times are ordered by their time in UTC, taken within one day", |a, b| {
        let (a, b) = (time_in_utc(a)?, time_in_utc(b)?);
        Some(a.cmp(&b))
    }),
    value("components-of-durations-are-floats", "components of a duration are FLOATs", Property, |it| {
        let [Value::Temporal(temporal), Value::String(key)] = it else { return None };
        match component(temporal, key, OpenAnswers::Choose) {
            Ok(Value::Integer(number)) if temporal.kind == TemporalKind::Duration => Some(Value::Float(number as f64)),
            _ => None,
        }
    }),
];

/// Components of a duration that count all of it, and those that count what larger ones leave.
const REMAINDERS: &[(&str, &str)] = &[
    ("months", "monthsOfYear"),
    ("minutes", "minutesOfHour"),
    ("seconds", "secondsOfMinute"),
    ("milliseconds", "millisecondsOfSecond"),
    ("microseconds", "microsecondsOfSecond"),
    ("nanoseconds", "nanosecondsOfSecond"),
];

fn duration(value: &Value) -> Option<Duration> {
    let Value::Temporal(temporal @ Temporal { kind: TemporalKind::Duration, .. }) = value else { return None };
    match temporal.parsed() {
        Ok(Parsed::Duration(duration)) => Some(duration),
        _ => None,
    }
}

/// The duration whose time is no more than 64 bits hold; none where it is none already.
fn wrapped(duration: Duration) -> Option<Value> {
    let nanos = i128::from(duration.nanos as i64);
    (nanos != duration.nanos).then(|| Duration { nanos, ..duration }.value())
}

/// What lies between 1970-01-01 and the moment that a duration of whole seconds leads to from there.
fn carried(duration: Duration) -> Option<Duration> {
    const MOST_DAYS: i64 = 1 << 32;
    if duration.nanos % i128::from(NANOS_PER_SECOND) != 0 || duration.months.abs() > MOST_DAYS {
        return None;
    }
    let in_day = i128::from(NANOS_PER_DAY);
    let whole = i64::try_from(duration.nanos.div_euclid(in_day)).ok()?;
    let days = calendar::add_months(0, duration.months).checked_add(duration.days)?.checked_add(whole)?;
    let (year, month, day) = calendar::civil(Some(days).filter(|days| days.abs() <= MOST_DAYS)?);
    let months = (year - 1970) * 12 + month - 1;
    Some(Duration { months, days: day - 1, nanos: duration.nanos.rem_euclid(in_day) })
}

/// Nanoseconds since midnight in UTC, of a time with an offset.
fn time_in_utc(value: &Value) -> Option<i128> {
    let Value::Temporal(temporal @ Temporal { kind: TemporalKind::Time, .. }) = value else { return None };
    match temporal.parsed() {
        Ok(Parsed::Moment(moment)) => Some(moment.instant().rem_euclid(i128::from(NANOS_PER_DAY))),
        _ => None,
    }
}

/// Whether a date, alone or with a time, is a Sunday; none for other temporal values.
fn is_sunday(temporal: &Temporal) -> Option<bool> {
    if !matches!(temporal.kind, TemporalKind::Date | TemporalKind::LocalDateTime | TemporalKind::DateTime) {
        return None;
    }
    let mut parts = temporal.text.get(..10)?.splitn(3, '-');
    let mut part = || parts.next()?.parse::<i64>().ok();
    let (year, month, day) = (part()?, part()?, part()?);
    // Sakamoto's method: Sunday is 0.
    let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4].get(usize::try_from(month - 1).ok()?)?;
    let year = if month < 3 { year - 1 } else { year };
    Some((year + year / 4 - year / 100 + year / 400 + shift + day) % 7 == 0)
}
