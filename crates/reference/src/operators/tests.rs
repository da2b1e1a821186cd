//! Operators on values.

use super::*;

const VALUES: [Option<bool>; 3] = [Some(true), Some(false), None];

fn check(operator: BinaryOperator, a: impl Into<Value>, b: impl Into<Value>, expected: Option<Value>) {
    let (a, b) = (a.into(), b.into());
    let actual = binary(operator, &a, &b, &Options::default()).ok();
    assert_eq!(actual, expected, "{a:?} {operator:?} {b:?}");
}

#[test]
fn logic_follows_the_truth_tables() {
    let table = |operator, expected: [Option<bool>; 9]| {
        for (row, a) in VALUES.into_iter().enumerate() {
            for (column, b) in VALUES.into_iter().enumerate() {
                check(operator, truth(a), truth(b), Some(truth(expected[row * 3 + column])));
            }
        }
    };
    let (t, f, n) = (Some(true), Some(false), None);
    table(BinaryOperator::And, [t, f, n, f, f, f, n, f, n]);
    table(BinaryOperator::Or, [t, t, t, t, f, n, t, n, n]);
    table(BinaryOperator::Xor, [f, t, n, t, f, n, n, n, n]);
}

#[test]
fn integers_are_checked_and_floats_follow_ieee() {
    check(BinaryOperator::Add, i64::MAX, 1, None);
    check(BinaryOperator::Divide, i64::MIN, -1, None);
    check(BinaryOperator::Modulo, i64::MIN, -1, Some(0.into()));
    check(BinaryOperator::Divide, 7, 0, None);
    check(BinaryOperator::Modulo, 7, 0, None);
    check(BinaryOperator::Divide, -7, 2, Some((-3).into()));
    check(BinaryOperator::Modulo, -7, 2, Some((-1).into()));
    check(BinaryOperator::Divide, 1.0, 0.0, Some(f64::INFINITY.into()));
    check(BinaryOperator::Divide, 1, 0.0, Some(f64::INFINITY.into()));
    check(BinaryOperator::Divide, 1.0, 0, None);
    check(BinaryOperator::Power, 2, 3, Some(8.0.into()));
    check(BinaryOperator::Power, 2, f64::INFINITY, Some(f64::INFINITY.into()));
    check(BinaryOperator::Power, 1.0, f64::NEG_INFINITY, None);
    check(BinaryOperator::Power, -1, f64::INFINITY, None);
    check(BinaryOperator::Power, 1, f64::NAN, None);
    check(BinaryOperator::Divide, 7, 2.0, Some(3.5.into()));
}

#[test]
fn each_overflow_deviation_gives_its_own_answer() {
    let with = |deviation| {
        let mut options = Options::default();
        options.deviations.integer_overflow = deviation;
        binary(BinaryOperator::Add, &i64::MAX.into(), &1.into(), &options).ok()
    };
    assert_eq!(with(Overflow::Error), None);
    assert_eq!(with(Overflow::Wrap), Some(i64::MIN.into()));
    assert_eq!(with(Overflow::Float), Some(9_223_372_036_854_775_808.0.into()));
    let mut options = Options::default();
    options.deviations.integer_division_by_zero = DivisionByZero::Null;
    assert_eq!(binary(BinaryOperator::Modulo, &1.into(), &0.into(), &options).ok(), Some(Value::Null));
}

#[test]
fn plus_joins_strings_and_lists() {
    let choose = Options { open: OpenAnswers::Choose, ..Options::default() };
    let sum = |a: Value, b: Value, options: &Options| binary(BinaryOperator::Add, &a, &b, options);
    assert_eq!(sum("a".into(), 1.into(), &choose), Ok("a1".into()));
    assert_eq!(sum(1.0.into(), "a".into(), &choose), Ok("1.0a".into()));
    assert!(matches!(sum("a".into(), 1.into(), &Options::default()), Err(Failure::Unspecified(_))));
    check(BinaryOperator::Add, "a", "b", Some("ab".into()));
    check(BinaryOperator::Add, vec![1.into()], 2, Some(vec![1.into(), 2.into()].into()));
    check(BinaryOperator::Add, 1, vec![2.into()], Some(vec![1.into(), 2.into()].into()));
    check(BinaryOperator::Add, true, 1, None);
    check(BinaryOperator::Add, Value::Null, "a", Some(Value::Null));
}

#[test]
fn membership_is_null_when_only_a_null_could_be_the_item() {
    check(BinaryOperator::In, 1, vec![Value::Null, 1.into()], Some(true.into()));
    check(BinaryOperator::In, 1, vec![Value::Null, 2.into()], Some(Value::Null));
    check(BinaryOperator::In, Value::Null, Vec::new(), Some(false.into()));
    check(BinaryOperator::In, 1, 1, None);
}

#[test]
fn string_tests_on_other_values_are_null_and_a_regex_matches_the_whole_string() {
    check(BinaryOperator::StartsWith, 1, "a", Some(Value::Null));
    check(BinaryOperator::Contains, "abc", "b", Some(true.into()));
    check(BinaryOperator::Matches, "abc", "b", Some(false.into()));
    check(BinaryOperator::Matches, "abc", "a|abc", Some(true.into()));
    check(BinaryOperator::Matches, "abc", "(", None);
}
