//! `mergeV` and `mergeE`: what is found is changed, and what is not found is made.

use graphlance_gremlin::token::{Cardinality, Direction, Merge, T, Token};
use graphlance_gremlin::{Name, Scalar};

use super::traverser::Traverser;
use super::writes::{Parts, key_of, label_of};
use super::{Machine, Run};
use crate::failure::{ErrorKind, Failure, raise, wrong_type};
use crate::program::{Merging, Operand};
use crate::value::{Entries, Owner, Value, VertexKey, relations};

const ID: Value = Value::Token(Token::T(T::Id));
const LABEL: Value = Value::Token(Token::T(T::Label));
const OUT: Value = Value::Token(Token::Direction(Direction::Out));
const IN: Value = Value::Token(Token::Direction(Direction::In));

impl Machine<'_> {
    pub fn merge_vertex(&mut self, merging: &Merging, traverser: &Traverser) -> Run<Vec<Value>> {
        let search = self.map_of(merging.search.as_ref(), traverser)?;
        validate(&search, &[ID, LABEL])?;
        self.no_constant_override(merging, traverser)?;
        let found = self.find_vertices(&search)?;
        if let Some(on_match) = &merging.on_match {
            if let Operand::Value(_) = on_match {
                validate_match(&self.map_of(Some(on_match), traverser)?)?;
            }
            for vertex in &found {
                let changes = self.map_on(on_match, traverser, vertex)?;
                let Value::Vertex(key) = vertex else { continue };
                for (name, value) in changes {
                    let (cardinality, value) = with_cardinality(value, merging.match_cardinality);
                    self.set_on_vertex(*key, cardinality, &key_of(&name)?, value, &[])?;
                }
            }
        }
        if !found.is_empty() {
            return Ok(found);
        }
        let mut made = Entries::default();
        if let Some(on_create) = &merging.on_create {
            let map = self.map_of(Some(on_create), traverser)?;
            validate(&map, &[ID, LABEL])?;
            for (key, value) in map {
                let value = match (&key, merging.create_cardinality) {
                    (Value::Scalar(_), Some(cardinality)) if !matches!(value, Value::WithCardinality(..)) => {
                        Value::WithCardinality(cardinality, value.into())
                    }
                    _ => value,
                };
                made.insert(key, value);
            }
        }
        no_override(&search, &made)?;
        made.extend(search);
        let mut parts = Parts::default();
        for (key, value) in made {
            parts.add(None, &key, value)?;
        }
        Ok(vec![self.new_vertex(parts)?])
    }

    pub fn merge_edge(&mut self, merging: &Merging, traverser: &Traverser) -> Run<Vec<Value>> {
        let given = self.map_of(merging.search.as_ref(), traverser)?;
        validate(&given, &[ID, LABEL, IN, OUT])?;
        let mut search = given.clone();
        self.resolve(&mut search, merging, traverser)?;
        self.no_constant_override(merging, traverser)?;
        let found = self.find_edges(&search)?;
        if let Some(on_match) = &merging.on_match {
            if let Operand::Value(_) = on_match {
                validate_match(&self.map_of(Some(on_match), traverser)?)?;
            }
            for edge in &found {
                let changes = self.map_on(on_match, traverser, edge)?;
                let Value::Edge(key) = edge else { continue };
                for (name, value) in changes {
                    self.set_owned(Owner::Edge(*key), &key_of(&name)?, value)?;
                }
            }
        }
        if !found.is_empty() {
            return Ok(found);
        }
        let mut made = Entries::default();
        if let Some(on_create) = &merging.on_create {
            let map = self.map_of(Some(on_create), traverser)?;
            validate(&map, &[ID, LABEL, IN, OUT])?;
            made = map;
        }
        no_override(&given, &made)?;
        made.extend(search);
        self.resolve(&mut made, merging, traverser)?;
        let mut end = |direction: &Value| {
            let value = made.shift_remove(direction);
            value.ok_or_else(|| raise(ErrorKind::Argument, "an edge that is made has two ends"))
        };
        let (from, to) = (end(&OUT)?, end(&IN)?);
        let (from, to) = (self.vertex_of(&from)?, self.vertex_of(&to)?);
        let mut parts = Parts::default();
        for (key, value) in made {
            parts.add(None, &key, value)?;
        }
        Ok(vec![self.new_edge(parts, from, to)?])
    }

    /// Where both maps are known, they are compared whatever is found.
    fn no_constant_override(&mut self, merging: &Merging, traverser: &Traverser) -> Run<()> {
        if let (Some(search @ Operand::Value(_)), Some(made @ Operand::Value(_))) =
            (&merging.search, &merging.on_create)
        {
            let (search, made) = (self.map_of(Some(search), traverser)?, self.map_of(Some(made), traverser)?);
            no_override(&search, &made)?;
        }
        Ok(())
    }

    fn map_of(&mut self, operand: Option<&Operand>, traverser: &Traverser) -> Run<Entries> {
        let value = match operand {
            Some(operand) => self.operand(operand, traverser)?,
            None => traverser.value.clone(),
        };
        match value {
            Value::Map(mapping) => Ok(mapping.entries.clone()),
            Value::Scalar(Scalar::Null) => Ok(Entries::default()),
            other => Err(wrong_type("a merge", &other).into()),
        }
    }

    /// The map of `onMatch`, for the element that was found.
    fn map_on(&mut self, operand: &Operand, traverser: &Traverser, element: &Value) -> Run<Entries> {
        let mut on_element = traverser.clone();
        on_element.value = element.clone();
        let map = self.map_of(Some(operand), &on_element)?;
        validate_match(&map)?;
        Ok(map)
    }

    fn fits(&self, element: &Value, search: &Entries) -> bool {
        let properties = self.graph.properties(element);
        search.iter().all(|(key, value)| match key {
            Value::Scalar(Scalar::String(key)) => {
                let value = match value {
                    Value::WithCardinality(_, value) => value,
                    value => value,
                };
                properties.iter().any(|(other, held, _)| other == key && relations::equal(self.graph, held, value))
            }
            key if *key == LABEL => self.graph.label(element).map(Name::as_str) == value.as_str(),
            _ => true,
        })
    }

    fn find_vertices(&mut self, search: &Entries) -> Run<Vec<Value>> {
        let mut found: Vec<Value> = match search.get(&ID) {
            Some(id) => {
                let id = self.identity_of(id);
                id.and_then(|id| self.graph.find_vertex(&id)).map(Value::Vertex).into_iter().collect()
            }
            None => self.graph.vertices().map(Value::Vertex).collect(),
        };
        self.spend(found.len())?;
        found.retain(|vertex| self.fits(vertex, search));
        self.chance.arrange(&mut found);
        Ok(found)
    }

    fn find_edges(&mut self, search: &Entries) -> Run<Vec<Value>> {
        let end = |direction: &Value| search.get(direction).map(|value| self.identity_of(value));
        let (from, to) = (end(&OUT), end(&IN));
        let mut found: Vec<Value> = match search.get(&ID) {
            Some(id) => {
                let id = self.identity_of(id);
                id.and_then(|id| self.graph.find_edge(&id)).map(Value::Edge).into_iter().collect()
            }
            None => self.graph.edges().map(Value::Edge).collect(),
        };
        self.spend(found.len())?;
        let vertex = |id: &Option<Scalar>| id.as_ref().and_then(|id| self.graph.find_vertex(id));
        let is_end = |wanted: &Option<Option<Scalar>>, key: VertexKey| match wanted {
            None => true,
            Some(id) => vertex(id) == Some(key),
        };
        found.retain(|edge| match edge {
            Value::Edge(key) => {
                let (edge_from, edge_to) = (self.graph.edge(*key).out_vertex, self.graph.edge(*key).in_vertex);
                is_end(&from, edge_from) && is_end(&to, edge_to) && self.fits(edge, search)
            }
            _ => false,
        });
        self.chance.arrange(&mut found);
        Ok(found)
    }

    /// Puts identities in place of vertices and of `Merge.outV` and `Merge.inV`.
    fn resolve(&mut self, map: &mut Entries, merging: &Merging, traverser: &Traverser) -> Run<()> {
        for (direction, merge) in [(OUT, Merge::OutV), (IN, Merge::InV)] {
            let Some(value) = map.get(&direction).cloned() else { continue };
            let resolved = match &value {
                Value::Token(Token::Merge(token)) if *token == merge => {
                    let given =
                        merging.ends.iter().rev().find(|(end, _)| *end == merge).map(|(_, operand)| operand.clone());
                    let Some(given) = given else {
                        return Err(
                            raise(ErrorKind::Argument, format!("mergeE() has no option {}", merge.text())).into()
                        );
                    };
                    match self.operand(&given, traverser)? {
                        Value::Map(search) => {
                            validate(&search.entries, &[ID, LABEL])?;
                            let found = self.find_vertices(&search.entries)?.into_iter().next();
                            found.ok_or_else(|| raise(ErrorKind::State, "mergeE() finds no vertex for an end"))?
                        }
                        vertex @ Value::Vertex(_) => vertex,
                        other => return Err(wrong_type("mergeE()", &other).into()),
                    }
                }
                other => other.clone(),
            };
            let identity = self.graph.id(&resolved).cloned().map_or(resolved, Value::Scalar);
            map.insert(direction, identity);
        }
        Ok(())
    }
}

fn with_cardinality(value: Value, otherwise: Option<Cardinality>) -> (Option<Cardinality>, Value) {
    match value {
        Value::WithCardinality(own, value) => (Some(own), (*value).clone()),
        value => (otherwise, value),
    }
}

/// Whether the map of a merge has only keys and values that it may have.
fn validate(map: &Entries, tokens: &[Value]) -> Result<(), Failure> {
    let wrong = |message: String| Err(raise(ErrorKind::Argument, message));
    for (key, value) in map {
        match key {
            Value::Scalar(Scalar::String(name)) => {
                if name.is_empty() || name.starts_with('~') {
                    return wrong(format!("{name:?} is no key of a property"));
                }
            }
            token if !tokens.contains(token) => return wrong(format!("a merge has no key {}", token.type_name())),
            _ if value.is_null() => return wrong("a token of a merge is null".to_owned()),
            token if *token == LABEL => {
                label_of(value).map_err(|_| raise(ErrorKind::Argument, "the label of a merge is no label"))?;
            }
            token => {
                if let Value::Token(Token::Merge(merge)) = value {
                    let expected = if *token == OUT { Merge::OutV } else { Merge::InV };
                    if (*token == OUT || *token == IN) && *merge != expected {
                        return wrong(format!("{} is no vertex for this end", merge.text()));
                    }
                }
            }
        }
    }
    Ok(())
}

fn validate_match(map: &Entries) -> Result<(), Failure> {
    match map.keys().find(|key| key.as_str().is_none()) {
        Some(_) => Err(raise(ErrorKind::Argument, "onMatch sets properties and nothing else")),
        None => validate(map, &[]),
    }
}

/// What is made may not have another value than what was looked for.
fn no_override(search: &Entries, made: &Entries) -> Result<(), Failure> {
    let other = made.iter().any(|(key, value)| search.get(key).is_some_and(|wanted| wanted != value));
    if other {
        Err(raise(ErrorKind::Argument, "onCreate has another value than what the merge looks for"))
    } else {
        Ok(())
    }
}
