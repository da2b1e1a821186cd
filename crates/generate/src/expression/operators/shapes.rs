//! Shapes of what operators give.

use graphlance_cypher::ast::BinaryOperator;

use crate::expression::shape::Shape;
use crate::expression::transfer::{LONGEST, comparable, float, integer};

/// The shape and inexactness of `left operator right`.
pub(super) fn binary_shape(operator: BinaryOperator, left: &Shape, right: &Shape) -> Option<(Shape, u32)> {
    use BinaryOperator as Op;
    let shape = match (operator, left, right) {
        (Op::And | Op::Or | Op::Xor, Shape::Boolean | Shape::Null, Shape::Boolean | Shape::Null) => Shape::Boolean,
        (
            Op::StartsWith | Op::EndsWith | Op::Contains,
            Shape::String { .. } | Shape::Null,
            Shape::String { .. } | Shape::Null,
        ) => Shape::Boolean,
        (Op::In, item, Shape::List { item: items, .. }) if comparable(item, items) => Shape::Boolean,
        (
            Op::Add,
            Shape::String { longest: a, ascii, plain },
            Shape::String { longest: b, ascii: ascii_b, plain: plain_b },
        ) if a + b <= LONGEST => Shape::String { longest: a + b, ascii: *ascii && *ascii_b, plain: *plain || *plain_b },
        (_, Shape::Integer(a, b), Shape::Integer(c, d)) => {
            return integer_shape(operator, [*a, *b, *c, *d].map(i128::from)).map(|shape| (shape, 0));
        }
        (_, Shape::Integer(..) | Shape::Float(..), Shape::Integer(..) | Shape::Float(..)) => {
            let ((a, b), (c, d)) = (left.bounds()?, right.bounds()?);
            let (shape, ulps) = float_shape(operator, [a, b, c, d])?;
            return Some((shape, ulps));
        }
        _ => return None,
    };
    Some((shape, 0))
}

fn integer_shape(operator: BinaryOperator, [a, b, c, d]: [i128; 4]) -> Option<Shape> {
    match operator {
        BinaryOperator::Add => integer(a + c, b + d),
        BinaryOperator::Subtract => integer(a - d, b - c),
        BinaryOperator::Multiply => {
            let products = [a * c, a * d, b * c, b * d];
            integer(*products.iter().min()?, *products.iter().max()?)
        }
        BinaryOperator::Divide if c > 0 => integer(a.min(0), b.max(0)),
        // The sign of the remainder is the dividend's.
        BinaryOperator::Modulo if c > 0 => integer(if a < 0 { -(d - 1) } else { 0 }, d - 1),
        _ => None,
    }
}

fn float_shape(operator: BinaryOperator, [a, b, c, d]: [f64; 4]) -> Option<(Shape, u32)> {
    let exact = |shape: Option<Shape>| shape.map(|shape| (shape, 0));
    match operator {
        BinaryOperator::Add => exact(float(a + c, b + d)),
        BinaryOperator::Subtract => exact(float(a - d, b - c)),
        BinaryOperator::Multiply => {
            let products = [a * c, a * d, b * c, b * d];
            exact(float(products.into_iter().fold(f64::MAX, f64::min), products.into_iter().fold(f64::MIN, f64::max)))
        }
        BinaryOperator::Divide if c >= 0.125 => exact(float(a.min(0.0) * 8.0, b.max(0.0) * 8.0)),
        // pow() is not correctly rounded everywhere.
        BinaryOperator::Power if a.abs().max(b.abs()) < 1e30 && d <= 3.0 => {
            let largest = a.abs().max(b.abs()).max(1.0).powf(d);
            float(-largest, largest).map(|shape| (shape, 4))
        }
        _ => None,
    }
}
