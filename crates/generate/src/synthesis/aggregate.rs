//! Aggregates over known values. Independent of the reference on purpose: the second evaluation compares the two.

use graphlance_cypher::functions::{Aggregate, Callee, Function};
use graphlance_graph::{Latitude, Value};
use graphlance_reference::relations;

use crate::expression::Shape;

/// The value of an aggregate over the argument's values on all rows of a group, with its inexactness in units in the
/// last place; none where the language or the engines leave it open.
pub fn aggregate(function: &Function, distinct: bool, values: &[Value], percentile: f64) -> Option<(Value, u32)> {
    let ulps = if let Latitude::Ulps(ulps) = function.latitude { ulps } else { 0 };
    let mut present: Vec<Value> = values.iter().filter(|value| !value.is_null()).cloned().collect();
    if distinct {
        let mut kept: Vec<Value> = Vec::new();
        for value in present {
            if !kept.iter().any(|other| relations::equivalent(other, &value)) {
                kept.push(value);
            }
        }
        present = kept;
    }
    let Callee::Aggregate(aggregate) = function.callee else { return None };
    let value = match aggregate {
        Aggregate::Count => Value::Integer(present.len() as i64),
        Aggregate::Sum => sum(&present)?,
        Aggregate::Average => average(&present)?,
        Aggregate::Least => present.into_iter().min_by(relations::order).unwrap_or(Value::Null),
        Aggregate::Greatest => present.into_iter().max_by(relations::order).unwrap_or(Value::Null),
        Aggregate::Collect => Value::list(present),
        Aggregate::SampleDeviation => deviation(&present, 1)?,
        Aggregate::Deviation => deviation(&present, 0)?,
        Aggregate::PercentileDiscrete => discrete(present, percentile),
        Aggregate::PercentileContinuous => continuous(present, percentile)?,
    };
    Some((value, ulps))
}

/// The shape of an aggregate's value over any number of rows; none where it may overflow.
pub fn aggregate_shape(function: &Function, argument: &Shape) -> Option<Shape> {
    let numeric = matches!(argument, Shape::Integer(..) | Shape::Float(..));
    let Callee::Aggregate(aggregate) = function.callee else { return None };
    match aggregate {
        Aggregate::Count => Some(Shape::Integer(0, 1_000_000)),
        Aggregate::Sum => match argument {
            Shape::Integer(low, high) if low.unsigned_abs().max(high.unsigned_abs()) < 1 << 40 => {
                Some(Shape::Integer(low.min(&0) << 16, high.max(&0) << 16))
            }
            _ => None,
        },
        Aggregate::Least | Aggregate::Greatest => match argument {
            Shape::Integer(..) | Shape::Float(..) | Shape::String { ascii: true, .. } => Some(argument.clone()),
            _ => None,
        },
        Aggregate::Collect => {
            (*argument != Shape::Any).then(|| Shape::List { longest: 400, item: Box::new(argument.clone()) })
        }
        Aggregate::PercentileDiscrete => numeric.then(|| argument.clone()),
        Aggregate::Average | Aggregate::SampleDeviation | Aggregate::Deviation | Aggregate::PercentileContinuous => {
            let (low, high) = argument.bounds()?;
            (low.abs().max(high.abs()) < 1e12).then_some(Shape::Float(-1e13, 1e13))
        }
    }
}

fn sum(values: &[Value]) -> Option<Value> {
    let mut sum = 0i64;
    for value in values {
        let Value::Integer(i) = value else { return None };
        sum = sum.checked_add(*i)?;
    }
    Some(Value::Integer(sum))
}

fn floats(values: &[Value]) -> Option<Vec<f64>> {
    values
        .iter()
        .map(|value| match value {
            Value::Integer(i) => Some(*i as f64),
            Value::Float(f) => Some(*f),
            _ => None,
        })
        .collect()
}

/// Where values of both signs cancel out, the order of summation shows: then the average is left open.
fn average(values: &[Value]) -> Option<Value> {
    if values.is_empty() {
        return Some(Value::Null);
    }
    let floats = floats(values)?;
    let one_sided = floats.iter().all(|f| *f > 0.0) || floats.iter().all(|f| *f < 0.0);
    one_sided.then(|| Value::Float(floats.iter().sum::<f64>() / floats.len() as f64))
}

/// Engines disagree on fewer than two values, and on the last digits where all values are nearly equal.
fn deviation(values: &[Value], correction: usize) -> Option<Value> {
    let floats = floats(values)?;
    let count = floats.len();
    if count < 2 {
        return None;
    }
    let mean = floats.iter().sum::<f64>() / count as f64;
    let squares: f64 = floats.iter().map(|f| (f - mean) * (f - mean)).sum();
    let largest = floats.iter().fold(0.0f64, |largest, f| largest.max(f.abs()));
    let deviation = (squares / (count - correction) as f64).sqrt();
    (deviation > largest * 1e-3 && deviation.is_finite()).then_some(Value::Float(deviation))
}

/// The smallest value such that the given share of all values is not above it (nearest rank).
fn discrete(mut values: Vec<Value>, percentile: f64) -> Value {
    values.sort_by(relations::order);
    let rank = (percentile * values.len() as f64).ceil() as usize;
    values.into_iter().nth(rank.saturating_sub(1)).unwrap_or(Value::Null)
}

/// Linear interpolation between the two nearest values.
fn continuous(values: Vec<Value>, percentile: f64) -> Option<Value> {
    let mut floats = floats(&values)?;
    if floats.is_empty() {
        return Some(Value::Null);
    }
    let one_sided = floats.iter().all(|f| *f > 0.0) || floats.iter().all(|f| *f < 0.0);
    floats.sort_by(f64::total_cmp);
    let place = percentile * (floats.len() - 1) as f64;
    let (low, high) = (floats[place.floor() as usize], floats[place.ceil() as usize]);
    one_sided.then(|| Value::Float(low + (high - low) * (place - place.floor())))
}
