//! What comes back of values that are right inside a statement.

use std::sync::Arc;

use graphlance_graph::{Properties, Value};

use super::digits::fifteen_digits;
use super::{WrongRule, returned};

pub(super) const RULES: &[WrongRule] = &[returned(
    "floats-of-15-digits-in-elements",
    "a FLOAT of a node or relationship that comes back whole has 15 digits, unless it is in a list",
    |value| with_properties(value, &|properties| properties.values_mut().for_each(round)),
)];

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
