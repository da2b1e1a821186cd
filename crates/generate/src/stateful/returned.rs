//! What a statement that writes returns.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::writer::Writer;

impl Writer<'_, '_, '_> {
    /// A RETURN of what is in scope; none where nothing is returned.
    pub fn return_clause(&mut self) -> Option<Clause> {
        match self.skeleton.random.below(20) {
            0..=5 => None,
            6 if self.skeleton.context.vocabulary.has(Feature::Finish) => Some(Clause::Finish),
            6..=8 => Some(returning(vec![Expression::CountStar], false)),
            _ => {
                let mut values = Vec::new();
                for _ in 0..self.skeleton.random.between(1, 3) {
                    let value = self.returned_value();
                    values.extend(value.filter(|value| !values.contains(value)));
                }
                if values.is_empty() {
                    values.push(Expression::CountStar);
                } else if self.skeleton.context.vocabulary.has(Feature::Aggregation) && self.chance(0.2) {
                    values.push(self.aggregated(values[0].clone()));
                }
                let distinct = self.skeleton.chance(Feature::Distinct, 0.1);
                Some(returning(values, distinct))
            }
        }
    }

    /// The one column of a part of a UNION.
    pub fn return_one(&mut self) -> Clause {
        let value = self.returned_value().filter(|_| self.chance(0.7)).unwrap_or(Expression::CountStar);
        returning(vec![value], false)
    }

    fn aggregated(&mut self, value: Expression) -> Expression {
        match self.skeleton.random.below(3) {
            0 => Expression::CountStar,
            _ => build::call("count", vec![value]),
        }
    }

    /// A property, an element, or a value of the row.
    pub fn returned_value(&mut self) -> Option<Expression> {
        let values: Vec<Name> = self.values.iter().chain(&self.returned).cloned().collect();
        if self.chance(0.25)
            && let Some(name) = self.skeleton.random.pick(&values)
        {
            return Some(build::variable(name.clone()));
        }
        let element = self.readable()?;
        let name = element.name;
        Some(match self.skeleton.random.below(10) {
            0 if self.skeleton.context.vocabulary.has(Feature::ReturnElement) && self.depth == 0 => {
                build::variable(name)
            }
            1 if element.is_node => build::call("size", vec![build::call("labels", vec![build::variable(name)])]),
            1 => build::call("type", vec![build::variable(name)]),
            2 => build::call("properties", vec![build::variable(name)]),
            _ => build::property(name, self.key()),
        })
    }
}

fn returning(values: Vec<Expression>, distinct: bool) -> Clause {
    let item = |(place, expression)| ProjectionItem { expression, alias: Some(format!("c{place}").into()) };
    let items = values.into_iter().enumerate().map(item).collect();
    Clause::Return(Projection { distinct, items, ..Projection::default() })
}
