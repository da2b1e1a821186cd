//! Durations from maps.

use graphlance_graph::temporal::{Amounts, Duration};
use graphlance_graph::{Properties, Value};

use super::invalid;
use crate::Failure;
use crate::operators::wrong_type;

/// From a map of units to numbers.
pub(super) fn from_map(map: &Properties) -> Result<Duration, Failure> {
    let mut amounts = Amounts::default();
    for (unit, amount) in map {
        let amount = match amount {
            Value::Integer(i) if unit == "seconds" => {
                amounts.whole_seconds += i128::from(*i);
                continue;
            }
            Value::Integer(i) => *i as f64,
            Value::Float(f) => *f,
            other => return Err(wrong_type("a number", other)),
        };
        amounts.add(unit, amount).ok_or_else(|| invalid(format!("a duration has no {unit}")))?;
    }
    Ok(amounts.duration()?)
}
