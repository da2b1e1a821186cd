//! Expressions under a value constraint, built top-down: a template is chosen and the constraint is split over its
//! parameters (GQS, section 3.4 "Generating Complex Expressions", after GDsmith).

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Domain, Draw, Kind, Making, Scalar};
use graphlance_graph::Value;

use super::known::{Expressions, Known, list_of};
use super::predicate::true_predicate;
use super::shape::Shape;
use super::transfer::LARGEST;

/// An expression of at most `depth` that evaluates to exactly `value`.
pub fn equal_to(expressions: &mut Expressions<'_>, value: &Value, depth: usize) -> Known {
    if depth == 0 || expressions.fuel == 0 || expressions.random.chance(0.2) {
        return literal_or_reference(expressions, value);
    }
    for _ in 0..2 {
        expressions.fuel = expressions.fuel.saturating_sub(1);
        if let Some(known) = template(expressions, value, depth - 1)
            && known.value == *value
            && known.exact()
        {
            return known;
        }
    }
    literal_or_reference(expressions, value)
}

fn literal_or_reference(expressions: &mut Expressions<'_>, value: &Value) -> Known {
    let kind = Shape::of(value).kind();
    if expressions.random.chance(0.3)
        && let Some(known) = expressions.reference(kind)
        && known.value == *value
    {
        return known;
    }
    Known::constant(value.clone())
}

fn template(expressions: &mut Expressions<'_>, value: &Value, depth: usize) -> Option<Known> {
    match (value, expressions.random.below(8)) {
        (Value::Null, _) => None,
        (_, 0) => by_case(expressions, value, depth),
        (_, 1) => by_list(expressions, value, depth),
        (_, 2) if expressions.vocabulary.has_function(Scalar::Coalesce) => {
            let rest = expressions.exact(Shape::of(value).kind(), depth.min(1));
            let wanted = equal_to(expressions, value, depth);
            call(expressions, Scalar::Coalesce, vec![wanted, rest])
        }
        (Value::Integer(i), _) => integer(expressions, *i, depth),
        (Value::String(text), _) => string(expressions, text, depth),
        (Value::Float(f), _) => float(expressions, *f, depth),
        (Value::Boolean(b), _) => boolean(expressions, *b, depth),
        _ => None,
    }
}

fn integer(expressions: &mut Expressions<'_>, value: i64, depth: usize) -> Option<Known> {
    if value.unsigned_abs() > LARGEST as u64 {
        return None;
    }
    match expressions.random.below(9) {
        // The rest of a sum whose first part is a property of an element in scope: a dependency across clauses.
        0..=3 => {
            let part = expressions.exact(Kind::Integer, depth);
            let Value::Integer(known) = part.value else { return None };
            let (operator, rest) = if expressions.random.chance(0.5) {
                (BinaryOperator::Add, value.checked_sub(known)?)
            } else {
                (BinaryOperator::Subtract, known.checked_sub(value)?)
            };
            let rest = equal_to(expressions, &Value::Integer(rest), depth);
            expressions.binary(operator, part, rest)
        }
        4 => {
            let text = equal_to(expressions, &Value::string(value.to_string()), 0);
            call(expressions, Scalar::ToInteger, vec![text])
        }
        5 if value >= 0 => {
            let signed = if expressions.random.chance(0.5) { value } else { -value };
            let argument = equal_to(expressions, &Value::Integer(signed), depth);
            call(expressions, Scalar::Abs, vec![argument])
        }
        6 if (0..=12).contains(&value) => {
            let list = list_of((0..value).map(|_| expressions.constant(Kind::Integer)).collect());
            call(expressions, Scalar::Size, vec![list])
        }
        7 => {
            let factor = expressions.random.integer(2, 9);
            let product = Value::Integer(value.checked_mul(factor)?);
            let dividend = equal_to(expressions, &product, depth);
            expressions.binary(BinaryOperator::Divide, dividend, Known::constant(Value::Integer(factor)))
        }
        8 => {
            let negated = equal_to(expressions, &Value::Integer(-value), depth);
            expressions.unary(UnaryOperator::Minus, negated)
        }
        _ => None,
    }
}

fn float(expressions: &mut Expressions<'_>, value: f64, depth: usize) -> Option<Known> {
    match expressions.random.below(4) {
        // Halves and quarters of moderate floats add up exactly; the caller checks the sum.
        0 | 1 => {
            let part = expressions.random.integer(-64, 64) as f64 / 8.0;
            let rest = equal_to(expressions, &Value::Float(value - part), depth);
            expressions.binary(BinaryOperator::Add, rest, Known::constant(Value::Float(part)))
        }
        2 => {
            let doubled = equal_to(expressions, &Value::Float(value * 2.0), depth);
            expressions.binary(BinaryOperator::Divide, doubled, Known::constant(Value::Float(2.0)))
        }
        _ => {
            let negated = equal_to(expressions, &Value::Float(-value), depth);
            expressions.unary(UnaryOperator::Minus, negated)
        }
    }
}

fn string(expressions: &mut Expressions<'_>, value: &str, depth: usize) -> Option<Known> {
    let characters: Vec<char> = value.chars().collect();
    if characters.len() > 60 {
        return None;
    }
    match expressions.random.below(7) {
        0 | 1 => {
            let cut = expressions.random.between(0, characters.len());
            let (head, tail) = characters.split_at(cut);
            let left = equal_to(expressions, &Value::string(head.iter().collect::<String>()), depth);
            let right = equal_to(expressions, &Value::string(tail.iter().collect::<String>()), depth);
            expressions.binary(BinaryOperator::Add, left, right)
        }
        _ if !value.is_ascii() => None,
        2 => {
            let rest = expressions.exact(Kind::String, depth.min(1));
            let Value::String(_) = rest.value else { return None };
            let wanted = equal_to(expressions, &Value::string(value), depth);
            let longer = expressions.binary(BinaryOperator::Add, wanted, rest)?;
            call(expressions, Scalar::Left, vec![longer, Known::constant(Value::Integer(characters.len() as i64))])
        }
        3 => {
            let rest = expressions.exact(Kind::String, depth.min(1));
            let Value::String(_) = rest.value else { return None };
            let wanted = equal_to(expressions, &Value::string(value), depth);
            let longer = expressions.binary(BinaryOperator::Add, rest, wanted)?;
            call(expressions, Scalar::Right, vec![longer, Known::constant(Value::Integer(characters.len() as i64))])
        }
        4 => {
            let mirrored = equal_to(expressions, &Value::string(characters.iter().rev().collect::<String>()), depth);
            call(expressions, Scalar::Reverse, vec![mirrored])
        }
        5 => {
            let padded = equal_to(expressions, &Value::string(format!("  {value}")), depth);
            call(expressions, Scalar::LTrim, vec![padded])
        }
        _ => {
            let upper = equal_to(expressions, &Value::string(value.to_ascii_uppercase()), depth);
            call(
                expressions,
                if value.bytes().any(|b| b.is_ascii_lowercase()) { Scalar::ToLower } else { Scalar::ToUpper },
                vec![upper],
            )
        }
    }
}

fn boolean(expressions: &mut Expressions<'_>, value: bool, depth: usize) -> Option<Known> {
    let predicate = true_predicate(expressions, depth);
    if value { Some(predicate) } else { expressions.unary(UnaryOperator::Not, predicate) }
}

fn by_case(expressions: &mut Expressions<'_>, value: &Value, depth: usize) -> Option<Known> {
    if !expressions.vocabulary.has(Feature::Case) {
        return None;
    }
    let condition = true_predicate(expressions, depth);
    let wanted = equal_to(expressions, value, depth);
    let other = expressions.exact(Shape::of(value).kind(), depth.min(1));
    let shape = wanted.shape.clone().join(other.shape.clone());
    let case = CaseExpression {
        operand: None,
        branches: vec![(condition.expression, wanted.expression)],
        otherwise: Some(other.expression),
    };
    Some(Known {
        expression: Expression::Case(Box::new(case)),
        value: value.clone(),
        shape,
        ulps: 0,
        constant: condition.constant && wanted.constant && other.constant,
    })
}

fn by_list(expressions: &mut Expressions<'_>, value: &Value, depth: usize) -> Option<Known> {
    let kind = Shape::of(value).kind();
    let wanted = equal_to(expressions, value, depth);
    let other = expressions.exact(kind, depth.min(1));
    match expressions.random.below(5) {
        0 => call(expressions, Scalar::Head, vec![list_of(vec![wanted, other])]),
        1 => call(expressions, Scalar::Last, vec![list_of(vec![other, wanted])]),
        _ if expressions.vocabulary.has(Feature::ListIndex) => {
            let list = list_of(vec![other, wanted]);
            let Shape::List { item, .. } = &list.shape else { return None };
            Some(Known {
                shape: (**item).clone(),
                value: value.clone(),
                ulps: 0,
                constant: list.constant,
                expression: Expression::Index(Box::new(list.expression), Box::new(build::integer(1))),
            })
        }
        _ => None,
    }
}

/// A call of a function, if the dialect has it and the arguments lie in its domain.
pub(super) fn call(expressions: &mut Expressions<'_>, scalar: Scalar, arguments: Vec<Known>) -> Option<Known> {
    let function = scalar.function();
    // What is convertible, the shape of the result tells.
    let told = matches!(function.making, Making::Drawn(Draw::Convertible, _));
    let inside = |((_, domain), argument): (&(Kind, Domain), &Known)| {
        told || argument.shape.within(*domain) || argument.shape == Shape::Null
    };
    if !function.parameters.iter().zip(&arguments).all(inside) {
        return None;
    }
    expressions.vocabulary.has_function(scalar).then(|| expressions.apply(function, arguments)).flatten()
}
