//! Faults that write to the graph otherwise than a traversal says.

use graphlance_gremlin::Name;

use super::{Machine, Run};
use crate::program::End;
use crate::quirk::Quirk;
use crate::value::{EdgeKey, Value, VertexKey};

impl Machine<'_> {
    /// Whether a planted fault leaves what is dropped.
    pub(super) fn leaves(&self, value: &Value) -> bool {
        match value {
            Value::Edge(edge) => *edge == EdgeKey(0) && self.has_quirk(Quirk::DropLeavesFirst),
            Value::Vertex(vertex) if self.has_quirk(Quirk::DropLeavesConnected) => {
                let vertex = self.graph.vertex(*vertex);
                !vertex.out_edges.is_empty() || !vertex.in_edges.is_empty()
            }
            _ => false,
        }
    }

    /// Where a fault is planted, puts the edges of a vertex that is dropped to the first one.
    pub(super) fn move_edges(&mut self, value: &Value) -> Run<()> {
        let Value::Vertex(dropped) = value else { return Ok(()) };
        let first = self.graph.vertices().find(|vertex| vertex != dropped);
        let (true, Some(first)) = (self.has_quirk(Quirk::DropMovesEdges), first) else { return Ok(()) };
        let vertex = self.graph.vertex(*dropped);
        let edges: Vec<EdgeKey> = vertex.out_edges.iter().chain(&vertex.in_edges).copied().collect();
        for edge in edges {
            let edge = self.graph.edge(edge);
            let end = |vertex: VertexKey| if vertex == *dropped { first } else { vertex };
            let (label, from, to) = (edge.label.clone(), end(edge.out_vertex), end(edge.in_vertex));
            self.graph.add_edge(None, label, from, to)?;
        }
        Ok(())
    }

    /// Whether a planted fault leaves a property of a vertex as it is.
    pub(super) fn keeps(&self, vertex: VertexKey, key: &Name) -> bool {
        let is_number = |(other, value, _): &(Name, Value, Value)| other == key && value.as_number().is_some();
        self.has_quirk(Quirk::PropertyKeepsNumbers)
            && self.graph.properties(&Value::Vertex(vertex)).iter().any(is_number)
    }

    /// The ends of a new edge as a planted fault has them: turned where one alone is told.
    pub(super) fn turned(&self, ends: [VertexKey; 2], told: [&End; 2]) -> [VertexKey; 2] {
        let [from, to] = ends;
        let turned = matches!(told, [End::Label(_), End::Current]) && self.has_quirk(Quirk::AddEdgeTurned);
        if turned { [to, from] } else { [from, to] }
    }

    /// Where a fault is planted, removes the edge in whose place a new one of a vertex comes.
    pub(super) fn make_place(&mut self, from: VertexKey) {
        let last = self.graph.vertex(from).out_edges.last().copied();
        if let Some(last) = last.filter(|_| self.has_quirk(Quirk::AddEdgeReplaces)) {
            self.graph.remove(&Value::Edge(last));
        }
    }

    /// The label of a new vertex, which a planted fault takes from the first one.
    pub(super) fn label_of_new(&self, label: Name) -> Name {
        let first = self.graph.vertices().next().filter(|_| self.has_quirk(Quirk::AddVertexTakesLabel));
        first.map_or(label, |first| self.graph.vertex(first).label.clone())
    }
}
