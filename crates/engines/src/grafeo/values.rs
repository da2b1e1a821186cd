//! grafeo's values as graphlance's. Nodes and relationships come as maps with reserved keys.

use std::collections::BTreeMap;
use std::sync::Arc;

use grafeo_common::types::{PropertyKey, Value as Theirs};
use graphlance_graph::value::TemporalKind;
use graphlance_graph::{Name, Node, NodeKey, Path, Properties, Relationship, RelationshipKey, Value};
use thiserror::Error;

use crate::temporal::temporal;

/// A value that Cypher does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a value that Cypher does not have: {0}")]
pub struct Unreadable(String);

type Entries = BTreeMap<PropertyKey, Theirs>;

/// A value of a result.
pub fn value(theirs: &Theirs) -> Result<Value, Unreadable> {
    Ok(match theirs {
        Theirs::Null => Value::Null,
        Theirs::Bool(boolean) => Value::Boolean(*boolean),
        Theirs::Int64(integer) => Value::Integer(*integer),
        Theirs::Float64(float) => Value::Float(*float),
        Theirs::String(text) => Value::string(text.as_str()),
        Theirs::List(items) => Value::list(items.iter().map(value).collect::<Result<_, _>>()?),
        Theirs::Vector(items) => Value::list(items.iter().map(|item| Value::Float(f64::from(*item))).collect()),
        Theirs::Map(entries) => element(entries)?,
        Theirs::Path { nodes, edges } => Value::Path(Arc::new(path(nodes, edges)?)),
        Theirs::Date(date) => temporal(TemporalKind::Date, &date.to_string()),
        Theirs::Time(time) => {
            let text = time.to_string();
            let zoned = text.ends_with('Z') || text.contains(['+', '-']);
            temporal(if zoned { TemporalKind::Time } else { TemporalKind::LocalTime }, &text)
        }
        Theirs::Timestamp(time) => temporal(TemporalKind::LocalDateTime, time.to_string().trim_end_matches('Z')),
        Theirs::ZonedDatetime(time) => temporal(TemporalKind::DateTime, &time.to_string()),
        Theirs::Duration(duration) => temporal(TemporalKind::Duration, &duration.to_string()),
        other => return Err(Unreadable(format!("{other:?}"))),
    })
}

/// The properties of an element, without those that are null.
pub fn properties<'a>(entries: impl Iterator<Item = (&'a PropertyKey, &'a Theirs)>) -> Result<Properties, Unreadable> {
    entries
        .filter(|(_, theirs)| !matches!(theirs, Theirs::Null))
        .map(|(key, theirs)| Ok((Name::from(key.as_str()), value(theirs)?)))
        .collect()
}

/// A map, or the element that it stands for.
fn element(entries: &Entries) -> Result<Value, Unreadable> {
    let id = |name: &str| match entries.get(&PropertyKey::new(name)) {
        Some(Theirs::Int64(id)) => u32::try_from(*id).ok(),
        _ => None,
    };
    let rest = || properties(entries.iter().filter(|(key, _)| !RESERVED.contains(&key.as_str())));
    let labels = entries.get(&PropertyKey::new("_labels"));
    if let (Some(key), Some(Theirs::List(labels))) = (id("_id"), labels) {
        let name = |label: &Theirs| match label {
            Theirs::String(name) => Ok(Name::from(name.as_str())),
            other => Err(Unreadable(format!("a label {other:?}"))),
        };
        let labels = labels.iter().map(name).collect::<Result<_, _>>()?;
        return Ok(Value::Node(Arc::new(Node { key: NodeKey(key), labels, properties: rest()? })));
    }
    let kind = entries.get(&PropertyKey::new("_type"));
    if let (Some(key), Some(Theirs::String(kind)), Some(start), Some(end)) =
        (id("_id"), kind, id("_source"), id("_target"))
    {
        return Ok(Value::Relationship(Arc::new(Relationship {
            key: RelationshipKey(key),
            start: NodeKey(start),
            end: NodeKey(end),
            kind: Name::from(kind.as_str()),
            properties: rest()?,
        })));
    }
    let entry = |(key, theirs): (&PropertyKey, &Theirs)| Ok((Name::from(key.as_str()), value(theirs)?));
    Ok(Value::map(entries.iter().map(entry).collect::<Result<_, _>>()?))
}

/// Keys of the maps that stand for elements.
const RESERVED: [&str; 5] = ["_id", "_labels", "_type", "_source", "_target"];

fn path(nodes: &[Theirs], edges: &[Theirs]) -> Result<Path, Unreadable> {
    let mut path = Path { nodes: Vec::new(), relationships: Vec::new() };
    for node in nodes {
        match value(node)? {
            Value::Node(node) => path.nodes.push(node),
            other => return Err(Unreadable(format!("a path over {other:?}"))),
        }
    }
    for edge in edges {
        match value(edge)? {
            Value::Relationship(relationship) => path.relationships.push(relationship),
            other => return Err(Unreadable(format!("a path along {other:?}"))),
        }
    }
    Ok(path)
}
