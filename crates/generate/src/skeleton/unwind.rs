//! UNWIND of lists that differ from row to row, and of constants, with nulls and duplicates.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Kind, Scalar};
use graphlance_graph::Value;

use super::query::Skeleton;
use super::table::{Table, Variable};
use crate::expression::{Shape, list_of};

impl<'a> Skeleton<'a, '_> {
    /// An UNWIND.
    pub(super) fn unwind_clause(&mut self, table: &Table<'a>) -> Option<Table<'a>> {
        if !self.context.vocabulary.has(Feature::Unwind) {
            return None;
        }
        let (list, item) = match self.random.below(11) {
            0 | 1 => self.column_list(table)?,
            2 | 3 => self.counted_list(table)?,
            4 if self.context.dialect.tables.is_none() => self.mixed_list(),
            _ => self.list_of_values(table)?,
        };
        let variable = self.fresh('u');
        let unwind = Unwind { list, variable: variable.clone() };
        let as_for = self.chance(Feature::For, 0.2);
        let clause = if as_for { Clause::For(unwind) } else { Clause::Unwind(unwind) };
        let growth = self.after(table, std::slice::from_ref(&clause))?;
        self.made.push(clause);
        self.techniques.count("clause.unwind");
        Some(Table::new(growth, table.variables_and([Variable { name: variable, shape: item }])))
    }

    /// A list that is a column: collected, of a path, or of variable length.
    pub(super) fn column_list(&mut self, table: &Table<'a>) -> Option<(Expression, Shape)> {
        let lists = table.with_shape(|shape| matches!(shape, Shape::List { .. } | Shape::Path(_)));
        let name = self.random.pick(&lists)?.clone();
        match table.shape(&name) {
            Shape::List { item, .. } => Some((build::variable(name.clone()), (**item).clone())),
            Shape::Path(_) => {
                let (scalar, item) = [(Scalar::Nodes, Shape::Node), (Scalar::Relationships, Shape::Relationship)]
                    [self.random.below(2)]
                .clone();
                let usable = self.context.vocabulary.has_function(scalar);
                usable.then(|| (build::call(scalar.name(), vec![build::variable(name)]), item))
            }
            _ => None,
        }
    }

    /// `range(0, n)` with an n of the row.
    fn counted_list(&mut self, table: &Table<'a>) -> Option<(Expression, Shape)> {
        if !self.context.vocabulary.has_function(Scalar::Range) || !self.context.vocabulary.has(Feature::Modulo) {
            return None;
        }
        let (known, _) = self.column(table, &[Kind::Integer])?;
        let modulus = self.random.integer(2, 4);
        // Null gives no list, and a negative remainder an empty one.
        let end = build::binary(BinaryOperator::Modulo, known.expression, build::integer(modulus));
        let end = build::call(Scalar::Coalesce.name(), vec![end, build::integer(0)]);
        Some((build::call(Scalar::Range.name(), vec![build::integer(0), end]), Shape::Integer(0, modulus)))
    }

    /// `[1, 'a', true, null]`: values of several kinds.
    fn mixed_list(&mut self) -> (Expression, Shape) {
        let all = [
            Value::Integer(1),
            Value::Integer(-7),
            Value::string("a"),
            Value::string("1"),
            Value::Boolean(true),
            Value::Boolean(false),
            Value::Float(2.5),
            Value::Float(-0.5),
            Value::Null,
        ];
        let count = self.random.between(3, 6);
        let mut items = self.random.sample(&all, count);
        if self.random.chance(0.4) {
            // Of the same text, and not equal.
            items.extend([Value::Integer(1), Value::string("1")]);
        }
        (Expression::List(items.iter().filter_map(build::constant).collect()), Shape::Any)
    }

    /// `[n.k, 3, null, 3]`
    fn list_of_values(&mut self, table: &Table<'a>) -> Option<(Expression, Shape)> {
        let row = self.row(table);
        let leaves = table.leaves(row);
        let mut expressions = self.expressions(&leaves);
        let kind = expressions.kind_among(&[Kind::Integer, Kind::Integer, Kind::String, Kind::Boolean, Kind::Float]);
        let count = expressions.random.between(1, 4);
        let mut items: Vec<_> = (0..count).map(|_| expressions.exact(kind, 1)).collect();
        if let Some(first) = items.first().cloned()
            && expressions.random.chance(0.35)
        {
            items.push(first);
        }
        let mut list = list_of(items);
        if expressions.random.chance(0.15)
            && let Expression::List(items) = &mut list.expression
        {
            items.push(build::constant(&Value::Null)?);
        }
        let Shape::List { item, .. } = list.shape else { return None };
        self.affordable(&list.expression).then_some((list.expression, *item))
    }
}
