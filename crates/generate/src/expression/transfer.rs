//! Which shape a function's result has, given the shapes of its arguments.

use super::Known;
use super::shape::{Shape, is_plain};
use graphlance_cypher::functions::{Function, Kind, Making, Transfer};
use graphlance_graph::Value;

/// The largest string and list that generated expressions build.
pub const LONGEST: usize = 400;
/// Integers beyond this are not computed with.
pub const LARGEST: i64 = 1 << 61;
/// Floats beyond this are not computed with.
const LARGEST_FLOAT: f64 = 1e300;

/// An integer range, unless it may overflow.
pub fn integer(low: i128, high: i128) -> Option<Shape> {
    let fits = |i: i128| i.abs() <= i128::from(LARGEST);
    (fits(low) && fits(high)).then_some(Shape::Integer(low as i64, high as i64))
}

/// A float range, unless it may leave the finite floats.
pub fn float(low: f64, high: f64) -> Option<Shape> {
    let fits = |f: f64| f.is_finite() && f.abs() <= LARGEST_FLOAT;
    (fits(low) && fits(high)).then_some(Shape::Float(low, high))
}

fn text(longest: usize, ascii: bool, plain: bool) -> Option<Shape> {
    (longest <= LONGEST).then_some(Shape::String { longest, ascii, plain })
}

/// The shape of a call; none where it may raise an error, or where engines disagree.
///
/// The arguments lie in the domains of the function table.
pub fn function_shape(function: &Function, arguments: &[Known]) -> Option<Shape> {
    let Making::Drawn(_, transfer) = function.making else { return None };
    let first = arguments.first().map(|known| &known.shape);
    let longest_of = |index: usize| match arguments.get(index).map(|known| &known.shape) {
        Some(Shape::String { longest, .. } | Shape::List { longest, .. }) => Some(*longest),
        _ => None,
    };
    match transfer {
        Transfer::Boolean => Some(Shape::Boolean),
        Transfer::Integer(low, high) => integer(low.into(), high.into()),
        Transfer::Float(low, high) => float(low, high),
        Transfer::Joined => Some(first?.clone().join(arguments.get(1)?.shape.clone())).filter(|s| *s != Shape::Any),
        Transfer::Compared => comparable(first?, &arguments.get(1)?.shape).then(|| first.cloned()).flatten(),
        Transfer::Item => match first? {
            Shape::List { item, .. } => Some((**item).clone()).filter(|item| *item != Shape::Any),
            _ => None,
        },
        Transfer::SameList => first.filter(|shape| matches!(shape, Shape::List { .. })).cloned(),
        Transfer::Length => integer(0, longest_of(0)? as i128),
        Transfer::PathLength => match first? {
            Shape::Path(longest) => integer(0, *longest as i128),
            _ => None,
        },
        Transfer::Range => Some(Shape::List { longest: 21, item: Box::new(Shape::Integer(0, 20)) }),
        Transfer::ToBoolean | Transfer::ToInteger | Transfer::ToFloat => conversion(transfer, arguments.first()?),
        Transfer::ToText => match first? {
            Shape::Boolean => text(5, true, false),
            Shape::Integer(..) => text(20, true, false),
            Shape::String { .. } => first.cloned(),
            _ => None,
        },
        Transfer::Part => text(longest_of(0)?, true, false),
        Transfer::Reversed => match first? {
            Shape::String { longest, plain, .. } => text(*longest, true, *plain),
            Shape::List { .. } => first.cloned(),
            _ => None,
        },
        Transfer::Cased => match first? {
            Shape::String { longest, plain, .. } => text(*longest, true, *plain),
            _ => None,
        },
        Transfer::Replaced => text(longest_of(0)? * longest_of(2)?.max(1), true, false),
        Transfer::Parts => {
            Some(Shape::List { longest: longest_of(0)? + 1, item: Box::new(text(longest_of(0)?, true, false)?) })
        }
        Transfer::Converted(kind) => list_conversion(kind, first?),
        Transfer::Magnitude => match first? {
            Shape::Integer(low, high) => integer(0, i128::from(*low).abs().max(i128::from(*high).abs())),
            Shape::Float(low, high) => float(0.0, low.abs().max(high.abs())),
            _ => None,
        },
        Transfer::Rounded => first?.bounds().and_then(|(low, high)| float(low - 1.0, high + 1.0)),
        Transfer::Root => first?.bounds().and_then(|(_, high)| float(0.0, high.max(0.0).sqrt() + 1.0)),
    }
}

/// The shape of a value converted to a truth value or a number.
fn conversion(transfer: Transfer, argument: &Known) -> Option<Shape> {
    let shape = &argument.shape;
    if matches!(shape, Shape::String { .. }) {
        return match transfer {
            _ if !convertible(argument) => None,
            Transfer::ToBoolean => Some(Shape::Boolean),
            Transfer::ToInteger => integer(-1_000_000, 1_000_000),
            _ => float(-1e6, 1e6),
        };
    }
    match (transfer, shape) {
        (Transfer::ToBoolean, Shape::Boolean) => Some(Shape::Boolean),
        (Transfer::ToInteger, Shape::Integer(..)) | (Transfer::ToFloat, Shape::Float(..)) => Some(shape.clone()),
        (Transfer::ToInteger, Shape::Float(low, high)) if low.abs().max(high.abs()) <= 1e15 => {
            integer(low.floor() as i128, high.ceil() as i128)
        }
        (Transfer::ToFloat, Shape::Integer(low, high)) if low.unsigned_abs().max(high.unsigned_abs()) <= 1 << 53 => {
            float(*low as f64, *high as f64)
        }
        _ => None,
    }
}

/// Whether equality of values of both shapes is the same everywhere (engines differ on 1 = '1' and the like).
pub fn comparable(a: &Shape, b: &Shape) -> bool {
    match (a, b) {
        (Shape::Integer(..) | Shape::Float(..), Shape::Integer(..) | Shape::Float(..)) => {
            small(a) && small(b) || a.kind() == b.kind()
        }
        (Shape::Boolean, Shape::Boolean)
        | (Shape::String { .. }, Shape::String { .. })
        | (Shape::Node, Shape::Node)
        | (Shape::Relationship, Shape::Relationship)
        | (Shape::Point, Shape::Point)
        | (Shape::Null, _)
        | (_, Shape::Null) => true,
        (Shape::Temporal(a), Shape::Temporal(b)) => a == b,
        (Shape::List { item: a, .. }, Shape::List { item: b, .. }) => a.kind() == b.kind() && comparable(a, b),
        _ => false,
    }
}

/// Numbers that integers and floats both hold exactly, so that comparing the two is beyond dispute.
fn small(shape: &Shape) -> bool {
    shape.bounds().is_some_and(|(low, high)| low >= -9e15 && high <= 9e15)
}

/// Text that every engine converts alike: plain words (null) and, as constants, simple numbers and truth values.
fn convertible(argument: &Known) -> bool {
    match (&argument.shape, &argument.value) {
        (Shape::String { plain: true, .. }, _) => true,
        (_, Value::String(text)) if argument.constant => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            is_plain(text)
                || matches!(text.as_str(), "true" | "false")
                || (!digits.is_empty() && digits.len() <= 6 && digits.bytes().all(|b| b.is_ascii_digit()))
        }
        _ => false,
    }
}

fn list_conversion(kind: Kind, list: &Shape) -> Option<Shape> {
    let Shape::List { longest, item } = list else { return None };
    let item = match (kind, &**item) {
        (Kind::Boolean, Shape::Boolean) => Shape::Boolean,
        (Kind::Integer, Shape::Integer(..)) | (Kind::String, Shape::String { .. }) => (**item).clone(),
        (Kind::Float, Shape::Integer(low, high)) if small(item) => Shape::Float(*low as f64, *high as f64),
        (Kind::String, Shape::Integer(..)) => Shape::String { longest: 20, ascii: true, plain: false },
        _ => return None,
    };
    Some(Shape::List { longest: *longest, item: Box::new(item) })
}
