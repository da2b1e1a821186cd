//! What a target that speaks Gremlin is asked to see whether it can be hunted.

use graphlance_graph::{Value, ValueDomain};

use crate::language::{Exercises, Sample};

/// A literal, what it is, and which targets hold it.
type Written = (&'static str, fn() -> Value, fn(&ValueDomain) -> bool);

const VALUES: &[Written] = &[
    ("true", || Value::Boolean(true), |_| true),
    ("9223372036854775807L", || Value::Integer(i64::MAX), |_| true),
    ("-9223372036854775808L", || Value::Integer(i64::MIN), |domain| domain.least_integer_literal),
    ("1.0d", || Value::Float(1.0), |_| true),
    ("0.30000000000000004d", || Value::Float(0.1 + 0.2), |_| true),
    ("\"\"", || Value::string(""), |_| true),
    ("\"it's \u{e9}\u{1F600}\"", || Value::string("it's \u{e9}\u{1F600}"), |_| true),
    ("[1, 2]", || Value::list(vec![Value::Integer(1), Value::Integer(2)]), |_| true),
    ("[]", || Value::list(Vec::new()), |_| true),
    ("[\"a\": 1]", || Value::map([("a".into(), Value::Integer(1))].into()), |_| true),
];

/// More numbers than anybody can count, nearly all of them different, so that few are counted together.
const SLOW: &str = "g.inject(1).repeat(__.union(__.math(\"_ + 1\"), __.math(\"_ * 3\"))).times(100).count()";

pub(super) fn exercises() -> Exercises {
    let sample = |(text, value, held): &Written| Sample {
        text,
        query: format!("g.inject(1).constant({text})"),
        value: value(),
        held: *held,
    };
    Exercises {
        number: |number| format!("g.inject({number})"),
        slow: SLOW,
        samples: VALUES.iter().map(sample).collect(),
    }
}
