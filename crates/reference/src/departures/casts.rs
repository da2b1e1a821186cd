//! Values that are cast as SQLite casts them.

use graphlance_cypher::ast::{BinaryOperator, UnaryOperator};
use graphlance_cypher::functions::Scalar;
use graphlance_graph::{Graph, Value};

use super::Computed::{Binary, Call, Unary};
use super::aggregates::real_beginning;
use super::{WrongRule, values};
use crate::{Options, functions};

pub(super) const RULES: &[WrongRule] = &[
    values(
        "number-of-other-type-is-what-it-begins-with",
        "`*`, `-`, `/` and functions of numbers take a text for the number that it begins with, or else for 0, and a list or map for 0",
        &[
            (Call(Scalar::Abs), |it| of_float(Scalar::Abs, it)),
            (Call(Scalar::Cos), |it| of_float(Scalar::Cos, it)),
            (Call(Scalar::Exp), |it| of_float(Scalar::Exp, it)),
            (Call(Scalar::Log), |it| of_float(Scalar::Log, it)),
            (Call(Scalar::Log10), |it| of_float(Scalar::Log10, it)),
            (Call(Scalar::Round), |it| real(it.first()?).map(|number| Value::Float(number.round()))),
            (Call(Scalar::Sin), |it| of_float(Scalar::Sin, it)),
            (Call(Scalar::Sqrt), |it| of_float(Scalar::Sqrt, it)),
            (Call(Scalar::Tan), |it| of_float(Scalar::Tan, it)),
            (Call(Scalar::Ceil), |it| real(it.first()?).map(|number| Value::Integer(number.ceil() as i64))),
            (Call(Scalar::Floor), |it| real(it.first()?).map(|number| Value::Integer(number.floor() as i64))),
            (Call(Scalar::Sign), |it| {
                real(it.first()?).map(|number| Value::Integer(i64::from(number > 0.0) - i64::from(number < 0.0)))
            }),
            (Unary(UnaryOperator::Minus), |it| match whole(it.first()?)? {
                Value::Integer(number) => Some(Value::Integer(number.wrapping_neg())),
                _ => None,
            }),
            (Binary(BinaryOperator::Multiply), |it| of_reals(it, |left, right| Some(left * right))),
            (Binary(BinaryOperator::Divide), |it| of_reals(it, |left, right| (right != 0.0).then(|| left / right))),
            (Binary(BinaryOperator::Subtract), subtract),
        ],
    ),
    values(
        "part-of-text-is-that-of-sqlite",
        "substring(), left() and right() take a number below 0 as SQLite's substr() does, which counts from the end, and a length from there back",
        &[
            (Call(Scalar::Left), |it| match it {
                [Value::String(text), Value::Integer(length @ ..0)] => substr(text, 1, Some(*length)),
                _ => None,
            }),
            (Call(Scalar::Right), |it| match it {
                [Value::String(text), Value::Integer(length @ ..0)] => substr(text, length.checked_neg()?, None),
                _ => None,
            }),
            (Call(Scalar::Substring), |it| match it {
                [Value::String(text), Value::Integer(from @ ..0)] => substr(text, from + 1, None),
                [Value::String(text), Value::Integer(from), Value::Integer(length)] if *from < 0 || *length < 0 => {
                    substr(text, from.checked_add(1)?, Some(*length))
                }
                _ => None,
            }),
        ],
    ),
];

/// The number that a text begins with, or else 0, and 0 of a list or map; none of other values.
fn real(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => Some(real_beginning(text)),
        Value::List(_) | Value::Map(_) => Some(0.0),
        _ => None,
    }
}

/// The whole number that a text begins with, or else 0, and 0 of a list or map; none of other values.
fn whole(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => {
            let text = text.trim_start();
            let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
            let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
            Some(Value::Integer(text[..text.len() - digits.len() + end].parse().unwrap_or(0)))
        }
        Value::List(_) | Value::Map(_) => Some(Value::Integer(0)),
        _ => None,
    }
}

fn of_float(scalar: Scalar, arguments: &[Value]) -> Option<Value> {
    let number = Value::Float(real(arguments.first()?)?);
    functions::call(scalar, &[number], &Graph::new(), &Options::default()).ok()
}

/// What comes of two operands one of which at least is no number.
fn of_reals(operands: &[Value], of: impl Fn(f64, f64) -> Option<f64>) -> Option<Value> {
    let number = |value: &Value| match value {
        Value::Integer(integer) => Some(*integer as f64),
        Value::Float(float) => Some(*float),
        other => real(other),
    };
    let [left, right] = operands else { return None };
    let is_other = real(left).is_some() || real(right).is_some();
    let (left, right) = (number(left)?, number(right)?);
    is_other.then(|| of(left, right).map_or(Value::Null, Value::Float))
}

fn subtract(operands: &[Value]) -> Option<Value> {
    let [left, right] = operands else { return None };
    let number = |value: &Value| whole(value).unwrap_or_else(|| value.clone());
    let is_other = whole(left).is_some() || whole(right).is_some();
    match (number(left), number(right)) {
        (Value::Integer(left), Value::Integer(right)) if is_other => left.checked_sub(right).map(Value::Integer),
        (Value::Float(left), Value::Integer(right)) if is_other => Some(Value::Float(left - right as f64)),
        (Value::Integer(left), Value::Float(right)) if is_other => Some(Value::Float(left as f64 - right)),
        _ => None,
    }
}

/// What SQLite's substr() gives: characters are counted from 1, below 0 from the end, and a length below 0 is of those in front.
fn substr(text: &str, from: i64, length: Option<i64>) -> Option<Value> {
    let count = text.chars().count() as i64;
    let mut start = from;
    let mut taken = length.map_or(count, i64::saturating_abs);
    if start < 0 {
        start = start.saturating_add(count);
        if start < 0 {
            taken = taken.saturating_add(start).max(0);
            start = 0;
        }
    } else if start > 0 {
        start -= 1;
    } else if length.is_some() && taken > 0 {
        taken -= 1;
    }
    if length.is_some_and(|length| length < 0) {
        start -= taken;
        if start < 0 {
            taken += start;
            start = 0;
        }
    }
    let [start, taken] = [start, taken].map(|number| usize::try_from(number).unwrap_or(0));
    Some(Value::string(text.chars().skip(start).take(taken).collect::<String>()))
}
