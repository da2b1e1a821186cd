//! Functions of nodes, relationships, paths, maps and points.

use std::sync::Arc;

use graphlance_cypher::dialect::DeletedAccess;
use graphlance_graph::{Node, NodeKey, Properties, Relationship, Value};

use super::{Context, bodies};
use crate::operators::wrong_type;
use crate::{ErrorKind, Failure};

bodies! {
    StartNode: start_node,
    EndNode: end_node,
    Type: kind,
    Labels: labels,
    Keys: keys,
    Properties: properties,
    Length: length,
    Nodes: nodes,
    Relationships: relationships,
    Rels: relationships,
    Id: id,
    ElementId: element_id,
}

pub(crate) fn deleted() -> Failure {
    Failure::runtime(ErrorKind::EntityNotFound, "DeletedEntityAccess", "the element was deleted")
}

impl Context<'_> {
    /// The node as it is now. Errors when a clause before deleted it.
    pub(crate) fn current_node<'n>(&'n self, node: &'n Arc<Node>) -> Result<&'n Arc<Node>, Failure> {
        if self.writing { self.graph.node(node.key).ok_or_else(deleted) } else { Ok(node) }
    }

    /// The relationship as it is now. Errors when a clause before deleted it.
    pub(crate) fn current_relationship<'r>(
        &'r self,
        relationship: &'r Arc<Relationship>,
    ) -> Result<&'r Arc<Relationship>, Failure> {
        if self.writing { self.graph.relationship(relationship.key).ok_or_else(deleted) } else { Ok(relationship) }
    }

    /// Notes that a property of a value is read, or all of them.
    fn note_read(&self, subject: &Value, key: Option<&str>) {
        if let Some(conflicts) = self.conflicts {
            conflicts.note_read(subject, key);
        }
    }
}

/// `subject.key`. Errors: [`Failure::Raised`] for a subject without properties or a deleted one.
pub(crate) fn property(subject: &Value, key: &str, context: Context<'_>) -> Result<Value, Failure> {
    context.note_read(subject, Some(key));
    let or_null = |properties: Result<&Properties, Failure>| match properties {
        Ok(properties) => Ok(properties.get(key).cloned()),
        Err(_) if context.options.deviations.deleted_access == DeletedAccess::Null => Ok(None),
        Err(failure) => Err(failure),
    };
    let found = match subject {
        Value::Null => None,
        Value::Node(node) => or_null(context.current_node(node).map(|node| &node.properties))?,
        Value::Relationship(r) => or_null(context.current_relationship(r).map(|r| &r.properties))?,
        Value::Map(entries) => entries.get(key).cloned(),
        Value::Temporal(temporal) => Some(crate::temporal::component(temporal, key, context.options.open)?),
        Value::Point(point) => Some(super::points::coordinate(point, key)?),
        other => return Err(wrong_type("a map, node or relationship", other)),
    };
    Ok(found.unwrap_or(Value::Null))
}

macro_rules! one {
    ($arguments:ident) => {
        match $arguments.first() {
            None | Some(Value::Null) => return Ok(Value::Null),
            Some(value) => value,
        }
    };
}

fn id(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    let key = key(one!(arguments))?;
    if context.options.open == crate::OpenAnswers::Refuse {
        return Err(Failure::Unspecified("id() gives any number".into()));
    }
    Ok(Value::Integer(i64::from(key)))
}

fn element_id(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    let key = key(one!(arguments))?;
    if context.options.open == crate::OpenAnswers::Refuse {
        return Err(Failure::Unspecified("elementId() gives any text".into()));
    }
    Ok(Value::string(key.to_string()))
}

fn key(value: &Value) -> Result<u32, Failure> {
    match value {
        Value::Node(node) => Ok(node.key.0),
        Value::Relationship(relationship) => Ok(relationship.key.0),
        other => Err(wrong_type("a node or a relationship", other)),
    }
}

fn kind(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    match one!(arguments) {
        // A deleted relationship still has its type.
        Value::Relationship(relationship) => Ok(Value::String(relationship.kind.clone())),
        other => Err(Failure::argument_value(format!("type() does not take a {}", other.type_name()))),
    }
}

fn labels(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    match one!(arguments) {
        Value::Node(node) => {
            let labels = &context.current_node(node)?.labels;
            note_unordered(labels.len(), context);
            Ok(Value::list(labels.iter().map(|label| Value::String(label.clone())).collect()))
        }
        other => Err(Failure::argument_value(format!("labels() does not take a {}", other.type_name()))),
    }
}

fn start_node(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    end_point(one!(arguments), context, |relationship| relationship.start)
}

fn end_node(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    end_point(one!(arguments), context, |relationship| relationship.end)
}

fn end_point(value: &Value, context: Context<'_>, of: fn(&Relationship) -> NodeKey) -> Result<Value, Failure> {
    match value {
        Value::Relationship(relationship) => {
            let relationship = context.current_relationship(relationship)?;
            context.graph.node(of(relationship)).map(|node| Value::Node(node.clone())).ok_or_else(deleted)
        }
        other => Err(wrong_type("a relationship", other)),
    }
}

fn properties(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    let value = one!(arguments);
    Ok(match value {
        Value::Map(_) => value.clone(),
        _ => Value::map(entries(value, context)?.clone()),
    })
}

/// The properties of an element or the entries of a map.
pub(crate) fn entries<'v>(value: &'v Value, context: Context<'v>) -> Result<&'v Properties, Failure> {
    context.note_read(value, None);
    match value {
        Value::Map(entries) => Ok(entries),
        Value::Node(node) if context.writing => {
            context.graph.node(node.key).map(|node| &node.properties).ok_or_else(deleted)
        }
        Value::Relationship(r) if context.writing => {
            context.graph.relationship(r.key).map(|r| &r.properties).ok_or_else(deleted)
        }
        Value::Node(node) => Ok(&node.properties),
        Value::Relationship(relationship) => Ok(&relationship.properties),
        other => Err(wrong_type("a map, node or relationship", other)),
    }
}

fn note_unordered(length: usize, context: Context<'_>) {
    if let (2.., Some(unordered)) = (length, context.unordered) {
        unordered.set(true);
    }
}

fn keys(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    let entries = entries(one!(arguments), context)?;
    note_unordered(entries.len(), context);
    Ok(Value::list(entries.keys().map(|key| Value::String(key.clone())).collect()))
}

fn nodes(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    match one!(arguments) {
        Value::Path(path) => Ok(Value::list(path.nodes.iter().cloned().map(Value::Node).collect())),
        other => Err(wrong_type("a path", other)),
    }
}

fn relationships(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    match one!(arguments) {
        Value::Path(path) => Ok(Value::list(path.relationships.iter().cloned().map(Value::Relationship).collect())),
        other => Err(wrong_type("a path", other)),
    }
}

fn length(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    match one!(arguments) {
        Value::Path(path) => Ok(Value::Integer(path.relationships.len() as i64)),
        other => Err(wrong_type("a path", other)),
    }
}
