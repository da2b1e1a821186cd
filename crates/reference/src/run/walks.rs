//! Walks of more than one relationship: variable length, shortest paths, path values.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use graphlance_cypher::ast::{Direction, PathMode};
use graphlance_graph::{NodeKey, Path, Relationship, RelationshipKey, Value};

use super::Runner;
use super::matching::{Emit, Search, has_type, node_key, relationships_in};
use super::memory::ALLOCATION;
use crate::plan::{EachHop, PathPart, PatternPlan, ShortestStep, VariableStep};
use crate::term::{Frame, Slot};
use crate::{Failure, Fault, OpenAnswers, relations};

/// How nodes are reached: their distance and the last steps of the shortest paths to them.
type Reached = BTreeMap<NodeKey, (u32, Vec<(NodeKey, RelationshipKey)>)>;

impl Runner<'_> {
    pub(super) fn variable<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        step: &'p VariableStep,
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        let Some(node) = node_key(&frame[step.from])? else { return Ok(true) };
        if step.bound {
            return self.bound_list(plan, at, (step, node), search, frame, emit);
        }
        let start = search.used.len();
        // Depth first: the relationships to go over next, where each leads and how many have been gone over with it.
        let mut open: Vec<(RelationshipKey, NodeKey, usize)> = Vec::new();
        let (mut here, mut length) = (node, 0);
        loop {
            if length >= step.each.min as usize && self.arrive(here, &step.to, frame)? {
                frame[step.slot] =
                    self.list_of(search.used[start..].iter().map(|(key, _)| *key), length, step.reversed)?;
                let last = search.used[start..].last().and_then(|(key, _)| self.graph.relationship(*key));
                let twice = step.reversed && last.is_some_and(|last| self.takes_first_loop_twice(last, step));
                for _ in 0..if twice { 2 } else { 1 } {
                    if !self.walk(plan, at + 1, search, frame, emit)? {
                        return Ok(false);
                    }
                }
            }
            if length < step.each.max as usize {
                let first = open.len();
                self.for_each_hop(here, step.direction, &mut |relationship, other| {
                    if self.may_use((relationship.key, step.each.path), search, Some(start))
                        && self.fits(relationship, &step.each, frame)?
                    {
                        open.push((relationship.key, other, length + 1));
                        let is_first = length == 0 && !step.reversed;
                        if self.takes_loop_twice(relationship, step)
                            || is_first && self.takes_first_loop_twice(relationship, step)
                        {
                            open.push((relationship.key, other, length + 1));
                        }
                    }
                    Ok(true)
                })?;
                open[first..].reverse();
            }
            let Some((relationship, other, gone)) = open.pop() else { break };
            search.used.truncate(start + gone - 1);
            search.used.push((relationship, step.each.path));
            (here, length) = (other, gone);
        }
        search.used.truncate(start);
        Ok(true)
    }

    /// Whether a wrong rule takes a self-loop once for each direction. Of a length of 1 it is a relationship like others.
    fn takes_loop_twice(&self, relationship: &Relationship, step: &VariableStep) -> bool {
        step.direction == Direction::Either
            && relationship.start == relationship.end
            && (step.each.min, step.each.max) != (1, 1)
            && self.departs(Fault::VariableLengthLoopTwice)
    }

    /// The same of the first relationship of what is written, which is the last where it is walked from its end.
    fn takes_first_loop_twice(&self, relationship: &Relationship, step: &VariableStep) -> bool {
        step.direction == Direction::Either
            && relationship.start == relationship.end
            && self.departs(Fault::LengthLoopTwiceFirst)
    }

    /// The list of so many relationships. Errors: the budget, of which it takes a step for each: where relationships may be used
    /// twice, walks grow without end.
    fn list_of(
        &self,
        keys: impl Iterator<Item = RelationshipKey>,
        length: usize,
        reversed: bool,
    ) -> Result<Value, Failure> {
        self.spend(length as u64)?;
        let relationships = keys.filter_map(|key| self.graph.relationship(key));
        let mut list = Vec::with_capacity(length);
        list.extend(relationships.map(|relationship| Value::Relationship(relationship.clone())));
        if reversed {
            list.reverse();
        }
        Ok(Value::list(list))
    }

    fn fits(&self, relationship: &Arc<Relationship>, each: &EachHop, frame: &mut Frame) -> Result<bool, Failure> {
        if !has_type(relationship, each.types.as_ref()) {
            return Ok(false);
        }
        for (key, value) in &each.properties {
            let expected = self.evaluate(value, frame)?;
            let actual = relationship.properties.get(key).unwrap_or(&Value::Null);
            if relations::equal(actual, &expected) != Some(true) {
                return Ok(false);
            }
        }
        if each.property_map.is_none() && each.predicate.is_none() {
            return Ok(true);
        }
        frame[each.slot] = Value::Relationship(relationship.clone());
        if let Some(map) = &each.property_map
            && !self.properties_agree(each.slot, map, frame)?
        {
            return Ok(false);
        }
        match &each.predicate {
            Some(predicate) => Ok(self.condition(predicate, frame)? == Some(true)),
            None => Ok(true),
        }
    }

    /// A list of relationships bound before is matched as that sequence.
    fn bound_list<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        (step, start): (&'p VariableStep, NodeKey),
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        let mut list = Vec::new();
        if frame[step.slot].is_null() {
            return Ok(true);
        }
        relationships_in(&frame[step.slot], &mut list);
        if step.reversed {
            list.reverse();
        }
        let (mut node, mark) = (start, search.used.len());
        for relationship in &list {
            let mut next = None;
            self.for_each_hop(node, step.direction, &mut |candidate, other| {
                if candidate.key == relationship.key {
                    next = Some(other);
                }
                Ok(next.is_none())
            })?;
            let fits = self.may_use((relationship.key, step.each.path), search, Some(mark))
                && self.fits(relationship, &step.each, frame)?;
            let Some(next) = next.filter(|_| fits) else {
                search.used.truncate(mark);
                return Ok(true);
            };
            search.used.push((relationship.key, step.each.path));
            node = next;
        }
        let range = step.each.min as usize..=step.each.max as usize;
        let result = if range.contains(&list.len()) && self.arrive(node, &step.to, frame)? {
            self.walk(plan, at + 1, search, frame, emit)
        } else {
            Ok(true)
        };
        search.used.truncate(mark);
        result
    }

    pub(super) fn shortest<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        step: &'p ShortestStep,
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        let (Some(from), Some(to)) = (node_key(&frame[step.from])?, node_key(&frame[step.to])?) else {
            return Ok(true);
        };
        if step.each.min > 1 {
            // Neo4j refuses it, no document says what it would be.
            return Err(Failure::Unspecified("a shortest path with a lower bound above 1".into()));
        }
        if from == to && step.each.min > 0 {
            return match self.options.open {
                OpenAnswers::Refuse => Err(Failure::Unspecified("the shortest path from a node to itself".into())),
                OpenAnswers::Choose => Ok(true),
            };
        }
        let held = self.held();
        let mut paths = self.shortest_paths(from, to, step, frame)?;
        let held = self.held() - held;
        if !step.all && paths.len() > 1 {
            if !step.any && self.options.open == OpenAnswers::Refuse {
                return Err(Failure::Unspecified("shortestPath() may choose among several paths".into()));
            }
            paths.truncate(1);
        }
        for path in paths {
            let length = path.len();
            frame[step.slot] = self.list_of(path.into_iter(), length, false)?;
            if !self.walk(plan, at + 1, search, frame, emit)? {
                return Ok(false);
            }
        }
        self.release(held);
        Ok(true)
    }

    /// All shortest paths, by breadth-first search.
    fn shortest_paths(
        &self,
        from: NodeKey,
        to: NodeKey,
        step: &ShortestStep,
        frame: &mut Frame,
    ) -> Result<Vec<Vec<RelationshipKey>>, Failure> {
        if self.departs(Fault::ShortestPathFirstFound) {
            return Ok(self.first_found(from, to, step, frame)?.into_iter().collect());
        }
        let most = if self.departs(Fault::ShortestPathOfTwo) { step.each.max.min(2) } else { step.each.max };
        let mut reached = Reached::new();
        reached.insert(from, (0, Vec::new()));
        let (mut layer, mut distance) = (vec![from], 0);
        while !layer.is_empty() && distance < most && !reached.contains_key(&to) {
            distance += 1;
            let mut next = Vec::new();
            for node in layer {
                self.for_each_hop(node, step.direction, &mut |relationship, other| {
                    if self.fits(relationship, &step.each, frame)? {
                        let entry = reached.entry(other).or_insert_with(|| {
                            next.push(other);
                            (distance, Vec::new())
                        });
                        if entry.0 == distance {
                            entry.1.push((node, relationship.key));
                        }
                    }
                    Ok(true)
                })?;
            }
            layer = next;
        }
        self.trace_back(from, to, &reached)
    }

    /// The path that a depth-first search comes to, which visits a node once.
    fn first_found(
        &self,
        from: NodeKey,
        to: NodeKey,
        step: &ShortestStep,
        frame: &mut Frame,
    ) -> Result<Option<Vec<RelationshipKey>>, Failure> {
        let (mut tail, mut visited) = (Vec::new(), BTreeSet::new());
        // The relationships to go over next, where each leads and how many have been gone over before it.
        let mut open = vec![(None, from, 0)];
        while let Some((over, here, before)) = open.pop() {
            if !visited.insert(here) {
                continue;
            }
            tail.truncate(before);
            tail.extend(over);
            if here == to {
                return Ok(Some(tail));
            }
            let (first, gone) = (open.len(), tail.len());
            if gone < step.each.max as usize {
                self.for_each_hop(here, step.direction, &mut |relationship, other| {
                    if self.fits(relationship, &step.each, frame)? {
                        open.push((Some(relationship.key), other, gone));
                    }
                    Ok(true)
                })?;
                open[first..].reverse();
            }
        }
        Ok(None)
    }

    /// All ways back from a node to the start, each as the relationships in walking order.
    fn trace_back(&self, from: NodeKey, to: NodeKey, reached: &Reached) -> Result<Vec<Vec<RelationshipKey>>, Failure> {
        let (mut paths, mut tail) = (Vec::new(), Vec::new());
        // The nodes on the way, each with how many of its last steps have been tried.
        let mut open = vec![(to, 0)];
        while let Some((node, tried)) = open.last_mut() {
            let step = reached.get(node).and_then(|(_, last)| last.get(*tried)).copied();
            *tried += 1;
            match step {
                Some((before, relationship)) if *node != from => {
                    tail.push(relationship);
                    open.push((before, 0));
                }
                _ => {
                    if *node == from {
                        self.spend(1 + tail.len() as u64)?;
                        self.hold(ALLOCATION + tail.len() * std::mem::size_of::<RelationshipKey>())?;
                        paths.push(tail.iter().rev().copied().collect());
                    }
                    open.pop();
                    tail.pop();
                }
            }
        }
        Ok(paths)
    }

    /// Whether a path repeats nothing that its mode forbids.
    pub(super) fn keeps_mode(
        &self,
        mode: PathMode,
        start: Slot,
        parts: &[PathPart],
        frame: &Frame,
    ) -> Result<bool, Failure> {
        let Value::Path(path) = self.path(start, parts, frame) else { return Ok(true) };
        self.spend(path.nodes.len() as u64)?;
        let (mut nodes, mut relationships) = (BTreeSet::new(), BTreeSet::new());
        Ok(match mode {
            PathMode::Walk => true,
            PathMode::Trail => path.relationships.iter().all(|relationship| relationships.insert(relationship.key)),
            PathMode::Acyclic => path.nodes.iter().all(|node| nodes.insert(node.key)),
        })
    }

    /// The path from a start node over relationships.
    pub(super) fn path(&self, start: Slot, parts: &[PathPart], frame: &Frame) -> Value {
        let Value::Node(node) = &frame[start] else { return Value::Null };
        let slots = parts.iter().map(|(PathPart::One(slot) | PathPart::Many(slot))| *slot);
        let hops = slots.clone().map(|slot| match &frame[slot] {
            Value::List(hops) => hops.len(),
            _ => 1,
        });
        let length = hops.sum();
        let (mut relationships, mut nodes) = (Vec::with_capacity(length), Vec::with_capacity(length + 1));
        slots.for_each(|slot| relationships_in(&frame[slot], &mut relationships));
        nodes.push(node.clone());
        let mut here = node.key;
        for relationship in &relationships {
            here = if relationship.start == here { relationship.end } else { relationship.start };
            let Some(next) = self.graph.node(here) else { return Value::Null };
            nodes.push(next.clone());
        }
        Value::Path(Arc::new(Path { nodes, relationships }))
    }
}
