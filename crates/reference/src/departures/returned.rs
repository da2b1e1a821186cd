//! What comes back of values that are right inside a statement.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_cypher::ast::{Clause, Expression};
use graphlance_cypher::functions::Scalar;
use graphlance_graph::{Name, Path, Properties, Value};

use super::Computed::Call;
use super::columns::is_computed;
use super::digits::fifteen_digits;
use super::trees::{clauses, hops, null};
use super::{Computed, Effect, WrongRule, returned, value, values};
use crate::compile::column_name;
use crate::relations;

pub(super) const RULES: &[WrongRule] = &[
    returned(
        "floats-of-15-digits-in-elements",
        "a FLOAT of a node or relationship that comes back whole has 15 digits, unless it is in a list",
        |value| with_properties(value, &|properties| properties.values_mut().for_each(round)),
    ),
    returned("text-comes-back-as-json", "a text that is a list, a map or a text in JSON comes back as that", |value| {
        match value {
            Value::String(text) if text.starts_with(['[', '{', '"']) => serde_json::from_str(text).ok().map(of_json),
            _ => None,
        }
    }),
    WrongRule::new(
        "element-of-expression-comes-back-as-number",
        "a node or relationship that comes out of CASE, coalesce(), nullIf(), min(), max(), reduce(), a list comprehension, `+`, or UNWIND of a list \
         as it is written with other things in it, comes back as its number, counted from 0",
        Effect::ReturnedAndTree(numbers_for_elements, |part| clauses(part).into_iter().for_each(|it| mark(it))),
    ),
    WrongRule::new(
        "answer-without-rows-has-no-columns",
        "an answer without rows has no columns",
        Effect::Answered(
            |returns| {
                if returns.rows.is_empty() {
                    returns.columns.clear();
                }
            },
            |_| {},
        ),
    ),
    WrongRule::new(
        "created-node-comes-back-as-text",
        "where a query is CREATEs, SETs and a RETURN that computes no column, a node as a column comes back as the text of its number, counted \
         from 1, and a relationship as null",
        Effect::ReturnedAndTree(
            |value| match value {
                Value::Map(entries) => text_of_number(entries.get(TEXT_MARK)?),
                _ => None,
            },
            |part| clauses(part).into_iter().for_each(|it| mark_created(it)),
        ),
    ),
    value(
        "length-of-path-is-of-its-text",
        "length() of a path beside what writes is that of the text of its numbers, counted from 1, as a list",
        Call(Scalar::Length),
        |it| match it {
            [Value::Path(path)] => Some(Value::Integer(length_of_text(path))),
            _ => None,
        },
    ),
    values(
        "elements-compare-by-number",
        "nullIf() and CASE with an operand take a node or relationship for its number, counted from 0",
        &[
            (Call(Scalar::NullIf), |it| alike(it).then_some(Value::Null)),
            (Computed::Switch, |it| alike(it).then_some(Value::Boolean(true))),
        ],
    ),
];

/// What a text in JSON says.
pub(super) fn of_json(json: serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(boolean) => Value::Boolean(boolean),
        serde_json::Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => Value::Integer(integer),
            (None, float) => float.map_or(Value::Null, Value::Float),
        },
        serde_json::Value::String(text) => Value::string(text),
        serde_json::Value::Array(items) => Value::list(items.into_iter().map(of_json).collect()),
        serde_json::Value::Object(entries) => {
            Value::map(entries.into_iter().map(|(key, value)| (Name::from(key), of_json(value))).collect())
        }
    }
}

/// The rules that tell the numbers of elements.
pub(super) const NUMBERED: [&str; 4] = [
    "element-of-expression-comes-back-as-number",
    "elements-compare-by-number",
    "created-node-comes-back-as-text",
    "length-of-path-is-of-its-text",
];

/// How long the text is of a list of the numbers of a path's nodes and relationships, counted from 1.
fn length_of_text(path: &Path) -> i64 {
    let digits = |key: u32| (u64::from(key) + 1).to_string().len();
    let nodes: usize = path.nodes.iter().map(|node| digits(node.key.0) + 1).sum();
    let relationships: usize = path.relationships.iter().map(|relationship| digits(relationship.key.0) + 1).sum();
    // A comma for each number but the last, and two brackets.
    (nodes + relationships + 1) as i64
}

/// The key under which a value is marked whose elements come back as numbers. No key can be called this.
const MARK: &str = "  number";

/// Whether two values that are or hold nodes or relationships are the same with the numbers in their place. A number is the same
/// as another type's, and as its text.
fn alike(values: &[Value]) -> bool {
    let [one, other] = values else { return false };
    let [one_numbered, other_numbered] = [one, other].map(numbered);
    let is_same = match (&one_numbered, &other_numbered) {
        (Value::Integer(number), Value::String(text)) | (Value::String(text), Value::Integer(number)) => {
            text.as_str() == number.to_string()
        }
        (one, other) => relations::equal(one, other) == Some(true),
    };
    is_same && (one_numbered != *one || other_numbered != *other)
}

/// The key under which a node or relationship is marked that a CREATE made. No key can be called this.
const TEXT_MARK: &str = "  text of number";

/// Marks the columns that are variables of a query of CREATEs, SETs and a RETURN.
fn mark_created(clauses: &mut [Clause]) {
    let [Clause::Create(_), between @ .., Clause::Return(projection)] = clauses else { return };
    let is_plain = |clause: &Clause| matches!(clause, Clause::Create(_) | Clause::Set(_));
    let computes = projection.items.iter().any(|item| is_computed(&item.expression));
    if between.iter().all(is_plain) && !computes {
        for item in &mut projection.items {
            if matches!(item.expression, Expression::Variable(_)) {
                let inner = std::mem::replace(&mut item.expression, null());
                item.expression = Expression::Map(vec![(TEXT_MARK.into(), inner)]);
            }
        }
    }
}

/// The text of a node's number, counted from 1, and null of a relationship; itself of what is neither.
fn text_of_number(value: &Value) -> Option<Value> {
    Some(match value {
        Value::Node(node) => Value::string((u64::from(node.key.0) + 1).to_string()),
        Value::Relationship(_) => Value::Null,
        other => other.clone(),
    })
}

/// Marks what comes out of expressions that lose what an element is.
fn mark(clauses: &mut [Clause]) {
    let mut lost: Vec<Name> = Vec::new();
    let mut relationships: BTreeSet<Name> = BTreeSet::new();
    for clause in clauses {
        match clause {
            Clause::Match(clause) => {
                let named = clause.patterns.iter_mut().flat_map(hops).filter_map(|it| it.variable.clone());
                relationships.extend(named);
            }
            Clause::Unwind(unwind) if is_mixed(&unwind.list, &relationships) => lost.push(unwind.variable.clone()),
            Clause::With(with) => {
                let items = with.projection.items.iter();
                let mut now: Vec<Name> = items.filter(|item| loses(&item.expression, &lost)).map(column_name).collect();
                if with.projection.star {
                    now.append(&mut lost);
                }
                lost = now;
            }
            Clause::Return(projection) => {
                projection.items.iter_mut().for_each(|item| mark_lost(&mut item.expression, &lost));
            }
            _ => {}
        }
    }
}

/// Whether a list that is written is not of nodes alone, nor of relationships alone.
fn is_mixed(list: &Expression, relationships: &BTreeSet<Name>) -> bool {
    let Expression::List(items) = list else { return false };
    let is_relationship = |item: &Expression| match item {
        Expression::Variable(name) => Some(relationships.contains(name)),
        _ => None,
    };
    let mut kinds = items.iter().map(is_relationship);
    let first = kinds.next().flatten();
    kinds.any(|kind| kind.is_none() || kind != first)
}

fn mark_lost(expression: &mut Expression, lost: &[Name]) {
    match expression {
        Expression::List(items) => items.iter_mut().for_each(|item| mark_lost(item, lost)),
        Expression::Map(entries) => entries.iter_mut().for_each(|(_, value)| mark_lost(value, lost)),
        other if loses(other, lost) => marked(other),
        _ => {}
    }
}

fn loses(expression: &Expression, lost: &[Name]) -> bool {
    match expression {
        Expression::Variable(name) => lost.contains(name),
        Expression::Case(_) | Expression::Reduce(_) | Expression::ListComprehension(_) | Expression::Binary(..) => true,
        Expression::Function(call) => match call.name.to_ascii_lowercase().as_str() {
            "coalesce" | "nullif" | "min" | "max" => true,
            "collect" => call.arguments.iter().any(|argument| loses(argument, lost)),
            _ => false,
        },
        _ => false,
    }
}

fn marked(expression: &mut Expression) {
    let inner = std::mem::replace(expression, null());
    *expression = Expression::Map(vec![(MARK.into(), inner)]);
}

/// Numbers in the place of the elements within what is marked; none where nothing is.
fn numbers_for_elements(value: &Value) -> Option<Value> {
    match value {
        Value::Map(entries) => match entries.get(MARK) {
            Some(marked) => Some(numbered(marked)),
            None => {
                let given = |value: &Value| numbers_for_elements(value).unwrap_or_else(|| value.clone());
                let has_mark = entries.values().any(|value| numbers_for_elements(value).is_some());
                has_mark.then(|| Value::map(entries.iter().map(|(key, value)| (key.clone(), given(value))).collect()))
            }
        },
        Value::List(items) => {
            let given: Vec<Option<Value>> = items.iter().map(numbers_for_elements).collect();
            let is_one = given.iter().any(Option::is_some);
            let items = given.into_iter().zip(items.iter()).map(|(new, old)| new.unwrap_or_else(|| old.clone()));
            is_one.then(|| Value::list(items.collect()))
        }
        _ => None,
    }
}

fn numbered(value: &Value) -> Value {
    let number = |key: u32| Value::Integer(i64::from(key));
    match value {
        Value::Node(node) => number(node.key.0),
        Value::Relationship(relationship) => number(relationship.key.0),
        Value::Path(path) => {
            let nodes = path.nodes.iter().map(|node| number(node.key.0)).collect();
            let edges = path.relationships.iter().map(|relationship| number(relationship.key.0)).collect();
            Value::map(Properties::from([("nodes".into(), Value::list(nodes)), ("edges".into(), Value::list(edges))]))
        }
        Value::List(items) => Value::list(items.iter().map(numbered).collect()),
        Value::Map(entries) => Value::map(entries.iter().map(|(key, value)| (key.clone(), numbered(value))).collect()),
        other => other.clone(),
    }
}

/// Cuts a FLOAT to 15 digits. Those of a list, which is a text of its own, keep theirs.
fn round(value: &mut Value) {
    if let Value::Float(float) = value {
        *float = fifteen_digits(*float);
    }
}

/// A value with other properties of the nodes and relationships in it; none where there are no such in it.
fn with_properties(value: &Value, change: &impl Fn(&mut Properties)) -> Option<Value> {
    let mut value = value.clone();
    (change_elements(&mut value, change) > 0).then_some(value)
}

/// Changes the properties of the nodes and relationships in a value; how many places have some.
fn change_elements(value: &mut Value, change: &impl Fn(&mut Properties)) -> usize {
    match value {
        Value::Node(node) => change(&mut Arc::make_mut(node).properties),
        Value::Relationship(relationship) => change(&mut Arc::make_mut(relationship).properties),
        Value::Path(path) => {
            let path = Arc::make_mut(path);
            path.nodes.iter_mut().for_each(|node| change(&mut Arc::make_mut(node).properties));
            let relationships = path.relationships.iter_mut();
            relationships.for_each(|relationship| change(&mut Arc::make_mut(relationship).properties));
        }
        Value::List(items) => {
            return Arc::make_mut(items).iter_mut().map(|item| change_elements(item, change)).sum();
        }
        Value::Map(entries) => {
            return Arc::make_mut(entries).values_mut().map(|item| change_elements(item, change)).sum();
        }
        _ => return 0,
    }
    1
}
