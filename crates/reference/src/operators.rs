//! Operators on values.

use std::cmp::Ordering;

use graphlance_cypher::ast::{BinaryOperator, ComparisonOperator, UnaryOperator};
use graphlance_cypher::dialect::StringPlusNumber;
use graphlance_cypher::dialect::{DivisionByZero, Overflow};
use graphlance_graph::Value;
use smol_str::SmolStr;

use crate::pattern::Pattern;
use crate::relations::{self, Comparability};
use crate::{ErrorKind, Failure, OpenAnswers, Options, text};

/// `a operator b`. AND and OR get both operands here; the evaluator of expressions stops at the first that decides.
///
/// Errors: [`Failure::Raised`] for operands of the wrong type, integer overflow and integer division by zero.
pub fn binary(operator: BinaryOperator, a: &Value, b: &Value, options: &Options) -> Result<Value, Failure> {
    use BinaryOperator as Op;
    match operator {
        Op::And => Ok(truth(and(boolean(a)?, boolean(b)?))),
        Op::Or => Ok(truth(or(boolean(a)?, boolean(b)?))),
        Op::Xor => Ok(truth(boolean(a)?.zip(boolean(b)?).map(|(a, b)| a != b))),
        Op::In => contains(a, b),
        Op::StartsWith => Ok(on_strings(a, b, |a, b| a.starts_with(b))),
        Op::EndsWith => Ok(on_strings(a, b, |a, b| a.ends_with(b))),
        Op::Contains => Ok(on_strings(a, b, |a, b| a.contains(b))),
        Op::Matches => matches(a, b),
        Op::Concatenate if a.is_null() || b.is_null() => null_beside(a, b, options),
        _ if a.is_null() || b.is_null() => Ok(Value::Null),
        Op::Add => add(a, b, options),
        Op::Concatenate => concatenate(a, b, options),
        Op::Subtract | Op::Multiply | Op::Divide | Op::Modulo | Op::Power => arithmetic(operator, a, b, options),
    }
}

/// `operator a`. Errors: [`Failure::Raised`] for an operand of the wrong type and integer overflow.
pub fn unary(operator: UnaryOperator, a: &Value, options: &Options) -> Result<Value, Failure> {
    match (operator, a) {
        (UnaryOperator::IsNull, a) => Ok(Value::Boolean(a.is_null())),
        (UnaryOperator::IsNotNull, a) => Ok(Value::Boolean(!a.is_null())),
        (UnaryOperator::Not, a) => Ok(truth(boolean(a)?.map(|b| !b))),
        (_, Value::Null) => Ok(Value::Null),
        (UnaryOperator::Minus, Value::Integer(i)) => {
            integer(i.checked_neg(), || i.wrapping_neg(), -(*i as f64), options)
        }
        (UnaryOperator::Minus, Value::Float(f)) => Ok(Value::Float(-f)),
        (UnaryOperator::Minus, Value::Temporal(t)) => crate::temporal::negate(t),
        (UnaryOperator::Plus, Value::Integer(_) | Value::Float(_)) => Ok(a.clone()),
        (_, other) => Err(wrong_type("a number", other)),
    }
}

/// `a operator b` as true, false or null.
pub fn compare(operator: ComparisonOperator, a: &Value, b: &Value) -> Value {
    truth(comparison(operator, a, b))
}

/// `a operator b`, `None` for null.
pub fn comparison(operator: ComparisonOperator, a: &Value, b: &Value) -> Option<bool> {
    match operator {
        ComparisonOperator::Equal => relations::equal(a, b),
        ComparisonOperator::NotEqual => relations::equal(a, b).map(|equal| !equal),
        _ => match relations::comparability(a, b) {
            // What is equal is less or equal, also where nothing is less (CIP2016-06-14).
            Comparability::Incomparable if holds(operator, Ordering::Equal) => {
                relations::equal(a, b).filter(|equal| *equal)
            }
            Comparability::Incomparable => None,
            Comparability::Unordered => Some(false),
            Comparability::Ordered(ordering) => Some(holds(operator, ordering)),
        },
    }
}

/// `a operator b` by the total order of ORDER BY, of values that are not comparable: a deviation of some engines.
pub fn by_order(operator: ComparisonOperator, a: &Value, b: &Value) -> bool {
    holds(operator, relations::order(a, b))
}

fn holds(operator: ComparisonOperator, ordering: Ordering) -> bool {
    match operator {
        ComparisonOperator::Equal => ordering == Ordering::Equal,
        ComparisonOperator::NotEqual => ordering != Ordering::Equal,
        ComparisonOperator::Less => ordering == Ordering::Less,
        ComparisonOperator::LessOrEqual => ordering != Ordering::Greater,
        ComparisonOperator::Greater => ordering == Ordering::Greater,
        ComparisonOperator::GreaterOrEqual => ordering != Ordering::Less,
    }
}

/// Conjunction of three-valued truth.
pub fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Disjunction of three-valued truth.
pub fn or(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

/// A three-valued truth as a value.
pub fn truth(truth: Option<bool>) -> Value {
    truth.map_or(Value::Null, Value::Boolean)
}

/// A value as three-valued truth. Errors: [`Failure::Raised`] for anything but a boolean or null.
pub fn boolean(value: &Value) -> Result<Option<bool>, Failure> {
    match value {
        Value::Boolean(b) => Ok(Some(*b)),
        Value::Null => Ok(None),
        other => Err(wrong_type("a boolean", other)),
    }
}

/// `item IN list`. Errors: [`Failure::Raised`] when `list` is no list.
pub fn contains(item: &Value, list: &Value) -> Result<Value, Failure> {
    let items = match list {
        Value::Null => return Ok(Value::Null),
        Value::List(items) => items,
        other => return Err(wrong_type("a list", other)),
    };
    let mut result = Some(false);
    for candidate in items.iter() {
        match relations::equal(item, candidate) {
            Some(true) => return Ok(Value::Boolean(true)),
            None => result = None,
            Some(false) => {}
        }
    }
    Ok(truth(result))
}

pub(crate) fn wrong_type(expected: &str, actual: &Value) -> Failure {
    Failure::argument_type(format!("expected {expected}, found {}", actual.type_name()))
}

fn on_strings(a: &Value, b: &Value, test: impl Fn(&str, &str) -> bool) -> Value {
    match (a, b) {
        (Value::String(a), Value::String(b)) => Value::Boolean(test(a, b)),
        _ => Value::Null,
    }
}

fn matches(a: &Value, b: &Value) -> Result<Value, Failure> {
    match (a, b) {
        (Value::String(a), Value::String(b)) => Pattern::new(b)?.is_match(a).map(Value::Boolean),
        (_, Value::Null | Value::String(_)) => Ok(Value::Null),
        (_, other) => Err(wrong_type("a string", other)),
    }
}

fn add(a: &Value, b: &Value, options: &Options) -> Result<Value, Failure> {
    match (a, b) {
        (Value::List(_), _) | (_, Value::List(_)) => join(a, b, options),
        // openCypher 9 adds strings to strings; Neo4j also writes numbers out, others refuse.
        (Value::String(_), Value::Integer(_) | Value::Float(_))
        | (Value::Integer(_) | Value::Float(_), Value::String(_)) => {
            match (options.deviations.string_plus_number, options.open) {
                (StringPlusNumber::Unspecified, OpenAnswers::Refuse) => {
                    Err(Failure::Unspecified("a string plus a number".into()))
                }
                (StringPlusNumber::Error, _) => Err(wrong_type("two strings or two numbers", b)),
                _ => joined(a, b, options),
            }
        }
        (Value::String(_), Value::String(_)) => joined(a, b, options),
        // Neo4j writes them out since 2026, others refuse.
        (Value::String(_), Value::Boolean(_) | Value::Temporal(_) | Value::Point(_))
        | (Value::Boolean(_) | Value::Temporal(_) | Value::Point(_), Value::String(_)) => {
            Err(Failure::Unspecified("a string plus a truth value, a temporal value or a point".into()))
        }
        (Value::Temporal(_), _) | (_, Value::Temporal(_)) => crate::temporal::add(a, b),
        _ => arithmetic(BinaryOperator::Add, a, b, options),
    }
}

/// Two texts in one.
fn joined(a: &Value, b: &Value, options: &Options) -> Result<Value, Failure> {
    let mut joined = String::new();
    text::write(a, &mut joined);
    text::write(b, &mut joined);
    string(joined, options)
}

fn concatenate(a: &Value, b: &Value, options: &Options) -> Result<Value, Failure> {
    match (a, b) {
        (Value::String(a), Value::String(b)) => string(format!("{a}{b}"), options),
        (Value::List(_), Value::List(_)) => join(a, b, options),
        (Value::String(_), other) => Err(wrong_type("a string", other)),
        (Value::List(_), other) => Err(wrong_type("a list", other)),
        (other, _) => Err(wrong_type("a string or a list", other)),
    }
}

/// Null concatenated with another value: whether a type that cannot be concatenated is refused beside it, no document says.
fn null_beside(a: &Value, b: &Value, options: &Options) -> Result<Value, Failure> {
    let fits = |value: &Value| matches!(value, Value::Null | Value::String(_) | Value::List(_));
    if options.open == OpenAnswers::Refuse && !(fits(a) && fits(b)) {
        return Err(Failure::Unspecified("null concatenated with a value of a wrong type".into()));
    }
    Ok(Value::Null)
}

fn join(a: &Value, b: &Value, options: &Options) -> Result<Value, Failure> {
    let part = |value: &Value| match value {
        Value::List(items) => items.len(),
        _ => 1,
    };
    let length = part(a) + part(b);
    if length > options.budget.length {
        return Err(Failure::OutOfBudget("length"));
    }
    let mut joined = Vec::with_capacity(length);
    for value in [a, b] {
        match value {
            Value::List(items) => joined.extend(items.iter().cloned()),
            item => joined.push(item.clone()),
        }
    }
    Ok(Value::list(joined))
}

/// A string within the budget.
pub(crate) fn string(text: impl Into<SmolStr>, options: &Options) -> Result<Value, Failure> {
    let text = text.into();
    if text.len() > options.budget.length {
        return Err(Failure::OutOfBudget("length"));
    }
    Ok(Value::String(text))
}

fn arithmetic(operator: BinaryOperator, a: &Value, b: &Value, options: &Options) -> Result<Value, Failure> {
    if operator == BinaryOperator::Power && options.open == OpenAnswers::Refuse && is_open_power(a, b) {
        return Err(Failure::Unspecified("one to a power that is infinite or not a number".into()));
    }
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => on_integers(operator, *a, *b, options),
        (Value::Integer(a), Value::Float(b)) => on_floats(operator, *a as f64, *b),
        // IEEE 754 has an answer, ISO 39075 an error, and openCypher no word; engines do either.
        (Value::Float(_), Value::Integer(0))
            if operator == BinaryOperator::Divide && options.open == OpenAnswers::Refuse =>
        {
            Err(Failure::Unspecified("a float divided by the integer 0".into()))
        }
        (Value::Float(a), Value::Integer(b)) => on_floats(operator, *a, *b as f64),
        (Value::Float(a), Value::Float(b)) => on_floats(operator, *a, *b),
        (Value::Temporal(_), _) | (_, Value::Temporal(_)) => crate::temporal::arithmetic(operator, a, b, options),
        (Value::Integer(_) | Value::Float(_), other) | (other, _) => Err(wrong_type("a number", other)),
    }
}

/// Whether IEEE 754 and Java differ in a power: the former has 1 where the latter is not a number, and openCypher no word.
fn is_open_power(base: &Value, exponent: &Value) -> bool {
    let Value::Float(exponent) = exponent else { return false };
    let base = match base {
        Value::Integer(base) => *base as f64,
        Value::Float(base) => *base,
        _ => return false,
    };
    base.abs() == 1.0 && exponent.is_infinite() || base == 1.0 && exponent.is_nan()
}

fn on_floats(operator: BinaryOperator, a: f64, b: f64) -> Result<Value, Failure> {
    Ok(Value::Float(match operator {
        BinaryOperator::Add => a + b,
        BinaryOperator::Subtract => a - b,
        BinaryOperator::Multiply => a * b,
        BinaryOperator::Divide => a / b,
        BinaryOperator::Modulo => a % b,
        BinaryOperator::Power => a.powf(b),
        _ => return Err(Failure::Unknown(format!("{operator:?} on numbers"))),
    }))
}

fn on_integers(operator: BinaryOperator, a: i64, b: i64, options: &Options) -> Result<Value, Failure> {
    let (x, y) = (a as f64, b as f64);
    match operator {
        BinaryOperator::Add => integer(a.checked_add(b), || a.wrapping_add(b), x + y, options),
        BinaryOperator::Subtract => integer(a.checked_sub(b), || a.wrapping_sub(b), x - y, options),
        BinaryOperator::Multiply => integer(a.checked_mul(b), || a.wrapping_mul(b), x * y, options),
        BinaryOperator::Divide | BinaryOperator::Modulo if b == 0 => {
            match options.deviations.integer_division_by_zero {
                DivisionByZero::Error => {
                    Err(Failure::runtime(ErrorKind::ArithmeticError, "DivisionByZero", "an integer divided by zero"))
                }
                DivisionByZero::Null => Ok(Value::Null),
                DivisionByZero::Float => on_floats(operator, x, y),
            }
        }
        BinaryOperator::Divide => integer(a.checked_div(b), || a.wrapping_div(b), x / y, options),
        BinaryOperator::Modulo => Ok(Value::Integer(a.wrapping_rem(b))),
        _ => on_floats(operator, x, y),
    }
}

fn integer(
    checked: Option<i64>,
    wrapped: impl FnOnce() -> i64,
    float: f64,
    options: &Options,
) -> Result<Value, Failure> {
    match (checked, options.deviations.integer_overflow) {
        (Some(result), _) => Ok(Value::Integer(result)),
        (None, Overflow::Error) => Err(overflow()),
        (None, Overflow::Wrap) => Ok(Value::Integer(wrapped())),
        (None, Overflow::Float) => Ok(Value::Float(float)),
    }
}

pub(crate) fn overflow() -> Failure {
    Failure::runtime(ErrorKind::ArithmeticError, "IntegerOverflow", "an integer beyond 64 bits")
}

#[cfg(test)]
mod tests;
