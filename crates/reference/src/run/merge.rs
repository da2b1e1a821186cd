//! MERGE.

use graphlance_graph::{Name, NodeKey, Properties, RelationshipKey, Value};

use super::matching::node_key;
use super::{Rows, Runner};
use crate::plan::{MergePlan, SetPlan, TypePlan};
use crate::term::{Frame, Slot, Term};
use crate::{ErrorKind, Failure, Fault, relations};

impl Runner<'_> {
    pub(super) fn merge(&mut self, plan: &MergePlan, rows: Rows) -> Result<Rows, Failure> {
        let mut frames = rows.frames;
        let mut results = vec![Vec::new(); frames.len()];
        let has_actions = !plan.on_create.is_empty() || !plan.on_match.is_empty();
        self.doubt(frames.len() > 1 && has_actions);
        let mut late = Vec::new();
        // Where each part had its own.
        let done = Vec::new();
        let (batch, mut places) = self.batch(frames.len());
        let loses_rows = self.departs(Fault::MergeOfNewTypeLosesRows) && self.is_of_new_type(plan);
        if loses_rows {
            places.sort_unstable_by(|a, b| b.cmp(a));
        }
        for place in places {
            self.enter(batch, place);
            let mut frame = std::mem::take(&mut frames[place]);
            self.refuse_null_in_merge(plan, &mut frame)?;
            let mut found = Vec::new();
            self.matches(&plan.pattern, &mut frame, &mut |frame| {
                found.push(frame.clone());
                Ok(true)
            })?;
            let apart = self.departs(Fault::MergePartsApart)
                && !plan.create.relationships.is_empty()
                && (plan.alone || found.is_empty());
            if self.departs(Fault::MergeOnMatchAsCreate) {
                found.clear();
            }
            self.miss_own(plan, &mut found);
            if loses_rows && !found.is_empty() {
                self.leave();
                continue;
            }
            if plan.alone && self.departs(Fault::MergeAloneTakesFirst) {
                found.truncate(1);
            }
            if found.is_empty() && self.departs(Fault::MergeNeverCreates) {
                continue;
            }
            let actions = if apart {
                self.merge_apart(plan, &mut frame)?;
                found = vec![frame];
                &done
            } else if found.is_empty() {
                self.create_unless(&plan.create, &mut frame, false)?;
                merged(plan).for_each(|slot| self.note_created(&frame[slot]));
                found.push(frame);
                &plan.on_create
            } else {
                for frame in &found {
                    plan.create.nodes.iter().for_each(|node| self.note_found(&frame[node.slot], false));
                    for each in &plan.create.relationships {
                        let (found, start) = (&frame[each.slot], node_key(&frame[each.start])?);
                        let turned = matches!(found, Value::Relationship(found) if Some(found.start) != start);
                        self.note_found(found, turned);
                    }
                }
                &plan.on_match
            };
            self.doubt(found.len() > 1 && !actions.is_empty());
            if self.schedule.runs_clauses_at_once() {
                late.push((place, actions));
            } else {
                self.act(actions, &mut found)?;
            }
            self.spend_rows(found.len())?;
            found.iter().try_for_each(|frame| self.hold_row(frame, &[]))?;
            results[place] = found;
            self.leave();
        }
        for (place, actions) in late {
            self.enter(batch, place);
            self.act(actions, &mut results[place])?;
            self.leave();
        }
        Ok(Rows::bag(results.concat(), rows.bags))
    }

    /// The first node with these labels and properties.
    pub(super) fn like_node(&self, labels: &[Name], properties: &Properties) -> Option<NodeKey> {
        let mut nodes = self.graph.nodes();
        let found = nodes.find(|node| {
            labels.iter().all(|label| node.labels.contains(label)) && has_all(&node.properties, properties)
        });
        found.map(|node| node.key)
    }

    /// The first relationship from one node to another of this type and with these properties.
    pub(super) fn like_relationship(
        &self,
        [start, end]: [NodeKey; 2],
        kind: &Name,
        properties: &Properties,
    ) -> Option<RelationshipKey> {
        let mut relationships = self.graph.relationships();
        let found = relationships
            .find(|it| [it.start, it.end] == [start, end] && it.kind == *kind && has_all(&it.properties, properties));
        found.map(|relationship| relationship.key)
    }

    /// Leaves out what the statement itself has created, where MERGE does not see that.
    fn miss_own(&self, plan: &MergePlan, found: &mut Vec<Frame>) {
        let is_old = |value: &Value| match value {
            Value::Node(node) => self.origin.node(node.key).is_some(),
            Value::Relationship(relationship) => self.origin.relationship(relationship.key).is_some(),
            _ => true,
        };
        if self.departs(Fault::MergeMissesOwn) {
            found.retain(|frame| merged(plan).all(|slot| is_old(&frame[slot])));
        }
        if self.departs(Fault::MergeWithoutLabelMissesOwn) {
            let unlabelled =
                || plan.create.nodes.iter().filter(|node| node.labels.is_empty() && node.computed.is_empty());
            found.retain(|frame| unlabelled().all(|node| is_old(&frame[node.slot])));
        }
    }

    /// Whether a pattern has a relationship whose type none has yet, from a new node without a label to one with labels that
    /// there are.
    fn is_of_new_type(&self, plan: &MergePlan) -> bool {
        let is_new = |kind: &TypePlan| match kind {
            TypePlan::Name(name) => !self.origin.relationships().any(|it| it.kind == *name),
            TypePlan::Computed(_) => false,
        };
        let labels_of = |slot: Slot| plan.create.nodes.iter().find(|node| node.slot == slot).map(|node| &node.labels);
        let is_there = |label: &Name| self.origin.nodes().any(|node| node.labels.contains(label));
        plan.create.relationships.iter().any(|each| {
            is_new(&each.kind)
                && labels_of(each.start).is_some_and(|labels| labels.is_empty())
                && labels_of(each.end).is_some_and(|labels| !labels.is_empty() && labels.iter().all(is_there))
        })
    }

    /// Merges each part of a path by itself. The actions are done behind the first node, where it is no known one, and behind each
    /// relationship, as that part was created or found; what is merged later is not bound then.
    fn merge_apart(&mut self, plan: &MergePlan, frame: &mut Frame) -> Result<(), Failure> {
        let created = self.create_unless(&plan.create, frame, true)?;
        let mut unbound: Vec<Slot> = merged(plan).collect();
        let relationships = &plan.create.relationships;
        let leads = |node: Slot| relationships.first().is_some_and(|first| first.start == node) || unbound.len() > 2;
        let first = plan.create.nodes.first().map(|node| node.slot).filter(|slot| leads(*slot));
        let parts = relationships.iter().map(|each| (each.slot, vec![each.slot, each.start, each.end]));
        for (part, bound) in first.map(|slot| (slot, vec![slot])).into_iter().chain(parts) {
            unbound.retain(|slot| !bound.contains(slot));
            let actions = if created.contains(&part) { &plan.on_create } else { &plan.on_match };
            if actions.iter().filter_map(target).any(|slot| unbound.contains(&slot)) {
                let message = "a variable that is not bound yet".to_owned();
                return Err(Failure::runtime(ErrorKind::SemanticError, "UndefinedVariable", message));
            }
            self.act(actions, std::slice::from_mut(frame))?;
        }
        merged(plan).for_each(|slot| self.note_created(&frame[slot]));
        Ok(())
    }

    /// The actions of a MERGE on what it found, or made, for a row.
    fn act(&mut self, actions: &[SetPlan], found: &mut [Frame]) -> Result<(), Failure> {
        let (batch, places) = self.batch(found.len());
        for place in places {
            self.enter(batch, place);
            self.set(actions, &mut found[place])?;
            self.leave();
        }
        Ok(())
    }

    fn refuse_null_in_merge(&self, plan: &MergePlan, frame: &mut Frame) -> Result<(), Failure> {
        let nodes = plan.create.nodes.iter().map(|node| &node.properties);
        let relationships = plan.create.relationships.iter().map(|relationship| &relationship.properties);
        for term in nodes.chain(relationships).flatten() {
            let Value::Map(entries) = self.evaluate(term, frame)? else { continue };
            if let Some((key, _)) = entries.iter().find(|(_, value)| value.is_null()) {
                let message = format!("MERGE with `{key}` null");
                return Err(Failure::runtime(ErrorKind::SemanticError, "MergeReadOwnWrites", message));
            }
            let is_nan = |value: &Value| matches!(value, Value::Float(float) if float.is_nan());
            if self.refuses() && entries.values().any(is_nan) {
                return Err(Failure::Unspecified("MERGE of a property that is NaN".into()));
            }
        }
        Ok(())
    }
}

/// Whether properties have all of some others.
fn has_all(properties: &Properties, others: &Properties) -> bool {
    others.iter().all(|(key, value)| properties.get(key).is_some_and(|own| relations::equal(own, value) == Some(true)))
}

/// The slots of what a MERGE finds or creates.
fn merged(plan: &MergePlan) -> impl Iterator<Item = Slot> {
    let nodes = plan.create.nodes.iter().map(|node| node.slot);
    nodes.chain(plan.create.relationships.iter().map(|relationship| relationship.slot))
}

/// The variable that an item of SET writes to.
fn target(item: &SetPlan) -> Option<Slot> {
    match item {
        SetPlan::Property { target: Term::Slot(slot), .. }
        | SetPlan::DynamicProperty { target: Term::Slot(slot), .. }
        | SetPlan::Properties { target: slot, .. }
        | SetPlan::Labels { target: slot, .. } => Some(*slot),
        SetPlan::Property { .. } | SetPlan::DynamicProperty { .. } => None,
    }
}
