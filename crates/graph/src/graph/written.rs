//! The serialised form of a graph: its elements, or the formula that tells them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Graph, GraphError, Node, Relationship};
use crate::Schema;
use crate::random_graph::Formula;

/// A graph as it is written.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GraphData {
    #[serde(default)]
    schema: Schema,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    formula: Option<Formula>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<Vec<Arc<Node>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    relationships: Option<Vec<Arc<Relationship>>>,
}

impl From<Graph> for GraphData {
    fn from(graph: Graph) -> GraphData {
        match graph.formula() {
            Some(formula) => {
                GraphData { schema: graph.schema, formula: Some(formula), nodes: None, relationships: None }
            }
            None => GraphData {
                nodes: Some(graph.nodes().cloned().collect()),
                relationships: Some(graph.relationships().cloned().collect()),
                formula: None,
                schema: graph.schema,
            },
        }
    }
}

impl TryFrom<GraphData> for Graph {
    type Error = GraphError;

    fn try_from(data: GraphData) -> Result<Graph, GraphError> {
        let GraphData { schema, formula, nodes, relationships } = data;
        if let Some(formula) = formula {
            if nodes.is_some() || relationships.is_some() {
                return Err(GraphError::Formula("it has both a formula and elements".to_owned()));
            }
            return Ok(Graph { schema, ..Graph::by(formula.checked().map_err(GraphError::Formula)?) });
        }
        let Some(nodes) = nodes else {
            return Err(GraphError::Formula("it has neither nodes nor a formula".to_owned()));
        };
        let mut graph = Graph { schema, ..Graph::default() };
        for node in nodes {
            graph.insert_node(Arc::unwrap_or_clone(node))?;
        }
        for relationship in relationships.unwrap_or_default() {
            graph.insert_relationship(Arc::unwrap_or_clone(relationship))?;
        }
        Ok(graph)
    }
}
