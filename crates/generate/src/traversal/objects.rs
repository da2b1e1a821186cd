//! What there is between two steps.

use graphlance_gremlin::Scalar;
use graphlance_machine::Value;

/// What objects are, as far as the choice of a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Vertex,
    Edge,
    VertexProperty,
    Property,
    Number,
    Text,
    Boolean,
    Date,
    /// Another scalar: null, an identifier.
    Scalar,
    List,
    Set,
    Map,
    Entry,
    Path,
    /// A tree, a part of the graph, a token.
    Other,
    /// Objects of several classes.
    Mixed,
    /// No object.
    Empty,
}

/// The class of one object.
pub(super) fn class_of(value: &Value) -> Class {
    match value {
        Value::Vertex(_) => Class::Vertex,
        Value::Edge(_) => Class::Edge,
        Value::VertexProperty(_) => Class::VertexProperty,
        Value::Property(_) => Class::Property,
        Value::Scalar(Scalar::String(_)) => Class::Text,
        Value::Scalar(Scalar::Boolean(_)) => Class::Boolean,
        Value::Scalar(Scalar::DateTime(_)) => Class::Date,
        Value::Scalar(scalar) if scalar.is_number() => Class::Number,
        Value::Scalar(_) => Class::Scalar,
        Value::List(_) | Value::Bag(_) => Class::List,
        Value::Set(_) => Class::Set,
        Value::Map(mapping) if mapping.tree => Class::Other,
        Value::Map(_) => Class::Map,
        Value::Entry(_) => Class::Entry,
        Value::Path(_) => Class::Path,
        Value::Token(_) | Value::WithCardinality(..) | Value::Subgraph(_) => Class::Other,
    }
}

/// What all of some objects are.
pub(super) fn class_of_all<'v>(values: impl IntoIterator<Item = &'v Value>) -> Class {
    let mut classes = values.into_iter().map(class_of);
    let Some(first) = classes.next() else { return Class::Empty };
    if classes.all(|class| class == first) { first } else { Class::Mixed }
}

/// What is in collections and maps, all of them together; of a map its values.
pub(super) fn inner(values: &[Value]) -> Vec<Value> {
    let of = |value: &Value| match value {
        Value::Map(mapping) => mapping.entries.values().cloned().collect(),
        Value::Path(path) => path.objects.clone(),
        other => other.collection().unwrap_or_default(),
    };
    values.iter().flat_map(of).take(200).collect()
}
