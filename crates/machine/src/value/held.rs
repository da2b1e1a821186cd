//! How much a value holds.

use crate::value::Value;

/// How much is in a value that holds others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    depth: u16,
    held: u32,
}

impl Extent {
    /// Of a value that holds nothing.
    const NONE: Extent = Extent { depth: 0, held: 1 };

    /// Of a value that holds these.
    pub(super) fn around<'a>(values: impl Iterator<Item = &'a Value>) -> Extent {
        let empty = Extent { depth: 1, held: 1 };
        values.map(Value::extent).fold(empty, |all, one| Extent {
            depth: all.depth.max(one.depth.saturating_add(1)),
            held: all.held.saturating_add(one.held),
        })
    }
}

impl Value {
    /// How deep values are nested in it; 0 for a value that holds none.
    pub fn depth(&self) -> usize {
        usize::from(self.extent().depth)
    }

    /// How many objects it holds, with itself and with those in them. A few values that hold one another can be very many.
    pub(crate) fn held(&self) -> usize {
        self.extent().held as usize
    }

    fn extent(&self) -> Extent {
        match self {
            Value::List(items) | Value::Bag(items) => items.extent,
            Value::Set(distinct) => distinct.extent,
            Value::Map(mapping) => mapping.extent,
            Value::Path(path) => path.extent,
            Value::Entry(entry) => Extent::around([&entry.0, &entry.1].into_iter()),
            Value::Property(property) => Extent::around([&property.value].into_iter()),
            Value::WithCardinality(_, value) => Extent::around([&**value].into_iter()),
            _ => Extent::NONE,
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
