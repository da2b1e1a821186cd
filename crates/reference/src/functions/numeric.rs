//! Numeric, logarithmic and trigonometric functions.

use graphlance_graph::Value;

use super::{Context, bodies};
use crate::Failure;
use crate::operators::{overflow, wrong_type};

bodies! {
    Abs: abs,
    Sign: sign,
    Ceil: |a, _| float(a, f64::ceil),
    Floor: |a, _| float(a, f64::floor),
    Round: round,
    Sqrt: |a, _| float(a, f64::sqrt),
    IsNaN: is_nan,
    Exp: |a, _| float(a, f64::exp),
    Log: |a, _| float(a, f64::ln),
    Log10: |a, _| float(a, f64::log10),
    Sin: |a, _| float(a, f64::sin),
    Cos: |a, _| float(a, f64::cos),
    Tan: |a, _| float(a, f64::tan),
    Cot: |a, _| float(a, |x| 1.0 / x.tan()),
    Asin: |a, _| float(a, f64::asin),
    Acos: |a, _| float(a, f64::acos),
    Atan: |a, _| float(a, f64::atan),
    Atan2: atan2,
    Degrees: |a, _| float(a, f64::to_degrees),
    Radians: |a, _| float(a, f64::to_radians),
    Haversin: |a, _| float(a, |x| (1.0 - x.cos()) / 2.0),
    Ln: |a, _| float(a, f64::ln),
    Sinh: |a, _| float(a, f64::sinh),
    Cosh: |a, _| float(a, f64::cosh),
    Tanh: |a, _| float(a, f64::tanh),
    Coth: |a, _| float(a, |x| 1.0 / x.tanh()),
}

/// A number as a float; none for null.
fn number(value: &Value) -> Result<Option<f64>, Failure> {
    match value {
        Value::Null => Ok(None),
        Value::Integer(i) => Ok(Some(*i as f64)),
        Value::Float(f) => Ok(Some(*f)),
        other => Err(wrong_type("a number", other)),
    }
}

fn float(arguments: &[Value], of: impl Fn(f64) -> f64) -> Result<Value, Failure> {
    let number = arguments.first().map_or(Ok(None), number)?;
    Ok(number.map_or(Value::Null, |x| Value::Float(of(x))))
}

fn abs(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    match arguments.first() {
        Some(Value::Integer(i)) => i.checked_abs().map(Value::Integer).ok_or_else(overflow),
        _ => float(arguments, f64::abs),
    }
}

fn sign(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    Ok(match arguments.first().map_or(Ok(None), number)? {
        None => Value::Null,
        Some(x) if x.is_nan() => return Err(Failure::Unspecified("sign() of NaN".into())),
        Some(x) => Value::Integer(i64::from(x > 0.0) - i64::from(x < 0.0)),
    })
}

fn is_nan(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    Ok(arguments.first().map_or(Ok(None), number)?.map_or(Value::Null, |x| Value::Boolean(x.is_nan())))
}

fn atan2(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    let [y, x] = arguments else { return Ok(Value::Null) };
    Ok(number(y)?.zip(number(x)?).map_or(Value::Null, |(y, x)| Value::Float(y.atan2(x))))
}

/// `round(x)` and `round(x, 0)`: to the nearest integer, halves towards positive infinity. `round(x, precision[, mode])`:
/// to decimal places, halves away from zero unless a mode says otherwise.
fn round(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    let Some(x) = arguments.first().map_or(Ok(None), number)? else { return Ok(Value::Null) };
    let Some(precision) = arguments.get(1) else { return Ok(Value::Float(half_up(x))) };
    let mode = match arguments.get(2) {
        None => None,
        Some(Value::Null) => return Ok(Value::Null),
        Some(Value::String(mode)) => Some(Rounding::find(mode)?),
        Some(other) => return Err(wrong_type("a string", other)),
    };
    let places = match precision {
        Value::Null => return Ok(Value::Null),
        Value::Integer(places @ 0..=300) => *places as usize,
        Value::Integer(_) => return Err(Failure::argument_value("the precision of round() is out of range")),
        other => return Err(wrong_type("an integer", other)),
    };
    if !x.is_finite() {
        return Ok(Value::Float(x));
    }
    if places == 0 && mode.is_none() {
        return Ok(Value::Float(half_up(x)));
    }
    round_decimal(x, places, mode.unwrap_or(Rounding::HalfUp)).map(Value::Float)
}

/// The rounding modes of `round`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Up,
    Down,
    Ceiling,
    Floor,
    HalfUp,
    HalfDown,
    HalfEven,
}

impl Rounding {
    /// The mode of this name. Errors: [`Failure::Raised`] when there is none.
    fn find(name: &str) -> Result<Rounding, Failure> {
        Ok(match name {
            "UP" => Rounding::Up,
            "DOWN" => Rounding::Down,
            "CEILING" => Rounding::Ceiling,
            "FLOOR" => Rounding::Floor,
            "HALF_UP" => Rounding::HalfUp,
            "HALF_DOWN" => Rounding::HalfDown,
            "HALF_EVEN" => Rounding::HalfEven,
            // The manual writes the modes in capitals, and does not say whether their case matters.
            _ if name.chars().any(char::is_lowercase) && Rounding::find(&name.to_uppercase()).is_ok() => {
                return Err(Failure::Unspecified(format!("the rounding mode {name} in small letters")));
            }
            _ => return Err(Failure::argument_value(format!("unknown rounding mode {name}"))),
        })
    }
}

fn half_up(x: f64) -> f64 {
    let floor = x.floor();
    if x - floor >= 0.5 { floor + 1.0 } else { floor }
}

/// Rounds the shortest decimal text of a float, as `BigDecimal.valueOf(x).setScale(places, mode)` does.
fn round_decimal(x: f64, places: usize, mode: Rounding) -> Result<f64, Failure> {
    let text = format!("{}", x.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    if fraction.len() <= places {
        return Ok(x);
    }
    let (kept, cut) = fraction.split_at(places);
    let mut digits: Vec<u8> = whole.bytes().chain(kept.bytes()).collect();
    let half = cut.bytes().next().map_or(0, |d| d.cmp(&b'5') as i8);
    let exactly_half = half == 0 && cut.bytes().skip(1).all(|d| d == b'0');
    let above_half = half > 0 || (half == 0 && !exactly_half);
    let odd = digits.last().is_some_and(|d| (d - b'0') % 2 == 1);
    let nonzero = cut.bytes().any(|d| d != b'0');
    let away = match mode {
        Rounding::Up => nonzero,
        Rounding::Down => false,
        Rounding::Ceiling => nonzero && x > 0.0,
        Rounding::Floor => nonzero && x < 0.0,
        Rounding::HalfUp => above_half || exactly_half,
        Rounding::HalfDown => above_half,
        Rounding::HalfEven => above_half || (exactly_half && odd),
    };
    if away {
        increment(&mut digits);
    }
    let extra = digits.len().saturating_sub(places);
    let (whole, kept) = digits.split_at(extra);
    let text = format!("{}.{}0", String::from_utf8_lossy(whole), String::from_utf8_lossy(kept));
    let rounded: f64 = text.parse().map_err(|_| Failure::Unknown(format!("round() of {x}")))?;
    Ok(rounded.copysign(x))
}

fn increment(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit == b'9' {
            *digit = b'0';
        } else {
            *digit += 1;
            return;
        }
    }
    digits.insert(0, b'1');
}
