//! The order of rows.

use std::cmp::Ordering;

use graphlance_cypher::dialect::NullOrder;
use graphlance_graph::Value;

use crate::term::Term;
use crate::{Departures, Failure, relations};

/// Sorts stably. What departures make of an order need be none, with which the standard library's sorts may panic.
pub(super) fn sort<T>(items: &mut [T], departures: &Departures, compare: impl Fn(&T, &T) -> Ordering) {
    if departures.is_empty() {
        return items.sort_by(compare);
    }
    for end in 1..items.len() {
        let mut place = end;
        while place > 0 && compare(&items[place - 1], &items[place]) == Ordering::Greater {
            items.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// The order of two rows by their keys.
pub(super) fn compare_keys(
    a: &[Value],
    b: &[Value],
    (order, nulls): (&[(Term, bool)], NullOrder),
    departures: &Departures,
) -> Ordering {
    let by_key = a.iter().zip(b).zip(order).map(|((a, b), (_, descending))| match departures.order(a, b) {
        Some(wrong) if *descending => wrong.reverse(),
        Some(wrong) => wrong,
        None => relations::sort_order(a, b, *descending, nulls),
    });
    by_key.fold(Ordering::Equal, Ordering::then)
}

/// Whether the order of two rows with these keys, the first of which sorts before the second, is left to implementations.
pub(super) fn is_order_open(a: &[Value], b: &[Value]) -> bool {
    let mut settled = a.iter().zip(b).map(|(a, b)| relations::settled_order(a, b));
    settled.find(|settled| *settled != Some(Ordering::Equal)).is_some_and(|decisive| decisive.is_none())
}

pub(super) fn open_order() -> Failure {
    Failure::Unspecified("the order of nodes, relationships, paths and maps".into())
}
