//! How far a value is from the simplest of its kind, and simpler values that a reduction may put in its place.

use std::fmt::{self, Write};

use crate::Value;
use crate::value::TemporalKind;

/// Simpler values that [`simpler`] gives at most.
pub const CHOICES: usize = 8;

/// How far a value is from the simplest of its kind.
pub fn weight(value: &Value) -> usize {
    match value {
        Value::Boolean(value) => usize::from(!value),
        Value::Integer(value) => integer_weight(*value),
        Value::Float(value) => float_weight(*value),
        Value::String(value) => string_weight(value),
        Value::Temporal(temporal) => match simplest(temporal.kind) == temporal.text {
            true => 1,
            false => 2 + temporal.text.len(),
        },
        Value::Point(point) => 2 + point.coordinates.iter().map(|each| float_weight(*each)).sum::<usize>(),
        Value::List(items) => 2 + items.iter().map(weight).sum::<usize>() + items.len(),
        _ => 1,
    }
}

/// Lighter values of the same kind, the one to try first in front.
pub fn simpler(value: &Value) -> Vec<Value> {
    let candidates: Vec<Value> = match value {
        Value::Boolean(_) => vec![Value::Boolean(true)],
        Value::Integer(_) => [1, 0, 2, 3].map(Value::Integer).to_vec(),
        Value::Float(_) => [1.5, 1.0, 0.5, 2.5].map(Value::Float).to_vec(),
        Value::String(text) => {
            let characters: Vec<char> = text.chars().collect();
            let part = |from: usize, to: usize| Value::from(characters[from..to].iter().collect::<String>().as_str());
            let (half, all) = (characters.len() / 2, characters.len());
            let parts = [(0, half), (half, all), (all.min(1), all), (0, all.saturating_sub(1))];
            let plain = ["a", "b", "c", ""].map(Value::from);
            plain.into_iter().chain(parts.map(|(from, to)| part(from, to))).collect()
        }
        Value::Temporal(temporal) => vec![Value::temporal(temporal.kind, simplest(temporal.kind))],
        Value::Point(point) => (0..point.coordinates.len())
            .flat_map(|place| [1.5, 1.0].map(|simple| (place, simple)))
            .map(|(place, simple)| {
                let mut point = point.clone();
                point.coordinates[place] = simple;
                Value::Point(point)
            })
            .collect(),
        Value::List(items) => items.iter().take(CHOICES - 1).map(|item| Value::list(vec![item.clone()])).collect(),
        _ => Vec::new(),
    };
    candidates.into_iter().filter(|candidate| weight(candidate) < weight(value)).take(CHOICES).collect()
}

/// The simplest value of a kind, as text.
fn simplest(kind: TemporalKind) -> &'static str {
    match kind {
        TemporalKind::Date => "2000-01-01",
        TemporalKind::LocalTime => "12:00",
        TemporalKind::Time => "12:00Z",
        TemporalKind::LocalDateTime => "2000-01-01T12:00",
        TemporalKind::DateTime => "2000-01-01T12:00Z",
        TemporalKind::Duration => "P1D",
    }
}

/// 1 is the simplest integer: 0 equals too much that is missing or empty.
fn integer_weight(value: i64) -> usize {
    match value {
        1 => 0,
        0 => 1,
        2..=9 => 1 + value as usize,
        _ => 10 + length(format_args!("{value}")),
    }
}

fn float_weight(value: f64) -> usize {
    if value == 1.5 { 1 } else { 4 + length(format_args!("{value:?}")) }
}

fn string_weight(value: &str) -> usize {
    match value {
        "a" => 0,
        "b" | "c" => 1,
        "" => 2,
        _ => 3 + value.chars().map(|character| if character.is_ascii_alphanumeric() { 1 } else { 3 }).sum::<usize>(),
    }
}

/// The length of a text in bytes, without the text.
fn length(text: fmt::Arguments<'_>) -> usize {
    struct Count(usize);
    impl Write for Count {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting does not fail.
    let _ = count.write_fmt(text);
    count.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simpler_values_are_lighter_and_lead_to_the_simplest() {
        let check = |value: Value, simplest: Value| {
            let mut value = value;
            while let Some(next) = simpler(&value).into_iter().next() {
                assert!(weight(&next) < weight(&value), "{next:?}, {value:?}");
                value = next;
            }
            assert_eq!(value, simplest);
        };
        check(Value::Integer(-34_567), Value::Integer(1));
        check(Value::Integer(0), Value::Integer(1));
        check(Value::Float(2.25e300), Value::Float(1.5));
        check(Value::string("a long text"), Value::string("a"));
        check(Value::Boolean(false), Value::Boolean(true));
        check(Value::list(vec![Value::Integer(7), Value::Integer(8)]), Value::list(vec![Value::Integer(7)]));
        check(Value::temporal(TemporalKind::Date, "2021-03-04"), Value::temporal(TemporalKind::Date, "2000-01-01"));
        check(Value::point(-3.0, 7.5), Value::point(1.5, 1.5));
        check(Value::Null, Value::Null);
    }

    #[test]
    fn weights_of_numbers_count_their_digits() {
        assert_eq!(weight(&Value::Integer(9)), 10);
        assert_eq!(weight(&Value::Integer(-10)), 13);
        assert_eq!(weight(&Value::Float(-0.25)), 9);
        assert_eq!(weight(&Value::string("a-")), 7);
    }
}
