use std::sync::Arc;

use graphlance_graph::{Graph, Table};

use super::*;
use crate::language::{Cypher, Language};
use crate::{Lineage, Step, judge};

/// A key, a count, a least and a greatest value.
const MERGES: [Merge; 4] = [Merge::Key, Merge::Sum, Merge::Least, Merge::Greatest];

fn columns() -> Vec<Column> {
    ["key", "sum", "least", "greatest"].map(Column::exact).to_vec()
}

fn response(rows: &[[Option<i64>; 4]]) -> Response {
    let row = |row: &[Option<i64>; 4]| row.map(|cell| cell.map_or(Value::Null, Value::Integer)).to_vec();
    Response::Table(Table {
        columns: columns().into_iter().map(|column| column.name).collect(),
        rows: rows.iter().map(row).collect(),
    })
}

#[track_caller]
fn check(whole: &[[Option<i64>; 4]], parts: &[&[[Option<i64>; 4]]], outcome: &str) {
    let steps = parts.len() + 1;
    let claim = SameGroups { columns: columns(), merges: MERGES.to_vec(), whole: 0, parts: (1..steps).collect() };
    let case = Case::new(&Cypher.standard(), Arc::new(Graph::new()), Claim::SameGroups(claim), Lineage::default());
    let statement = |_| Step::run(Cypher.parse("RETURN 1 AS key").expect("a statement"));
    let case = Case { steps: (0..steps).map(statement).collect(), ..case };
    let responses: Vec<Response> = std::iter::once(whole).chain(parts.iter().copied()).map(response).collect();
    let word = match judge(&case, &responses, &Cypher.standard()) {
        Verdict::Pass { vacuous: true } => "vacuous",
        Verdict::Pass { vacuous: false } => "pass",
        Verdict::Fail(evidence) => evidence.class.name(),
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => "undecided",
    };
    assert_eq!(word, outcome);
}

fn row(key: i64, sum: i64, least: i64, greatest: i64) -> [Option<i64>; 4] {
    [Some(key), Some(sum), Some(least), Some(greatest)]
}

#[test]
fn values_of_the_same_keys_are_merged() {
    check(&[row(1, 5, -2, 9)], &[&[row(1, 2, -2, 3)], &[row(1, 3, 0, 9)]], "pass");
    check(&[row(1, 5, -2, 9)], &[&[row(1, 2, -2, 3)], &[row(1, 3, 0, 8)]], "disagreement");
    check(&[row(1, 5, -2, 9)], &[&[row(1, 2, -2, 3)], &[row(1, 2, 0, 9)]], "disagreement");
    check(&[row(1, 5, -3, 9)], &[&[row(1, 2, -2, 3)], &[row(1, 3, 0, 9)]], "disagreement");
}

#[test]
fn groups_that_only_one_side_has_are_a_disagreement() {
    check(&[row(1, 1, 1, 1), row(2, 1, 1, 1)], &[&[row(2, 1, 1, 1)], &[row(1, 1, 1, 1)]], "pass");
    check(&[row(1, 1, 1, 1)], &[&[row(2, 1, 1, 1)], &[row(1, 1, 1, 1)]], "disagreement");
    check(&[row(1, 1, 1, 1), row(2, 1, 1, 1)], &[&[row(2, 1, 1, 1)], &[]], "disagreement");
    // A group that the whole has twice was not grouped.
    check(&[row(1, 1, 1, 1), row(1, 1, 1, 1)], &[&[row(1, 1, 1, 1)], &[row(1, 1, 1, 1)]], "disagreement");
    check(&[], &[&[], &[]], "vacuous");
}

#[test]
fn nothing_has_null_for_least_and_greatest_and_null_is_a_key() {
    check(&[row(1, 2, 4, 6)], &[&[[Some(1), Some(0), None, None]], &[row(1, 2, 4, 6)]], "pass");
    check(&[[None, Some(3), None, None]], &[&[[None, Some(1), None, None]], &[[None, Some(2), None, None]]], "pass");
}

#[test]
fn what_cannot_be_merged_decides_nothing() {
    check(&[row(1, 5, 1, 1)], &[&[[Some(1), None, None, None]], &[row(1, 5, 1, 1)]], "undecided");
    check(&[row(1, 5, 1, 1)], &[&[row(1, i64::MAX, 1, 1)], &[row(1, 5, 1, 1)]], "undecided");
}

#[test]
fn a_report_says_which_statements_are_merged() {
    let claim = SameGroups { columns: columns(), merges: MERGES.to_vec(), whole: 1, parts: vec![0, 2, 3] };
    let wanted =
        "The groups of statements 1, 3 and 4, put together and merged, are those of statement 2, in any order.";
    assert_eq!(claim.wanted_of_steps(), wanted);
}

fn list(items: &[i64]) -> Value {
    Value::list(items.iter().copied().map(Value::Integer).collect::<Vec<_>>())
}

/// What comes of a whole with a list, a sum, a count and a mean, and of two parts with lists, sums and counts.
#[track_caller]
fn check_lists(whole: &[i64], mean: Value, parts: [(&[i64], i64, i64); 2], outcome: &str) {
    let columns = ["list", "sum", "count", "mean"].map(Column::exact).to_vec();
    let names: Vec<_> = columns.iter().map(|column| column.name.clone()).collect();
    let table = |row: Row| Response::Table(Table { columns: names.clone(), rows: vec![row] });
    let numbers = |sum: i64, count: i64| [Value::Integer(sum), Value::Integer(count)];
    let row = |items: &[i64], [sum, count]: [Value; 2], mean: Value| vec![list(items), sum, count, mean];
    // The mean of a part says nothing of that of the whole.
    let part = |(items, sum, count): (&[i64], i64, i64)| table(row(items, numbers(sum, count), Value::Float(0.25)));
    let [one, other] = parts;
    let responses = [table(row(whole, numbers(one.1 + other.1, one.2 + other.2), mean)), part(one), part(other)];
    let merges = vec![Merge::Together, Merge::Sum, Merge::Sum, Merge::Mean];
    let claim = Claim::SameGroups(SameGroups { columns, merges, whole: 0, parts: vec![1, 2] });
    let case = Case::new(&Cypher.standard(), Arc::new(Graph::new()), claim, Lineage::default());
    let statement = |_| Step::run(Cypher.parse("RETURN 1 AS key").expect("a statement"));
    let case = Case { steps: (0..3).map(statement).collect(), ..case };
    let word = match judge(&case, &responses, &Cypher.standard()) {
        Verdict::Pass { .. } => "pass",
        Verdict::Fail(evidence) => evidence.class.name(),
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => "undecided",
    };
    assert_eq!(word, outcome);
}

#[test]
fn lists_are_put_together_in_any_order_and_a_mean_is_a_sum_divided_by_a_count() {
    let parts: [(&[i64], i64, i64); 2] = [(&[1, 2], 3, 2), (&[4], 4, 1)];
    let third = 7.0 / 3.0;
    check_lists(&[4, 1, 2], Value::Float(third), parts, "pass");
    check_lists(&[4, 1], Value::Float(third), parts, "disagreement");
    check_lists(&[4, 1, 2], Value::Float(third + f64::EPSILON * 4.0), parts, "pass");
    check_lists(&[4, 1, 2], Value::Float(2.0), parts, "disagreement");
    check_lists(&[4, 1, 2], Value::Null, parts, "disagreement");
    check_lists(&[], Value::Null, [(&[], 0, 0), (&[], 0, 0)], "pass");
    check_lists(&[], Value::Float(1.0), [(&[], 1 << 60, 1), (&[], 0, 0)], "undecided");
}
