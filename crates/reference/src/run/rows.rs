//! The rows between clauses.

use graphlance_graph::{Latitude, Value};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

use super::Runner;
use crate::relations;
use crate::term::{Frame, Slot};

/// The rows between two clauses, with what is known of their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub frames: Vec<Frame>,
    /// After ORDER BY: for each row the number of its group of ties, ascending. None: the order is open.
    pub ties: Option<Vec<u32>>,
    /// Slots that hold lists whose order is open.
    pub bags: Vec<Slot>,
}

impl Rows {
    /// Rows whose order is open.
    pub fn bag(frames: Vec<Frame>, bags: Vec<Slot>) -> Rows {
        Rows { frames, ties: None, bags }
    }

    /// The rows of several tables, beside lists whose order is open already.
    pub fn put_together(tables: Vec<Rows>, mut bags: Vec<Slot>) -> Rows {
        let mut frames = Vec::new();
        for rows in tables {
            frames.extend(rows.frames);
            bags.extend(rows.bags);
        }
        bags.sort_unstable();
        bags.dedup();
        Rows::bag(frames, bags)
    }

    /// The rows at these places, with their ties.
    pub fn those(&self, keep: impl Fn(usize) -> bool) -> Rows {
        let places: Vec<usize> = (0..self.frames.len()).filter(|place| keep(*place)).collect();
        Rows {
            frames: places.iter().map(|place| self.frames[*place].clone()).collect(),
            ties: self.ties.as_ref().map(|ties| places.iter().map(|place| ties[*place]).collect()),
            bags: self.bags.clone(),
        }
    }

    /// Keeps the rows that `keep` says, with their ties.
    pub fn retain<E>(&mut self, mut keep: impl FnMut(&mut Frame) -> Result<bool, E>) -> Result<(), E> {
        let mut kept = Vec::with_capacity(self.frames.len());
        for frame in &mut self.frames {
            kept.push(keep(frame)?);
        }
        let mut index = 0;
        self.frames.retain(|_| {
            index += 1;
            kept[index - 1]
        });
        if let Some(ties) = &mut self.ties {
            let mut index = 0;
            ties.retain(|_| {
                index += 1;
                kept[index - 1]
            });
        }
        Ok(())
    }
}

/// Finds equivalent rows.
#[derive(Default)]
pub(crate) struct Groups {
    by_hash: FxHashMap<u64, Vec<usize>>,
}

impl Groups {
    /// The index of an earlier key that is equivalent; otherwise the key counts as number `next` from now on.
    pub fn find<'k>(&mut self, key: &[&Value], next: usize, keys: impl Fn(usize, usize) -> &'k Value) -> Option<usize> {
        let mut hasher = FxHasher::default();
        key.iter().for_each(|value| relations::hash_equivalent(value, &mut hasher));
        let candidates = self.by_hash.entry(hasher.finish()).or_default();
        let same =
            |index: usize| key.iter().enumerate().all(|(at, value)| relations::equivalent(value, keys(index, at)));
        let found = candidates.iter().copied().find(|index| same(*index));
        if found.is_none() {
            candidates.push(next);
        }
        found
    }
}

/// Whether two rows differ in no more than what engines may compute differently in the inexact ones of these slots, of which there
/// are some: whether such rows are alike, engines may find otherwise.
pub(super) fn has_near_rows(frames: &[Frame], slots: &[Slot], inexact: &[(Slot, Latitude)]) -> bool {
    if inexact.is_empty() {
        return false;
    }
    let is_exact = |slot: &Slot| inexact.iter().all(|(other, _)| other != slot);
    let exact: Vec<Slot> = slots.iter().copied().filter(is_exact).collect();
    let (mut groups, mut members): (Groups, Vec<Vec<&Frame>>) = Default::default();
    for frame in frames {
        let key: Vec<&Value> = exact.iter().map(|slot| &frame[*slot]).collect();
        match groups.find(&key, members.len(), |group, at| &members[group][0][exact[at]]) {
            Some(group) => {
                let is_near = |other: &&Frame| inexact.iter().all(|(slot, by)| near(&other[*slot], &frame[*slot], *by));
                if members[group].len() >= MOST_COMPARED || members[group].iter().any(is_near) {
                    return true;
                }
                members[group].push(frame);
            }
            None => members.push(vec![frame]),
        }
    }
    false
}

/// Rows of a group that are compared with each other at most.
const MOST_COMPARED: usize = 200;

/// Whether two values may be the same within a latitude that each of them has.
fn near(a: &Value, b: &Value, latitude: Latitude) -> bool {
    let Latitude::Ulps(units) = latitude else {
        return latitude == Latitude::Unspecified || relations::equivalent(a, b);
    };
    let floats = |a: f64, b: f64| {
        let share = (2.0 * f64::from(units) * f64::EPSILON).max(1e-9);
        !(a - b).is_finite() || (a - b).abs() <= share * (1.0 + a.abs().max(b.abs()))
    };
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => floats(*a, *b),
        (Value::Float(float), Value::Integer(integer)) | (Value::Integer(integer), Value::Float(float)) => {
            floats(*float, *integer as f64)
        }
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| near(a, b, latitude))
        }
        (Value::Map(_), Value::Map(_)) => true,
        _ => relations::equivalent(a, b),
    }
}

impl Runner<'_> {
    /// Drops rows that are equivalent to another one in these slots.
    pub(super) fn distinct(&self, frames: Vec<Frame>, slots: &[Slot]) -> Vec<Frame> {
        let mut groups = Groups::default();
        let mut kept: Vec<Frame> = Vec::new();
        for frame in frames {
            let key: Vec<&Value> = slots.iter().map(|slot| &frame[*slot]).collect();
            let apart = self.are_apart(&key);
            match groups.find(&key, kept.len(), |row, at| &kept[row][slots[at]]).filter(|_| !apart) {
                None => kept.push(frame),
                Some(row) if self.replaces(slots.iter().map(|slot| (&kept[row][*slot], &frame[*slot]))) => {
                    kept[row] = frame;
                }
                Some(_) => {}
            }
        }
        kept
    }

    /// Whether the second ones of equivalent values are to stand for both, `(first, second)`. No document says which,
    /// where they can be told apart.
    pub(super) fn replaces<'v>(&self, mut pairs: impl Iterator<Item = (&'v Value, &'v Value)>) -> bool {
        let strict = pairs.find_map(|(first, second)| {
            Some(relations::strict_order(first, second)).filter(|ordering| ordering.is_ne())
        });
        let Some(strict) = strict else { return false };
        self.doubtful.set(true);
        self.schedule.prefers_greater(self.choice()).is_some_and(|greater| strict.is_lt() == greater)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: impl Into<Value>, b: impl Into<Value>, latitude: Latitude, expected: bool) {
        let (a, b) = (a.into(), b.into());
        assert_eq!(near(&a, &b, latitude), expected, "{a:?} {b:?} {latitude:?}");
    }

    #[test]
    fn values_are_near_within_their_latitude() {
        let ulps = Latitude::Ulps(1024);
        check(0.628_539_361_054_709, 0.628_539_361_054_708_9, ulps, true);
        check(0.5, 0.6, ulps, false);
        check(1, 1.000_000_000_000_1, ulps, true);
        check(1, 2, ulps, false);
        check(1, 2, Latitude::Unspecified, true);
        check(f64::NAN, f64::NAN, ulps, true);
        check(0.0, -0.0, ulps, true);
        check(1e10, 1.000_001e10, ulps, false);
        check(1e10, 1.000_001e10, Latitude::Ulps(u32::MAX), true);
        check(Value::Null, 0.5, ulps, false);
        check(Value::list(vec![0.1.into()]), Value::list(vec![0.100_000_000_000_000_02.into()]), ulps, true);
    }
}
