//! How much a value holds.

use crate::value::Value;

impl Value {
    /// How many objects it holds, with itself and with those in them; no more are counted than the most that are wanted.
    pub(crate) fn held(&self, most: usize) -> usize {
        let sum = |held: usize, value: &Value| match held <= most {
            true => held + value.held(most - held),
            false => held,
        };
        match self {
            Value::Map(mapping) => mapping.entries.iter().flat_map(|(key, value)| [key, value]).fold(1, sum),
            Value::List(items) | Value::Bag(items) => items.values.iter().fold(1, sum),
            Value::Set(distinct) => distinct.values.iter().fold(1, sum),
            Value::Path(path) => path.objects.iter().fold(1, sum),
            Value::Entry(entry) => [&entry.0, &entry.1].into_iter().fold(1, sum),
            _ => 1,
        }
    }

    /// Whether there is a list of more than one value in it.
    pub(crate) fn holds_several(&self) -> bool {
        match self {
            Value::List(items) => items.values.len() > 1 || items.values.iter().any(Value::holds_several),
            Value::Map(mapping) => {
                mapping.entries.iter().any(|(key, value)| key.holds_several() || value.holds_several())
            }
            Value::Entry(entry) => entry.0.holds_several() || entry.1.holds_several(),
            other => other.size().is_some() && other.iterated().iter().any(Value::holds_several),
        }
    }
}
