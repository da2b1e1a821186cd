//! Values that a projection computes, of every sort of expression that the language has.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Kind, Scalar};
use graphlance_graph::{Name, Value};
use graphlance_reference::relations;

use super::filter::vary;
use super::query::Skeleton;
use super::subquery::{turned, without_cut};
use super::table::{Table, Variable};
use crate::expression::{Shape, list_of};

/// A projected value.
pub(super) struct Computed {
    pub expression: Expression,
    pub shape: Shape,
}

/// Attempts at a value that differs from row to row.
const ATTEMPTS: usize = 3;

impl<'a> Skeleton<'a, '_> {
    /// A value that differs from row to row, where that can be had. `last`: nothing is computed from it any more, so that it may be
    /// inexact, or a map.
    pub(super) fn computed(&mut self, table: &Table<'a>, last: bool) -> Option<Computed> {
        let mut made = None;
        for _ in 0..ATTEMPTS {
            let Some((next, values)) = self.any_value(table, last) else { continue };
            if !self.affordable(&next.expression) {
                continue;
            }
            let Some(values) = values.or_else(|| self.values(table, &next.expression)) else { continue };
            let varies = vary(&values);
            made = Some(next);
            if varies || table.count() < 2 {
                break;
            }
        }
        made
    }

    /// A value, with what it is on all rows where that was computed already.
    fn any_value(&mut self, table: &Table<'a>, last: bool) -> Option<(Computed, Option<Vec<Value>>)> {
        let made = match self.random.below(if last { 38 } else { 24 }) {
            18..=20 | 23.. => self.special(table, last),
            21 => self.tested_cases(table),
            22 => self.type_test(table),
            0 => self.slice(table),
            1 => self.concatenation(table),
            2 if self.depth < 2 => self.about_others(table),
            3 if last => self.map(table),
            4 if last => self.map_projection(table),
            5 if self.depth < 2 => self.collected(table),
            6 if last => self.inexact(table),
            7 => self.cases(table),
            _ => {
                let kinds = [Kind::Integer, Kind::Integer, Kind::String, Kind::Float, Kind::Boolean, Kind::List];
                let (known, values) = self.column(table, &kinds)?;
                let signed = matches!(known.shape, Shape::Integer(..)) && self.random.chance(0.03);
                let expression = match known.expression {
                    inner if signed => Expression::Unary(UnaryOperator::Plus, Box::new(inner)),
                    inner => inner,
                };
                return Some((Computed { expression, shape: known.shape }, Some(values)));
            }
        };
        Some((made?, None))
    }

    /// `[a, b, c][1..]`
    fn slice(&mut self, table: &Table<'a>) -> Option<Computed> {
        if !self.context.vocabulary.has(Feature::ListSlice) {
            return None;
        }
        let row = self.row(table);
        let leaves = table.leaves(row);
        let mut expressions = self.expressions(&leaves);
        let kind = expressions.kind_among(&[Kind::Integer, Kind::String]);
        let list = list_of((0..3).map(|_| expressions.exact(kind, 1)).collect());
        let bound = |random: &mut graphlance_graph::Random| {
            random.chance(0.7).then(|| Box::new(build::integer(random.integer(-2, 3))))
        };
        let (from, to) = (bound(self.random), bound(self.random));
        if from.is_none() && to.is_none() {
            return None;
        }
        Some(Computed { expression: Expression::Slice(Box::new(list.expression), from, to), shape: list.shape })
    }

    /// `CASE WHEN n.k > 7 THEN 'a' WHEN n.k > 3 THEN 'b' ELSE 'c' END`: of several branches that hold the first counts.
    fn cases(&mut self, table: &Table<'a>) -> Option<Computed> {
        if !self.context.vocabulary.has(Feature::Case) {
            return None;
        }
        let (known, values) = self.column(table, &[Kind::Integer, Kind::Float])?;
        let mut bounds: Vec<&Value> = values.iter().filter(|value| !value.is_null()).collect();
        self.random.shuffle(&mut bounds);
        bounds.truncate(3);
        let mut branches = Vec::new();
        for (place, bound) in bounds.into_iter().enumerate() {
            let when =
                build::compare(ComparisonOperator::GreaterOrEqual, known.expression.clone(), build::constant(bound)?);
            branches.push((when, build::integer(place as i64)));
        }
        let otherwise = self.random.chance(0.7).then(|| build::integer(-1));
        let case = CaseExpression { operand: None, branches, otherwise };
        (case.branches.len() > 1)
            .then(|| Computed { expression: Expression::Case(Box::new(case)), shape: Shape::Integer(-1, 3) })
    }

    /// `a || b`
    fn concatenation(&mut self, table: &Table<'a>) -> Option<Computed> {
        if !self.context.vocabulary.has(Feature::ConcatenateBars) {
            return None;
        }
        let (left, _) = self.column(table, &[Kind::String])?;
        let (right, _) = self.column(table, &[Kind::String])?;
        let (Shape::String { longest: a, ascii: x, .. }, Shape::String { longest: b, ascii: y, .. }) =
            (left.shape, right.shape)
        else {
            return None;
        };
        let expression = build::binary(BinaryOperator::Concatenate, left.expression, right.expression);
        Some(Computed { expression, shape: Shape::String { longest: a + b, ascii: x && y, plain: false } })
    }

    /// What is known of the neighbours of a node.
    fn about_others(&mut self, table: &Table<'a>) -> Option<Computed> {
        if self.random.chance(0.3) {
            // The order of the list is not seen.
            let (list, _) = self.neighbours_values(table)?;
            let expression = build::call(Scalar::Size.name(), vec![list]);
            return Some(Computed { expression, shape: Shape::Integer(0, 1_000_000) });
        }
        let (expression, is_predicate) = self.about_neighbours(table)?;
        if matches!(expression, Expression::Pattern(_)) {
            // A pattern is a predicate, and no value everywhere.
            return None;
        }
        Some(Computed { expression, shape: if is_predicate { Shape::Boolean } else { Shape::Integer(0, 1_000_000) } })
    }

    /// `{a: n.k, b: 1}`
    fn map(&mut self, table: &Table<'a>) -> Option<Computed> {
        if !self.context.vocabulary.has(Feature::MapLiteral) {
            return None;
        }
        let (first, _) = self.column(table, &[Kind::Integer, Kind::String])?;
        let (second, _) = self.column(table, &[Kind::Integer, Kind::String, Kind::Boolean])?;
        if self.random.chance(0.08) {
            let nothing = [Vec::new(), vec![("a".into(), Expression::List(Vec::new()))]];
            return Some(Computed {
                expression: Expression::Map(self.random.pick(&nothing)?.clone()),
                shape: Shape::Any,
            });
        }
        let entries = vec![("a".into(), first.expression), ("b".into(), second.expression)];
        Some(Computed { expression: Expression::Map(entries), shape: Shape::Any })
    }

    /// `n {.k, x: n.l + 1}`
    fn map_projection(&mut self, table: &Table<'a>) -> Option<Computed> {
        if !self.context.vocabulary.has(Feature::MapProjection) {
            return None;
        }
        let nodes = table.with_shape(|shape| *shape == Shape::Node);
        let name = self.random.pick(&nodes)?.clone();
        let keys = self.context.shapes.node_keys();
        let key = self.random.pick(keys)?.0.clone();
        let mut items =
            vec![if self.random.chance(0.15) { MapProjectionItem::All } else { MapProjectionItem::Property(key) }];
        if self.random.chance(0.6) {
            let (known, _) = self.column(table, &[Kind::Integer, Kind::String])?;
            items.push(MapProjectionItem::Entry("x".into(), known.expression));
        }
        Some(Computed {
            expression: Expression::MapProjection(Box::new(build::variable(name)), items),
            shape: Shape::Any,
        })
    }

    /// A value in whose last digits engines may differ.
    fn inexact(&mut self, table: &Table<'a>) -> Option<Computed> {
        let row = self.row(table);
        let leaves = table.leaves(row);
        let depth = self.expression_depth().max(1);
        let known = self.expressions(&leaves).known(Kind::Float, depth);
        (!known.constant).then_some(Computed { expression: known.expression, shape: known.shape })
    }

    /// `COLLECT { MATCH (n)-->(m) RETURN m.k AS v ORDER BY v }`
    fn collected(&mut self, table: &Table<'a>) -> Option<Computed> {
        if !self.context.vocabulary.has(Feature::CollectSubquery) {
            return None;
        }
        let (patterns, matched) = self.matched(table, 1.0)?;
        let names: Vec<Name> = matched.names();
        let inner = Table::new(matched.growth.clone(), matched.variables_and(Vec::<Variable>::new()));
        let (known, values) = self.column(&inner, &[Kind::Integer, Kind::String])?;
        if names.is_empty() || !known.shape.is_ordered() || !values.iter().any(|value| !matches!(value, Value::Null)) {
            return None;
        }
        let item = ProjectionItem { expression: known.expression, alias: Some("v".into()) };
        let key = SortItem { expression: build::variable("v"), descending: self.random.chance(0.5) };
        let limit = self.random.chance(0.3).then(|| build::integer(self.random.integer(1, 3)));
        let projection = Projection {
            distinct: self.random.chance(0.25),
            items: vec![item],
            order: vec![key],
            limit,
            ..Projection::default()
        };
        let first = Clause::Match(Match { optional: false, patterns, predicate: None, ..Match::default() });
        let mut query = SingleQuery { clauses: vec![first, Clause::Return(projection)] };
        let gathered = |query: &SingleQuery| {
            let values = self.values(table, &Expression::Collect(Box::new(query.clone().into())))?;
            Some(values.into_iter().map(sorted).collect::<Vec<_>>())
        };
        if turned(&query).is_some_and(|turned| gathered(&query) == gathered(&turned)) {
            without_cut(&mut query);
        }
        let shape = Shape::List { longest: 400, item: Box::new(known.shape) };
        Some(Computed { expression: Expression::Collect(Box::new(query.into())), shape })
    }
}

/// A list with its items in the usual order; any other value as it is.
fn sorted(value: Value) -> Value {
    let Value::List(items) = value else { return value };
    let mut items = items.to_vec();
    items.sort_by(relations::order);
    Value::list(items)
}
