//! The texts of values, as Java's `toString` has them.

use graphlance_gremlin::Scalar;

use super::Value;
use crate::PropertyGraph;
use crate::number::text::text as number_text;

/// The text of a value.
pub fn text(graph: &PropertyGraph, value: &Value) -> String {
    let mut out = String::new();
    write(graph, value, &mut out);
    out
}

/// The text of a scalar.
pub fn scalar(value: &Scalar) -> String {
    match value {
        Scalar::Null => "null".to_owned(),
        Scalar::Boolean(value) => value.to_string(),
        Scalar::String(value) => value.to_string(),
        Scalar::Character(value) => value.to_string(),
        Scalar::Uuid(value) => value.to_string(),
        Scalar::DateTime(value) => date(&value.to_string()),
        number => number_text(number),
    }
}

/// Java leaves off seconds that are zero.
fn date(iso: &str) -> String {
    let Some((day, time)) = iso.split_once('T') else { return iso.to_owned() };
    match time.get(5..8) {
        Some(":00") if !time.get(8..).is_some_and(|rest| rest.starts_with('.')) => {
            format!("{day}T{}{}", time.get(..5).unwrap_or_default(), time.get(8..).unwrap_or_default())
        }
        _ => iso.to_owned(),
    }
}

fn write(graph: &PropertyGraph, value: &Value, out: &mut String) {
    match value {
        Value::Scalar(value) => out.push_str(&scalar(value)),
        Value::Token(token) => out.push_str(token.text()),
        Value::WithCardinality(cardinality, value) => {
            out.push_str(cardinality.text());
            list(graph, std::iter::once(&**value), ['(', ')'], out);
        }
        Value::Vertex(_) | Value::Edge(_) | Value::VertexProperty(_) => element(graph, value, out),
        Value::Property(property) => {
            out.push_str("p[");
            out.push_str(&property.key);
            out.push_str("->");
            write(graph, &property.value, out);
            out.push(']');
        }
        Value::List(items) | Value::Bag(items) => list(graph, items.values.iter(), ['[', ']'], out),
        Value::Set(distinct) => list(graph, distinct.values.iter(), ['[', ']'], out),
        Value::Path(path) => {
            out.push_str("path");
            list(graph, path.objects.iter(), ['[', ']'], out);
        }
        Value::Map(mapping) => {
            out.push('{');
            for (index, (key, value)) in mapping.entries.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write(graph, key, out);
                out.push('=');
                write(graph, value, out);
            }
            out.push('}');
        }
        Value::Entry(entry) => {
            write(graph, &entry.0, out);
            out.push('=');
            write(graph, &entry.1, out);
        }
        Value::Subgraph(part) => {
            out.push_str(&format!("graph[vertices:{} edges:{}]", part.vertices.len(), part.edges.len()));
        }
    }
}

fn list<'a>(graph: &PropertyGraph, values: impl Iterator<Item = &'a Value>, ends: [char; 2], out: &mut String) {
    out.push(ends[0]);
    for (index, value) in values.enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        write(graph, value, out);
    }
    out.push(ends[1]);
}

fn element(graph: &PropertyGraph, value: &Value, out: &mut String) {
    let id = |value: &Value| graph.id(value).map(scalar).unwrap_or_default();
    match value {
        Value::Vertex(_) => out.push_str(&format!("v[{}]", id(value))),
        Value::Edge(key) => {
            let edge = graph.edge(*key);
            let (from, to) = (id(&Value::Vertex(edge.out_vertex)), id(&Value::Vertex(edge.in_vertex)));
            out.push_str(&format!("e[{}][{from}-{}->{to}]", id(value), edge.label));
        }
        Value::VertexProperty(key) => {
            let property = graph.vertex_property(*key);
            out.push_str(&format!("vp[{}->{}]", property.key, text(graph, &property.value)));
        }
        _ => {}
    }
}
