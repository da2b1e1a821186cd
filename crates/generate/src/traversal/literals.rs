//! Literals that are taken from values.

use graphlance_graph::Random;
use graphlance_gremlin::scalar::{BigDecimal, BigInt};
use graphlance_gremlin::{Argument, Scalar, Version};
use graphlance_machine::Value;

/// The literal of a value; none where it has none, such as an element.
pub(super) fn literal(value: &Value) -> Option<Argument> {
    Some(match value {
        Value::Scalar(Scalar::Character(_)) => return None,
        Value::Scalar(scalar) => Argument::Scalar(scalar.clone()),
        Value::List(items) => Argument::List(items.values.iter().map(literal).collect::<Option<_>>()?),
        Value::Set(distinct) => Argument::Set(distinct.values.iter().map(literal).collect::<Option<_>>()?),
        Value::Map(mapping) if !mapping.tree => {
            let entry = |(key, value): (&Value, &Value)| Some((literal(key)?, literal(value)?));
            Argument::Map(mapping.entries.iter().map(entry).collect::<Option<_>>()?)
        }
        Value::Token(token) => Argument::Token(*token),
        _ => return None,
    })
}

/// A scalar near another: the same, one of another type that is equal, or one that lies beside it.
pub(super) fn near(random: &mut Random, scalar: &Scalar) -> Scalar {
    match scalar {
        number if number.is_number() => near_number(random, number),
        Scalar::String(text) => Scalar::String(match random.below(6) {
            0 => format!("{text}a").into(),
            1 => text.chars().skip(1).collect::<String>().into(),
            2 => text.to_lowercase().into(),
            _ => text.clone(),
        }),
        Scalar::DateTime(moment) => {
            let mut moment = *moment;
            if random.chance(0.3) {
                moment.day += random.integer(-2, 2);
            }
            Scalar::DateTime(moment)
        }
        other => other.clone(),
    }
}

fn near_number(random: &mut Random, number: &Scalar) -> Scalar {
    let moved = match number {
        Scalar::Long(value) if random.chance(0.3) => Scalar::Long(value.saturating_add(random.integer(-1, 1))),
        Scalar::Integer(value) if random.chance(0.3) => {
            Scalar::Integer(value.saturating_add(i32::try_from(random.integer(-1, 1)).unwrap_or(0)))
        }
        Scalar::Double(value) if random.chance(0.2) => Scalar::Double(value + 0.5),
        other => other.clone(),
    };
    if random.chance(0.35) { retyped(random, &moved) } else { moved }
}

/// The same number as one of another type, where it is exactly one.
pub(super) fn retyped(random: &mut Random, number: &Scalar) -> Scalar {
    let of_long = |value: i64, choice: usize| match choice {
        0 => i32::try_from(value).ok().map(Scalar::Integer),
        1 => i16::try_from(value).ok().map(Scalar::Short),
        2 => i8::try_from(value).ok().map(Scalar::Byte),
        3 => Some(Scalar::BigInteger(BigInt::from(value))),
        4 if value.unsigned_abs() < 1 << 53 => Some(Scalar::Double(value as f64)),
        5 if value.unsigned_abs() < 1 << 24 => Some(Scalar::Float(value as f32)),
        6 => Some(Scalar::BigDecimal(BigDecimal { unscaled: BigInt::from(value), scale: 0 })),
        _ => Some(Scalar::Long(value)),
    };
    let choice = random.below(8);
    let other = match number {
        Scalar::Double(value) if value.fract() == 0.0 && value.abs() < 1e15 => of_long(*value as i64, choice),
        Scalar::Double(value) if f64::from(*value as f32) == *value => Some(Scalar::Float(*value as f32)),
        integer => integer.as_long().and_then(|value| of_long(value, choice)),
    };
    other.unwrap_or_else(|| number.clone())
}

/// A small number of any type.
pub(super) fn number(random: &mut Random) -> Scalar {
    let value = random.integer(-2, 12);
    match random.below(5) {
        0 => Scalar::Double(value as f64 / 2.0),
        1 => retyped(random, &Scalar::Long(value)),
        2 => Scalar::Long(value),
        _ => Scalar::Integer(i32::try_from(value).unwrap_or(0)),
    }
}

/// A scalar of any type that a version can write.
pub(super) fn any(random: &mut Random, version: Version) -> Scalar {
    match random.below(10) {
        0..=3 => number(random),
        4..=5 => Scalar::string(["a", "b", "Ab", "", " c ", "ab ba"][random.below(6)]),
        6 => Scalar::Boolean(random.chance(0.5)),
        7 if version >= Version::V36 => Scalar::Double([f64::NAN, f64::INFINITY, -0.0, 1e300][random.below(4)]),
        8 => Scalar::Null,
        _ => number(random),
    }
}
