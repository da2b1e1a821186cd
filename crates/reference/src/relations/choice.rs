//! What the language leaves open between values: which of several equivalent ones stands for them, and the order of
//! elements and maps.

use std::cmp::Ordering;

use graphlance_graph::{Properties, Value};

use super::{compare_paths, order_in};
use crate::shared::{Pairs, of_list, of_map};

/// An order of equivalent values that tells apart whatever a statement can: 1 before 1.0, -0.0 before 0.0, the same instant
/// by its texts. The states of an element at different times are not told apart.
pub(crate) fn strict_order(a: &Value, b: &Value) -> Ordering {
    strict_order_in(a, b, &mut Pairs::new())
}

fn strict_order_in(a: &Value, b: &Value, pairs: &mut Pairs<Ordering>) -> Ordering {
    match (a, b) {
        (Value::Integer(_), Value::Float(_)) => Ordering::Less,
        (Value::Float(_), Value::Integer(_)) => Ordering::Greater,
        (Value::Float(a), Value::Float(b)) if a.is_nan() && b.is_nan() => Ordering::Equal,
        (Value::Float(a), Value::Float(b)) => a.total_cmp(b),
        (Value::Temporal(a), Value::Temporal(b)) => a.text.cmp(&b.text),
        (Value::List(a), Value::List(b)) => pairs.once((of_list(a), of_list(b)), |pairs| {
            let items = a.iter().zip(b.iter());
            items.map(|(a, b)| strict_order_in(a, b, pairs)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        }),
        (Value::Map(a), Value::Map(b)) => pairs.once((of_map(a), of_map(b)), |pairs| {
            let values = a.values().zip(b.values());
            values.map(|(a, b)| strict_order_in(a, b, pairs)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        }),
        _ => Ordering::Equal,
    }
}

/// The order of two values as far as it is no implementation's own: none for two nodes, relationships, paths or maps that
/// differ, and for lists where these decide (CIP2016-06-14, orderability).
pub(crate) fn settled_order(a: &Value, b: &Value) -> Option<Ordering> {
    settled_order_in(a, b, &mut Pairs::new())
}

fn settled_order_in(a: &Value, b: &Value, pairs: &mut Pairs<Option<Ordering>>) -> Option<Ordering> {
    match (a, b) {
        (Value::Node(a), Value::Node(b)) => (a.key == b.key).then_some(Ordering::Equal),
        (Value::Relationship(a), Value::Relationship(b)) => (a.key == b.key).then_some(Ordering::Equal),
        (Value::Path(a), Value::Path(b)) => compare_paths(a, b).is_eq().then_some(Ordering::Equal),
        (Value::Map(a), Value::Map(b)) => {
            pairs.once((of_map(a), of_map(b)), |pairs| same_map(a, b, pairs).then_some(Ordering::Equal))
        }
        (Value::List(a), Value::List(b)) => pairs.once((of_list(a), of_list(b)), |pairs| {
            let items = a.iter().zip(b.iter()).map(|(a, b)| settled_order_in(a, b, pairs));
            let decisive = items.into_iter().find(|settled| *settled != Some(Ordering::Equal));
            decisive.unwrap_or_else(|| Some(a.len().cmp(&b.len())))
        }),
        _ => Some(order_in(a, b, &mut Pairs::new())),
    }
}

fn same_map(a: &Properties, b: &Properties, pairs: &mut Pairs<Option<Ordering>>) -> bool {
    let values = a.values().zip(b.values());
    a.keys().eq(b.keys()) && values.into_iter().all(|(a, b)| settled_order_in(a, b, pairs) == Some(Ordering::Equal))
}

/// Whether `<` between two values is an implementation's own: between elements of one kind, and between lists where these
/// decide (CIP2016-06-14, comparability).
pub(crate) fn is_comparison_open(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Node(_), Value::Node(_))
        | (Value::Relationship(_), Value::Relationship(_))
        | (Value::Path(_), Value::Path(_)) => true,
        // A map with a null is incomparable.
        (Value::Map(a), Value::Map(b)) => super::equal(&Value::Map(a.clone()), &Value::Map(b.clone())).is_some(),
        (Value::List(a), Value::List(b)) => {
            let mut differing = a.iter().zip(b.iter()).filter(|(a, b)| super::equal(a, b) != Some(true));
            differing.next().is_some_and(|(a, b)| is_comparison_open(a, b))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalent_values_are_told_apart() {
        assert_eq!(strict_order(&1.into(), &1.0.into()), Ordering::Less);
        assert_eq!(strict_order(&0.0.into(), &(-0.0).into()), Ordering::Greater);
        let list = |value: Value| Value::list(vec![Value::list(vec!["a".into(), value])]);
        assert_eq!(strict_order(&list(1.0.into()), &list(1.into())), Ordering::Greater);
        assert_eq!(strict_order(&list(1.into()), &list(1.into())), Ordering::Equal);
    }

    #[test]
    fn the_order_of_maps_is_open_unless_they_are_the_same_or_something_else_decides() {
        let map = |value: i64| Value::map([("k".into(), value.into())].into());
        assert_eq!(settled_order(&map(1), &map(1)), Some(Ordering::Equal));
        assert_eq!(settled_order(&map(1), &map(2)), None);
        assert_eq!(settled_order(&map(1), &1.into()), Some(Ordering::Less));
        let list = |first: i64, map: Value| Value::list(vec![first.into(), map]);
        assert_eq!(settled_order(&list(1, map(1)), &list(2, map(2))), Some(Ordering::Less));
        assert_eq!(settled_order(&list(1, map(1)), &list(1, map(2))), None);
    }
}
