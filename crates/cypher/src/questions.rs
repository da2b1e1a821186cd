//! Questions about the rows between clauses, each a statement of its own with what its answer says.

mod aggregation;
mod counts;

use graphlance_graph::{Name, Row, Value};

use crate::ast::*;
use crate::build;
use crate::names::column_name;

/// What the answer to a question says; none where it says nothing.
#[derive(Clone, Copy, Debug)]
pub enum Reading {
    /// Whether something holds.
    Holds(fn(&[Row]) -> Option<bool>),
    /// A number.
    Number(fn(&[Row]) -> Option<u64>),
}

/// A kind of question.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What is asked.
    pub name: &'static str,
    /// The statements to evaluate on the graph of the statement that is asked about, one for each place in it.
    pub ask: fn(&Statement) -> Vec<Statement>,
    /// What the answer of one says.
    pub reading: Reading,
}

const fn holds(
    name: &'static str,
    ask: fn(&Statement) -> Vec<Statement>,
    reading: fn(&[Row]) -> Option<bool>,
) -> Question {
    Question { name, ask, reading: Reading::Holds(reading) }
}

/// The kinds of questions.
pub const QUESTIONS: &[Question] = &[
    Question {
        name: "rows after a clause",
        ask: counts::after_clauses,
        reading: Reading::Number(|rows| u64::try_from(number(rows, 0)?).ok()),
    },
    holds("MATCH after the first, over several rows", counts::around_matches, |rows| Some(number(rows, 0)? > 1)),
    holds("MATCH after the first that makes more rows", counts::around_matches, |rows| {
        Some(number(rows, 1)? > number(rows, 0)?)
    }),
    holds("OPTIONAL MATCH that makes more rows", counts::around_optional_matches, |rows| {
        Some(number(rows, 1)? > number(rows, 0)?)
    }),
    holds("OPTIONAL MATCH null for some rows", counts::of_optional_matches, |rows| {
        Some(number(rows, 1)? < number(rows, 0)?)
    }),
    holds("OPTIONAL MATCH null for some rows and not for others", counts::of_optional_matches, |rows| {
        Some((1..number(rows, 0)?).contains(&number(rows, 1)?))
    }),
    holds("DISTINCT that drops rows", counts::around_distinct, |rows| Some(number(rows, 1)? < number(rows, 0)?)),
    holds("aggregation into several groups", aggregation::groups, |rows| Some(number(rows, 0)? > 1)),
    holds("aggregation with a group of several rows", aggregation::groups, |rows| {
        Some(number(rows, 1).is_some_and(|most| most > 1))
    }),
    holds("aggregate over varying values", aggregation::values, |rows| {
        Some(number(rows, 0).is_some_and(|most| most > 1))
    }),
];

/// An integer of the only row.
fn number(rows: &[Row], column: usize) -> Option<i64> {
    match rows.first()?.get(column)? {
        Value::Integer(number) => Some(*number),
        _ => None,
    }
}

/// Clauses that end in a RETURN of these items.
fn returning(mut clauses: Vec<Clause>, items: Vec<ProjectionItem>) -> Statement {
    clauses.push(Clause::Return(Projection { items, ..Projection::default() }));
    SingleQuery { clauses }.into()
}

fn named(expression: Expression, name: &str) -> ProjectionItem {
    ProjectionItem { expression, alias: Some(name.into()) }
}

/// Every clause of the statement that `is_one`, with those before it. Clauses inside subqueries are not asked about.
fn places<'s>(statement: &'s Statement, is_one: &dyn Fn(&Clause) -> bool) -> Vec<(&'s [Clause], &'s Clause)> {
    let Statement::Query(query) = statement else { return Vec::new() };
    let mut found = Vec::new();
    for single in query.parts() {
        let clauses = single.clauses.iter().enumerate().filter(|(_, clause)| is_one(clause));
        found.extend(clauses.map(|(place, clause)| (&single.clauses[..place], clause)));
    }
    found
}

/// The projection of a WITH or RETURN.
fn projection(clause: &Clause) -> Option<&Projection> {
    match clause {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => Some(projection),
        _ => None,
    }
}

/// A WITH of a projection's items alone, under names that a WITH needs.
fn with_items(distinct: bool, star: bool, items: &[ProjectionItem]) -> With {
    let items = items.iter().enumerate().map(|(place, item)| {
        let alias = column_name(item).cloned().unwrap_or_else(|| Name::from(format!("column {place}")));
        ProjectionItem { expression: item.expression.clone(), alias: Some(alias) }
    });
    With { projection: Projection { distinct, star, items: items.collect(), ..Projection::default() }, predicate: None }
}

fn count(argument: Expression, distinct: bool) -> Expression {
    Expression::Function(FunctionCall { name: "count".into(), distinct, arguments: vec![argument] })
}

fn greatest(name: &str) -> Expression {
    build::call("max", vec![build::variable(name)])
}

#[cfg(test)]
mod tests;
