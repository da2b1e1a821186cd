//! DISTINCT, ORDER BY, SKIP, LIMIT and WHERE after a projection.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::dialect::NullOrder;
use graphlance_graph::{Name, Order, Row};
use graphlance_reference::relations;

use super::query::Synthesis;
use super::state::{State, Variable, distinct, equivalent};
use crate::expression::{Shape, true_predicate};

impl Synthesis<'_> {
    /// DISTINCT, ORDER BY, SKIP and LIMIT, as far as their effect is determined. `collapse` asks for fewer rows.
    pub(super) fn refine(&mut self, projection: &mut Projection, mut state: State, collapse: bool) -> Option<State> {
        let vocabulary = self.context.vocabulary;
        let comparable = state.variables.iter().all(|v| v.ulps == 0 && !v.unordered && v.shape != Shape::Any);
        let chance = if collapse { 0.6 } else { 0.12 };
        if comparable && vocabulary.chance(self.random, Feature::Distinct, chance) {
            projection.distinct = true;
            self.techniques.count("clause.distinct");
            state.rows = distinct(state.rows);
        }
        let keys: Vec<usize> =
            (0..state.variables.len()).filter(|column| sortable(&state.variables[*column])).collect();
        if !keys.is_empty() && vocabulary.chance(self.random, Feature::OrderBy, if collapse { 0.5 } else { 0.2 }) {
            let count = self.random.between(1, keys.len().min(3));
            for column in self.random.sample(&keys, count) {
                projection.order.push(SortItem {
                    expression: build::variable(state.variables[column].name.clone()),
                    descending: self.random.chance(0.4),
                });
            }
            self.techniques.count("clause.order_by");
            sort(projection, self.context.options.deviations.null_order, &mut state);
        }
        let ties = tie_lengths(projection, &state);
        let rows = state.rows.len();
        let wants_cut = if collapse { 0.7 } else { 0.1 };
        let skip = if vocabulary.chance(self.random, Feature::Skip, wants_cut / 3.0) {
            self.random.between(0, rows.min(2))
        } else {
            0
        };
        let skipping = skip > 0 || self.random.chance(0.03) && vocabulary.has(Feature::Skip);
        let limiting = vocabulary.chance(self.random, Feature::Limit, wants_cut);
        let limit = if !limiting {
            rows
        } else if collapse {
            1
        } else {
            self.random.between(1, rows + 2)
        };
        if !cut_is_determined(&state.rows, &ties, skip)
            || !cut_is_determined(&state.rows, &ties, skip.saturating_add(limit))
        {
            return Some(state);
        }
        if rows > 0 && skip >= rows && !(self.context.profile.techniques.beyond_paper && self.random.chance(0.1)) {
            return Some(state);
        }
        if skipping {
            projection.skip = Some(build::integer(skip as i64));
            self.techniques.count("clause.skip");
        }
        if limiting {
            projection.limit = Some(build::integer(limit as i64));
            self.techniques.count("clause.limit");
        }
        state.rows = state.rows.into_iter().skip(skip).take(limit).collect();
        Some(state)
    }

    /// WHERE after WITH: one value of each list that is truncated here, and sometimes a true predicate.
    pub(super) fn filter(&mut self, state: &mut State, truncated: &[Name]) -> Option<Expression> {
        let mut predicates = Vec::new();
        for name in truncated {
            let Some(column) = state.column(name) else { continue };
            let Some(row) = self.random.pick(&state.rows) else { continue };
            let wanted = row[column].clone();
            let exact = state.variables[column].ulps == 0 && !matches!(state.variables[column].shape, Shape::Any);
            if wanted.is_null() || !exact || build::constant(&wanted).is_none() {
                continue;
            }
            let leaves: Vec<_> = state.leaves();
            let other = crate::expression::equal_to(&mut self.expressions(&leaves), &wanted, 2);
            predicates.push(build::compare(ComparisonOperator::Equal, build::variable(name.clone()), other.expression));
            state.rows.retain(|row| relations::equal(&row[column], &wanted) == Some(true));
        }
        if predicates.is_empty() && !self.context.vocabulary.chance(self.random, Feature::WithWhere, 0.15) {
            return None;
        }
        if predicates.is_empty() || self.random.chance(0.2) {
            let leaves = state.leaves();
            let depth = self.depth();
            predicates.push(true_predicate(&mut self.expressions(&leaves), depth).expression);
        }
        self.techniques.count("clause.with_where");
        build::all(predicates)
    }

    pub(super) fn tie_groups(&self, projection: &Projection, state: &State) -> Order {
        if projection.order.is_empty() {
            return Order::Bag;
        }
        Order::Sorted { ties: tie_lengths(projection, state) }
    }
}

fn sortable(variable: &Variable) -> bool {
    variable.ulps == 0 && (variable.shape.is_ordered() || variable.shape == Shape::Boolean)
}

fn sort_keys(projection: &Projection, state: &State) -> Vec<(usize, bool)> {
    let key = |item: &SortItem| match &item.expression {
        Expression::Variable(name) => state.column(name).map(|column| (column, item.descending)),
        _ => None,
    };
    projection.order.iter().filter_map(key).collect()
}

fn compare_rows(keys: &[(usize, bool)], nulls: NullOrder, a: &Row, b: &Row) -> std::cmp::Ordering {
    let by_key = keys.iter().map(|(column, desc)| relations::sort_order(&a[*column], &b[*column], *desc, nulls));
    by_key.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
}

fn sort(projection: &Projection, nulls: NullOrder, state: &mut State) {
    let keys = sort_keys(projection, state);
    state.rows.sort_by(|a, b| compare_rows(&keys, nulls, a, b));
}

/// Lengths of the groups of rows that tie on the sort keys; without ORDER BY all rows tie.
fn tie_lengths(projection: &Projection, state: &State) -> Vec<usize> {
    let keys = sort_keys(projection, state);
    state.rows.chunk_by(|a, b| compare_rows(&keys, NullOrder::default(), a, b).is_eq()).map(<[Row]>::len).collect()
}

/// Whether it is determined which rows stand before `place`: no group of ties of different rows lies across it.
fn cut_is_determined(rows: &[Row], ties: &[usize], place: usize) -> bool {
    let mut start = 0;
    for length in ties {
        let end = start + length;
        if start < place && place < end {
            return rows[start..end].iter().all(|row| equivalent(row, &rows[start]));
        }
        start = end;
    }
    true
}
