//! Predicates that are true, or not true, by construction.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Kind;
use graphlance_graph::Value;

use super::constrained::equal_to;
use super::known::{Expressions, Known};

/// Numbers within this relative distance of a bound do not decide a predicate.
const MARGIN: f64 = 1e-9;

/// A predicate of at most `depth` that is true.
pub fn true_predicate(expressions: &mut Expressions<'_>, depth: usize) -> Known {
    for _ in 0..3 {
        if expressions.random.chance(0.4) {
            let kind = expressions.scalar_kind();
            let known = expressions.known(kind, depth.saturating_sub(1));
            if let Some(predicate) = tells_value(expressions, known, depth) {
                return predicate;
            }
        }
        let known = expressions.known(Kind::Boolean, depth);
        let made = match known.value {
            Value::Boolean(true) => Some(known),
            Value::Boolean(false) => expressions.unary(UnaryOperator::Not, known),
            _ => expressions.unary(UnaryOperator::IsNull, known),
        };
        if let Some(predicate) = made {
            return predicate;
        }
    }
    Known::constant(Value::Boolean(true))
}

/// A predicate of at most `depth` that is false or null.
pub fn false_or_null_predicate(expressions: &mut Expressions<'_>, depth: usize) -> Known {
    for _ in 0..3 {
        let known = expressions.known(Kind::Boolean, depth);
        match known.value {
            Value::Boolean(true) => {
                if let Some(predicate) = expressions.unary(UnaryOperator::Not, known) {
                    return predicate;
                }
            }
            Value::Boolean(false) | Value::Null => return known,
            _ => {}
        }
    }
    Known::constant(Value::Boolean(false))
}

/// A true predicate about an expression's value: equality for exact values, a bound with a margin for inexact ones.
fn tells_value(expressions: &mut Expressions<'_>, known: Known, depth: usize) -> Option<Known> {
    if known.value.is_null() {
        return expressions.unary(UnaryOperator::IsNull, known);
    }
    if known.exact() {
        let other = equal_to(expressions, &known.value, depth.min(2));
        return expressions.comparison(ComparisonOperator::Equal, known, other);
    }
    let Value::Float(value) = known.value else { return None };
    let (operator, bound) = bound_of(value, expressions.random.chance(0.5))?;
    Some(Known {
        expression: build::compare(operator, known.expression, Known::constant(Value::Float(bound)).expression),
        value: Value::Boolean(true),
        shape: super::Shape::Boolean,
        ulps: 0,
        constant: known.constant,
    })
}

/// `> bound` or `< bound` that is true of `value` with room to spare; the bound is a short decimal.
pub(super) fn bound_of(value: f64, below: bool) -> Option<(ComparisonOperator, f64)> {
    let distance = (value.abs() / 4.0).max(0.125);
    let (operator, bound) = if below {
        (ComparisonOperator::Greater, ((value - distance) * 8.0).floor() / 8.0)
    } else {
        (ComparisonOperator::Less, ((value + distance) * 8.0).ceil() / 8.0)
    };
    let far = (value - bound).abs() > MARGIN * value.abs().max(bound.abs());
    (far && bound.is_finite()).then_some((operator, bound))
}
