//! `match`: patterns over labels, solved one after the other.
//!
//! Which pattern comes next is free. A condition comes as soon as its labels are known, then a pattern both of whose ends are
//! known, then the first whose beginning is.

use graphlance_gremlin::Name;

use super::traverser::Traverser;
use super::{Machine, Run};
use crate::failure::{ErrorKind, Failure, raise};
use crate::program::{Body, MatchPart, OpId};
use crate::value::{Entries, Value};

impl Machine<'_> {
    pub fn matched(&mut self, id: OpId, parts: &[MatchPart]) -> Run<Option<Traverser>> {
        loop {
            if let Some(found) = self.states[id].pending.pop_front() {
                return Ok(Some(found));
            }
            let Some(mut traverser) = self.start(id)? else { return Ok(None) };
            let (starts, ends) = labels_of(parts);
            if !starts.iter().any(|label| traverser.has_label(label)) {
                let first = starts.iter().find(|label| !ends.contains(label)).or(starts.first());
                let first = first.cloned().ok_or_else(|| raise(ErrorKind::Verification, "match() has no beginning"))?;
                traverser.add_labels(&[first], &self.program.readers);
            }
            if !are_connected(parts, &traverser) {
                // Whether they are met, which is an error, depends on those that are tried before.
                let why = "what match() gives of parts that nothing leads to";
                return Err(Failure::Unspecified(why.to_owned()).into());
            }
            let solved = self.solve(parts, &mut vec![false; parts.len()], traverser)?;
            for traverser in solved {
                let mut entries = Entries::default();
                for place in traverser.places() {
                    let names = place.labels.iter().map(|label| &label.name);
                    for name in names.filter(|name| starts.contains(name) || ends.contains(name)) {
                        entries.insert(Value::string(name.clone()), place.value.clone());
                    }
                }
                let mut bindings: Vec<(Value, Value)> = entries.into_iter().collect();
                self.chance.arrange(&mut bindings);
                let found = traverser.split(Value::map(bindings.into_iter().collect()));
                self.states[id].pending.push_back(found);
            }
        }
    }

    /// The traversers that fulfil all parts that are not done, with the labels they met.
    fn solve(&mut self, parts: &[MatchPart], done: &mut Vec<bool>, traverser: Traverser) -> Run<Vec<Traverser>> {
        self.spend(1 + parts.len() * traverser.path_cost())?;
        if done.iter().all(|done| *done) {
            return Ok(vec![traverser]);
        }
        let place = next_part(parts, done, &traverser);
        let place = place.ok_or_else(|| raise(ErrorKind::State, "the parts of match() are not connected"))?;
        let Some(part) = parts.get(place) else { return Ok(Vec::new()) };
        let mut solved = Vec::new();
        done[place] = true;
        for next in self.solve_part(part, &traverser)? {
            let more = self.solve(parts, done, next)?;
            self.spend(more.len())?;
            solved.extend(more);
        }
        done[place] = false;
        Ok(solved)
    }

    fn solve_part(&mut self, part: &MatchPart, traverser: &Traverser) -> Run<Vec<Traverser>> {
        let found = match &part.body {
            Body::All(parts) => return self.solve(parts, &mut vec![false; parts.len()], traverser.clone()),
            Body::Any(parts) => {
                let mut found = Vec::new();
                for part in parts {
                    found.extend(self.solve_part(part, traverser)?);
                }
                return Ok(found);
            }
            Body::Filter(chain, _) => {
                self.reset(*chain);
                let mut asked = traverser.clone();
                asked.bulk = 1;
                self.give_chain(*chain, asked)?;
                match self.next_of(*chain)? {
                    Some(_) => vec![traverser.clone()],
                    None => Vec::new(),
                }
            }
            Body::Chain(chain) => {
                let begin = match &part.start {
                    None => traverser.clone(),
                    Some(label) => {
                        let value = self.labelled_places(label, traverser)?.pop();
                        let message = || raise(ErrorKind::State, format!("nothing stands under {label}"));
                        traverser.split(value.ok_or_else(message)?)
                    }
                };
                // A step that reduces forgets where its traversers were; the part as a whole does not.
                let mut ops = self.program.chains[*chain].ops.iter().map(|op| &self.op(*op).kind);
                let forgets = ops.any(|kind| kind.waits() && !matches!(kind, crate::program::Kind::Wait { .. }));
                self.reset(*chain);
                self.give_chain(*chain, begin.clone())?;
                let mut found = Vec::new();
                while let Some(next) = self.next_of(*chain)? {
                    self.spend(1)?;
                    found.push(if forgets { begin.split(next.value) } else { next });
                }
                found
            }
        };
        let Some(end) = &part.end else { return Ok(found) };
        let mut kept = Vec::new();
        for mut next in found {
            if self.labelled_places(end, &next)?.pop().is_none_or(|known| known == next.value) {
                next.add_labels(std::slice::from_ref(end), &self.program.readers);
                kept.push(next);
            }
        }
        Ok(kept)
    }
}

/// The labels at which parts begin and end.
fn labels_of(parts: &[MatchPart]) -> (Vec<Name>, Vec<Name>) {
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    for part in parts {
        starts.extend(part.start.clone());
        ends.extend(part.end.clone());
        if let Body::All(inner) | Body::Any(inner) = &part.body {
            let (inner_starts, inner_ends) = labels_of(inner);
            starts.extend(inner_starts);
            ends.extend(inner_ends);
        }
    }
    (starts, ends)
}

/// Whether a part can be begun where some labels are known.
fn is_ready(part: &MatchPart, known: &dyn Fn(&Name) -> bool) -> bool {
    let begins = || part.start.as_ref().is_none_or(known);
    match &part.body {
        Body::Filter(_, read) => begins() && read.iter().all(known),
        Body::All(inner) | Body::Any(inner) => {
            let (starts, ends) = labels_of(inner);
            let first = starts.iter().find(|label| !ends.contains(label)).or(starts.first());
            first.is_none_or(known)
        }
        Body::Chain(_) => begins(),
    }
}

/// Whether each part can be begun once others have found something.
fn are_connected(parts: &[MatchPart], traverser: &Traverser) -> bool {
    let mut found: Vec<Name> = Vec::new();
    let mut waiting: Vec<&MatchPart> = parts.iter().collect();
    loop {
        let known = |label: &Name| found.contains(label) || traverser.has_label(label);
        let (ready, others): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|part| is_ready(part, &known));
        if ready.is_empty() || others.is_empty() {
            return others.is_empty();
        }
        found.extend(ready.iter().flat_map(|part| labels_of(std::slice::from_ref(part)).1));
        waiting = others;
    }
}

fn next_part(parts: &[MatchPart], done: &[bool], traverser: &Traverser) -> Option<usize> {
    let open = || parts.iter().enumerate().filter(|(place, _)| !done.get(*place).copied().unwrap_or(true));
    let ready = || open().filter(|(_, part)| is_ready(part, &|label| traverser.has_label(label)));
    let filter = ready().find(|(_, part)| matches!(part.body, Body::Filter(..)));
    let closed = || ready().find(|(_, part)| part.end.as_ref().is_some_and(|label| traverser.has_label(label)));
    filter.or_else(closed).or_else(|| ready().next()).map(|(place, _)| place)
}
