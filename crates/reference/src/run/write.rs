//! Writing clauses. Each finishes all rows before the next clause reads; MERGE sees what earlier rows made.

use std::sync::Arc;

use graphlance_graph::{GraphError, Name, NodeKey, Properties, Value};

use super::conflicts::Element;
use super::delete::between_deletes;
use super::matching::node_key;
use super::storable::storable;
use super::{Rows, Runner};
use crate::operators::wrong_type;
use crate::plan::{ClausePlan, CreatePattern, RemovePlan, TypePlan};
use crate::schedule::Schedule;
use crate::term::{Frame, Slot, Term};
use crate::uniqueness::Moment;
use crate::{Failure, Fault, functions};

impl Runner<'_> {
    /// Executes a writing clause.
    pub(super) fn write(&mut self, clause: &ClausePlan, mut rows: Rows) -> Result<Rows, Failure> {
        let several = rows.frames.len() > 1 || matches!(clause, ClausePlan::Create(_));
        self.doubt(!rows.bags.is_empty() || several && depends_on_rows(clause));
        match clause {
            ClausePlan::Merge(plan) => rows = self.merge(plan, rows)?,
            ClausePlan::Delete { detach, terms } => self.delete(*detach, terms, &mut rows)?,
            ClausePlan::Set(items) => self.set_rows(items, &mut rows)?,
            ClausePlan::Foreach { slot, list, clauses }
                if self.schedule.runs_clauses_at_once() && may_see_items(clauses) =>
            {
                self.foreach_at_once(*slot, (list, clauses), &mut rows)?;
            }
            _ => {
                let (batch, mut places) = self.batch(rows.frames.len());
                if matches!(clause, ClausePlan::Create(_)) && self.departs(Fault::CreatesOnce) {
                    places.truncate(1);
                }
                for place in places {
                    self.enter(batch, place);
                    self.write_row(clause, &mut rows.frames[place])?;
                    self.leave();
                }
            }
        }
        self.doubt(self.unordered.replace(false));
        rows.ties = None;
        Ok(rows)
    }

    fn write_row(&mut self, clause: &ClausePlan, frame: &mut Frame) -> Result<(), Failure> {
        match clause {
            ClausePlan::Create(patterns) => patterns.iter().try_for_each(|pattern| self.create(pattern, frame)),
            ClausePlan::Remove(items) => items.iter().try_for_each(|item| self.remove(item, frame)),
            ClausePlan::Foreach { slot, list, clauses } => {
                let items = self.items(list, frame)?;
                self.doubt(items.len() > 1 && may_see_items(clauses));
                for item in items.iter() {
                    self.spend(1)?;
                    frame[*slot] = item.clone();
                    self.loop_clauses(clauses, vec![frame.clone()])?;
                }
                Ok(())
            }
            _ => Err(Failure::Unknown("a reading clause in FOREACH".into())),
        }
    }

    /// What FOREACH goes through for a row.
    fn items(&self, list: &Term, frame: &mut Frame) -> Result<Arc<Vec<Value>>, Failure> {
        match self.evaluate(list, frame)? {
            Value::Null => Ok(Arc::default()),
            Value::List(items) if self.departs(Fault::ForeachFirstItem) => {
                Ok(Arc::new(items.first().cloned().into_iter().collect()))
            }
            Value::List(items) if self.departs(Fault::ForeachLastItem) => {
                Ok(Arc::new(items.last().cloned().into_iter().collect()))
            }
            Value::List(items) => Ok(items),
            // As of UNWIND.
            other => Err(Failure::Unspecified(format!("FOREACH of {}, which is no list", other.type_name()))),
        }
    }

    /// FOREACH with each clause executed for all items of all rows before the next one.
    fn foreach_at_once(
        &mut self,
        slot: Slot,
        (list, clauses): (&Term, &[ClausePlan]),
        rows: &mut Rows,
    ) -> Result<(), Failure> {
        let mut frames = Vec::new();
        let (batch, places) = self.batch(rows.frames.len());
        for place in places {
            self.enter(batch, place);
            for item in self.items(list, &mut rows.frames[place])?.iter() {
                self.spend(1)?;
                let mut frame = rows.frames[place].clone();
                frame[slot] = item.clone();
                frames.push(frame);
            }
            self.leave();
        }
        let outside = std::mem::replace(&mut self.schedule, Schedule::Together);
        let looped = self.loop_clauses(clauses, frames);
        self.schedule = outside;
        looped
    }

    fn loop_clauses(&mut self, clauses: &[ClausePlan], frames: Vec<Frame>) -> Result<(), Failure> {
        let mut rows = Rows::bag(frames, Vec::new());
        for clause in clauses {
            if !self.held.is_empty() && !matches!(clause, ClausePlan::Delete { .. }) {
                return Err(between_deletes());
            }
            rows = self.write(clause, rows)?;
        }
        Ok(())
    }

    pub(super) fn create(&mut self, pattern: &CreatePattern, frame: &mut Frame) -> Result<(), Failure> {
        self.create_unless(pattern, frame, false).map(drop)
    }

    /// Creates, or takes what is there already and has all that is asked for, as a wrong rule has it: `reuses`. Gives the slots of
    /// what was created.
    pub(super) fn create_unless(
        &mut self,
        pattern: &CreatePattern,
        frame: &mut Frame,
        reuses: bool,
    ) -> Result<Vec<Slot>, Failure> {
        self.spend(1 + pattern.nodes.len() as u64)?;
        let mut created_slots = Vec::new();
        // No document says whether properties are computed before the first element is there, or each with its own.
        let mut early = Vec::new();
        if self.schedule != Schedule::Reversed {
            let nodes = pattern.nodes.iter().map(|node| &node.properties);
            for properties in nodes.chain(pattern.relationships.iter().map(|each| &each.properties)) {
                early.push(self.properties(properties.as_ref(), frame)?);
            }
        }
        let mut early = early.into_iter();
        for node in &pattern.nodes {
            let properties = match early.next() {
                Some(properties) => properties,
                None => self.properties(node.properties.as_ref(), frame)?,
            };
            let labels = self.all_labels(&node.labels, &node.computed, frame)?;
            let old = if reuses { self.like_node(&labels, &properties) } else { None };
            created_slots.extend(old.is_none().then_some(node.slot));
            let key = old.unwrap_or_else(|| self.add_node(labels, properties));
            frame[node.slot] = self.graph.node(key).map_or(Value::Null, |node| Value::Node(node.clone()));
        }
        for relationship in &pattern.relationships {
            let properties = match early.next() {
                Some(properties) => properties,
                None => self.properties(relationship.properties.as_ref(), frame)?,
            };
            let kind = match &relationship.kind {
                TypePlan::Name(kind) => kind.clone(),
                TypePlan::Computed(term) => self.computed_type(term, frame)?,
            };
            let (start, end) = (end_point(&frame[relationship.start])?, end_point(&frame[relationship.end])?);
            let old = if reuses { self.like_relationship([start, end], &kind, &properties) } else { None };
            let key = match old {
                Some(key) => key,
                None => {
                    created_slots.push(relationship.slot);
                    let key = self.graph.to_mut().add_relationship(start, kind, end, properties);
                    let key = key.map_err(missing_node)?;
                    self.note_moment(Element::Relationship(key));
                    key
                }
            };
            let created = self.graph.relationship(key);
            frame[relationship.slot] = created.map_or(Value::Null, |created| Value::Relationship(created.clone()));
        }
        if let Some((slot, start, parts)) = &pattern.path {
            frame[*slot] = self.path(*start, parts, frame);
        }
        Ok(created_slots)
    }

    fn add_node(&mut self, labels: Vec<Name>, properties: Properties) -> NodeKey {
        let key = self.graph.to_mut().add_node(labels, properties);
        self.lookups.get_mut().note(&self.graph, key);
        self.note_moment(Element::Node(key));
        key
    }

    /// The properties of a new element: nulls are left out.
    fn properties(&self, term: Option<&Term>, frame: &mut Frame) -> Result<Properties, Failure> {
        let Some(term) = term else { return Ok(Properties::new()) };
        let map = self.evaluate(term, frame)?;
        if map.is_null() {
            return Ok(Properties::new());
        }
        let mut properties = functions::entries(&map, self.context())?.clone();
        properties.retain(|_, value| !value.is_null());
        properties.values().try_for_each(|value| storable(value, self.options))?;
        Ok(properties)
    }

    fn remove(&mut self, item: &RemovePlan, frame: &mut Frame) -> Result<(), Failure> {
        match item {
            RemovePlan::Property { target, key } => {
                let target = self.evaluate(target, frame)?;
                if let Some(element) = self.element(&target)? {
                    self.remove_property(element, key);
                }
            }
            RemovePlan::DynamicProperty { target, key } => {
                let target = self.evaluate(target, frame)?;
                let key = self.computed_key(key, frame)?;
                if let Some(element) = self.element(&target)? {
                    self.remove_property(element, &key);
                }
            }
            RemovePlan::Labels { target, labels, computed } => {
                if let Some(Element::Node(key)) = self.element(&frame[*target].clone())? {
                    let labels = self.all_labels(labels, computed, frame)?;
                    self.graph.to_mut().edit_node(key, |node| node.labels.retain(|label| !labels.contains(label)));
                    self.note_moment(Element::Node(key));
                }
            }
        }
        Ok(())
    }

    fn remove_property(&mut self, element: Element, key: &Name) {
        self.note_written(element, key, &Value::Null);
        self.edit(element, |properties| {
            properties.remove(key);
        });
    }

    /// Labels that are written, and those that are computed.
    pub(super) fn all_labels(
        &self,
        written: &[Name],
        computed: &[Term],
        frame: &mut Frame,
    ) -> Result<Vec<Name>, Failure> {
        let mut labels = written.to_vec();
        for term in computed {
            labels.extend(self.computed_names(term, frame)?);
        }
        Ok(labels)
    }

    /// The element to write to; none for null. Errors for a deleted one and other values.
    pub(super) fn element(&self, value: &Value) -> Result<Option<Element>, Failure> {
        // CIP2018-10-19 treats it as null, the TCK lets reading it raise an error, and says nothing of writing.
        let deleted = |failure| match failure {
            Failure::Raised(_) => Failure::Unspecified("what is written to an element that was deleted".into()),
            failure => failure,
        };
        match value {
            Value::Null if self.departs(Fault::WritingToNullFails) => Err(wrong_type("an element", value)),
            Value::Null => Ok(None),
            Value::Node(node) => {
                self.context().current_node(node).map_err(deleted)?;
                Ok(Some(Element::Node(node.key)))
            }
            Value::Relationship(relationship) => {
                self.context().current_relationship(relationship).map_err(deleted)?;
                Ok(Some(Element::Relationship(relationship.key)))
            }
            other => Err(wrong_type("a node or a relationship", other)),
        }
    }

    pub(super) fn edit(&mut self, element: Element, edit: impl FnOnce(&mut Properties)) {
        match element {
            Element::Node(key) => {
                self.graph.to_mut().edit_node(key, |node| edit(&mut node.properties));
                self.lookups.get_mut().note(&self.graph, key);
            }
            Element::Relationship(key) => {
                self.graph.to_mut().edit_relationship(key, |r| edit(&mut r.properties));
            }
        }
        self.note_moment(element);
    }

    /// Notes what an element is now that it was written to.
    pub(super) fn note_moment(&mut self, element: Element) {
        let Some(course) = &mut self.course else { return };
        course.extend(match element {
            Element::Node(key) => Moment::of_node(&self.graph, key),
            Element::Relationship(key) => Moment::of_relationship(&self.graph, key),
        });
    }
}

/// Whether what a clause writes for a row may depend on what it wrote for another.
fn depends_on_rows(clause: &ClausePlan) -> bool {
    match clause {
        ClausePlan::Create(patterns) => patterns.iter().any(|pattern| {
            let nodes = pattern.nodes.iter().flat_map(|node| node.properties.iter().chain(&node.computed));
            let relationships = pattern.relationships.iter().flat_map(|each| {
                let computed = match &each.kind {
                    TypePlan::Computed(term) => Some(term),
                    TypePlan::Name(_) => None,
                };
                each.properties.iter().chain(computed)
            });
            nodes.chain(relationships).any(Term::reads_graph)
        }),
        ClausePlan::Delete { .. } => false,
        _ => true,
    }
}

pub(super) fn put(properties: &mut Properties, key: &Name, value: Value) {
    if value.is_null() {
        properties.remove(key);
    } else {
        properties.insert(key.clone(), value);
    }
}

fn end_point(value: &Value) -> Result<NodeKey, Failure> {
    node_key(value)?.ok_or_else(|| Failure::argument_type("a relationship to null cannot be created"))
}

fn missing_node(_: GraphError) -> Failure {
    functions::deleted()
}

/// Whether what the clauses of a FOREACH write for one item may be seen by those of the next: where there are several clauses, a
/// clause with actions, or another loop.
fn may_see_items(clauses: &[ClausePlan]) -> bool {
    let acts = |clause: &ClausePlan| match clause {
        ClausePlan::Merge(plan) => !plan.on_create.is_empty() || !plan.on_match.is_empty(),
        ClausePlan::Foreach { .. } => true,
        _ => false,
    };
    clauses.len() > 1 || clauses.iter().any(acts)
}
