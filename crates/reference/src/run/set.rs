//! SET: what an item writes is computed from the state before the clause, before its row, or before the item.

use std::cmp::Ordering;

use graphlance_cypher::dialect::SetItems;
use graphlance_graph::{Name, Properties, Value};
use rustc_hash::FxHashMap;

use super::conflicts::Element;
use super::storable::storable;
use super::write::put;
use super::{Rows, Runner};
use crate::plan::SetPlan;
use crate::schedule::Schedule;
use crate::term::Frame;
use crate::{Failure, Fault, functions};

/// What is written to an element.
enum Assignment {
    Property(Name, Value),
    Properties { entries: Properties, merge: bool },
    Labels(Vec<Name>),
}

/// What a row does to the properties of an element.
#[derive(Default, PartialEq)]
struct Effect {
    /// Whether all others are taken from it.
    cleared: bool,
    /// What is written; null where a property is removed.
    entries: Properties,
}

impl Effect {
    fn add(&mut self, assignment: &Assignment) {
        match assignment {
            Assignment::Property(key, value) => {
                self.entries.insert(key.clone(), value.clone());
            }
            Assignment::Properties { entries, merge } => {
                if !merge {
                    *self = Effect { cleared: true, entries: Properties::new() };
                }
                self.entries.extend(entries.iter().map(|(key, value)| (key.clone(), value.clone())));
            }
            Assignment::Labels(_) => {}
        }
    }

    /// Whether it matters which of two comes last.
    fn differs(&self, other: &Effect) -> bool {
        let overwritten = |one: &Effect, other: &Effect| {
            one.entries.iter().any(|(key, value)| match other.entries.get(key) {
                Some(found) => found != value,
                None => other.cleared && !value.is_null(),
            })
        };
        overwritten(self, other) || overwritten(other, self)
    }
}

impl Runner<'_> {
    /// Executes a SET for all rows. Errors: as of what it computes, and for values that a property cannot hold.
    pub(super) fn set_rows(&mut self, items: &[SetPlan], rows: &mut Rows) -> Result<(), Failure> {
        if self.schedule.sets_at_once() && self.options.deviations.set_items != SetItems::Sequential {
            return self.set_at_once(items, rows);
        }
        let (batch, places) = self.batch(rows.frames.len());
        let by_item = self.schedule.sets_by_item() && self.options.deviations.set_items != SetItems::Simultaneous;
        for items in items.chunks(if by_item { 1 } else { items.len().max(1) }) {
            for place in &places {
                self.enter(batch, *place);
                self.set(items, &mut rows.frames[*place])?;
                self.leave();
            }
        }
        Ok(())
    }

    /// Executes a SET whose rows do not see what others of it write.
    ///
    /// Errors: [`Failure::Unspecified`] also where two rows do not write the same, which ISO 39075 lets be an error (IA017).
    fn set_at_once(&mut self, items: &[SetPlan], rows: &mut Rows) -> Result<(), Failure> {
        let mut assignments = Vec::new();
        let mut effects: FxHashMap<Element, Vec<Effect>> = FxHashMap::default();
        for frame in &mut rows.frames {
            let mut of_row: FxHashMap<Element, Effect> = FxHashMap::default();
            for item in items {
                let assignment = self.assignment(item, frame)?;
                if let Some((element, assignment)) = &assignment {
                    of_row.entry(*element).or_default().add(assignment);
                }
                assignments.push(assignment);
            }
            for (element, effect) in of_row {
                let others = effects.entry(element).or_default();
                if others.iter().any(|other| other.differs(&effect)) {
                    let what = "what rows of a SET write to one place depends on the order of execution";
                    return Err(Failure::Unspecified(what.into()));
                }
                if !others.contains(&effect) {
                    others.push(effect);
                }
            }
        }
        assignments.into_iter().try_for_each(|assignment| self.assign(assignment))
    }

    /// Executes the items of a SET: each from the values before the clause, or from what those before it wrote.
    pub(super) fn set(&mut self, items: &[SetPlan], frame: &mut Frame) -> Result<(), Failure> {
        let at_once = match self.options.deviations.set_items {
            SetItems::Simultaneous => true,
            SetItems::Sequential => false,
            SetItems::Unspecified => {
                self.doubt(items.iter().skip(1).any(SetPlan::reads));
                self.schedule != Schedule::Reversed
            }
        };
        if !at_once || items.len() == 1 {
            return items.iter().try_for_each(|item| {
                let assignment = self.assignment(item, frame)?;
                self.assign(assignment)
            });
        }
        let assignments = items.iter().map(|item| self.assignment(item, frame)).collect::<Result<Vec<_>, _>>()?;
        assignments.into_iter().try_for_each(|assignment| self.assign(assignment))
    }

    /// What an item of SET writes; none where it is null that would be written to.
    fn assignment(&self, item: &SetPlan, frame: &mut Frame) -> Result<Option<(Element, Assignment)>, Failure> {
        match item {
            SetPlan::Property { target, key, value } => {
                let target = self.evaluate(target, frame)?;
                let value = self.evaluate(value, frame)?;
                let Some(element) = self.element(&target)? else { return Ok(None) };
                storable(&value, self.options)?;
                Ok(Some((element, Assignment::Property(key.clone(), value))))
            }
            SetPlan::Properties { target, merge, value } => {
                let value = self.evaluate(value, frame)?;
                let Some(element) = self.element(&frame[*target])? else { return Ok(None) };
                let entries = match &value {
                    Value::Null if self.refuses() => {
                        return Err(Failure::Unspecified("all properties set to null".into()));
                    }
                    Value::Null => Properties::new(),
                    value => functions::entries(value, self.context())?.clone(),
                };
                entries.values().try_for_each(|value| storable(value, self.options))?;
                Ok(Some((element, Assignment::Properties { entries, merge: *merge })))
            }
            SetPlan::DynamicProperty { target, key, value } => {
                let target = self.evaluate(target, frame)?;
                let key = self.computed_key(key, frame)?;
                let value = self.evaluate(value, frame)?;
                let Some(element) = self.element(&target)? else { return Ok(None) };
                storable(&value, self.options)?;
                Ok(Some((element, Assignment::Property(key, value))))
            }
            SetPlan::Labels { target, labels, computed } => match self.element(&frame[*target])? {
                Some(Element::Relationship(_)) => Err(Failure::argument_type("a relationship has no labels")),
                Some(element) => Ok(Some((element, Assignment::Labels(self.all_labels(labels, computed, frame)?)))),
                None => Ok(None),
            },
        }
    }

    /// Whether a wrong rule leaves the old value of a property where this one is set.
    fn keeps_old(&self, element: Element, key: &Name, value: &Value) -> bool {
        match value {
            Value::Null => self.departs(Fault::SetKeepsOnNull),
            Value::Float(float) if float.is_nan() && self.departs(Fault::SetKeepsOnNan) => true,
            _ => self.departs(Fault::SetKeepsEqual) && self.is_no_other_number(element, key, value),
        }
    }

    /// Whether a property is a number that is neither less nor greater than another one.
    fn is_no_other_number(&self, element: Element, key: &Name, value: &Value) -> bool {
        let old = match element {
            Element::Node(node) => self.graph.node(node).and_then(|node| node.properties.get(key)),
            Element::Relationship(one) => self.graph.relationship(one).and_then(|one| one.properties.get(key)),
        };
        let number = |value: &Value| match value {
            Value::Integer(integer) => Some(*integer as f64),
            Value::Float(float) => Some(*float),
            _ => None,
        };
        match (old, value) {
            // Not by way of floats, which far from 0 are the same for several.
            (Some(Value::Integer(old)), Value::Integer(new)) => old == new,
            (Some(old), new) => {
                number(old).zip(number(new)).is_some_and(|(old, new)| old.partial_cmp(&new).is_none_or(Ordering::is_eq))
            }
            (None, _) => false,
        }
    }

    fn assign(&mut self, assignment: Option<(Element, Assignment)>) -> Result<(), Failure> {
        let Some((element, assignment)) = assignment else { return Ok(()) };
        match assignment {
            Assignment::Property(key, value) => {
                if self.keeps_old(element, &key, &value) {
                    return Ok(());
                }
                self.note_written(element, &key, &value);
                self.edit(element, |properties| put(properties, &key, value));
            }
            Assignment::Properties { entries, merge } => {
                entries.iter().for_each(|(key, value)| self.note_written(element, key, value));
                if !merge {
                    self.note_cleared(element, &entries);
                }
                let kept = |(key, value): &(Name, Value)| match value {
                    Value::Null => merge && self.departs(Fault::SetOfMapKeepsOnNull),
                    _ => merge && self.departs(Fault::SetKeepsEqual) && self.is_no_other_number(element, key, value),
                };
                let written: Vec<_> = entries.into_iter().filter(|entry| !kept(entry)).collect();
                self.edit(element, |properties| {
                    if !merge {
                        properties.clear();
                    }
                    written.into_iter().for_each(|(key, value)| put(properties, &key, value));
                });
            }
            Assignment::Labels(labels) => {
                if let Element::Node(key) = element {
                    self.graph.to_mut().edit_node(key, |node| node.labels.extend(labels));
                    self.note_moment(element);
                }
            }
        }
        Ok(())
    }
}
