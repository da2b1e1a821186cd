//! What claims allow: how many different rows there are in one, and whether two allow the same answers.

use rustc_hash::FxHashMap;

use super::{CompareOptions, compare, key, row_agrees};
use crate::table::{Column, Order, Returns, Row, Table};

/// The class of each row: rows that agree share one. Classes are numbered as they come. Where agreement is no equivalence, a
/// row is of the class whose first row it agrees with.
pub fn classes(rows: &[Row], columns: &[Column]) -> Vec<usize> {
    let options = CompareOptions::default();
    let mut firsts: FxHashMap<Vec<u8>, Vec<(usize, usize)>> = FxHashMap::default();
    let mut count = 0;
    let class_of = |(index, row): (usize, &Row)| {
        let (key, blurred) = key::row_key(row, columns, &options);
        let alike = firsts.entry(key).or_default();
        let agrees = |first: usize| !blurred || row_agrees(&rows[first], row, columns, &options);
        if let Some((_, class)) = alike.iter().find(|(first, _)| agrees(*first)) {
            return *class;
        }
        alike.push((index, count));
        count += 1;
        count - 1
    };
    rows.iter().enumerate().map(class_of).collect()
}

/// Whether some answer is right by one claim and wrong by the other: one that has other rows or, when the order counts, other
/// rows in a place. What may differ in a column of either claim may differ in both. Columns must have the same names.
pub fn tells_apart(one: &Returns, other: &Returns, order_counts: bool) -> bool {
    if (&one.rows, &one.order, one.any) == (&other.rows, &other.order, other.any) {
        return false;
    }
    let columns: Vec<Column> =
        one.columns.iter().zip(&other.columns).map(|(one, other)| one.clone().wider(other)).collect();
    let allows = |claim: &Returns, table: &Table| {
        let claim = Returns { columns: columns.clone(), ..claim.clone() };
        match compare(&claim, table, &CompareOptions::default()) {
            Ok(()) => true,
            Err(difference) => difference.misordered && !order_counts,
        }
    };
    extremes(one, &columns).iter().any(|answer| !allows(other, answer))
        || extremes(other, &columns).iter().any(|answer| !allows(one, answer))
}

/// Whether rows in the wrong order can be told from those in the right one.
pub fn has_visible_order(claim: &Returns) -> bool {
    let unordered = Returns { order: Order::Bag, ..claim.clone() };
    matches!(claim.order, Order::Sorted { .. }) && tells_apart(claim, &unordered, true)
}

/// Two answers that a claim allows, as different from each other as any two: rows that may stand in any order stand by their
/// classes, first up and then down. They are the same only when the claim allows a single answer.
fn extremes(claim: &Returns, columns: &[Column]) -> [Table; 2] {
    let classes = classes(&claim.rows, columns);
    let mut groups = match &claim.order {
        Order::Bag => vec![claim.rows.len()],
        Order::Sorted { ties } => ties.clone(),
    };
    groups.push(claim.rows.len().saturating_sub(groups.iter().sum()));
    [false, true].map(|down| {
        let mut places: Vec<usize> = (0..claim.rows.len()).collect();
        let mut rest = &mut places[..];
        for length in &groups {
            let (group, after) = rest.split_at_mut((*length).min(rest.len()));
            group.sort_by_key(|row| classes[*row]);
            if down {
                group.reverse();
            }
            rest = after;
        }
        let count = claim.any.unwrap_or(claim.rows.len());
        Table {
            columns: columns.iter().map(|column| column.name.clone()).collect(),
            rows: places.into_iter().take(count).map(|row| claim.rows[row].clone()).collect(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    fn bag(values: &[i64], any: Option<usize>) -> Returns {
        let rows = values.iter().map(|value| vec![Value::Integer(*value)]).collect();
        Returns { any, ..Returns::bag(["c".into()], rows) }
    }

    fn sorted(values: &[i64], ties: &[usize], any: Option<usize>) -> Returns {
        Returns { order: Order::Sorted { ties: ties.into() }, ..bag(values, any) }
    }

    #[track_caller]
    fn check(one: &Returns, other: &Returns, rows: bool, sequence: bool) {
        let found = |a, b| (tells_apart(a, b, false), tells_apart(a, b, true));
        assert_eq!(found(one, other), (rows, sequence), "{one:?} and {other:?}");
        assert_eq!(found(other, one), (rows, sequence), "{other:?} and {one:?}");
        assert_eq!(found(one, one), (false, false), "{one:?} and itself");
    }

    #[test]
    fn claims_of_other_rows_are_told_apart() {
        check(&bag(&[1, 2], None), &bag(&[2, 1], None), false, false);
        check(&bag(&[1, 2], None), &bag(&[1, 1], None), true, true);
        check(&bag(&[], None), &bag(&[1], None), true, true);
    }

    #[test]
    fn an_order_is_told_from_none_when_its_groups_differ() {
        check(&sorted(&[1, 2], &[1, 1], None), &bag(&[1, 2], None), false, true);
        check(&sorted(&[1, 1], &[1, 1], None), &bag(&[1, 1], None), false, false);
        check(&sorted(&[1, 2], &[2], None), &bag(&[2, 1], None), false, false);
        check(&sorted(&[1, 2, 1], &[1, 1, 1], None), &bag(&[1, 1, 2], None), false, true);
        check(&sorted(&[1, 2, 3], &[2, 1], None), &sorted(&[1, 2, 3], &[1, 1, 1], None), false, true);
        check(&sorted(&[1, 1, 3], &[2, 1], None), &sorted(&[1, 1, 3], &[1, 1, 1], None), false, false);
    }

    #[test]
    fn a_cut_matters_when_the_rows_to_choose_from_differ() {
        check(&bag(&[1], None), &bag(&[1, 1, 1], Some(1)), false, false);
        check(&bag(&[1], None), &bag(&[1, 2, 1], Some(1)), true, true);
        check(&bag(&[1, 2], None), &bag(&[1, 2, 1, 2], Some(2)), true, true);
        check(&sorted(&[1, 2, 3], &[1, 2], Some(2)), &bag(&[1, 2, 3], Some(2)), true, true);
        check(&sorted(&[1, 2, 3], &[1, 2], Some(2)), &sorted(&[1, 2, 3], &[1, 1, 1], Some(2)), true, true);
    }

    #[test]
    fn an_order_is_visible_when_some_other_order_is_wrong() {
        for (claim, visible) in [
            (bag(&[1, 2], None), false),
            (sorted(&[1, 2], &[1, 1], None), true),
            (sorted(&[1, 1], &[1, 1], None), false),
            (sorted(&[1, 2], &[2], None), false),
            (sorted(&[], &[], None), false),
        ] {
            assert_eq!(has_visible_order(&claim), visible, "{claim:?}");
        }
    }

    #[test]
    fn rows_that_agree_are_of_one_class() {
        let rows =
            [Value::Integer(1), Value::Float(1.0), Value::Integer(1), Value::Float(f64::NAN), Value::Float(f64::NAN)];
        let rows: Vec<Row> = rows.into_iter().map(|value| vec![value]).collect();
        assert_eq!(classes(&rows, &[Column::exact("c")]), [0, 1, 0, 2, 2]);
        let rows: Vec<Row> = [0.1 + 0.2, 0.3, 0.4].into_iter().map(|value| vec![Value::Float(value)]).collect();
        let column = Column { latitude: crate::Latitude::Ulps(2), ..Column::exact("c") };
        assert_eq!(classes(&rows, &[column]), [0, 0, 1]);
    }
}
