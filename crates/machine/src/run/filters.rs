//! Steps that let a traverser through or not.

use graphlance_gremlin::{Name, Version};

use super::traverser::Traverser;
use super::{Halt, Machine, Run};
use crate::failure::{ErrorKind, Failure, raise, wrong_type};
use crate::program::{By, ChainId, Kind, Labelled, Op, OpId, Part};
use crate::quirk::Quirk;
use crate::value::Value;

/// The objects of a path, and the labels of each.
pub(super) type Places = (Vec<Value>, Vec<Vec<Name>>);

/// What becomes of a traverser at a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passes,
    Falls,
    /// No other will pass, either.
    Ends,
}

impl From<bool> for Verdict {
    fn from(passes: bool) -> Verdict {
        if passes { Verdict::Passes } else { Verdict::Falls }
    }
}

impl<'a> Machine<'a> {
    /// The next traverser that passes a filter.
    pub fn filtered(&mut self, id: OpId, op: &'a Op) -> Run<Option<Traverser>> {
        loop {
            let Some(mut traverser) = self.start(id)? else { return Ok(None) };
            match self.passes(id, op, &mut traverser) {
                Ok(Verdict::Passes) => return Ok(Some(traverser)),
                Ok(Verdict::Falls) => {}
                Ok(Verdict::Ends) => return Ok(None),
                Err(Halt::Incomparable) if self.decides(op) => {
                    // The first releases of 3.6 decide at the top alone.
                    if self.options.version <= Version::V36 && op.chain != self.program.root {
                        return Err(
                            Failure::Unspecified("what an incomparable value is inside of a step".into()).into()
                        );
                    }
                }
                Err(halt) => return Err(halt),
            }
            self.spend(1)?;
        }
    }

    /// What becomes of a traverser at a filter.
    pub fn passes(&mut self, id: OpId, op: &'a Op, traverser: &mut Traverser) -> Run<Verdict> {
        Ok(Verdict::from(match &op.kind {
            Kind::Range { low, high } => {
                let bulk = traverser.bulk;
                let verdict = self.within_range(id, op, *low, *high, traverser);
                if verdict != Verdict::Passes || traverser.bulk < bulk {
                    self.left_out(id);
                }
                return Ok(verdict);
            }
            Kind::Discard => false,
            Kind::Drop => self.drop_object(&traverser.value)?,
            Kind::Has { part, check } => self.has(part, check, &traverser.value)?,
            Kind::HasKeyOf { key, wanted } => {
                let value = &traverser.value;
                if !value.is_element() {
                    return Err(wrong_type(op.name.text(), value).into());
                }
                let found = self.graph.properties_where(value, |other| Some(other) == key.as_ref());
                found.is_empty() != *wanted
            }
            Kind::Is(check) => {
                self.compared(&traverser.value);
                self.holds(check, &traverser.value)?
            }
            Kind::Filter(chain) => self.is_productive(*chain, traverser)?,
            Kind::Not(chain) => !self.is_productive(*chain, traverser)?,
            Kind::And(chains) => self.joined_chains(chains, traverser, false)?,
            Kind::Or(chains) => self.joined_chains(chains, traverser, true)?,
            Kind::WhereLabels { start, check, bys } => self.where_labels(start.as_ref(), check, bys, traverser)?,
            Kind::WhereEnd(_) => self.states[id].held.as_ref() == Some(&traverser.value),
            Kind::Quantified { every, negated, check } => {
                let Some(values) = traverser.value.collection() else { return Ok(Verdict::Falls) };
                let mut found = *every;
                for value in &values {
                    if self.holds(check, value)? != *every {
                        found = !*every;
                        break;
                    }
                }
                found != *negated
            }
            Kind::Dedup { labels, by } => self.is_first(id, labels, by.as_ref(), traverser)?,
            Kind::Coin(probability) => {
                let tosses = traverser.bulk;
                let probability = *probability;
                if probability > 0.0 && probability < 1.0 {
                    self.chance.choose();
                }
                let heads = (0..tosses).filter(|_| self.chance.toss(probability)).count();
                traverser.bulk = heads as u64;
                heads > 0
            }
            Kind::PathFilter { simple, from, to, bys } => {
                let Some((objects, _)) = self.path_of(traverser, from.as_ref(), to.as_ref(), bys)? else {
                    return Ok(Verdict::Falls);
                };
                let mut objects: Vec<&Value> = objects.iter().collect();
                if self.has_quirk(Quirk::SimplePathAllowsRings) {
                    objects.dedup();
                }
                let different: std::collections::HashSet<&Value> = objects.iter().copied().collect();
                (different.len() == objects.len()) == *simple
            }
            _ => true,
        }))
    }

    /// Whether the third truth value becomes false at a filter: at one that asks whether anything comes out, at the top, and
    /// where no other filter is around.
    pub fn decides(&self, op: &Op) -> bool {
        let around = self.program.chains[op.chain].parent.map(|parent| &self.op(parent).kind);
        matches!(op.kind, Kind::Filter(_)) || !around.is_some_and(Kind::is_filter)
    }

    fn drop_object(&mut self, value: &Value) -> Run<bool> {
        match value {
            Value::Vertex(_) | Value::Edge(_) | Value::VertexProperty(_) | Value::Property(_) => {
                if !self.leaves(value) {
                    self.move_edges(value)?;
                    self.graph.remove(value);
                }
                Ok(false)
            }
            other => Err(wrong_type("drop()", other).into()),
        }
    }

    fn has(&mut self, part: &Part, check: &crate::program::Check, value: &Value) -> Run<bool> {
        let is_property = matches!(value, Value::VertexProperty(_) | Value::Property(_));
        match part {
            Part::Key | Part::Value if is_property => {
                let token = if matches!(part, Part::Key) {
                    graphlance_gremlin::token::T::Key
                } else {
                    graphlance_gremlin::token::T::Value
                };
                let found = self.token_of(value, token)?;
                self.holds(check, &found)
            }
            Part::Key | Part::Value => {
                if value.is_element() {
                    Ok(false)
                } else {
                    Err(wrong_type("has()", value).into())
                }
            }
            _ if matches!(value, Value::Property(_)) => Ok(false),
            _ if !value.is_element() => Err(wrong_type("has()", value).into()),
            Part::Id => {
                let id = self.graph.id(value).cloned().map_or(Value::NULL, Value::Scalar);
                self.holds(check, &id)
            }
            Part::IdText => {
                let id = self.graph.id(value).map(crate::value::text::scalar).unwrap_or_default();
                self.holds(check, &Value::string(id))
            }
            Part::Label => {
                let label = self.graph.label(value).cloned().unwrap_or_default();
                self.holds(check, &Value::string(label))
            }
            Part::Property(key) => {
                // Whether there is one such property is decided one by one; the third truth value of one is that of all.
                let mut incomparable = false;
                for (_, value, _) in self.graph.properties_where(value, |other| Some(other) == key.as_ref()) {
                    match self.holds(check, &value) {
                        Ok(true) => return Ok(true),
                        Ok(false) => {}
                        Err(Halt::Incomparable) => incomparable = true,
                        Err(halt) => return Err(halt),
                    }
                }
                if incomparable { Err(Halt::Incomparable) } else { Ok(false) }
            }
        }
    }

    fn joined_chains(&mut self, chains: &[ChainId], traverser: &Traverser, decisive: bool) -> Run<bool> {
        let mut incomparable = false;
        for chain in chains {
            match self.is_productive(*chain, traverser) {
                Ok(found) if found == decisive => return Ok(decisive),
                Ok(_) => {}
                Err(Halt::Incomparable) => incomparable = true,
                Err(halt) => return Err(halt),
            }
        }
        if incomparable { Err(Halt::Incomparable) } else { Ok(!decisive) }
    }

    fn where_labels(&mut self, start: Option<&Name>, check: &Labelled, bys: &[By], traverser: &Traverser) -> Run<bool> {
        let first = match start {
            None => self.produce(Self::turn(bys, 0), traverser)?,
            Some(label) => {
                let value = self.surely_scoped(label, traverser)?;
                self.produce_of(Self::turn(bys, 0), &value)?
            }
        };
        let mut turn = 1;
        let holds = self.labelled(check, first.as_ref(), bys, &mut turn, traverser)?;
        Ok(first.is_some() && holds == Some(true))
    }

    /// Whether a predicate over labels holds; none where a `by(..)` gives nothing.
    fn labelled(
        &mut self,
        check: &Labelled,
        first: Option<&Value>,
        bys: &[By],
        turn: &mut usize,
        traverser: &Traverser,
    ) -> Run<Option<bool>> {
        match check {
            Labelled::Compare(name, label) => {
                let value = self.surely_scoped(label, traverser)?;
                let how = Self::turn(bys, *turn);
                *turn += 1;
                let (Some(other), Some(first)) = (self.produce_of(how, &value)?, first) else { return Ok(None) };
                self.compares(*name, first, &other).map(Some)
            }
            Labelled::Not(inner) => Ok(self.labelled(inner, first, bys, turn, traverser)?.map(|holds| !holds)),
            Labelled::And(all) | Labelled::Or(all) => {
                let decisive = matches!(check, Labelled::Or(_));
                let mut decided = !decisive;
                let mut incomparable = false;
                for check in all {
                    match self.labelled(check, first, bys, turn, traverser) {
                        Ok(None) => return Ok(None),
                        Ok(Some(holds)) if holds == decisive => decided = decisive,
                        Ok(Some(_)) => {}
                        Err(Halt::Incomparable) => incomparable = true,
                        Err(halt) => return Err(halt),
                    }
                }
                if incomparable && decided != decisive { Err(Halt::Incomparable) } else { Ok(Some(decided)) }
            }
        }
    }

    fn is_first(&mut self, id: OpId, labels: &[Name], by: Option<&By>, traverser: &mut Traverser) -> Run<bool> {
        if !self.has_quirk(Quirk::DedupKeepsBulk) {
            traverser.bulk = 1;
        }
        let how = by.map_or(&crate::program::How::Itself, |by| &by.how);
        let seen = if labels.is_empty() {
            self.produce(how, traverser)?
        } else {
            let mut objects = Vec::new();
            for label in labels {
                let value = self.surely_scoped(label, traverser)?;
                match self.produce_of(how, &value)? {
                    Some(value) => objects.push(value),
                    None => return Ok(false),
                }
            }
            Some(Value::list(objects))
        };
        let Some(seen) = seen else { return Ok(false) };
        self.compared(&seen);
        if let Some(kept) = self.states[id].seen.get(&seen).cloned() {
            self.one_of_two(id, &kept, traverser);
            return Ok(false);
        }
        self.states[id].seen.insert(seen, traverser.clone());
        Ok(true)
    }

    fn within_range(&mut self, id: OpId, op: &Op, low: i64, high: i64, traverser: &mut Traverser) -> Verdict {
        let key = self.rounds_around(op, traverser);
        let in_repeat = key.is_some();
        let state = &mut self.states[id];
        let counter = match key {
            Some(key) => state.rounds.entry(key).or_default(),
            None => &mut state.count,
        };
        let (low, high) = (u64::try_from(low).unwrap_or(0), u64::try_from(high).ok());
        if high.is_some_and(|high| *counter >= high) {
            return if in_repeat { Verdict::Falls } else { Verdict::Ends };
        }
        if *counter + traverser.bulk <= low {
            *counter += traverser.bulk;
            return Verdict::Falls;
        }
        let skipped = low.saturating_sub(*counter);
        let trimmed = high.map_or(0, |high| (*counter + traverser.bulk).saturating_sub(high));
        let passing = traverser.bulk - skipped - trimmed;
        *counter += skipped + passing;
        traverser.bulk = passing;
        Verdict::Passes
    }

    /// The rounds of the `repeat`s around a step that a traverser is in, where limits count by them; none outside of any.
    fn rounds_around(&self, op: &Op, traverser: &Traverser) -> Option<Vec<(OpId, i64)>> {
        if !self.rules.rounds_apart {
            return None;
        }
        let mut found: Option<Vec<(OpId, i64)>> = None;
        let mut parent = self.program.chains[op.chain].parent;
        while let Some(around) = parent {
            if matches!(self.op(around).kind, Kind::Repeat(_)) {
                let rounds = found.get_or_insert_with(Vec::new);
                rounds.extend(traverser.loops.iter().find(|it| it.op == around).map(|it| (around, it.count)));
            }
            parent = self.program.chains[self.op(around).chain].parent;
        }
        found
    }

    /// The objects of a traverser's path between two labels, each with its labels; none where a `by(..)` gives nothing.
    pub fn path_of(
        &mut self,
        traverser: &Traverser,
        from: Option<&Name>,
        to: Option<&Name>,
        bys: &[By],
    ) -> Run<Option<Places>> {
        let places = traverser.places();
        let last_with = |label: &Name| places.iter().rposition(|place| place.has_label(label));
        let end = |label: Option<&Name>, otherwise: usize| match label {
            None => Ok(otherwise),
            Some(label) => {
                let message = || format!("no object of the path has the label {label}");
                last_with(label).ok_or_else(|| raise(ErrorKind::Argument, message()))
            }
        };
        let (first, last) = (end(from, 0)?, end(to, places.len().saturating_sub(1))?);
        if first > last {
            return Err(raise(ErrorKind::Argument, "a part of a path ends before it begins").into());
        }
        let part = places.get(first..=last).unwrap_or_default();
        let looked_at = part.len().max(places.len() / 8);
        self.spend(looked_at)?;
        let (mut objects, mut labels) = (Vec::new(), Vec::new());
        for (turn, place) in part.iter().enumerate() {
            match self.produce_of(Self::turn(bys, turn), &place.value)? {
                Some(value) => objects.push(value),
                None => return Ok(None),
            }
            labels.push(place.labels.iter().map(|label| label.name.clone()).collect());
        }
        Ok(Some((objects, labels)))
    }
}
