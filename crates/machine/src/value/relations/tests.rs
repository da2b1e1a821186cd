use graphlance_gremlin::parse;

use super::*;
use crate::{Options, evaluate_in};

/// The values of a list as gremlin-lang writes it.
fn values(list: &str) -> Vec<Value> {
    let statement = parse(&format!("g.inject({list})")).unwrap();
    evaluate_in(0, &statement, &PropertyGraph::new(), &Options::default()).unwrap().0
}

#[track_caller]
fn check(a: &str, b: &str, is_equal: bool, is_comparable: bool, expected: Ordering) {
    let graph = PropertyGraph::new();
    let (a, b) = (values(a).swap_remove(0), values(b).swap_remove(0));
    assert_eq!(equal(&graph, &a, &b), is_equal, "{a:?} = {b:?}");
    assert_eq!(comparable(&graph, &a, &b), is_comparable, "{a:?} < {b:?}");
    assert_eq!(order(&graph, &a, &b), expected, "{a:?} with {b:?}");
    assert_eq!(order(&graph, &b, &a), expected.reverse(), "{b:?} with {a:?}");
}

#[test]
fn numbers_are_compared_by_value_and_nan_with_none() {
    check("1", "1L", true, true, Ordering::Equal);
    check("1", "1.0d", true, true, Ordering::Equal);
    check("1.50m", "1.5f", true, true, Ordering::Equal);
    check("1b", "2n", false, true, Ordering::Less);
    check("NaN", "NaN", false, false, Ordering::Equal);
    check("NaN", "Infinity", false, false, Ordering::Greater);
    check("Infinity", "1e400m", false, true, Ordering::Greater);
}

#[test]
fn families_are_not_comparable_and_have_an_order() {
    check("null", "null", true, true, Ordering::Equal);
    check("null", "false", false, false, Ordering::Less);
    check("true", "0", false, false, Ordering::Less);
    check("9", "datetime('1970-01-01')", false, false, Ordering::Less);
    check("datetime('1970-01-01')", "''", false, false, Ordering::Less);
    check("'z'", "UUID('00000000-0000-0000-0000-000000000000')", false, false, Ordering::Less);
    check("{1}", "[1]", false, false, Ordering::Less);
    check("[1]", "['a': 1]", false, false, Ordering::Less);
}

#[test]
fn collections_are_compared_by_what_they_hold() {
    check("[1, 2]", "[1L, 2L]", true, true, Ordering::Equal);
    check("[1]", "[1, 2]", false, true, Ordering::Less);
    check("[1, 'a']", "[1, 2]", false, false, Ordering::Greater);
    check("{1, 2}", "{2, 1}", true, true, Ordering::Equal);
    check("['a': 1]", "['a': 1.0d]", true, true, Ordering::Equal);
}

#[test]
fn numbers_that_go_around_in_a_circle_are_put_into_some_sequence() {
    for seed in 0..300 {
        let mut random = graphlance_graph::Random::derive(1, &[seed]);
        let mut drawn = || {
            let long = (1_i64 << 53) + random.between(0, 40) as i64;
            if random.chance(0.4) { Value::Scalar(Scalar::Double(long as f64)) } else { Value::long(long) }
        };
        let bag = Value::bag((0..60).map(|_| drawn()).collect());
        assert_eq!(sequence(&PropertyGraph::default(), &bag).len(), 60);
    }
}
