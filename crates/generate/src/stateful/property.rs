//! Property keys, labels and the values that are written.

use std::sync::Arc;

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Kind;
use graphlance_graph::graph_compare::ID;
use graphlance_graph::random_graph::random_value;
use graphlance_graph::schema::{PropertyKey, PropertyKind};
use graphlance_graph::{IndexKind, Name, Node, Value};

use super::writer::Writer;
use crate::expression::Shape;

/// Chance of a value at the boundaries of its type among fresh constants.
const BOUNDARY: f64 = 0.12;
/// Chance that the key is written which a constraint wants to be unique.
const UNIQUE: f64 = 0.2;
/// Keys and labels that nothing has until a statement writes them.
const NEW_KEYS: [&str; 2] = ["fresh", "other"];
const NEW_LABEL: &str = "Fresh";

/// What a value is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A property becomes it; null removes the property.
    Written,
    /// MERGE looks for an element that has it: no null, and nothing that equals nothing or is compared in its last digits.
    Sought,
}

impl<'a> Writer<'_, 'a, '_> {
    /// A property key that may be written.
    pub fn key(&mut self) -> Name {
        let known: Vec<Name> = self.written_keys().map(|key| key.name.clone()).collect();
        if self.is_constrained() && self.chance(UNIQUE) {
            return ID.into();
        }
        let new = self.chance(0.06) || !self.shares.graph_schema;
        match self.skeleton.random.pick(&known) {
            Some(key) if !new => key.clone(),
            _ => NEW_KEYS[self.skeleton.random.below(NEW_KEYS.len())].into(),
        }
    }

    /// Whether uniqueness constraints are there to be broken: all are of the key of ids.
    fn is_constrained(&self) -> bool {
        self.skeleton.context.graph.schema.indexes.iter().any(|index| index.kind == IndexKind::Unique)
    }

    fn written_keys(&self) -> impl Iterator<Item = &'a PropertyKey> {
        self.skeleton.context.graph.schema.keys.iter().filter(|key| key.name != ID)
    }

    /// A value for a property.
    pub fn value(&mut self, key: &str, purpose: Purpose) -> Expression {
        if purpose == Purpose::Written && self.chance(0.08) {
            return build::null();
        }
        if self.chance(0.5)
            && let Some(expression) = self.computed(key, purpose)
        {
            return expression;
        }
        if purpose == Purpose::Written
            && self.chance(0.2)
            && let Some(variable) = self.skeleton.random.pick(&self.values)
        {
            return build::variable(variable.clone());
        }
        let constant = self.constant(key);
        match purpose {
            Purpose::Sought if !is_sought(build::written(&constant)) => {
                build::integer(self.skeleton.random.integer(-1, 3))
            }
            _ => constant,
        }
    }

    /// A value that the rows before the first clause that writes have, or one computed from them, or from literals.
    fn computed(&mut self, key: &str, purpose: Purpose) -> Option<Expression> {
        let of_literals = self.chance(if self.reads_rows { 0.1 } else { 0.3 });
        let kinds = self.kinds_of(key);
        let (known, values) = if of_literals {
            self.skeleton.computed_constant(&kinds)?
        } else if self.reads_rows {
            self.skeleton.column(&self.table, &kinds)?
        } else {
            return None;
        };
        let fits = match purpose {
            Purpose::Written => is_stored(&known.shape),
            Purpose::Sought => values.iter().all(|value| is_sought(Some(value.clone()))),
        };
        (fits && self.skeleton.affordable(&known.expression)).then_some(known.expression)
    }

    /// The kinds of value that a key holds.
    fn kinds_of(&self, key: &str) -> Vec<Kind> {
        let kind = self.written_keys().find(|known| known.name == key).map(|known| known.kind);
        match kind {
            Some(PropertyKind::Boolean) => vec![Kind::Boolean],
            Some(PropertyKind::Integer) => vec![Kind::Integer],
            Some(PropertyKind::Float) => vec![Kind::Float],
            Some(PropertyKind::String) => vec![Kind::String],
            _ => vec![Kind::Integer, Kind::String, Kind::Boolean],
        }
    }

    /// A constant for a key: one that some element has, or a fresh one.
    pub fn constant(&mut self, key: &str) -> Expression {
        let mut values = Vec::new();
        if self.chance(0.5) {
            let graph = self.skeleton.context.graph;
            values.extend(graph.nodes().filter_map(|node| node.properties.get(key)));
            values.extend(graph.relationships().filter_map(|relationship| relationship.properties.get(key)));
        }
        let present = self.skeleton.random.pick(&values).and_then(|value| build::constant(value));
        present.or_else(|| build::constant(&self.fresh_value(key))).unwrap_or_else(|| build::integer(1))
    }

    fn fresh_value(&mut self, key: &str) -> Value {
        if key == ID {
            let id = |node: &Arc<Node>| match node.properties.get(ID) {
                Some(Value::Integer(id)) => Some(*id),
                _ => None,
            };
            let largest = self.skeleton.context.graph.nodes().filter_map(id).max().unwrap_or_default();
            return Value::Integer(self.skeleton.random.integer(largest, largest.saturating_add(3)));
        }
        let kind = self.written_keys().find(|known| known.name == key).map(|known| known.kind);
        let other = [PropertyKind::Integer, PropertyKind::String, PropertyKind::Boolean];
        let drawn = match kind {
            Some(kind) if self.chance(0.96) => kind,
            _ => other[self.skeleton.random.below(other.len())],
        };
        random_value(self.skeleton.random, drawn, BOUNDARY, &self.skeleton.context.dialect.values)
    }

    /// `{key: value, ..}` of at least and at most so many keys; none for no key.
    pub fn map(&mut self, [least, most]: [usize; 2], purpose: Purpose) -> Option<Expression> {
        let mut entries: Vec<(Name, Expression)> = Vec::new();
        for _ in 0..self.skeleton.random.between(least, most) {
            let key = self.key();
            if entries.iter().all(|(known, _)| *known != key) {
                let value = self.value(&key, purpose);
                entries.push((key, value));
            }
        }
        (!entries.is_empty()).then_some(Expression::Map(entries))
    }

    /// Labels of the schema, now and then a new one.
    pub fn labels(&mut self, [least, most]: [usize; 2]) -> Vec<Name> {
        let most = most.min(self.skeleton.context.dialect.values.node_labels[1]).max(least);
        let count = self.skeleton.random.between(least, most);
        let mut labels = self.skeleton.random.sample(&self.skeleton.context.graph.schema.labels, count);
        if (self.chance(0.05) || !self.shares.graph_schema) && !labels.is_empty() {
            labels[0] = NEW_LABEL.into();
        }
        labels
    }
}

/// Whether every engine stores all values of a shape. A list with nulls is stored nowhere, and every shape contains null.
fn is_stored(shape: &Shape) -> bool {
    matches!(shape, Shape::Boolean | Shape::Integer(..) | Shape::Float(..) | Shape::String { .. })
}

/// Whether MERGE finds an element by a value on every engine.
pub(super) fn is_sought(value: Option<Value>) -> bool {
    matches!(value, Some(Value::Boolean(_) | Value::Integer(_) | Value::String(_)))
}
