//! Numbers of one type as numbers of another.

use graphlance_gremlin::Scalar;
use graphlance_gremlin::scalar::BigInt;
use graphlance_gremlin::token::GType;

use super::decimal;
use crate::failure::{ErrorKind, Failure, raise, unknown};

/// How many bits an integer of any length may have.
const LONGEST: u64 = 1 << 18;

/// Whether an integer of so many bits is within the budget.
pub(super) fn within(bits: u64) -> Result<(), Failure> {
    if bits > LONGEST { Err(Failure::OutOfBudget("bits of a number")) } else { Ok(()) }
}

/// A number as one of 64 bits with a binary point; 0 for what is no number.
pub fn double(number: &Scalar) -> f64 {
    match number {
        Scalar::Float(value) => f64::from(*value),
        Scalar::Double(value) => *value,
        Scalar::BigInteger(value) => value.to_string().parse().unwrap_or(f64::NAN),
        Scalar::BigDecimal(value) => value.to_string().parse().unwrap_or(f64::NAN),
        other => other.as_long().unwrap_or(0) as f64,
    }
}

/// A number as one of 32 bits with a binary point.
pub fn float(number: &Scalar) -> f32 {
    match number {
        Scalar::Float(value) => *value,
        Scalar::Double(value) => *value as f32,
        Scalar::BigInteger(value) => value.to_string().parse().unwrap_or(f32::NAN),
        Scalar::BigDecimal(value) => value.to_string().parse().unwrap_or(f32::NAN),
        other => other.as_long().unwrap_or(0) as f32,
    }
}

/// A number as one of a type. Fractions are left off; what does not fit is an error.
pub fn to_type(number: &Scalar, to: GType) -> Result<Scalar, Failure> {
    let does_not_fit = || {
        let (from, to) = (number.type_name(), to.text().to_lowercase());
        raise(ErrorKind::Arithmetic, format!("a {from} does not fit into {to}: {}", super::text::text(number)))
    };
    let long = || integer(number).and_then(|value| i64::try_from(&value).map_err(|_| does_not_fit()));
    Ok(match to {
        GType::Byte => Scalar::Byte(i8::try_from(long()?).map_err(|_| does_not_fit())?),
        GType::Short => Scalar::Short(i16::try_from(long()?).map_err(|_| does_not_fit())?),
        GType::Int => Scalar::Integer(i32::try_from(long()?).map_err(|_| does_not_fit())?),
        GType::Long => Scalar::Long(long()?),
        GType::BigInt => Scalar::BigInteger(integer(number)?),
        GType::BigDecimal => Scalar::BigDecimal(decimal::settled(number)?),
        GType::Float => {
            let wide = double(number);
            let fits = !wide.is_finite() || wide.abs() <= f64::from(f32::MAX);
            if !fits || (wide.is_infinite() && !is_infinite(number)) {
                return Err(does_not_fit());
            }
            Scalar::Float(float(number))
        }
        GType::Double => match number {
            // The text of the shorter one is read, so that 0.1 stays 0.1.
            Scalar::Float(value) if value.is_finite() => {
                Scalar::Double(super::text::text(number).parse().unwrap_or(f64::from(*value)))
            }
            _ if double(number).is_infinite() && !is_infinite(number) => return Err(does_not_fit()),
            _ => Scalar::Double(double(number)),
        },
        GType::Number => number.clone(),
        other => return Err(unknown(format!("numbers as {}", other.text()))),
    })
}

fn is_infinite(number: &Scalar) -> bool {
    match number {
        Scalar::Float(value) => value.is_infinite(),
        Scalar::Double(value) => value.is_infinite(),
        _ => false,
    }
}

/// Below this a double has a bit for each one, so that its text has the same integer as itself.
const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;

/// The integer in front of a number's point. That of a large double of many digits is open, since its text may be another one.
pub fn integer(number: &Scalar) -> Result<BigInt, Failure> {
    match number {
        Scalar::BigInteger(value) => Ok(value.clone()),
        Scalar::BigDecimal(value) => decimal::whole(value),
        Scalar::Float(_) | Scalar::Double(_) => {
            let value = double(number);
            let wide = Scalar::Double(value);
            if !value.is_finite() {
                Err(raise(ErrorKind::Arithmetic, format!("{} is no integer", super::text::text(number))))
            } else if value.abs() < EXACT {
                decimal::whole(&decimal::of_number(&wide)?)
            } else {
                decimal::whole(&decimal::settled(&wide)?)
            }
        }
        other => Ok(BigInt::from(other.as_long().unwrap_or(0))),
    }
}
