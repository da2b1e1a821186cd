//! The pass that returns what a condition is made of. A part of a condition that holds cannot be made plainer by itself: another
//! value would hold no more, and nothing would come. What is returned can.

use super::Bench;
use super::conjuncts::conjuncts_of;
use super::scratch::attempt;
use crate::ast::*;

/// Parts of a condition that are tried at most.
const MOST_PARTS: usize = 8;

/// Has a query without UNION return a part of its last condition, large ones first: by itself, or behind the clauses up to there.
pub(super) fn return_conditions(bench: &mut dyn Bench) {
    let mut which = 0;
    while which < MOST_PARTS
        && !bench.is_over()
        && bench.statement().and_then(|statement| part_of_condition(statement, which)).is_some()
    {
        let returned =
            [false, true].into_iter().any(|behind| attempt(bench, |statement| return_part(statement, which, behind)));
        which = if returned { 0 } else { which + 1 };
    }
}

/// Puts the part at an index in the place of all that is returned; `behind` the clauses up to the condition, or alone.
fn return_part(statement: &mut Statement, which: usize, behind: bool) -> bool {
    let Some((place, part)) = part_of_condition(statement, which) else { return false };
    let Statement::Query(query) = statement else { return false };
    let clauses = &mut query.first.clauses;
    clauses.truncate(if behind { place + 1 } else { 0 });
    if let Some(predicate) = clauses.last_mut().and_then(predicate_mut) {
        *predicate = None;
    }
    let items = vec![ProjectionItem { expression: part, alias: Some("x".into()) }];
    clauses.push(Clause::Return(Projection { items, ..Projection::default() }));
    true
}

/// The place of the clause with the last condition, and the part of it at an index: operands of AND, each before its own operands.
fn part_of_condition(statement: &Statement, which: usize) -> Option<(usize, Expression)> {
    let Statement::Query(query) = statement else { return None };
    let clauses = &query.first.clauses;
    if !query.unions.is_empty() || !matches!(clauses.last(), Some(Clause::Return(_))) {
        return None;
    }
    let conditions = clauses.iter().enumerate().rev();
    let (place, condition) = conditions.filter_map(|(place, clause)| Some((place, predicate(clause)?))).next()?;
    let parts = conjuncts_of(condition).into_iter().flat_map(|part| std::iter::once(part).chain(operands(part)));
    Some((place, parts.filter(|part| !matches!(part, Expression::Literal(_))).nth(which)?.clone()))
}

fn operands(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::Comparison(first, links) => {
            std::iter::once(first.as_ref()).chain(links.iter().map(|(_, operand)| operand)).collect()
        }
        Expression::Binary(_, left, right) => vec![left, right],
        _ => Vec::new(),
    }
}

fn predicate(clause: &Clause) -> Option<&Expression> {
    match clause {
        Clause::Match(part) => part.predicate.as_ref(),
        Clause::With(part) => part.predicate.as_ref(),
        _ => None,
    }
}

fn predicate_mut(clause: &mut Clause) -> Option<&mut Option<Expression>> {
    match clause {
        Clause::Match(part) => Some(&mut part.predicate),
        Clause::With(part) => Some(&mut part.predicate),
        _ => None,
    }
}
