//! Agreement of two cells.

use super::{CompareOptions, matching};
use crate::graph::NodeKey;
use crate::table::{Column, Latitude};
use crate::value::{Path, Point, Properties};
use crate::{Node, Relationship, Value};

/// Whether an actual cell agrees with the expected one in a column.
pub fn agree(expected: &Value, actual: &Value, column: &Column, options: &CompareOptions) -> bool {
    if column.latitude == Latitude::Unspecified {
        return true;
    }
    Rule { latitude: column.latitude, unordered_lists: column.unordered_lists, options: *options }
        .values(expected, actual)
}

/// What may differ within a cell.
#[derive(Clone, Copy)]
struct Rule {
    latitude: Latitude,
    unordered_lists: bool,
    options: CompareOptions,
}

impl Rule {
    fn values(&self, expected: &Value, actual: &Value) -> bool {
        match (expected, actual) {
            (Value::Float(e), Value::Float(a)) => self.floats(*e, *a),
            (Value::List(e), Value::List(a)) => self.lists(e, a),
            (Value::Map(e), Value::Map(a)) => self.maps(e, a),
            (Value::Node(e), Value::Node(a)) => self.nodes(e, a),
            (Value::Relationship(e), Value::Relationship(a)) => self.relationships(e, a),
            (Value::Path(e), Value::Path(a)) => self.paths(e, a),
            (Value::Point(e), Value::Point(a)) => self.points(e, a),
            _ => expected == actual,
        }
    }

    fn lists(&self, expected: &[Value], actual: &[Value]) -> bool {
        if expected.len() != actual.len() {
            return false;
        }
        let same_place = expected.iter().zip(actual).all(|(e, a)| self.values(e, a));
        same_place
            || self.unordered_lists
                && matching::all_paired(expected.len(), |e, a| self.values(&expected[e], &actual[a]))
    }

    fn maps(&self, expected: &Properties, actual: &Properties) -> bool {
        expected.len() == actual.len()
            && expected.iter().zip(actual).all(|((ek, e), (ak, a))| ek == ak && self.values(e, a))
    }

    /// Properties are stored, not computed: neither latitude nor the order of a `collect` reaches into them.
    fn properties(&self, expected: &Properties, actual: &Properties) -> bool {
        Rule { latitude: Latitude::Exact, unordered_lists: false, ..*self }.maps(expected, actual)
    }

    fn nodes(&self, expected: &Node, actual: &Node) -> bool {
        expected.labels == actual.labels && self.properties(&expected.properties, &actual.properties)
    }

    fn relationships(&self, expected: &Relationship, actual: &Relationship) -> bool {
        expected.kind == actual.kind && self.properties(&expected.properties, &actual.properties)
    }

    fn paths(&self, expected: &Path, actual: &Path) -> bool {
        expected.nodes.len() == actual.nodes.len()
            && expected.relationships.len() == actual.relationships.len()
            && expected.nodes.iter().zip(&actual.nodes).all(|(e, a)| self.nodes(e, a))
            && expected.relationships.iter().zip(&actual.relationships).all(|(e, a)| self.relationships(e, a))
            && shape(expected) == shape(actual)
    }

    fn points(&self, expected: &Point, actual: &Point) -> bool {
        expected.srid == actual.srid
            && expected.coordinates.len() == actual.coordinates.len()
            && expected.coordinates.iter().zip(&actual.coordinates).all(|(e, a)| self.floats(*e, *a))
    }

    fn floats(&self, expected: f64, actual: f64) -> bool {
        if expected.to_bits() == actual.to_bits() || expected.is_nan() && actual.is_nan() {
            return true;
        }
        if expected == actual {
            // Zeros of different sign.
            return self.latitude != Latitude::Exact || !self.options.negative_zero;
        }
        let near = match self.latitude {
            Latitude::Ulps(units) => ulps_between(expected, actual).is_some_and(|n| n <= u64::from(units)),
            _ => false,
        };
        near || self.options.float_digits.is_some_and(|digits| self.digits_agree(expected, actual, digits))
    }

    /// Rounding to decimal digits comes after the computation, so that both latitudes add up.
    fn digits_agree(&self, expected: f64, actual: f64, digits: u8) -> bool {
        let units = match self.latitude {
            Latitude::Ulps(units) => units,
            _ => 0,
        };
        same_digits(expected, actual, digits)
            || units > 0
                && expected.is_finite()
                && (same_digits(step(expected, i64::from(units)), actual, digits)
                    || same_digits(step(expected, -i64::from(units)), actual, digits))
    }
}

/// For each node of a path where it was first visited, and for each relationship whether it is walked forwards (a
/// self-loop has no direction).
pub(super) fn shape(path: &Path) -> (Vec<Option<usize>>, Vec<Option<bool>>) {
    let first = |key: NodeKey| path.nodes.iter().position(|node| node.key == key);
    let visits = path.nodes.iter().map(|node| first(node.key)).collect();
    let forwards = path.relationships.iter().zip(&path.nodes);
    let forwards = forwards.map(|(r, node)| if r.start == r.end { None } else { Some(r.start == node.key) }).collect();
    (visits, forwards)
}

/// Floats on a line of integers, neighbours one apart, both zeros at 0.
fn position(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

fn ulps_between(a: f64, b: f64) -> Option<u64> {
    (a.is_finite() && b.is_finite()).then(|| position(a).abs_diff(position(b)))
}

/// The float `units` places further on the line of floats.
fn step(value: f64, units: i64) -> f64 {
    let place = position(value).saturating_add(units);
    f64::from_bits(if place < 0 { i64::MIN.wrapping_sub(place) } else { place } as u64)
}

/// Whether two floats agree after rounding to `digits` significant digits, give or take one unit there.
fn same_digits(expected: f64, actual: f64, digits: u8) -> bool {
    let digits = usize::from(digits.clamp(1, 17));
    if expected.is_finite() && actual.is_infinite() {
        // The largest floats round up to a text beyond them.
        return format!("{expected:.*e}", digits - 1).parse() == Ok(actual);
    }
    // Most floats of which it is asked are far from each other, or one is the other rounded, and their texts take long.
    !is_far(expected, actual, digits) && (is_near(expected, actual, digits) || same_rounded(expected, actual, digits))
}

/// Whether two floats are nearer to each other than one unit of the last digit of the smaller one, which is `10^-digits` of it or
/// more: rounded, they are no more than one unit apart.
fn is_near(expected: f64, actual: f64, digits: usize) -> bool {
    (expected - actual).abs() < 0.99 * 10f64.powi(-(digits as i32)) * expected.abs().min(actual.abs())
}

/// Whether two floats are further apart than those can be which agree after rounding: that is two units of the last digit, each of
/// them no more than `10^(1 - digits)` of the larger float.
fn is_far(expected: f64, actual: f64, digits: usize) -> bool {
    let units = 4.0 * 10f64.powi(1 - digits as i32);
    (expected - actual).abs() > units * expected.abs().max(actual.abs())
}

fn same_rounded(expected: f64, actual: f64, digits: usize) -> bool {
    let (Some((e, e_exponent)), Some((a, a_exponent))) = (rounded(expected, digits), rounded(actual, digits)) else {
        return false;
    };
    match e_exponent - a_exponent {
        0 => (e - a).abs() <= 1,
        1 => (e * 10 - a).abs() <= 1,
        -1 => (e - a * 10).abs() <= 1,
        _ => false,
    }
}

/// The digits of a finite float as an integer, and the decimal exponent of its first one.
fn rounded(value: f64, digits: usize) -> Option<(i64, i32)> {
    let text = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = text.split_once('e')?;
    Some((mantissa.replace('.', "").parse().ok()?, exponent.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn floats_that_are_far_from_each_other_agree_in_no_digits_and_those_that_are_near_in_any() {
        let mut random = Random::derive(1, &[]);
        let (mut near, mut far) = (0, 0);
        for _ in 0..200_000 {
            // Any bits, or few digits, where rounding carries over.
            let expected = match random.below(3) {
                0 => f64::from_bits(random.word()),
                1 => f64::from_bits(random.word() >> 12),
                _ => {
                    [9.999999999999999, 1.0, 0.1, 9.5, 0.0][random.below(5)]
                        * 10f64.powi(random.below(600) as i32 - 300)
                }
            };
            let digits = random.between(1, 17);
            let unit = expected.abs() * 10f64.powi(-(digits as i32));
            let actual = match random.below(3) {
                0 => step(expected, random.below(9) as i64 - 4),
                1 => expected + unit * (random.below(60) as f64 - 30.0),
                _ => -expected,
            };
            let told = format!("{expected:e} and {actual:e}, {digits} digits");
            if same_rounded(expected, actual, digits) {
                near += usize::from(is_near(expected, actual, digits));
                assert!(!is_far(expected, actual, digits), "{told}");
            } else {
                far += usize::from(is_far(expected, actual, digits));
                assert!(!is_near(expected, actual, digits), "{told}");
            }
        }
        assert!(near > 15_000 && far > 20_000, "{near} near, {far} far");
    }
}
