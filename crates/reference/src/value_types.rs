//! Types of values: what `IS ::` tests for, and the names that valueType() gives.
//!
//! The Cypher manual, "Values and types: type predicate expressions" and "Functions: valueType()"; what it leaves unsaid of
//! unions in lists (nulls, empty lists, their order) is as Neo4j 2026.08 gives it.

use std::cmp::Ordering;

use graphlance_cypher::ast::{SingleType, TypeName, ValueType};
use graphlance_graph::Value;
use graphlance_graph::value::TemporalKind;

use crate::run::storable;
use crate::{CypherError, ErrorKind, Failure, Options, Phase};

/// Whether a value is of a type.
///
/// Errors: [`Failure::Unspecified`] where the language leaves it open, [`Failure::OutOfBudget`] for too large a list.
pub(crate) fn conforms(value: &Value, to: &ValueType, options: &Options) -> Result<bool, Failure> {
    let mut left = options.budget.length;
    any_of(value, to, options, &mut left)
}

fn any_of(value: &Value, to: &ValueType, options: &Options, left: &mut usize) -> Result<bool, Failure> {
    for single in &to.alternatives {
        if is_of(value, single, options, left)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_of(value: &Value, single: &SingleType, options: &Options, left: &mut usize) -> Result<bool, Failure> {
    *left = left.checked_sub(1).ok_or(Failure::OutOfBudget("length"))?;
    Ok(match (&single.name, value) {
        (TypeName::Nothing, _) => false,
        (_, Value::Null) => !single.not_null,
        (TypeName::Any, _) => true,
        (TypeName::List(inner), Value::List(items)) => {
            for item in items.iter() {
                if !any_of(item, inner, options, left)? {
                    return Ok(false);
                }
            }
            true
        }
        (TypeName::PropertyValue, value) => match storable(value, options) {
            Ok(()) => true,
            Err(Failure::Raised(_)) => false,
            Err(open) => return Err(open),
        },
        (name, value) => scalar(value).is_some_and(|found| found == *name),
    })
}

/// The type of a value that is neither null nor a list.
fn scalar(value: &Value) -> Option<TypeName> {
    Some(match value {
        Value::Null | Value::List(_) => return None,
        Value::Boolean(_) => TypeName::Boolean,
        Value::Integer(_) => TypeName::Integer,
        Value::Float(_) => TypeName::Float,
        Value::String(_) => TypeName::String,
        Value::Map(_) => TypeName::Map,
        Value::Node(_) => TypeName::Node,
        Value::Relationship(_) => TypeName::Relationship,
        Value::Path(_) => TypeName::Path,
        Value::Point(_) => TypeName::Point,
        Value::Temporal(temporal) => match temporal.kind {
            TemporalKind::Date => TypeName::Date,
            TemporalKind::LocalTime => TypeName::LocalTime,
            TemporalKind::Time => TypeName::ZonedTime,
            TemporalKind::LocalDateTime => TypeName::LocalDateTime,
            TemporalKind::DateTime => TypeName::ZonedDateTime,
            TemporalKind::Duration => TypeName::Duration,
        },
    })
}

/// The alternatives of a union are all nullable, or none of them is (Cypher manual, "Type predicate expressions").
pub(crate) fn check(of: &ValueType) -> Result<(), CypherError> {
    for single in &of.alternatives {
        if let TypeName::List(inner) = &single.name {
            check(inner)?;
        }
    }
    if of.alternatives.iter().any(|single| single.not_null != of.alternatives[0].not_null) {
        let message = "the types of a union are all nullable or all NOT NULL";
        return Err(CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, "InvalidType", message));
    }
    Ok(())
}

/// The name of a value's type, as valueType() gives it. Errors: [`Failure::OutOfBudget`] for too large a list.
pub(crate) fn name_of(value: &Value, options: &Options) -> Result<String, Failure> {
    let mut left = options.budget.length;
    let mut text = String::new();
    write(&type_of(value, &mut left)?, &mut text);
    Ok(text)
}

fn type_of(value: &Value, left: &mut usize) -> Result<SingleType, Failure> {
    *left = left.checked_sub(1).ok_or(Failure::OutOfBudget("length"))?;
    Ok(match value {
        Value::Null => SingleType { name: TypeName::Null, not_null: false },
        Value::List(items) => {
            let mut alternatives: Vec<SingleType> = Vec::new();
            let mut nullable = false;
            for item in items.iter() {
                let of = type_of(item, left)?;
                if of.name == TypeName::Null {
                    nullable = true;
                } else if !alternatives.iter().any(|known| within(&of, known)) {
                    alternatives.retain(|known| !within(known, &of));
                    alternatives.push(of);
                }
            }
            if alternatives.is_empty() {
                let name = if nullable { TypeName::Null } else { TypeName::Nothing };
                alternatives.push(SingleType { name, not_null: false });
            } else if nullable {
                alternatives.iter_mut().for_each(|single| single.not_null = false);
            }
            alternatives.sort_by(in_order);
            SingleType { name: TypeName::List(Box::new(ValueType { alternatives })), not_null: true }
        }
        other => SingleType { name: scalar(other).unwrap_or(TypeName::Any), not_null: true },
    })
}

/// Whether each value of the first type is one of the second.
fn within(a: &SingleType, b: &SingleType) -> bool {
    if a.name == TypeName::Nothing {
        return true;
    }
    let nulls = a.not_null || !b.not_null;
    nulls
        && match (&a.name, &b.name) {
            (TypeName::Null, _) => !b.not_null,
            (TypeName::List(a), TypeName::List(b)) => {
                a.alternatives.iter().all(|a| b.alternatives.iter().any(|b| within(a, b)))
            }
            (a, b) => a == b,
        }
}

/// The order of the manual's list of types; lists by what they hold.
fn in_order(a: &SingleType, b: &SingleType) -> Ordering {
    let place = |name: &TypeName| {
        // A list comes before a path.
        let known = TypeName::PLAIN.iter().position(|(_, plain)| plain == name).map(|place| 2 * place);
        let path = TypeName::PLAIN.iter().position(|(_, plain)| *plain == TypeName::Path).unwrap_or(0);
        known.unwrap_or(2 * path - 1)
    };
    match (&a.name, &b.name) {
        (TypeName::List(a), TypeName::List(b)) => {
            let items = a.alternatives.iter().zip(&b.alternatives).map(|(a, b)| in_order(a, b));
            items.fold(a.alternatives.len().cmp(&b.alternatives.len()), |before, next| next.then(before))
        }
        (a, b) => place(a).cmp(&place(b)),
    }
}

fn write(single: &SingleType, text: &mut String) {
    match &single.name {
        TypeName::List(inner) => {
            text.push_str("LIST<");
            for (index, alternative) in inner.alternatives.iter().enumerate() {
                text.push_str(if index > 0 { " | " } else { "" });
                write(alternative, text);
            }
            text.push('>');
        }
        name => text.push_str(name.keywords()),
    }
    if single.not_null {
        text.push_str(" NOT NULL");
    }
}
