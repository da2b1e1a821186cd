//! The ways between elements, and their parts.

use graphlance_gremlin::token::{Direction, T, Token};
use graphlance_gremlin::{Name, Scalar};
use rustc_hash::FxHashSet;

use super::traverser::Traverser;
use super::{Machine, Run};
use crate::failure::{ErrorKind, Failure, raise, wrong_type};
use crate::program::{How, Kind, Merging, Once, Op, OpId};
use crate::quirk::Quirk;
use crate::value::{EdgeKey, Entries, Value};

impl<'a> Machine<'a> {
    /// Whether a step gives something for the first object alone, and this is another one.
    fn comes_late(&mut self, id: OpId, op: &Op, value: &Value) -> bool {
        let Some(once) = op.once else { return false };
        let is_late = self.first_given.get(&id).is_some_and(|first| once == Once::ForOne || first != value);
        self.first_given.entry(id).or_insert_with(|| value.clone());
        is_late
    }

    /// The objects that come out of one.
    pub fn flat(&mut self, id: OpId, op: &'a Op, traverser: &Traverser) -> Run<Vec<Value>> {
        let value = &traverser.value;
        match &op.kind {
            Kind::Graph { .. } if self.comes_late(id, op, value) => Ok(Vec::new()),
            Kind::Graph { edges, ids, .. } => self.elements(*edges, ids.as_deref()),
            Kind::Adjacent { direction, edges, labels } => self.adjacent(op, value, *direction, *edges, labels),
            Kind::EndOf(direction) => {
                let Value::Edge(key) = value else { return Err(wrong_type(op.name.text(), value).into()) };
                let edge = self.graph.edge(*key);
                // No document says whether a dropped edge leads anywhere.
                if edge.removed && !self.chance.is_first() {
                    return Ok(Vec::new());
                }
                let (from, to) = (Value::Vertex(edge.out_vertex), Value::Vertex(edge.in_vertex));
                Ok(match direction {
                    Direction::Out => vec![from],
                    Direction::In => vec![to],
                    Direction::Both => vec![from, to],
                })
            }
            Kind::Properties { keys, values } => {
                if !value.is_element() {
                    return Err(wrong_type(op.name.text(), value).into());
                }
                let found = self.properties_with(value, keys);
                Ok(found.into_iter().map(|(_, held, property)| if *values { held } else { property }).collect())
            }
            Kind::Unfold if value.is_null() => Err(Failure::Unspecified("what null is unfolded to".to_owned()).into()),
            Kind::Unfold
                if (value.size().is_none() || matches!(value, Value::Map(_)))
                    && self.has_quirk(Quirk::UnfoldNeedsList) =>
            {
                Ok(Vec::new())
            }
            // What has no order of its own was arranged when it was made, and may have been ordered since.
            Kind::Unfold => {
                let is_open =
                    matches!(value, Value::Map(_) | Value::Set(_)) && value.size().is_some_and(|size| size > 1);
                if is_open && !self.is_ordered_behind(id) {
                    self.chance.tie();
                }
                Ok(value.iterated())
            }
            Kind::MergeVertex(merging) => {
                let merged = self.merge_vertex(merging, traverser)?;
                self.merged(id, op, merging, merged)
            }
            Kind::MergeEdge(merging) => {
                let merged = self.merge_edge(merging, traverser)?;
                self.merged(id, op, merging, merged)
            }
            Kind::AddVertex { making, .. } => Ok(vec![self.add_vertex(making, traverser)?]),
            Kind::AddEdge { making, from, to, .. } => Ok(vec![self.add_edge(making, from, to, traverser)?]),
            _ => Ok(Vec::new()),
        }
    }

    /// What was merged. No document says whether all that is found is changed before the first of it goes on, which only a step
    /// that waits for all, or the end, does not see.
    fn merged(&self, id: OpId, op: &Op, merging: &Merging, merged: Vec<Value>) -> Run<Vec<Value>> {
        let waits = match self.program.behind(id) {
            Some(next) => matches!(next.kind, Kind::Wait { size: None, .. }),
            None => op.chain == self.program.root,
        };
        if merged.len() > 1 && merging.on_match.is_some() && !waits {
            return Err(Failure::Unspecified("when what is merged is changed".to_owned()).into());
        }
        Ok(merged)
    }

    fn elements(&mut self, edges: bool, ids: Option<&[Value]>) -> Run<Vec<Value>> {
        let mut found: Vec<Value> = match ids {
            None if edges => self.graph.edges().map(Value::Edge).collect(),
            None => self.graph.vertices().map(Value::Vertex).collect(),
            Some(ids) => {
                let one = |id: &Value| match id.as_scalar() {
                    Some(id) if edges => self.graph.find_edge(id).map(Value::Edge),
                    Some(id) => self.graph.find_vertex(id).map(Value::Vertex),
                    None => None,
                };
                ids.iter().filter_map(one).collect()
            }
        };
        self.chance.arrange(&mut found);
        Ok(found)
    }

    fn adjacent(
        &mut self,
        op: &Op,
        value: &Value,
        direction: Direction,
        edges: bool,
        labels: &[Option<Name>],
    ) -> Run<Vec<Value>> {
        let Value::Vertex(key) = value else { return Err(wrong_type(op.name.text(), value).into()) };
        let vertex = self.graph.vertex(*key);
        let fits = |edge: &EdgeKey| {
            let label = &self.graph.edge(*edge).label;
            labels.is_empty() || labels.iter().any(|wanted| wanted.as_ref() == Some(label))
        };
        let outgoing = vertex.out_edges.iter().filter(|_| direction != Direction::In).map(|edge| (*edge, true));
        let incoming = vertex.in_edges.iter().filter(|_| direction != Direction::Out).map(|edge| (*edge, false));
        let once = direction == Direction::Both && self.has_quirk(Quirk::LoopMetOnce);
        let again = |edge: &EdgeKey| once && self.graph.edge(*edge).out_vertex == self.graph.edge(*edge).in_vertex;
        let incoming = incoming.filter(|(edge, _)| !again(edge));
        let mut met = FxHashSet::default();
        let loses = self.has_quirk(Quirk::InLosesParallel);
        let incoming = incoming.filter(|(edge, _)| !loses || met.insert(self.graph.edge(*edge).out_vertex));
        let found = outgoing.chain(incoming).filter(|(edge, _)| fits(edge));
        let mut found: Vec<Value> = found
            .map(|(edge, leaves)| match (edges, leaves) {
                (true, _) => Value::Edge(edge),
                (false, true) => Value::Vertex(self.graph.edge(edge).in_vertex),
                (false, false) => Value::Vertex(self.graph.edge(edge).out_vertex),
            })
            .collect();
        self.chance.arrange(&mut found);
        Ok(found)
    }

    /// The properties of an element that have one of the keys; all where none is given.
    pub fn properties_with(&mut self, element: &Value, keys: &[Option<Name>]) -> Vec<(Name, Value, Value)> {
        let is_wanted = |key: &Name| keys.is_empty() || keys.iter().any(|wanted| wanted.as_ref() == Some(key));
        let mut found = self.graph.properties_where(element, is_wanted);
        self.chance.arrange(&mut found);
        found
    }

    /// What a step makes of an element or a property.
    pub fn map_element(&mut self, op: &'a Op, traverser: &Traverser) -> Run<Option<Value>> {
        let value = &traverser.value;
        let wrong = || wrong_type(op.name.text(), value).into();
        Ok(Some(match &op.kind {
            Kind::Id => self.token_of(value, T::Id)?,
            Kind::Label => match value {
                // A property's key is its label.
                Value::Property(property) => Value::string(property.key.clone()),
                other => self.token_of(other, T::Label)?,
            },
            Kind::Key => self.token_of(value, T::Key)?,
            Kind::Value => self.token_of(value, T::Value)?,
            Kind::Element => match value {
                Value::VertexProperty(key) => Value::Vertex(self.graph.vertex_property(*key).vertex),
                Value::Property(property) => match property.owner {
                    crate::value::Owner::Edge(key) => Value::Edge(key),
                    crate::value::Owner::VertexProperty(key) => Value::VertexProperty(key),
                },
                _ => return Err(wrong()),
            },
            Kind::OtherEnd => {
                let Value::Edge(key) = value else { return Err(wrong()) };
                let (before, places) = traverser.vertex_before();
                self.spend(places / 8)?;
                let edge = self.graph.edge(*key);
                let before = before.ok_or_else(|| raise(ErrorKind::State, "no vertex was visited before the edge"))?;
                Value::Vertex(if before == edge.out_vertex { edge.in_vertex } else { edge.out_vertex })
            }
            Kind::PropertyMap { keys, values, tokens, by } => {
                let how = by.as_ref().map(|by| &by.how);
                self.property_map(op, value, keys, *values, *tokens, how)?
            }
            Kind::ElementMap { keys } => self.element_map(op, value, keys)?,
            _ => return Ok(None),
        }))
    }

    fn property_map(
        &mut self,
        op: &Op,
        element: &Value,
        keys: &[Option<Name>],
        values: bool,
        tokens: i64,
        how: Option<&How>,
    ) -> Run<Value> {
        if !element.is_element() {
            return Err(wrong_type(op.name.text(), element).into());
        }
        let mut entries = Entries::default();
        let is_property = matches!(element, Value::VertexProperty(_));
        let parts = [(T::Id, 1), (T::Key, 4), (T::Value, 8), (T::Label, 2)];
        for (token, bit) in parts.into_iter().filter(|_| values) {
            let fits = match token {
                T::Id => true,
                T::Key | T::Value => is_property,
                T::Label => !is_property,
            };
            if fits && tokens & bit != 0 {
                entries.insert(Value::Token(Token::T(token)), self.token_of(element, token)?);
            }
        }
        let is_vertex = matches!(element, Value::Vertex(_));
        for (key, value, property) in self.properties_with(element, keys) {
            let held = if values { value } else { property };
            let key = Value::string(key);
            let held = match entries.get(&key).and_then(Value::collection) {
                Some(mut others) if is_vertex => {
                    others.push(held);
                    Value::list(others)
                }
                _ if is_vertex => Value::list(vec![held]),
                _ => held,
            };
            entries.insert(key, held);
        }
        if let Some(how) = how {
            let given: Vec<(Value, Value)> = entries.drain(..).collect();
            for (key, value) in given {
                if let Some(value) = self.produce_of(how, &value)?.filter(|value| !value.is_null()) {
                    entries.insert(key, value);
                }
            }
        }
        Ok(Value::map(entries))
    }

    fn element_map(&mut self, op: &Op, element: &Value, keys: &[Option<Name>]) -> Run<Value> {
        if !element.is_element() {
            return Err(wrong_type(op.name.text(), element).into());
        }
        let mut entries = Entries::default();
        let token = |token: T| Value::Token(Token::T(token));
        entries.insert(token(T::Id), self.token_of(element, T::Id)?);
        if matches!(element, Value::VertexProperty(_)) {
            entries.insert(token(T::Key), self.token_of(element, T::Key)?);
            entries.insert(token(T::Value), self.token_of(element, T::Value)?);
        } else {
            entries.insert(token(T::Label), self.token_of(element, T::Label)?);
        }
        if let Value::Edge(key) = element {
            let edge = self.graph.edge(*key);
            for (direction, vertex) in [(Direction::In, edge.in_vertex), (Direction::Out, edge.out_vertex)] {
                let vertex = Value::Vertex(vertex);
                let mut end = Entries::default();
                end.insert(token(T::Id), self.token_of(&vertex, T::Id)?);
                end.insert(token(T::Label), self.token_of(&vertex, T::Label)?);
                entries.insert(Value::Token(Token::Direction(direction)), Value::map(end));
            }
        }
        for (key, value, _) in self.properties_with(element, keys) {
            entries.insert(Value::string(key), value);
        }
        Ok(Value::map(entries))
    }

    /// The scalar by which an element is looked up, of an identity or of the element itself.
    pub fn identity_of(&self, value: &Value) -> Option<Scalar> {
        self.graph.id(value).cloned().or_else(|| value.as_scalar().cloned())
    }
}
