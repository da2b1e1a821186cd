//! Statements that must raise an error: a value of the last RETURN overflows, divides by zero, or is asked of a value of a wrong
//! type. Nothing can leave it out: every row is returned, and what is before the RETURN raises nothing.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Kind, Scalar};
use graphlance_graph::Value;
use graphlance_reference::{Failure, raises_surely};

use super::made::{Expected, Made};
use super::query::Skeleton;
use super::table::Table;

/// Attempts at an error.
const ATTEMPTS: usize = 6;

impl<'a> Skeleton<'a, '_> {
    /// The clauses so far with a RETURN that raises an error on some row; seldom, and none where none is found.
    pub(super) fn raising(&mut self, table: &Table<'a>) -> Option<Made> {
        if !self.random.chance(self.context.shares.errors) {
            return None;
        }
        let (sort, culprit) = (0..ATTEMPTS).find_map(|_| self.culprit(table))?;
        let mut items = vec![ProjectionItem { expression: self.around(culprit), alias: Some("c0".into()) }];
        if self.random.chance(0.5)
            && let Some((known, _)) = self.column(table, &[Kind::Integer, Kind::String])
        {
            items.push(ProjectionItem { expression: known.expression, alias: Some("c1".into()) });
        }
        if self.random.chance(0.3) {
            items.rotate_left(1);
        }
        let distinct = self.chance(Feature::Distinct, 0.15);
        let last = Clause::Return(Projection { items, distinct, ..Projection::default() });
        let clauses: Vec<Clause> = self.made.iter().cloned().chain([last]).collect();
        let count = clauses.len();
        let query: Query = SingleQuery { clauses }.into();
        let error = raises_surely(self.context.graph, &query, self.context.options)?;
        self.techniques.count(sort);
        let techniques = std::mem::take(&mut self.techniques);
        Some(Made { query, expected: Expected::Error(error.to_string()), clauses: count, techniques })
    }

    /// An expression that raises an error on some row, and what sort of error.
    fn culprit(&mut self, table: &Table<'a>) -> Option<(&'static str, Expression)> {
        let (sort, expression) = match self.random.below(8) {
            0..=2 => ("error.overflow", self.overflow(table)?),
            3 | 4 => ("error.division", self.division(table)?),
            5 | 6 => ("error.type", self.wrong_type(table)?),
            _ => ("error.argument", self.wrong_argument(table)?),
        };
        if !self.affordable(&expression) {
            return None;
        }
        let raises = matches!(table.growth.values(&expression), Err(Failure::Raised(_)));
        raises.then_some((sort, expression))
    }

    /// An integer that differs from row to row, and one of its values.
    fn varying(&mut self, table: &Table<'a>) -> Option<(Expression, i64)> {
        let (known, values) = self.column(table, &[Kind::Integer])?;
        match self.random.pick(&values)? {
            Value::Integer(value) => Some((known.expression, *value)),
            _ => None,
        }
    }

    /// `n.k + 9223372036854775807`
    fn overflow(&mut self, table: &Table<'a>) -> Option<Expression> {
        let (expression, value) = self.varying(table)?;
        let (operator, other) = match self.random.below(3) {
            0 if value > 0 => (BinaryOperator::Add, i64::MAX),
            0 => (BinaryOperator::Subtract, i64::MAX),
            1 => (BinaryOperator::Multiply, i64::MAX / 2 + 1),
            _ => (BinaryOperator::Subtract, if value > 0 { -i64::MAX } else { i64::MAX }),
        };
        let (left, right) = match operator {
            BinaryOperator::Subtract => (expression, build::integer(other)),
            _ if self.random.chance(0.3) => (build::integer(other), expression),
            _ => (expression, build::integer(other)),
        };
        Some(build::binary(operator, left, right))
    }

    /// `7 / (n.k - 3)`, where n.k is 3 on some row.
    fn division(&mut self, table: &Table<'a>) -> Option<Expression> {
        let (expression, value) = self.varying(table)?;
        let divisor = build::binary(BinaryOperator::Subtract, expression, build::integer(value));
        let modulo = self.chance(Feature::Modulo, 0.35);
        let operator = if modulo { BinaryOperator::Modulo } else { BinaryOperator::Divide };
        Some(build::binary(operator, build::integer(self.random.integer(1, 9)), divisor))
    }

    /// `toUpper(n.k)` of a number, `abs(n.k)` of a text, and the like.
    fn wrong_type(&mut self, table: &Table<'a>) -> Option<Expression> {
        let (known, _) = self.column(table, &[Kind::Integer, Kind::String, Kind::Boolean])?;
        let of_text = [Scalar::ToUpper, Scalar::Trim, Scalar::Reverse];
        let of_numbers = [Scalar::Abs, Scalar::Sign, Scalar::Sqrt];
        let scalars: &[Scalar] = match known.shape.kind() {
            Kind::String => &of_numbers,
            Kind::Integer => &of_text,
            _ => &[Scalar::Abs, Scalar::ToUpper, Scalar::Size],
        };
        let scalar = *self.random.pick(scalars)?;
        let value = known.expression;
        match self.random.below(4) {
            0 => Some(Expression::Property(Box::new(value), "k0".into())),
            1 => Some(Expression::Index(Box::new(value), Box::new(build::integer(0)))),
            _ if self.context.vocabulary.has_function(scalar) => Some(build::call(scalar.name(), vec![value])),
            _ => None,
        }
    }

    /// `range(0, 3, n.k - 2)` with no step, `left('abc', n.k - 5)` with less than nothing.
    fn wrong_argument(&mut self, table: &Table<'a>) -> Option<Expression> {
        let (expression, value) = self.varying(table)?;
        let (scalar, least) = [(Scalar::Range, 0), (Scalar::Left, 1), (Scalar::Substring, 1)][self.random.below(3)];
        if !self.context.vocabulary.has_function(scalar) {
            return None;
        }
        let number = build::binary(BinaryOperator::Subtract, expression, build::integer(value.checked_add(least)?));
        let arguments = match scalar {
            Scalar::Range => vec![build::integer(0), build::integer(3), number],
            Scalar::Left => vec![build::string("abc"), number],
            _ => vec![build::string("abc"), build::integer(0), number],
        };
        Some(build::call(scalar.name(), arguments))
    }

    /// What cannot be computed without the expression: itself, a list with it, an aggregate of it.
    fn around(&mut self, culprit: Expression) -> Expression {
        match self.random.below(6) {
            0 => Expression::List(vec![build::integer(1), culprit]),
            1 if self.context.vocabulary.has(Feature::Aggregation) => build::call("collect", vec![culprit]),
            2 if self.context.vocabulary.has(Feature::Aggregation) => build::call("max", vec![culprit]),
            _ => culprit,
        }
    }
}
