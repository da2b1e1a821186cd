//! The relations between values: equality (ternary), comparability, orderability (total) and equivalence.
//!
//! openCypher 9, "Comparability, equality, orderability and equivalence" (CIP2016-06-14).

mod choice;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use graphlance_cypher::dialect::NullOrder;
use graphlance_graph::{Node, Path, Properties, Relationship, Value};
use rustc_hash::FxHasher;

pub(crate) use choice::{is_comparison_open, settled_order, strict_order};

use crate::shared::{self, Pairs, of_list, of_map};
use crate::temporal;

/// `=`: `None` is the third truth value. NaN equals nothing; values of different types are unequal, numbers aside.
pub fn equal(a: &Value, b: &Value) -> Option<bool> {
    equal_in(a, b, &mut Pairs::new())
}

fn equal_in(a: &Value, b: &Value, pairs: &mut Pairs<Option<bool>>) -> Option<bool> {
    Some(match (a, b) {
        (Value::Null, _) | (_, Value::Null) => return None,
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) => {
            compare_numbers(a, b) == Some(Ordering::Equal)
        }
        (Value::List(a), Value::List(b)) => {
            return pairs.once((of_list(a), of_list(b)), |pairs| equal_lists(a, b, pairs));
        }
        (Value::Map(a), Value::Map(b)) => {
            return pairs.once((of_map(a), of_map(b)), |pairs| equal_maps(a, b, pairs));
        }
        (Value::Node(a), Value::Node(b)) => a.key == b.key,
        (Value::Relationship(a), Value::Relationship(b)) => a.key == b.key,
        (Value::Path(a), Value::Path(b)) => compare_paths(a, b).is_eq(),
        (Value::Temporal(a), Value::Temporal(b)) => a.kind == b.kind && temporal::equal(a, b),
        (Value::Point(a), Value::Point(b)) => a.srid == b.srid && a.coordinates == b.coordinates,
        _ => false,
    })
}

/// How `a` stands to `b` under `<`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparability {
    /// Comparable.
    Ordered(Ordering),
    /// Numbers of which one is NaN: every inequality is false.
    Unordered,
    /// Incomparable: every inequality is null.
    Incomparable,
}

/// The comparability of two values: numbers, strings, booleans, lists and temporal instants compare among themselves.
pub fn comparability(a: &Value, b: &Value) -> Comparability {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => Comparability::Ordered(a.cmp(b)),
        (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) => {
            compare_numbers(a, b).map_or(Comparability::Unordered, Comparability::Ordered)
        }
        (Value::String(a), Value::String(b)) => Comparability::Ordered(a.as_str().cmp(b.as_str())),
        (Value::Boolean(a), Value::Boolean(b)) => Comparability::Ordered(a.cmp(b)),
        (Value::List(a), Value::List(b)) => comparability_of_lists(a, b),
        (Value::Temporal(a), Value::Temporal(b)) if a.kind == b.kind => {
            temporal::compare(a, b).map_or(Comparability::Incomparable, Comparability::Ordered)
        }
        _ => Comparability::Incomparable,
    }
}

/// The order of two rows by a key of ORDER BY.
pub fn sort_order(a: &Value, b: &Value, descending: bool, nulls: NullOrder) -> Ordering {
    let ascending = match (nulls, a.is_null(), b.is_null()) {
        (NullOrder::AlwaysLast, true, false) => return Ordering::Greater,
        (NullOrder::AlwaysLast, false, true) => return Ordering::Less,
        (NullOrder::Least, true, false) => Ordering::Less,
        (NullOrder::Least, false, true) => Ordering::Greater,
        _ => order(a, b),
    };
    if descending { ascending.reverse() } else { ascending }
}

/// The total order of ORDER BY, ascending: maps, nodes, relationships, lists, paths, points, temporal values (date-times,
/// local date-times, dates, times, local times, durations), strings, booleans, numbers, NaN, null. Values that tie are
/// equivalent.
pub fn order(a: &Value, b: &Value) -> Ordering {
    order_in(a, b, &mut Pairs::new())
}

fn order_in(a: &Value, b: &Value, pairs: &mut Pairs<Ordering>) -> Ordering {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
        (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) => {
            compare_numbers(a, b).unwrap_or_else(|| is_nan(a).cmp(&is_nan(b)))
        }
        (Value::String(a), Value::String(b)) => a.as_str().cmp(b.as_str()),
        (Value::Boolean(a), Value::Boolean(b)) => a.cmp(b),
        (Value::Node(a), Value::Node(b)) => a.key.cmp(&b.key),
        (Value::Relationship(a), Value::Relationship(b)) => a.key.cmp(&b.key),
        (Value::List(a), Value::List(b)) => pairs.once((of_list(a), of_list(b)), |pairs| order_lists(a, b, pairs)),
        (Value::Map(a), Value::Map(b)) => pairs.once((of_map(a), of_map(b)), |pairs| order_maps(a, b, pairs)),
        (Value::Path(a), Value::Path(b)) => compare_paths(a, b),
        (Value::Point(a), Value::Point(b)) => a.srid.cmp(&b.srid).then_with(|| {
            let pairs = a.coordinates.iter().zip(&b.coordinates);
            pairs.map(|(x, y)| x.total_cmp(y)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        }),
        (Value::Temporal(a), Value::Temporal(b)) => {
            temporal::rank(a.kind).cmp(&temporal::rank(b.kind)).then_with(|| temporal::order(a, b))
        }
        _ => rank(a).cmp(&rank(b)),
    }
}

/// Equivalence, the relation of DISTINCT, grouping and UNION: null and NaN are equivalent to themselves.
pub fn equivalent(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Node(a), Value::Node(b)) => a.key == b.key,
        (Value::Relationship(a), Value::Relationship(b)) => a.key == b.key,
        _ => order(a, b).is_eq(),
    }
}

/// Feeds a value to a hasher so that equivalent values hash alike.
pub fn hash_equivalent<H: Hasher>(value: &Value, hasher: &mut H) {
    match value {
        Value::List(_) | Value::Map(_) => hasher.write_u64(digest(value, &mut Pairs::new())),
        leaf => hash_leaf(leaf, hasher),
    }
}

fn hash_leaf<H: Hasher>(value: &Value, hasher: &mut H) {
    hasher.write_u8(rank(value));
    match value {
        Value::Null | Value::List(_) | Value::Map(_) => {}
        Value::Boolean(b) => b.hash(hasher),
        Value::Integer(i) => i.hash(hasher),
        Value::Float(f) => hash_float(*f, hasher),
        Value::String(s) => s.as_str().hash(hasher),
        Value::Node(node) => node.key.hash(hasher),
        Value::Relationship(relationship) => relationship.key.hash(hasher),
        Value::Path(path) => path.nodes.iter().for_each(|node| node.key.hash(hasher)),
        // Equal instants may have different texts.
        Value::Temporal(temporal) => temporal.kind.hash(hasher),
        Value::Point(point) => point.srid.hash(hasher),
    }
}

/// A number that equivalent lists and maps share.
fn digest(value: &Value, seen: &mut Pairs<u64>) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u8(rank(value));
    let mut part = |value: &Value, hasher: &mut FxHasher| match shared::address(value) {
        Some(address) => hasher.write_u64(seen.once((address, 0), |seen| digest(value, seen))),
        None => hash_leaf(value, hasher),
    };
    match value {
        Value::List(items) => items.iter().for_each(|item| part(item, &mut hasher)),
        Value::Map(entries) => {
            for (key, value) in entries.iter() {
                key.as_str().hash(&mut hasher);
                part(value, &mut hasher);
            }
        }
        leaf => hash_leaf(leaf, &mut hasher),
    }
    hasher.finish()
}

/// An integer compared with a float, or two of a kind, without rounding the integer; none when one is NaN.
pub(crate) fn compare_numbers(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
        (Value::Integer(a), Value::Float(b)) => compare_mixed(*a, *b),
        (Value::Float(a), Value::Integer(b)) => compare_mixed(*b, *a).map(Ordering::reverse),
        _ => None,
    }
}

fn compare_mixed(integer: i64, float: f64) -> Option<Ordering> {
    const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
    if float.is_nan() {
        None
    } else if float >= TWO_TO_63 {
        Some(Ordering::Less)
    } else if float < -TWO_TO_63 {
        Some(Ordering::Greater)
    } else {
        let whole = float.trunc();
        Some(integer.cmp(&(whole as i64)).then_with(|| 0.0_f64.total_cmp(&(float - whole + 0.0))))
    }
}

fn hash_float<H: Hasher>(float: f64, hasher: &mut H) {
    if float.is_nan() {
        hasher.write_u8(1);
    } else if float.trunc() == float && float.abs() < 9.3e18 {
        (float as i64).hash(hasher);
    } else {
        float.to_bits().hash(hasher);
    }
}

fn is_nan(value: &Value) -> bool {
    matches!(value, Value::Float(f) if f.is_nan())
}

fn rank(value: &Value) -> u8 {
    match value {
        Value::Map(_) => 0,
        Value::Node(_) => 1,
        Value::Relationship(_) => 2,
        Value::List(_) => 3,
        Value::Path(_) => 4,
        Value::Point(_) => 5,
        Value::Temporal(_) => 6,
        Value::String(_) => 7,
        Value::Boolean(_) => 8,
        Value::Integer(_) | Value::Float(_) => 9,
        Value::Null => 10,
    }
}

fn equal_lists(a: &[Value], b: &[Value], pairs: &mut Pairs<Option<bool>>) -> Option<bool> {
    if a.len() != b.len() {
        return Some(false);
    }
    all(a.iter().zip(b).map(|(x, y)| equal_in(x, y, pairs)))
}

fn equal_maps(a: &Properties, b: &Properties, pairs: &mut Pairs<Option<bool>>) -> Option<bool> {
    if a.len() != b.len() || a.keys().ne(b.keys()) {
        return Some(false);
    }
    all(a.values().zip(b.values()).map(|(x, y)| equal_in(x, y, pairs)))
}

fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

fn comparability_of_lists(a: &[Value], b: &[Value]) -> Comparability {
    for (x, y) in a.iter().zip(b) {
        if equal(x, y) == Some(true) {
            continue;
        }
        return match comparability(x, y) {
            Comparability::Ordered(Ordering::Equal) => Comparability::Incomparable,
            decided => decided,
        };
    }
    Comparability::Ordered(a.len().cmp(&b.len()))
}

fn order_lists(a: &[Value], b: &[Value], pairs: &mut Pairs<Ordering>) -> Ordering {
    let items = a.iter().zip(b);
    items.map(|(x, y)| order_in(x, y, pairs)).find(|o| o.is_ne()).unwrap_or_else(|| a.len().cmp(&b.len()))
}

fn order_maps(a: &Properties, b: &Properties, pairs: &mut Pairs<Ordering>) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.keys().cmp(b.keys())).then_with(|| {
        let values = a.values().zip(b.values());
        values.map(|(x, y)| order_in(x, y, pairs)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
    })
}

fn compare_paths(a: &Path, b: &Path) -> Ordering {
    fn steps(path: &Path) -> impl Iterator<Item = u32> + '_ {
        let hops = path.relationships.iter().zip(path.nodes.iter().skip(1));
        let start = path.nodes.first().map(|node| node.key.0);
        start
            .into_iter()
            .chain(hops.flat_map(|(r, n): (&std::sync::Arc<Relationship>, &std::sync::Arc<Node>)| [r.key.0, n.key.0]))
    }
    steps(a).cmp(steps(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(items: &[Value]) -> Value {
        Value::list(items.to_vec())
    }

    fn check(a: Value, b: Value, expected_equal: Option<bool>, expected_equivalent: bool) {
        assert_eq!(equal(&a, &b), expected_equal, "{a:?} = {b:?}");
        assert_eq!(equal(&b, &a), expected_equal, "{b:?} = {a:?}");
        assert_eq!(equivalent(&a, &b), expected_equivalent, "{a:?} equivalent {b:?}");
    }

    #[test]
    fn equality_is_ternary_and_equivalence_is_not() {
        let nan = Value::Float(f64::NAN);
        check(Value::Null, Value::Null, None, true);
        check(nan.clone(), nan, Some(false), true);
        check(1.into(), 1.0.into(), Some(true), true);
        check(0.0.into(), (-0.0).into(), Some(true), true);
        check(1.into(), "1".into(), Some(false), false);
        check(list(&[Value::Null]), list(&[1.into()]), None, false);
        check(list(&[1.into(), Value::Null]), list(&[2.into(), Value::Null]), Some(false), false);
        check(list(&[]), list(&[Value::Null]), Some(false), false);
        check(Value::map([("k".into(), Value::Null)].into()), Value::map(Properties::new()), Some(false), false);
        check(
            Value::map([("k".into(), Value::Null)].into()),
            Value::map([("k".into(), Value::Null)].into()),
            None,
            true,
        );
    }

    #[test]
    fn large_integers_are_not_rounded_when_compared_with_floats() {
        check(9_007_199_254_740_993.into(), 9_007_199_254_740_992.0.into(), Some(false), false);
        check(i64::MAX.into(), 9_223_372_036_854_775_807.0.into(), Some(false), false);
        check(i64::MIN.into(), (-9_223_372_036_854_775_808.0).into(), Some(true), true);
        assert_eq!(order(&1.into(), &1.5.into()), Ordering::Less);
        assert_eq!(order(&(-1).into(), &(-1.5).into()), Ordering::Greater);
    }

    #[test]
    fn lists_compare_lexicographically_and_null_makes_them_incomparable() {
        let one_two = list(&[1.into(), 2.into()]);
        assert_eq!(comparability(&one_two, &list(&[1.into(), Value::Null])), Comparability::Incomparable);
        assert_eq!(comparability(&one_two, &list(&[3.into(), Value::Null])), Comparability::Ordered(Ordering::Less));
        assert_eq!(comparability(&one_two, &list(&[1.into()])), Comparability::Ordered(Ordering::Greater));
    }

    #[test]
    fn the_order_is_total_across_types_and_null_is_last() {
        let mut values = [
            Value::Null,
            Value::Float(f64::NAN),
            1.5.into(),
            true.into(),
            "a".into(),
            list(&[]),
            Value::map(Properties::new()),
        ];
        let expected: Vec<Value> = values.iter().rev().cloned().collect();
        values.sort_by(order);
        assert_eq!(values.to_vec(), expected);
    }
}
