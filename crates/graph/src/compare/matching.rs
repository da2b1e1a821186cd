//! Pairing expected with actual rows.
//!
//! Rows are sorted into classes by a key that blurs what may differ. Where nothing may differ, rows of one class agree
//! and are paired as they come. Otherwise agreement is no equivalence (a ~ b ~ c does not give a ~ c), so the rows of a
//! class are paired by a maximum bipartite matching.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::{CompareOptions, key, row_agrees};
use crate::table::{Column, Row};

/// For each expected row its partner among the actual ones. As many rows as possible have one, earlier ones first.
pub(crate) fn pair_rows(
    expected: &[Row],
    actual: &[Row],
    columns: &[Column],
    options: &CompareOptions,
) -> Vec<Option<usize>> {
    let mut classes: FxHashMap<Vec<u8>, (Vec<usize>, Vec<usize>, bool)> = FxHashMap::default();
    for (index, row) in expected.iter().enumerate() {
        let (key, blurred) = key::row_key(row, columns, options);
        let class = classes.entry(key).or_default();
        class.0.push(index);
        class.2 |= blurred;
    }
    for (index, row) in actual.iter().enumerate() {
        if let Some(class) = classes.get_mut(&key::row_key(row, columns, options).0) {
            class.1.push(index);
        }
    }
    let mut partners = vec![None; expected.len()];
    for (mine, theirs, blurred) in classes.values() {
        if *blurred {
            let agree = |e: usize, a: usize| row_agrees(&expected[mine[e]], &actual[theirs[a]], columns, options);
            let twins = twins(mine.iter().map(|e| &expected[*e]), theirs.iter().map(|a| &actual[*a]));
            for (e, partner) in Matching::new(theirs.len(), agree).pair(&twins).into_iter().enumerate() {
                partners[mine[e]] = partner.map(|a| theirs[a]);
            }
        } else {
            for (e, a) in mine.iter().zip(theirs) {
                partners[*e] = Some(*a);
            }
        }
    }
    partners
}

/// For each expected row the first actual one that is the same, where there is one, each of these once.
fn twins<'r>(
    expected: impl Iterator<Item = &'r Row>,
    actual: impl DoubleEndedIterator<Item = &'r Row> + ExactSizeIterator,
) -> Vec<Option<usize>> {
    let mut same: FxHashMap<&Row, Vec<usize>> = FxHashMap::default();
    for (index, row) in actual.enumerate().rev() {
        same.entry(row).or_default().push(index);
    }
    expected.map(|row| same.get_mut(row)?.pop()).collect()
}

/// Whether each of so many on the left can have a partner of its own among as many on the right.
pub(super) fn all_paired(count: usize, agree: impl Fn(usize, usize) -> bool) -> bool {
    Matching::new(count, agree).pair(&vec![None; count]).iter().all(Option::is_some)
}

/// A maximum matching by augmenting paths (Kuhn). Who agrees with whom is asked where a path is looked for: rows that come as they
/// are expected find each other at once, and only the others are held against all.
struct Matching<A> {
    agree: A,
    edges: Vec<Option<Vec<usize>>>,
    of_left: Vec<Option<usize>>,
    of_right: Vec<Option<usize>>,
}

impl<A: Fn(usize, usize) -> bool> Matching<A> {
    fn new(right: usize, agree: A) -> Matching<A> {
        Matching { agree, edges: Vec::new(), of_left: Vec::new(), of_right: vec![None; right] }
    }

    /// The partner of each on the left. One that got a partner keeps having one. `likely`: whom each is tried with first.
    fn pair(mut self, likely: &[Option<usize>]) -> Vec<Option<usize>> {
        self.edges = vec![None; likely.len()];
        self.of_left = vec![None; likely.len()];
        for (left, likely) in likely.iter().enumerate() {
            match likely.filter(|right| self.of_right[*right].is_none() && (self.agree)(left, *right)) {
                Some(right) => (self.of_left[left], self.of_right[right]) = (Some(right), Some(left)),
                None => self.augment(left),
            }
        }
        self.of_left
    }

    /// Looks breadth-first for an alternating path from `start` to a free one on the right, and flips it.
    fn augment(&mut self, start: usize) {
        let mut reached_from: Vec<Option<usize>> = vec![None; self.of_right.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(left) = queue.pop_front() {
            let Matching { agree, edges, of_right, .. } = self;
            let edges =
                edges[left].get_or_insert_with(|| (0..of_right.len()).filter(|right| agree(left, *right)).collect());
            for &mut right in edges {
                if reached_from[right].is_some() {
                    continue;
                }
                reached_from[right] = Some(left);
                match of_right[right] {
                    Some(next) => queue.push_back(next),
                    None => return self.flip(right, &reached_from),
                }
            }
        }
    }

    fn flip(&mut self, free: usize, reached_from: &[Option<usize>]) {
        let mut right = Some(free);
        while let Some(r) = right {
            let Some(left) = reached_from[r] else { return };
            right = self.of_left[left];
            self.of_left[left] = Some(r);
            self.of_right[r] = Some(left);
        }
    }
}
