//! Operators on strings.

use graphlance_cypher::ast::BinaryOperator::{self, Add, Concatenate, Contains, EndsWith, Matches, StartsWith};
use graphlance_graph::Value;

use super::Computed::Binary;
use super::returned::of_json;
use super::{WrongRule, has_null, value};
use crate::pattern::Pattern;

/// What the operators that look for a part of a string do otherwise: rows of each.
macro_rules! looks_for_part {
    ($($operator:ident $text:literal $null:literal $type:literal $empty:literal $case:literal $test:expr;)*) => {
        &[$(
            value($null, concat!($text, " with a null is false"), Binary(BinaryOperator::$operator), |it| {
                has_null(it).then_some(Value::Boolean(false))
            }),
            value($type, concat!($text, " of what is no string is false, not null"), Binary(BinaryOperator::$operator), |it| {
                let text = |value: &Value| matches!(value, Value::String(_));
                (!has_null(it) && !it.iter().all(text)).then_some(Value::Boolean(false))
            }),
            value($empty, concat!($text, " '' is false"), Binary(BinaryOperator::$operator), |it| match it {
                [Value::String(_), Value::String(part)] if part.is_empty() => Some(Value::Boolean(false)),
                _ => None,
            }),
            value($case, concat!($text, " takes no notice of the case of letters"), Binary(BinaryOperator::$operator), |it| {
                let [Value::String(text), Value::String(part)] = it else { return None };
                let test: fn(&str, &str) -> bool = $test;
                Some(Value::Boolean(test(&text.to_lowercase(), &part.to_lowercase())))
            }),
        )*]
    };
}

pub(super) const PARTS: &[WrongRule] = looks_for_part! {
    Contains "CONTAINS" "contains-null-is-false" "contains-of-no-string-is-false" "contains-empty-is-false"
        "contains-without-case" |text, part| text.contains(part);
    StartsWith "STARTS WITH" "starts-with-null-is-false" "starts-with-of-no-string-is-false" "starts-with-empty-is-false"
        "starts-with-without-case" |text, part| text.starts_with(part);
    EndsWith "ENDS WITH" "ends-with-null-is-false" "ends-with-of-no-string-is-false" "ends-with-empty-is-false"
        "ends-with-without-case" |text, part| text.ends_with(part);
};

pub(super) const RULES: &[WrongRule] =
    &[
        value("null-plus-null-is-empty-string", "null plus null is an empty string", Binary(Add), |it| match it {
            [Value::Null, Value::Null] => Some(Value::string("")),
            _ => None,
        }),
        value(
            "list-text-is-list-to-plus",
            "`+` takes a text that begins with a bracket for the list that it is in JSON, and is null where it is none",
            Binary(Add),
            add_to_text_of_list,
        ),
        value("starts-with-as-contains", "STARTS WITH looks anywhere", Binary(StartsWith), |it| match it {
            [Value::String(text), Value::String(part)] => Some(Value::Boolean(text.contains(part.as_str()))),
            _ => None,
        }),
        value("ends-with-as-contains", "ENDS WITH looks anywhere", Binary(EndsWith), |it| match it {
            [Value::String(text), Value::String(part)] => Some(Value::Boolean(text.contains(part.as_str()))),
            _ => None,
        }),
        value("contains-turned-round", "CONTAINS looks for the first string in the second", Binary(Contains), |it| {
            match it {
                [Value::String(text), Value::String(part)] => Some(Value::Boolean(part.contains(text.as_str()))),
                _ => None,
            }
        }),
        value("string-plus-null-is-string", "a string plus null is the string", Binary(Add), |it| match it {
            [text @ Value::String(_), Value::Null] | [Value::Null, text @ Value::String(_)] => Some(text.clone()),
            _ => None,
        }),
        value("concatenated-null-left-out", "`||` leaves a null out", Binary(Concatenate), |it| match it {
            [text @ (Value::String(_) | Value::List(_)), Value::Null]
            | [Value::Null, text @ (Value::String(_) | Value::List(_))] => Some(text.clone()),
            _ => None,
        }),
        value("pattern-found-inside", "=~ finds its pattern inside of a string as well", Binary(Matches), |it| {
            let [Value::String(text), Value::String(pattern)] = it else { return None };
            let anywhere = Pattern::new(&format!("(?s:.*)(?:{pattern})(?s:.*)")).ok()?;
            anywhere.is_match(text).ok().map(Value::Boolean)
        }),
        value("pattern-without-case", "=~ takes no notice of the case of letters", Binary(Matches), |it| {
            let [Value::String(text), Value::String(pattern)] = it else { return None };
            Pattern::new(&format!("(?i){pattern}")).ok()?.is_match(text).ok().map(Value::Boolean)
        }),
        value("pattern-with-null-is-false", "=~ with a null is false", Binary(Matches), |it| {
            has_null(it).then_some(Value::Boolean(false))
        }),
        value("pattern-as-equality", "=~ compares strings", Binary(Matches), |it| match it {
            [Value::String(text), Value::String(pattern)] => Some(Value::Boolean(text == pattern)),
            _ => None,
        }),
    ];

/// What comes out where an operand is a text that begins with a bracket. Two of them that are no lists are put together as texts.
fn add_to_text_of_list(operands: &[Value]) -> Option<Value> {
    let read = |value: &Value| match value {
        Value::String(text) if text.starts_with('[') => Some(serde_json::from_str(text).ok().map(items_of)),
        _ => None,
    };
    let [left, right] = operands else { return None };
    if has_null(operands) || operands.iter().any(|it| matches!(it, Value::List(_))) {
        return None;
    }
    let joined = match (read(left), read(right)) {
        (Some(Some(left)), Some(Some(right))) => [left, right].concat(),
        (Some(Some(left)), None) => [left, vec![right.clone()]].concat(),
        (None, Some(Some(right))) => [vec![left.clone()], right].concat(),
        (Some(None), None) | (None, Some(None)) => return Some(Value::Null),
        _ => return None,
    };
    Some(Value::list(joined))
}

/// The items of a list in JSON. Booleans are numbers in it, and lists and maps texts.
fn items_of(items: Vec<serde_json::Value>) -> Vec<Value> {
    let value_of = |json: serde_json::Value| match json {
        serde_json::Value::Bool(boolean) => Value::Integer(boolean.into()),
        nested @ (serde_json::Value::Array(_) | serde_json::Value::Object(_)) => Value::string(nested.to_string()),
        other => of_json(other),
    };
    items.into_iter().map(value_of).collect()
}
