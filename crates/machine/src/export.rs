//! What comes out of a traversal, and the graph that it leaves, in the words of cases: results as a client gets them, the graph as
//! nodes and relationships.

use std::sync::Arc;

use graphlance_graph::{Graph, MadeByStatements, Node, NodeKey, Relationship, RelationshipKey};
use graphlance_gremlin::cell::{self, of_vertex_properties};
use graphlance_gremlin::value as result;
use graphlance_gremlin::{Scalar, Value as Result_};
use rustc_hash::FxHashMap;

use crate::graph::PropertyGraph;
use crate::value::{EdgeKey, Value, VertexKey, VertexPropertyKey};

/// A value as a client gets it: elements with all that they have. None of what has no form there, such as a part of the graph.
pub fn result(value: &Value, graph: &PropertyGraph) -> Option<Result_> {
    let all =
        |values: &mut dyn Iterator<Item = &Value>| values.map(|value| result(value, graph)).collect::<Option<_>>();
    Some(match value {
        Value::Scalar(scalar) => Result_::Scalar(scalar.clone()),
        Value::Token(token) => Result_::Token(*token),
        Value::Vertex(key) => Result_::Vertex(Arc::new(vertex(*key, graph)?)),
        Value::Edge(key) => Result_::Edge(Arc::new(edge(*key, graph)?)),
        Value::VertexProperty(key) => Result_::VertexProperty(Arc::new(vertex_property(*key, graph)?)),
        Value::Property(property) => {
            let value = result(&property.value, graph)?;
            Result_::Property(Arc::new(result::Property { key: property.key.clone(), value }))
        }
        Value::List(items) => Result_::List(all(&mut items.values.iter())?),
        Value::Bag(items) => {
            let values: Vec<Result_> = all(&mut items.values.iter())?;
            Result_::BulkSet(values.into_iter().map(|value| (value, 1)).collect())
        }
        Value::Set(distinct) => Result_::Set(all(&mut distinct.values.iter())?),
        Value::Map(mapping) if mapping.tree => Result_::Tree(tree(value, graph)?),
        Value::Map(mapping) => {
            let entry = |(key, value): (&Value, &Value)| Some((result(key, graph)?, result(value, graph)?));
            Result_::Map(mapping.entries.iter().map(entry).collect::<Option<_>>()?)
        }
        Value::Entry(entry) => Result_::Map(vec![(result(&entry.0, graph)?, result(&entry.1, graph)?)]),
        Value::Path(path) => Result_::Path(Arc::new(result::Path {
            labels: path.labels.clone(),
            objects: all(&mut path.objects.iter())?,
        })),
        Value::WithCardinality(..) | Value::Subgraph(_) => return None,
    })
}

/// Whether it is an element that was not in this graph yet.
pub(crate) fn is_later(value: &Value, before: &PropertyGraph) -> bool {
    match value {
        Value::Vertex(key) => key.0 as usize >= before.vertices().count(),
        Value::Edge(key) => key.0 as usize >= before.edges().count(),
        _ => false,
    }
}

/// Whether an object of which this holds is in a path, however deep that lies.
pub(crate) fn in_path(value: &Value, holds: &dyn Fn(&Value) -> bool) -> bool {
    match value {
        Value::Path(_) => holds_within(value, holds),
        _ => within(value, &|value| in_path(value, holds)),
    }
}

/// Whether an object of which this holds is in a value, however deep.
pub(crate) fn holds_within(value: &Value, holds: &dyn Fn(&Value) -> bool) -> bool {
    within(value, &|value| holds(value) || holds_within(value, holds))
}

/// Whether something holds of a value that is directly in another.
fn within(value: &Value, holds: &dyn Fn(&Value) -> bool) -> bool {
    match value {
        Value::List(items) | Value::Bag(items) => items.values.iter().any(holds),
        Value::Set(distinct) => distinct.values.iter().any(holds),
        Value::Map(mapping) => mapping.entries.iter().any(|(key, value)| holds(key) || holds(value)),
        Value::Entry(entry) => holds(&entry.0) || holds(&entry.1),
        Value::Path(path) => path.objects.iter().any(holds),
        _ => false,
    }
}

/// Whether there is a number of 32 bits with a point in it.
pub(crate) fn has_float(value: &Result_) -> bool {
    match value {
        Result_::Scalar(scalar) => matches!(scalar, Scalar::Float(_)),
        Result_::List(items) | Result_::Set(items) => items.iter().any(has_float),
        Result_::BulkSet(items) => items.iter().any(|(item, _)| has_float(item)),
        Result_::Map(entries) => entries.iter().any(|(key, value)| has_float(key) || has_float(value)),
        Result_::Path(path) => path.objects.iter().any(has_float),
        Result_::Tree(tree) => {
            tree.0.iter().any(|(key, below)| has_float(key) || has_float(&Result_::Tree(below.clone())))
        }
        _ => false,
    }
}

fn tree(value: &Value, graph: &PropertyGraph) -> Option<result::Tree> {
    let Value::Map(mapping) = value else { return None };
    let branch = |(key, below): (&Value, &Value)| Some((result(key, graph)?, tree(below, graph)?));
    mapping.entries.iter().map(branch).collect::<Option<_>>().map(result::Tree)
}

fn vertex(key: VertexKey, graph: &PropertyGraph) -> Option<result::Vertex> {
    let vertex = graph.vertex(key);
    let properties = vertex.properties.iter().map(|key| vertex_property(*key, graph)).collect::<Option<_>>()?;
    Some(result::Vertex { id: Result_::Scalar(vertex.id.clone()), label: vertex.label.clone(), properties })
}

fn vertex_property(key: VertexPropertyKey, graph: &PropertyGraph) -> Option<result::VertexProperty> {
    let property = graph.vertex_property(key);
    Some(result::VertexProperty {
        id: Result_::Scalar(property.id.clone()),
        key: property.key.clone(),
        value: result(&property.value, graph)?,
        properties: own(&property.properties, graph)?,
    })
}

fn own(
    properties: &indexmap::IndexMap<graphlance_gremlin::Name, Value>,
    graph: &PropertyGraph,
) -> Option<Vec<result::Property>> {
    let one = |(key, value): (&graphlance_gremlin::Name, &Value)| {
        Some(result::Property { key: key.clone(), value: result(value, graph)? })
    };
    properties.iter().map(one).collect()
}

fn edge(key: EdgeKey, graph: &PropertyGraph) -> Option<result::Edge> {
    let edge = graph.edge(key);
    let end = |key: VertexKey| {
        let vertex = graph.vertex(key);
        result::End { id: Result_::Scalar(vertex.id.clone()), label: Some(vertex.label.clone()) }
    };
    Some(result::Edge {
        id: Result_::Scalar(edge.id.clone()),
        label: edge.label.clone(),
        out_vertex: end(edge.out_vertex),
        in_vertex: end(edge.in_vertex),
        properties: own(&edge.properties, graph)?,
    })
}

/// The graph that a traversal leaves of one that was made by [`PropertyGraph::of`] of `before`: what was there keeps its key, and
/// what is new has its identity for a key where it was given one that can be one and is free. The graph says what statements
/// made of it; `in_order`: whether the traversal makes what it makes in one order. None where a value has no form in it.
pub fn graph(after: &PropertyGraph, before: &Graph, in_order: bool) -> Option<Graph> {
    let mut left = Graph::new();
    left.schema = before.schema.clone();
    let (nodes, relationships): (Vec<NodeKey>, Vec<RelationshipKey>) =
        (before.nodes().map(|node| node.key).collect(), before.relationships().map(|edge| edge.key).collect());
    let first = [before.next_node_key().0, before.next_relationship_key().0];
    let [mut next_node, mut next_edge] = first;
    let mut keys = FxHashMap::default();
    let mut makes = [0, 0];
    for key in after.vertices() {
        let of = after.vertex(key);
        // What was there and stays comes first, so that what is left has its key already.
        let free = |number: u32| left.node(NodeKey(number)).is_none();
        let mut own = || NodeKey(own_number(&of.id, of.made, free).unwrap_or_else(|| following(&mut next_node, free)));
        makes[0] += u32::from(of.made && key.0 as usize >= nodes.len());
        let node = nodes.get(key.0 as usize).copied().unwrap_or_else(&mut own);
        keys.insert(key, node);
        let vertex = vertex(key, after)?;
        let properties = of_vertex_properties(&vertex.properties);
        left.insert_node(Node { key: node, labels: [vertex.label].into(), properties }).ok()?;
    }
    for key in after.edges() {
        let edge = after.edge(key);
        let free = |number: u32| left.relationship(RelationshipKey(number)).is_none();
        let mut own = || {
            RelationshipKey(own_number(&edge.id, edge.made, free).unwrap_or_else(|| following(&mut next_edge, free)))
        };
        makes[1] += u32::from(edge.made && key.0 as usize >= relationships.len());
        let known = relationships.get(key.0 as usize).copied().unwrap_or_else(&mut own);
        let mut properties = graphlance_graph::Properties::new();
        for (key, value) in &edge.properties {
            properties.insert(key.clone(), cell::cell(&result(value, after)?));
        }
        let (start, end) = (*keys.get(&edge.out_vertex)?, *keys.get(&edge.in_vertex)?);
        let relationship = Relationship { key: known, start, end, kind: edge.label.clone(), properties };
        left.insert_relationship(relationship).ok()?;
    }
    let earlier = before.made_by_statements();
    let [first_node, first_relationship] = first;
    let new = MadeByStatements { first_node, first_relationship, in_order: true };
    let made = earlier.or((makes != [0, 0]).then_some(new)).map(|made| MadeByStatements {
        in_order: made.in_order && (in_order || makes.into_iter().all(|amount| amount < 2)),
        ..made
    });
    Some(made.into_iter().fold(left, Graph::made_by))
}

/// The largest number of an identity that is taken for a key.
const LARGEST_OWN: i64 = 1_000_000;

/// An identity that was given as a number that is free.
fn own_number(id: &Scalar, made: bool, free: impl Fn(u32) -> bool) -> Option<u32> {
    let Scalar::Long(number) = id else { return None };
    if made {
        return None;
    }
    let number = u32::try_from(*number).ok().filter(|number| i64::from(*number) <= LARGEST_OWN)?;
    free(number).then_some(number)
}

/// The next number that is free.
fn following(next: &mut u32, free: impl Fn(u32) -> bool) -> u32 {
    while !free(*next) {
        *next += 1;
    }
    *next += 1;
    *next - 1
}
