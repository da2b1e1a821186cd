//! Lists: subscripts, slices, concatenation, comprehensions, and what is gathered.

use graphlance_cypher::ast::BinaryOperator::{Add, Concatenate};
use graphlance_cypher::ast::{BinaryOperator, Expression};
use graphlance_cypher::build;
use graphlance_cypher::walk::PartMut;
use graphlance_graph::Value;

use super::Computed::{Binary, Gathered, Index, List, Slice};
use super::trees::null;
use super::{WrongRule, tree, value, values};

pub(super) const RULES: &[WrongRule] = &[
    value("negative-index-is-null", "a subscript below 0 is null", Index, |it| match it {
        [Value::List(_), Value::Integer(..0)] => Some(Value::Null),
        _ => None,
    }),
    value("index-from-one", "a subscript counts from 1", Index, |it| match it {
        [Value::List(items), Value::Integer(at @ 0..)] => {
            let found = usize::try_from(*at).ok().and_then(|at| at.checked_sub(1)).and_then(|at| items.get(at));
            Some(found.cloned().unwrap_or(Value::Null))
        }
        _ => None,
    }),
    value(
        "index-beyond-end-is-last",
        "a subscript beyond the end of a list is its last element",
        Index,
        |it| match it {
            [Value::List(items), Value::Integer(at)] if *at >= items.len() as i64 => items.last().cloned(),
            _ => None,
        },
    ),
    value("index-cut-to-32-bits", "a subscript of a list is cut to 32 bits", Index, |it| match it {
        [Value::List(items), Value::Integer(at @ 0..)] if i32::try_from(*at).is_err() => {
            Some(usize::try_from(*at as i32).ok().and_then(|at| items.get(at)).cloned().unwrap_or(Value::Null))
        }
        _ => None,
    }),
    value(
        "index-wraps-around",
        "a subscript beyond the end of a list goes on at its beginning",
        Index,
        |it| match it {
            [Value::List(items), Value::Integer(at)] if !items.is_empty() && *at >= items.len() as i64 => {
                items.get(usize::try_from(*at).ok()? % items.len()).cloned()
            }
            _ => None,
        },
    ),
    values(
        "strings-have-subscripts",
        "a STRING has subscripts and slices, as a list of its characters would",
        &[
            (Index, |it| match it {
                [Value::String(text), Value::Integer(at)] => Some(character(text, *at)),
                _ => None,
            }),
            (Slice, |it| match it {
                [
                    Value::String(text),
                    from @ (Value::Null | Value::Integer(0..)),
                    to @ (Value::Null | Value::Integer(0..)),
                ] => {
                    let bound = |value: &Value, otherwise| match value {
                        Value::Integer(bound) => usize::try_from(*bound).ok(),
                        _ => Some(otherwise),
                    };
                    let (from, to) = (bound(from, 0)?, bound(to, usize::MAX)?);
                    let part: String = text.chars().skip(from).take(to.saturating_sub(from)).collect();
                    Some(Value::string(&part))
                }
                _ => None,
            }),
        ],
    ),
    value("slice-includes-end", "a slice includes its end", Slice, |it| {
        let [Value::List(items), from, Value::Integer(to @ 0..)] = it else { return None };
        cut(items, bound(from, 0)?, to.saturating_add(1))
    }),
    value("slice-from-one", "a slice counts from 1", Slice, |it| {
        let [Value::List(items), Value::Integer(from @ 0..), to] = it else { return None };
        cut(items, (*from - 1).max(0), bound(to, items.len() as i64)?)
    }),
    value("slice-below-zero-is-end", "a slice takes a bound below 0 for one beyond the end", Slice, |it| {
        let [Value::List(items), from, to] = it else { return None };
        let end = items.len() as i64;
        let beyond = |at: i64| if at < 0 { end } else { at };
        let (from, to) = (bound(from, 0)?, bound(to, end)?);
        (from < 0 || to < 0).then(|| cut(items, beyond(from), beyond(to)))?
    }),
    value("slice-below-zero-is-empty", "a slice with a bound below 0 is empty", Slice, |it| match it {
        [Value::List(_), Value::Integer(..0), _] | [Value::List(_), _, Value::Integer(..0)] => {
            Some(Value::list(Vec::new()))
        }
        _ => None,
    }),
    value("slice-below-zero-is-zero", "a slice takes a bound below 0 for 0", Slice, |it| {
        let [Value::List(items), from, to] = it else { return None };
        let negative = |bound: &Value| matches!(bound, Value::Integer(..0));
        if !negative(from) && !negative(to) {
            return None;
        }
        cut(items, bound(from, 0)?.max(0), bound(to, items.len() as i64)?.max(0))
    }),
    value("slice-second-bound-is-length", "the second bound of a slice is a length", Slice, |it| {
        let [Value::List(items), Value::Integer(from @ 0..), Value::Integer(length @ 0..)] = it else { return None };
        cut(items, *from, from.checked_add(*length)?)
    }),
    value("list-plus-null-is-list", "a list plus null is the list", Binary(Add), |it| match it {
        [list @ Value::List(_), Value::Null] | [Value::Null, list @ Value::List(_)] => Some(list.clone()),
        _ => None,
    }),
    value("list-plus-null-has-null", "a list plus null is the list with a null in it", Binary(Add), |it| match it {
        [Value::List(items), Value::Null] => Some(appended(items, &Value::Null)),
        [Value::Null, Value::List(items)] => {
            Some(Value::list(std::iter::once(Value::Null).chain(items.iter().cloned()).collect()))
        }
        _ => None,
    }),
    value("list-plus-other-is-null", "a list plus what is no list is null", Binary(Add), |it| match it {
        [Value::List(_), Value::List(_)] => None,
        [Value::List(_), other] | [other, Value::List(_)] if !other.is_null() => Some(Value::Null),
        _ => None,
    }),
    tree("slice-null-bound-left-out", "a bound of a slice that is null is left out", |part| {
        let PartMut::Expression(Expression::Slice(list, from, to)) = part else { return };
        let or_else = |bound: &mut Box<Expression>, otherwise: Expression| {
            let written = std::mem::replace(&mut **bound, null());
            **bound = build::call("coalesce", vec![written, otherwise]);
        };
        if let Some(from) = from {
            or_else(from, build::integer(0));
        }
        if let Some(to) = to {
            or_else(to, build::call("size", vec![(**list).clone()]));
        }
    }),
    value("list-plus-list-nests", "a list plus a list has the second as one element", Binary(Add), |it| match it {
        [Value::List(items), list @ Value::List(_)] => Some(appended(items, list)),
        _ => None,
    }),
    value("concatenated-lists-without-duplicates", "`+` of lists drops duplicates", Binary(Add), distinct),
    value("joined-lists-without-duplicates", "`||` of lists drops duplicates", Binary(Concatenate), distinct),
    value("list-drops-duplicates", "a list that is written drops its duplicates", List, |items| {
        let kept = without_duplicates(items);
        (kept.len() < items.len()).then(|| Value::list(kept))
    }),
    value("booleans-in-list-are-numbers", "a BOOLEAN is 1 or 0 inside a list", List, |items| {
        let number = |value: &Value| match value {
            Value::Boolean(holds) => Value::Integer(i64::from(*holds)),
            other => other.clone(),
        };
        Some(Value::list(items.iter().map(number).collect()))
    }),
    value("integers-in-list-become-floats", "the INTEGERs of a list with a FLOAT are FLOATs", List, |items| {
        items.iter().any(|item| matches!(item, Value::Float(_))).then_some(())?;
        let float = |value: &Value| match value {
            Value::Integer(integer) => Value::Float(*integer as f64),
            other => other.clone(),
        };
        Some(Value::list(items.iter().map(float).collect()))
    }),
    value("gathered-nulls-dropped", "a pattern comprehension or COLLECT { } drops nulls", Gathered, |values| {
        let kept: Vec<Value> = values.iter().filter(|value| !value.is_null()).cloned().collect();
        (kept.len() < values.len()).then(|| Value::list(kept))
    }),
    value(
        "gathered-duplicates-dropped",
        "a pattern comprehension or COLLECT { } drops duplicates",
        Gathered,
        |values| {
            let kept = without_duplicates(values);
            (kept.len() < values.len()).then(|| Value::list(kept))
        },
    ),
    value(
        "gathered-nothing-is-null",
        "a pattern comprehension or COLLECT { } of nothing is null",
        Gathered,
        |values| values.is_empty().then_some(Value::Null),
    ),
    tree("null-as-list-is-empty", "comprehensions and quantifiers take null for an empty list", |part| {
        let list = match part {
            PartMut::Expression(Expression::ListComprehension(it)) => &mut it.list,
            PartMut::Expression(Expression::Quantified(it)) => &mut it.list,
            _ => return,
        };
        let written = std::mem::replace(list, null());
        *list = build::call("coalesce", vec![written, Expression::List(Vec::new())]);
    }),
    tree("comprehension-condition-ignored", "the WHERE of a list comprehension is ignored", |part| {
        if let PartMut::Expression(Expression::ListComprehension(it)) = part {
            it.predicate = None;
        }
    }),
    tree(
        "comprehension-projection-ignored",
        "a list comprehension with a WHERE gives the elements as they are",
        |part| {
            if let PartMut::Expression(Expression::ListComprehension(it)) = part
                && it.predicate.is_some()
            {
                it.projection = None;
            }
        },
    ),
    tree("pattern-comprehension-condition-ignored", "the WHERE of a pattern comprehension is ignored", |part| {
        if let PartMut::Expression(Expression::PatternComprehension(it)) = part {
            it.predicate = None;
        }
    }),
    tree("concatenation-as-addition", "`||` is read as `+`", |part| {
        if let PartMut::Expression(Expression::Binary(operator @ BinaryOperator::Concatenate, _, _)) = part {
            *operator = BinaryOperator::Add;
        }
    }),
];

fn bound(bound: &Value, absent: i64) -> Option<i64> {
    match bound {
        Value::Integer(at) => Some(*at),
        Value::Null => Some(absent),
        _ => None,
    }
}

fn cut(items: &[Value], from: i64, to: i64) -> Option<Value> {
    let length = items.len() as i64;
    let (from, to) = (from.clamp(0, length), to.clamp(0, length));
    let (from, to) = (usize::try_from(from).ok()?, usize::try_from(to.max(from)).ok()?);
    items.get(from..to).map(|part| Value::list(part.to_vec()))
}

fn appended(items: &[Value], last: &Value) -> Value {
    Value::list(items.iter().cloned().chain([last.clone()]).collect())
}

fn without_duplicates(items: &[Value]) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::new();
    for item in items {
        if !kept.contains(item) {
            kept.push(item.clone());
        }
    }
    kept
}

fn distinct(operands: &[Value]) -> Option<Value> {
    let [Value::List(a), Value::List(b)] = operands else { return None };
    let joined: Vec<Value> = a.iter().chain(b.iter()).cloned().collect();
    Some(Value::list(without_duplicates(&joined)))
}

/// The character of a text at a place, which counts from the end where it is below 0; null where there is none.
fn character(text: &str, at: i64) -> Value {
    let place = |length: usize| {
        if at < 0 { length.checked_sub(usize::try_from(at.unsigned_abs()).ok()?) } else { usize::try_from(at).ok() }
    };
    let found = place(text.chars().count()).and_then(|place| text.chars().nth(place));
    found.map_or(Value::Null, |character| Value::string(character.to_string()))
}
