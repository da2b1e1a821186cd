//! Parts of values: entries, subscripts, slices, labels.

use graphlance_cypher::ast::{IsTest, LabelExpression, Wanted};
use graphlance_graph::Value;

use crate::functions::{self, Context};
use crate::operators::wrong_type;
use crate::{ErrorKind, Failure, Options, value_types};

/// An entry of a map or a property of an element; null for null.
pub(super) fn entry_of(subject: &Value, key: &str, context: Context<'_>) -> Result<Value, Failure> {
    if subject.is_null() {
        return Ok(Value::Null);
    }
    Ok(functions::entries(subject, context)?.get(key).cloned().unwrap_or(Value::Null))
}

/// `subject[index]` of a list, a map or an element; null beyond a list's ends.
pub(super) fn index(subject: &Value, index: &Value, context: Context<'_>) -> Result<Value, Failure> {
    match (subject, index) {
        (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
        (Value::List(items), Value::Integer(at)) => {
            let at = if *at < 0 { at.checked_add(items.len() as i64) } else { Some(*at) };
            let found = at.and_then(|at| usize::try_from(at).ok()).and_then(|at| items.get(at));
            Ok(found.cloned().unwrap_or(Value::Null))
        }
        (Value::List(_), other) => Err(wrong_type("an integer", other)),
        (Value::Map(_) | Value::Node(_) | Value::Relationship(_), Value::String(key)) => {
            functions::property(subject, key, context)
        }
        (Value::Map(_) | Value::Node(_) | Value::Relationship(_), other) => Err(Failure::runtime(
            ErrorKind::TypeError,
            "MapElementAccessByNonString",
            format!("expected a string, found {}", other.type_name()),
        )),
        (other, _) => Err(wrong_type("a list or a map", other)),
    }
}

/// `subject[from..to]` of a list.
pub(super) fn slice(subject: &Value, from: Option<&Value>, to: Option<&Value>) -> Result<Value, Failure> {
    let items = match subject {
        Value::Null => return Ok(Value::Null),
        Value::List(items) => items,
        other => return Err(wrong_type("a list", other)),
    };
    if [from, to].into_iter().flatten().any(Value::is_null) {
        return Ok(Value::Null);
    }
    let length = items.len() as i64;
    let position = |bound: Option<&Value>, absent: i64| match bound {
        None => Ok(absent),
        Some(Value::Integer(at)) => Ok(if *at < 0 { at.saturating_add(length).max(0) } else { (*at).min(length) }),
        Some(other) => Err(wrong_type("an integer", other)),
    };
    let (from, to) = (position(from, 0)?, position(to, length)?);
    let cut = items.get(from as usize..to.max(from) as usize).unwrap_or(&[]);
    Ok(Value::list(cut.to_vec()))
}

/// Whether a node has the labels, or a relationship the type; `None` for null.
pub(super) fn has_labels(
    subject: &Value,
    labels: &LabelExpression,
    context: Context<'_>,
) -> Result<Option<bool>, Failure> {
    match subject {
        Value::Null => Ok(None),
        Value::Node(node) => {
            let node = context.current_node(node)?;
            Ok(Some(labels.matches(&|name| node.labels.contains(name), !node.labels.is_empty())))
        }
        Value::Relationship(relationship) => Ok(Some(labels.matches(&|name| relationship.kind == name, true))),
        other => Err(wrong_type("a node or a relationship", other)),
    }
}

/// Whether a value is what stands behind IS; `None` for null.
pub(super) fn is_test(value: &Value, test: &IsTest, options: &Options) -> Result<Option<bool>, Failure> {
    let holds = match &test.wanted {
        Wanted::Type(wanted) => Some(value_types::conforms(value, wanted, options)?),
        Wanted::Normalized(form) => functions::is_normalized(value, *form),
    };
    Ok(holds.map(|holds| holds != test.negated))
}
