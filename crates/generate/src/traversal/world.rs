//! The graph that traversals are made for, as they see it.

use std::collections::BTreeMap;

use graphlance_gremlin::{Name, Scalar};
use graphlance_machine::{PropertyGraph, Value};

/// The graph that traversals are made for, and what it is made of.
#[derive(Clone, Debug)]
pub struct World {
    /// The graph.
    pub graph: PropertyGraph,
    /// The labels of its vertices.
    pub vertex_labels: Vec<Name>,
    /// The labels of its edges.
    pub edge_labels: Vec<Name>,
    /// The keys of the properties of its vertices, with the values of each.
    pub vertex_values: BTreeMap<Name, Vec<Value>>,
    /// The keys of the properties of its edges, with the values of each.
    pub edge_values: BTreeMap<Name, Vec<Value>>,
    /// The identities of its vertices.
    pub vertex_ids: Vec<Scalar>,
    /// The identities of its edges.
    pub edge_ids: Vec<Scalar>,
    /// A key all of whose values are different, which every element has; none where there is no such key.
    pub unique: Option<Name>,
}

impl World {
    /// The world of a graph, whose elements are told apart by `unique`.
    pub fn new(graph: PropertyGraph, unique: Option<Name>) -> World {
        let (mut vertex_values, mut edge_values) = (BTreeMap::new(), BTreeMap::new());
        let vertices: Vec<Value> = graph.vertices().map(Value::Vertex).collect();
        let edges: Vec<Value> = graph.edges().map(Value::Edge).collect();
        collect(&graph, &vertices, &mut vertex_values);
        collect(&graph, &edges, &mut edge_values);
        let labels = |elements: &[Value]| {
            let mut labels: Vec<Name> = elements
                .iter()
                .filter_map(|element| graph.label(element).map(ToString::to_string))
                .map(Name::from)
                .collect();
            labels.sort_unstable();
            labels.dedup();
            labels
        };
        let ids = |elements: &[Value]| elements.iter().filter_map(|it| graph.id(it).cloned()).collect::<Vec<Scalar>>();
        World {
            vertex_labels: labels(&vertices),
            edge_labels: labels(&edges),
            vertex_ids: ids(&vertices),
            edge_ids: ids(&edges),
            vertex_values,
            edge_values,
            unique,
            graph,
        }
    }

    /// The keys of vertices or of edges, with the values of each.
    pub(super) fn values(&self, vertices: bool) -> &BTreeMap<Name, Vec<Value>> {
        if vertices { &self.vertex_values } else { &self.edge_values }
    }
}

fn collect(graph: &PropertyGraph, elements: &[Value], values: &mut BTreeMap<Name, Vec<Value>>) {
    for element in elements {
        for (key, value, _) in graph.properties(element) {
            values.entry(key).or_default().push(value);
        }
    }
}
