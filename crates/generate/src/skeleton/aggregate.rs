//! Aggregates over values that differ within their group.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::functions::{Aggregate, Callee, Function, Kind};
use graphlance_graph::{Latitude, Value};

use super::filter::vary;
use super::query::Skeleton;
use super::table::{Table, groups};
use super::value::Computed;
use crate::expression::Shape;
use crate::synthesis::{aggregate, aggregate_shape};

/// Columns of values tried for one item, and for an inexact one, of which fewer succeed.
const ATTEMPTS: usize = 4;
const INEXACT_ATTEMPTS: usize = 7;

/// Functions tried on one column of values.
const FUNCTIONS: usize = 3;

/// What an aggregate is for.
#[derive(Clone, Copy)]
struct Purpose {
    /// Nothing is computed from it any more.
    last: bool,
    /// Engines may differ in its last digits.
    inexact: bool,
}

impl<'a> Skeleton<'a, '_> {
    /// An aggregate over the rows of each group of `keys`. `last`: it may be inexact.
    pub(super) fn aggregated(&mut self, table: &Table<'a>, keys: &[ProjectionItem], last: bool) -> Option<Computed> {
        if !self.context.vocabulary.has(Feature::Aggregation) {
            return None;
        }
        if self.random.chance(0.15) {
            return Some(Computed { expression: Expression::CountStar, shape: Shape::Integer(0, 1_000_000) });
        }
        let inexact = last && self.random.chance(0.85);
        let attempts = if inexact { INEXACT_ATTEMPTS } else { ATTEMPTS };
        let numbers = self.group_numbers(table, keys)?;
        (0..attempts).find_map(|_| self.one_aggregate(table, &numbers, Purpose { last, inexact }))
    }

    /// An aggregate of one column of values.
    fn one_aggregate(&mut self, table: &Table<'a>, numbers: &[usize], purpose: Purpose) -> Option<Computed> {
        let (argument, shape, values) = self.argument(table, purpose.inexact)?;
        let groups = grouped(values, numbers);
        if table.count() > 1 && !groups.iter().any(|values| vary(values)) {
            return None;
        }
        (0..FUNCTIONS).find_map(|_| self.aggregate_of(&argument, &shape, &groups, purpose))
    }

    /// What is aggregated, what it may be, and its values on all rows.
    fn argument(&mut self, table: &Table<'a>, inexact: bool) -> Option<(Expression, Shape, Vec<Value>)> {
        let elements = table.with_shape(is_element);
        let of_element = !inexact && self.random.chance(0.15);
        if let Some(name) = self.random.pick(&elements).filter(|_| of_element) {
            let argument = Expression::Variable(name.clone());
            let values = self.values(table, &argument)?;
            return Some((argument, table.shape(name).clone(), values));
        }
        let kinds = [Kind::Integer, Kind::Float, Kind::Integer, Kind::String, Kind::Boolean];
        let (known, values) = self.column(table, if inexact { &kinds[..2] } else { &kinds })?;
        Some((known.expression, known.shape, values))
    }

    /// A random function of values group by group; none where it does not take them, or where its result is open.
    fn aggregate_of(
        &mut self,
        argument: &Expression,
        shape: &Shape,
        groups: &[Vec<Value>],
        purpose: Purpose,
    ) -> Option<Computed> {
        let exact = |function: &Function| function.latitude == Latitude::Exact;
        let counts =
            |function: &Function| matches!(function.callee, Callee::Aggregate(Aggregate::Count | Aggregate::Collect));
        let element = is_element(shape);
        let wanted = |function: &Function| match purpose.inexact {
            true => !exact(function),
            false => (purpose.last || exact(function)) && (!element || counts(function)),
        };
        let function = self.context.vocabulary.aggregate(self.random, wanted)?;
        let result = aggregate_shape(function, shape)?;
        let percentile = self.random.integer(0, 8) as f64 / 8.0;
        let Callee::Aggregate(callee) = function.callee else { return None };
        let several = matches!(callee, Aggregate::Count | Aggregate::Sum | Aggregate::Collect);
        let distinct = several && groups.iter().any(|values| repeats(values)) && self.random.chance(0.5);
        let open = |values: &Vec<Value>| !element && aggregate(function, distinct, values, percentile).is_none();
        if groups.iter().any(open) {
            return None;
        }
        let mut arguments = vec![argument.clone()];
        if function.parameters.len() == 2 {
            arguments.push(Expression::Literal(Literal::Float(percentile)));
        }
        let call = FunctionCall { name: function.name.into(), distinct, arguments };
        Some(Computed { expression: Expression::Function(call), shape: result })
    }

    /// For each row the number of its group, see [`groups`]; without keys all rows are one group.
    fn group_numbers(&self, table: &Table<'a>, keys: &[ProjectionItem]) -> Option<Vec<usize>> {
        let columns: Vec<Vec<Value>> =
            keys.iter().map(|key| self.values(table, &key.expression)).collect::<Option<_>>()?;
        let rows: Vec<Vec<Value>> =
            (0..table.count()).map(|row| columns.iter().map(|column| column[row].clone()).collect()).collect();
        let rows: Vec<&[Value]> = rows.iter().map(Vec::as_slice).collect();
        Some(groups(&rows))
    }
}

fn is_element(shape: &Shape) -> bool {
    matches!(shape, Shape::Node | Shape::Relationship)
}

/// Values group by group.
fn grouped(values: Vec<Value>, numbers: &[usize]) -> Vec<Vec<Value>> {
    let mut grouped: Vec<Vec<Value>> = Vec::new();
    for (value, group) in values.into_iter().zip(numbers) {
        if *group == grouped.len() {
            grouped.push(Vec::new());
        }
        grouped[*group].push(value);
    }
    grouped
}

/// Whether a value stands among some more than once, so that DISTINCT drops it.
fn repeats(values: &[Value]) -> bool {
    let present: Vec<&[Value]> = values.iter().filter(|value| !value.is_null()).map(std::slice::from_ref).collect();
    groups(&present).into_iter().max().is_some_and(|last| last + 1 < present.len())
}
