//! Writing clauses.

use graphlance_cypher::Name;
use graphlance_cypher::ast::{
    Clause, Direction, Foreach, LabelExpression, Merge, NodePattern, PathPattern, Pattern, RemoveItem, Segment,
    SetItem, WrittenLabel,
};
use graphlance_cypher::walk::{NameKind, Part, for_each_name};

use super::query::syntax;
use super::slots::{SegmentSlots, path_parts};
use super::{Compiler, undefined};
use crate::Failure;
use crate::plan::{
    ClausePlan, CreateNode, CreatePattern, CreateRelationship, MergePlan, RemovePlan, SetPlan, TypePlan,
};
use crate::term::{Slot, Term};

impl Compiler<'_> {
    pub(super) fn write_clause(&mut self, clause: &Clause) -> Result<ClausePlan, Failure> {
        Ok(match clause {
            Clause::Create(patterns) | Clause::Insert(patterns) => {
                let created = patterns.iter().map(|pattern| self.create(pattern));
                ClausePlan::Create(created.collect::<Result<_, _>>()?)
            }
            Clause::Merge(merge) => ClausePlan::Merge(self.merge(merge)?),
            Clause::Set(items) => ClausePlan::Set(self.set_items(items)?),
            Clause::Remove(items) => {
                let items = items.iter().map(|item| self.remove_item(item));
                ClausePlan::Remove(items.collect::<Result<_, _>>()?)
            }
            Clause::Delete(delete) => {
                let detach = delete.detach || self.options.deviations.delete_detaches && !delete.nodetach;
                let terms = delete.expressions.iter().map(|expression| self.expression(expression));
                ClausePlan::Delete { detach, terms: terms.collect::<Result<_, _>>()? }
            }
            Clause::Foreach(foreach) => self.foreach(foreach)?,
            _ => return Err(syntax("InvalidClauseComposition", "this clause does not write")),
        })
    }

    /// A pattern to create: nodes and relationships whose variables are new.
    fn create(&mut self, pattern: &Pattern) -> Result<CreatePattern, Failure> {
        // Properties may not refer to what the same pattern creates, so they are compiled in the scope before it.
        let before = self.width();
        let mut slots = self.declare_path(&pattern.path);
        slots.path = pattern.variable.as_ref().map(|name| self.declare(name));
        let created: Vec<Name> =
            self.scope.iter().filter(|(_, slot)| *slot >= before).map(|(name, _)| name.clone()).collect();
        refuse_mentions(&pattern.path, &created)?;
        let mut plan = CreatePattern::default();
        let nodes =
            std::iter::once(&pattern.path.start).chain(pattern.path.segments.iter().filter_map(
                |segment| match segment {
                    Segment::Hop { node, .. } => Some(node),
                    Segment::Quantified { .. } => None,
                },
            ));
        for (node, slot) in nodes.zip(&slots.nodes) {
            if *slot >= before && !plan.nodes.iter().any(|known| known.slot == *slot) {
                plan.nodes.push(self.create_node(node, *slot)?);
            }
        }
        for (index, (segment, segment_slots)) in pattern.path.segments.iter().zip(&slots.segments).enumerate() {
            let (Segment::Hop { relationship, .. }, SegmentSlots::Hop { slot, bound }) = (segment, segment_slots)
            else {
                return Err(syntax("CreatingVarLength", "a quantified path pattern cannot be created"));
            };
            if *bound {
                return Err(syntax("VariableAlreadyBound", "the relationship variable is already bound"));
            }
            if relationship.length.is_some() {
                return Err(syntax("CreatingVarLength", "a variable-length relationship cannot be created"));
            }
            let kind = match &relationship.types {
                Some(LabelExpression::Name(kind)) => TypePlan::Name(kind.clone()),
                Some(LabelExpression::Dynamic(dynamic)) => TypePlan::Computed(self.expression(&dynamic.names)?),
                _ => {
                    return Err(syntax("NoSingleRelationshipType", "a relationship is created with exactly one type"));
                }
            };
            let (left, right) = (slots.nodes[index], slots.nodes[index + 1]);
            let (start, end) = if relationship.direction == Direction::Left { (right, left) } else { (left, right) };
            let properties = relationship.properties.as_ref().map(|map| self.expression(map)).transpose()?;
            plan.relationships.push(CreateRelationship { slot: *slot, start, end, kind, properties });
        }
        plan.path = slots.path.zip(slots.nodes.first()).map(|(path, start)| (path, *start, path_parts(&slots)));
        Ok(plan)
    }

    fn create_node(&mut self, node: &NodePattern, slot: Slot) -> Result<CreateNode, Failure> {
        let (mut labels, mut dynamic) = (Vec::new(), Vec::new());
        if let Some(expression) = &node.labels {
            conjunction(expression, &mut labels)?;
            expression.dynamic_parts(&mut dynamic);
        }
        let computed = dynamic.into_iter().map(|part| self.expression(&part.names)).collect::<Result<_, _>>()?;
        let properties = node.properties.as_ref().map(|map| self.expression(map)).transpose()?;
        Ok(CreateNode { slot, labels, computed, properties })
    }

    fn merge(&mut self, merge: &Merge) -> Result<MergePlan, Failure> {
        let scope = self.scope.clone();
        // Matching and creating share what has a name: all of it, so that an element is known whichever of the two bound it.
        let (named, given) = self.with_names(&merge.pattern);
        let pattern = self.patterns(std::slice::from_ref(&named), None)?;
        let mut bound = std::mem::replace(&mut self.scope, scope);
        let mut directed = named;
        for segment in &mut directed.path.segments {
            if let Segment::Hop { relationship, .. } = segment
                && relationship.direction == Direction::Either
            {
                relationship.direction = Direction::Right;
            }
        }
        let mut create = self.create(&directed)?;
        rename(&mut create, &self.scope, &bound);
        bound.retain(|(name, _)| !given.contains(name));
        self.scope = bound;
        let (mut on_create, mut on_match) = (Vec::new(), Vec::new());
        for action in &merge.actions {
            let items = self.set_items(&action.items)?;
            if action.on_create { on_create.extend(items) } else { on_match.extend(items) }
        }
        Ok(MergePlan { pattern, create, on_create, on_match, alone: false })
    }

    /// The pattern with names for its elements without one, and these names.
    fn with_names(&self, pattern: &Pattern) -> (Pattern, Vec<Name>) {
        let mut named = pattern.clone();
        let path = &mut named.path;
        let hops = path.segments.iter_mut().filter_map(|segment| match segment {
            Segment::Hop { relationship, node } => Some([&mut relationship.variable, &mut node.variable]),
            Segment::Quantified { .. } => None,
        });
        let variables: Vec<&mut Option<Name>> =
            std::iter::once(&mut path.start.variable).chain(hops.flatten()).collect();
        let written: Vec<Name> =
            variables.iter().filter_map(|variable| (**variable).clone()).chain(pattern.variable.clone()).collect();
        let is_free = |name: &Name| self.find(name).is_none() && !written.contains(name);
        // No text has such names, but in backticks.
        let mut free = (0_u64..).map(|number| Name::from(format!("\0{number}"))).filter(is_free);
        let mut given = Vec::new();
        for variable in variables.into_iter().filter(|variable| variable.is_none()) {
            variable.clone_from(&free.next());
            given.extend(variable.clone());
        }
        (named, given)
    }

    fn set_items(&mut self, items: &[SetItem]) -> Result<Vec<SetPlan>, Failure> {
        let compile = |item: &SetItem| {
            Ok(match item {
                SetItem::Property { target, key, value } => SetPlan::Property {
                    target: self.expression(target)?,
                    key: key.clone(),
                    value: self.expression(value)?,
                },
                SetItem::Properties { variable, merge, value } => {
                    let target = self.element(variable)?;
                    SetPlan::Properties { target, merge: *merge, value: self.expression(value)? }
                }
                SetItem::Labels { variable, labels } => {
                    SetPlan::Labels { target: self.element(variable)?, labels: labels.clone(), computed: Vec::new() }
                }
                SetItem::DynamicProperty { target, key, value } => SetPlan::DynamicProperty {
                    target: self.expression(target)?,
                    key: self.expression(key)?,
                    value: self.expression(value)?,
                },
                SetItem::DynamicLabels { variable, labels } => {
                    let (labels, computed) = self.written_labels(labels)?;
                    SetPlan::Labels { target: self.element(variable)?, labels, computed }
                }
            })
        };
        items.iter().map(compile).collect()
    }

    fn remove_item(&mut self, item: &RemoveItem) -> Result<RemovePlan, Failure> {
        Ok(match item {
            RemoveItem::Property { target, key } => {
                RemovePlan::Property { target: self.expression(target)?, key: key.clone() }
            }
            RemoveItem::Labels { variable, labels } => {
                RemovePlan::Labels { target: self.element(variable)?, labels: labels.clone(), computed: Vec::new() }
            }
            RemoveItem::DynamicProperty { target, key } => {
                RemovePlan::DynamicProperty { target: self.expression(target)?, key: self.expression(key)? }
            }
            RemoveItem::DynamicLabels { variable, labels } => {
                let (labels, computed) = self.written_labels(labels)?;
                RemovePlan::Labels { target: self.element(variable)?, labels, computed }
            }
        })
    }

    /// The labels that are written, and those that are computed.
    fn written_labels(&mut self, labels: &[WrittenLabel]) -> Result<(Vec<Name>, Vec<Term>), Failure> {
        let (mut names, mut computed) = (Vec::new(), Vec::new());
        for label in labels {
            match label {
                WrittenLabel::Name(name) => names.push(name.clone()),
                WrittenLabel::Dynamic(expression) => computed.push(self.expression(expression)?),
            }
        }
        Ok((names, computed))
    }

    fn element(&mut self, variable: &Name) -> Result<Slot, Failure> {
        self.resolve(variable).ok_or_else(|| undefined(variable))
    }

    fn foreach(&mut self, foreach: &Foreach) -> Result<ClausePlan, Failure> {
        let list: Term = self.expression(&foreach.list)?;
        let mark = self.scope.len();
        let slot = self.declare(&foreach.variable);
        let clauses = foreach.clauses.iter().map(|clause| self.write_clause(clause)).collect::<Result<Vec<_>, _>>();
        self.scope.truncate(mark);
        let mut clauses = clauses?;
        clauses.iter_mut().for_each(merges_alone);
        Ok(ClausePlan::Foreach { slot, list, clauses })
    }
}

/// Tells a MERGE that nothing stands around it.
pub(super) fn merges_alone(clause: &mut ClausePlan) {
    if let ClausePlan::Merge(merge) = clause {
        merge.alone = true;
    }
}

/// Refuses properties with a subquery that mentions what the same pattern creates: whether that is the element which is to be
/// created, or another one that the subquery binds, no document says.
fn refuse_mentions(path: &PathPattern, created: &[Name]) -> Result<(), Failure> {
    let hops = path.segments.iter().filter_map(|segment| match segment {
        Segment::Hop { relationship, node } => Some([&relationship.properties, &node.properties]),
        Segment::Quantified { .. } => None,
    });
    let mut mentions = false;
    for properties in std::iter::once(&path.start.properties).chain(hops.flatten()).flatten() {
        for_each_name(Part::Expression(properties), &mut |name, kind| {
            mentions |= kind == NameKind::Variable && created.contains(name);
        });
    }
    if mentions {
        return Err(Failure::Unspecified("a subquery that mentions what the same CREATE binds".into()));
    }
    Ok(())
}

fn conjunction(labels: &LabelExpression, into: &mut Vec<Name>) -> Result<(), Failure> {
    match labels {
        LabelExpression::Name(name) => into.push(name.clone()),
        LabelExpression::Colons(names) => into.extend(names.iter().cloned()),
        LabelExpression::And(a, b) => {
            conjunction(a, into)?;
            conjunction(b, into)?;
        }
        // Computed when it is created.
        LabelExpression::Dynamic(_) => {}
        LabelExpression::Or(..) | LabelExpression::Not(_) | LabelExpression::Wildcard => {
            return Err(syntax("UnexpectedSyntax", "only a conjunction of labels can be created"));
        }
    }
    Ok(())
}

/// Gives the named elements of a pattern to create the slots that matching uses.
fn rename(create: &mut CreatePattern, from: &[(Name, Slot)], to: &[(Name, Slot)]) {
    let renamed = |slot: &mut Slot| {
        let name = from.iter().find(|(_, known)| known == slot).map(|(name, _)| name);
        if let Some((_, target)) = name.and_then(|name| to.iter().find(|(known, _)| known == name)) {
            *slot = *target;
        }
    };
    create.nodes.iter_mut().for_each(|node| renamed(&mut node.slot));
    for relationship in &mut create.relationships {
        [&mut relationship.slot, &mut relationship.start, &mut relationship.end].into_iter().for_each(renamed);
    }
    if let Some((path, start, parts)) = &mut create.path {
        renamed(path);
        renamed(start);
        for part in parts {
            match part {
                crate::plan::PathPart::One(slot) | crate::plan::PathPart::Many(slot) => renamed(slot),
            }
        }
    }
}
