//! Aggregate functions over the records of a group. All but `count(*)` drop nulls.

use graphlance_cypher::Expression;
use graphlance_cypher::ast::{BinaryOperator, FunctionCall};
use graphlance_cypher::functions::Aggregate;
use graphlance_cypher::walk::{Part, for_each_child};
use graphlance_graph::Value;
use graphlance_graph::value::TemporalKind;

use super::order::{equivalent, order};
use super::table::{Record, Scope};
use super::{Engine, Slip};
use crate::{Failure, functions, operators};

/// Whether a function of this name aggregates.
pub(super) fn is_aggregate(name: &str) -> bool {
    functions::find_aggregate(name).is_some()
}

/// Whether an expression calls an aggregate function, outside of subqueries.
pub(super) fn aggregates(expression: &Expression) -> bool {
    match expression {
        Expression::CountStar => true,
        Expression::Function(call) if is_aggregate(&call.name) => true,
        Expression::Exists(_) | Expression::Count(_) | Expression::Collect(_) => false,
        _ => {
            let mut found = false;
            for_each_child(Part::Expression(expression), &mut |child| {
                found = found || matches!(child, Part::Expression(inner) if aggregates(inner));
            });
            found
        }
    }
}

impl Engine<'_> {
    /// What `of` says of the group in scope.
    pub(super) fn aggregated(
        &self,
        scope: Scope<'_>,
        of: impl FnOnce(&[Record]) -> Result<Value, Failure>,
    ) -> Result<Value, Failure> {
        match scope.group {
            Some(group) => of(group),
            None => Err(Failure::Unknown("an aggregate function outside of WITH and RETURN".into())),
        }
    }

    /// The value of an aggregate function.
    pub(super) fn aggregate(&self, call: &FunctionCall, group: &[Record]) -> Result<Value, Failure> {
        let kind = functions::find_aggregate(&call.name).ok_or_else(|| functions::unknown(&call.name))?;
        let Some(argument) = call.arguments.first() else {
            return Err(Failure::Unknown(format!("`{}` of nothing", call.name)));
        };
        let mut values = group
            .iter()
            .map(|record| self.evaluate(argument, Scope::of(record)))
            .collect::<Result<Vec<Value>, Failure>>()?;
        if kind == Aggregate::Least && self.slips(Slip::MinOfNullIsNull) && values.iter().any(Value::is_null) {
            return Ok(Value::Null);
        }
        let keeps_nulls = (kind == Aggregate::Count && self.slips(Slip::CountCountsNulls))
            || (kind == Aggregate::Collect && self.slips(Slip::CollectKeepsNulls));
        values.retain(|value| keeps_nulls || !value.is_null());
        let adds_once = kind == Aggregate::Sum && self.slips(Slip::SumOfDistinct);
        if adds_once || call.distinct && !self.slips(Slip::DistinctInAggregateIgnored) {
            let mut different: Vec<Value> = Vec::new();
            for value in values {
                if !different.iter().any(|earlier| equivalent(earlier, &value)) {
                    different.push(value);
                }
            }
            values = different;
        }
        if kind == Aggregate::Least && values.len() > 1 && self.slips(Slip::MinSkipsFirst) {
            values.remove(0);
        }
        match kind {
            Aggregate::Count => Ok(Value::Integer(values.len() as i64)),
            Aggregate::Collect => Ok(Value::list(values)),
            Aggregate::Sum => self.sum(&values),
            Aggregate::Average => self.average(&values),
            Aggregate::Least => Ok(first(values, |a, b| order(a, b).is_lt())),
            Aggregate::Greatest => Ok(first(values, |a, b| order(a, b).is_gt())),
            Aggregate::SampleDeviation | Aggregate::Deviation => {
                if values.is_empty() {
                    self.leave_open("the standard deviation of no values")?;
                }
                deviation(&values, if kind == Aggregate::Deviation { 0.0 } else { 1.0 })
            }
            Aggregate::PercentileContinuous | Aggregate::PercentileDiscrete => {
                let at = call.arguments.get(1).zip(group.first());
                let at = at.map(|(at, record)| self.evaluate(at, Scope::of(record))).transpose()?;
                percentile(kind, values, at)
            }
        }
    }

    fn sum(&self, values: &[Value]) -> Result<Value, Failure> {
        let mut sum: Option<Value> = None;
        for value in values {
            number_or_duration(value)?;
            sum = Some(match sum {
                None => value.clone(),
                Some(sum) => operators::binary(BinaryOperator::Add, &sum, value, self.options)?,
            });
        }
        Ok(sum.unwrap_or(Value::Integer(0)))
    }

    fn average(&self, values: &[Value]) -> Result<Value, Failure> {
        let count = Value::Integer(values.len() as i64);
        match values {
            [] => Ok(Value::Null),
            [Value::Temporal(_), ..] => {
                operators::binary(BinaryOperator::Divide, &self.sum(values)?, &count, self.options)
            }
            _ => Ok(Value::Float(total(values)? / values.len() as f64)),
        }
    }
}

/// The first of the values that no other one goes before.
fn first(values: Vec<Value>, before: impl Fn(&Value, &Value) -> bool) -> Value {
    let mut best: Option<Value> = None;
    for value in values {
        if best.as_ref().is_none_or(|best| before(&value, best)) {
            best = Some(value);
        }
    }
    best.unwrap_or(Value::Null)
}

fn number(value: &Value) -> Result<f64, Failure> {
    match value {
        Value::Integer(integer) => Ok(*integer as f64),
        Value::Float(float) => Ok(*float),
        other => Err(Failure::argument_type(format!("a {} is no number", other.type_name()))),
    }
}

fn number_or_duration(value: &Value) -> Result<(), Failure> {
    if matches!(value, Value::Temporal(temporal) if temporal.kind == TemporalKind::Duration) {
        Ok(())
    } else {
        number(value).map(drop)
    }
}

/// The sum as a float; that of integers alone is exact before it becomes one.
fn total(values: &[Value]) -> Result<f64, Failure> {
    let mut exact: i128 = 0;
    let mut rounded = 0.0;
    let mut is_exact = true;
    for value in values {
        rounded += number(value)?;
        match value {
            Value::Integer(integer) => exact += i128::from(*integer),
            _ => is_exact = false,
        }
    }
    Ok(if is_exact { exact as f64 } else { rounded })
}

/// The standard deviation: `less` is 1 for that of a sample.
fn deviation(values: &[Value], less: f64) -> Result<Value, Failure> {
    let numbers = values.iter().map(number).collect::<Result<Vec<f64>, Failure>>()?;
    let count = numbers.len() as f64;
    if numbers.len() < 2 {
        return Ok(Value::Float(0.0));
    }
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - less);
    Ok(Value::Float(variance.sqrt()))
}

/// Of the sorted values the one at a share of them (discrete), or between its neighbours in proportion (continuous).
fn percentile(kind: Aggregate, mut values: Vec<Value>, at: Option<Value>) -> Result<Value, Failure> {
    let Some(at) = at else { return Ok(Value::Null) };
    let at = number(&at)?;
    if !(0.0..=1.0).contains(&at) {
        return Err(Failure::out_of_range(format!("{at} is no percentile")));
    }
    for value in &values {
        number(value)?;
    }
    values.sort_by(order);
    let Some(last) = values.len().checked_sub(1) else { return Ok(Value::Null) };
    if kind == Aggregate::PercentileDiscrete {
        // The least value whose share of values up to it is not below `at`.
        let found = (0..=last).find(|index| (index + 1) as f64 >= at * values.len() as f64);
        return Ok(values[found.unwrap_or(last)].clone());
    }
    let place = at * last as f64;
    let (below, above) = (number(&values[place.floor() as usize])?, number(&values[place.ceil() as usize])?);
    let share = place - place.floor();
    Ok(Value::Float(if share == 0.0 { below } else { below * (1.0 - share) + above * share }))
}
