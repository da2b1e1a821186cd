//! What a property may hold (the Cypher manual, "Property, structural, and constructed values").

use graphlance_graph::Value;

use crate::{ErrorKind, Failure, OpenAnswers, Options};

/// Scalars, temporal values, points, and lists of values of one of these types without null.
///
/// Errors: [`Failure::Raised`] for other values; [`Failure::Unspecified`], when the options refuse it, for a list of
/// integers and floats: some engines make all of it floats, some keep it, some refuse it.
pub(crate) fn storable(value: &Value, options: &Options) -> Result<(), Failure> {
    let fits = match value {
        Value::List(items) => match items.as_slice() {
            [] => true,
            [first, rest @ ..] => {
                let numbers = items.iter().all(|item| matches!(item, Value::Integer(_) | Value::Float(_)));
                let alike = rest.iter().all(|item| same_type(first, item));
                if numbers && !alike && options.open == OpenAnswers::Refuse {
                    return Err(Failure::Unspecified("a property of integers and floats".into()));
                }
                is_scalar(first) && (alike || numbers)
            }
        },
        other => is_scalar(other) || other.is_null(),
    };
    if fits {
        return Ok(());
    }
    let message = format!("a property cannot hold this {}", value.type_name());
    Err(Failure::runtime(ErrorKind::TypeError, "InvalidPropertyType", message))
}

fn is_scalar(value: &Value) -> bool {
    matches!(
        value,
        Value::Boolean(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::String(_)
            | Value::Temporal(_)
            | Value::Point(_)
    )
}

fn same_type(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Temporal(a), Value::Temporal(b)) => a.kind == b.kind,
        (Value::Point(a), Value::Point(b)) => a.srid == b.srid,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}
