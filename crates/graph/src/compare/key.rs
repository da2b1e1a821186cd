//! Keys of rows: equal for rows that agree.

use super::CompareOptions;
use super::cell::shape;
use crate::table::{Column, Latitude, Row};
use crate::value::{Path, Properties};
use crate::{Node, Relationship, Value};

/// A key that is the same for any two rows that agree, and whether something was blurred in it, so that rows of the same
/// key need not agree.
pub(super) fn row_key(row: &Row, columns: &[Column], options: &CompareOptions) -> (Vec<u8>, bool) {
    let mut key = Key { bytes: Vec::with_capacity(16 * row.len()), blurred: row.len() != columns.len(), options };
    key.length(row.len());
    for (value, column) in row.iter().zip(columns) {
        if column.latitude != Latitude::Unspecified {
            key.value(value, column.latitude == Latitude::Exact, column.unordered_lists);
        }
    }
    (key.bytes, key.blurred)
}

struct Key<'o> {
    bytes: Vec<u8>,
    blurred: bool,
    options: &'o CompareOptions,
}

impl Key<'_> {
    fn value(&mut self, value: &Value, exact: bool, unordered: bool) {
        match value {
            Value::Null => self.bytes.push(0),
            Value::Boolean(b) => self.bytes.extend([1, u8::from(*b)]),
            Value::Integer(i) => {
                self.bytes.push(2);
                self.bytes.extend(i.to_le_bytes());
            }
            Value::Float(f) => self.float(*f, exact),
            Value::String(s) => {
                self.bytes.push(4);
                self.text(s);
            }
            Value::List(items) => self.list(items, exact, unordered),
            Value::Map(entries) => {
                self.bytes.push(6);
                self.entries(entries, exact, unordered);
            }
            Value::Node(node) => {
                self.bytes.push(7);
                self.node(node);
            }
            Value::Relationship(relationship) => {
                self.bytes.push(8);
                self.relationship(relationship);
            }
            Value::Path(path) => self.path(path),
            Value::Temporal(temporal) => {
                self.bytes.extend([10, temporal.kind as u8]);
                self.text(&temporal.text);
            }
            Value::Point(point) => {
                self.bytes.push(11);
                self.bytes.extend(point.srid.to_le_bytes());
                self.length(point.coordinates.len());
                point.coordinates.iter().for_each(|coordinate| self.float(*coordinate, exact));
            }
        }
    }

    fn node(&mut self, node: &Node) {
        self.length(node.labels.len());
        node.labels.iter().for_each(|label| self.text(label));
        self.entries(&node.properties, true, false);
    }

    fn relationship(&mut self, relationship: &Relationship) {
        self.text(&relationship.kind);
        self.entries(&relationship.properties, true, false);
    }

    fn path(&mut self, path: &Path) {
        self.bytes.push(9);
        self.length(path.nodes.len());
        path.nodes.iter().for_each(|node| self.node(node));
        self.length(path.relationships.len());
        path.relationships.iter().for_each(|relationship| self.relationship(relationship));
        let (visits, forwards) = shape(path);
        visits.into_iter().for_each(|first| self.length(first.unwrap_or(usize::MAX)));
        self.bytes.extend(forwards.into_iter().map(|forwards| forwards.map_or(2, u8::from)));
    }

    fn float(&mut self, value: f64, exact: bool) {
        self.bytes.push(3);
        if !exact || self.options.float_digits.is_some() {
            self.blurred = true;
        } else if value.is_nan() {
            self.bytes.extend(f64::NAN.to_bits().to_le_bytes());
        } else if value == 0.0 && !self.options.negative_zero {
            self.bytes.extend(0.0f64.to_bits().to_le_bytes());
        } else {
            self.bytes.extend(value.to_bits().to_le_bytes());
        }
    }

    fn list(&mut self, items: &[Value], exact: bool, unordered: bool) {
        self.bytes.push(5);
        self.length(items.len());
        if !unordered {
            items.iter().for_each(|item| self.value(item, exact, unordered));
            return;
        }
        let mut keys: Vec<Vec<u8>> = items.iter().map(|item| self.apart(item, exact)).collect();
        keys.sort_unstable();
        keys.iter().for_each(|key| self.bytes.extend(key));
    }

    /// The key of an item of an unordered list by itself.
    fn apart(&mut self, item: &Value, exact: bool) -> Vec<u8> {
        let mut key = Key { bytes: Vec::new(), blurred: false, options: self.options };
        key.value(item, exact, true);
        self.blurred |= key.blurred;
        key.bytes
    }

    fn entries(&mut self, entries: &Properties, exact: bool, unordered: bool) {
        self.length(entries.len());
        for (name, value) in entries {
            self.text(name);
            self.value(value, exact, unordered);
        }
    }

    fn text(&mut self, text: &str) {
        self.length(text.len());
        self.bytes.extend(text.as_bytes());
    }

    fn length(&mut self, length: usize) {
        self.bytes.extend((length as u64).to_le_bytes());
    }
}
