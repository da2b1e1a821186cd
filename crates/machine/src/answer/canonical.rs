//! Forms by which answers of several arrangements are compared. An element that a traversal made is known by what it has, not
//! by its identity, which is open.

use std::fmt::Write as _;

use graphlance_gremlin::Scalar;

use crate::graph::PropertyGraph;
use crate::value::{EdgeKey, Value, VertexKey};

/// How numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    /// By all their digits.
    Exact,
    /// By as many digits as every order of a sum has in common.
    Near,
}

/// The form of a value. Lists are kept in order, or not.
pub(super) fn form(
    value: &Value,
    graph: &PropertyGraph,
    before: &PropertyGraph,
    precision: Precision,
    lists: bool,
) -> String {
    let mut out = String::new();
    Writer { graph, before, precision, lists }.write(value, &mut out);
    out
}

/// The form of a whole graph.
pub(super) fn state(graph: &PropertyGraph, before: &PropertyGraph) -> Vec<String> {
    let writer = Writer { graph, before, precision: Precision::Near, lists: false };
    let mut forms: Vec<String> = Vec::new();
    for key in graph.vertices() {
        forms.push(writer.vertex(key, true));
    }
    for key in graph.edges() {
        forms.push(writer.edge(key, true));
    }
    forms.sort_unstable();
    forms
}

struct Writer<'a> {
    graph: &'a PropertyGraph,
    before: &'a PropertyGraph,
    precision: Precision,
    lists: bool,
}

impl Writer<'_> {
    fn write(&self, value: &Value, out: &mut String) {
        match value {
            Value::Scalar(scalar) => self.scalar(scalar, out),
            Value::Vertex(key) => out.push_str(&self.vertex(*key, false)),
            Value::Edge(key) => out.push_str(&self.edge(*key, false)),
            Value::VertexProperty(key) => {
                let property = self.graph.vertex_property(*key);
                let _ = write!(out, "vp({} of {}: ", property.key, self.vertex(property.vertex, false));
                self.write(&property.value, out);
                out.push(')');
            }
            Value::Property(property) => {
                let _ = write!(out, "p({}: ", property.key);
                self.write(&property.value, out);
                out.push(')');
            }
            Value::List(items) => self.all("list", items.values.iter(), !self.lists, out),
            Value::Bag(items) => self.all("bag", items.values.iter(), true, out),
            Value::Set(distinct) => self.all("set", distinct.values.iter(), true, out),
            Value::Map(mapping) => {
                let entries: Vec<Value> =
                    mapping.entries.iter().map(|(key, value)| Value::entry(key.clone(), value.clone())).collect();
                self.all(if mapping.tree { "tree" } else { "map" }, entries.iter(), true, out);
            }
            Value::Entry(entry) => {
                self.write(&entry.0, out);
                out.push_str(" => ");
                self.write(&entry.1, out);
            }
            Value::Path(path) => {
                self.all("path", path.objects.iter(), false, out);
                for labels in &path.labels {
                    let mut labels = labels.clone();
                    labels.sort_unstable();
                    let _ = write!(out, "{labels:?}");
                }
            }
            Value::Subgraph(part) => {
                let vertices: Vec<Value> = part.vertices.iter().copied().map(Value::Vertex).collect();
                let edges: Vec<Value> = part.edges.iter().copied().map(Value::Edge).collect();
                self.all("graph", vertices.iter().chain(&edges), true, out);
            }
            other => {
                let _ = write!(out, "{other:?}");
            }
        }
    }

    fn all<'v>(&self, kind: &str, values: impl Iterator<Item = &'v Value>, sorted: bool, out: &mut String) {
        let mut forms: Vec<String> = values
            .map(|value| {
                let mut form = String::new();
                self.write(value, &mut form);
                form
            })
            .collect();
        if sorted {
            forms.sort_unstable();
        }
        let _ = write!(out, "{kind}[{}]", forms.join(", "));
    }

    fn scalar(&self, scalar: &Scalar, out: &mut String) {
        let _ = match (scalar, self.precision) {
            (Scalar::Double(value), Precision::Near) => write!(out, "Double({value:.9e})"),
            (Scalar::Float(value), Precision::Near) => write!(out, "Float({value:.3e})"),
            (scalar, _) => write!(out, "{scalar:?}"),
        };
    }

    fn properties(&self, element: &Value, out: &mut String) {
        let mut forms: Vec<String> = self
            .graph
            .properties(element)
            .iter()
            .map(|(key, value, property)| {
                let mut form = format!("{key}: ");
                self.write(value, &mut form);
                if matches!(property, Value::VertexProperty(_)) {
                    self.properties(property, &mut form);
                }
                form
            })
            .collect();
        forms.sort_unstable();
        let _ = write!(out, "{{{}}}", forms.join(", "));
    }

    /// A vertex by its identity where it was there before, and otherwise by what it has; whole with what it has in any case.
    fn vertex(&self, key: VertexKey, whole: bool) -> String {
        let vertex = self.graph.vertex(key);
        let known = self.before.find_vertex(&vertex.id) == Some(key);
        let mut out = if known { format!("v({:?})", vertex.id) } else { "v(new)".to_owned() };
        if whole || !known {
            out.push_str(&vertex.label);
            self.properties(&Value::Vertex(key), &mut out);
        }
        out
    }

    fn edge(&self, key: EdgeKey, whole: bool) -> String {
        let edge = self.graph.edge(key);
        let known = self.before.find_edge(&edge.id) == Some(key);
        let mut out = if known { format!("e({:?})", edge.id) } else { "e(new)".to_owned() };
        if whole || !known {
            let (from, to) = (self.vertex(edge.out_vertex, false), self.vertex(edge.in_vertex, false));
            let _ = write!(out, "{from}-{}->{to}", edge.label);
            self.properties(&Value::Edge(key), &mut out);
        }
        out
    }
}
