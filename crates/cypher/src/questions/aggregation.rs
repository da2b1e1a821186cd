//! Groups, and what is aggregated in them.

use super::{count, greatest, named, places, projection, returning, with_items};
use crate::ast::*;
use crate::facts::{aggregating, groups_rows};
use crate::functions;
use crate::walk::{Part, for_each_child};

/// How many groups each aggregation has, and the rows of the largest of them.
pub(super) fn groups(statement: &Statement) -> Vec<Statement> {
    let aggregations = aggregations(statement).into_iter();
    let asked = aggregations.filter_map(|(before, clause)| {
        let most = named(greatest(COUNTED), "most");
        Some(returning(
            grouped(before, projection(clause)?, Expression::CountStar),
            vec![named(Expression::CountStar, "groups"), most],
        ))
    });
    asked.collect()
}

/// Of each aggregate with an argument, the most distinct values that it has in a group.
pub(super) fn values(statement: &Statement) -> Vec<Statement> {
    let mut asked = Vec::new();
    for (before, clause) in aggregations(statement) {
        let Some(projection) = projection(clause) else { continue };
        let mut arguments = Vec::new();
        let expressions = projection.items.iter().map(|item| &item.expression);
        expressions.for_each(|expression| arguments_of_aggregates(expression, &mut arguments));
        asked.extend(arguments.into_iter().map(|argument| {
            let counted = count(argument.clone(), true);
            returning(grouped(before, projection, counted), vec![named(greatest(COUNTED), "most")])
        }));
    }
    asked
}

/// What is counted in a group; no name that a generated statement has.
const COUNTED: &str = "counted in group";

/// The groups of an aggregation, each with something counted in it.
fn grouped(before: &[Clause], projection: &Projection, counted: Expression) -> Vec<Clause> {
    let keys: Vec<ProjectionItem> =
        projection.items.iter().filter(|item| !aggregating(&item.expression)).cloned().collect();
    let mut with = with_items(false, projection.star, &keys);
    with.projection.group = projection.group.clone();
    with.projection.items.push(named(counted, COUNTED));
    let mut clauses = before.to_vec();
    clauses.push(Clause::With(with));
    clauses
}

fn aggregations(statement: &Statement) -> Vec<(&[Clause], &Clause)> {
    places(statement, &|clause| projection(clause).is_some_and(groups_rows))
}

/// The first argument of each aggregate of an expression, outside of its subqueries.
fn arguments_of_aggregates<'e>(expression: &'e Expression, found: &mut Vec<&'e Expression>) {
    match expression {
        Expression::Function(call) if functions::find(&call.name).is_some_and(functions::Function::is_aggregate) => {
            found.extend(call.arguments.first());
        }
        Expression::Exists(_) | Expression::Count(_) | Expression::Collect(_) => {}
        _ => for_each_child(Part::Expression(expression), &mut |child| {
            if let Part::Expression(child) = child {
                arguments_of_aggregates(child, found);
            }
        }),
    }
}
