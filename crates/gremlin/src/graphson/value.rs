//! Values of results in GraphSON 3.
//!
//! A `g:Date` and a `g:Timestamp` are instants: they are read as dates and times without an offset. What has no type is read as
//! it is: a number as one of the narrowest type of 32 or 64 bits, or as a double.

use std::sync::Arc;

use smol_str::SmolStr;

use super::{GraphsonError, Json, field, scalar, string_field, typed, typing};
use crate::scalar::Scalar;
use crate::token::Family;
use crate::value::{Edge, End, Path, Property, Tree, Value, Vertex, VertexProperty};
use crate::version::Version;

type Read<T> = Result<T, GraphsonError>;

/// Reads a value from its text. Errors: it is no JSON, or no GraphSON 3.
pub fn decode_text(text: &str) -> Read<Value> {
    decode(&Json::parse(text).map_err(|error| GraphsonError::new(error.to_string()))?)
}

/// Reads a value. Errors name what was expected and what was found.
pub fn decode(json: &Json) -> Read<Value> {
    let Some((name, value)) = typing(json) else { return scalar::untyped(json).map(Value::Scalar) };
    if let Some(scalar) = scalar::decoded(name, value) {
        return scalar.map(Value::Scalar);
    }
    Ok(match name {
        "g:List" => Value::List(items(value)?),
        "g:Set" => Value::Set(items(value)?),
        "g:Map" => {
            Value::Map(pairs(items(value)?).ok_or_else(|| GraphsonError::expected("a value for each key", value))?)
        }
        "g:BulkSet" => Value::BulkSet(bulks(value)?),
        "g:Vertex" => Value::Vertex(Arc::new(vertex(value)?)),
        "g:Edge" => Value::Edge(Arc::new(edge(value)?)),
        "g:VertexProperty" => Value::VertexProperty(Arc::new(vertex_property(value, None)?)),
        "g:Property" => Value::Property(Arc::new(property(value)?)),
        "g:Path" => Value::Path(Arc::new(path(value)?)),
        "g:Tree" => Value::Tree(tree(value)?),
        "g:Traverser" => Value::Traverser(long(field(value, "bulk")?)?, Box::new(decode(field(value, "value")?)?)),
        _ => match (Family::of_class(name.strip_prefix("g:").unwrap_or_default()), value) {
            (Some(family), Json::String(text)) => {
                let token = family.find(text).ok_or_else(|| GraphsonError::expected("a member of the type", json))?;
                Value::Token(token)
            }
            (Some(_), _) => return Err(GraphsonError::expected("a member of the type", json)),
            (None, _) => Value::Foreign(name.into(), value.clone()),
        },
    })
}

fn array(json: &Json) -> Read<&[Json]> {
    match json {
        Json::Array(items) => Ok(items),
        other => Err(GraphsonError::expected("an array", other)),
    }
}

fn items(json: &Json) -> Read<Vec<Value>> {
    array(json)?.iter().map(decode).collect()
}

/// Every two of some values; none where one is left over.
fn pairs(items: Vec<Value>) -> Option<Vec<(Value, Value)>> {
    let mut pairs = Vec::with_capacity(items.len() / 2);
    let mut left = items.into_iter();
    while let Some(first) = left.next() {
        pairs.push((first, left.next()?));
    }
    Some(pairs)
}

fn long(json: &Json) -> Read<i64> {
    let number = match decode(json)? {
        Value::Scalar(scalar) => scalar.as_long(),
        _ => None,
    };
    number.ok_or_else(|| GraphsonError::expected("an integer", json))
}

fn bulks(json: &Json) -> Read<Vec<(Value, i64)>> {
    let items = array(json)?;
    let pairs = items.chunks(2).map(|pair| match pair {
        [value, bulk] => Ok((decode(value)?, long(bulk)?)),
        _ => Err(GraphsonError::expected("a number for each value", json)),
    });
    pairs.collect()
}

/// The entries of an object that may be missing.
fn entries<'j>(json: &'j Json, key: &str) -> Read<&'j [(SmolStr, Json)]> {
    match json.get(key) {
        None | Some(Json::Null) => Ok(&[]),
        Some(Json::Object(entries)) => Ok(entries),
        Some(other) => Err(GraphsonError::expected(&format!("an object as `{key}`"), other)),
    }
}

fn vertex(json: &Json) -> Read<Vertex> {
    let mut properties = Vec::new();
    for (key, values) in entries(json, "properties")? {
        let Json::Array(values) = values else {
            // Some servers write the value alone.
            let (id, value) = (Scalar::Null.into(), decode(values)?);
            properties.push(VertexProperty { id, key: key.clone(), value, properties: Vec::new() });
            continue;
        };
        for value in values {
            let inner = match typing(value) {
                Some(("g:VertexProperty", inner)) => inner,
                Some(_) => return Err(GraphsonError::expected("a property of a vertex", value)),
                None => value,
            };
            properties.push(vertex_property(inner, Some(key))?);
        }
    }
    Ok(Vertex { id: decode(field(json, "id")?)?, label: string_field(json, "label")?, properties })
}

/// A property of a vertex, whose key may be written around it.
fn vertex_property(json: &Json, key: Option<&SmolStr>) -> Read<VertexProperty> {
    let key = match (json.get("label"), key) {
        (None, Some(key)) => key.clone(),
        _ => string_field(json, "label")?,
    };
    let properties = entries(json, "properties")?
        .iter()
        .map(|(key, value)| Ok(Property { key: key.clone(), value: decode(value)? }));
    Ok(VertexProperty {
        id: decode(field(json, "id")?)?,
        key,
        value: decode(field(json, "value")?)?,
        properties: properties.collect::<Read<_>>()?,
    })
}

fn property(json: &Json) -> Read<Property> {
    Ok(Property { key: string_field(json, "key")?, value: decode(field(json, "value")?)? })
}

fn edge(json: &Json) -> Read<Edge> {
    let end = |id: &str, label: &str| {
        let label = json.get(label).map(|_| string_field(json, label)).transpose()?;
        Ok(End { id: decode(field(json, id)?)?, label })
    };
    let properties = entries(json, "properties")?.iter().map(|(key, value)| match typing(value) {
        Some(("g:Property", inner)) => property(inner),
        _ => Ok(Property { key: key.clone(), value: decode(value)? }),
    });
    Ok(Edge {
        id: decode(field(json, "id")?)?,
        label: string_field(json, "label")?,
        out_vertex: end("outV", "outVLabel")?,
        in_vertex: end("inV", "inVLabel")?,
        properties: properties.collect::<Read<_>>()?,
    })
}

fn path(json: &Json) -> Read<Path> {
    let list = |key| match decode(field(json, key)?)? {
        Value::List(items) => Ok(items),
        _ => Err(GraphsonError::expected(&format!("a list as `{key}`"), json)),
    };
    let labels = list("labels")?.into_iter().map(|labels| match labels {
        Value::Set(labels) | Value::List(labels) => labels.into_iter().map(label).collect(),
        _ => Err(GraphsonError::expected("sets of labels", json)),
    });
    let (labels, objects) = (labels.collect::<Read<Vec<Vec<SmolStr>>>>()?, list("objects")?);
    if labels.len() != objects.len() {
        return Err(GraphsonError::expected("as many sets of labels as objects", json));
    }
    Ok(Path { labels, objects })
}

fn label(value: Value) -> Read<SmolStr> {
    match value {
        Value::Scalar(Scalar::String(label)) => Ok(label),
        other => Err(GraphsonError::new(format!("expected a label, found {other:?}"))),
    }
}

fn tree(json: &Json) -> Read<Tree> {
    let branches = array(json)?.iter().map(|branch| {
        let below = match typing(field(branch, "value")?) {
            Some(("g:Tree", below)) => tree(below)?,
            _ => return Err(GraphsonError::expected("a tree below a key", branch)),
        };
        Ok((decode(field(branch, "key")?)?, below))
    });
    branches.collect::<Read<_>>().map(Tree)
}

/// Writes a value as a server of a version does.
pub fn encode(value: &Value, version: Version) -> Json {
    let list = |items: &[Value]| Json::Array(items.iter().map(|item| encode(item, version)).collect());
    let number = |bulk: &i64| scalar::encoded(&Scalar::Long(*bulk), version);
    match value {
        Value::Scalar(scalar) => scalar::encoded(scalar, version),
        Value::Token(token) => typed(&format!("g:{}", token.family().class()), Json::string(token.text())),
        Value::List(items) => typed("g:List", list(items)),
        Value::Set(items) => typed("g:Set", list(items)),
        Value::BulkSet(items) => {
            let items = items.iter().flat_map(|(value, bulk)| [encode(value, version), number(bulk)]);
            typed("g:BulkSet", Json::Array(items.collect()))
        }
        Value::Map(entries) => {
            let items = entries.iter().flat_map(|(key, value)| [encode(key, version), encode(value, version)]);
            typed("g:Map", Json::Array(items.collect()))
        }
        Value::Vertex(vertex) => typed("g:Vertex", vertex_json(vertex, version)),
        Value::Edge(edge) => typed("g:Edge", edge_json(edge, version)),
        Value::VertexProperty(property) => vertex_property_json(property, version),
        Value::Property(property) => property_json(property, version),
        Value::Path(path) => {
            let set =
                |labels: &Vec<SmolStr>| typed("g:Set", Json::Array(labels.iter().cloned().map(Json::String).collect()));
            let labels = typed("g:List", Json::Array(path.labels.iter().map(set).collect()));
            let objects = typed("g:List", list(&path.objects));
            typed("g:Path", Json::Object(vec![("labels".into(), labels), ("objects".into(), objects)]))
        }
        Value::Tree(tree) => tree_json(tree, version),
        Value::Traverser(bulk, value) => {
            let entries = vec![("bulk".into(), number(bulk)), ("value".into(), encode(value, version))];
            typed("g:Traverser", Json::Object(entries))
        }
        Value::Foreign(name, value) => typed(name, value.clone()),
    }
}

fn vertex_json(vertex: &Vertex, version: Version) -> Json {
    let mut keys: Vec<(SmolStr, Json)> = Vec::new();
    for property in &vertex.properties {
        let written = vertex_property_json(property, version);
        match keys.last_mut() {
            Some((key, Json::Array(values))) if *key == property.key => values.push(written),
            _ => keys.push((property.key.clone(), Json::Array(vec![written]))),
        }
    }
    let mut entries =
        vec![("id".into(), encode(&vertex.id, version)), ("label".into(), Json::String(vertex.label.clone()))];
    entries.extend((!keys.is_empty()).then(|| ("properties".into(), Json::Object(keys))));
    Json::Object(entries)
}

fn vertex_property_json(property: &VertexProperty, version: Version) -> Json {
    let mut entries = vec![
        ("id".into(), encode(&property.id, version)),
        ("value".into(), encode(&property.value, version)),
        ("label".into(), Json::String(property.key.clone())),
    ];
    let inner = property.properties.iter().map(|it| (it.key.clone(), encode(&it.value, version)));
    let inner: Vec<(SmolStr, Json)> = inner.collect();
    entries.extend((!inner.is_empty()).then(|| ("properties".into(), Json::Object(inner))));
    typed("g:VertexProperty", Json::Object(entries))
}

fn property_json(property: &Property, version: Version) -> Json {
    let entries =
        vec![("key".into(), Json::String(property.key.clone())), ("value".into(), encode(&property.value, version))];
    typed("g:Property", Json::Object(entries))
}

fn edge_json(edge: &Edge, version: Version) -> Json {
    let mut entries =
        vec![("id".into(), encode(&edge.id, version)), ("label".into(), Json::String(edge.label.clone()))];
    for (end, id, label) in [(&edge.in_vertex, "inV", "inVLabel"), (&edge.out_vertex, "outV", "outVLabel")] {
        entries.push((id.into(), encode(&end.id, version)));
        entries.extend(end.label.clone().map(|text| (label.into(), Json::String(text))));
    }
    let inner = edge.properties.iter().map(|it| (it.key.clone(), property_json(it, version)));
    let inner: Vec<(SmolStr, Json)> = inner.collect();
    entries.extend((!inner.is_empty()).then(|| ("properties".into(), Json::Object(inner))));
    Json::Object(entries)
}

fn tree_json(tree: &Tree, version: Version) -> Json {
    let branches = tree.0.iter().map(|(key, below)| {
        Json::Object(vec![("key".into(), encode(key, version)), ("value".into(), tree_json(below, version))])
    });
    typed("g:Tree", Json::Array(branches.collect()))
}

#[cfg(test)]
mod tests;
