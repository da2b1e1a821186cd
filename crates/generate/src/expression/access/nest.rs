//! Templates around an access, each with other parameters filled at random.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Callee, Component, Filling, Kind, Scalar};
use graphlance_graph::{Latitude, Value};
use graphlance_reference::{functions, operators, relations};

use super::Nested;
use super::template::hole;
use crate::expression::constrained::equal_to;
use crate::expression::known::{Expressions, Known};
use crate::expression::predicate::true_predicate;
use crate::expression::shape::Shape;
use crate::expression::transfer::function_shape;

/// One more template around the expression, with other parameters filled at random.
pub(super) fn nest(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    // Chains of signs say little, and some parsers take exponential time with them.
    let signed = matches!(inner.expression, Expression::Unary(UnaryOperator::Minus, _));
    if inner.ulps > 0 && !signed && expressions.random.chance(0.3) {
        return unary(expressions, inner, UnaryOperator::Minus);
    }
    if inner.ulps > 0 || expressions.random.chance(0.22) {
        return wrapped(expressions, inner);
    }
    match &inner.shape {
        Shape::Integer(..) => around_integer(expressions, inner, signed),
        Shape::Float(..) => around_float(expressions, inner, signed),
        Shape::String { .. } => around_string(expressions, inner),
        Shape::Boolean => around_boolean(expressions, inner),
        Shape::Temporal(_) | Shape::Point => around_special(expressions, inner),
        Shape::List { .. } => template(expressions, inner, Kind::List, false),
        _ => None,
    }
}

fn around_integer(expressions: &mut Expressions<'_>, inner: &Nested, signed: bool) -> Option<Nested> {
    match expressions.random.below(10) {
        0..=3 => {
            let operator =
                [BinaryOperator::Add, BinaryOperator::Subtract, BinaryOperator::Multiply][expressions.random.below(3)];
            let operand = small_operand(expressions, Kind::Integer);
            let flip = expressions.random.chance(0.5);
            binary(expressions, inner, operator, operand, flip)
        }
        4 if !signed => unary(expressions, inner, UnaryOperator::Minus),
        5 => compared(expressions, inner),
        _ => template(expressions, inner, Kind::Integer, false),
    }
}

fn around_float(expressions: &mut Expressions<'_>, inner: &Nested, signed: bool) -> Option<Nested> {
    match expressions.random.below(10) {
        0..=3 => {
            let operator =
                [BinaryOperator::Add, BinaryOperator::Subtract, BinaryOperator::Multiply][expressions.random.below(3)];
            let operand = small_operand(expressions, Kind::Float);
            binary(expressions, inner, operator, operand, false)
        }
        4 if !signed => unary(expressions, inner, UnaryOperator::Minus),
        5 => compared(expressions, inner),
        _ => template(expressions, inner, Kind::Float, false),
    }
}

fn around_string(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    match expressions.random.below(10) {
        0..=2 => {
            let operand = small_operand(expressions, Kind::String);
            let flip = expressions.random.chance(0.5);
            binary(expressions, inner, BinaryOperator::Add, operand, flip)
        }
        3 => compared(expressions, inner),
        4 => matched(expressions, inner),
        5 => template(expressions, inner, Kind::String, true),
        _ => template(expressions, inner, Kind::String, false),
    }
}

fn around_special(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    if expressions.random.chance(0.4) {
        return compared(expressions, inner);
    }
    let components: Vec<&Component> = Component::of(inner.shape.kind()).collect();
    let component = *expressions.random.pick(&components)?;
    let known = expressions.component(component, stand_in(inner))?;
    let options = expressions.options;
    through(inner, known.expression, known.shape, 0, |value| functions::component(value, component.name, options).ok())
}

fn around_boolean(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    match expressions.random.below(4) {
        0 => unary(expressions, inner, UnaryOperator::Not),
        1 => {
            let operand = true_predicate(expressions, 2);
            binary(expressions, inner, BinaryOperator::And, operand, true)
        }
        2 => {
            let operand = expressions.exact(Kind::Boolean, 1);
            binary(expressions, inner, BinaryOperator::Xor, operand, false)
        }
        _ => template(expressions, inner, Kind::Boolean, false),
    }
}

fn small_operand(expressions: &mut Expressions<'_>, kind: Kind) -> Known {
    if expressions.random.chance(0.6) {
        let depth = expressions.random.below(2);
        expressions.exact(kind, depth)
    } else {
        expressions.constant(kind)
    }
}

/// `[e, other][0]`, `head([e])`, `coalesce(e, other)`, CASE: templates for any kind.
fn wrapped(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    let kind = inner.shape.kind();
    if kind == Kind::List {
        return None;
    }
    let other = small_operand(expressions, kind);
    let shape = inner.shape.clone().join(other.shape.clone());
    if shape.kind() != kind {
        return None;
    }
    let inner_expression = hole();
    let list = |first, second| Expression::List(vec![first, second]);
    let mut rejected = inner.rejected.clone();
    let expression = match expressions.random.below(6) {
        0 | 4 | 5 if expressions.vocabulary.has(Feature::ListIndex) => {
            Expression::Index(Box::new(list(inner_expression, other.expression)), Box::new(build::integer(0)))
        }
        1 if expressions.vocabulary.has_function(Scalar::Head) => {
            build::call(Scalar::Head.name(), vec![list(inner_expression, other.expression)])
        }
        2 if expressions.vocabulary.has_function(Scalar::Coalesce) => {
            for value in &mut rejected {
                if value.is_null() {
                    *value = other.value.clone();
                }
            }
            build::call(Scalar::Coalesce.name(), vec![inner_expression, other.expression])
        }
        3 if expressions.vocabulary.has(Feature::Case) => {
            let condition = true_predicate(expressions, 1);
            Expression::Case(Box::new(CaseExpression {
                operand: None,
                branches: vec![(condition.expression, inner_expression)],
                otherwise: Some(other.expression),
            }))
        }
        _ => return None,
    };
    Some(Nested { expression, wanted: inner.wanted.clone(), rejected, shape, ulps: inner.ulps })
}

/// Applies one template to the wanted and to all rejected values; none as soon as it cannot tell them apart.
fn through(
    inner: &Nested,
    expression: Expression,
    shape: Shape,
    ulps: u32,
    apply: impl Fn(&Value) -> Option<Value>,
) -> Option<Nested> {
    let wanted = apply(&inner.wanted)?;
    if wanted.is_null() {
        return None;
    }
    let mut rejected = Vec::with_capacity(inner.rejected.len());
    for value in &inner.rejected {
        let value = apply(value)?;
        if ulps == 0 && relations::equal(&wanted, &value) == Some(true) {
            return None;
        }
        rejected.push(value);
    }
    Some(Nested { expression, wanted, rejected, shape, ulps })
}

/// The shape of a template, found by applying it to a stand-in of the inner expression.
fn stand_in(inner: &Nested) -> Known {
    Known {
        expression: hole(),
        value: inner.wanted.clone(),
        shape: inner.shape.clone(),
        ulps: inner.ulps,
        constant: false,
    }
}

fn unary(expressions: &mut Expressions<'_>, inner: &Nested, operator: UnaryOperator) -> Option<Nested> {
    let known = expressions.unary(operator, stand_in(inner))?;
    let options = expressions.options;
    through(inner, known.expression, known.shape, known.ulps, |value| operators::unary(operator, value, options).ok())
}

fn binary(
    expressions: &mut Expressions<'_>,
    inner: &Nested,
    operator: BinaryOperator,
    operand: Known,
    flip: bool,
) -> Option<Nested> {
    let other = operand.value.clone();
    let options = expressions.options;
    let known = if flip {
        expressions.binary(operator, operand, stand_in(inner))?
    } else {
        expressions.binary(operator, stand_in(inner), operand)?
    };
    through(inner, known.expression, known.shape, known.ulps, |value| {
        let (left, right) = if flip { (&other, value) } else { (value, &other) };
        operators::binary(operator, left, right, options).ok()
    })
}

/// `e < other`: a truth value that still tells wanted from rejected.
fn compared(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    use ComparisonOperator as Op;
    let operator = [Op::Less, Op::LessOrEqual, Op::Greater, Op::GreaterOrEqual, Op::Equal][expressions.random.below(5)];
    let depth = expressions.random.below(2);
    let operand = equal_to(expressions, &inner.wanted, depth);
    let other = operand.value.clone();
    let known = expressions.comparison(operator, stand_in(inner), operand)?;
    through(inner, known.expression, Shape::Boolean, 0, |value| Some(operators::compare(operator, value, &other)))
}

/// `e STARTS WITH part` as a truth value.
fn matched(expressions: &mut Expressions<'_>, inner: &Nested) -> Option<Nested> {
    let Value::String(text) = &inner.wanted else { return None };
    let length = text.chars().count();
    let part: String = text.chars().take(expressions.random.between(1, length.max(1))).collect();
    let operator = [BinaryOperator::StartsWith, BinaryOperator::Contains][expressions.random.below(2)];
    let part = equal_to(expressions, &Value::string(part), 1);
    binary(expressions, inner, operator, part, false)
}

/// One of the functions that the table lists as templates around a kind.
fn template(expressions: &mut Expressions<'_>, inner: &Nested, around: Kind, filled: bool) -> Option<Nested> {
    let vocabulary = expressions.vocabulary;
    let function = *expressions.random.pick(vocabulary.templates(around, filled))?;
    let Callee::Scalar(scalar) = function.callee else { return None };
    let (_, domain) = function.parameters.first()?;
    if !vocabulary.has_function(scalar) || !inner.shape.within(*domain) {
        return None;
    }
    let ulps = if let Latitude::Ulps(ulps) = function.latitude { ulps } else { 0 };
    let mut arguments = vec![stand_in(inner)];
    arguments.extend(filling(expressions, inner, function.filling));
    let shape = function_shape(function, &arguments)?;
    let rest: Vec<Value> = arguments[1..].iter().map(|argument| argument.value.clone()).collect();
    let expression = build::call(function.name, arguments.into_iter().map(|argument| argument.expression).collect());
    let (graph, options) = (expressions.graph, expressions.options);
    let mut values = Vec::with_capacity(1 + rest.len());
    values.push(Value::Null);
    values.extend(rest);
    let values = std::cell::RefCell::new(values);
    through(inner, expression, shape, ulps, |value| {
        let mut values = values.borrow_mut();
        values[0] = value.clone();
        functions::call(scalar, &values, graph, options).ok()
    })
}

/// Arguments for the other parameters of a template.
fn filling(expressions: &mut Expressions<'_>, inner: &Nested, filling: Filling) -> Vec<Known> {
    let integer = |value| vec![Known::constant(Value::Integer(value))];
    match filling {
        Filling::None => Vec::new(),
        Filling::Length => integer(expressions.random.integer(1, 9)),
        Filling::Start => integer(expressions.random.integer(0, 3)),
        Filling::Words => (0..2).map(|_| short_word(expressions)).collect(),
        Filling::Separator => {
            let text = if let Value::String(text) = &inner.wanted { text.as_str() } else { "" };
            let separator = text.chars().nth(expressions.random.below(text.len().max(1))).unwrap_or(',');
            vec![Known::constant(Value::string(separator.to_string()))]
        }
    }
}

fn short_word(expressions: &mut Expressions<'_>) -> Known {
    let word = expressions.constant(Kind::String);
    match &word.value {
        Value::String(text) => Known::constant(Value::string(text.chars().take(2).collect::<String>())),
        _ => word,
    }
}
