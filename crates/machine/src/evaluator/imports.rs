//! The graph of the last statement as a traversal sees it: most statements are about the graph of the one before.

use std::sync::{Arc, Mutex, PoisonError};

use graphlance_case::NoAnswer;
use graphlance_graph::{Graph, MadeByStatements, Node, Relationship};

use super::undecided;
use crate::PropertyGraph;
use crate::graph::import::Numbering;

/// So many graphs are kept: a statement is evaluated on two, where the target makes identities.
const KEPT: usize = 2;

/// The graphs that statements were evaluated on last.
#[derive(Default)]
pub(super) struct Imports {
    last: Mutex<Vec<Imported>>,
}

struct Imported {
    numbering: Numbering,
    nodes: Vec<Arc<Node>>,
    relationships: Vec<Arc<Relationship>>,
    made: Option<MadeByStatements>,
    graph: PropertyGraph,
}

impl Imports {
    /// A graph as a traversal sees it. Errors: a value that Gremlin does not have, and what a property graph cannot hold.
    pub(super) fn numbered(&self, graph: &Graph, numbering: Numbering) -> Result<PropertyGraph, NoAnswer> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = last.iter().find(|known| known.is_of(graph, numbering)) {
            return Ok(known.graph.clone());
        }
        let imported = PropertyGraph::numbered(graph, numbering)
            .map_err(|error| undecided(error.to_string()))?
            .ok_or_else(|| undecided("the graph has a value that Gremlin does not have"))?;
        last.truncate(KEPT - 1);
        last.insert(0, Imported::new(graph, numbering, imported.clone()));
        Ok(imported)
    }
}

impl Imported {
    fn new(graph: &Graph, numbering: Numbering, imported: PropertyGraph) -> Imported {
        let (nodes, relationships) = (graph.nodes().cloned().collect(), graph.relationships().cloned().collect());
        Imported { numbering, nodes, relationships, made: graph.made_by_statements(), graph: imported }
    }

    /// Whether it is what a graph is as a traversal sees it: of the same elements, each in its place.
    fn is_of(&self, graph: &Graph, numbering: Numbering) -> bool {
        let is_same = self.numbering == numbering
            && self.made == graph.made_by_statements()
            && self.nodes.len() == graph.node_count()
            && self.relationships.len() == graph.relationship_count();
        is_same
            && self.nodes.iter().zip(graph.nodes()).all(|(own, other)| Arc::ptr_eq(own, other))
            && self.relationships.iter().zip(graph.relationships()).all(|(own, other)| Arc::ptr_eq(own, other))
    }
}

#[cfg(test)]
mod tests {
    use graphlance_graph::{Properties, Value};

    use super::*;

    #[test]
    fn what_was_changed_is_imported_anew_and_what_was_not_is_not() {
        let mut graph = Graph::new();
        let node = graph.add_node(["A".into()], Properties::from([("k".into(), Value::Integer(1))]));
        let imports = Imports::default();
        let properties = |graph: &Graph, numbering| {
            let imported = imports.numbered(graph, numbering).expect("a graph");
            let vertex = imported.vertices().next().expect("a vertex");
            format!("{:?} {:?}", imported.vertex(vertex).id, imported.properties(&crate::Value::Vertex(vertex)))
        };
        let first = properties(&graph, Numbering::Keys);
        assert_ne!(properties(&graph, Numbering::Turned), first);
        let same = graph.clone();
        graph.edit_node(node, |node| node.properties = Properties::from([("k".into(), Value::Integer(2))]));
        assert_ne!(properties(&graph, Numbering::Keys), first);
        assert_eq!(properties(&same, Numbering::Keys), first);
        let kept = imports.last.lock().expect("a lock");
        assert_eq!(kept.len(), KEPT);
        assert!(kept[0].is_of(&same, Numbering::Keys) && !kept[0].is_of(&graph, Numbering::Keys));
    }
}
