//! Simpler literals in the place of literals.

use crate::ast::Argument;
use crate::scalar::{BigDecimal, BigInt, DateTime, Scalar, Uuid};
use crate::walk_mut::PartMut;

/// How many simpler ones are tried for each.
const CHOICES: usize = 5;

pub(super) fn choices(part: &PartMut<'_>) -> usize {
    usize::from(matches!(part, PartMut::Argument(Argument::Scalar(_)))) * CHOICES
}

/// Puts in place of a literal the simplest of all, the simplest of its type, or one that is nearer to that.
pub(super) fn simplify(part: &mut PartMut<'_>, choice: usize) -> bool {
    let PartMut::Argument(Argument::Scalar(scalar)) = part else { return false };
    let simpler = match choice {
        0 => Some(Scalar::Integer(1)),
        1 => simplest(scalar, 0),
        2 => simplest(scalar, 1),
        3 => halved(scalar),
        _ => rounded(scalar),
    };
    match simpler {
        Some(simpler) if simpler != *scalar => {
            *scalar = simpler;
            true
        }
        _ => false,
    }
}

/// The simplest value of the type of a scalar, of a number zero or one.
fn simplest(scalar: &Scalar, number: i8) -> Option<Scalar> {
    Some(match scalar {
        Scalar::Byte(_) => Scalar::Byte(number),
        Scalar::Short(_) => Scalar::Short(i16::from(number)),
        Scalar::Integer(_) => Scalar::Integer(i32::from(number)),
        Scalar::Long(_) => Scalar::Long(i64::from(number)),
        Scalar::BigInteger(_) => Scalar::BigInteger(BigInt::from(number)),
        Scalar::Float(_) => Scalar::Float(f32::from(number)),
        Scalar::Double(_) => Scalar::Double(f64::from(number)),
        Scalar::BigDecimal(_) => Scalar::BigDecimal(BigDecimal::new(number, 0)),
        Scalar::Boolean(_) => Scalar::Boolean(number == 1),
        Scalar::String(_) => Scalar::string(if number == 0 { "" } else { "a" }),
        Scalar::Character(_) => Scalar::Character('a'),
        Scalar::Uuid(_) => Scalar::Uuid(Uuid::nil()),
        Scalar::DateTime(_) => Scalar::DateTime(DateTime { day: 0, nanos: 0, offset: 0 }),
        Scalar::Null => return None,
    })
}

/// Half of it.
fn halved(scalar: &Scalar) -> Option<Scalar> {
    Some(match scalar {
        Scalar::Byte(value) => Scalar::Byte(value / 2),
        Scalar::Short(value) => Scalar::Short(value / 2),
        Scalar::Integer(value) => Scalar::Integer(value / 2),
        Scalar::Long(value) => Scalar::Long(value / 2),
        Scalar::BigInteger(value) => Scalar::BigInteger(value / 2),
        Scalar::Float(value) => Scalar::Float((value / 2.0).trunc()),
        Scalar::Double(value) => Scalar::Double((value / 2.0).trunc()),
        Scalar::String(value) => {
            let half = value.chars().count() / 2;
            Scalar::string(value.chars().take(half).collect::<String>())
        }
        _ => return None,
    })
}

/// Without what stands behind the point, without its offset, without its last character.
fn rounded(scalar: &Scalar) -> Option<Scalar> {
    Some(match scalar {
        Scalar::Float(value) => Scalar::Float(value.trunc()),
        Scalar::Double(value) => Scalar::Double(value.trunc()),
        Scalar::DateTime(value) => Scalar::DateTime(DateTime { nanos: 0, offset: 0, ..*value }),
        Scalar::String(value) => {
            let mut shorter = value.to_string();
            shorter.pop();
            Scalar::string(shorter)
        }
        _ => return None,
    })
}
