//! The property graph: nodes and relationships under stable keys.

mod written;

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::random_graph::Formula;
use crate::value::{Properties, Value};
use crate::{Name, Schema};

/// The key of a node: stable while the graph is edited, never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeKey(pub u32);

/// The key of a relationship: stable while the graph is edited, never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RelationshipKey(pub u32);

/// A node.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
pub struct Node {
    /// Its key in the graph it belongs to (for a node read from an engine: a number of the driver's).
    pub key: NodeKey,
    /// Its labels.
    #[serde(default)]
    pub labels: BTreeSet<Name>,
    /// Its properties; none of them null.
    #[serde(default)]
    pub properties: Properties,
}

/// A relationship: one type, two end points (which may be the same node).
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
pub struct Relationship {
    /// Its key.
    pub key: RelationshipKey,
    /// The node it starts at.
    pub start: NodeKey,
    /// The node it ends at.
    pub end: NodeKey,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Name,
    /// Its properties; none of them null.
    #[serde(default)]
    pub properties: Properties,
}

/// A property graph with its schema (which holds the indexes).
///
/// Iteration is in key order. Keys are small and dense, so look-ups are array accesses.
#[derive(Clone, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
#[serde(try_from = "written::GraphData", into = "written::GraphData")]
pub struct Graph {
    /// Names in use and indexes to create.
    pub schema: Schema,
    nodes: Vec<Option<NodeSlot>>,
    relationships: Vec<Option<Arc<Relationship>>>,
    /// How many of each there are.
    counts: [usize; 2],
    made: Made,
}

/// Where the elements come from. It makes no difference between graphs.
#[derive(Clone, Copy, Debug, Default)]
struct Made {
    /// The formula by which they are told, until one of them is changed.
    formula: Option<Formula>,
    by_statements: Option<MadeByStatements>,
}

/// What statements made of a graph. Its elements may have identities that only the target knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeByStatements {
    /// From this key of a node on they made all.
    pub first_node: u32,
    /// From this key of a relationship on they made all.
    pub first_relationship: u32,
    /// Whether it was made in the order of the keys, whatever the order in which a statement was executed.
    pub in_order: bool,
}

impl PartialEq for Made {
    fn eq(&self, _: &Made) -> bool {
        true
    }
}

impl Hash for Made {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[derive(Clone, Debug, PartialEq, Hash)]
struct NodeSlot {
    node: Arc<Node>,
    outgoing: Vec<RelationshipKey>,
    incoming: Vec<RelationshipKey>,
}

/// Why an edit of a graph was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GraphError {
    /// Two nodes, or two relationships, under one key.
    #[error("two elements have the key {0}")]
    DuplicateKey(u32),
    /// A relationship whose end point does not exist.
    #[error("relationship {relationship} ends at node {node}, which does not exist")]
    MissingNode {
        /// The relationship's key.
        relationship: u32,
        /// The missing node's key.
        node: u32,
    },
    /// A key far beyond the number of elements.
    #[error("the key {0} is too large")]
    KeyTooLarge(u32),
    /// A formula that makes no graph, in a sentence.
    #[error("the graph is none: {0}")]
    Formula(String),
}

/// Keys above this are refused: look-up tables are indexed by key.
const LARGEST_KEY: u32 = 10_000_000;

impl Graph {
    /// A graph without elements.
    pub fn new() -> Graph {
        Graph::default()
    }

    /// The graph of a formula, which its serialised form holds in place of the elements.
    pub fn by(formula: Formula) -> Graph {
        Graph { made: Made { formula: Some(formula), by_statements: None }, ..formula.elements() }
    }

    /// The formula of which all elements are; none once one was changed.
    pub fn formula(&self) -> Option<Formula> {
        self.made.formula
    }

    /// The same graph as one of which statements made elements.
    pub fn made_by(self, statements: MadeByStatements) -> Graph {
        Graph { made: Made { formula: None, by_statements: Some(statements) }, ..self }
    }

    /// What statements made of it; none where they made nothing.
    pub fn made_by_statements(&self) -> Option<MadeByStatements> {
        self.made.by_statements
    }

    /// The same graph, written out.
    pub fn written_out(self) -> Graph {
        Graph { made: Made::default(), ..self }
    }

    /// The nodes in key order.
    pub fn nodes(&self) -> impl Iterator<Item = &Arc<Node>> + '_ {
        self.nodes.iter().flatten().map(|slot| &slot.node)
    }

    /// The relationships in key order.
    pub fn relationships(&self) -> impl Iterator<Item = &Arc<Relationship>> + '_ {
        self.relationships.iter().flatten()
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.counts[0]
    }

    /// How many relationships there are.
    pub fn relationship_count(&self) -> usize {
        self.counts[1]
    }

    /// The node of `key`.
    pub fn node(&self, key: NodeKey) -> Option<&Arc<Node>> {
        self.slot(key).map(|slot| &slot.node)
    }

    /// The relationship of `key`.
    pub fn relationship(&self, key: RelationshipKey) -> Option<&Arc<Relationship>> {
        self.relationships.get(key.0 as usize)?.as_ref()
    }

    /// The relationships that start at a node, in the order they were added.
    pub fn outgoing(&self, key: NodeKey) -> &[RelationshipKey] {
        self.slot(key).map_or(&[], |slot| &slot.outgoing)
    }

    /// The relationships that end at a node, in the order they were added.
    pub fn incoming(&self, key: NodeKey) -> &[RelationshipKey] {
        self.slot(key).map_or(&[], |slot| &slot.incoming)
    }

    /// A node key that was never used.
    pub fn next_node_key(&self) -> NodeKey {
        NodeKey(self.nodes.len() as u32)
    }

    /// A relationship key that was never used.
    pub fn next_relationship_key(&self) -> RelationshipKey {
        RelationshipKey(self.relationships.len() as u32)
    }

    /// Adds a node under a new key.
    pub fn add_node(&mut self, labels: impl IntoIterator<Item = Name>, properties: Properties) -> NodeKey {
        self.made.formula = None;
        let key = self.next_node_key();
        let node = Node { key, labels: labels.into_iter().collect(), properties };
        self.counts[0] += 1;
        self.nodes.push(Some(NodeSlot { node: Arc::new(node), outgoing: Vec::new(), incoming: Vec::new() }));
        key
    }

    /// Adds a relationship under a new key. Errors: [`GraphError::MissingNode`].
    pub fn add_relationship(
        &mut self,
        start: NodeKey,
        kind: Name,
        end: NodeKey,
        properties: Properties,
    ) -> Result<RelationshipKey, GraphError> {
        let key = self.next_relationship_key();
        self.insert_relationship(Relationship { key, start, end, kind, properties })?;
        Ok(key)
    }

    /// Adds a node under its own key. Errors: [`GraphError::DuplicateKey`], [`GraphError::KeyTooLarge`].
    pub fn insert_node(&mut self, node: Node) -> Result<(), GraphError> {
        let index = node.key.0 as usize;
        if node.key.0 > LARGEST_KEY {
            return Err(GraphError::KeyTooLarge(node.key.0));
        }
        if self.node(node.key).is_some() {
            return Err(GraphError::DuplicateKey(node.key.0));
        }
        self.made.formula = None;
        if self.nodes.len() <= index {
            self.nodes.resize(index + 1, None);
        }
        self.counts[0] += 1;
        self.nodes[index] = Some(NodeSlot { node: Arc::new(node), outgoing: Vec::new(), incoming: Vec::new() });
        Ok(())
    }

    /// Adds a relationship under its own key. Errors: all of [`GraphError`].
    pub fn insert_relationship(&mut self, relationship: Relationship) -> Result<(), GraphError> {
        let Relationship { key, start, end, .. } = relationship;
        if key.0 > LARGEST_KEY {
            return Err(GraphError::KeyTooLarge(key.0));
        }
        if self.relationship(key).is_some() {
            return Err(GraphError::DuplicateKey(key.0));
        }
        for node in [start, end] {
            if self.node(node).is_none() {
                return Err(GraphError::MissingNode { relationship: key.0, node: node.0 });
            }
        }
        self.made.formula = None;
        let index = key.0 as usize;
        if self.relationships.len() <= index {
            self.relationships.resize(index + 1, None);
        }
        self.counts[1] += 1;
        self.relationships[index] = Some(Arc::new(relationship));
        if let Some(slot) = self.slot_mut(start) {
            slot.outgoing.push(key);
        }
        if let Some(slot) = self.slot_mut(end) {
            slot.incoming.push(key);
        }
        Ok(())
    }

    /// Removes a relationship; false if there is none of that key.
    pub fn remove_relationship(&mut self, key: RelationshipKey) -> bool {
        let Some(removed) = self.relationships.get_mut(key.0 as usize).and_then(Option::take) else { return false };
        self.made.formula = None;
        self.counts[1] -= 1;
        if let Some(slot) = self.slot_mut(removed.start) {
            slot.outgoing.retain(|other| *other != key);
        }
        if let Some(slot) = self.slot_mut(removed.end) {
            slot.incoming.retain(|other| *other != key);
        }
        true
    }

    /// Removes a node and its relationships; false if there is none of that key.
    pub fn remove_node(&mut self, key: NodeKey) -> bool {
        self.made.formula = None;
        let Some(slot) = self.slot(key) else { return false };
        let attached: Vec<_> = slot.outgoing.iter().chain(&slot.incoming).copied().collect();
        for relationship in attached {
            self.remove_relationship(relationship);
        }
        self.nodes[key.0 as usize] = None;
        self.counts[0] -= 1;
        true
    }

    /// Edits the labels and properties of a node; values held elsewhere keep the old state. Its key must stay.
    pub fn edit_node(&mut self, key: NodeKey, edit: impl FnOnce(&mut Node)) -> bool {
        self.made.formula = None;
        let Some(slot) = self.slot_mut(key) else { return false };
        let node = Arc::make_mut(&mut slot.node);
        edit(node);
        node.key = key;
        true
    }

    /// Edits the properties (or type) of a relationship; its key and end points stay.
    pub fn edit_relationship(&mut self, key: RelationshipKey, edit: impl FnOnce(&mut Relationship)) -> bool {
        self.made.formula = None;
        let Some(slot) = self.relationships.get_mut(key.0 as usize).and_then(Option::as_mut) else { return false };
        let relationship = Arc::make_mut(slot);
        let (start, end) = (relationship.start, relationship.end);
        edit(relationship);
        relationship.key = key;
        relationship.start = start;
        relationship.end = end;
        true
    }

    /// The value of a node's property; null when absent.
    pub fn node_property(&self, key: NodeKey, name: &str) -> Value {
        self.node(key).and_then(|node| node.properties.get(name)).cloned().unwrap_or(Value::Null)
    }

    /// The value of a relationship's property; null when absent.
    pub fn relationship_property(&self, key: RelationshipKey, name: &str) -> Value {
        self.relationship(key).and_then(|r| r.properties.get(name)).cloned().unwrap_or(Value::Null)
    }

    fn slot(&self, key: NodeKey) -> Option<&NodeSlot> {
        self.nodes.get(key.0 as usize)?.as_ref()
    }

    fn slot_mut(&mut self, key: NodeKey) -> Option<&mut NodeSlot> {
        self.nodes.get_mut(key.0 as usize)?.as_mut()
    }
}
