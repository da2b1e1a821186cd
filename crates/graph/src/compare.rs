//! Agreement of an engine's table with the claim of what it must be.
//!
//! Cells are typed: 1 is neither 1.0 nor "1". NaN agrees with NaN. Nodes agree when labels and properties do,
//! relationships when type and properties do, paths when they visit agreeing elements in the same directions; the keys
//! of elements mean nothing. Rows are compared as a bag, under [`Order::Sorted`] as a sequence of bags.

mod cell;
mod claims;
mod key;
mod matching;

pub use cell::agree;
pub use claims::{classes, has_visible_order, tells_apart};
pub(crate) use matching::pair_rows;

use serde::{Deserialize, Serialize};

use crate::table::{Column, Difference, Order, Returns, Row, Table};

/// How the target's way of sending values blurs them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CompareOptions {
    /// The target sends floats as decimal text of this many significant digits: two floats agree when they are at most
    /// one unit of the last of these digits apart after rounding to them.
    pub float_digits: Option<u8>,
    /// The target keeps -0.0 apart from 0.0, so that they agree only where the column leaves latitude. By default they
    /// agree, as in the result tables of the openCypher TCK.
    pub negative_zero: bool,
}

impl CompareOptions {
    /// The same for what statements have computed: no document says what sign a computed zero has. Where -x
    /// is computed as 0 - x, -(0.0) is 0.0.
    pub fn of_computed(self) -> CompareOptions {
        CompareOptions { negative_zero: false, ..self }
    }
}

/// Whether `actual` is what `expected` claims. The error lists the rows without a counterpart.
///
/// Column names are compared in order and first: when they differ, rows are not looked at.
pub fn compare(expected: &Returns, actual: &Table, options: &CompareOptions) -> Result<(), Difference> {
    if !expected.columns.iter().map(|column| &column.name).eq(&actual.columns) {
        return Err(Difference { columns: Some(actual.columns.clone()), ..Difference::default() });
    }
    let wanted = Wanted::of(expected);
    if in_order(&wanted, expected, actual, options) {
        return Ok(());
    }
    let difference = bag_difference(&wanted, expected, actual, options);
    let ordered = matches!(expected.order, Order::Sorted { .. });
    match (difference.missing.is_empty() && difference.superfluous.is_empty(), ordered) {
        (true, false) => Ok(()),
        (true, true) => Err(Difference { misordered: true, ..difference }),
        (false, _) => Err(difference),
    }
}

/// Which of the expected rows may and must come.
struct Wanted {
    /// Consecutive groups of expected rows, as ranges.
    groups: Vec<std::ops::Range<usize>>,
    /// How many rows must come.
    count: usize,
}

impl Wanted {
    /// Cuts the groups after `any` rows; the group at the cut stays whole, since any of its rows may come.
    fn of(expected: &Returns) -> Wanted {
        let total = expected.rows.len();
        let count = expected.any.unwrap_or(total).min(total);
        let mut groups = Vec::new();
        let mut start = 0;
        if let Order::Sorted { ties } = &expected.order {
            for length in ties {
                let end = (start + length).min(total);
                if start < count && start < end {
                    groups.push(start..end);
                }
                start = end;
            }
        }
        if start < total && start < count {
            groups.push(start..total);
        }
        Wanted { groups, count }
    }

    /// Rows that may come.
    fn candidates(&self) -> usize {
        self.groups.last().map_or(0, |group| group.end)
    }
}

/// Whether the actual rows, cut into the groups' lengths, agree with each group as bags.
fn in_order(wanted: &Wanted, expected: &Returns, actual: &Table, options: &CompareOptions) -> bool {
    if actual.rows.len() != wanted.count {
        return false;
    }
    wanted.groups.iter().all(|group| {
        let came = actual.rows.get(group.start..group.end.min(wanted.count)).unwrap_or_default();
        let mays = expected.rows.get(group.clone()).unwrap_or_default();
        let same_place = mays.iter().zip(came).all(|(e, a)| row_agrees(e, a, &expected.columns, options));
        same_place || pair_rows(mays, came, &expected.columns, options).iter().flatten().count() == came.len()
    })
}

fn bag_difference(wanted: &Wanted, expected: &Returns, actual: &Table, options: &CompareOptions) -> Difference {
    let mays = expected.rows.get(..wanted.candidates()).unwrap_or_default();
    let partners = pair_rows(mays, &actual.rows, &expected.columns, options);
    let matched = partners.iter().flatten().count();
    // Rows before the group at the cut must all come; of the last group as many as are left.
    let fixed = wanted.groups.last().map_or(0, |group| if group.end > wanted.count { group.start } else { group.end });
    let unmatched = |range: std::ops::Range<usize>| {
        range.filter(|row| partners.get(*row).is_some_and(Option::is_none)).collect::<Vec<_>>()
    };
    let mut missing = unmatched(0..fixed);
    let short = wanted.count.saturating_sub(matched).saturating_sub(missing.len());
    missing.extend(unmatched(fixed..mays.len()).into_iter().take(short));

    let mut superfluous: Vec<usize> = (0..actual.rows.len()).collect();
    let taken: rustc_hash::FxHashSet<usize> = partners.iter().flatten().copied().collect();
    superfluous.retain(|row| !taken.contains(row));
    // More rows than wanted, each of them a candidate: the last ones are too many.
    let too_many = matched.saturating_sub(wanted.count - missing.len().min(wanted.count));
    superfluous.extend((0..actual.rows.len()).rev().filter(|row| taken.contains(row)).take(too_many));
    superfluous.sort_unstable();
    Difference { columns: None, missing, superfluous, misordered: false }
}

fn row_agrees(expected: &Row, actual: &Row, columns: &[Column], options: &CompareOptions) -> bool {
    expected.len() == actual.len()
        && expected.len() == columns.len()
        && expected.iter().zip(actual).zip(columns).all(|((e, a), column)| agree(e, a, column, options))
}

#[cfg(test)]
mod tests;
