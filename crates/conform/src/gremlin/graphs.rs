//! The graphs of the feature suite, from GraphSON 3: a vertex on each line, with the edges that leave it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use graphlance_gremlin::token::Cardinality;
use graphlance_gremlin::{Name, Scalar};
use graphlance_machine::value::{Owner, VertexKey};
use graphlance_machine::{Identities, PropertyGraph, Value};
use serde_json::Value as Json;

/// The graphs that were read.
pub(super) struct Graphs {
    folder: PathBuf,
    read: HashMap<String, PropertyGraph>,
}

impl Graphs {
    /// Graphs in the folder of a suite.
    pub fn new(folder: &Path) -> Graphs {
        Graphs { folder: folder.join("graphs/gremlin"), read: HashMap::new() }
    }

    /// The graph of a name.
    pub fn named(&mut self, name: &str) -> Result<PropertyGraph, String> {
        if name == "empty" {
            return Ok(PropertyGraph::new());
        }
        if let Some(graph) = self.read.get(name) {
            return Ok(graph.clone());
        }
        let file = match name {
            "grateful" => "grateful-dead-v3.json".to_owned(),
            other => format!("tinkerpop-{other}-v3.json"),
        };
        let path = self.folder.join(file);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let graph = graph(&text).map_err(|why| format!("{}: {why}", path.display()))?;
        self.read.insert(name.to_owned(), graph.clone());
        Ok(graph)
    }
}

fn graph(text: &str) -> Result<PropertyGraph, String> {
    let mut graph = PropertyGraph::new();
    graph.identities = Identities::Integers;
    let lines: Vec<Json> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).map_err(|error| error.to_string()))
        .collect::<Result<_, _>>()?;
    let mut keys: HashMap<String, VertexKey> = HashMap::new();
    for line in &lines {
        let vertex =
            graph.add_vertex(Some(scalar(&line["id"])?), label(&line["label"])).map_err(|error| error.to_string())?;
        keys.insert(line["id"].to_string(), vertex);
        for (key, values) in members(&line["properties"]) {
            for value in values.as_array().into_iter().flatten() {
                let id = Some(scalar(&value["id"])?);
                let property = graph
                    .set_vertex_property(
                        vertex,
                        id,
                        Cardinality::List,
                        &key.into(),
                        Value::Scalar(scalar(&value["value"])?),
                    )
                    .map_err(|error| error.to_string())?;
                for (key, meta) in members(&value["properties"]) {
                    set(&mut graph, Owner::VertexProperty(property), key, meta)?;
                }
            }
        }
    }
    for line in &lines {
        let from = keys[&line["id"].to_string()];
        for (label, edges) in members(&line["outE"]) {
            for edge in edges.as_array().into_iter().flatten() {
                let to = *keys.get(&edge["inV"].to_string()).ok_or("an edge without its head")?;
                let key = graph.add_edge(Some(scalar(&edge["id"])?), label.into(), from, to);
                let key = key.map_err(|error| error.to_string())?;
                for (name, value) in members(&edge["properties"]) {
                    set(&mut graph, Owner::Edge(key), name, value)?;
                }
            }
        }
    }
    Ok(graph)
}

fn set(graph: &mut PropertyGraph, owner: Owner, key: &str, value: &Json) -> Result<(), String> {
    graph.set_property(owner, &key.into(), Value::Scalar(scalar(value)?)).map_err(|error| error.to_string())
}

fn members(json: &Json) -> impl Iterator<Item = (&str, &Json)> {
    json.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn label(json: &Json) -> Name {
    json.as_str().unwrap_or("vertex").into()
}

fn scalar(json: &Json) -> Result<Scalar, String> {
    let value = &json["@value"];
    let wrong = || format!("{json} is no scalar");
    match json["@type"].as_str() {
        None => match json {
            Json::String(text) => Ok(Scalar::string(text.as_str())),
            Json::Bool(value) => Ok(Scalar::Boolean(*value)),
            _ => Err(wrong()),
        },
        Some("g:Int32") => value.as_i64().and_then(|it| i32::try_from(it).ok()).map(Scalar::Integer).ok_or_else(wrong),
        Some("g:Int64") => value.as_i64().map(Scalar::Long).ok_or_else(wrong),
        Some("g:Double") => value.as_f64().map(Scalar::Double).ok_or_else(wrong),
        Some("g:Float") => value.as_f64().map(|it| Scalar::Float(it as f32)).ok_or_else(wrong),
        Some(other) => Err(format!("{other} is not read")),
    }
}
