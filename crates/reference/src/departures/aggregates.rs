//! Aggregate functions.

use std::cmp::Ordering;

use graphlance_cypher::ast::{Expression, FunctionCall, Literal, TypeName};
use graphlance_cypher::build;
use graphlance_cypher::functions::{Aggregate, Scalar};
use graphlance_cypher::walk::PartMut;
use graphlance_graph::Value;

use super::Computed::{Aggregate as Of, Call};
use super::trees::{by_type, null};
use super::{Effect, WrongRule, tree, value, values};
use crate::{functions, relations};

/// Aggregates that compute with numbers, or order them.
const NUMERIC: &[Aggregate] = &[Aggregate::Least, Aggregate::Greatest, Aggregate::Sum, Aggregate::Average];

pub(super) const RULES: &[WrongRule] = &[
    value("sum-of-nothing-is-null", "sum() of nothing is null", Of(Aggregate::Sum), |values| {
        values.is_empty().then_some(Value::Null)
    }),
    value("avg-of-nothing-is-zero", "avg() of nothing is 0.0", Of(Aggregate::Average), |values| {
        values.is_empty().then_some(Value::Float(0.0))
    }),
    value("min-of-nothing-is-zero", "min() of nothing is 0", Of(Aggregate::Least), |values| {
        values.is_empty().then_some(Value::Integer(0))
    }),
    value("max-of-nothing-is-zero", "max() of nothing is 0", Of(Aggregate::Greatest), |values| {
        values.is_empty().then_some(Value::Integer(0))
    }),
    value("collect-of-nothing-is-null", "collect() of nothing is null", Of(Aggregate::Collect), |values| {
        values.is_empty().then_some(Value::Null)
    }),
    value("sum-of-integers-is-float", "sum() of INTEGERs is a FLOAT", Of(Aggregate::Sum), |values| {
        let sum: i64 = integers(values)?.into_iter().sum();
        Some(Value::Float(sum as f64))
    }),
    value("avg-of-integers-is-integer", "avg() of INTEGERs is an INTEGER", Of(Aggregate::Average), |values| {
        let (integers, count) = (integers(values)?, i64::try_from(values.len()).ok()?);
        integers.into_iter().sum::<i64>().checked_div(count).map(Value::Integer)
    }),
    value("min-begins-at-zero", "min() begins at 0", Of(Aggregate::Least), |values| {
        let positive =
            |value: &Value| matches!(value, Value::Integer(1..)) || matches!(value, Value::Float(f) if *f > 0.0);
        (!values.is_empty() && values.iter().all(positive)).then_some(Value::Integer(0))
    }),
    value("max-begins-at-zero", "max() begins at 0", Of(Aggregate::Greatest), |values| {
        let negative =
            |value: &Value| matches!(value, Value::Integer(..0)) || matches!(value, Value::Float(f) if *f < 0.0);
        (!values.is_empty() && values.iter().all(negative)).then_some(Value::Integer(0))
    }),
    WrongRule::new(
        "aggregate-of-property-is-number",
        "min(), max(), sum() and avg() of a property take a string for the number that it begins with, or else for 0.0, and a BOOLEAN for null",
        Effect::ValuesAndTree(&[(Call(Scalar::ToFloatOrNull), |it| cast(it.first()?))], |part| {
            if let PartMut::Expression(Expression::Function(call)) = part
                && functions::find_aggregate(&call.name).is_some_and(|found| NUMERIC.contains(&found))
                && let [argument] = call.arguments.as_mut_slice()
                && matches!(&*argument, Expression::Property(subject, _) if matches!(**subject, Expression::Variable(_)))
            {
                let number = build::call(Scalar::ToFloatOrNull.name(), vec![argument.clone()]);
                *argument = by_type(argument, vec![(TypeName::String, number), (TypeName::Boolean, null())]);
            }
        }),
    ),
    values(
        "extreme-of-lists-with-null-is-last",
        "max() and min() take the later of two lists that null keeps from being compared",
        &[
            (Of(Aggregate::Greatest), |values| latest_extreme(values, Ordering::Greater)),
            (Of(Aggregate::Least), |values| latest_extreme(values, Ordering::Less)),
        ],
    ),
    value(
        "min-ignores-strings",
        "min() takes no notice of strings beside other values",
        Of(Aggregate::Least),
        |values| extreme_without_strings(values, false),
    ),
    value(
        "max-ignores-strings",
        "max() takes no notice of strings beside other values",
        Of(Aggregate::Greatest),
        |values| extreme_without_strings(values, true),
    ),
    value("min-of-strings-is-null", "min() of strings is null", Of(Aggregate::Least), |values| {
        values.iter().any(|value| matches!(value, Value::String(_))).then_some(Value::Null)
    }),
    value("max-of-strings-is-null", "max() of strings is null", Of(Aggregate::Greatest), |values| {
        values.iter().any(|value| matches!(value, Value::String(_))).then_some(Value::Null)
    }),
    value("collect-drops-duplicates", "collect() drops duplicates", Of(Aggregate::Collect), |values| {
        let mut kept: Vec<Value> = Vec::new();
        for value in values {
            if !kept.iter().any(|known| relations::equivalent(known, value)) {
                kept.push(value.clone());
            }
        }
        (kept.len() < values.len()).then(|| Value::list(kept))
    }),
    value("collected-booleans-are-numbers", "collect() makes 1 and 0 of BOOLEANs", Of(Aggregate::Collect), |values| {
        let number = |value: &Value| match value {
            Value::Boolean(holds) => Value::Integer(i64::from(*holds)),
            other => other.clone(),
        };
        Some(Value::list(values.iter().map(number).collect()))
    }),
    value("stdev-of-one-is-null", "stDev() of a single value is null", Of(Aggregate::SampleDeviation), |values| {
        (values.len() == 1).then_some(Value::Null)
    }),
    value("stdev-of-whole", "stDev() is that of the whole population", Of(Aggregate::SampleDeviation), |values| {
        deviation(values, 0)
    }),
    value("stdevp-of-sample", "stDevP() is that of a sample", Of(Aggregate::Deviation), |values| deviation(values, 1)),
    tree("distinct-in-count-ignored", "DISTINCT in count() is ignored", |part| not_distinct(part, Aggregate::Count)),
    tree("distinct-in-collect-ignored", "DISTINCT in collect() is ignored", |part| {
        not_distinct(part, Aggregate::Collect);
    }),
    tree("distinct-in-sum-ignored", "DISTINCT in sum() is ignored", |part| not_distinct(part, Aggregate::Sum)),
    tree("distinct-in-avg-ignored", "DISTINCT in avg() is ignored", |part| not_distinct(part, Aggregate::Average)),
    tree("count-as-count-distinct", "count() counts distinct values", |part| {
        if let Some(call) = aggregate(part, Aggregate::Count) {
            call.distinct = true;
        }
    }),
    tree("count-of-expression-as-rows", "count() of an expression counts rows", |part| {
        let counts = aggregate(part, Aggregate::Count).is_some_and(|call| !call.distinct);
        if let (PartMut::Expression(expression), true) = (part, counts) {
            **expression = Expression::CountStar;
        }
    }),
    tree("percentile-disc-as-cont", "percentileDisc() lies between two values", |part| {
        if let Some(call) = aggregate(part, Aggregate::PercentileDiscrete) {
            call.name = "percentileCont".into();
        }
    }),
    tree("percentile-disc-is-float", "percentileDisc() of INTEGERs is a FLOAT", |part| {
        let call = aggregate(part, Aggregate::PercentileDiscrete);
        if let Some(of) = call.and_then(|call| call.arguments.first_mut()) {
            *of = build::call("toFloat", vec![std::mem::replace(of, null())]);
        }
    }),
    tree("percentile-out-of-range-is-nearest", "a percentile below 0 is 0, and one above 1 is 1", |part| {
        let kinds = [Aggregate::PercentileDiscrete, Aggregate::PercentileContinuous];
        for kind in kinds {
            let Some(call) = aggregate(part, kind) else { continue };
            if let Some(Expression::Literal(at)) = call.arguments.get_mut(1) {
                match at {
                    Literal::Integer(number) => *number = (*number).clamp(0, 1),
                    Literal::Float(number) => *number = number.clamp(0.0, 1.0),
                    _ => {}
                }
            }
        }
    }),
    tree("percentile-cont-as-disc", "percentileCont() is one of the values", |part| {
        if let Some(call) = aggregate(part, Aggregate::PercentileContinuous) {
            call.name = "percentileDisc".into();
        }
    }),
];

fn aggregate<'a>(part: &'a mut PartMut<'_>, kind: Aggregate) -> Option<&'a mut FunctionCall> {
    match part {
        PartMut::Expression(Expression::Function(call)) => {
            (functions::find_aggregate(&call.name) == Some(kind)).then_some(call)
        }
        _ => None,
    }
}

fn not_distinct(part: &mut PartMut<'_>, kind: Aggregate) {
    aggregate(part, kind).into_iter().for_each(|call| call.distinct = false);
}

fn integers(values: &[Value]) -> Option<Vec<i64>> {
    let integers = values.iter().map(|value| match value {
        Value::Integer(integer) => Some(*integer),
        _ => None,
    });
    let integers: Vec<i64> = integers.collect::<Option<_>>()?;
    // A sum that leaves 64 bits is for the right rule.
    integers.iter().try_fold(0i64, |sum, integer| sum.checked_add(*integer))?;
    (!integers.is_empty()).then_some(integers)
}

fn extreme_without_strings(values: &[Value], greatest: bool) -> Option<Value> {
    let is_string = |value: &&Value| matches!(value, Value::String(_));
    let mut others = values.iter().filter(|value| !is_string(value));
    if !values.iter().any(|value| is_string(&value)) {
        return None;
    }
    let first = others.next()?;
    let wanted = if greatest { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less };
    Some(others.fold(first, |best, value| if relations::order(value, best) == wanted { value } else { best }).clone())
}

fn deviation(values: &[Value], less: usize) -> Option<Value> {
    let numbers = values.iter().map(|value| match value {
        Value::Integer(integer) => Some(*integer as f64),
        Value::Float(float) => Some(*float),
        _ => None,
    });
    let numbers: Vec<f64> = numbers.collect::<Option<_>>()?;
    if numbers.len() < 2 {
        return None;
    }
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
    Some(Value::Float((squares / (numbers.len() - less) as f64).sqrt()))
}

/// The value that the others do not exceed to a side, where of two that null keeps apart the later one counts.
fn latest_extreme(values: &[Value], side: Ordering) -> Option<Value> {
    let mut open = false;
    let later = |kept: &Value, next: &Value| match order_but_for_null(kept, next) {
        None => true,
        Some(order) => order.reverse() == side,
    };
    let mut values = values.iter().filter(|value| !value.is_null());
    let mut kept = values.next()?;
    for next in values {
        open |= order_but_for_null(kept, next).is_none();
        if later(kept, next) {
            kept = next;
        }
    }
    open.then(|| kept.clone())
}

/// The order of two values; none where one of them is null, or within two lists an item that stands where they differ first.
fn order_but_for_null(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Null, _) | (_, Value::Null) => None,
        (Value::List(a), Value::List(b)) => {
            for (a, b) in a.iter().zip(b.iter()) {
                match order_but_for_null(a, b)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        _ => Some(relations::order(a, b)),
    }
}

fn cast(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => Some(Value::Float(real_beginning(text))),
        _ => None,
    }
}

/// The number that a text begins with, behind spaces, as SQL casts it; 0 where it begins with none.
pub(super) fn real_beginning(text: &str) -> f64 {
    let text = text.trim_start();
    let ends = (1..=text.len()).rev().filter(|end| text.is_char_boundary(*end));
    let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let number = ends.map(|end| &text[..end]).filter(is_number).find_map(|text| text.parse().ok());
    number.unwrap_or(0.0)
}
