//! IN, and quantifiers over lists.

use graphlance_cypher::ast::BinaryOperator::In;
use graphlance_cypher::ast::ListQuantifier::{self, All, Any, Single};
use graphlance_cypher::functions::Scalar;
use graphlance_graph::Value;

use super::Computed::{Binary, Call, Quantified};
use super::{WrongRule, has_null, value};
use crate::{relations, text};

/// A quantifier that takes a condition that is null for one that is false: a row of each.
macro_rules! takes_null_for_false {
    ($($quantifier:ident $text:literal $name:literal;)*) => {
        &[$(value($name, concat!($text, " takes a condition that is null for false"), Quantified(ListQuantifier::$quantifier), |it| {
            has_null(it).then(|| Value::Boolean(holds(ListQuantifier::$quantifier, &known(it, false))))
        }),)*]
    };
}

/// A quantifier that takes a condition that is null for one that is true: a row of each.
macro_rules! takes_null_for_true {
    ($($quantifier:ident $text:literal $name:literal;)*) => {
        &[$(value($name, concat!($text, " takes a condition that is null for true"), Quantified(ListQuantifier::$quantifier), |it| {
            has_null(it).then(|| Value::Boolean(holds(ListQuantifier::$quantifier, &known(it, true))))
        }),)*]
    };
}

pub(super) const NULL_AS_FALSE: &[WrongRule] = takes_null_for_false! {
    All "all()" "all-takes-null-for-false";
    Any "any()" "any-takes-null-for-false";
    None "none()" "none-takes-null-for-false";
    Single "single()" "single-takes-null-for-false";
};

pub(super) const NULL_AS_TRUE: &[WrongRule] = takes_null_for_true! {
    All "all()" "all-takes-null-for-true";
    Any "any()" "any-takes-null-for-true";
    None "none()" "none-takes-null-for-true";
    Single "single()" "single-takes-null-for-true";
};

pub(super) const RULES: &[WrongRule] = &[
    value("in-unknown-is-false", "IN a list with a null is false where the value is not in it", Binary(In), |it| {
        let [item, Value::List(items)] = it else { return None };
        let found = items.iter().any(|other| relations::equal(item, other) == Some(true));
        (!found && !item.is_null() && has_null(items)).then_some(Value::Boolean(false))
    }),
    value(
        "null-in-list-is-zero",
        "IN takes a null in the list for 0, false, '' or [], as its first operand is",
        Binary(In),
        |it| {
            let [item, Value::List(items)] = it else { return None };
            let found = |other: &Value| match other {
                Value::Null => is_empty(item),
                other => relations::equal(item, other) == Some(true),
            };
            (!item.is_null() && has_null(items)).then(|| Value::Boolean(items.iter().any(found)))
        },
    ),
    value("null-in-list-is-false", "null IN a list is false", Binary(In), |it| match it {
        [Value::Null, Value::List(items)] if !items.is_empty() => Some(Value::Boolean(false)),
        _ => None,
    }),
    value("null-in-list-of-null-is-true", "null IN a list with a null is true", Binary(In), |it| match it {
        [Value::Null, Value::List(items)] => has_null(items).then_some(Value::Boolean(true)),
        _ => None,
    }),
    value("null-in-empty-list-is-null", "null IN [] is null", Binary(In), |it| match it {
        [Value::Null, Value::List(items)] if items.is_empty() => Some(Value::Null),
        _ => None,
    }),
    value("in-empty-list-is-true", "IN [] is true", Binary(In), |it| match it {
        [_, Value::List(items)] if items.is_empty() => Some(Value::Boolean(true)),
        _ => None,
    }),
    value("in-null-is-false", "IN null is false", Binary(In), |it| match it {
        [_, Value::Null] => Some(Value::Boolean(false)),
        _ => None,
    }),
    value("in-by-text", "IN compares the texts of values: 1 IN ['1'] is true", Binary(In), |it| {
        let [item, Value::List(items)] = it else { return None };
        let written = |value: &Value| {
            let mut written = String::new();
            text::write(value, &mut written);
            written
        };
        let scalar = |value: &Value| !matches!(value, Value::Null | Value::List(_) | Value::Map(_));
        let found = items.iter().any(|other| scalar(item) && scalar(other) && written(item) == written(other));
        found.then_some(Value::Boolean(true))
    }),
    value("in-by-type", "IN takes an INTEGER and a FLOAT for different", Binary(In), |it| {
        let [item @ (Value::Integer(_) | Value::Float(_)), Value::List(items)] = it else { return None };
        let same = |other: &&Value| {
            matches!(
                (item, other),
                (Value::Integer(_), Value::Integer(_)) | (Value::Float(_), Value::Float(_)) | (_, Value::Null)
            )
        };
        let unlike = items.iter().any(|other| matches!(other, Value::Integer(_) | Value::Float(_)) && !same(&other));
        let found = items.iter().filter(same).any(|other| relations::equal(item, other) == Some(true));
        (unlike && !has_null(items)).then_some(Value::Boolean(found))
    }),
    value("in-looks-at-first-only", "IN looks at the first element of the list only", Binary(In), |it| match it {
        [item, Value::List(items)] => {
            let first = items.first()?;
            Some(relations::equal(item, first).map_or(Value::Null, Value::Boolean))
        }
        _ => None,
    }),
    value("all-of-nothing-is-false", "all() of an empty list is false", Quantified(All), |it| {
        it.is_empty().then_some(Value::Boolean(false))
    }),
    value("any-of-nothing-is-true", "any() of an empty list is true", Quantified(Any), |it| {
        it.is_empty().then_some(Value::Boolean(true))
    }),
    value("none-of-nothing-is-false", "none() of an empty list is false", Quantified(ListQuantifier::None), |it| {
        it.is_empty().then_some(Value::Boolean(false))
    }),
    value("single-as-any", "single() is true of several", Quantified(Single), |it| {
        let trues = it.iter().filter(|value| matches!(value, Value::Boolean(true))).count();
        (trues > 1).then_some(Value::Boolean(true))
    }),
    value("coalesce-takes-first", "coalesce() gives its first argument", Call(Scalar::Coalesce), |it| {
        it.first().filter(|first| first.is_null()).cloned()
    }),
    value("coalesce-takes-last", "coalesce() gives the last that is not null", Call(Scalar::Coalesce), |it| {
        it.iter().rev().find(|value| !value.is_null()).cloned()
    }),
    value(
        "nullif-takes-nulls-in-lists-for-equal",
        "nullIf() takes nulls in the same places of two lists for equal",
        Call(Scalar::NullIf),
        |it| match it {
            [a @ Value::List(_), b @ Value::List(_)] => relations::equivalent(a, b).then_some(Value::Null),
            _ => None,
        },
    ),
    value("nullif-ignored", "nullIf() gives its first argument", Call(Scalar::NullIf), |it| it.first().cloned()),
];

/// Truth values, with something in the place of a null.
fn known(conditions: &[Value], null: bool) -> Vec<bool> {
    let truth = |value: &Value| match value {
        Value::Boolean(holds) => *holds,
        _ => null,
    };
    conditions.iter().map(truth).collect()
}

fn holds(quantifier: ListQuantifier, conditions: &[bool]) -> bool {
    let trues = conditions.iter().filter(|holds| **holds).count();
    match quantifier {
        ListQuantifier::All => trues == conditions.len(),
        ListQuantifier::Any => trues > 0,
        ListQuantifier::None => trues == 0,
        ListQuantifier::Single => trues == 1,
    }
}

/// Whether a value is the one that stands for nothing in its type.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Integer(0) | Value::Boolean(false) => true,
        Value::Float(float) => *float == 0.0,
        Value::String(text) => text.is_empty(),
        Value::List(items) => items.is_empty(),
        _ => false,
    }
}
