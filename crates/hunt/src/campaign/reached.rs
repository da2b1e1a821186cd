//! How far a hunt has come through its rounds, so that another can go on from there.

use std::collections::BTreeMap;

use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

/// How far a hunt has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// The first round that was not begun.
    pub next: u64,
    /// Cases of the budget that rounds were given.
    pub given: u64,
    /// Rounds that were begun and are not over.
    pub open: BTreeMap<u64, OpenRound>,
}

/// A round that is not over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenRound {
    /// The oracle that makes it; empty in files of older releases.
    #[serde(default)]
    pub oracle: Name,
    /// Its first so many cases are dealt with.
    pub done: u64,
    /// So many of its cases are in the budget.
    pub cases: u64,
}

impl Reached {
    /// Gives the next round so many cases of the budget.
    pub(super) fn give(&mut self, cases: u64) -> u64 {
        let number = self.next;
        self.next += 1;
        // A round without cases still costs one of the budget, or a profile of empty rounds would never end. Under a budget of
        // time nothing is given out.
        if cases < u64::MAX {
            self.given += cases.max(1);
        }
        self.open.insert(number, OpenRound { cases, ..OpenRound::default() });
        number
    }

    /// A round is made by an oracle.
    pub(super) fn made_by(&mut self, round: u64, oracle: &str) {
        if let Some(open) = self.open.get_mut(&round) {
            open.oracle = oracle.into();
        }
    }

    /// One more case of a round is dealt with.
    pub(super) fn done(&mut self, round: u64) {
        if let Some(open) = self.open.get_mut(&round) {
            open.done += 1;
        }
    }

    /// A round is over. Cases that it was given and did not make are given to others.
    pub(super) fn over(&mut self, round: u64) {
        if let Some(OpenRound { done, cases, .. }) = self.open.remove(&round).filter(|open| open.cases < u64::MAX) {
            self.given = self.given.saturating_sub(cases.max(1).saturating_sub(done.max(1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_open_until_they_are_over() {
        let mut reached = Reached::default();
        assert_eq!((reached.give(3), reached.give(0), reached.given), (0, 1, 4));
        reached.done(0);
        reached.over(1);
        reached.done(1);
        assert_eq!(reached.open, BTreeMap::from([(0, OpenRound { done: 1, cases: 3, ..OpenRound::default() })]));
        reached.over(0);
        assert_eq!((reached.given, reached.open.len()), (2, 0));
        let text = serde_json::to_string(&reached).unwrap();
        assert_eq!(serde_json::from_str::<Reached>(&text).unwrap(), reached);
    }
}
