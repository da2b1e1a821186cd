//! Forms by which answers of several arrangements are compared, as hashes of 64 bits: what is the same has the same. An element
//! that a traversal made is known by what it has, not by its identity, which is open.

use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hash, Hasher};

use graphlance_gremlin::{Name, Scalar};
use indexmap::IndexMap;

use crate::graph::PropertyGraph;
use crate::value::{EdgeKey, Value, VertexKey, VertexPropertyKey};

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
) -> u64 {
    let writer = Writer { graph, before, precision, lists };
    hashed(|out| writer.write(value, out))
}

/// The form of a whole graph.
pub(super) fn state(graph: &PropertyGraph, before: &PropertyGraph) -> Vec<u64> {
    let writer = Writer { graph, before, precision: Precision::Near, lists: false };
    let vertices = graph.vertices().map(|key| hashed(|out| writer.vertex(key, true, out)));
    let edges = graph.edges().map(|key| hashed(|out| writer.edge(key, true, out)));
    let mut forms: Vec<u64> = vertices.chain(edges).collect();
    forms.sort_unstable();
    forms
}

fn hashed(write: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut out = DefaultHasher::new();
    write(&mut out);
    out.finish()
}

/// What a part of a form is of, so that no two kinds look alike.
#[derive(Clone, Copy, Hash)]
enum Kind {
    Scalar,
    Near,
    Vertex,
    Edge,
    VertexProperty,
    Property,
    List,
    Bag,
    Set,
    Map,
    Tree,
    Entry,
    Path,
    Subgraph,
    Other,
    New,
}

/// Takes a text into a hash without making it.
struct Text<'h>(&'h mut DefaultHasher);

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

struct Writer<'a> {
    graph: &'a PropertyGraph,
    before: &'a PropertyGraph,
    precision: Precision,
    lists: bool,
}

impl Writer<'_> {
    fn write(&self, value: &Value, out: &mut DefaultHasher) {
        match value {
            Value::Scalar(scalar) => self.scalar(scalar, out),
            Value::Vertex(key) => self.vertex(*key, false, out),
            Value::Edge(key) => self.edge(*key, false, out),
            Value::VertexProperty(key) => {
                let property = self.graph.vertex_property(*key);
                (Kind::VertexProperty, &property.key).hash(out);
                self.vertex(property.vertex, false, out);
                self.write(&property.value, out);
            }
            Value::Property(property) => {
                (Kind::Property, &property.key).hash(out);
                self.write(&property.value, out);
            }
            Value::List(items) => self.all(Kind::List, items.values.iter(), !self.lists, out),
            Value::Bag(items) => self.all(Kind::Bag, items.values.iter(), true, out),
            Value::Set(distinct) => self.all(Kind::Set, distinct.values.iter(), true, out),
            Value::Map(mapping) => {
                let kind = if mapping.tree { Kind::Tree } else { Kind::Map };
                let entries = mapping.entries.iter();
                self.forms(kind, entries.map(|(key, value)| hashed(|out| self.entry(key, value, out))), true, out);
            }
            Value::Entry(entry) => self.entry(&entry.0, &entry.1, out),
            Value::Path(path) => {
                self.all(Kind::Path, path.objects.iter(), false, out);
                for labels in &path.labels {
                    let mut labels = labels.clone();
                    labels.sort_unstable();
                    labels.hash(out);
                }
            }
            Value::Subgraph(part) => {
                let vertices = part.vertices.iter().map(|key| hashed(|out| self.vertex(*key, false, out)));
                let edges = part.edges.iter().map(|key| hashed(|out| self.edge(*key, false, out)));
                self.forms(Kind::Subgraph, vertices.chain(edges), true, out);
            }
            Value::Token(_) | Value::WithCardinality(..) => {
                Kind::Other.hash(out);
                // A hash takes every text.
                let _ = write!(Text(out), "{value:?}");
            }
        }
    }

    fn entry(&self, key: &Value, value: &Value, out: &mut DefaultHasher) {
        Kind::Entry.hash(out);
        self.write(key, out);
        self.write(value, out);
    }

    fn all<'v>(&self, kind: Kind, values: impl Iterator<Item = &'v Value>, sorted: bool, out: &mut DefaultHasher) {
        self.forms(kind, values.map(|value| hashed(|out| self.write(value, out))), sorted, out);
    }

    fn forms(&self, kind: Kind, forms: impl Iterator<Item = u64>, sorted: bool, out: &mut DefaultHasher) {
        let mut forms: Vec<u64> = forms.collect();
        if sorted {
            forms.sort_unstable();
        }
        (kind, forms).hash(out);
    }

    fn scalar(&self, scalar: &Scalar, out: &mut DefaultHasher) {
        match (scalar, self.precision) {
            (Scalar::Double(value), Precision::Near) => {
                Kind::Near.hash(out);
                let _ = write!(Text(out), "Double({value:.9e})");
            }
            (Scalar::Float(value), Precision::Near) => {
                Kind::Near.hash(out);
                let _ = write!(Text(out), "Float({value:.3e})");
            }
            (scalar, _) => exactly(scalar, out),
        }
    }

    fn properties(&self, properties: &IndexMap<Name, Value>, out: &mut DefaultHasher) {
        let one = |(key, value): (&Name, &Value)| {
            hashed(|out| {
                key.hash(out);
                self.write(value, out);
            })
        };
        self.forms(Kind::Property, properties.iter().map(one), true, out);
    }

    fn properties_of_vertex(&self, properties: &[VertexPropertyKey], out: &mut DefaultHasher) {
        let one = |key: &VertexPropertyKey| {
            let property = self.graph.vertex_property(*key);
            hashed(|out| {
                property.key.hash(out);
                self.write(&property.value, out);
                self.properties(&property.properties, out);
            })
        };
        self.forms(Kind::VertexProperty, properties.iter().map(one), true, out);
    }

    /// A vertex by its identity where it was there before, and otherwise by what it has; whole with what it has in any case.
    fn vertex(&self, key: VertexKey, whole: bool, out: &mut DefaultHasher) {
        let vertex = self.graph.vertex(key);
        let known = self.before.find_vertex(&vertex.id) == Some(key);
        Kind::Vertex.hash(out);
        identity(&vertex.id, known, out);
        if whole || !known {
            vertex.label.hash(out);
            self.properties_of_vertex(&vertex.properties, out);
        }
    }

    fn edge(&self, key: EdgeKey, whole: bool, out: &mut DefaultHasher) {
        let edge = self.graph.edge(key);
        let known = self.before.find_edge(&edge.id) == Some(key);
        Kind::Edge.hash(out);
        identity(&edge.id, known, out);
        if whole || !known {
            self.vertex(edge.out_vertex, false, out);
            edge.label.hash(out);
            self.vertex(edge.in_vertex, false, out);
            self.properties(&edge.properties, out);
        }
    }
}

fn identity(id: &Scalar, known: bool, out: &mut DefaultHasher) {
    if known { exactly(id, out) } else { Kind::New.hash(out) }
}

/// By its type and all its digits; one NaN is as good as another.
fn exactly(scalar: &Scalar, out: &mut DefaultHasher) {
    (Kind::Scalar, std::mem::discriminant(scalar)).hash(out);
    match scalar {
        Scalar::Null => {}
        Scalar::Boolean(value) => value.hash(out),
        Scalar::Byte(value) => value.hash(out),
        Scalar::Short(value) => value.hash(out),
        Scalar::Integer(value) => value.hash(out),
        Scalar::Long(value) => value.hash(out),
        Scalar::String(text) => text.hash(out),
        Scalar::Double(value) if !value.is_nan() => value.to_bits().hash(out),
        Scalar::Float(value) if !value.is_nan() => value.to_bits().hash(out),
        other => {
            let _ = write!(Text(out), "{other:?}");
        }
    }
}
