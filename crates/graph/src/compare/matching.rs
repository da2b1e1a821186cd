//! Pairing expected with actual rows.
//!
//! Rows are sorted into classes by a key that blurs what may differ. Where nothing may differ, rows of one class agree
//! and are paired as they come. Otherwise agreement is no equivalence (a ~ b ~ c does not give a ~ c), so the rows of a
//! class are paired by a maximum bipartite matching.

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
            for (e, partner) in pair(mine.len(), theirs.len(), agree).into_iter().enumerate() {
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

/// A maximum matching of `0..left` with `0..right` (Kuhn's augmenting paths): the partner of each on the left. One on
/// the left that got a partner keeps having one.
pub(super) fn pair(left: usize, right: usize, agree: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let edges: Vec<Vec<usize>> = (0..left).map(|l| (0..right).filter(|r| agree(l, *r)).collect()).collect();
    let mut of_left = vec![None; left];
    let mut of_right: Vec<Option<usize>> = vec![None; right];
    for start in 0..left {
        augment(start, &edges, &mut of_left, &mut of_right);
    }
    of_left
}

/// Looks breadth-first for an alternating path from `start` to a free one on the right, and flips it.
fn augment(start: usize, edges: &[Vec<usize>], of_left: &mut [Option<usize>], of_right: &mut [Option<usize>]) {
    let mut reached_from: Vec<Option<usize>> = vec![None; of_right.len()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(left) = queue.pop_front() {
        for &right in &edges[left] {
            if reached_from[right].is_some() {
                continue;
            }
            reached_from[right] = Some(left);
            match of_right[right] {
                Some(next) => queue.push_back(next),
                None => return flip(right, &reached_from, of_left, of_right),
            }
        }
    }
}

fn flip(free: usize, reached_from: &[Option<usize>], of_left: &mut [Option<usize>], of_right: &mut [Option<usize>]) {
    let mut right = Some(free);
    while let Some(r) = right {
        let Some(left) = reached_from[r] else { return };
        right = of_left[left];
        of_left[left] = Some(r);
        of_right[r] = Some(left);
    }
}
