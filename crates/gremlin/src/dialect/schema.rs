//! What a target is told about a graph before that is loaded: declarations and indexes, as texts with places to be filled.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_graph::schema::PropertyKind;
use graphlance_graph::{Graph, IndexKind, Name, Schema, Value};
use serde::{Deserialize, Serialize};

/// The texts by which a target is told of labels, keys and indexes: scripts of groovy, each run once. `{label}` stands for a label,
/// `{key}` for a key, `{type}` for the name of the type of a key's values, each as a literal of groovy without its quotation marks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Declarations {
    /// For each key of a property, once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// For each label of vertices, also those that only the schema names, with `{keys}`, the keys of all properties as literals
    /// with commas between them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex_label: Option<String>,
    /// For each label of edges, with `{keys}`, and `{from}` and `{to}`, the labels of the ends of its first edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_label: Option<String>,
    /// For each index over vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex_index: Option<String>,
    /// For each index over edges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_index: Option<String>,
    /// The names of types, by the kinds of values: `boolean`, `integer`, `float`, `string`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<Name, String>,
}

/// What the places of a text are filled with.
#[derive(Clone, Debug, Default)]
pub struct Placeholders<'p> {
    /// For `{label}`.
    pub label: &'p str,
    /// For `{key}`.
    pub key: &'p str,
    /// For `{type}`.
    pub kind: &'p str,
    /// For `{keys}`.
    pub keys: &'p str,
    /// For `{from}` and `{to}`.
    pub ends: [&'p str; 2],
}

impl Placeholders<'_> {
    /// The text with its places filled.
    pub fn fill(&self, text: &str) -> String {
        let [from, to] = self.ends;
        let all = [
            ("{label}", escaped(self.label)),
            ("{key}", escaped(self.key)),
            ("{type}", self.kind.to_owned()),
            ("{from}", escaped(from)),
            ("{to}", escaped(to)),
        ];
        let filled = all.iter().fold(text.to_owned(), |text, (place, filling)| text.replace(place, filling));
        filled.replace("{keys}", self.keys)
    }
}

/// What stands between the quotation marks of a literal of groovy.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|character| [matches!(character, '"' | '\\' | '$').then_some('\\'), Some(character)])
        .flatten()
        .collect()
}

impl Declarations {
    /// The texts for a graph, in the order in which they are sent. Of a key that has values of several types the first counts.
    pub fn texts(&self, graph: &Graph) -> Vec<String> {
        let types = self.types_of_keys(graph);
        let quoted: Vec<String> = types.keys().map(|key| format!("\"{}\"", escaped(key))).collect();
        let keys = quoted.join(", ");
        let mut texts = Vec::new();
        for (key, kind) in &types {
            texts
                .extend(self.key.as_ref().map(|text| Placeholders { key, kind, ..Placeholders::default() }.fill(text)));
        }
        let place = Placeholders { keys: &keys, ..Placeholders::default() };
        if let Some(text) = &self.vertex_label {
            let labels = distinct(graph.nodes().flat_map(|node| &node.labels).chain(&graph.schema.labels));
            texts.extend(labels.into_iter().map(|label| Placeholders { label, ..place.clone() }.fill(text)));
        }
        if let Some(text) = &self.edge_label {
            for label in distinct(graph.relationships().map(|edge| &edge.kind)) {
                texts.push(Placeholders { label, ends: ends_of(graph, label), ..place.clone() }.fill(text));
            }
        }
        for index in graph.schema.indexes.iter().filter(|index| index.kind == IndexKind::Range) {
            let text = if index.on_nodes { &self.vertex_index } else { &self.edge_index };
            let ([key], Some(text)) = (index.keys.as_slice(), text) else { continue };
            let kind = types.get(key).copied().unwrap_or_default();
            // An index of a key of which nobody knows a value has no type.
            if kind.is_empty() && text.contains("{type}") {
                continue;
            }
            texts.push(Placeholders { label: &index.name, key, kind, ..place.clone() }.fill(text));
        }
        // What does not name the label is one declaration for all of them.
        let mut said = BTreeSet::new();
        texts.retain(|text| said.insert(text.clone()));
        texts
    }

    /// The name of the type that a key has in a schema.
    fn type_in(&self, schema: &Schema, key: &str) -> Option<&str> {
        let kind = match schema.keys.iter().find(|known| known.name == key)?.kind {
            PropertyKind::Boolean => "boolean",
            PropertyKind::Integer => "integer",
            PropertyKind::Float => "float",
            PropertyKind::String => "string",
            _ => return None,
        };
        self.types.get(kind).map(String::as_str)
    }

    /// The keys of all properties, each with the name of the type of its first value, or of those that its schema lists.
    fn types_of_keys<'s>(&'s self, graph: &'s Graph) -> BTreeMap<&'s Name, &'s str> {
        let mut types = BTreeMap::new();
        let of_nodes = graph.nodes().flat_map(|node| &node.properties);
        let of_edges = graph.relationships().flat_map(|edge| &edge.properties);
        for (key, value) in of_nodes.chain(of_edges) {
            types.entry(key).or_insert_with(|| self.types.get(kind(value)).map(String::as_str).unwrap_or_default());
        }
        for key in &graph.schema.keys {
            if let Some(kind) = self.type_in(&graph.schema, &key.name) {
                types.entry(&key.name).or_insert(kind);
            }
        }
        types
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Boolean(_) => "boolean",
        Value::Integer(_) => "integer",
        Value::Float(_) => "float",
        Value::String(_) => "string",
        Value::List(_) => "list",
        Value::Temporal(_) => "date_time",
        _ => "other",
    }
}

/// The labels of the vertices that the first edge of a label goes from and to.
fn ends_of<'g>(graph: &'g Graph, label: &str) -> [&'g str; 2] {
    let first = graph.relationships().find(|edge| edge.kind == label);
    let label = |key| graph.node(key).and_then(|node| node.labels.first()).map_or("", Name::as_str);
    first.map_or(["", ""], |edge| [label(edge.start), label(edge.end)])
}

fn distinct<'n>(names: impl Iterator<Item = &'n Name>) -> Vec<&'n Name> {
    let mut names: Vec<&Name> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use graphlance_graph::schema::PropertyKey;
    use graphlance_graph::{Index, Properties};

    use super::*;

    #[test]
    fn a_graph_is_declared_by_its_keys_labels_and_indexes_in_this_order() {
        let mut graph = Graph::new();
        let properties = Properties::from([("k".into(), Value::Integer(1)), ("s".into(), Value::string("x"))]);
        let node = graph.add_node(["A\"$".into()], properties);
        let other = graph.add_node(["B".into()], Properties::new());
        graph.add_relationship(node, "T".into(), other, Properties::new()).expect("an edge");
        graph.schema.labels.push("C".into());
        graph.schema.keys.push(PropertyKey { name: "u".into(), kind: PropertyKind::Integer });
        let index = Index { kind: IndexKind::Range, on_nodes: true, name: "A".into(), keys: vec!["k".into()] };
        graph.schema.indexes.push(index);
        let text = |text: &str| Some(text.to_owned());
        let declarations = Declarations {
            key: text("key(\"{key}\").as{type}()"),
            vertex_label: text("label(\"{label}\", {keys})"),
            edge_label: text("edge(\"{label}\", \"{from}\", \"{to}\")"),
            vertex_index: text("index(\"{key}\")"),
            edge_index: None,
            types: [("integer".into(), "Long".to_owned()), ("string".into(), "Text".to_owned())].into(),
        };
        let expected = [
            "key(\"k\").asLong()",
            "key(\"s\").asText()",
            "key(\"u\").asLong()",
            "label(\"A\\\"\\$\", \"k\", \"s\", \"u\")",
            "label(\"B\", \"k\", \"s\", \"u\")",
            "label(\"C\", \"k\", \"s\", \"u\")",
            "edge(\"T\", \"A\\\"\\$\", \"B\")",
            "index(\"k\")",
        ];
        assert_eq!(declarations.texts(&graph), expected);
        let mut typed = Declarations { vertex_index: text("index(\"{key}\", {type})"), ..declarations };
        (typed.key, typed.vertex_label, typed.edge_label) = (None, None, None);
        let index = |label: &str, key: &str| Index {
            kind: IndexKind::Range,
            on_nodes: true,
            name: label.into(),
            keys: vec![key.into()],
        };
        graph.schema.indexes =
            vec![index("A", "k"), index("A", "s"), index("B", "k"), index("A", "t"), index("A", "v")];
        graph.schema.keys.push(PropertyKey { name: "t".into(), kind: PropertyKind::String });
        let expected = ["index(\"k\", Long)", "index(\"s\", Text)", "index(\"t\", Text)"];
        assert_eq!(typed.texts(&graph), expected, "each once, and none of a key without a type");
        assert!(Declarations::default().texts(&graph).is_empty());
    }
}
