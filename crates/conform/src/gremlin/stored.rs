//! A graph as an engine has it: its elements by their identities, and what comes out of traversals on it.

use std::collections::HashMap;

use graphlance_gremlin::graphson::{Json, decode};
use graphlance_gremlin::token::Cardinality;
use graphlance_gremlin::value::{self as result, Value as Result_};
use graphlance_gremlin::{Name, Scalar};
use graphlance_machine::value::{EdgeKey, Entries, Owner, Property, Subgraph, VertexKey, VertexPropertyKey};
use graphlance_machine::{PropertyGraph, Value};

/// The type that a server gives a part of a graph.
const SUBGRAPH: &str = "tinker:graph";

/// A graph with the identities of an engine.
#[derive(Debug, Default)]
pub(super) struct Stored {
    /// The graph.
    pub graph: PropertyGraph,
    vertices: HashMap<Scalar, VertexKey>,
    edges: HashMap<Scalar, EdgeKey>,
    properties: HashMap<Scalar, VertexPropertyKey>,
}

impl Stored {
    /// The graph of all vertices and all edges. Errors: something is no element, comes twice, or hangs in the air.
    pub fn of(vertices: &[Result_], edges: &[Result_]) -> Result<Stored, String> {
        let mut stored = Stored::default();
        for vertex in vertices {
            let Result_::Vertex(vertex) = vertex else { return Err(format!("{vertex:?} is no vertex")) };
            stored.vertex(vertex).map_err(|why| format!("the vertex {}: {why}", shown(&vertex.id)))?;
        }
        for edge in edges {
            let Result_::Edge(edge) = edge else { return Err(format!("{edge:?} is no edge")) };
            stored.edge(edge).map_err(|why| format!("the edge {}: {why}", shown(&edge.id)))?;
        }
        Ok(stored)
    }

    fn vertex(&mut self, vertex: &result::Vertex) -> Result<(), String> {
        let id = identity(&vertex.id);
        let key = self.graph.add_vertex(Some(id.clone()), vertex.label.clone()).map_err(|error| error.to_string())?;
        self.vertices.insert(normal(&id), key);
        for property in &vertex.properties {
            let id = identity(&property.id);
            // Engines may give properties no identities of their own.
            let own = (!self.properties.contains_key(&normal(&id)) && id != Scalar::Null).then_some(id.clone());
            let value = self.value(&property.value);
            let place = self.graph.set_vertex_property(key, own, Cardinality::List, &property.key, value);
            let place = place.map_err(|error| error.to_string())?;
            self.properties.entry(normal(&id)).or_insert(place);
            self.own(Owner::VertexProperty(place), &property.properties)?;
        }
        Ok(())
    }

    fn edge(&mut self, edge: &result::Edge) -> Result<(), String> {
        let id = identity(&edge.id);
        let end = |end: &result::End| {
            let found = self.vertices.get(&normal(&identity(&end.id))).copied();
            found.ok_or_else(|| format!("it ends at {}, which is no vertex", shown(&end.id)))
        };
        let (from, to) = (end(&edge.out_vertex)?, end(&edge.in_vertex)?);
        let key = self.graph.add_edge(Some(id.clone()), edge.label.clone(), from, to);
        let key = key.map_err(|error| error.to_string())?;
        self.edges.insert(normal(&id), key);
        self.own(Owner::Edge(key), &edge.properties)
    }

    fn own(&mut self, owner: Owner, properties: &[result::Property]) -> Result<(), String> {
        for property in properties {
            let value = self.value(&property.value);
            self.graph.set_property(owner, &property.key, value).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// A result as a value of this graph. An element that is not in it is a text that says so, which no scenario demands.
    pub fn value(&self, value: &Result_) -> Value {
        let all = |values: &[Result_]| values.iter().map(|value| self.value(value)).collect::<Vec<_>>();
        match value {
            Result_::Scalar(scalar) => Value::Scalar(scalar.clone()),
            Result_::Token(token) => Value::Token(*token),
            Result_::List(items) => Value::list(all(items)),
            Result_::Set(items) => Value::set(all(items)),
            Result_::BulkSet(items) => {
                Value::bag(items.iter().flat_map(|(item, bulk)| self.times(item, *bulk)).collect())
            }
            Result_::Map(entries) => {
                let entry = |(key, value): &(Result_, Result_)| (self.value(key), self.value(value));
                Value::map(entries.iter().map(entry).collect::<Entries>())
            }
            Result_::Vertex(vertex) => self.found(&self.vertices, &vertex.id, Value::Vertex, "vertex"),
            Result_::Edge(edge) => self.found(&self.edges, &edge.id, Value::Edge, "edge"),
            Result_::VertexProperty(property) => self.vertex_property(property),
            Result_::Property(property) => {
                let (key, value) = (property.key.clone(), self.value(&property.value));
                // Whose it is, the server does not tell, and equality does not ask.
                Value::Property(Property { owner: Owner::Edge(EdgeKey(0)), key, value }.into())
            }
            Result_::Path(path) => Value::path(all(&path.objects), path.labels.clone()),
            Result_::Tree(tree) => self.tree(tree),
            Result_::Traverser(_, value) => self.value(value),
            Result_::Foreign(name, json) if name == SUBGRAPH => self.subgraph(json),
            Result_::Foreign(..) => Value::Scalar(identity(value)),
        }
    }

    fn times(&self, item: &Result_, bulk: i64) -> impl Iterator<Item = Value> {
        std::iter::repeat_n(self.value(item), usize::try_from(bulk).unwrap_or(0))
    }

    fn tree(&self, tree: &result::Tree) -> Value {
        Value::tree(tree.0.iter().map(|(key, below)| (self.value(key), self.tree(below))).collect())
    }

    fn found<K: Copy>(&self, among: &HashMap<Scalar, K>, id: &Result_, made: impl Fn(K) -> Value, what: &str) -> Value {
        let known = among.get(&normal(&identity(id))).copied();
        known.map_or_else(|| Value::string(format!("a {what} that is not in the graph: {}", shown(id))), made)
    }

    /// By its identity; where that is of no property with this key and value, by these.
    fn vertex_property(&self, property: &result::VertexProperty) -> Value {
        let value = self.value(&property.value);
        let is_it = |place: &VertexPropertyKey| {
            let own = self.graph.vertex_property(*place);
            own.key == property.key && own.value == value
        };
        let by_id = self.properties.get(&normal(&identity(&property.id))).copied().filter(&is_it);
        let all = || self.graph.vertices().flat_map(|vertex| self.graph.vertex(vertex).properties.iter().copied());
        match by_id.or_else(|| all().find(is_it)) {
            Some(place) => Value::VertexProperty(place),
            None => Value::string(format!("a property that is not in the graph: {}", property.key)),
        }
    }

    /// Its elements; where it is none, the text of it.
    fn subgraph(&self, json: &Json) -> Value {
        let elements = |key: &str| match json.get(key) {
            Some(Json::Array(items)) => items.iter().map(|item| decode(item).ok()).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        let part = || {
            let mut part = Subgraph::default();
            for element in elements("vertices")?.iter().chain(&elements("edges")?) {
                match self.value(element) {
                    Value::Vertex(key) => part.vertices.push(key),
                    Value::Edge(key) => part.edges.push(key),
                    _ => return None,
                }
            }
            Some(Value::Subgraph(part.into()))
        };
        part().unwrap_or_else(|| Value::string(json.to_string()))
    }
}

/// An identity as a scalar: one of a type of the engine's is its text.
fn identity(id: &Result_) -> Scalar {
    match id {
        Result_::Scalar(scalar) => scalar.clone(),
        Result_::Foreign(_, json) => Scalar::string(inner(json)),
        other => Scalar::string(format!("{other:?}")),
    }
}

/// The text of what one engine alone has: that of its only string, else all of it.
fn inner(json: &Json) -> Name {
    match json {
        Json::String(text) => text.clone(),
        Json::Object(entries) if entries.len() == 1 => inner(&entries[0].1),
        other => other.to_string().into(),
    }
}

/// As what an identity is looked up: integers of every width are one.
fn normal(id: &Scalar) -> Scalar {
    id.as_long().map_or_else(|| id.clone(), Scalar::Long)
}

fn shown(id: &Result_) -> String {
    graphlance_machine::value::text::scalar(&identity(id))
}

#[cfg(test)]
mod tests {
    use graphlance_gremlin::graphson::decode_text;
    use graphlance_machine::value::text::text;

    use super::*;

    const VERTICES: [&str; 2] = [
        r#"{"@type":"g:Vertex","@value":{"id":{"@type":"g:Int64","@value":7},"label":"A","properties":{"k":[{"@type":"g:VertexProperty","@value":{"id":null,"value":"x","label":"k"}},{"@type":"g:VertexProperty","@value":{"id":null,"value":"y","label":"k"}}]}}}"#,
        r#"{"@type":"g:Vertex","@value":{"id":{"@type":"x:Id","@value":{"relationId":"v-8"}},"label":"B"}}"#,
    ];
    const EDGE: &str = r#"{"@type":"g:Edge","@value":{"id":{"@type":"x:Id","@value":{"relationId":"e-1"}},"label":"T","inV":{"@type":"x:Id","@value":{"relationId":"v-8"}},"outV":{"@type":"g:Int32","@value":7}}}"#;

    fn read(text: &str) -> Result_ {
        decode_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn stored() -> Stored {
        Stored::of(&VERTICES.map(read), &[read(EDGE)]).unwrap_or_else(|error| panic!("{error}"))
    }

    #[track_caller]
    fn check(result: &str, expected: &str) {
        let stored = stored();
        assert_eq!(text(&stored.graph, &stored.value(&read(result))), expected, "{result}");
    }

    #[test]
    fn results_are_the_elements_that_have_their_identities() {
        check(r#"{"@type":"g:Vertex","@value":{"id":{"@type":"g:Int32","@value":7},"label":"A"}}"#, "v[7]");
        check(EDGE, "e[e-1][7-T->v-8]");
        check(r#"{"@type":"x:Id","@value":{"relationId":"e-1"}}"#, "e-1");
        check(r#"{"@type":"g:VertexProperty","@value":{"id":null,"value":"y","label":"k"}}"#, "vp[k->y]");
        let gone = r#"{"@type":"g:Vertex","@value":{"id":{"@type":"g:Int64","@value":9},"label":"A"}}"#;
        check(gone, "a vertex that is not in the graph: 9");
        let part = format!(r#"{{"@type":"tinker:graph","@value":{{"vertices":[{}],"edges":[{EDGE}]}}}}"#, VERTICES[1]);
        let stored = stored();
        let Value::Subgraph(part) = stored.value(&read(&part)) else { panic!("{part} is no part of a graph") };
        assert_eq!((part.vertices.len(), part.edges.len()), (1, 1));
    }

    #[test]
    fn what_is_no_graph_is_an_error_that_names_the_element() {
        let check = |vertices: &[&str], edges: &[&str], part: &str| {
            let all = |texts: &[&str]| texts.iter().map(|text| read(text)).collect::<Vec<_>>();
            let error = Stored::of(&all(vertices), &all(edges)).expect_err("it is no graph");
            assert!(error.contains(part), "{error}");
        };
        check(&[VERTICES[0], VERTICES[0]], &[], "the vertex 7");
        check(&VERTICES[..1], &[EDGE], "the edge e-1: it ends at v-8");
        check(&[EDGE], &[], "is no vertex");
    }
}
