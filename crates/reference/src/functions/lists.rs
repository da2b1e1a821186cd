//! List functions, and those that serve lists and strings alike.

use graphlance_graph::Value;

use super::{Context, bodies};
use crate::operators::wrong_type;
use crate::{ErrorKind, Failure};

bodies! {
    Coalesce: coalesce,
    Head: head,
    Last: last,
    Tail: tail,
    Size: size,
    Cardinality: |arguments, _| on_list(arguments, |items| Value::Integer(items.len() as i64)),
    IsEmpty: is_empty,
    Range: range,
    Reverse: reverse,
}

fn items(value: &Value) -> Result<&[Value], Failure> {
    match value {
        Value::List(items) => Ok(items),
        other => Err(wrong_type("a list", other)),
    }
}

fn on_list(arguments: &[Value], of: impl FnOnce(&[Value]) -> Value) -> Result<Value, Failure> {
    match arguments.first() {
        None | Some(Value::Null) => Ok(Value::Null),
        Some(list) => items(list).map(of),
    }
}

fn coalesce(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    Ok(arguments.iter().find(|value| !value.is_null()).cloned().unwrap_or(Value::Null))
}

fn size(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    let length = match arguments.first() {
        None | Some(Value::Null) => return Ok(Value::Null),
        Some(Value::String(text)) => text.chars().count(),
        Some(Value::List(items)) => items.len(),
        Some(other) => return Err(wrong_type("a list or a string", other)),
    };
    Ok(Value::Integer(length as i64))
}

fn is_empty(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    Ok(match arguments.first() {
        None | Some(Value::Null) => Value::Null,
        Some(Value::String(text)) => Value::Boolean(text.is_empty()),
        Some(Value::List(items)) => Value::Boolean(items.is_empty()),
        Some(Value::Map(entries)) => Value::Boolean(entries.is_empty()),
        Some(other) => return Err(wrong_type("a list, a map or a string", other)),
    })
}

fn head(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    on_list(arguments, |items| items.first().cloned().unwrap_or(Value::Null))
}

fn last(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    on_list(arguments, |items| items.last().cloned().unwrap_or(Value::Null))
}

fn tail(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    on_list(arguments, |items| Value::list(items.iter().skip(1).cloned().collect()))
}

fn reverse(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    match arguments.first() {
        Some(Value::String(text)) => crate::operators::string(text.chars().rev().collect::<String>(), context.options),
        _ => on_list(arguments, |items| Value::list(items.iter().rev().cloned().collect())),
    }
}

fn range(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    let bound = |value: &Value| match value {
        Value::Integer(i) => Ok(*i),
        other => Err(Failure::runtime(
            ErrorKind::ArgumentError,
            "InvalidArgumentType",
            format!("expected an integer, found {}", other.type_name()),
        )),
    };
    let (Some(start), Some(end)) = (arguments.first(), arguments.get(1)) else { return Ok(Value::Null) };
    if arguments.iter().any(Value::is_null) {
        // Neo4j raises an error, others give null; no document decides.
        return Err(Failure::Unspecified("range() of null".into()));
    }
    let (start, end, step) = (bound(start)?, bound(end)?, arguments.get(2).map_or(Ok(1), bound)?);
    if step == 0 {
        return Err(Failure::out_of_range("the step of range() is 0"));
    }
    let distance = (i128::from(end) - i128::from(start)) * i128::from(step.signum());
    if distance < 0 {
        return Ok(Value::list(Vec::new()));
    }
    let count = distance / i128::from(step.unsigned_abs()) + 1;
    if count > context.options.budget.length as i128 {
        return Err(Failure::OutOfBudget("length"));
    }
    Ok(Value::list((0..count as i64).map(|i| Value::Integer(start.wrapping_add(i.wrapping_mul(step)))).collect()))
}
