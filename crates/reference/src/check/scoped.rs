//! Expressions that have variables or patterns of their own.

use graphlance_cypher::ast::{Expression, MapProjectionItem, PathSelector};

use super::{Aggregation, Checker, Type, syntax, undefined};
use crate::CypherError;

impl Checker {
    /// The type of an expression with a scope of its own: loops, projections of maps, patterns and subqueries.
    pub(super) fn scoped(&mut self, expression: &Expression) -> Result<Type, CypherError> {
        Ok(match expression {
            Expression::ListComprehension(it) => {
                let kind = self.over(&it.variable, &it.list, |checker| {
                    it.predicate.iter().try_for_each(|predicate| checker.predicate(predicate))?;
                    it.projection.as_ref().map(|projection| checker.value(projection)).transpose()
                })?;
                kind.map_or_else(Type::list_of_any, |element| Type::List(Box::new(element)))
            }
            Expression::Quantified(it) => {
                self.over(&it.variable, &it.list, |checker| checker.predicate(&it.predicate))?;
                Type::Boolean
            }
            Expression::Reduce(it) => {
                self.value(&it.initial)?;
                let mark = self.scope.len();
                self.declare(&it.accumulator, Type::Any);
                let result = self.over(&it.variable, &it.list, |checker| checker.value(&it.expression));
                self.scope.truncate(mark);
                result?;
                Type::Any
            }
            Expression::MapProjection(subject, items) => {
                self.value(subject)?;
                for item in items {
                    match item {
                        MapProjectionItem::Entry(_, value) => drop(self.value(value)?),
                        MapProjectionItem::Variable(name) => drop(self.find(name).ok_or_else(|| undefined(name))?),
                        MapProjectionItem::Property(_) | MapProjectionItem::All => {}
                    }
                }
                Type::Map
            }
            Expression::PatternComprehension(it) => {
                let mark = self.scope.len();
                let result = self.with_aggregation(Aggregation::Forbidden, |checker| {
                    checker.patterns(std::slice::from_ref(&it.pattern))?;
                    it.predicate.iter().try_for_each(|predicate| checker.predicate(predicate))?;
                    checker.value(&it.projection)
                });
                self.scope.truncate(mark);
                Type::List(Box::new(result?))
            }
            Expression::Pattern(pattern) if pattern.selector == PathSelector::All => {
                return Err(syntax("UnexpectedSyntax", "a pattern where a value is expected"));
            }
            Expression::Pattern(pattern) => {
                let mark = self.scope.len();
                let result = self.patterns(std::slice::from_ref(pattern));
                self.scope.truncate(mark);
                result?;
                Type::Any
            }
            Expression::Exists(body) => {
                self.subquery(body)?;
                Type::Boolean
            }
            Expression::Count(body) => {
                self.subquery(body)?;
                Type::Integer
            }
            Expression::Collect(query) => self.collect(query)?,
            _ => Type::Any,
        })
    }
}
