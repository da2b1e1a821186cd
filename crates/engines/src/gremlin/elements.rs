//! What is known of the elements of a graph, by their identities: servers send some of them without their properties.

use std::collections::HashMap;
use std::sync::Arc;

use graphlance_graph::{Graph, Node, NodeKey, Relationship, RelationshipKey, Value as Cell};
use graphlance_gremlin::value::{Edge, Tree, Value, Vertex};
use graphlance_gremlin::{Scalar, cell};

use crate::driver::TargetError;

/// The traversal that gives all vertices.
pub(super) const VERTICES: &str = "g.V()";

/// The traversal that gives all edges.
pub(super) const EDGES: &str = "g.E()";

/// Vertices and edges by their identities, each with its cell, which all that refer to it share.
#[derive(Debug, Default)]
pub(super) struct Elements {
    vertices: HashMap<Value, (Arc<Vertex>, Cell)>,
    edges: HashMap<Value, (Arc<Edge>, Cell)>,
}

impl Elements {
    /// What [`VERTICES`] and [`EDGES`] gave. Errors: something is no such element, or comes twice.
    pub(super) fn of(vertices: Vec<Value>, edges: Vec<Value>) -> Result<Elements, TargetError> {
        let bad = |what: String| Err(TargetError::Protocol(format!("reading the graph: {what}")));
        let mut known = Elements::default();
        for value in vertices {
            let Value::Vertex(vertex) = value else {
                return bad(format!("{VERTICES} gives something that is no vertex"));
            };
            if known
                .vertices
                .insert(vertex.id.clone(), (Arc::clone(&vertex), cell::cell(&Value::Vertex(vertex))))
                .is_some()
            {
                return bad(format!("{VERTICES} gives a vertex twice"));
            }
        }
        for value in edges {
            let Value::Edge(edge) = value else { return bad(format!("{EDGES} gives something that is no edge")) };
            if known.edges.insert(edge.id.clone(), (Arc::clone(&edge), cell::cell(&Value::Edge(edge)))).is_some() {
                return bad(format!("{EDGES} gives an edge twice"));
            }
        }
        Ok(known)
    }

    /// The graph; keys are numbered in the order of the identities.
    pub(super) fn graph(&self) -> Result<Graph, TargetError> {
        let bad = |what: String| TargetError::Protocol(format!("reading the graph: {what}"));
        let mut vertices: Vec<&(Arc<Vertex>, Cell)> = self.vertices.values().collect();
        vertices.sort_by_cached_key(|(vertex, _)| order(&vertex.id));
        let keys: HashMap<&Value, NodeKey> =
            vertices.iter().zip(0..).map(|((vertex, _), number)| (&vertex.id, NodeKey(number))).collect();
        let mut edges: Vec<&(Arc<Edge>, Cell)> = self.edges.values().collect();
        edges.sort_by_cached_key(|(edge, _)| order(&edge.id));
        let mut graph = Graph::new();
        for ((_, cell), number) in vertices.iter().zip(0..) {
            let Cell::Node(node) = cell else { continue };
            let node = Node { key: NodeKey(number), ..Node::clone(node) };
            graph.insert_node(node).map_err(|error| bad(error.to_string()))?;
        }
        for ((edge, cell), number) in edges.iter().zip(0..) {
            let Cell::Relationship(relationship) = cell else { continue };
            let end = |id: &Value| {
                keys.get(id)
                    .copied()
                    .ok_or_else(|| bad(format!("an edge ends at a vertex that {VERTICES} does not give")))
            };
            let (start, end) = (end(&edge.out_vertex.id)?, end(&edge.in_vertex.id)?);
            let relationship =
                Relationship { key: RelationshipKey(number), start, end, ..Relationship::clone(relationship) };
            graph.insert_relationship(relationship).map_err(|error| bad(error.to_string()))?;
        }
        Ok(graph)
    }

    /// Whether an element without properties is in it that is not known.
    pub(super) fn lacks(&self, value: &Value) -> bool {
        match value {
            Value::Vertex(vertex) => vertex.properties.is_empty() && !self.vertices.contains_key(&vertex.id),
            Value::Edge(edge) => edge.properties.is_empty() && !self.edges.contains_key(&edge.id),
            Value::List(items) | Value::Set(items) => items.iter().any(|item| self.lacks(item)),
            Value::BulkSet(items) => items.iter().any(|(item, _)| self.lacks(item)),
            Value::Map(entries) => entries.iter().any(|(key, value)| self.lacks(key) || self.lacks(value)),
            Value::Path(path) => path.objects.iter().any(|object| self.lacks(object)),
            Value::Tree(tree) => self.lacks_below(tree),
            _ => false,
        }
    }

    fn lacks_below(&self, tree: &Tree) -> bool {
        tree.0.iter().any(|(key, below)| self.lacks(key) || self.lacks_below(below))
    }

    /// The cell of a value, in which elements that came without properties have those that are known.
    pub(super) fn cell(&self, value: &Value) -> Cell {
        cell::cell_with(value, &|value| match value {
            Value::Vertex(vertex) if vertex.properties.is_empty() => Some(self.vertices.get(&vertex.id)?.1.clone()),
            Value::Edge(edge) if edge.properties.is_empty() => Some(self.edges.get(&edge.id)?.1.clone()),
            _ => None,
        })
    }
}

/// Numbers by value, all else by its text.
fn order(id: &Value) -> (i64, String) {
    let number = match id {
        Value::Scalar(scalar) => Scalar::as_long(scalar),
        _ => None,
    };
    number.map_or_else(|| (i64::MAX, format!("{id:?}")), |number| (number, String::new()))
}

#[cfg(test)]
mod tests {
    use graphlance_gremlin::value::{End, Path, Property, VertexProperty};

    use super::*;

    fn vertex(id: i64, name: Option<&str>) -> Value {
        let property = |name: &str| VertexProperty {
            id: Scalar::Long(id).into(),
            key: "name".into(),
            value: Scalar::string(name).into(),
            properties: Vec::new(),
        };
        let properties = name.map(property).into_iter().collect();
        Value::Vertex(Arc::new(Vertex { id: Scalar::Long(id).into(), label: "A".into(), properties }))
    }

    fn edge(id: i64, from: i64, to: i64) -> Value {
        let end = |id: i64| End { id: Scalar::Long(id).into(), label: None };
        let properties = vec![Property { key: "w".into(), value: Scalar::Long(id).into() }];
        let (out_vertex, in_vertex) = (end(from), end(to));
        Value::Edge(Arc::new(Edge {
            id: Scalar::Long(id).into(),
            label: "T".into(),
            out_vertex,
            in_vertex,
            properties,
        }))
    }

    #[test]
    fn a_graph_is_made_of_vertices_and_edges_in_the_order_of_their_identities() {
        let known = Elements::of(vec![vertex(20, Some("b")), vertex(3, Some("a"))], vec![edge(7, 20, 3)]);
        let graph = known.and_then(|known| known.graph()).unwrap_or_else(|error| panic!("{error}"));
        let names: Vec<Cell> = graph.nodes().map(|node| node.properties["name"].clone()).collect();
        assert_eq!(names, [Cell::string("a"), Cell::string("b")]);
        assert_eq!(graph.relationships().map(|edge| (edge.start.0, edge.end.0)).collect::<Vec<_>>(), [(1, 0)]);
    }

    #[test]
    fn what_is_no_graph_is_an_error() {
        let check = |vertices: Vec<Value>, edges: Vec<Value>| {
            let graph = Elements::of(vertices, edges).and_then(|known| known.graph());
            assert!(matches!(graph, Err(TargetError::Protocol(_))), "{graph:?}");
        };
        check(vec![edge(1, 1, 1)], Vec::new());
        check(vec![vertex(1, None), vertex(1, None)], Vec::new());
        check(Vec::new(), vec![vertex(1, None)]);
        check(vec![vertex(1, None)], vec![edge(1, 1, 2)]);
    }

    #[test]
    fn elements_that_came_without_properties_get_them_wherever_they_stand() {
        let known = Elements::of(vec![vertex(1, Some("a"))], Vec::new()).unwrap_or_else(|error| panic!("{error}"));
        let bare = || vertex(1, None);
        let path = Value::Path(Arc::new(Path { labels: vec![Vec::new()], objects: vec![bare()] }));
        let map = Value::Map(vec![(bare(), Value::List(vec![path]))]);
        assert!(!known.lacks(&map) && known.lacks(&vertex(2, None)) && !known.lacks(&vertex(2, Some("x"))));
        let whole = Value::Map(vec![(
            vertex(1, Some("a")),
            Value::List(vec![Value::Path(Arc::new(Path {
                labels: vec![Vec::new()],
                objects: vec![vertex(1, Some("a"))],
            }))]),
        )]);
        assert_eq!(known.cell(&map), cell::cell(&whole));
    }
}
