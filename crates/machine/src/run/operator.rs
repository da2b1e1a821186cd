//! Operators of sacks, folds and side effects: how two values become one.

use std::cmp::Ordering;

use graphlance_gremlin::Scalar;
use graphlance_gremlin::token::Operator;

use super::Run;
use crate::failure::{ErrorKind, Failure, raise, wrong_type};
use crate::graph::PropertyGraph;
use crate::number::{self, Arithmetic};
use crate::rules::Rules;
use crate::value::{Value, relations};

/// What an operator makes of two values.
pub(super) fn apply(operator: Operator, a: &Value, b: &Value, rules: Rules, graph: &PropertyGraph) -> Run<Value> {
    match operator {
        Operator::Assign => Ok(b.clone()),
        Operator::Sum => compute(Arithmetic::Add, a, b, rules),
        Operator::Minus => compute(Arithmetic::Subtract, a, b, rules),
        Operator::Mult => compute(Arithmetic::Multiply, a, b, rules),
        Operator::Div => compute(Arithmetic::Divide, a, b, rules),
        Operator::Min => extreme(a, b, false, graph),
        Operator::Max => extreme(a, b, true, graph),
        Operator::SumLong => match (a, b) {
            (Value::Scalar(Scalar::Long(_)), Value::Scalar(Scalar::Long(_))) => compute(Arithmetic::Add, a, b, rules),
            (other, Value::Scalar(Scalar::Long(_))) | (_, other) => Err(wrong_type("sumLong", other).into()),
        },
        Operator::And | Operator::Or | Operator::AddAll if a.is_null() || b.is_null() => {
            Ok(if b.is_null() { a.clone() } else { b.clone() })
        }
        Operator::And => Ok(Value::from(truth(a)? && truth(b)?)),
        Operator::Or => Ok(Value::from(truth(a)? || truth(b)?)),
        Operator::AddAll => add_all(a, b),
    }
}

fn truth(value: &Value) -> Run<bool> {
    match value {
        Value::Scalar(Scalar::Boolean(value)) => Ok(*value),
        other => Err(wrong_type("a boolean operator", other).into()),
    }
}

/// Computes with two numbers; with null nothing is done.
pub(super) fn compute(operation: Arithmetic, a: &Value, b: &Value, rules: Rules) -> Run<Value> {
    if a.is_null() || b.is_null() {
        return Ok(a.clone());
    }
    let (x, y) = (number_of(a)?, number_of(b)?);
    if number::is_nan(x) || number::is_nan(y) {
        return Err(Failure::Unspecified("arithmetic with what is no number".to_owned()).into());
    }
    Ok(Value::Scalar(number::compute(operation, x, y, false, rules.overflow)?))
}

/// The number that a value is.
pub(super) fn number_of(value: &Value) -> Run<&Scalar> {
    value.as_number().ok_or_else(|| wrong_type("arithmetic", value).into())
}

/// The lesser or greater of two values of one family. Null and NaN lose against any other.
pub(super) fn extreme(a: &Value, b: &Value, greater: bool, graph: &PropertyGraph) -> Run<Value> {
    if a.is_null() || b.is_null() {
        return Ok(if a.is_null() { b.clone() } else { a.clone() });
    }
    if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
        return Ok(Value::Scalar(number::extreme(x, y, greater)?));
    }
    if relations::is_nan(a) || relations::is_nan(b) {
        return Ok(if relations::is_nan(a) { b.clone() } else { a.clone() });
    }
    let naturally = match (a.as_scalar(), b.as_scalar()) {
        (Some(x), Some(y)) => std::mem::discriminant(x) == std::mem::discriminant(y),
        _ => false,
    };
    if !naturally {
        let message = format!("a {} and a {} have no order", a.type_name(), b.type_name());
        return Err(raise(ErrorKind::Type, message).into());
    }
    let first = match relations::order(graph, a, b) {
        Ordering::Less => !greater,
        Ordering::Equal => false,
        Ordering::Greater => greater,
    };
    Ok(if first { a.clone() } else { b.clone() })
}

fn add_all(a: &Value, b: &Value) -> Run<Value> {
    if let (Value::Map(first), Value::Map(second)) = (a, b) {
        let mut entries = first.entries.clone();
        entries.extend(second.entries.iter().map(|(key, value)| (key.clone(), value.clone())));
        return Ok(Value::map(entries));
    }
    let (Some(mut first), Some(second)) = (a.collection(), b.collection()) else {
        return Err(wrong_type("addAll", if a.collection().is_none() { a } else { b }).into());
    };
    first.extend(second);
    Ok(match a {
        Value::Set(_) => Value::set(first),
        Value::Bag(_) => Value::bag(first),
        _ => Value::list(first),
    })
}
