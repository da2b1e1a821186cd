//! The graph of a case as the property graph of a traversal.

use graphlance_gremlin::Scalar;
use graphlance_gremlin::scalar::DateTime;
use graphlance_gremlin::token::Cardinality;
use rustc_hash::FxHashMap;

use super::{PropertyGraph, WriteError};
use crate::value::{Entries, Owner, Value};

/// The label of a vertex that was given none.
pub const DEFAULT_LABEL: &str = "vertex";

impl PropertyGraph {
    /// The graph of a case. Nodes and relationships have their keys as identities; a node with several labels has the first of
    /// them by name. None where a value has no counterpart in Gremlin, such as a point.
    pub fn of(graph: &graphlance_graph::Graph) -> Result<Option<PropertyGraph>, WriteError> {
        let mut made = PropertyGraph::new();
        let mut keys = FxHashMap::default();
        for node in graph.nodes() {
            let label = node.labels.first().cloned().unwrap_or_else(|| DEFAULT_LABEL.into());
            let vertex = made.add_vertex(Some(Scalar::Long(i64::from(node.key.0))), label)?;
            keys.insert(node.key, vertex);
            for (key, value) in &node.properties {
                let Some(value) = counterpart(value) else { return Ok(None) };
                made.set_vertex_property(vertex, None, Cardinality::Single, key, value)?;
            }
        }
        for relationship in graph.relationships() {
            let (Some(from), Some(to)) = (keys.get(&relationship.start), keys.get(&relationship.end)) else { continue };
            let id = Some(Scalar::Long(i64::from(relationship.key.0)));
            let edge = made.add_edge(id, relationship.kind.clone(), *from, *to)?;
            for (key, value) in &relationship.properties {
                let Some(value) = counterpart(value) else { return Ok(None) };
                made.set_property(Owner::Edge(edge), key, value)?;
            }
        }
        Ok(Some(made))
    }
}

/// What a value of a case is in Gremlin.
pub fn counterpart(value: &graphlance_graph::Value) -> Option<Value> {
    use graphlance_graph::Value as Case;
    Some(match value {
        Case::Null => Value::NULL,
        Case::Boolean(value) => Value::from(*value),
        Case::Integer(value) => Value::long(*value),
        Case::Float(value) => Value::Scalar(Scalar::Double(*value)),
        Case::String(text) => Value::string(text.clone()),
        Case::List(items) => Value::list(items.iter().map(counterpart).collect::<Option<_>>()?),
        Case::Map(entries) => {
            let one = |(key, value): (&graphlance_graph::Name, &Case)| {
                Some((Value::string(key.clone()), counterpart(value)?))
            };
            Value::map(entries.iter().map(one).collect::<Option<Entries>>()?)
        }
        Case::Temporal(temporal) => Value::Scalar(Scalar::DateTime(temporal.text.parse::<DateTime>().ok()?)),
        Case::Node(_) | Case::Relationship(_) | Case::Path(_) | Case::Point(_) => return None,
    })
}
