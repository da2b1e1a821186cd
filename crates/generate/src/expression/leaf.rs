//! Leaves: variables in scope with their known values, and what shapes the properties of a graph have.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_graph::{Graph, Name, Node, Properties, Relationship, Value};

use super::shape::Shape;

/// A variable in scope whose value is the same on every row.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Value,
    /// What it may be on any row of any plan.
    pub shape: Shape,
    /// How far engines may differ in it; 0 for exact values.
    pub ulps: u32,
}

impl Leaf {
    /// A variable of exact values.
    pub fn new(name: Name, value: Value, shape: Shape) -> Leaf {
        Leaf { name, value, shape, ulps: 0 }
    }

    /// The node it is bound to.
    pub fn node(&self) -> Option<&Arc<Node>> {
        match &self.value {
            Value::Node(node) => Some(node),
            _ => None,
        }
    }

    /// The relationship it is bound to.
    pub fn relationship(&self) -> Option<&Arc<Relationship>> {
        match &self.value {
            Value::Relationship(relationship) => Some(relationship),
            _ => None,
        }
    }
}

/// The shapes of each property over all nodes and over all relationships of a graph.
#[derive(Clone, Debug, Default)]
pub struct GraphShapes {
    nodes: BTreeMap<Name, Shape>,
    relationships: BTreeMap<Name, Shape>,
    /// All property keys in use, in order.
    pub keys: Vec<Name>,
    /// The same for nodes only.
    pub node_keys: Vec<Name>,
    /// The same for relationships only.
    pub relationship_keys: Vec<Name>,
}

impl GraphShapes {
    /// Computes the shapes of a graph.
    pub fn of(graph: &Graph) -> GraphShapes {
        let mut shapes = GraphShapes::default();
        for node in graph.nodes() {
            collect(&mut shapes.nodes, &node.properties);
        }
        for relationship in graph.relationships() {
            collect(&mut shapes.relationships, &relationship.properties);
        }
        shapes.node_keys = shapes.nodes.keys().cloned().collect();
        shapes.relationship_keys = shapes.relationships.keys().cloned().collect();
        shapes.keys = shapes.node_keys.iter().chain(&shapes.relationship_keys).cloned().collect();
        shapes.keys.sort();
        shapes.keys.dedup();
        shapes
    }

    /// The shape of a node's property.
    pub fn node(&self, key: &str) -> Shape {
        self.nodes.get(key).cloned().unwrap_or(Shape::Null)
    }

    /// The shape of a relationship's property.
    pub fn relationship(&self, key: &str) -> Shape {
        self.relationships.get(key).cloned().unwrap_or(Shape::Null)
    }
}

fn collect(shapes: &mut BTreeMap<Name, Shape>, properties: &Properties) {
    for (key, value) in properties {
        let shape = Shape::of(value);
        match shapes.get_mut(key) {
            Some(known) => *known = std::mem::replace(known, Shape::Null).join(shape),
            None => {
                shapes.insert(key.clone(), shape);
            }
        }
    }
}
