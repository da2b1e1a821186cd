//! Decimals: their sums, products and quotients, as Java's `BigDecimal` has them.

use std::cmp::Ordering;

use graphlance_gremlin::Scalar;
use graphlance_gremlin::scalar::{BigDecimal, BigInt};

use super::Arithmetic;
use super::convert::within;
use crate::failure::{ErrorKind, Failure, raise};

/// A number that becomes a decimal, where all releases of Java make the same of it.
pub fn settled(number: &Scalar) -> Result<BigDecimal, Failure> {
    if !super::text::is_settled(number) {
        return Err(Failure::Unspecified("the last digits of a float as a decimal".to_owned()));
    }
    of_number(number)
}

/// The decimal of a number; of one with a binary point that of its text.
pub fn of_number(number: &Scalar) -> Result<BigDecimal, Failure> {
    match number {
        Scalar::BigDecimal(value) => Ok(value.clone()),
        Scalar::BigInteger(value) => Ok(BigDecimal::new(value.clone(), 0)),
        Scalar::Float(_) | Scalar::Double(_) => {
            let text = super::text::text(number);
            text.parse().map_err(|_| raise(ErrorKind::Arithmetic, format!("{text} is no decimal")))
        }
        other => Ok(BigDecimal::new(other.as_long().unwrap_or(0), 0)),
    }
}

pub(super) fn compute(operation: Arithmetic, a: &BigDecimal, b: &BigDecimal) -> Result<BigDecimal, Failure> {
    within(a.unscaled.bits().saturating_add(b.unscaled.bits()))?;
    match operation {
        Arithmetic::Add => aligned(a, b).map(|(x, y, scale)| BigDecimal::new(x + y, scale)),
        Arithmetic::Subtract => aligned(a, b).map(|(x, y, scale)| BigDecimal::new(x - y, scale)),
        Arithmetic::Multiply => Ok(BigDecimal::new(&a.unscaled * &b.unscaled, scale(sum(a.scale, b.scale))?)),
        Arithmetic::Divide => divide(a, b),
    }
}

fn sum(a: i32, b: i32) -> i64 {
    i64::from(a) + i64::from(b)
}

fn scale(wide: i64) -> Result<i32, Failure> {
    i32::try_from(wide).map_err(|_| raise(ErrorKind::Arithmetic, "the scale of a decimal overflows"))
}

/// Ten to a power that a budget allows.
fn power_of_ten(exponent: i64) -> Result<BigInt, Failure> {
    // A digit takes less than four bits.
    within(u64::try_from(exponent).unwrap_or(0).saturating_mul(4))?;
    Ok(BigInt::from(10).pow(u32::try_from(exponent).unwrap_or(0)))
}

/// Two decimals as integers at the greater of their scales.
fn aligned(a: &BigDecimal, b: &BigDecimal) -> Result<(BigInt, BigInt, i32), Failure> {
    let scale = a.scale.max(b.scale);
    let at = |value: &BigDecimal| {
        Ok::<_, Failure>(&value.unscaled * power_of_ten(i64::from(scale) - i64::from(value.scale))?)
    };
    Ok((at(a)?, at(b)?, scale))
}

/// The order of two decimals by value.
pub(super) fn compare(a: &BigDecimal, b: &BigDecimal) -> Ordering {
    match aligned(a, b) {
        Ok((a, b, _)) => a.cmp(&b),
        // They are too far apart to be written at one scale: signs, then places in front of the point, decide.
        Err(_) => {
            let places = |value: &BigDecimal| {
                let digits =
                    i64::try_from(value.unscaled.to_string().trim_start_matches('-').len()).unwrap_or(i64::MAX);
                digits - i64::from(value.scale)
            };
            let sign = |value: &BigDecimal| value.unscaled.cmp(&BigInt::ZERO);
            sign(a).cmp(&sign(b)).then_with(|| match sign(a) {
                Ordering::Less => places(b).cmp(&places(a)),
                _ => places(a).cmp(&places(b)),
            })
        }
    }
}

/// The exact quotient where there is one. Otherwise it has ten digits more than the longer of both, and at most as many of
/// them behind the point as the one with more of them has, or ten.
fn divide(a: &BigDecimal, b: &BigDecimal) -> Result<BigDecimal, Failure> {
    if b.unscaled == BigInt::ZERO {
        return Err(raise(ErrorKind::Arithmetic, "division by zero"));
    }
    let preferred = i64::from(a.scale) - i64::from(b.scale);
    if a.unscaled == BigInt::ZERO {
        return Ok(BigDecimal::new(0, scale(preferred)?));
    }
    let (digits_a, digits_b) = (digits(&a.unscaled), digits(&b.unscaled));
    // Java looks for an exact quotient within this many digits.
    let enough = digits_a + (10 * digits_b + 2) / 3;
    let (quotient, exact) = quotient(a, b, enough, preferred)?;
    if exact {
        return Ok(quotient);
    }
    let precision = digits_a.max(digits_b) + 10;
    let (rounded, _) = self::quotient(a, b, precision, preferred)?;
    let most = i64::from(a.scale.max(b.scale).max(10));
    if i64::from(rounded.scale) > most { at_scale(&rounded, most, Rounding::HalfUp) } else { Ok(rounded) }
}

fn digits(value: &BigInt) -> i64 {
    i64::try_from(value.to_string().trim_start_matches('-').len()).unwrap_or(i64::MAX)
}

/// The quotient rounded to so many digits, half up, without zeros at its end beyond the preferred scale; and whether it is exact.
fn quotient(a: &BigDecimal, b: &BigDecimal, precision: i64, preferred: i64) -> Result<(BigDecimal, bool), Failure> {
    let shift = (precision + 3 + digits(&b.unscaled) - digits(&a.unscaled)).max(0);
    let dividend = &a.unscaled * power_of_ten(shift)?;
    let (whole, rest) = (&dividend / &b.unscaled, &dividend % &b.unscaled);
    let mut exact = rest == BigInt::ZERO;
    let mut result = BigDecimal::new(whole, scale(preferred + shift)?);
    let excess = digits(&result.unscaled) - precision;
    if excess > 0 {
        let rounded = at_scale(&result, i64::from(result.scale) - excess, Rounding::HalfUp)?;
        exact &= compare(&rounded, &result) == Ordering::Equal;
        result = rounded;
    }
    let ten = BigInt::from(10);
    while i64::from(result.scale) > preferred && &result.unscaled % &ten == BigInt::ZERO {
        result = BigDecimal::new(&result.unscaled / &ten, result.scale - 1);
    }
    Ok((result, exact))
}

/// What happens to digits that are left off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    HalfUp,
    Down,
}

fn at_scale(value: &BigDecimal, wanted: i64, rounding: Rounding) -> Result<BigDecimal, Failure> {
    let dropped = i64::from(value.scale) - wanted;
    if dropped <= 0 {
        return Ok(BigDecimal::new(&value.unscaled * power_of_ten(-dropped)?, scale(wanted)?));
    }
    let divisor = power_of_ten(dropped)?;
    let (mut whole, rest) = (&value.unscaled / &divisor, &value.unscaled % &divisor);
    let magnitude = |value: &BigInt| if *value < BigInt::ZERO { -value } else { value.clone() };
    if rounding == Rounding::HalfUp && magnitude(&rest) * 2 >= divisor {
        whole += if value.unscaled < BigInt::ZERO { -1 } else { 1 };
    }
    Ok(BigDecimal::new(whole, scale(wanted)?))
}

/// The integer in front of the point.
pub fn whole(value: &BigDecimal) -> Result<BigInt, Failure> {
    if value.scale > 0 && i64::from(value.scale) > digits(&value.unscaled) {
        return Ok(BigInt::ZERO);
    }
    at_scale(value, 0, Rounding::Down).map(|value| value.unscaled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(operation: Arithmetic, a: &str, b: &str, expected: &str) {
        let (a, b): (BigDecimal, BigDecimal) = (a.parse().unwrap(), b.parse().unwrap());
        assert_eq!(compute(operation, &a, &b).unwrap().to_string(), expected);
    }

    #[test]
    fn results_have_the_scales_of_java() {
        check(Arithmetic::Add, "1.10", "2", "3.10");
        check(Arithmetic::Subtract, "1", "0.001", "0.999");
        check(Arithmetic::Multiply, "1.10", "2.0", "2.200");
        check(Arithmetic::Divide, "1", "4", "0.25");
        check(Arithmetic::Divide, "6.00", "2", "3.00");
        check(Arithmetic::Divide, "1", "3", "0.3333333333");
        check(Arithmetic::Divide, "-2", "3", "-0.6666666667");
    }

    #[test]
    fn decimals_far_apart_are_compared_without_being_written() {
        let (small, large): (BigDecimal, BigDecimal) =
            ("1e-2000000000".parse().unwrap(), "1e2000000000".parse().unwrap());
        assert_eq!(compare(&small, &large), Ordering::Less);
        assert!(matches!(compute(Arithmetic::Add, &small, &large), Err(Failure::OutOfBudget(_))));
    }
}
