//! Orderability and equivalence, written anew from CIP2016-06-14.

use std::cmp::Ordering;

use graphlance_cypher::dialect::NullOrder;
use graphlance_graph::{Path, Value};

use crate::temporal;

/// The order of ORDER BY, ascending.
pub(super) fn order(a: &Value, b: &Value) -> Ordering {
    class(a).cmp(&class(b)).then_with(|| within_class(a, b))
}

/// Whether two values are one to DISTINCT, grouping and UNION.
pub(super) fn equivalent(a: &Value, b: &Value) -> bool {
    order(a, b) == Ordering::Equal
}

/// The order of two rows by one key of ORDER BY.
pub(super) fn by_key(a: &Value, b: &Value, descending: bool, nulls: NullOrder) -> Ordering {
    let turned = |ordering: Ordering| if descending { ordering.reverse() } else { ordering };
    match (a.is_null(), b.is_null()) {
        (true, true) => Ordering::Equal,
        (false, false) => turned(order(a, b)),
        (null_first, _) => {
            let null_is_greater = if null_first { Ordering::Greater } else { Ordering::Less };
            match nulls {
                NullOrder::Greatest => turned(null_is_greater),
                NullOrder::Least => turned(null_is_greater.reverse()),
                NullOrder::AlwaysLast => null_is_greater,
            }
        }
    }
}

/// Values of a lower class stand before all of a higher one.
fn class(value: &Value) -> u8 {
    match value {
        Value::Map(_) => 1,
        Value::Node(_) => 2,
        Value::Relationship(_) => 3,
        Value::List(_) => 4,
        Value::Path(_) => 5,
        Value::Point(_) => 6,
        Value::Temporal(temporal) => 7 + temporal::rank(temporal.kind),
        Value::String(_) => 20,
        Value::Boolean(_) => 21,
        Value::Integer(_) => 22,
        // NaN is greater than any other number.
        Value::Float(float) if !float.is_nan() => 22,
        Value::Float(_) => 23,
        Value::Null => 24,
    }
}

fn within_class(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Boolean(a), Value::Boolean(b)) => a.cmp(b),
        (Value::String(a), Value::String(b)) => a.chars().cmp(b.chars()),
        (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b).unwrap_or(Ordering::Equal),
        (Value::Integer(a), Value::Float(b)) => exactly(*a, *b),
        (Value::Float(a), Value::Integer(b)) => exactly(*b, *a).reverse(),
        (Value::Node(a), Value::Node(b)) => a.key.cmp(&b.key),
        (Value::Relationship(a), Value::Relationship(b)) => a.key.cmp(&b.key),
        (Value::List(a), Value::List(b)) => item_by_item(a.iter(), b.iter()),
        (Value::Map(a), Value::Map(b)) => {
            let by_keys = a.len().cmp(&b.len()).then_with(|| a.keys().cmp(b.keys()));
            by_keys.then_with(|| item_by_item(a.values(), b.values()))
        }
        (Value::Path(a), Value::Path(b)) => visited(a).cmp(&visited(b)),
        (Value::Point(a), Value::Point(b)) => {
            let coordinates = a.coordinates.iter().map(|x| x.to_bits()).cmp(b.coordinates.iter().map(|x| x.to_bits()));
            let differing = a.coordinates.iter().zip(&b.coordinates).find(|(x, y)| x != y);
            let numbers = differing.map_or(Ordering::Equal, |(x, y)| x.partial_cmp(y).unwrap_or(coordinates));
            a.srid.cmp(&b.srid).then(numbers)
        }
        (Value::Temporal(a), Value::Temporal(b)) => temporal::order(a, b),
        _ => Ordering::Equal,
    }
}

/// Lists are compared item by item; the shorter one stands first where they agree so far.
fn item_by_item<'v>(mut a: impl Iterator<Item = &'v Value>, mut b: impl Iterator<Item = &'v Value>) -> Ordering {
    loop {
        match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) => match order(x, y) {
                Ordering::Equal => {}
                decided => return decided,
            },
        }
    }
}

/// The keys of the elements of a path: node, relationship, node, ..
fn visited(path: &Path) -> Vec<u32> {
    let mut keys = Vec::new();
    for (index, node) in path.nodes.iter().enumerate() {
        keys.push(node.key.0);
        keys.extend(path.relationships.get(index).map(|relationship| relationship.key.0));
    }
    keys
}

/// An integer compared with a float that is no NaN, neither of them rounded.
fn exactly(integer: i64, float: f64) -> Ordering {
    let below = float.floor();
    if below >= 1e19 {
        return Ordering::Less;
    }
    if below <= -1e19 {
        return Ordering::Greater;
    }
    // Between -10^19 and 10^19 the whole part of a float fits.
    let whole = below as i128;
    i128::from(integer).cmp(&whole).then(if float > below { Ordering::Less } else { Ordering::Equal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_values_stand_in_the_order_of_the_cip() {
        let sorted = [
            Value::map([("a".into(), 1.into())].into()),
            Value::list(vec![]),
            Value::list(vec!["a".into()]),
            Value::list(vec!["a".into(), 1.into()]),
            Value::list(vec![1.into()]),
            Value::list(vec![1.into(), "a".into()]),
            Value::list(vec![1.into(), Value::Null]),
            Value::list(vec![Value::Null, 1.into()]),
            "".into(),
            "b".into(),
            false.into(),
            true.into(),
            f64::NEG_INFINITY.into(),
            i64::MIN.into(),
            1.into(),
            1.5.into(),
            2.into(),
            9_007_199_254_740_992.0.into(),
            9_007_199_254_740_993.into(),
            i64::MAX.into(),
            9_223_372_036_854_775_808.0.into(),
            f64::INFINITY.into(),
            f64::NAN.into(),
            Value::Null,
        ];
        for (place, a) in sorted.iter().enumerate() {
            for (other, b) in sorted.iter().enumerate() {
                assert_eq!(order(a, b), place.cmp(&other), "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn null_and_nan_are_equivalent_to_themselves_and_numbers_to_their_equals() {
        for (a, b) in [(Value::Null, Value::Null), (f64::NAN.into(), f64::NAN.into()), (1.into(), 1.0.into())] {
            assert!(equivalent(&a, &b), "{a:?} and {b:?}");
        }
        assert!(!equivalent(&"1".into(), &1.into()));
    }

    #[test]
    fn nulls_stand_where_the_deviation_puts_them() {
        let one = Value::from(1);
        for (nulls, descending, expected) in [
            (NullOrder::Greatest, false, Ordering::Greater),
            (NullOrder::Greatest, true, Ordering::Less),
            (NullOrder::Least, false, Ordering::Less),
            (NullOrder::Least, true, Ordering::Greater),
            (NullOrder::AlwaysLast, true, Ordering::Greater),
        ] {
            assert_eq!(by_key(&Value::Null, &one, descending, nulls), expected, "{nulls:?} {descending}");
            assert_eq!(by_key(&one, &Value::Null, descending, nulls), expected.reverse(), "{nulls:?} {descending}");
        }
    }
}
