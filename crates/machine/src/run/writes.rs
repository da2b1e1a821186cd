//! Steps that change the graph.

use graphlance_gremlin::token::{Cardinality, T, Token};
use graphlance_gremlin::{Name, Scalar};
use rustc_hash::FxHashMap;

use super::traverser::Traverser;
use super::{Halt, Machine, Run};
use crate::failure::{ErrorKind, Failure, raise, wrong_type};
use crate::graph::{PropertyGraph, WriteError};
use crate::program::{End, Making, Setting};
use crate::value::{Owner, Value, VertexKey};

impl From<WriteError> for Halt {
    fn from(error: WriteError) -> Halt {
        raise(ErrorKind::Argument, error.to_string()).into()
    }
}

/// What a new element has.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub id: Option<Scalar>,
    pub label: Option<Name>,
    pub properties: Vec<(Option<Cardinality>, Name, Value)>,
}

impl Parts {
    /// Adds what stands under a key.
    pub fn add(&mut self, cardinality: Option<Cardinality>, key: &Value, value: Value) -> Run<()> {
        match key {
            Value::Token(Token::T(T::Id)) => self.id = value.as_scalar().cloned(),
            Value::Token(Token::T(T::Label)) => self.label = Some(label_of(&value)?),
            other => {
                let (cardinality, value) = match value {
                    Value::WithCardinality(own, value) => (Some(own), (*value).clone()),
                    value => (cardinality, value),
                };
                self.properties.push((cardinality, key_of(other)?, value));
            }
        }
        Ok(())
    }
}

/// The types of the keys that a graph has values of.
pub(super) fn key_types(graph: &PropertyGraph) -> FxHashMap<Name, &'static str> {
    let elements = graph.vertices().map(Value::Vertex).chain(graph.edges().map(Value::Edge));
    let properties = elements.flat_map(|element| graph.properties(&element));
    properties.map(|(key, value, _)| (key, type_of(&value))).collect()
}

/// What the schema of a key calls values of a kind: integers are of one type, however wide.
fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Scalar(scalar) if scalar.is_integer() => "integer",
        Value::Scalar(scalar) if scalar.is_number() => "number",
        other => other.type_name(),
    }
}

/// The label that a value is.
pub(super) fn label_of(value: &Value) -> Run<Name> {
    match value {
        Value::Scalar(Scalar::String(label)) if !label.is_empty() && !label.starts_with('~') => Ok(label.clone()),
        other => {
            Err(raise(ErrorKind::Argument, format!("a {} is no label, or not this one", other.type_name())).into())
        }
    }
}

/// The key of a property that a value is.
pub(super) fn key_of(value: &Value) -> Run<Name> {
    match value {
        Value::Scalar(Scalar::String(key)) if !key.is_empty() && !key.starts_with('~') => Ok(key.clone()),
        other => Err(raise(ErrorKind::Argument, format!("a {} is no key, or not this one", other.type_name())).into()),
    }
}

impl Machine<'_> {
    fn parts(&mut self, making: &Making, traverser: &Traverser) -> Run<Parts> {
        let label = self.operand(&making.label, traverser)?;
        let mut parts = Parts { label: Some(label_of(&label)?), ..Parts::default() };
        for setting in &making.properties {
            let (key, value) = (self.operand(&setting.key, traverser)?, self.operand(&setting.value, traverser)?);
            parts.add(setting.cardinality, &key, value)?;
        }
        Ok(parts)
    }

    pub fn add_vertex(&mut self, making: &Making, traverser: &Traverser) -> Run<Value> {
        let parts = self.parts(making, traverser)?;
        self.new_vertex(parts)
    }

    pub fn new_vertex(&mut self, parts: Parts) -> Run<Value> {
        let label = parts.label.unwrap_or_else(|| crate::graph::import::DEFAULT_LABEL.into());
        let vertex = self.graph.add_vertex(parts.id, self.label_of_new(label))?;
        for (cardinality, key, value) in parts.properties {
            // A new vertex keeps all values that it is given for a key.
            let cardinality = cardinality.or(Some(Cardinality::List));
            self.set_on_vertex(vertex, cardinality, &key, value, &[])?;
        }
        Ok(Value::Vertex(vertex))
    }

    pub fn add_edge(&mut self, making: &Making, from: &End, to: &End, traverser: &Traverser) -> Run<Value> {
        let parts = self.parts(making, traverser)?;
        let told = [from, to];
        let to = self.end_of(to, traverser)?;
        let from = self.end_of(from, traverser)?;
        let [from, to] = self.turned([from, to], told);
        self.make_place(from);
        self.new_edge(parts, from, to)
    }

    pub fn new_edge(&mut self, parts: Parts, from: VertexKey, to: VertexKey) -> Run<Value> {
        let label = parts.label.unwrap_or_else(|| "edge".into());
        let edge = self.graph.add_edge(parts.id, label, from, to)?;
        for (cardinality, key, value) in parts.properties {
            self.no_cardinality(cardinality)?;
            self.set_owned(Owner::Edge(edge), &key, value)?;
        }
        Ok(Value::Edge(edge))
    }

    fn end_of(&mut self, end: &End, traverser: &Traverser) -> Run<VertexKey> {
        let value = match end {
            End::Current => traverser.value.clone(),
            End::Value(value) => value.clone(),
            End::Label(label) => self.surely_scoped(label, traverser)?,
            End::Chain(chain) => {
                let found = self.first_of(*chain, traverser)?;
                found.ok_or_else(|| raise(ErrorKind::State, "an end of an edge is nothing"))?
            }
        };
        self.vertex_of(&value)
    }

    /// The vertex that a value is, or whose identity it is.
    pub fn vertex_of(&self, value: &Value) -> Run<VertexKey> {
        match value {
            Value::Vertex(key) => Ok(*key),
            Value::Scalar(id) => {
                let found = self.graph.find_vertex(id);
                found.ok_or_else(|| raise(ErrorKind::State, "an end of an edge is no vertex").into())
            }
            other => Err(wrong_type("an edge", other).into()),
        }
    }

    /// Sets what `property(..)` says.
    pub fn set(&mut self, setting: &Setting, traverser: &Traverser) -> Run<()> {
        let key = self.operand(&setting.key, traverser)?;
        let value = self.operand(&setting.value, traverser)?;
        if let (Value::Scalar(Scalar::Null), Value::Map(mapping)) = (&key, &value) {
            for (key, value) in mapping.entries.clone() {
                let (cardinality, value) = match value {
                    Value::WithCardinality(own, value) => (Some(own), (*value).clone()),
                    value => (setting.cardinality, value),
                };
                self.set_one(traverser, cardinality, &key, value, &[])?;
            }
            return Ok(());
        }
        if key.is_null() && value.is_null() {
            return Ok(());
        }
        let mut meta = Vec::new();
        for (key, value) in &setting.meta {
            meta.push((self.operand(key, traverser)?, self.operand(value, traverser)?));
        }
        self.set_one(traverser, setting.cardinality, &key, value, &meta)
    }

    fn set_one(
        &mut self,
        traverser: &Traverser,
        cardinality: Option<Cardinality>,
        key: &Value,
        value: Value,
        meta: &[(Value, Value)],
    ) -> Run<()> {
        let key = key_of(key)?;
        match &traverser.value {
            Value::Vertex(vertex) => self.set_on_vertex(*vertex, cardinality, &key, value, meta),
            Value::Edge(edge) => {
                self.no_cardinality(cardinality)?;
                self.set_owned(Owner::Edge(*edge), &key, value)
            }
            Value::VertexProperty(property) => {
                self.no_cardinality(cardinality)?;
                self.set_owned(Owner::VertexProperty(*property), &key, value)
            }
            other => Err(wrong_type("property()", other).into()),
        }
    }

    fn no_cardinality(&self, cardinality: Option<Cardinality>) -> Run<()> {
        match cardinality {
            Some(_) => Err(raise(ErrorKind::State, "only properties of vertices have a cardinality").into()),
            None => Ok(()),
        }
    }

    pub fn set_on_vertex(
        &mut self,
        vertex: VertexKey,
        cardinality: Option<Cardinality>,
        key: &Name,
        value: Value,
        meta: &[(Value, Value)],
    ) -> Run<()> {
        let cardinality = match cardinality.unwrap_or(self.options.cardinality) {
            _ if !self.options.multi_properties => Cardinality::Single,
            asked => asked,
        };
        if value.is_null() && !self.options.null_properties {
            if cardinality == Cardinality::Single {
                self.graph.unset_vertex_properties(vertex, key);
            }
            return Ok(());
        }
        self.insist_on_its_type(key, &value)?;
        if self.keeps(vertex, key) {
            return Ok(());
        }
        let id = meta.iter().rev().find(|(key, _)| *key == Value::Token(Token::T(T::Id)));
        let id = id.and_then(|(_, id)| id.as_scalar().cloned());
        let property = self.graph.set_vertex_property(vertex, id, cardinality, key, value)?;
        for (key, value) in meta.iter().filter(|(key, _)| !matches!(key, Value::Token(_))) {
            self.set_owned(Owner::VertexProperty(property), &key_of(key)?, value.clone())?;
        }
        Ok(())
    }

    pub fn set_owned(&mut self, owner: Owner, key: &Name, value: Value) -> Run<()> {
        if value.is_null() && !self.options.null_properties {
            self.graph.unset_property(owner, key);
            return Ok(());
        }
        self.insist_on_its_type(key, &value)?;
        Ok(self.graph.set_property(owner, key, value)?)
    }

    /// Where a key keeps values of one type, a value must have that of the first.
    fn insist_on_its_type(&mut self, key: &Name, value: &Value) -> Run<()> {
        if !self.options.typed_keys || *self.key_types.entry(key.clone()).or_insert(type_of(value)) == type_of(value) {
            return Ok(());
        }
        Err(Failure::Unspecified(format!("a value of another type than {key} has")).into())
    }
}
