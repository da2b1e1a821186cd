//! Durations from maps.

use graphlance_graph::temporal::{Amounts, Duration};
use graphlance_graph::{Properties, Value};

use super::invalid;
use crate::functions::Context;
use crate::operators::wrong_type;
use crate::{Failure, OpenAnswers};

/// From a map of units to numbers, and whether a fraction of one of them had to be rounded to nanoseconds.
pub(super) fn from_map(map: &Properties) -> Result<(Duration, bool), Failure> {
    let mut amounts = Amounts::default();
    let (mut of_month, mut of_nanosecond) = (false, false);
    for (unit, amount) in map {
        let added = match amount {
            Value::Integer(i) => amounts.add_whole(unit, *i),
            Value::Float(f) => {
                match nanos_of(unit) {
                    Some((each, nanos)) => of_nanosecond |= ((f * each).fract() * nanos).fract() != 0.0,
                    None => of_month = true,
                }
                amounts.add(unit, *f)
            }
            other => return Err(wrong_type("a number", other)),
        };
        added.ok_or_else(|| invalid(format!("a duration has no {unit}")))?;
    }
    let duration = amounts.duration()?;
    Ok((duration, of_nanosecond || of_month && duration.nanos % 1000 != 0))
}

/// A duration, unless a fraction had to be rounded to nanoseconds: no document says how.
pub(super) fn unrounded(duration: Duration, rounded: bool, context: Context<'_>) -> Result<Value, Failure> {
    if rounded && context.options.open == OpenAnswers::Refuse {
        return Err(Failure::Unspecified("a part of a duration that has to be rounded".into()));
    }
    Ok(duration.value())
}

/// How many a unit has of another one, and the nanoseconds of that; months have no fixed number.
fn nanos_of(unit: &str) -> Option<(f64, f64)> {
    Some(match unit {
        "weeks" => (7.0, 8.64e13),
        "days" => (1.0, 8.64e13),
        "hours" => (1.0, 3.6e12),
        "minutes" => (1.0, 6e10),
        "seconds" => (1.0, 1e9),
        "milliseconds" => (1.0, 1e6),
        "microseconds" => (1.0, 1e3),
        "nanoseconds" => (1.0, 1.0),
        _ => return None,
    })
}
