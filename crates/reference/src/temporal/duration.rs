//! Durations from maps.

use graphlance_graph::temporal::{Amounts, Duration};
use graphlance_graph::{Properties, Value};

use super::invalid;
use crate::Failure;
use crate::operators::wrong_type;

/// From a map of units to numbers, and whether a fraction of one of them had to be rounded to nanoseconds.
pub(super) fn from_map(map: &Properties) -> Result<(Duration, bool), Failure> {
    let mut amounts = Amounts::default();
    let (mut of_day, mut of_nanosecond) = (false, false);
    for (unit, amount) in map {
        let amount = match amount {
            Value::Integer(i) if unit == "seconds" => {
                amounts.whole_seconds += i128::from(*i);
                continue;
            }
            Value::Integer(i) => *i as f64,
            Value::Float(f) => {
                match nanos_of(unit) {
                    Some(nanos) => of_nanosecond |= (f * nanos).fract() != 0.0,
                    None => of_day = true,
                }
                *f
            }
            other => return Err(wrong_type("a number", other)),
        };
        amounts.add(unit, amount).ok_or_else(|| invalid(format!("a duration has no {unit}")))?;
    }
    let duration = amounts.duration()?;
    Ok((duration, of_nanosecond || of_day && duration.nanos % 1000 != 0))
}

/// The nanoseconds of a unit; of those larger than hours there are as many as its days and months have.
fn nanos_of(unit: &str) -> Option<f64> {
    Some(match unit {
        "hours" => 3.6e12,
        "minutes" => 6e10,
        "seconds" => 1e9,
        "milliseconds" => 1e6,
        "microseconds" => 1e3,
        "nanoseconds" => 1.0,
        _ => return None,
    })
}
