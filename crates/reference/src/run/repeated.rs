//! Quantified path patterns: passes over a repeated pattern.

use std::sync::Arc;

use graphlance_graph::{NodeKey, Relationship, RelationshipKey, Value};

use super::Runner;
use super::matching::{Deferred, Emit, Search, node_key, relationships_in};
use crate::Failure;
use crate::plan::{PathPart, PatternPlan, QuantifiedStep};
use crate::term::Frame;

/// One pass over the repeated pattern. It keeps what it binds, so that later passes may use the same slots.
struct Pass<'p> {
    /// The values of the group variables.
    values: Vec<Value>,
    /// The relationships gone over, in order.
    relationships: Vec<Arc<Relationship>>,
    used: Vec<(RelationshipKey, u32)>,
    /// Where it ends.
    last: NodeKey,
    /// The errors of its conditions, raised if the whole match comes about.
    deferred: Vec<Deferred<'p>>,
}

/// A pass taken, with what the search had gone through before it.
struct Taken<'p> {
    pass: Pass<'p>,
    used: usize,
    deferred: usize,
}

impl Runner<'_> {
    /// Goes over the repeated pattern again and again, depth first, and on with the later steps after each number of
    /// passes that the quantifier allows.
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
        let mut taken: Vec<Taken<'p>> = Vec::new();
        if !self.after_passes(plan, at, (step, node, &taken), search, frame, emit)? {
            return Ok(false);
        }
        if step.max == 0 {
            return Ok(true);
        }
        let mut open = vec![self.passes(step, node, search, frame)?.into_iter()];
        while let Some(passes) = open.last_mut() {
            let next = passes.next();
            if taken.len() == open.len()
                && let Some(undone) = taken.pop()
            {
                search.used.truncate(undone.used);
                search.deferred.truncate(undone.deferred);
            }
            let Some(pass) = next else {
                open.pop();
                continue;
            };
            let (last, used, deferred) = (pass.last, search.used.len(), search.deferred.len());
            search.used.extend_from_slice(&pass.used);
            search.deferred.extend(pass.deferred.iter().cloned());
            taken.push(Taken { pass, used, deferred });
            if !self.after_passes(plan, at, (step, last, &taken), search, frame, emit)? {
                return Ok(false);
            }
            if taken.len() < step.max as usize {
                open.push(self.passes(step, last, search, frame)?.into_iter());
            } else {
                open.push(Vec::new().into_iter());
            }
        }
        Ok(true)
    }

    /// Goes on with the later steps, where the passes taken are enough and end at the right node.
    fn after_passes<'p>(
        &self,
        plan: &'p PatternPlan,
        at: usize,
        (step, node, taken): (&QuantifiedStep, NodeKey, &[Taken<'p>]),
        search: &mut Search<'p>,
        frame: &mut Frame,
        emit: &mut Emit<'_, 'p>,
    ) -> Result<bool, Failure> {
        if taken.len() < step.min as usize || !self.arrive(node, &step.to, frame)? {
            return Ok(true);
        }
        self.spend(taken.len() as u64)?;
        for (index, (_, group)) in step.groups.iter().enumerate() {
            frame[*group] = Value::list(taken.iter().map(|taken| taken.pass.values[index].clone()).collect());
        }
        let relationships = taken.iter().flat_map(|taken| &taken.pass.relationships);
        frame[step.trace] = Value::list(relationships.cloned().map(Value::Relationship).collect());
        self.walk(plan, at + 1, search, frame, emit)
    }

    /// Every pass from a node that the relationships used so far allow.
    fn passes<'p>(
        &self,
        step: &'p QuantifiedStep,
        node: NodeKey,
        search: &mut Search<'p>,
        frame: &mut Frame,
    ) -> Result<Vec<Pass<'p>>, Failure> {
        let mut passes = Vec::new();
        let Some(first) = self.graph.node(node) else { return Ok(passes) };
        frame[step.first] = Value::Node(first.clone());
        let (used, deferred) = (search.used.len(), search.deferred.len());
        self.walk(&step.inner, 0, search, frame, &mut |search, frame| {
            let Some(last) = node_key(&frame[step.last])? else { return Ok(true) };
            let Some(deferred) = self.raised(&search.deferred[deferred..], frame)? else { return Ok(true) };
            let mut relationships = Vec::new();
            for part in &step.hops {
                let (PathPart::One(slot) | PathPart::Many(slot)) = part;
                relationships_in(&frame[*slot], &mut relationships);
            }
            let values: Vec<Value> = step.groups.iter().map(|(inner, _)| frame[*inner].clone()).collect();
            self.spend(1 + values.len() as u64)?;
            passes.push(Pass { values, relationships, used: search.used[used..].to_vec(), last, deferred });
            Ok(true)
        })?;
        Ok(passes)
    }

    /// The errors that deferred conditions raise; none when one of them does not hold.
    fn raised<'p>(&self, deferred: &[Deferred<'p>], frame: &mut Frame) -> Result<Option<Vec<Deferred<'p>>>, Failure> {
        let mut errors = Vec::new();
        for condition in deferred {
            match self.deferred_holds(condition, frame) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(failure @ Failure::Raised(_)) => errors.push(Deferred::Raised(failure)),
                Err(failure) => return Err(failure),
            }
        }
        Ok(Some(errors))
    }
}
