//! DISTINCT, ORDER BY, SKIP and LIMIT.

use super::{at_clauses, at_parts_of_clauses};
use crate::ast::*;

pub(super) fn without_group(statement: &Statement) -> Vec<Statement> {
    at_clauses(statement, &|clause| match clause {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => projection.group.take().is_some(),
        _ => false,
    })
}

pub(super) fn without_with_distinct(statement: &Statement) -> Vec<Statement> {
    of_with(statement, &|projection| std::mem::take(&mut projection.distinct))
}

pub(super) fn without_return_distinct(statement: &Statement) -> Vec<Statement> {
    of_return(statement, &|projection| std::mem::take(&mut projection.distinct))
}

pub(super) fn without_with_skip(statement: &Statement) -> Vec<Statement> {
    between_clauses(statement, &|skip, _| skip.take().is_some())
}

pub(super) fn without_return_skip(statement: &Statement) -> Vec<Statement> {
    of_return(statement, &|projection| projection.skip.take().is_some())
}

pub(super) fn without_with_limit(statement: &Statement) -> Vec<Statement> {
    between_clauses(statement, &|_, limit| limit.take().is_some())
}

pub(super) fn without_return_limit(statement: &Statement) -> Vec<Statement> {
    of_return(statement, &|projection| projection.limit.take().is_some())
}

/// An ORDER BY that decides which rows SKIP and LIMIT leave, the other way round: without it the answer would be open.
pub(super) fn with_order_turned(statement: &Statement) -> Vec<Statement> {
    at_clauses(statement, &|clause| {
        let (order, cuts) = match clause {
            Clause::With(With { projection: Projection { order, skip, limit, .. }, .. })
            | Clause::Return(Projection { order, skip, limit, .. })
            | Clause::Page(Page { order, skip, limit }) => (order, skip.is_some() || limit.is_some()),
            _ => return false,
        };
        order.iter_mut().for_each(|key| key.descending = !key.descending);
        cuts && !order.is_empty()
    })
}

/// The ORDER BY of the answer.
pub(super) fn without_order(statement: &Statement) -> Vec<Statement> {
    of_answer(statement, &|projection| {
        let ordered = !projection.order.is_empty();
        projection.order.clear();
        ordered
    })
}

pub(super) fn with_first_key(statement: &Statement) -> Vec<Statement> {
    of_answer(statement, &|projection| {
        let several = projection.order.len() > 1;
        projection.order.truncate(1);
        several
    })
}

type Edit<'e> = &'e dyn Fn(&mut Projection) -> bool;

fn of_with(statement: &Statement, edit: Edit<'_>) -> Vec<Statement> {
    at_clauses(statement, &|clause| match clause {
        Clause::With(With { projection, .. }) => edit(projection),
        _ => false,
    })
}

fn of_return(statement: &Statement, edit: Edit<'_>) -> Vec<Statement> {
    at_clauses(statement, &|clause| match clause {
        Clause::Return(projection) => edit(projection),
        _ => false,
    })
}

/// SKIP and LIMIT of WITH, or by themselves.
fn between_clauses(
    statement: &Statement,
    edit: &dyn Fn(&mut Option<Expression>, &mut Option<Expression>) -> bool,
) -> Vec<Statement> {
    at_parts_of_clauses(statement, &|_| 1, &|clauses, place, _| match &mut clauses[place] {
        Clause::With(With { projection: Projection { skip, limit, .. }, .. }) => edit(skip, limit),
        Clause::Page(page) => {
            let edited = edit(&mut page.skip, &mut page.limit);
            if *page == Page::default() {
                clauses.remove(place);
            }
            edited
        }
        _ => false,
    })
}

/// The last RETURN of a statement that is no UNION, whose rows have no order.
fn of_answer(statement: &Statement, edit: Edit<'_>) -> Vec<Statement> {
    let mut copy = statement.clone();
    let Statement::Query(Query { first, unions, .. }) = &mut copy else { return Vec::new() };
    let edited = match first.clauses.last_mut() {
        Some(Clause::Return(projection)) if unions.is_empty() => edit(projection),
        _ => false,
    };
    if edited { vec![copy] } else { Vec::new() }
}
