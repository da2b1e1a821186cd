//! Values and rows as text, in the notation of the openCypher TCK.

use graphlance_graph::{Node, Path, Properties, Relationship, Value};

use crate::quote;

/// A value: `'text'`, `1.0`, `[1, 2]`, `{k: 1}`, `(:A {k: 1})`, `[:T {k: 1}]`, `<(:A)-[:T]->(:B)>`.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Integer(integer) => integer.to_string(),
        Value::Float(float) => float_text(*float),
        Value::String(text) => quoted(text),
        Value::List(items) => format!("[{}]", items.iter().map(value_text).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) => map_text(entries),
        Value::Node(node) => node_text(node),
        Value::Relationship(relationship) => format!("[{}]", relationship_text(relationship)),
        Value::Path(path) => path_text(path),
        Value::Temporal(temporal) => quoted(&temporal.text),
        Value::Point(point) => {
            let coordinates: Vec<String> = point.coordinates.iter().map(|f| float_text(*f)).collect();
            format!("point({}; {})", point.srid, coordinates.join(", "))
        }
    }
}

fn float_text(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "Inf" } else { "-Inf" }.to_owned()
    } else {
        format!("{value:?}")
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("'");
    for character in text.chars() {
        match character {
            '\'' => quoted.push_str("\\'"),
            '\\' => quoted.push_str("\\\\"),
            other => quoted.push(other),
        }
    }
    quoted.push('\'');
    quote::line(&quoted).into_owned()
}

fn map_text(entries: &Properties) -> String {
    let entries: Vec<String> =
        entries.iter().map(|(key, value)| format!("{}: {}", quote::line(key), value_text(value))).collect();
    format!("{{{}}}", entries.join(", "))
}

fn node_text(node: &Node) -> String {
    let labels: String = node.labels.iter().map(|label| format!(":{}", quote::line(label))).collect();
    format!("({})", with_properties(labels, &node.properties))
}

fn relationship_text(relationship: &Relationship) -> String {
    with_properties(format!(":{}", quote::line(&relationship.kind)), &relationship.properties)
}

fn with_properties(head: String, properties: &Properties) -> String {
    match (head.is_empty(), properties.is_empty()) {
        (_, true) => head,
        (true, false) => map_text(properties),
        (false, false) => format!("{head} {}", map_text(properties)),
    }
}

fn path_text(path: &Path) -> String {
    let mut text = String::from("<");
    for (index, node) in path.nodes.iter().enumerate() {
        if let Some(relationship) = index.checked_sub(1).and_then(|before| path.relationships.get(before)) {
            let inner = relationship_text(relationship);
            let backwards = relationship.end != node.key;
            text += &if backwards { format!("<-[{inner}]-") } else { format!("-[{inner}]->") };
        }
        text += &node_text(node);
    }
    text.push('>');
    text
}
