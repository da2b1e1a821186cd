//! Steps over dates, and values as numbers and truth values.

use graphlance_graph::temporal::{NANOS_PER_DAY, NANOS_PER_SECOND};
use graphlance_gremlin::Scalar;
use graphlance_gremlin::scalar::DateTime;
use graphlance_gremlin::token::{Dt, GType};

use super::traverser::Traverser;
use super::{Machine, Run};
use crate::failure::{ErrorKind, Failure, raise, wrong_type};
use crate::number::convert;
use crate::program::{Kind, Op};
use crate::value::Value;

const NANOS_PER_MILLI: i128 = 1_000_000;

impl Machine<'_> {
    pub fn dated(&mut self, op: &Op, traverser: &Traverser) -> Run<Value> {
        let value = &traverser.value;
        if let Kind::AsDate = op.kind {
            return Ok(Value::Scalar(Scalar::DateTime(as_date(value)?)));
        }
        let Value::Scalar(Scalar::DateTime(date)) = value else { return Err(wrong_type(op.name.text(), value).into()) };
        match &op.kind {
            Kind::DateAdd(unit, amount) => Ok(Value::Scalar(Scalar::DateTime(later(date, *unit, *amount)?))),
            Kind::DateDiff(operand) => {
                let other = match self.operand(operand, traverser)? {
                    Value::Scalar(Scalar::DateTime(other)) => other.instant(),
                    Value::Scalar(Scalar::Null) => 0,
                    other => return Err(wrong_type(op.name.text(), &other).into()),
                };
                let nanos = date.instant() - other;
                let unit = if self.rules.milliseconds { NANOS_PER_MILLI } else { i128::from(NANOS_PER_SECOND) };
                let units = i64::try_from(nanos.div_euclid(unit));
                Ok(Value::long(units.map_err(|_| raise(ErrorKind::Arithmetic, "the difference of dates overflows"))?))
            }
            _ => Ok(value.clone()),
        }
    }

    pub fn as_number(&mut self, kind: GType, value: &Value) -> Run<Value> {
        let number = match value {
            Value::Scalar(Scalar::Null) => return Ok(Value::NULL),
            Value::Scalar(Scalar::String(text)) => parsed(text.trim())?,
            Value::Scalar(Scalar::DateTime(date)) => {
                let millis = i64::try_from(date.instant().div_euclid(NANOS_PER_MILLI));
                Scalar::Long(millis.map_err(|_| raise(ErrorKind::Arithmetic, "a date overflows"))?)
            }
            Value::Scalar(number) if number.is_number() => number.clone(),
            other => return Err(wrong_type("asNumber()", other).into()),
        };
        Ok(Value::Scalar(convert::to_type(&number, kind)?))
    }

    pub fn as_bool(&mut self, value: &Value) -> Run<Value> {
        let truth = match value {
            Value::Scalar(Scalar::Boolean(truth)) => *truth,
            Value::Scalar(Scalar::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
                "true" => true,
                "false" => false,
                _ => return Err(raise(ErrorKind::Argument, format!("{text:?} is no truth value")).into()),
            },
            Value::Scalar(number) if number.is_number() => {
                let number = convert::double(number);
                !number.is_nan() && number != 0.0
            }
            other => return Err(wrong_type("asBool()", other).into()),
        };
        Ok(Value::from(truth))
    }
}

fn as_date(value: &Value) -> Result<DateTime, Failure> {
    let wrong = || raise(ErrorKind::Argument, format!("a {} is no date, or not this one", value.type_name()));
    match value {
        Value::Scalar(Scalar::DateTime(date)) => Ok(*date),
        Value::Scalar(Scalar::String(text)) => text.parse().map_err(|_| wrong()),
        Value::Scalar(number) if number.is_integer() => {
            let millis = number.as_long().ok_or_else(wrong)?;
            from_instant(i128::from(millis) * NANOS_PER_MILLI, 0).ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

/// The date and time of an instant at an offset from universal time.
fn from_instant(instant: i128, offset: i32) -> Option<DateTime> {
    let local = instant + i128::from(offset) * i128::from(NANOS_PER_SECOND);
    let day = i64::try_from(local.div_euclid(i128::from(NANOS_PER_DAY))).ok()?;
    let nanos = i64::try_from(local.rem_euclid(i128::from(NANOS_PER_DAY))).ok()?;
    // Years of at most nine digits.
    (day.abs() < 365_000_000_000).then_some(DateTime { day, nanos, offset })
}

fn later(date: &DateTime, unit: Dt, amount: i64) -> Result<DateTime, Failure> {
    let seconds: i128 = match unit {
        Dt::Second => 1,
        Dt::Minute => 60,
        Dt::Hour => 3600,
        Dt::Day => 86_400,
    };
    let shift = seconds * i128::from(amount) * i128::from(NANOS_PER_SECOND);
    let moved = from_instant(date.instant() + shift, date.offset);
    moved.ok_or_else(|| raise(ErrorKind::Arithmetic, "a date is beyond what can be written"))
}

/// The number of a text, of the narrowest type that Java's libraries give it: an integer, a long, an integer of any length; a
/// float, a double, a decimal; or what a suffix says.
fn parsed(text: &str) -> Result<Scalar, Failure> {
    let wrong = || raise(ErrorKind::Argument, format!("{text:?} is no number"));
    let (sign, unsigned) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let hexadecimal =
        unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")).or_else(|| unsigned.strip_prefix('#'));
    if let Some(digits) = hexadecimal {
        let value = i64::from_str_radix(digits, 16).map_err(|_| wrong())?;
        let value = if sign { -value } else { value };
        return Ok(i32::try_from(value).map_or(Scalar::Long(value), Scalar::Integer));
    }
    if !unsigned.starts_with(|it: char| it.is_ascii_digit() || it == '.') {
        return Err(wrong());
    }
    let (body, suffix) = match text.char_indices().next_back() {
        Some((place, suffix)) if matches!(suffix, 'l' | 'L' | 'f' | 'F' | 'd' | 'D') => (&text[..place], Some(suffix)),
        _ => (text, None),
    };
    let body = body.strip_prefix('+').unwrap_or(body);
    match suffix {
        Some('l' | 'L') => return body.parse().map(Scalar::Long).map_err(|_| wrong()),
        Some('f' | 'F') => return body.parse().map(Scalar::Float).map_err(|_| wrong()),
        Some(_) => return body.parse().map(Scalar::Double).map_err(|_| wrong()),
        None => {}
    }
    if !body.contains(['.', 'e', 'E']) {
        let integer: graphlance_gremlin::scalar::BigInt = body.parse().map_err(|_| wrong())?;
        return Ok(match (i32::try_from(&integer), i64::try_from(&integer)) {
            (Ok(narrow), _) => Scalar::Integer(narrow),
            (_, Ok(long)) => Scalar::Long(long),
            _ => Scalar::BigInteger(integer),
        });
    }
    let decimal: graphlance_gremlin::scalar::BigDecimal = body.parse().map_err(|_| wrong())?;
    let (float, double): (f32, f64) = (body.parse().map_err(|_| wrong())?, body.parse().map_err(|_| wrong())?);
    let exact = |written: String| {
        written.parse().ok().is_some_and(|other: graphlance_gremlin::scalar::BigDecimal| {
            crate::number::compare(&Scalar::BigDecimal(other), &Scalar::BigDecimal(decimal.clone()))
                == std::cmp::Ordering::Equal
        })
    };
    Ok(if float.is_finite() && exact(format!("{float:e}")) {
        Scalar::Float(float)
    } else if double.is_finite() && exact(format!("{double:e}")) {
        Scalar::Double(double)
    } else {
        Scalar::BigDecimal(decimal)
    })
}
