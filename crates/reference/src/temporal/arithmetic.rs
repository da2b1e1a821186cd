//! Arithmetic: instants and durations, durations and numbers.

use graphlance_cypher::ast::BinaryOperator;
use graphlance_graph::Value;
use graphlance_graph::value::Temporal;

use super::{Duration, Parsed, parsed};
use crate::operators::{overflow, wrong_type};
use crate::{Failure, OpenAnswers, Options};

/// `-duration`.
pub(crate) fn negate(value: &Temporal) -> Result<Value, Failure> {
    match parsed(value)? {
        Parsed::Duration(duration) => Ok(duration.negated().value()),
        Parsed::Moment(_) => Err(wrong_type("a number", &Value::Temporal(value.clone()))),
    }
}

/// `a + b` where one of them is temporal.
pub(crate) fn add(a: &Value, b: &Value) -> Result<Value, Failure> {
    match (a, b) {
        (Value::Temporal(x), Value::Temporal(y)) => match (parsed(x)?, parsed(y)?) {
            (Parsed::Duration(x), Parsed::Duration(y)) => x.plus(y).map(Duration::value).ok_or_else(overflow),
            (Parsed::Moment(moment), Parsed::Duration(by)) | (Parsed::Duration(by), Parsed::Moment(moment)) => {
                Ok(moment.plus(by).value())
            }
            (Parsed::Moment(_), Parsed::Moment(_)) => Err(wrong_type("a duration", b)),
        },
        (Value::Temporal(_), other) | (other, _) => Err(wrong_type("a duration", other)),
    }
}

/// Another operator where one operand is temporal.
pub(crate) fn arithmetic(operator: BinaryOperator, a: &Value, b: &Value, options: &Options) -> Result<Value, Failure> {
    let number = |value: &Value| match value {
        Value::Integer(i) => Some(*i as f64),
        Value::Float(f) => Some(*f),
        _ => None,
    };
    let duration = |value: &Value| match value {
        Value::Temporal(temporal) => match parsed(temporal) {
            Ok(Parsed::Duration(duration)) => Some(duration),
            _ => None,
        },
        _ => None,
    };
    match operator {
        BinaryOperator::Subtract => match (a, duration(b)) {
            (Value::Temporal(x), Some(by)) => match parsed(x)? {
                Parsed::Duration(x) => x.plus(by.negated()).map(Duration::value).ok_or_else(overflow),
                Parsed::Moment(moment) => Ok(moment.plus(by.negated()).value()),
            },
            _ => Err(wrong_type("a duration", b)),
        },
        BinaryOperator::Multiply => {
            let factors = duration(a).zip(number(b)).or_else(|| duration(b).zip(number(a)));
            let (duration, factor) = factors.ok_or_else(|| wrong_type("a duration and a number", b))?;
            scaled(duration, factor, 1.0 / factor, options)
        }
        BinaryOperator::Divide => {
            let (duration, divisor) = duration(a).zip(number(b)).ok_or_else(|| wrong_type("a number", b))?;
            scaled(duration, 1.0 / divisor, divisor, options)
        }
        _ => Err(wrong_type("a number", if number(a).is_some() { b } else { a })),
    }
}

/// A duration times a factor, where that takes no rounding: CIP2015-08-06 does not say how to round.
fn scaled(duration: Duration, factor: f64, back: f64, options: &Options) -> Result<Value, Failure> {
    let scaled = duration.scaled(factor)?;
    let whole = factor.fract() == 0.0;
    let is_exact = || scaled.scaled(back).is_ok_and(|again| again.order_key().0 == duration.order_key().0);
    if options.open == OpenAnswers::Choose || whole || is_exact() {
        return Ok(scaled.value());
    }
    Err(Failure::Unspecified("a part of a duration that has to be rounded".into()))
}
