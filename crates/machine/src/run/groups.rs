//! `group` and `groupCount`.

use graphlance_gremlin::{Scalar, Version};
use indexmap::IndexMap;

use super::traverser::Traverser;
use super::{Machine, Run};
use crate::PropertyGraph;
use crate::failure::{ErrorKind, Failure, raise};
use crate::program::{By, Grouping, How, Kind, OpId};
use crate::quirk::Quirk;
use crate::value::{Entries, Value, text};

impl Machine<'_> {
    /// Finds the group of a traverser, and what of it goes into the group. None where it is in no group.
    pub fn grouped(&mut self, grouping: &Grouping, traverser: &Traverser) -> Run<Option<(Value, Vec<Traverser>)>> {
        let how = grouping.by.as_ref().map_or(&How::Itself, |by| &by.how);
        let Some(key) = self.group_key(how, traverser)? else {
            // The first releases of 3.6 raise an error.
            if grouping.side.is_some() && self.options.version <= Version::V36 {
                return Err(Failure::Unspecified("a group that is noted aside under no key".to_owned()).into());
            }
            return Ok(None);
        };
        self.compared(&key);
        self.reset(grouping.values);
        self.give_chain(grouping.values, traverser.clone())?;
        let mut within = Vec::new();
        match grouping.barrier {
            None => {
                let first = self.next_of(grouping.values)?;
                let Some(first) = self.productive(first)? else { return Ok(None) };
                within.push(first);
            }
            Some(barrier) => {
                while let Some(next) = self.start(barrier)? {
                    if self.is_sortable(barrier, &next)? {
                        within.push(next);
                    }
                }
                if within.is_empty() && !grouping.keeps_empty {
                    return self.productive(None);
                }
            }
        }
        Ok(Some((key, within)))
    }

    /// Whether a traverser stays in a group that is sorted, or drawn from by weight: one that has no key does not.
    fn is_sortable(&mut self, barrier: OpId, traverser: &Traverser) -> Run<bool> {
        let program = self.program;
        let bys: &[By] = match &program.op(barrier).kind {
            Kind::Order(bys) => bys,
            Kind::Sample { by, .. } => by.as_slice(),
            _ => &[],
        };
        for by in bys {
            // It is asked for the key once more when it sorts.
            if let How::Chain(chain) = by.how
                && self.changes_something(chain)
            {
                self.chance.choose();
            }
            if self.produce(&by.how, traverser)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The map of groups that were collected.
    pub fn finish_groups(&mut self, id: OpId, groups: IndexMap<Value, Vec<Traverser>>) -> Run<Value> {
        let Kind::Group(grouping) = &self.op(id).kind else { return Ok(Value::map(Entries::default())) };
        let mut entries = Entries::default();
        for (key, within) in groups {
            let value = match grouping.barrier {
                // Without a step that waits the last one counts that is not null.
                None => {
                    if within.iter().any(|it| it.value != within[0].value) {
                        self.chance.choose();
                    }
                    let last = within.iter().rev().find(|it| !it.value.is_null()).or(within.last());
                    last.map(|last| last.value.clone())
                }
                Some(barrier) => {
                    let is_emptied = within.is_empty() && matches!(self.op(barrier).kind, Kind::Order(_));
                    self.reset(grouping.values);
                    let mut queue = super::Queue::default();
                    within.into_iter().for_each(|traverser| queue.push(traverser));
                    self.states[barrier].starts = queue;
                    let first = self.next_of(grouping.values)?.map(|traverser| traverser.value);
                    if is_emptied && first.is_none() && self.has_quirk(Quirk::EmptyGroupLeaks) {
                        let what = "the value of a group that order() leaves nothing of";
                        return Err(Failure::Unspecified(what.to_owned()).into());
                    }
                    let kind = &self.op(barrier).kind;
                    let passes = !kind.reduces() && !matches!(kind, Kind::Order(_));
                    match self.program.last(grouping.values) {
                        // Of all that went into the group one is taken.
                        Some(last) if passes && first.is_some() && self.has_next(last)? => self.chance.choose(),
                        _ if first.is_some() => self.first_taken(grouping.values)?,
                        _ => {}
                    }
                    first
                }
            };
            if let Some(value) = value {
                entries.insert(key, value);
            }
        }
        let mut arranged: Vec<(Value, Value)> = entries.into_iter().collect();
        self.chance.arrange(&mut arranged);
        Ok(Value::map(arranged.into_iter().collect()))
    }

    /// The key of the group of a traverser; where that is planted, the text of it. None where there is none.
    fn group_key(&mut self, how: &How, traverser: &Traverser) -> Run<Option<Value>> {
        let key = self.produce(how, traverser)?;
        if !self.has_quirk(Quirk::GroupKeysAreTexts) && !self.has_quirk(Quirk::CountsAsideReplace) {
            return Ok(key);
        }
        let text = |key: Value| plain_text(self.graph, &key).map_or(key, Value::string);
        Ok(Some(key.map_or_else(|| Value::string(NO_KEY), text)))
    }

    /// How many traversers are in each group.
    pub fn group_counts(&mut self, id: OpId, by: Option<&By>) -> Run<Value> {
        let how = by.map_or(&How::Itself, |by| &by.how);
        let mut counts = Entries::default();
        while let Some(traverser) = self.start(id)? {
            if let Some(key) = self.group_key(how, &traverser)? {
                self.compared(&key);
                add_count(&mut counts, key, self.bulk_of(&traverser));
            }
        }
        let mut arranged: Vec<(Value, Value)> = counts.into_iter().collect();
        self.chance.arrange(&mut arranged);
        Ok(Value::map(arranged.into_iter().collect()))
    }

    /// The counts of groups with one more traverser in one of them.
    pub fn counted(&mut self, counts: Value, how: &How, traverser: &Traverser) -> Run<Value> {
        let Some(key) = self.produce(how, traverser)? else {
            if self.has_quirk(Quirk::AsideCountsNeedKeys) {
                return Err(raise(ErrorKind::Argument, "the by() of groupCount() gives nothing").into());
            }
            return Ok(counts);
        };
        self.compared(&key);
        let mut entries = match counts {
            Value::Map(mapping) => match std::sync::Arc::try_unwrap(mapping) {
                Ok(mapping) => mapping.entries,
                Err(shared) => shared.entries.clone(),
            },
            _ => Entries::default(),
        };
        add_count(&mut entries, key, traverser.bulk);
        Ok(Value::map(entries))
    }
}

/// The text under which grafeo groups what has no key.
const NO_KEY: &str = "NULL";

/// The text of a key as grafeo writes it: an element is its number. None of what is neither.
fn plain_text(graph: &PropertyGraph, key: &Value) -> Option<String> {
    match key {
        Value::Scalar(Scalar::Null) => Some(NO_KEY.to_owned()),
        Value::Scalar(Scalar::Double(number)) => Some(number.to_string()),
        Value::Scalar(key) => Some(text::scalar(key)),
        element => graph.id(element).map(text::scalar),
    }
}

/// Counts a key so many times more.
pub(super) fn add_count(entries: &mut Entries, key: Value, bulk: u64) {
    let count = entries.entry(key).or_insert(Value::long(0));
    if let Value::Scalar(Scalar::Long(count)) = count {
        *count = count.saturating_add(i64::try_from(bulk).unwrap_or(i64::MAX));
    }
}
