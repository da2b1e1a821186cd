//! Walks of more than one relationship: variable length, quantified path patterns, shortest paths, path values.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_graph::{NodeKey, Path, Relationship, RelationshipKey, Value};

use super::Runner;
use super::matching::{Emit, Search, has_type, node_key, relationships_in, saved};
use crate::plan::{EachHop, PathPart, PatternPlan, QuantifiedStep, SelectedStep, ShortestStep, VariableStep};
use crate::term::{Frame, Slot};
use crate::{Failure, OpenAnswers, relations};

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
        self.go_on(plan, at, (step, node, start), search, frame, emit)
    }

    fn go_on<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        (step, node, start): (&'p VariableStep, NodeKey, usize),
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        let length = search.used.len() - start;
        if length >= step.each.min as usize && self.arrive(node, &step.to, frame)? {
            frame[step.slot] = self.list_of(search.used[start..].iter().map(|(key, _)| *key), step.reversed);
            if !self.walk(plan, at + 1, search, frame, emit)? {
                return Ok(false);
            }
        }
        if length >= step.each.max as usize {
            return Ok(true);
        }
        self.for_each_hop(node, step.direction, &mut |relationship, other| {
            if !self.may_use((relationship.key, step.each.path), search, Some(start))
                || !self.fits(relationship, &step.each, frame)?
            {
                return Ok(true);
            }
            search.used.push((relationship.key, step.each.path));
            let result = self.go_on(plan, at, (step, other, start), search, frame, emit);
            search.used.pop();
            result
        })
    }

    fn list_of(&self, keys: impl Iterator<Item = RelationshipKey>, reversed: bool) -> Value {
        let relationships = keys.filter_map(|key| self.graph.relationship(key));
        let mut list: Vec<Value> = relationships.map(|r| Value::Relationship(r.clone())).collect();
        if reversed {
            list.reverse();
        }
        Value::list(list)
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

    pub(super) fn quantified_path<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        step: &'p QuantifiedStep,
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        let Some(node) = node_key(&frame[step.from])? else { return Ok(true) };
        let outer = std::mem::take(&mut search.iterations);
        let result = self.repeat(plan, at, (step, node), search, frame, emit);
        search.iterations = outer;
        result
    }

    fn repeat<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        (step, node): (&'p QuantifiedStep, NodeKey),
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        let count = search.iterations.len();
        if count >= step.min as usize && self.arrive(node, &step.to, frame)? {
            let iterations = &search.iterations;
            for (index, (_, group)) in step.groups.iter().enumerate() {
                frame[*group] = Value::list(iterations.iter().map(|values| values[index].clone()).collect());
            }
            let hops = iterations.iter().filter_map(|values| values.last().cloned()).collect();
            frame[step.trace] = Value::list(hops);
            // Later steps may repeat paths of their own.
            let own = std::mem::take(&mut search.iterations);
            let result = self.walk(plan, at + 1, search, frame, emit);
            search.iterations = own;
            if !result? {
                return Ok(false);
            }
        }
        if count >= step.max as usize {
            return Ok(true);
        }
        let Some(first) = self.graph.node(node) else { return Ok(true) };
        let before = saved(step.groups.iter().map(|(inner, _)| *inner), frame);
        frame[step.first] = Value::Node(first.clone());
        let result = self.walk(&step.inner, 0, search, frame, &mut |search, frame| {
            let Some(last) = node_key(&frame[step.last])? else { return Ok(true) };
            let mut hops = Vec::new();
            for part in &step.hops {
                let (PathPart::One(slot) | PathPart::Many(slot)) = part;
                relationships_in(&frame[*slot], &mut hops);
            }
            let mut values: Vec<Value> = step.groups.iter().map(|(inner, _)| frame[*inner].clone()).collect();
            values.push(Value::list(hops.into_iter().map(Value::Relationship).collect()));
            search.iterations.push(values);
            let result = self.repeat(plan, at, (step, last), search, frame, emit);
            search.iterations.pop();
            result
        });
        before.into_iter().for_each(|(slot, value)| frame[slot] = value);
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
            return Err(Failure::Unknown("a shortest path with a lower bound above 1".into()));
        }
        if from == to && step.each.min > 0 {
            return match self.options.open {
                OpenAnswers::Refuse => Err(Failure::Unspecified("the shortest path from a node to itself".into())),
                OpenAnswers::Choose => Ok(true),
            };
        }
        let mut paths = self.shortest_paths(from, to, step, frame)?;
        if !step.all && paths.len() > 1 {
            if self.options.open == OpenAnswers::Refuse {
                return Err(Failure::Unspecified("shortestPath() may choose among several paths".into()));
            }
            paths.truncate(1);
        }
        for path in paths {
            frame[step.slot] = self.list_of(path.into_iter(), false);
            if !self.walk(plan, at + 1, search, frame, emit)? {
                return Ok(false);
            }
        }
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
        let mut reached = Reached::new();
        reached.insert(from, (0, Vec::new()));
        let (mut layer, mut distance) = (vec![from], 0);
        while !layer.is_empty() && distance < step.each.max && !reached.contains_key(&to) {
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
        let mut paths = Vec::new();
        self.trace_back(from, to, &reached, &mut Vec::new(), &mut paths)?;
        Ok(paths)
    }

    fn trace_back(
        &self,
        from: NodeKey,
        node: NodeKey,
        reached: &Reached,
        tail: &mut Vec<RelationshipKey>,
        paths: &mut Vec<Vec<RelationshipKey>>,
    ) -> Result<(), Failure> {
        let Some((_, last)) = reached.get(&node) else { return Ok(()) };
        if node == from {
            self.spend(1 + tail.len() as u64)?;
            paths.push(tail.iter().rev().copied().collect());
            return Ok(());
        }
        for (before, relationship) in last {
            tail.push(*relationship);
            self.trace_back(from, *before, reached, tail, paths)?;
            tail.pop();
        }
        Ok(())
    }

    pub(super) fn selected<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        step: &'p SelectedStep,
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        let mut found: BTreeMap<(NodeKey, NodeKey), Vec<(usize, Frame)>> = BTreeMap::new();
        let mut inner = Search::default();
        self.walk(&step.inner, 0, &mut inner, frame, &mut |_, frame| {
            let (Some(start), Some(end)) = (node_key(&frame[step.start])?, node_key(&frame[step.end])?) else {
                return Ok(true);
            };
            self.spend(frame.len() as u64)?;
            let mut hops = Vec::new();
            for part in &step.hops {
                let (PathPart::One(slot) | PathPart::Many(slot)) = part;
                relationships_in(&frame[*slot], &mut hops);
            }
            found.entry((start, end)).or_default().push((hops.len(), frame.clone()));
            Ok(true)
        })?;
        for (_, mut candidates) in found {
            candidates.sort_by_key(|(length, _)| *length);
            let shortest = candidates.first().map_or(0, |(length, _)| *length);
            let taken = match step.count {
                None => candidates.iter().take_while(|(length, _)| *length == shortest).count(),
                Some(count) => count.min(candidates.len()),
            };
            let cut = candidates.get(taken).zip(taken.checked_sub(1).and_then(|last| candidates.get(last)));
            let tied = step.count.is_some() && cut.is_some_and(|((next, _), (last, _))| next == last);
            if tied && self.options.open == OpenAnswers::Refuse {
                return Err(Failure::Unspecified("a path selector may choose among several paths".into()));
            }
            for (_, mut candidate) in candidates.into_iter().take(taken) {
                if !self.walk(plan, at + 1, search, &mut candidate, emit)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The path from a start node over relationships.
    pub(super) fn path(&self, start: Slot, parts: &[PathPart], frame: &Frame) -> Value {
        let Value::Node(node) = &frame[start] else { return Value::Null };
        let mut relationships = Vec::new();
        for part in parts {
            let (PathPart::One(slot) | PathPart::Many(slot)) = part;
            relationships_in(&frame[*slot], &mut relationships);
        }
        let mut nodes = vec![node.clone()];
        let mut here = node.key;
        for relationship in &relationships {
            here = if relationship.start == here { relationship.end } else { relationship.start };
            let Some(next) = self.graph.node(here) else { return Value::Null };
            nodes.push(next.clone());
        }
        Value::Path(Arc::new(Path { nodes, relationships }))
    }
}
