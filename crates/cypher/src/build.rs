//! Short constructors of syntax trees, for generators, loaders and tests.

use graphlance_graph::value::{CARTESIAN, Point, TemporalKind};
use graphlance_graph::{Name, Properties, Value};

use crate::ast::*;
use crate::functions::{self, Callee, Scalar};

/// A variable.
pub fn variable(name: impl Into<Name>) -> Expression {
    Expression::Variable(name.into())
}

/// `variable.key`
pub fn property(name: impl Into<Name>, key: impl Into<Name>) -> Expression {
    Expression::Property(Box::new(variable(name)), key.into())
}

/// An integer literal.
pub fn integer(value: i64) -> Expression {
    Expression::Literal(Literal::Integer(value))
}

/// A string literal.
pub fn string(value: &str) -> Expression {
    Expression::Literal(Literal::String(value.into()))
}

/// A boolean literal.
pub fn boolean(value: bool) -> Expression {
    Expression::Literal(Literal::Boolean(value))
}

/// `null`
pub fn null() -> Expression {
    Expression::Literal(Literal::Null)
}

/// `name(arguments)`
pub fn call(name: &str, arguments: Vec<Expression>) -> Expression {
    Expression::Function(FunctionCall { name: name.into(), distinct: false, arguments })
}

/// `left operator right`
pub fn binary(operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
    Expression::Binary(operator, Box::new(left), Box::new(right))
}

/// `left operator right` for a comparison.
pub fn compare(operator: ComparisonOperator, left: Expression, right: Expression) -> Expression {
    Expression::Comparison(Box::new(left), vec![(operator, right)])
}

/// `NOT inner`
pub fn not(inner: Expression) -> Expression {
    Expression::Unary(UnaryOperator::Not, Box::new(inner))
}

/// The conjunction of `parts`, left-associated; none for no part.
pub fn all(parts: impl IntoIterator<Item = Expression>) -> Option<Expression> {
    parts.into_iter().reduce(|left, right| binary(BinaryOperator::And, left, right))
}

/// The expression that evaluates to `value`; none for nodes, relationships, paths and points outside the Cartesian plane.
///
/// NaN and infinities have no literal: they become quotients of floats. Temporal values and points become calls of the
/// functions that make them: `date('2020-02-29')`, `point({x: 1.5, y: 2.0})`.
pub fn constant(value: &Value) -> Option<Expression> {
    Some(match value {
        Value::Null => null(),
        Value::Boolean(b) => boolean(*b),
        Value::Integer(i) => integer(*i),
        Value::Float(f) if f.is_nan() => quotient(0.0),
        Value::Float(f) if f.is_infinite() => quotient(f.signum()),
        Value::Float(f) => Expression::Literal(Literal::Float(*f)),
        Value::String(s) => Expression::Literal(Literal::String(s.clone())),
        Value::List(items) => Expression::List(items.iter().map(constant).collect::<Option<_>>()?),
        Value::Map(entries) => Expression::Map(
            entries.iter().map(|(key, value)| Some((key.clone(), constant(value)?))).collect::<Option<_>>()?,
        ),
        Value::Temporal(temporal) => call(Scalar::constructor(temporal.kind).name(), vec![string(&temporal.text)]),
        Value::Point(Point { srid: CARTESIAN, coordinates }) => match coordinates[..] {
            [x, y] => {
                let entry = |key: &str, value| Some((key.into(), constant(&Value::Float(value))?));
                call(Scalar::Point.name(), vec![Expression::Map(vec![entry("x", x)?, entry("y", y)?])])
            }
            _ => return None,
        },
        Value::Node(_) | Value::Relationship(_) | Value::Path(_) | Value::Point(_) => return None,
    })
}

/// The value that an expression writes without operators and calls; none for other expressions.
pub fn written(expression: &Expression) -> Option<Value> {
    Some(match expression {
        Expression::Literal(Literal::Null) => Value::Null,
        Expression::Literal(Literal::Boolean(boolean)) => Value::Boolean(*boolean),
        Expression::Literal(Literal::Integer(integer)) => Value::Integer(*integer),
        Expression::Literal(Literal::Float(float)) => Value::Float(*float),
        Expression::Literal(Literal::String(text)) => Value::String(text.clone()),
        Expression::List(items) => Value::list(items.iter().map(written).collect::<Option<Vec<_>>>()?),
        Expression::Map(entries) => {
            let entry = |(key, value): &(Name, Expression)| Some((key.clone(), written(value)?));
            Value::map(entries.iter().map(entry).collect::<Option<Properties>>()?)
        }
        _ => return None,
    })
}

/// The temporal value or point that a call makes of literals, as [`constant`] writes them; none for other calls.
pub fn made_by(call: &FunctionCall) -> Option<Value> {
    let (function, [argument]) = (functions::find(&call.name)?, &call.arguments[..]) else { return None };
    match (function.callee, argument) {
        (Callee::Scalar(scalar), Expression::Literal(Literal::String(text))) => {
            let kind = TemporalKind::ALL.iter().find(|kind| Scalar::constructor(**kind) == scalar)?;
            Some(Value::temporal(*kind, text.clone()))
        }
        (Callee::Scalar(Scalar::Point), Expression::Map(entries)) => match &entries[..] {
            [(x, a), (y, b)] if x == "x" && y == "y" => Some(Value::point(float(a)?, float(b)?)),
            _ => None,
        },
        _ => None,
    }
}

fn float(expression: &Expression) -> Option<f64> {
    match expression {
        Expression::Literal(Literal::Float(float)) => Some(*float),
        Expression::Unary(UnaryOperator::Minus, operand) => float(operand).map(|float| -float),
        _ => None,
    }
}

fn quotient(dividend: f64) -> Expression {
    let float = |f| Expression::Literal(Literal::Float(f));
    binary(BinaryOperator::Divide, float(dividend), float(0.0))
}
