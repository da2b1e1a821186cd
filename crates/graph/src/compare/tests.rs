use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::graph::{Node, NodeKey, Relationship, RelationshipKey};
use crate::table::Latitude;
use crate::value::Path;
use crate::{Name, Value};

fn rows(values: &[Value]) -> Vec<Row> {
    values.iter().map(|value| vec![value.clone()]).collect()
}

fn returns(values: &[Value]) -> Returns {
    Returns::bag(["c".into()], rows(values))
}

fn table(values: &[Value]) -> Table {
    Table { columns: vec!["c".into()], rows: rows(values) }
}

/// Checks which rows are missing and superfluous, and whether the order is wrong.
fn check(expected: &Returns, actual: &[Value], missing: &[usize], superfluous: &[usize], misordered: bool) {
    check_with(CompareOptions::default(), expected, actual, missing, superfluous, misordered);
}

fn check_with(
    options: CompareOptions,
    expected: &Returns,
    actual: &[Value],
    missing: &[usize],
    superfluous: &[usize],
    misordered: bool,
) {
    let found = compare(expected, &table(actual), &options).err().unwrap_or_default();
    let wanted = Difference { columns: None, missing: missing.into(), superfluous: superfluous.into(), misordered };
    assert_eq!(found, wanted, "{expected:?} and {actual:?}");
}

/// Checks whether two cells agree under a latitude.
fn check_cell(expected: impl Into<Value>, actual: impl Into<Value>, latitude: Latitude, agrees: bool) {
    let (expected, actual) = (expected.into(), actual.into());
    let mut claim = returns(std::slice::from_ref(&expected));
    claim.columns[0].latitude = latitude;
    assert_eq!(compare(&claim, &table(std::slice::from_ref(&actual)), &CompareOptions::default()).is_ok(), agrees);
    assert_eq!(agree(&expected, &actual, &claim.columns[0], &CompareOptions::default()), agrees);
}

fn ints(values: &[i64]) -> Vec<Value> {
    values.iter().map(|value| Value::Integer(*value)).collect()
}

fn sorted(values: &[i64], ties: &[usize], any: Option<usize>) -> Returns {
    Returns { order: Order::Sorted { ties: ties.into() }, any, ..returns(&ints(values)) }
}

#[test]
fn cells_of_different_types_never_agree() {
    check_cell(1, 1.0, Latitude::Exact, false);
    check_cell(1, "1", Latitude::Exact, false);
    check_cell(1, 1.0, Latitude::Ulps(4), false);
    check_cell(Value::Null, false, Latitude::Exact, false);
    check_cell(Value::Null, Value::Null, Latitude::Exact, true);
}

#[test]
fn nan_agrees_with_nan_alone() {
    check_cell(f64::NAN, -f64::NAN, Latitude::Exact, true);
    check_cell(f64::NAN, 0.0, Latitude::Ulps(9), false);
    check_cell(f64::INFINITY, f64::NEG_INFINITY, Latitude::Exact, false);
    check_cell(f64::INFINITY, f64::MAX, Latitude::Ulps(9), false);
}

#[test]
fn zeros_of_different_sign_agree_unless_the_target_keeps_them_apart() {
    check_cell(0.0, -0.0, Latitude::Exact, true);
    let keeps = CompareOptions { negative_zero: true, ..CompareOptions::default() };
    check_with(keeps, &returns(&[0.0.into()]), &[Value::Float(-0.0)], &[0], &[0], false);
    let mut claim = returns(&[0.0.into()]);
    claim.columns[0].latitude = Latitude::Ulps(1);
    check_with(keeps, &claim, &[Value::Float(-0.0)], &[], &[], false);
}

#[test]
fn latitude_reaches_into_lists_and_maps() {
    let near = f64::from_bits(1.5f64.to_bits() + 2);
    check_cell(1.5, near, Latitude::Ulps(2), true);
    check_cell(1.5, near, Latitude::Ulps(1), false);
    check_cell(vec![Value::Float(1.5)], vec![Value::Float(near)], Latitude::Ulps(2), true);
    let map = |f: f64| Value::map([("k".into(), f.into())].into());
    check_cell(map(1.5), map(near), Latitude::Ulps(2), true);
    check_cell(map(1.5), map(near), Latitude::Exact, false);
    check_cell(f64::from_bits(1), -f64::from_bits(1), Latitude::Ulps(2), true);
    check_cell("a", 1, Latitude::Unspecified, true);
}

#[test]
fn fifteen_digits_agree_give_or_take_one() {
    let digits = CompareOptions { float_digits: Some(15), ..CompareOptions::default() };
    let agrees = |e: f64, a: f64, yes: bool| {
        assert_eq!(agree(&e.into(), &a.into(), &Column::exact("c"), &digits), yes, "{e:e} and {a:e}");
    };
    agrees(0.1 + 0.2, 0.3, true);
    agrees(1.234_567_890_123_456_7, 1.234_567_890_123_46, true);
    agrees(1.234_567_890_123_45, 1.234_567_890_123_46, true);
    agrees(1.234_567_890_123_45, 1.234_567_890_123_47, false);
    agrees(1.0, 0.999_999_999_999_999, true);
    agrees(1.0, 0.999_999_999_999_99, false);
    agrees(f64::MAX, f64::INFINITY, true);
    agrees(1.0, f64::INFINITY, false);
    agrees(1.0, -1.0, false);
    agrees(5e-324, 4.940_656_458_412_47e-324, true);
}

#[test]
fn rows_that_agree_only_nearly_are_paired_by_a_matching() {
    let mut claim = returns(&[1.0.into(), f64::from_bits(1.0f64.to_bits() + 1).into()]);
    claim.columns[0].latitude = Latitude::Ulps(1);
    // The second expected row agrees with both, the first one only with the first.
    let actual = [Value::Float(f64::from_bits(1.0f64.to_bits() + 2)), Value::Float(1.0)];
    check(&claim, &actual, &[], &[], false);
}

#[test]
fn a_row_gives_up_the_one_that_is_the_same_where_another_needs_it() {
    let at = |units: u64| Value::Float(f64::from_bits(1.0f64.to_bits() + units));
    let mut claim = returns(&[at(0), at(1), at(2)]);
    claim.columns[0].latitude = Latitude::Ulps(1);
    check(&claim, &[at(2), at(2), at(1)], &[], &[], false);
    check(&claim, &[at(1), at(1), at(1)], &[], &[], false);
    check(&claim, &[at(1), at(2), at(3)], &[], &[], false);
    claim.rows.swap(0, 1);
    check(&claim, &[at(1), at(2), at(3)], &[], &[], false);
    check(&claim, &[at(2), at(2), at(2)], &[1], &[2], false);
}

#[test]
fn ten_thousand_floats_that_come_in_another_order_are_paired() {
    let mut claim = returns(&(0..10_000).map(|number| Value::Float(f64::from(number))).collect::<Vec<_>>());
    claim.columns[0].latitude = Latitude::Ulps(1);
    let actual: Vec<Value> = (0..10_000).rev().map(|number| Value::Float(f64::from(number))).collect();
    check(&claim, &actual, &[], &[], false);
}

#[test]
fn a_bag_counts_duplicates() {
    check(&returns(&ints(&[1, 1, 2])), &ints(&[2, 1, 1]), &[], &[], false);
    check(&returns(&ints(&[1, 1, 2])), &ints(&[2, 1, 2]), &[1], &[2], false);
    check(&returns(&ints(&[1, 1])), &ints(&[1]), &[1], &[], false);
    check(&returns(&ints(&[])), &ints(&[1]), &[], &[0], false);
}

#[test]
fn column_names_count_in_order() {
    let claim = Returns::bag(["a".into(), "b".into()], vec![]);
    let actual = Table { columns: vec!["b".into(), "a".into()], rows: vec![] };
    let difference = compare(&claim, &actual, &CompareOptions::default()).unwrap_err();
    assert_eq!(difference.columns, Some(actual.columns));
}

#[test]
fn a_row_of_another_width_is_superfluous() {
    let actual = Table { columns: vec!["c".into()], rows: vec![ints(&[1, 1])] };
    let difference = compare(&returns(&ints(&[1])), &actual, &CompareOptions::default()).unwrap_err();
    assert_eq!((difference.missing, difference.superfluous), (vec![0], vec![0]));
}

#[test]
fn order_counts_between_tie_groups_and_not_within() {
    check(&sorted(&[1, 2, 3], &[1, 2], None), &ints(&[1, 3, 2]), &[], &[], false);
    check(&sorted(&[1, 2, 3], &[1, 2], None), &ints(&[2, 1, 3]), &[], &[], true);
    check(&sorted(&[1, 2, 3], &[1, 2], None), &ints(&[3, 2, 4]), &[0], &[2], false);
}

#[test]
fn any_rows_of_a_bag_will_do_when_as_many_as_the_limit() {
    let claim = Returns { any: Some(2), ..returns(&ints(&[1, 2, 3])) };
    check(&claim, &ints(&[3, 1]), &[], &[], false);
    check(&claim, &ints(&[3]), &[0], &[], false);
    check(&claim, &ints(&[3, 3]), &[0], &[1], false);
    check(&claim, &ints(&[3, 2, 1]), &[], &[2], false);
    check(&claim, &ints(&[4, 2, 1]), &[], &[0], false);
    check(&Returns { any: Some(9), ..returns(&ints(&[1])) }, &ints(&[1]), &[], &[], false);
    check(&Returns { any: Some(0), ..returns(&ints(&[1])) }, &ints(&[]), &[], &[], false);
    check(&Returns { any: Some(0), ..returns(&ints(&[1])) }, &ints(&[1]), &[], &[0], false);
}

#[test]
fn a_limit_on_sorted_rows_frees_only_the_ties_at_the_cut() {
    let claim = sorted(&[1, 2, 3, 4, 5], &[1, 1, 2, 1], Some(3));
    check(&claim, &ints(&[1, 2, 3]), &[], &[], false);
    check(&claim, &ints(&[1, 2, 4]), &[], &[], false);
    check(&claim, &ints(&[2, 1, 4]), &[], &[], true);
    check(&claim, &ints(&[1, 2, 5]), &[2], &[2], false);
    check(&claim, &ints(&[1, 3, 4]), &[1], &[2], false);
}

#[test]
fn lists_are_in_order_unless_collected_without_one() {
    let list = |values: &[i64]| Value::list(ints(values));
    check(&returns(&[list(&[1, 2])]), &[list(&[2, 1])], &[0], &[0], false);
    let mut claim = returns(&[list(&[1, 2, 2])]);
    claim.columns[0].unordered_lists = true;
    check(&claim, &[list(&[2, 1, 2])], &[], &[], false);
    check(&claim, &[list(&[2, 1, 1])], &[0], &[0], false);
    claim.rows = rows(&[list(&[1, 2]), list(&[3, 4])]);
    check(&claim, &[list(&[4, 3]), list(&[2, 1])], &[], &[], false);
}

fn node(key: u32, label: &str) -> Arc<Node> {
    Arc::new(Node {
        key: NodeKey(key),
        labels: [Name::from(label)].into(),
        properties: [("k".into(), 1.into())].into(),
    })
}

fn relationship(start: u32, end: u32) -> Arc<Relationship> {
    let (start, end) = (NodeKey(start), NodeKey(end));
    Arc::new(Relationship { key: RelationshipKey(0), start, end, kind: "T".into(), properties: [].into() })
}

#[test]
fn elements_agree_by_content_and_not_by_key() {
    check_cell(Value::Node(node(1, "A")), Value::Node(node(7, "A")), Latitude::Exact, true);
    check_cell(Value::Node(node(1, "A")), Value::Node(node(1, "B")), Latitude::Exact, false);
    check_cell(Value::Relationship(relationship(1, 2)), Value::Relationship(relationship(3, 3)), Latitude::Exact, true);
}

#[test]
fn paths_agree_with_direction_and_revisits() {
    let path = |a: u32, b: u32, forwards: bool| {
        let relationship = if forwards { relationship(a, b) } else { relationship(b, a) };
        Value::Path(Arc::new(Path { nodes: vec![node(a, "A"), node(b, "A")], relationships: vec![relationship] }))
    };
    check_cell(path(1, 2, true), path(8, 9, true), Latitude::Exact, true);
    check_cell(path(1, 2, true), path(8, 9, false), Latitude::Exact, false);
    check_cell(path(1, 1, true), path(8, 9, true), Latitude::Exact, false);
    check_cell(path(1, 1, true), path(8, 8, false), Latitude::Exact, true);
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2i64..3).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[ab]{0,2}".prop_map(Value::string),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::list),
            prop::collection::btree_map("[kl]".prop_map(Name::from), inner, 0..3).prop_map(Value::map),
        ]
    })
}

fn any_rows() -> impl Strategy<Value = (Vec<Row>, Vec<Row>)> {
    let row = prop::collection::vec(any_value(), 2);
    prop::collection::vec(row, 1..6).prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle()))
}

fn any_options() -> impl Strategy<Value = CompareOptions> {
    (prop_oneof![Just(None), Just(Some(15))], any::<bool>())
        .prop_map(|(float_digits, negative_zero)| CompareOptions { float_digits, negative_zero })
}

proptest! {
    #[test]
    fn a_table_agrees_with_each_permutation_of_itself((rows, shuffled) in any_rows(), options in any_options()) {
        let columns = [Name::from("a"), Name::from("b")];
        let actual = Table { columns: columns.to_vec(), rows: shuffled };
        for unordered in [false, true] {
            for latitude in [Latitude::Exact, Latitude::Ulps(2)] {
                let mut claim = Returns::bag(columns.clone(), rows.clone());
                for column in &mut claim.columns {
                    (column.unordered_lists, column.latitude) = (unordered, latitude);
                }
                prop_assert_eq!(compare(&claim, &actual, &options), Ok(()));
            }
        }
    }

    #[test]
    fn a_change_of_one_cell_is_noticed(
        (rows, mut shuffled) in any_rows(),
        value in any_value(),
        place in any::<prop::sample::Index>(),
        options in any_options(),
    ) {
        let place = place.index(shuffled.len());
        let column = Column::exact("a");
        prop_assume!(!agree(&shuffled[place][0], &value, &column, &options));
        shuffled[place][0] = value;
        let claim = Returns::bag([column.name.clone(), "b".into()], rows);
        let actual = Table { columns: vec!["a".into(), "b".into()], rows: shuffled };
        let difference = compare(&claim, &actual, &options).err();
        prop_assert!(difference.is_some_and(|d| !d.missing.is_empty() && !d.superfluous.is_empty()));
    }
}
