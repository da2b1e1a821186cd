//! Aggregate functions. All drop nulls.

use std::cmp::Ordering;

use graphlance_cypher::ast::BinaryOperator;
use graphlance_cypher::dialect::Overflow;
use graphlance_cypher::functions::Aggregate;
use graphlance_graph::Value;
use graphlance_graph::value::{Temporal, TemporalKind};

use super::rows::Groups;
use super::sorting::open_order;
use super::{Runner, memory};
use crate::departures::Computed;
use crate::operators::wrong_type;
use crate::plan::AggregatePlan;
use crate::term::Frame;
use crate::{Failure, Fault, OpenAnswers, operators, relations, shared};

/// The values of one aggregate in one group.
#[derive(Default)]
pub(super) struct Accumulator {
    count: i64,
    values: Vec<Value>,
    percentile: Option<Value>,
    seen: Groups,
    /// The value before and the number of its group of ties.
    before: Option<(Value, Option<u32>)>,
    /// Whether rows that no order tells apart had different values.
    unordered: bool,
    /// Whether a wrong rule makes null of it.
    null: bool,
}

impl Accumulator {
    /// Whether the order of the values is open.
    pub fn is_unordered(&self) -> bool {
        self.unordered
    }

    fn note_order(&mut self, value: &Value, tie: Option<u32>) {
        if !self.unordered
            && let Some((before, other)) = &self.before
        {
            let told_apart = tie.is_some() && tie != *other;
            self.unordered = !told_apart && !shared::identical(before, value);
        }
        self.before = Some((value.clone(), tie));
    }
}

impl Runner<'_> {
    /// Adds a row to an accumulator. `tie`: the number of its group of ties, where the rows are ordered.
    pub(super) fn accumulate(
        &self,
        aggregate: &AggregatePlan,
        into: &mut Accumulator,
        frame: &mut Frame,
        tie: Option<u32>,
    ) -> Result<(), Failure> {
        let Some(argument) = &aggregate.argument else {
            into.count += 1;
            return Ok(());
        };
        if let (Some(percentile), None) = (&aggregate.percentile, &into.percentile) {
            into.percentile = Some(self.evaluate(percentile, frame)?);
        }
        let held = self.held();
        let value = self.evaluate(argument, frame)?;
        self.release_to(held);
        if value.is_null() && !self.keeps_null(aggregate, into) {
            return Ok(());
        }
        if aggregate.kind == Aggregate::Collect {
            into.note_order(&value, tie);
        }
        if aggregate.distinct {
            let values = &into.values;
            if let Some(row) = into.seen.find(&[&value], values.len(), |row, _| &values[row]) {
                if self.replaces([(&into.values[row], &value)].into_iter()) {
                    into.values[row] = value;
                }
                return Ok(());
            }
        }
        into.count += 1;
        if aggregate.kind != Aggregate::Count || aggregate.distinct {
            if into.values.len() >= self.options.budget.length {
                return Err(Failure::OutOfBudget("length"));
            }
            self.hold(memory::VALUE + memory::weight(&value))?;
            into.values.push(value);
        }
        Ok(())
    }

    /// The result of an aggregate.
    pub(super) fn finish(&self, aggregate: &AggregatePlan, from: Accumulator) -> Result<Value, Failure> {
        let values = from.values;
        if from.null {
            return Ok(Value::Null);
        }
        if let Some(wrong) = self.departing_from(Computed::Aggregate(aggregate.kind), &values) {
            return Ok(wrong);
        }
        match aggregate.kind {
            Aggregate::Count => Ok(Value::Integer(from.count)),
            Aggregate::Collect => Ok(Value::list(values)),
            Aggregate::Sum => self.sum(&values),
            Aggregate::Average => self.average(&values),
            Aggregate::Least => self.extreme(&values, Ordering::Less),
            Aggregate::Greatest => self.extreme(&values, Ordering::Greater),
            Aggregate::SampleDeviation | Aggregate::Deviation if values.is_empty() && self.refuses() => {
                Err(Failure::Unspecified("the standard deviation of no values".into()))
            }
            Aggregate::SampleDeviation | Aggregate::Deviation if self.refuses() && is_ill_conditioned(&values) => {
                Err(Failure::Unspecified("a standard deviation that is small beside its values".into()))
            }
            Aggregate::SampleDeviation => deviation(&values, 1).map(Value::Float),
            Aggregate::Deviation => deviation(&values, 0).map(Value::Float),
            Aggregate::PercentileContinuous | Aggregate::PercentileDiscrete => {
                let below = self.departs(Fault::PercentileDiscBelow);
                percentile(aggregate.kind, values, from.percentile.as_ref(), below)
            }
        }
    }

    /// Whether a wrong rule takes a null for a value of this aggregate.
    fn keeps_null(&self, aggregate: &AggregatePlan, into: &mut Accumulator) -> bool {
        match aggregate.kind {
            Aggregate::Count => self.departs(Fault::CountCountsNulls),
            Aggregate::Collect => self.departs(Fault::CollectKeepsNulls),
            Aggregate::Least | Aggregate::Greatest => {
                into.null |= self.departs(Fault::ExtremeOfNull);
                false
            }
            Aggregate::Sum | Aggregate::Average => {
                into.null |= self.departs(Fault::SumOfNull);
                false
            }
            _ => false,
        }
    }

    /// The least or the greatest of the values.
    fn extreme(&self, values: &[Value], wanted: Ordering) -> Result<Value, Failure> {
        let Some(mut best) = values.first() else { return Ok(Value::Null) };
        for value in &values[1..] {
            // What was kept comes first, as engines compare: by a wrong rule the other way round may give another order.
            let wrong = self.options.departures.order(best, value).map(Ordering::reverse);
            let ordering = wrong.unwrap_or_else(|| relations::order(value, best));
            if ordering == wanted || ordering.is_eq() && self.replaces([(best, value)].into_iter()) {
                best = value;
            }
        }
        let is_open = |value: &Value| relations::settled_order(value, best).is_none();
        if self.refuses() && values.iter().any(is_open) {
            return Err(open_order());
        }
        Ok(best.clone())
    }

    fn sum(&self, values: &[Value]) -> Result<Value, Failure> {
        self.refuse_order_dependent_sum(values)?;
        let mut sum = Value::Integer(0);
        for value in values {
            sum = match (&sum, value) {
                (_, Value::Integer(_) | Value::Float(_)) => {
                    operators::binary(BinaryOperator::Add, &sum, value, self.options)?
                }
                (Value::Integer(0), Value::Temporal(Temporal { kind: TemporalKind::Duration, .. })) => value.clone(),
                (Value::Temporal(_), Value::Temporal(Temporal { kind: TemporalKind::Duration, .. })) => {
                    operators::binary(BinaryOperator::Add, &sum, value, self.options)?
                }
                _ => return Err(wrong_type("a number", value)),
            };
        }
        Ok(sum)
    }

    /// Refuses a sum whose value, or whether it overflows, depends on the order of its terms by more than a few units in
    /// the last place.
    fn refuse_order_dependent_sum(&self, values: &[Value]) -> Result<(), Failure> {
        if self.options.open == OpenAnswers::Choose || values.len() < 3 {
            return Ok(());
        }
        let depends = match values.iter().map(integer).collect::<Option<Vec<i64>>>() {
            Some(integers) => self.options.deviations.integer_overflow != Overflow::Wrap && may_overflow(&integers),
            None if self.options.deviations.integer_overflow != Overflow::Wrap && mixed_may_overflow(values) => true,
            None => {
                let numbers: Vec<f64> = values.iter().filter_map(|value| number(value).ok()).collect();
                floats_depend_on_order(&numbers)
            }
        };
        if depends {
            return Err(Failure::Unspecified("the sum depends on the order of its terms".into()));
        }
        Ok(())
    }

    fn average(&self, values: &[Value]) -> Result<Value, Failure> {
        if values.is_empty() {
            return Ok(Value::Null);
        }
        if matches!(values[0], Value::Temporal(_)) {
            let count = Value::Integer(values.len() as i64);
            return operators::binary(BinaryOperator::Divide, &self.sum(values)?, &count, self.options);
        }
        // Integers add up exactly, whatever their sum.
        if let Some(integers) = values.iter().map(integer).collect::<Option<Vec<i64>>>() {
            let sum: i128 = integers.into_iter().map(i128::from).sum();
            return Ok(Value::Float(sum as f64 / values.len() as f64));
        }
        self.refuse_order_dependent_sum(values)?;
        let sum: f64 = values.iter().map(number).sum::<Result<f64, _>>()?;
        Ok(Value::Float(sum / values.len() as f64))
    }
}

/// Whether some order of the terms leaves 64 bits on the way although their sum does not.
fn may_overflow(integers: &[i64]) -> bool {
    let total = |wanted: fn(i64) -> bool| -> i128 {
        integers.iter().filter(|integer| wanted(**integer)).map(|integer| i128::from(*integer)).sum()
    };
    let (positive, negative) = (total(|integer| integer > 0), total(|integer| integer < 0));
    let range = i128::from(i64::MIN)..=i128::from(i64::MAX);
    range.contains(&(positive + negative)) && !(range.contains(&positive) && range.contains(&negative))
}

/// Whether some order of integers and floats adds up integers beyond 64 bits before the first float.
fn mixed_may_overflow(values: &[Value]) -> bool {
    let integers = || values.iter().filter_map(integer).map(i128::from);
    let range = i128::from(i64::MIN)..=i128::from(i64::MAX);
    let positive: i128 = integers().filter(|integer| *integer > 0).sum();
    let negative: i128 = integers().filter(|integer| *integer < 0).sum();
    !(range.contains(&positive) && range.contains(&negative))
}

/// Whether rounding may make sums of the terms in different orders differ by more than the latitude of `sum`.
fn floats_depend_on_order(numbers: &[f64]) -> bool {
    if numbers.iter().any(|number| !number.is_finite()) || add_up_exactly(numbers) {
        return false;
    }
    let magnitude = magnitude(numbers);
    let sum: f64 = numbers.iter().sum();
    !magnitude.is_finite() || magnitude * numbers.len() as f64 / 2.0 > 16.0 * sum.abs()
}

/// Whether numbers add up without rounding: they are multiples of 2^-10, and their sum stays below 2^43.
fn add_up_exactly(numbers: &[f64]) -> bool {
    const STEP: f64 = 1024.0;
    magnitude(numbers) < 8e12 && numbers.iter().all(|number| (number * STEP).fract() == 0.0)
}

fn magnitude(numbers: &[f64]) -> f64 {
    numbers.iter().map(|number| number.abs()).sum()
}

/// Whether ways to compute the standard deviation of values may differ by more than the latitude of it: their errors grow with the
/// number of values and with how large these are beside the deviation (T. F. Chan, G. H. Golub and R. J. LeVeque, *Algorithms for
/// computing the sample variance*, 1983, table 1).
fn is_ill_conditioned(values: &[Value]) -> bool {
    const LATITUDE: f64 = 1024.0;
    let Ok(numbers) = values.iter().map(number).collect::<Result<Vec<f64>, _>>() else { return false };
    let Ok(deviation) = deviation(values, 0) else { return false };
    let alike = numbers.windows(2).all(|pair| pair[0] == pair[1]);
    if numbers.len() < 2 || numbers.iter().any(|number| !number.is_finite()) || alike && add_up_exactly(&numbers) {
        return false;
    }
    // Squares overflow and underflow in one way of computing and not in another.
    if !deviation.is_finite() || deviation == 0.0 {
        return true;
    }
    let count = numbers.len() as f64;
    let root_mean_square = (numbers.iter().map(|number| number * number).sum::<f64>() / count).sqrt();
    count * root_mean_square > LATITUDE * deviation
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(i) => Some(*i),
        _ => None,
    }
}

fn number(value: &Value) -> Result<f64, Failure> {
    match value {
        Value::Integer(i) => Ok(*i as f64),
        Value::Float(f) => Ok(*f),
        other => Err(wrong_type("a number", other)),
    }
}

/// The standard deviation: of a sample (`less` 1) or of the whole (`less` 0); 0.0 of too few values.
fn deviation(values: &[Value], less: usize) -> Result<f64, Failure> {
    let numbers = values.iter().map(number).collect::<Result<Vec<_>, _>>()?;
    if numbers.len() < 2 {
        return Ok(0.0);
    }
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let squares: f64 = numbers.iter().map(|x| (x - mean) * (x - mean)).sum();
    Ok((squares / (numbers.len() - less) as f64).sqrt())
}

/// `below`: a discrete one is the last value that is not above the place of the continuous one, by a wrong rule.
fn percentile(kind: Aggregate, mut values: Vec<Value>, at: Option<&Value>, below: bool) -> Result<Value, Failure> {
    let at = match at {
        None => return Ok(Value::Null),
        Some(at) => number(at)?,
    };
    if !(0.0..=1.0).contains(&at) {
        return Err(Failure::out_of_range(format!("{at} is no percentile: it lies outside 0.0 to 1.0")));
    }
    if values.is_empty() {
        return Ok(Value::Null);
    }
    values.iter().try_for_each(|value| number(value).map(drop))?;
    values.sort_by(relations::order);
    let last = values.len() - 1;
    if kind == Aggregate::PercentileDiscrete {
        let index = if below { at * last as f64 } else { (at * values.len() as f64).ceil() - 1.0 };
        return Ok(values.swap_remove((index as usize).min(last)));
    }
    let position = at * last as f64;
    let (low, share) = (position.floor() as usize, position.fract());
    let below = number(&values[low.min(last)])?;
    let above = number(&values[(low + 1).min(last)])?;
    // The form engines share: weights of both neighbours.
    Ok(Value::Float(if share == 0.0 { below } else { below * (1.0 - share) + above * share }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f64], expected: bool) {
        let values: Vec<Value> = values.iter().map(|value| Value::Float(*value)).collect();
        assert_eq!(is_ill_conditioned(&values), expected, "{values:?}");
    }

    #[test]
    fn a_deviation_is_open_where_ways_to_compute_it_differ() {
        check(&[1.0, 2.0, 3.0], false);
        check(&[7.0, 7.0, 7.0], false);
        check(&[f64::INFINITY, 1.0], false);
        check(&[379.75, 378.75, 378.75, 378.75], true);
        check(&[0.1, 0.1, 0.1], true);
        check(&[1e200, -1e200], true);
        check(&[1e-300, 2e-300], true);
    }
}
