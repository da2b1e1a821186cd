//! What a database holds, by id.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_graph::{Graph, Name, NodeKey, Properties, Value};

pub(super) use graphlance_graph::graph_compare::ID;

/// Nodes and relationships by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Model {
    pub nodes: BTreeMap<i64, NodeState>,
    pub relationships: BTreeMap<i64, RelationshipState>,
}

/// A node; its properties include the id.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NodeState {
    pub labels: BTreeSet<Name>,
    pub properties: Properties,
}

/// A relationship between nodes of two ids; its properties include its own id.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RelationshipState {
    pub start: i64,
    pub kind: Name,
    pub end: i64,
    pub properties: Properties,
}

impl Model {
    /// The model of a graph; none when an element has no integer id, or two nodes or two relationships share one.
    pub fn of(graph: &Graph) -> Option<Model> {
        let mut model = Model::default();
        for node in graph.nodes() {
            let state = NodeState { labels: node.labels.clone(), properties: node.properties.clone() };
            if model.nodes.insert(id(&node.properties)?, state).is_some() {
                return None;
            }
        }
        let end = |key: NodeKey| graph.node(key).and_then(|node| id(&node.properties));
        for relationship in graph.relationships() {
            let state = RelationshipState {
                start: end(relationship.start)?,
                kind: relationship.kind.clone(),
                end: end(relationship.end)?,
                properties: relationship.properties.clone(),
            };
            if model.relationships.insert(id(&relationship.properties)?, state).is_some() {
                return None;
            }
        }
        Some(model)
    }

    /// How many elements there are.
    pub fn size(&self) -> usize {
        self.nodes.len() + self.relationships.len()
    }

    /// The largest id of an element, -1 when there is none.
    pub fn largest_id(&self) -> i64 {
        self.nodes.keys().chain(self.relationships.keys()).copied().max().unwrap_or(-1)
    }

    /// Nodes of `goal` that are not here.
    pub fn absent_nodes(&self, goal: &Model) -> Vec<i64> {
        goal.nodes.keys().filter(|id| !self.nodes.contains_key(id)).copied().collect()
    }

    /// Relationships of `goal` that are not here, although their ends are.
    pub fn absent_relationships(&self, goal: &Model) -> Vec<i64> {
        let absent = goal.relationships.iter().filter(|(id, state)| {
            !self.relationships.contains_key(id)
                && self.nodes.contains_key(&state.start)
                && self.nodes.contains_key(&state.end)
        });
        absent.map(|(id, _)| *id).collect()
    }

    /// Nodes that are here and in `goal`, in different states.
    pub fn wrong_nodes(&self, goal: &Model) -> Vec<i64> {
        let wrong = self.nodes.iter().filter(|(id, state)| goal.nodes.get(id).is_some_and(|wanted| wanted != *state));
        wrong.map(|(id, _)| *id).collect()
    }

    /// Relationships that are here and in `goal`, in different states.
    pub fn wrong_relationships(&self, goal: &Model) -> Vec<i64> {
        let wrong =
            self.relationships.iter().filter(|(id, state)| goal.relationships.get(id).is_some_and(|w| w != *state));
        wrong.map(|(id, _)| *id).collect()
    }

    /// Nodes that are not in `goal`.
    pub fn superfluous_nodes(&self, goal: &Model) -> Vec<i64> {
        self.nodes.keys().filter(|id| !goal.nodes.contains_key(id)).copied().collect()
    }

    /// Relationships that are not in `goal`.
    pub fn superfluous_relationships(&self, goal: &Model) -> Vec<i64> {
        self.relationships.keys().filter(|id| !goal.relationships.contains_key(id)).copied().collect()
    }

    /// Whether a node has relationships.
    pub fn is_attached(&self, node: i64) -> bool {
        self.relationships.values().any(|state| state.start == node || state.end == node)
    }

    /// Removes a node and its relationships.
    pub fn detach_delete(&mut self, node: i64) {
        self.nodes.remove(&node);
        self.relationships.retain(|_, state| state.start != node && state.end != node);
    }
}

fn id(properties: &Properties) -> Option<i64> {
    match properties.get(ID) {
        Some(Value::Integer(id)) => Some(*id),
        _ => None,
    }
}
