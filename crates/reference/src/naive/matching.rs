//! Patterns: one element after another, each taken from all elements of the graph.
//!
//! A match grows as a value that is copied for each way to go on, so that nothing has to be put back.

use std::sync::Arc;

use graphlance_cypher::Expression;
use graphlance_cypher::ast::{
    Direction, LabelExpression, NodePattern, PathMode, PathSelector, Pattern, RelationshipPattern,
};
use graphlance_cypher::dialect::RelationshipUniqueness;
use graphlance_graph::{Name, Node, Path, Relationship, RelationshipKey, Value};

use super::conditions::{Condition, Prospect, Wanted};
use super::table::Record;
use super::{Engine, Slip};
use crate::Failure;
use crate::check::refuse_joins_inside;

/// A relationship with the node that it leads to.
type Step = (Arc<Relationship>, Arc<Node>);

/// A match of the patterns so far.
#[derive(Clone)]
pub(super) struct Partial<'q> {
    /// What is bound.
    pub record: Record,
    /// The relationships that the clause has used.
    pub used: Vec<RelationshipKey>,
    /// What is still to hold.
    pub conditions: Vec<Condition<'q>>,
    /// The nodes of the present pattern, in the order of the path; the last is where the path goes on.
    pub nodes: Vec<Arc<Node>>,
    /// Its relationships.
    pub relationships: Vec<Arc<Relationship>>,
    /// Whether relationships may be used again.
    pub repeats: bool,
}

impl<'q> Partial<'q> {
    /// A match of nothing yet.
    pub fn new(record: &Record, conditions: Vec<Condition<'q>>) -> Partial<'q> {
        let record = record.clone();
        Partial { record, used: Vec::new(), conditions, nodes: Vec::new(), relationships: Vec::new(), repeats: false }
    }

    /// The path of the present pattern.
    pub fn path(&self) -> Value {
        Value::Path(Arc::new(Path { nodes: self.nodes.clone(), relationships: self.relationships.clone() }))
    }
}

impl<'q> Engine<'_> {
    /// Every way in which the patterns match with the predicate true: the record with their variables bound.
    pub(super) fn matches(
        &self,
        patterns: &'q [Pattern],
        predicate: Option<&'q Expression>,
        record: &Record,
    ) -> Result<Vec<Record>, Failure> {
        self.matches_in_mode(patterns, predicate, record, false)
    }

    /// The same where relationships may be used again, or not.
    pub(super) fn matches_in_mode(
        &self,
        patterns: &'q [Pattern],
        predicate: Option<&'q Expression>,
        record: &Record,
        repeats: bool,
    ) -> Result<Vec<Record>, Failure> {
        refuse_joins_inside(patterns)?;
        let mut partials = vec![Partial { repeats, ..Partial::new(record, conditions_of(predicate)) }];
        for pattern in patterns {
            partials = self.pattern(pattern, partials)?;
        }
        let mut found = Vec::new();
        for mut partial in partials {
            if self.settle(&mut partial.conditions, &partial.record, true)? == Prospect::Open {
                found.push(partial.record);
            }
        }
        Ok(found)
    }

    /// Every way in which the matches go on with one more pattern.
    fn pattern(&self, pattern: &'q Pattern, partials: Vec<Partial<'q>>) -> Result<Vec<Partial<'q>>, Failure> {
        let mut found = Vec::new();
        for mut partial in partials {
            partial.nodes.clear();
            partial.relationships.clear();
            let uniqueness = self.options.deviations.relationship_uniqueness;
            if uniqueness == RelationshipUniqueness::Path || self.slips(Slip::UsedAgainInNextPattern) {
                partial.used.clear();
            }
            match pattern.selector {
                PathSelector::All => {
                    let enclosed = pattern.enclosed.as_ref().and_then(|enclosed| enclosed.predicate.as_ref());
                    partial.conditions.extend(conditions_of(enclosed));
                    found.extend(self.in_mode(pattern, self.path(&pattern.path, vec![partial])?));
                }
                _ => found.extend(self.selected(pattern, partial)?),
            }
            self.bound(found.len())?;
        }
        let Some(variable) = &pattern.variable else { return Ok(found) };
        for partial in &mut found {
            if self.slips(Slip::PathReversed) {
                partial.relationships.reverse();
            }
            partial.record.insert(variable.clone(), partial.path());
        }
        self.prune(found)
    }

    /// The matches whose path repeats nothing that the mode of the pattern forbids.
    pub(super) fn in_mode(&self, pattern: &Pattern, mut partials: Vec<Partial<'q>>) -> Vec<Partial<'q>> {
        fn once<T: PartialEq>(items: Vec<T>) -> bool {
            items.iter().enumerate().all(|(place, item)| !items[..place].contains(item))
        }
        partials.retain(|partial| match pattern.mode {
            None | Some(PathMode::Walk) => true,
            Some(PathMode::Acyclic) if !self.slips(Slip::AcyclicComesBack) => {
                once(partial.nodes.iter().map(|node| node.key).collect())
            }
            Some(PathMode::Trail | PathMode::Acyclic) => {
                once(partial.relationships.iter().map(|relationship| relationship.key).collect())
            }
        });
        partials
    }

    /// Drops the matches that cannot become one.
    pub(super) fn prune(&self, partials: Vec<Partial<'q>>) -> Result<Vec<Partial<'q>>, Failure> {
        self.bound(partials.len())?;
        let mut kept = Vec::with_capacity(partials.len());
        for mut partial in partials {
            if self.settle(&mut partial.conditions, &partial.record, false)? == Prospect::Open {
                kept.push(partial);
            }
        }
        Ok(kept)
    }

    /// Every way in which a node pattern matches: at the node where the path stands, or, where it begins, at any node.
    pub(super) fn node(
        &self,
        pattern: &'q NodePattern,
        partials: Vec<Partial<'q>>,
    ) -> Result<Vec<Partial<'q>>, Failure> {
        let properties = pattern.properties.as_ref().map(Wanted::new);
        let predicate: Vec<_> = pattern.predicate.iter().map(Wanted::new).collect();
        let mut found = Vec::new();
        for partial in partials {
            let labels = pattern.labels.as_ref().map(|labels| self.computed(labels, &partial.record)).transpose()?;
            let begins = partial.nodes.is_empty();
            let candidates = match partial.nodes.last() {
                Some(node) => vec![node.clone()],
                None => self.graph.borrow().nodes().cloned().collect(),
            };
            let bound = pattern.variable.as_ref().and_then(|name| partial.record.get(name));
            for node in candidates {
                self.spend()?;
                if !self.is(bound, &Value::Node(node.clone()))? || !self.labelled(&node, labels.as_deref()) {
                    continue;
                }
                let mut next = partial.clone();
                let value = Value::Node(node.clone());
                if begins {
                    next.nodes.push(node);
                }
                next.conditions.extend(properties.iter().map(|wanted| wanted.has(&value)));
                next.conditions.extend(predicate.iter().map(Wanted::holds));
                if let Some(name) = &pattern.variable {
                    next.record.insert(name.clone(), value);
                }
                found.push(next);
            }
            self.bound(found.len())?;
        }
        self.prune(found)
    }

    /// Whether a variable that is bound already is bound to this element.
    pub(super) fn is(&self, bound: Option<&Value>, element: &Value) -> Result<bool, Failure> {
        match (bound, element) {
            (None, _) => Ok(true),
            (Some(Value::Null), _) => Ok(false),
            (Some(Value::Node(bound)), Value::Node(node)) => Ok(bound.key == node.key),
            (Some(Value::Relationship(bound)), Value::Relationship(relationship)) => Ok(bound.key == relationship.key),
            (Some(other), wanted) => {
                let message = format!("expected a {}, found a {}", wanted.type_name(), other.type_name());
                Err(Failure::argument_type(message))
            }
        }
    }

    fn labelled(&self, node: &Node, labels: Option<&LabelExpression>) -> bool {
        let has = |label: &str| node.labels.contains(label);
        match labels {
            None => true,
            Some(LabelExpression::Colons(names)) if self.slips(Slip::FirstLabelOnly) => {
                names.first().is_some_and(|name| has(name))
            }
            Some(LabelExpression::And(first, _)) if self.slips(Slip::FirstLabelOnly) => {
                satisfies(first, &has, !node.labels.is_empty())
            }
            Some(labels) => satisfies(labels, &has, !node.labels.is_empty()),
        }
    }

    /// The relationships that a path may take from a node, each with the node that it leads to.
    ///
    /// An undirected pattern takes a relationship once, also one that ends where it starts (TCK, Match3).
    pub(super) fn steps(&self, partial: &Partial<'q>, pattern: &RelationshipPattern) -> Result<Vec<Step>, Failure> {
        let types = pattern.types.as_ref().map(|types| self.computed(types, &partial.record)).transpose()?;
        let Some(at) = partial.nodes.last().map(|node| node.key) else { return Ok(Vec::new()) };
        let graph = self.graph.borrow();
        let mut steps = Vec::new();
        for relationship in graph.relationships() {
            self.spend()?;
            let (leaves, arrives) = (relationship.start == at, relationship.end == at);
            let either = pattern.direction == Direction::Either
                || (pattern.direction == Direction::Left && self.slips(Slip::LeftArrowIgnored));
            let other = match pattern.direction {
                Direction::Right | Direction::Either if leaves => relationship.end,
                Direction::Left if arrives => relationship.start,
                _ if either && arrives => relationship.start,
                _ if either && leaves => relationship.end,
                _ => continue,
            };
            let kind = |name: &str| relationship.kind == name;
            let matches = match types.as_deref() {
                None => true,
                Some(LabelExpression::Or(first, _)) if self.slips(Slip::FirstTypeOnly) => satisfies(first, &kind, true),
                Some(types) => satisfies(types, &kind, true),
            };
            let Some(other) = graph.node(other).filter(|_| matches) else { continue };
            steps.push((relationship.clone(), other.clone()));
            if leaves && arrives && either && self.turns_loops() {
                steps.push((relationship.clone(), other.clone()));
            }
        }
        Ok(steps)
    }

    fn turns_loops(&self) -> bool {
        self.options.deviations.undirected_self_loop_twice || self.slips(Slip::LoopMatchedTwice)
    }

    /// Whether the clause may not take this relationship any more; `walked` are those of the present variable-length hop.
    pub(super) fn is_spent(
        &self,
        partial: &Partial<'q>,
        walked: &[Arc<Relationship>],
        relationship: &Relationship,
    ) -> bool {
        if partial.repeats {
            return false;
        }
        let again = walked.iter().any(|earlier| earlier.key == relationship.key);
        let used = partial.used.contains(&relationship.key);
        match self.options.deviations.relationship_uniqueness {
            RelationshipUniqueness::Clause | RelationshipUniqueness::Path => {
                let forgets = if again { Slip::HopsRepeat } else { Slip::RelationshipUsedTwice };
                (used || again) && !self.slips(forgets)
            }
            RelationshipUniqueness::VariableLengthOnly => again,
            RelationshipUniqueness::Off => false,
        }
    }

    /// The match that took a relationship to a node.
    ///
    /// One of more relationships than the graph has goes over some of them again and may grow without end: its copy takes as many
    /// steps as it is long.
    pub(super) fn stepped(
        &self,
        partial: &Partial<'q>,
        relationship: &Arc<Relationship>,
        node: &Arc<Node>,
    ) -> Result<Partial<'q>, Failure> {
        let length = partial.used.len();
        if length > self.graph.borrow().relationship_count() {
            (0..length).try_for_each(|_| self.spend())?;
        }
        let mut next = partial.clone();
        next.used.push(relationship.key);
        next.relationships.push(relationship.clone());
        next.nodes.push(node.clone());
        Ok(next)
    }

    /// The element of a variable, when it is bound.
    pub(super) fn bound_to<'p>(partial: &'p Partial<'q>, variable: Option<&Name>) -> Option<&'p Value> {
        variable.and_then(|name| partial.record.get(name))
    }
}

/// Whether labels, or one type, are as the expression says.
fn satisfies(labels: &LabelExpression, has: &dyn Fn(&str) -> bool, has_any: bool) -> bool {
    match labels {
        LabelExpression::Name(name) => has(name),
        LabelExpression::Wildcard => has_any,
        LabelExpression::Not(inner) => !satisfies(inner, has, has_any),
        LabelExpression::And(a, b) => satisfies(a, has, has_any) & satisfies(b, has, has_any),
        LabelExpression::Or(a, b) => satisfies(a, has, has_any) | satisfies(b, has, has_any),
        LabelExpression::Colons(names) => names.iter().all(|name| has(name)),
        // Refused before.
        LabelExpression::Dynamic(_) => false,
    }
}

/// The conjuncts of a predicate, each to hold.
pub(super) fn conditions_of(predicate: Option<&Expression>) -> Vec<Condition<'_>> {
    predicate.map(Wanted::conjuncts).unwrap_or_default().iter().map(Wanted::holds).collect()
}

impl Engine<'_> {
    /// Whether an element has these labels, or is of this type; none for null.
    pub(super) fn has_labels(
        &self,
        value: &Value,
        labels: &LabelExpression,
        record: &Record,
    ) -> Result<Option<bool>, Failure> {
        if value.is_null() {
            return Ok(None);
        }
        let labels = &*self.computed(labels, record)?;
        self.with_context(|context| match value {
            Value::Node(node) => {
                let node = context.current_node(node)?;
                Ok(Some(satisfies(labels, &|name| node.labels.contains(name), !node.labels.is_empty())))
            }
            Value::Relationship(relationship) => Ok(Some(satisfies(labels, &|name| relationship.kind == name, true))),
            other => Err(Failure::argument_type(format!("a {} has no labels", other.type_name()))),
        })
    }
}
