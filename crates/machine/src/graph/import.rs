//! The graph of a case as the property graph of a traversal.

use graphlance_gremlin::scalar::DateTime;
use graphlance_gremlin::token::Cardinality;
use graphlance_gremlin::{Name, Scalar, cell};
use rustc_hash::FxHashMap;

use super::{Identities, PropertyGraph, WriteError};
use crate::value::{Entries, Owner, Value};

/// The label of a vertex that was given none.
pub const DEFAULT_LABEL: &str = "vertex";

/// Which identities the elements of a case have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Their keys, by which a client finds them.
    Keys,
    /// Numbers from 0 on, in the order of the keys, each kind of element by itself.
    Counted,
    /// Numbers of the engine's, in the order of the keys.
    Shifted,
    /// Texts of the engine's, in the opposite order.
    Turned,
    /// Their keys; the identities of what statements made come behind these, in the order in which it was made.
    MadeBehind,
    /// The same, and they come in front.
    MadeInFront,
    /// The same, in front and in the opposite order.
    MadeTurned,
}

/// So far from keys are identities of what statements made.
const APART: i64 = 1 << 40;

impl Numbering {
    /// The identity of a key, in front of which so many others are; `first` is the first key of an element that statements made.
    fn of(self, kind: &str, (key, place): (u32, usize), first: u32) -> Scalar {
        let apart = |by: i64| i64::from(key) + if key >= first { by } else { 0 };
        match self {
            Numbering::Keys => Scalar::Long(i64::from(key)),
            Numbering::Counted => Scalar::Long(i64::try_from(place).unwrap_or(i64::MAX)),
            Numbering::MadeBehind => Scalar::Long(apart(APART)),
            Numbering::MadeInFront => Scalar::Long(apart(-APART)),
            Numbering::MadeTurned if key >= first => Scalar::Long(-APART - i64::from(key)),
            Numbering::MadeTurned => Scalar::Long(i64::from(key)),
            Numbering::Shifted => Scalar::Long(i64::from(key) + 1_000_000_007),
            Numbering::Turned => Scalar::string(format!("#{kind}{:010}", u32::MAX - key)),
        }
    }

    fn identities(self) -> Identities {
        match self {
            Numbering::Shifted | Numbering::Turned => Identities::Any,
            _ => Identities::Longs,
        }
    }
}

impl PropertyGraph {
    /// The graph of a case. Nodes and relationships have their keys as identities; a node with several labels has the first of
    /// them by name. None where a value has no counterpart in Gremlin, such as a point.
    pub fn of(graph: &graphlance_graph::Graph) -> Result<Option<PropertyGraph>, WriteError> {
        Ok(PropertyGraph::numbered(graph, Numbering::Keys)?
            .map(|made| PropertyGraph { identities: Identities::Any, ..made }))
    }

    /// The same with identities of another sort.
    pub fn numbered(
        graph: &graphlance_graph::Graph,
        numbering: Numbering,
    ) -> Result<Option<PropertyGraph>, WriteError> {
        let mut made = PropertyGraph { identities: numbering.identities(), ..PropertyGraph::new() };
        let mut keys = FxHashMap::default();
        let first = graph.made_by_statements().map(|made| [made.first_node, made.first_relationship]);
        let [first_node, first_edge] = first.unwrap_or([u32::MAX; 2]);
        for (place, node) in graph.nodes().enumerate() {
            let label = node.labels.first().cloned().unwrap_or_else(|| DEFAULT_LABEL.into());
            let vertex = made.add_vertex(Some(numbering.of("v", (node.key.0, place), first_node)), label)?;
            keys.insert(node.key, vertex);
            for (key, value) in &node.properties {
                let Some(all) = several(value) else { return Ok(None) };
                for (value, own) in all {
                    let property = made.set_vertex_property(vertex, None, Cardinality::List, key, value)?;
                    for (key, value) in &own {
                        made.set_property(Owner::VertexProperty(property), key, value.clone())?;
                    }
                }
            }
        }
        for (place, relationship) in graph.relationships().enumerate() {
            let (Some(from), Some(to)) = (keys.get(&relationship.start), keys.get(&relationship.end)) else { continue };
            let id = Some(numbering.of("e", (relationship.key.0, place), first_edge));
            let edge = made.add_edge(id, relationship.kind.clone(), *from, *to)?;
            for (key, value) in &relationship.properties {
                let Some(value) = counterpart(value) else { return Ok(None) };
                made.set_property(Owner::Edge(edge), key, value)?;
            }
        }
        Ok(Some(made))
    }
}

/// A value of a property, and the properties of that property.
type WithOwn = (Value, Vec<(Name, Value)>);

/// The values that a vertex has under a key, as [`cell::of_vertex_properties`] writes them. None where one has no counterpart.
fn several(value: &graphlance_graph::Value) -> Option<Vec<WithOwn>> {
    use graphlance_graph::Value as Case;
    match cell::untagged(value) {
        Some((cell::PROPERTIES, Case::List(all))) => {
            let one = |property: &Case| {
                let Case::Map(entries) = property else { return None };
                let own = match entries.get("properties") {
                    Some(Case::Map(own)) => {
                        own.iter().map(|(key, value)| Some((key.clone(), counterpart(value)?))).collect()
                    }
                    _ => Some(Vec::new()),
                };
                Some((counterpart(entries.get("value")?)?, own?))
            };
            all.iter().map(one).collect()
        }
        _ => Some(vec![(counterpart(value)?, Vec::new())]),
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
        Case::Map(entries) if entries.contains_key(cell::TYPE) => match cell::untagged(value)? {
            ("g:Set", Case::List(items)) => Value::set(items.iter().map(counterpart).collect::<Option<Vec<_>>>()?),
            _ => Value::Scalar(cell::scalar(value)?),
        },
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
