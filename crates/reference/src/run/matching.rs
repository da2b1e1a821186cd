//! Matching of patterns: depth first over the steps of a plan, each match handed to a callback.

use std::sync::Arc;

use graphlance_cypher::ast::{Direction, LabelExpression};
use graphlance_cypher::dialect::RelationshipUniqueness;
use graphlance_graph::{Node, NodeKey, Relationship, RelationshipKey, Value};

use super::Runner;
use crate::plan::{Hop, MatchStep, NodeTarget, PatternPlan, REPEATABLE};
use crate::term::{Frame, Term};
use crate::{Failure, Fault, operators};

/// What a search has gone through so far.
#[derive(Default)]
pub(super) struct Search<'p> {
    /// The relationships used, in order, each with the pattern that uses it.
    pub used: Vec<(RelationshipKey, u32)>,
    /// Conditions that raised an error before the match was complete: only a complete match may raise it.
    pub deferred: Vec<Deferred<'p>>,
}

/// A condition that raised an error.
#[derive(Clone)]
pub(super) enum Deferred<'p> {
    /// To be evaluated again.
    Condition(&'p Term),
    /// Its variables are bound no longer; this is the error.
    Raised(Failure),
}

/// Receives a match; false ends the search.
pub(super) type Emit<'e, 'p> = dyn FnMut(&mut Search<'p>, &mut Frame) -> Result<bool, Failure> + 'e;

/// Receives a relationship and the node at its other end; false ends the visit.
pub(super) type Visit<'v> = &'v mut dyn FnMut(&Arc<Relationship>, NodeKey) -> Result<bool, Failure>;

/// What becomes of a match.
enum Condition {
    Holds,
    Fails,
    Deferred,
}

impl Runner<'_> {
    /// Calls `emit` with the frame at each match, until it says false.
    pub fn matches(
        &self,
        plan: &PatternPlan,
        frame: &mut Frame,
        emit: &mut dyn FnMut(&mut Frame) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let mut search = Search::default();
        // What its conditions make of lists in no order is looked at here, and no matter of the term around it.
        let unordered = self.unordered.replace(false);
        let result = self.walk(plan, 0, &mut search, frame, &mut |search, frame| {
            if self.deferred_hold(search, frame)? { emit(frame) } else { Ok(true) }
        });
        self.unordered.set(self.unordered.get() || unordered);
        result.map(drop)
    }

    /// Whether the conditions hold that raised an error on the way. Errors: the first that raises one still.
    pub(super) fn deferred_hold(&self, search: &Search<'_>, frame: &mut Frame) -> Result<bool, Failure> {
        for condition in &search.deferred {
            if !self.deferred_holds(condition, frame)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn deferred_holds(&self, condition: &Deferred<'_>, frame: &mut Frame) -> Result<bool, Failure> {
        match condition {
            Deferred::Condition(term) => Ok(self.lets_through(self.condition(term, frame)?)),
            Deferred::Raised(failure) => Err(failure.clone()),
        }
    }

    /// Whether a pattern has a match.
    pub fn has_match(&self, plan: &PatternPlan, frame: &mut Frame) -> Result<bool, Failure> {
        let mut found = false;
        self.matches(plan, frame, &mut |_| {
            found = true;
            Ok(false)
        })?;
        Ok(found)
    }

    /// The steps from `at` on; false when `emit` ended the search.
    pub(super) fn walk<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        let Some(step) = plan.steps.get(at) else { return emit(search, frame) };
        match step {
            MatchStep::Filter(index) => match self.check(&plan.filters[*index], frame)? {
                Condition::Holds => self.walk(plan, at + 1, search, frame, emit),
                Condition::Fails => Ok(true),
                Condition::Deferred => {
                    search.deferred.push(Deferred::Condition(&plan.filters[*index]));
                    let result = self.walk(plan, at + 1, search, frame, emit);
                    search.deferred.pop();
                    result
                }
            },
            MatchStep::Node(target) => self.node(plan, at, target, search, frame, emit),
            MatchStep::Expand { from, hop, to, direction } => {
                let Some(node) = node_key(&frame[*from])? else { return Ok(true) };
                if hop.bound {
                    return self.bound_hop(plan, at, (node, hop, to, *direction), search, frame, emit);
                }
                self.for_each_hop(node, *direction, &mut |relationship, other| {
                    if self.is_collapsed(relationship, node, other) {
                        return Ok(true);
                    }
                    self.hop(plan, at, (hop, relationship, other, to), search, frame, emit)
                })
            }
            MatchStep::Relationship { hop, left, right, direction } => {
                let Value::Relationship(relationship) = &frame[hop.slot] else {
                    return not_an_element(&frame[hop.slot], "a relationship").map(|()| true);
                };
                let relationship = relationship.clone();
                for (start, end) in orientations(&relationship, *direction) {
                    // One variable at both ends is one node.
                    if left.slot == right.slot && start != end {
                        continue;
                    }
                    let Some(node) = self.graph.node(start) else { continue };
                    if left.bound && node_key(&frame[left.slot])? != Some(start) || !self.has(node, &left.labels) {
                        continue;
                    }
                    frame[left.slot] = Value::Node(node.clone());
                    if !self.hop(plan, at, (hop, &relationship, end, right), search, frame, emit)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            MatchStep::InMode { mode, start, parts } => match self.keeps_mode(*mode, *start, parts, frame)? {
                true => self.walk(plan, at + 1, search, frame, emit),
                false => Ok(true),
            },
            MatchStep::Path { slot, start, parts } => {
                frame[*slot] = self.path(*start, parts, frame);
                self.walk(plan, at + 1, search, frame, emit)
            }
            MatchStep::Variable(step) => self.variable(plan, at, step, search, frame, emit),
            MatchStep::Quantified(step) => self.quantified_path(plan, at, step, search, frame, emit),
            MatchStep::Shortest(step) => self.shortest(plan, at, step, search, frame, emit),
            MatchStep::Selected(step) => self.selected(plan, at, step, search, frame, emit),
        }
    }

    fn check(&self, term: &Term, frame: &mut Frame) -> Result<Condition, Failure> {
        let held = self.held();
        let holds = self.condition(term, frame);
        self.release_to(held);
        if self.unordered.replace(false) {
            self.refuse_unordered(term, &[])?;
        }
        match holds {
            Ok(holds) if self.lets_through(holds) => Ok(Condition::Holds),
            Ok(_) => Ok(Condition::Fails),
            Err(Failure::Raised(_)) if !self.schedule.is_eager() => Ok(Condition::Deferred),
            Err(failure) => Err(failure),
        }
    }

    fn node<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        target: &NodeTarget,
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        if target.bound && !self.departs(Fault::BoundNodeScannedAgain) {
            let Some(key) = node_key(&frame[target.slot])? else {
                let passes = self.departs(Fault::NullNodeMatches);
                return if passes { self.walk(plan, at + 1, search, frame, emit) } else { Ok(true) };
            };
            let fits = self.graph.node(key).is_some_and(|node| self.bound_has(node, &target.labels));
            return if fits { self.walk(plan, at + 1, search, frame, emit) } else { Ok(true) };
        }
        if let Some(lookup) = &target.lookup
            && let Some(keys) = self.looked_up(lookup, frame)?
        {
            for node in keys.into_iter().filter_map(|key| self.graph.node(key)) {
                self.spend(1)?;
                if self.has(node, &target.labels) {
                    frame[target.slot] = Value::Node(node.clone());
                    if !self.walk(plan, at + 1, search, frame, emit)? {
                        return Ok(false);
                    }
                }
            }
            return Ok(true);
        }
        for node in self.graph.nodes() {
            self.spend(1)?;
            if self.has(node, &target.labels) {
                frame[target.slot] = Value::Node(node.clone());
                if !self.walk(plan, at + 1, search, frame, emit)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Calls `visit` with each relationship of a node that the direction allows, and the node at its other end.
    pub(super) fn for_each_hop(&self, node: NodeKey, direction: Direction, visit: Visit<'_>) -> Result<bool, Failure> {
        let (outgoing, incoming) = (self.graph.outgoing(node), self.graph.incoming(node));
        self.spend((outgoing.len() + incoming.len()) as u64)?;
        if direction != Direction::Left {
            for relationship in outgoing.iter().filter_map(|key| self.graph.relationship(*key)) {
                if !visit(relationship, relationship.end)? {
                    return Ok(false);
                }
            }
        }
        if direction != Direction::Right {
            let loops_count = direction == Direction::Left
                || self.options.deviations.undirected_self_loop_twice
                || self.options.departures.has(Fault::SelfLoopTwice);
            for relationship in incoming.iter().filter_map(|key| self.graph.relationship(*key)) {
                if (relationship.start != node || loops_count) && !visit(relationship, relationship.start)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn bound_hop<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        (node, hop, to, direction): (NodeKey, &Hop, &NodeTarget, Direction),
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        let Value::Relationship(relationship) = &frame[hop.slot] else {
            return not_an_element(&frame[hop.slot], "a relationship").map(|()| true);
        };
        let relationship = relationship.clone();
        for (start, end) in orientations(&relationship, direction) {
            if start == node && !self.hop(plan, at, (hop, &relationship, end, to), search, frame, emit)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn hop<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        (hop, relationship, other, to): (&Hop, &Arc<Relationship>, NodeKey, &NodeTarget),
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        let fits =
            has_type(relationship, hop.types.as_ref()) && self.may_use((relationship.key, hop.path), search, None);
        if !fits || !self.arrive(other, to, frame)? {
            return Ok(true);
        }
        search.used.push((relationship.key, hop.path));
        frame[hop.slot] = Value::Relationship(relationship.clone());
        let result = self.walk(plan, at + 1, search, frame, emit);
        search.used.pop();
        result
    }

    /// Binds or checks the node a step leads to.
    pub(super) fn arrive(&self, key: NodeKey, to: &NodeTarget, frame: &mut Frame) -> Result<bool, Failure> {
        if to.bound {
            if node_key(&frame[to.slot])? != Some(key) {
                return Ok(false);
            }
            return Ok(
                to.labels.is_empty() || self.graph.node(key).is_some_and(|node| self.bound_has(node, &to.labels))
            );
        }
        match self.graph.node(key) {
            Some(node) if self.has(node, &to.labels) => {
                frame[to.slot] = Value::Node(node.clone());
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Whether the rule of uniqueness allows a relationship in a pattern; `segment` is where a variable-length one began.
    pub(super) fn may_use(&self, wanted: (RelationshipKey, u32), search: &Search<'_>, segment: Option<usize>) -> bool {
        if wanted.1 == REPEATABLE {
            return true;
        }
        let is_used = |used: &[(RelationshipKey, u32)]| used.iter().any(|(key, _)| *key == wanted.0);
        match (self.options.deviations.relationship_uniqueness, segment) {
            (RelationshipUniqueness::Clause, _) => !is_used(&search.used),
            (RelationshipUniqueness::Path, _) => !search.used.contains(&wanted),
            (RelationshipUniqueness::VariableLengthOnly, Some(start)) => !search.used.get(start..).is_some_and(is_used),
            (RelationshipUniqueness::VariableLengthOnly, None) | (RelationshipUniqueness::Off, _) => true,
        }
    }

    pub(super) fn has(&self, node: &Node, labels: &[LabelExpression]) -> bool {
        labels.iter().all(|labels| labels.matches(&|name| node.labels.contains(name), !node.labels.is_empty()))
    }

    /// The same of a node that is bound already.
    fn bound_has(&self, node: &Node, labels: &[LabelExpression]) -> bool {
        self.has(node, labels) || self.departs(Fault::BoundLabelIgnored)
    }

    /// The fault that counts parallel relationships once.
    fn is_collapsed(&self, relationship: &Relationship, from: NodeKey, to: NodeKey) -> bool {
        self.options.departures.has(Fault::ParallelRelationshipsCollapsed)
            && self.graph.outgoing(from).iter().chain(self.graph.incoming(from)).any(|key| {
                let parallel = self.graph.relationship(*key).is_some_and(|other| {
                    other.kind == relationship.kind
                        && (other.start, other.end) == (relationship.start, relationship.end)
                        && (other.end == to || other.start == to)
                });
                parallel && *key < relationship.key
            })
    }
}

pub(super) fn has_type(relationship: &Relationship, types: Option<&LabelExpression>) -> bool {
    types.is_none_or(|types| types.matches(&|name| relationship.kind == name, true))
}

/// The key of a node in a frame; none for null. Errors for any other value.
pub(super) fn node_key(value: &Value) -> Result<Option<NodeKey>, Failure> {
    match value {
        Value::Node(node) => Ok(Some(node.key)),
        other => not_an_element(other, "a node").map(|()| None),
    }
}

/// Null matches nothing; another value is an error.
fn not_an_element(value: &Value, expected: &str) -> Result<(), Failure> {
    if value.is_null() { Ok(()) } else { Err(operators::wrong_type(expected, value)) }
}

/// The ways to go over a relationship: from where to where.
fn orientations(relationship: &Relationship, direction: Direction) -> impl Iterator<Item = (NodeKey, NodeKey)> + use<> {
    let (start, end) = (relationship.start, relationship.end);
    let forward = (direction != Direction::Left).then_some((start, end));
    let backward = match direction {
        Direction::Left => true,
        Direction::Right => false,
        Direction::Either => start != end,
    };
    forward.into_iter().chain(backward.then_some((end, start)))
}

/// The slot's relationship list or single relationship.
pub(super) fn relationships_in(value: &Value, into: &mut Vec<Arc<Relationship>>) {
    match value {
        Value::Relationship(relationship) => into.push(relationship.clone()),
        Value::List(items) => items.iter().for_each(|item| relationships_in(item, into)),
        _ => {}
    }
}
