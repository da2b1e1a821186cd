//! Uniqueness constraints, looked at after each write.

use graphlance_graph::schema::IndexKind;
use graphlance_graph::{Name, Properties, Value};

use super::{Engine, Slip};
use crate::{ErrorKind, Failure};

impl Engine<'_> {
    /// Errors: two elements of a name have the same values of the keys that a constraint wants to be unique.
    pub(super) fn keep_unique(&self) -> Result<(), Failure> {
        if self.options.unconstrained || self.slips(Slip::UniquenessIgnored) {
            return Ok(());
        }
        let graph = self.graph.borrow();
        for constraint in graph.schema.indexes.iter().filter(|index| index.kind == IndexKind::Unique) {
            let mut seen: Vec<Vec<Value>> = Vec::new();
            let nodes = graph.nodes().filter(|node| constraint.on_nodes && node.labels.contains(&constraint.name));
            let relationships = graph
                .relationships()
                .filter(|relationship| !constraint.on_nodes && relationship.kind == constraint.name);
            let properties =
                nodes.map(|node| &node.properties).chain(relationships.map(|relationship| &relationship.properties));
            for values in properties.filter_map(|properties| values_of(&constraint.keys, properties)) {
                for other in &seen {
                    self.keep_apart(other, &values)?;
                }
                seen.push(values);
            }
        }
        Ok(())
    }

    fn keep_apart(&self, one: &[Value], other: &[Value]) -> Result<(), Failure> {
        let simple = |value: &Value| matches!(value, Value::Boolean(_) | Value::Integer(_) | Value::String(_));
        let same = |(one, other): (&Value, &Value)| one == other && simple(one);
        let like = |(one, other): (&Value, &Value)| {
            let number = |value: &Value| matches!(value, Value::Integer(_) | Value::Float(_));
            one == other || number(one) && number(other) || one.type_name() == other.type_name() && !simple(one)
        };
        if one.iter().zip(other).all(same) {
            let message = "two elements have the values that are to be unique";
            return Err(Failure::runtime(ErrorKind::ConstraintValidationFailed, "NotUnique", message));
        }
        if one.iter().zip(other).all(like) && !one.iter().zip(other).all(|(one, other)| simple(one) && simple(other)) {
            self.leave_open("which values a uniqueness constraint holds for the same")?;
        }
        Ok(())
    }
}

/// The values of all keys; none where one is missing.
fn values_of(keys: &[Name], properties: &Properties) -> Option<Vec<Value>> {
    keys.iter().map(|key| properties.get(key).cloned()).collect()
}
