//! `repeat`.

use super::traverser::{Round, Traverser};
use super::{Machine, Run};
use crate::program::{Kind, Op, OpId, Repeat, Stop};
use crate::quirk::Quirk;

impl<'a> Machine<'a> {
    /// What comes out of `repeat` next.
    pub fn repeated(&mut self, id: OpId, repeat: &'a Repeat) -> Run<Option<Traverser>> {
        loop {
            if self.states[id].done
                && let Some(found) = self.next_of(repeat.body)?
            {
                return Ok(Some(found));
            }
            // Up to 3.7 it asks its body before it has a start.
            if !self.states[id].done && !self.rules.local_by_object && self.has_giving_local(repeat.body) {
                self.insist_on_starts()?;
            }
            self.states[id].done = true;
            if repeat.waits {
                if !self.has_start(id)? {
                    return Ok(None);
                }
                while let Some(traverser) = self.start(id)? {
                    if let Some(out) = self.enter(id, repeat, traverser)? {
                        self.states[id].pending.push_back(out);
                    }
                }
                if let Some(out) = self.states[id].pending.pop_front() {
                    return Ok(Some(out));
                }
            } else {
                let Some(traverser) = self.start(id)? else { return Ok(None) };
                if let Some(out) = self.enter(id, repeat, traverser)? {
                    return Ok(Some(out));
                }
            }
        }
    }

    /// Sends a traverser into the body, and gives what leaves without a round or is emitted in front of it.
    fn enter(&mut self, id: OpId, repeat: &Repeat, mut traverser: Traverser) -> Run<Option<Traverser>> {
        if traverser.loops.last().is_none_or(|round| round.op != id) {
            traverser.loops.push(Round { op: id, name: repeat.name.clone(), count: 0 });
        }
        if repeat.until_first && self.stops(repeat.until.as_ref(), &traverser)? {
            traverser.loops.pop();
            return Ok(Some(traverser));
        }
        let emitted = repeat.emit_first && self.stops(repeat.emit.as_ref(), &traverser)?;
        let out = emitted.then(|| self.emitted(&traverser));
        self.give_chain(repeat.body, traverser)?;
        Ok(out)
    }

    /// What leaves of a traverser that goes on.
    fn emitted(&self, traverser: &Traverser) -> Traverser {
        let mut out = traverser.clone();
        out.loops.pop();
        if self.has_quirk(Quirk::EmitTwice) {
            out.bulk = out.bulk.saturating_mul(2);
        }
        out
    }

    fn stops(&mut self, stop: Option<&Stop>, traverser: &Traverser) -> Run<bool> {
        match stop {
            None => Ok(false),
            Some(Stop::Always) => Ok(true),
            Some(Stop::Rounds(rounds)) => Ok(traverser.rounds() >= *rounds),
            Some(Stop::Chain(chain)) => self.is_productive(*chain, traverser),
        }
    }

    /// What leaves at the end of a round next.
    pub fn round_ended(&mut self, id: OpId, op: &'a Op) -> Run<Option<Traverser>> {
        let Some(around) = self.program.chains[op.chain].parent else { return Ok(None) };
        let Kind::Repeat(repeat) = &self.op(around).kind else { return Ok(None) };
        loop {
            let Some(mut traverser) = self.start(id)? else { return Ok(None) };
            self.spend(1)?;
            match traverser.loops.last_mut() {
                Some(round) => round.count += 1,
                // A step that makes new traversers has left the rounds; it counts as the first, and nobody says of what name.
                None => traverser.loops.push(Round { op: around, name: None, count: 1 }),
            }
            if !repeat.until_first && self.stops(repeat.until.as_ref(), &traverser)? {
                traverser.loops.pop();
                return Ok(Some(traverser));
            }
            let emitted = !repeat.emit_first && self.stops(repeat.emit.as_ref(), &traverser)?;
            let out = emitted.then(|| self.emitted(&traverser));
            if !repeat.until_first && !repeat.emit_first {
                self.give_chain(repeat.body, traverser)?;
            } else {
                self.give(around, traverser)?;
            }
            if out.is_some() {
                return Ok(out);
            }
        }
    }
}
