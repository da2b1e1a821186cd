//! Path selectors: some of the paths of each pair of end points.

use std::collections::BTreeMap;

use graphlance_graph::{NodeKey, Value};

use super::matching::{Emit, Search, node_key, relationships_in};
use super::{Runner, memory};
use crate::plan::{PathPart, PatternPlan, SelectedStep, Selection};
use crate::term::{Frame, Slot};
use crate::{Failure, OpenAnswers};

impl Runner<'_> {
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
        let held = self.held();
        let joined: Vec<(Slot, Value)> = step.joined.iter().map(|slot| (*slot, frame[*slot].clone())).collect();
        self.walk(&step.inner, 0, &mut inner, frame, &mut |search, frame| {
            // Conditions in the path hold before one is chosen: which one depends on whether they raise.
            if !joined.iter().all(|(slot, value)| frame[*slot] == *value) || !self.deferred_hold(search, frame)? {
                return Ok(true);
            }
            let (Some(start), Some(end)) = (node_key(&frame[step.start])?, node_key(&frame[step.end])?) else {
                return Ok(true);
            };
            self.spend(frame.len() as u64)?;
            self.hold_row(frame, &[])?;
            let mut hops = Vec::new();
            for part in &step.hops {
                let (PathPart::One(slot) | PathPart::Many(slot)) = part;
                relationships_in(&frame[*slot], &mut hops);
            }
            self.hold(hops.len() * memory::VALUE)?;
            found.entry((start, end)).or_default().push((hops.len(), frame.clone()));
            Ok(true)
        })?;
        joined.into_iter().for_each(|(slot, value)| frame[slot] = value);
        let held = self.held() - held;
        for (_, mut candidates) in found {
            candidates.sort_by_key(|(length, _)| *length);
            let lengths: Vec<usize> = candidates.iter().map(|(length, _)| *length).collect();
            let taken = taken(&lengths, step.selection);
            let open = match step.selection {
                Selection::Shortest(_) => {
                    lengths.get(taken).zip(taken.checked_sub(1)).is_some_and(|(next, last)| lengths[last] == *next)
                }
                Selection::Any(_) => taken < lengths.len(),
                Selection::Groups(_) => false,
            };
            if open && self.options.open == OpenAnswers::Refuse {
                return Err(Failure::Unspecified("a path selector may choose among several paths".into()));
            }
            for (_, mut candidate) in candidates.into_iter().take(taken) {
                if !self.walk(plan, at + 1, search, &mut candidate, emit)? {
                    return Ok(false);
                }
            }
        }
        self.release(held);
        Ok(true)
    }
}

/// How many of the paths of these lengths, in ascending order, are taken.
fn taken(lengths: &[usize], selection: Selection) -> usize {
    match selection {
        Selection::Shortest(count) | Selection::Any(count) => count.min(lengths.len()),
        Selection::Groups(count) => lengths.chunk_by(|a, b| a == b).take(count).map(<[usize]>::len).sum(),
    }
}
