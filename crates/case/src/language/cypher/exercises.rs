//! What a target that speaks Cypher is asked to see whether it can be hunted.

use graphlance_graph::{Value, ValueDomain};

use crate::language::{Exercises, Sample};

/// A literal, what it is, and which targets hold it.
type Written = (&'static str, fn() -> Value, fn(&ValueDomain) -> bool);

const VALUES: &[Written] = &[
    ("null", || Value::Null, |_| true),
    ("true", || Value::Boolean(true), |_| true),
    ("9223372036854775807", || Value::Integer(i64::MAX), |_| true),
    ("-9223372036854775808", || Value::Integer(i64::MIN), |domain| domain.least_integer_literal),
    ("1.0", || Value::Float(1.0), |_| true),
    ("0.1 + 0.2", || Value::Float(0.1 + 0.2), |_| true),
    ("1.0 / 0.0", || Value::Float(f64::INFINITY), |domain| domain.infinity),
    ("0.0 / 0.0", || Value::Float(f64::NAN), |domain| domain.nan),
    ("''", || Value::string(""), |_| true),
    ("'it\\'s \u{e9}\u{1F600}'", || Value::string("it's \u{e9}\u{1F600}"), |_| true),
    ("[1, 2]", || Value::list(vec![Value::Integer(1), Value::Integer(2)]), |_| true),
    ("[]", || Value::list(Vec::new()), |_| true),
    ("{a: 1}", || Value::map([("a".into(), Value::Integer(1))].into()), |_| true),
];

/// A cross product of ten thousand million rows.
const SLOW: &str =
    "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a + b = 7 RETURN count(*) AS x";

pub(super) fn exercises() -> Exercises {
    let sample = |(text, value, held): &Written| Sample {
        text,
        query: format!("RETURN {text} AS x"),
        value: value(),
        held: *held,
    };
    Exercises {
        number: |number| format!("RETURN {number} AS x"),
        slow: SLOW,
        samples: VALUES.iter().map(sample).collect(),
    }
}
