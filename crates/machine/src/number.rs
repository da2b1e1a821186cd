//! Numbers as Gremlin computes with them: the type of a result is the widest of the types that go in.

pub mod convert;
pub(crate) mod decimal;
pub mod text;

use std::cmp::Ordering;

use graphlance_gremlin::Scalar;
use graphlance_gremlin::scalar::BigInt;

use crate::failure::{ErrorKind, Failure, raise};
use crate::rules::Overflow;

/// What is computed of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient; of integers without its fraction.
    Divide,
}

/// The width and kind of a number: how many bits it has, 128 for any length, and whether it has a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Width {
    bits: u16,
    fraction: bool,
}

impl Width {
    fn of(number: &Scalar) -> Width {
        let (bits, fraction) = match number {
            Scalar::Byte(_) => (8, false),
            Scalar::Short(_) => (16, false),
            Scalar::Integer(_) => (32, false),
            Scalar::Long(_) => (64, false),
            Scalar::BigInteger(_) => (128, false),
            Scalar::Float(_) => (32, true),
            Scalar::Double(_) => (64, true),
            _ => (128, true),
        };
        Width { bits, fraction }
    }

    /// The width that holds both. A number that is none widens nothing.
    fn common(a: &Scalar, b: &Scalar) -> Width {
        let narrowest = Width { bits: 8, fraction: false };
        let of = |number: &Scalar| if is_nan(number) { narrowest } else { Width::of(number) };
        let (a, b) = (of(a), of(b));
        Width { bits: a.bits.max(b.bits), fraction: a.fraction || b.fraction }
    }
}

/// Whether a number is none.
pub fn is_nan(number: &Scalar) -> bool {
    match number {
        Scalar::Float(value) => value.is_nan(),
        Scalar::Double(value) => value.is_nan(),
        _ => false,
    }
}

fn is_finite(number: &Scalar) -> bool {
    match number {
        Scalar::Float(value) => value.is_finite(),
        Scalar::Double(value) => value.is_finite(),
        _ => true,
    }
}

/// Computes with two numbers. With a fraction forced, integers are divided as if they had one.
pub fn compute(
    operation: Arithmetic,
    a: &Scalar,
    b: &Scalar,
    forced: bool,
    overflow: Overflow,
) -> Result<Scalar, Failure> {
    // Where a number is none, the type of the result follows from both all the same.
    let (of_a, of_b) = (Width::of(a), Width::of(b));
    let mut width = if is_nan(a) || is_nan(b) {
        Width { bits: of_a.bits.max(of_b.bits), fraction: true }
    } else {
        Width::common(a, b)
    };
    width.fraction |= forced;
    if width.bits == 128 {
        return unbounded(operation, a, b, width.fraction);
    }
    if width.fraction {
        return Ok(floating(operation, a, b, width, overflow));
    }
    integral(operation, a, b, width, overflow)
}

fn unbounded(operation: Arithmetic, a: &Scalar, b: &Scalar, fraction: bool) -> Result<Scalar, Failure> {
    if fraction {
        let (a, b) = (decimal::settled(a)?, decimal::settled(b)?);
        return decimal::compute(operation, &a, &b).map(Scalar::BigDecimal);
    }
    let (a, b) = (integer(a), integer(b));
    convert::within(a.bits().saturating_add(b.bits()))?;
    Ok(Scalar::BigInteger(match operation {
        Arithmetic::Add => a + b,
        Arithmetic::Subtract => a - b,
        Arithmetic::Multiply => a * b,
        Arithmetic::Divide if b == BigInt::ZERO => return Err(division_by_zero()),
        Arithmetic::Divide => a / b,
    }))
}

/// The integer of a number that has no fraction.
fn integer(number: &Scalar) -> BigInt {
    match number {
        Scalar::BigInteger(value) => value.clone(),
        other => BigInt::from(other.as_long().unwrap_or(0)),
    }
}

fn division_by_zero() -> Failure {
    raise(ErrorKind::Arithmetic, "division by zero")
}

fn floating(operation: Arithmetic, a: &Scalar, b: &Scalar, width: Width, overflow: Overflow) -> Scalar {
    if width.bits <= 32 {
        let (x, y) = (convert::float(a), convert::float(b));
        let result = match operation {
            Arithmetic::Add => x + y,
            Arithmetic::Subtract => x - y,
            Arithmetic::Multiply => x * y,
            Arithmetic::Divide => x / y,
        };
        if overflow == Overflow::Wraps || !result.is_infinite() {
            return Scalar::Float(result);
        }
    }
    let (x, y) = (convert::double(a), convert::double(b));
    Scalar::Double(match operation {
        Arithmetic::Add => x + y,
        Arithmetic::Subtract => x - y,
        Arithmetic::Multiply => x * y,
        Arithmetic::Divide => x / y,
    })
}

fn integral(
    operation: Arithmetic,
    a: &Scalar,
    b: &Scalar,
    width: Width,
    overflow: Overflow,
) -> Result<Scalar, Failure> {
    let (x, y) = (i128::from(a.as_long().unwrap_or(0)), i128::from(b.as_long().unwrap_or(0)));
    let result = match operation {
        Arithmetic::Add => x + y,
        Arithmetic::Subtract => x - y,
        Arithmetic::Multiply => x * y,
        Arithmetic::Divide if y == 0 => return Err(division_by_zero()),
        Arithmetic::Divide => x / y,
    };
    if overflow == Overflow::Wraps {
        return Ok(wrapped(result, width.bits));
    }
    let fits = |bits: u16| {
        let limit = 1_i128 << (bits - 1);
        (-limit..limit).contains(&result)
    };
    let widths = [8, 16, 32, 64].into_iter().filter(|bits| *bits >= width.bits);
    let fitting = widths.into_iter().find(|bits| fits(*bits));
    let bits = fitting.ok_or_else(|| raise(ErrorKind::Arithmetic, "long overflow"))?;
    Ok(wrapped(result, bits))
}

/// The low bits of an integer as a number of that width.
fn wrapped(value: i128, bits: u16) -> Scalar {
    match bits {
        8 => Scalar::Byte(value as i8),
        16 => Scalar::Short(value as i16),
        32 => Scalar::Integer(value as i32),
        _ => Scalar::Long(value as i64),
    }
}

/// The order of two numbers: by value, whatever their types; NaN is equal to itself and greater than every other.
pub fn compare(a: &Scalar, b: &Scalar) -> Ordering {
    match (is_nan(a), is_nan(b)) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    let width = Width::common(a, b);
    match (width.fraction, width.bits) {
        (false, 128) => integer(a).cmp(&integer(b)),
        (false, _) => a.as_long().cmp(&b.as_long()),
        (true, 128) => unbounded_order(a, b),
        (true, 32) => convert::float(a).total_cmp(&convert::float(b)),
        (true, _) => convert::double(a).total_cmp(&convert::double(b)),
    }
}

fn unbounded_order(a: &Scalar, b: &Scalar) -> Ordering {
    let infinity = |number: &Scalar| match number {
        Scalar::Float(value) if value.is_infinite() => Some(value.is_sign_positive()),
        Scalar::Double(value) if value.is_infinite() => Some(value.is_sign_positive()),
        _ => None,
    };
    match (infinity(a), infinity(b)) {
        (Some(positive), _) => {
            if positive {
                Ordering::Greater
            } else {
                Ordering::Less
            }
        }
        (None, Some(positive)) => {
            if positive {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
        // Neither is infinite or no number, which is all that has no decimal.
        (None, None) => match (decimal::of_number(a), decimal::of_number(b)) {
            (Ok(a), Ok(b)) => decimal::compare(&a, &b),
            _ => Ordering::Equal,
        },
    }
}

/// The lesser or the greater of two numbers, as a number of the wider type of both. A number that is none loses against any
/// other.
pub fn extreme(a: &Scalar, b: &Scalar, greater: bool) -> Result<Scalar, Failure> {
    let is_big = |number: &Scalar| matches!(number, Scalar::BigDecimal(_) | Scalar::BigInteger(_));
    if (is_big(a) && !is_finite(b)) || (is_big(b) && !is_finite(a)) {
        return Err(Failure::Unspecified("which of a decimal and an infinity is less".to_owned()));
    }
    let is_zero = |number: &Scalar| number.as_double() == Some(0.0);
    if is_zero(a) && is_zero(b) && compare(a, b) != Ordering::Equal {
        return Err(Failure::Unspecified("which of two zeros is less".to_owned()));
    }
    if is_nan(a) || is_nan(b) {
        return Ok(if is_nan(a) { b.clone() } else { a.clone() });
    }
    let keep_first = match compare(a, b) {
        Ordering::Less => !greater,
        Ordering::Equal => true,
        Ordering::Greater => greater,
    };
    let chosen = if keep_first { a } else { b };
    let width = Width::common(a, b);
    Ok(match (width.fraction, width.bits) {
        (false, 128) => Scalar::BigInteger(integer(chosen)),
        (false, bits) => wrapped(i128::from(chosen.as_long().unwrap_or(0)), bits),
        (true, 128) => Scalar::BigDecimal(decimal::settled(chosen)?),
        (true, 32) => Scalar::Float(convert::float(chosen)),
        (true, _) => Scalar::Double(convert::double(chosen)),
    })
}

#[cfg(test)]
mod tests;
