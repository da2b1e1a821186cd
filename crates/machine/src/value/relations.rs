//! The relations between values: equality, comparability, and the total order that Gremlin has had since 3.6.
//!
//! Equality and comparability ignore the types of numbers and hold for no NaN; values of different families are neither equal nor
//! comparable. The total order sorts families by rank and is defined for any two values; NaN is the greatest number.

use std::cmp::Ordering;

use graphlance_gremlin::Scalar;

use super::Value;
use crate::PropertyGraph;
use crate::number;

/// Whether two values are equal as `P.eq` has it.
pub fn equal(graph: &PropertyGraph, a: &Value, b: &Value) -> bool {
    let of_other_size = |a: &Value, b: &Value| match (rank(a), rank(b)) {
        (Rank::Set | Rank::List, Rank::Set | Rank::List) | (Rank::Path, Rank::Path) => a.size() != b.size(),
        _ => false,
    };
    !of_other_size(a, b) && comparable(graph, a, b) && order(graph, a, b) == Ordering::Equal
}

/// Whether `<` and its like have an answer for two values.
pub fn comparable(graph: &PropertyGraph, a: &Value, b: &Value) -> bool {
    if a.is_null() || b.is_null() {
        return a.is_null() && b.is_null();
    }
    if is_nan(a) || is_nan(b) {
        return false;
    }
    match (a, b) {
        (Value::Entry(a), Value::Entry(b)) => comparable(graph, &a.0, &b.0) && comparable(graph, &a.1, &b.1),
        (Value::Property(a), Value::Property(b)) => comparable(graph, &a.value, &b.value),
        _ if rank(a) == Rank::Unknown && rank(b) == Rank::Unknown => {
            std::mem::discriminant(a) == std::mem::discriminant(b)
        }
        _ if rank(a) != rank(b) => false,
        _ if is_element(a) => comparable(graph, &identity(graph, a), &identity(graph, b)),
        _ if a.size().is_some() => {
            let (a, b) = (sequence(graph, a), sequence(graph, b));
            a.iter().zip(&b).all(|(a, b)| comparable(graph, a, b))
        }
        _ => true,
    }
}

/// The total order of any two values.
pub fn order(graph: &PropertyGraph, a: &Value, b: &Value) -> Ordering {
    let by_rank = rank(a).cmp(&rank(b));
    if by_rank != Ordering::Equal {
        return by_rank;
    }
    match (a, b) {
        (Value::Scalar(a), Value::Scalar(b)) => scalars(a, b),
        (Value::Property(a), Value::Property(b)) => {
            texts(&a.key, &b.key).then_with(|| order(graph, &a.value, &b.value))
        }
        (Value::Entry(a), Value::Entry(b)) => order(graph, &a.0, &b.0).then_with(|| order(graph, &a.1, &b.1)),
        (Value::Token(a), Value::Token(b)) => a.family().class().cmp(b.family().class()).then(a.cmp(b)),
        _ if is_element(a) => order(graph, &identity(graph, a), &identity(graph, b)),
        _ if a.size().is_some() => {
            let (a, b) = (sequence(graph, a), sequence(graph, b));
            let first = a.iter().zip(&b).map(|(a, b)| order(graph, a, b)).find(|found| *found != Ordering::Equal);
            first.unwrap_or_else(|| a.len().cmp(&b.len()))
        }
        _ => a.type_name().cmp(b.type_name()),
    }
}

/// The families of values, from the least to the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Null,
    Boolean,
    Number,
    Date,
    Text,
    Uuid,
    Vertex,
    Edge,
    VertexProperty,
    Property,
    Path,
    Set,
    List,
    Map,
    Entry,
    Unknown,
}

fn rank(value: &Value) -> Rank {
    match value {
        Value::Scalar(scalar) => match scalar {
            Scalar::Null => Rank::Null,
            Scalar::Boolean(_) => Rank::Boolean,
            Scalar::DateTime(_) => Rank::Date,
            Scalar::String(_) => Rank::Text,
            Scalar::Uuid(_) => Rank::Uuid,
            Scalar::Character(_) => Rank::Unknown,
            _ => Rank::Number,
        },
        Value::Vertex(_) => Rank::Vertex,
        Value::Edge(_) => Rank::Edge,
        Value::VertexProperty(_) => Rank::VertexProperty,
        Value::Property(_) => Rank::Property,
        Value::Path(_) => Rank::Path,
        Value::Set(_) | Value::Bag(_) => Rank::Set,
        Value::List(_) => Rank::List,
        Value::Map(_) => Rank::Map,
        Value::Entry(_) => Rank::Entry,
        Value::Token(_) | Value::WithCardinality(..) | Value::Subgraph(_) => Rank::Unknown,
    }
}

fn is_element(value: &Value) -> bool {
    value.is_element()
}

fn identity(graph: &PropertyGraph, element: &Value) -> Value {
    graph.id(element).cloned().map_or(Value::NULL, Value::Scalar)
}

/// What two collections are compared by: sets and maps in the total order of what they hold, lists and paths in their own.
fn sequence(graph: &PropertyGraph, value: &Value) -> Vec<Value> {
    let mut values = value.iterated();
    if !matches!(value, Value::Set(_) | Value::Bag(_) | Value::Map(_)) {
        return values;
    }
    if are_told_apart(&values) {
        values.sort_by(|a, b| order(graph, a, b));
    } else {
        // The sort of the library may panic where three values go around in a circle.
        for end in 1..values.len() {
            let place = values[..end].partition_point(|one| order(graph, one, &values[end]) != Ordering::Greater);
            values[place..=end].rotate_right(1);
        }
    }
    values
}

/// Whether the order is one for these values. Two numbers are compared in the wider of their types, so that an integer with more
/// digits than a float keeps is equal to one that is equal to another integer.
pub(crate) fn are_told_apart<'v>(values: impl IntoIterator<Item = &'v Value>) -> bool {
    let mut kinds = Kinds::default();
    values.into_iter().for_each(|value| kinds.add(value));
    let blurred = kinds.long && (kinds.float || kinds.double) || kinds.integer && kinds.float;
    !(blurred || kinds.float && kinds.double && kinds.unbounded)
}

/// The numbers among values, those within them with them.
#[derive(Clone, Copy, Debug, Default)]
struct Kinds {
    float: bool,
    double: bool,
    unbounded: bool,
    /// Whether an integer has more digits than a float keeps, and than a double keeps.
    integer: bool,
    long: bool,
}

impl Kinds {
    fn add(&mut self, value: &Value) {
        match value {
            Value::Scalar(Scalar::Float(_)) => self.float = true,
            Value::Scalar(Scalar::Double(_)) => self.double = true,
            // A float is compared with these by its digits, and with another one by the double that it is.
            Value::Scalar(Scalar::BigDecimal(_) | Scalar::BigInteger(_)) => self.unbounded = true,
            Value::Scalar(scalar) => {
                let digits = scalar.as_long().map_or(0, i64::unsigned_abs);
                self.integer |= digits > 1 << f32::MANTISSA_DIGITS;
                self.long |= digits > 1 << f64::MANTISSA_DIGITS;
            }
            Value::Property(property) => self.add(&property.value),
            Value::Entry(entry) => [&entry.0, &entry.1].into_iter().for_each(|part| self.add(part)),
            other if other.size().is_some() => other.iterated().iter().for_each(|part| self.add(part)),
            _ => {}
        }
    }
}

/// Whether the order of such values is open: properties of vertices are ordered by identities that the graph makes, and tokens
/// in a collection are of no known type.
pub(crate) fn has_open_order(value: &Value) -> bool {
    let within = |value: &Value| matches!(value, Value::Token(_)) || has_open_order(value);
    match value {
        Value::VertexProperty(_) => true,
        Value::Entry(entry) => within(&entry.0) || within(&entry.1),
        Value::Map(mapping) => mapping.entries.iter().any(|(key, value)| within(key) || within(value)),
        other => other.size().is_some() && other.iterated().iter().any(within),
    }
}

/// Whether a value is a number that is none.
pub fn is_nan(value: &Value) -> bool {
    value.as_scalar().is_some_and(number::is_nan)
}

fn scalars(a: &Scalar, b: &Scalar) -> Ordering {
    match (a, b) {
        (Scalar::Boolean(a), Scalar::Boolean(b)) => a.cmp(b),
        (Scalar::String(a), Scalar::String(b)) => texts(a, b),
        (Scalar::Character(a), Scalar::Character(b)) => a.cmp(b),
        (Scalar::DateTime(a), Scalar::DateTime(b)) => {
            let local = |date: &graphlance_gremlin::scalar::DateTime| (date.day, date.nanos);
            a.instant().cmp(&b.instant()).then_with(|| local(a).cmp(&local(b)))
        }
        // Java compares the halves of identifiers as integers with a sign.
        (Scalar::Uuid(a), Scalar::Uuid(b)) => {
            let halves = |uuid: &graphlance_gremlin::scalar::Uuid| {
                let (high, low) = uuid.as_u64_pair();
                (high.cast_signed(), low.cast_signed())
            };
            halves(a).cmp(&halves(b))
        }
        _ => number::compare(a, b),
    }
}

/// Java compares strings by their UTF-16 code units.
pub fn texts(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() { a.cmp(b) } else { a.encode_utf16().cmp(b.encode_utf16()) }
}

#[cfg(test)]
mod tests;
