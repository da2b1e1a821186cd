//! Random property values: ordinary ones that often coincide, and values at the boundaries of their types.

use super::times;
use crate::domain::ValueDomain;
use crate::schema::PropertyKind;
use crate::{Random, Value};

/// Integers at the ends of ranges that engines use inside.
const INTEGERS: &[i64] = &[
    i64::MIN,
    i64::MIN + 1,
    i64::MAX - 1,
    i64::MAX,
    -1,
    0,
    1,
    i32::MIN as i64,
    i32::MAX as i64,
    1 << 31,
    1 << 32,
    (1 << 53) - 1,
    1 << 53,
    (1 << 53) + 1,
];

/// Floats where rounding, sign or range is special. Those that not every target has come last.
const FLOATS: &[f64] = &[
    0.0,
    1.0,
    -1.0,
    0.1,
    1.0 / 3.0,
    9_007_199_254_740_992.0,
    -9_007_199_254_740_993.0,
    1e15,
    1e16,
    1e100,
    1e-7,
    1e-300,
    -1e300,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    f64::EPSILON,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Widths of the ranges of arbitrary floats.
const MAGNITUDES: &[f64] = &[1e-6, 1e-3, 1.0, 10.0, 1e3, 1e6, 1e9];

/// Strings that quoting, trimming, conversion or encoding may stumble over.
const STRINGS: &[&str] = &[
    "",
    " ",
    " a ",
    "'",
    "\"",
    "\\",
    "a'b",
    "\\'",
    "`",
    "\n",
    "\t",
    "a\r\nb",
    "A",
    "a",
    "aA",
    "null",
    "true",
    "0",
    "1",
    "-1",
    "1.0",
    "1e3",
    "NaN",
    "%",
    "_",
    "//",
    "/* */",
    "$p",
    "{a: 1}",
    ".*",
    "é",
    "e\u{301}",
    "ß",
    "İ",
    "日本語",
    "😀",
    "👩‍👧",
    "\u{feff}",
    "\u{202e}abc",
];

/// A random value of a kind; `element` is the kind of a list's elements.
pub(super) fn value(
    random: &mut Random,
    kind: PropertyKind,
    element: PropertyKind,
    boundary: f64,
    domain: &ValueDomain,
) -> Value {
    let special = random.chance(boundary);
    match kind {
        PropertyKind::Boolean => Value::Boolean(random.chance(0.5)),
        PropertyKind::Integer if special => boundary_integer(random, domain),
        PropertyKind::Integer => ordinary_integer(random),
        PropertyKind::Float if special => boundary_float(random, domain),
        PropertyKind::Float => ordinary_float(random),
        PropertyKind::String if special => boundary_string(random),
        PropertyKind::String => ordinary_string(random),
        PropertyKind::Temporal(kind) => times::value(random, kind, special),
        PropertyKind::Point => point(random),
        PropertyKind::List => {
            let length = random.geometric(0.65, 5);
            Value::list((0..length).map(|_| self::value(random, element, element, boundary, domain)).collect())
        }
    }
}

/// Points on a small grid of halves, which every width of float holds exactly.
fn point(random: &mut Random) -> Value {
    let mut half = || random.integer(-6, 6) as f64 / 2.0;
    Value::point(half(), half())
}

fn ordinary_integer(random: &mut Random) -> Value {
    let limit = match random.below(10) {
        0..=5 => 9,
        6..=7 => 100,
        8 => 1_000_000,
        _ => i64::MAX >> random.below(32),
    };
    Value::Integer(random.integer(-limit, limit))
}

fn boundary_integer(random: &mut Random, domain: &ValueDomain) -> Value {
    let drawn = random.pick(INTEGERS).copied().unwrap_or_default();
    Value::Integer(if drawn == i64::MIN && !domain.least_integer_literal { i64::MIN + 1 } else { drawn })
}

/// Mostly eighths, on which arithmetic is exact.
fn ordinary_float(random: &mut Random) -> Value {
    if random.chance(0.75) {
        return Value::Float(random.integer(-80, 80) as f64 / 8.0);
    }
    let magnitude = random.pick(MAGNITUDES).copied().unwrap_or(1.0);
    Value::Float((random.unit() - 0.5) * magnitude)
}

fn boundary_float(random: &mut Random, domain: &ValueDomain) -> Value {
    let drawn = random.pick(FLOATS).copied().unwrap_or_default();
    let lacking = drawn.is_nan() && !domain.nan
        || drawn.is_infinite() && !domain.infinity
        || drawn == 0.0 && drawn.is_sign_negative() && !domain.negative_zero;
    Value::Float(if lacking { 0.0 } else { drawn })
}

fn ordinary_string(random: &mut Random) -> Value {
    let (alphabet, longest): (&[u8], usize) = match random.below(10) {
        0..=4 => (b"ab", 2),
        5..=7 => (b"abcABC01", 6),
        _ => (b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-", 16),
    };
    let length = random.between(1, longest);
    let letters = (0..length).filter_map(|_| random.pick(alphabet)).map(|byte| char::from(*byte));
    Value::string(letters.collect::<String>())
}

fn boundary_string(random: &mut Random) -> Value {
    if random.chance(0.05) {
        let unit = random.pick(STRINGS).copied().filter(|text| !text.is_empty()).unwrap_or("x");
        return Value::string(unit.repeat(random.between(50, 300)));
    }
    Value::string(random.pick(STRINGS).copied().unwrap_or_default())
}
