//! The graph that two statements read back.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_graph::{Graph, Node, NodeKey, Relationship, RelationshipKey, Table, Value};

use crate::driver::TargetError;

/// The statement that reads all nodes.
pub const NODES: &str = "MATCH (n) RETURN n";

/// The statement that reads all relationships.
pub const RELATIONSHIPS: &str = "MATCH (a)-[r]->(b) RETURN r";

/// The graph of the elements that [`NODES`] and [`RELATIONSHIPS`] returned; keys are numbered in the order of the
/// engine's ids.
pub fn graph_of(nodes: &Table, relationships: &Table) -> Result<Graph, TargetError> {
    let mut by_id: BTreeMap<u32, Arc<Node>> = BTreeMap::new();
    for row in &nodes.rows {
        let [Value::Node(node)] = row.as_slice() else {
            return Err(TargetError::Protocol("MATCH (n) RETURN n gives something that is no node".to_owned()));
        };
        if by_id.insert(node.key.0, node.clone()).is_some() {
            return Err(TargetError::Protocol(format!("MATCH (n) RETURN n gives node {} twice", node.key.0)));
        }
    }
    let numbers: BTreeMap<u32, NodeKey> = by_id.keys().zip(0..).map(|(id, number)| (*id, NodeKey(number))).collect();
    let mut links: BTreeMap<u32, Arc<Relationship>> = BTreeMap::new();
    for row in &relationships.rows {
        let [Value::Relationship(relationship)] = row.as_slice() else {
            return Err(TargetError::Protocol("reading relationships gives something else".to_owned()));
        };
        if links.insert(relationship.key.0, relationship.clone()).is_some() {
            let id = relationship.key.0;
            return Err(TargetError::Protocol(format!("MATCH (a)-[r]->(b) RETURN r gives relationship {id} twice")));
        }
    }
    let mut graph = Graph::new();
    let bad = |error: graphlance_graph::GraphError| TargetError::Protocol(format!("reading the graph: {error}"));
    for node in by_id.into_values() {
        let node = Node { key: numbers[&node.key.0], ..(*node).clone() };
        graph.insert_node(node).map_err(bad)?;
    }
    for (relationship, number) in links.into_values().zip(0..) {
        let end = |key: NodeKey| numbers.get(&key.0).copied();
        let (Some(start), Some(finish)) = (end(relationship.start), end(relationship.end)) else {
            let id = relationship.key.0;
            return Err(TargetError::Protocol(format!(
                "relationship {id} ends at a node that MATCH (n) does not give"
            )));
        };
        let key = RelationshipKey(number);
        graph.insert_relationship(Relationship { key, start, end: finish, ..(*relationship).clone() }).map_err(bad)?;
    }
    Ok(graph)
}
