//! What is wrong with a graph, for people and for JSON.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Name, Node, Relationship, Value};

/// How an actual graph departs from the expected one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Error)]
#[serde(deny_unknown_fields)]
pub struct GraphDifference {
    /// Each difference, in the order of the expected elements; not empty.
    pub differences: Vec<ElementDifference>,
}

/// One difference. Elements are those of the expected graph, superfluous ones those of the actual graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ElementDifference {
    /// A node is not there.
    MissingNode(Arc<Node>),
    /// A node is there that should not be.
    SuperfluousNode(Arc<Node>),
    /// A relationship is not there.
    MissingRelationship(Arc<Relationship>),
    /// A relationship is there that should not be.
    SuperfluousRelationship(Arc<Relationship>),
    /// A node has other labels.
    Labels {
        /// The node.
        node: Arc<Node>,
        /// The labels it has.
        actual: Vec<Name>,
    },
    /// A relationship has another type.
    Type {
        /// The relationship.
        relationship: Arc<Relationship>,
        /// The type it has.
        actual: Name,
    },
    /// A relationship connects other nodes.
    Ends {
        /// The relationship.
        relationship: Arc<Relationship>,
        /// What it connects, for people.
        actual: String,
    },
    /// A property has another value.
    Property {
        /// The element, for people.
        element: String,
        /// The property key.
        key: Name,
        /// The value it should have; null when it should be absent.
        expected: Value,
        /// The value it has; null when it is absent.
        actual: Value,
    },
    /// The elements agree one by one, and no assignment of nodes makes all relationships agree.
    Wiring,
}

/// Differences shown by `Display`; the rest is counted.
const SHOWN: usize = 5;

impl fmt::Display for GraphDifference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, difference) in self.differences.iter().take(SHOWN).enumerate() {
            if index > 0 {
                formatter.write_str("; ")?;
            }
            difference.fmt(formatter)?;
        }
        match self.differences.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(formatter, "; and {more} more"),
        }
    }
}

impl fmt::Display for ElementDifference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ElementDifference::MissingNode(node) => write!(formatter, "{} is missing", node_text(node)),
            ElementDifference::SuperfluousNode(node) => write!(formatter, "{} is superfluous", node_text(node)),
            ElementDifference::MissingRelationship(relationship) => {
                write!(formatter, "{} is missing", relationship_text(relationship))
            }
            ElementDifference::SuperfluousRelationship(relationship) => {
                write!(formatter, "{} is superfluous", relationship_text(relationship))
            }
            ElementDifference::Labels { node, actual } => {
                write!(formatter, "{} has labels [{}]", node_text(node), actual.join(", "))
            }
            ElementDifference::Type { relationship, actual } => {
                write!(formatter, "{} has type {actual}", relationship_text(relationship))
            }
            ElementDifference::Ends { relationship, actual } => {
                write!(formatter, "{} connects {actual}", relationship_text(relationship))
            }
            ElementDifference::Property { element, key, expected, actual } => {
                write!(formatter, "{element} has {key} = {} instead of {}", value_text(actual), value_text(expected))
            }
            ElementDifference::Wiring => formatter.write_str("the relationships connect the nodes in another way"),
        }
    }
}

/// `node 3 :A:B`, by id when it has one, else by all its properties.
pub(super) fn node_text(node: &Node) -> String {
    let labels: String = node.labels.iter().map(|label| format!(":{label}")).collect();
    format!("node {}{}", handle(&node.properties), if labels.is_empty() { labels } else { format!(" {labels}") })
}

/// `relationship 3 :T`.
pub(super) fn relationship_text(relationship: &Relationship) -> String {
    format!("relationship {} :{}", handle(&relationship.properties), relationship.kind)
}

fn handle(properties: &crate::Properties) -> String {
    match properties.get(super::ID) {
        Some(Value::Integer(id)) => id.to_string(),
        _ => {
            let entries: Vec<_> =
                properties.iter().map(|(key, value)| format!("{key}: {}", value_text(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

fn value_text(value: &Value) -> String {
    match value {
        Value::Float(float) => format!("{float:?}"),
        Value::List(items) => format!("[{}]", items.iter().map(value_text).collect::<Vec<_>>().join(", ")),
        // Serialising a value to memory has no way to fail but running out of memory.
        other => serde_json::to_string(other).unwrap_or_else(|_| other.type_name().to_owned()),
    }
}
