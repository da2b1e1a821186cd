//! Passes over clauses and parts of unions.

use graphlance_cypher::ast::*;
use graphlance_engines::TargetError;

use super::nth::each_part;
use super::scope::{bound_after, item_name, prune};
use super::walk;
use super::{Place, Reducer};

/// Ends the pipeline early: the first clauses, then a RETURN of everything they bind, or of the number of rows.
pub(super) fn shorten_pipeline(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    drop_union_parts(reducer)?;
    for step in reducer.statement_steps() {
        let mut length = 1;
        while length + 1 < pipeline_length(reducer, step) {
            let mut accepted = false;
            for shape in [all_variables, number_of_rows] {
                accepted = accepted
                    || reducer.attempt_statement(step, |statement| {
                        let Statement::Query(query) = statement else { return false };
                        let clauses = &mut query.first.clauses;
                        let Some(end) = clauses.get(..length).and_then(shape) else { return false };
                        clauses.truncate(length);
                        clauses.push(Clause::Return(end));
                        query.unions.is_empty()
                    })?;
            }
            if accepted {
                break;
            }
            length += 1;
        }
    }
    Ok(())
}

fn pipeline_length(reducer: &Reducer<'_>, step: Place) -> usize {
    match reducer.statement(step) {
        Some(Statement::Query(query)) if query.unions.is_empty() => query.first.clauses.len(),
        _ => 0,
    }
}

fn all_variables(clauses: &[Clause]) -> Option<Projection> {
    let items: Vec<_> = bound_after(clauses)
        .into_iter()
        .map(|name| ProjectionItem { expression: Expression::Variable(name), alias: None })
        .collect();
    (!items.is_empty()).then(|| Projection { items, ..Projection::default() })
}

fn number_of_rows(_: &[Clause]) -> Option<Projection> {
    let item = ProjectionItem { expression: Expression::CountStar, alias: Some("x".into()) };
    Some(Projection { items: vec![item], ..Projection::default() })
}

fn drop_union_parts(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    each_part(
        reducer,
        &[
            &|statement, index| {
                walk::nth_query(statement, index, |query| {
                    let shorter = !query.unions.is_empty();
                    query.unions.clear();
                    shorter
                })
            },
            &|statement, index| {
                walk::nth_query(statement, index, |query| {
                    if query.unions.is_empty() {
                        return false;
                    }
                    query.first = query.unions.remove(0).query;
                    true
                })
            },
            &|statement, index| walk::nth_query(statement, index, |query| query.unions.pop().is_some()),
            &|statement, index| {
                walk::nth_query(statement, index, |query| {
                    let distinct = query.unions.iter().any(|union| !union.all);
                    query.unions.iter_mut().for_each(|union| union.all = true);
                    distinct
                })
            },
        ],
    )
}

/// Drops runs of clauses, long runs first, with everything that used their variables.
pub(super) fn drop_clauses(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let steps = reducer.statement_steps();
    drop_clauses_of(reducer, steps)
}

/// Drops runs of clauses of the statements at these places.
pub(super) fn drop_clauses_of(reducer: &mut Reducer<'_>, places: Vec<Place>) -> Result<(), TargetError> {
    for step in places {
        let mut part = 0;
        while let Some(count) = clause_count(reducer, step, part) {
            let mut size = (count / 2).max(1);
            loop {
                let mut start = clause_count(reducer, step, part).unwrap_or(0).saturating_sub(size);
                loop {
                    reducer.attempt_statement(step, |statement| {
                        remove_clauses(statement, part, start, size) && {
                            repair(statement);
                            true
                        }
                    })?;
                    if start == 0 {
                        break;
                    }
                    start = start.saturating_sub(size);
                }
                if size == 1 {
                    break;
                }
                size /= 2;
            }
            part += 1;
        }
    }
    Ok(())
}

fn clause_count(reducer: &Reducer<'_>, step: Place, part: usize) -> Option<usize> {
    let mut count = None;
    let mut statement = reducer.statement(step)?.clone();
    walk::nth_single(&mut statement, part, |single| {
        count = Some(single.clauses.len());
        false
    });
    count
}

fn remove_clauses(statement: &mut Statement, part: usize, start: usize, size: usize) -> bool {
    walk::nth_single(statement, part, |single| {
        let end = (start + size).min(single.clauses.len());
        let ends_in_return = matches!(single.clauses.last(), Some(Clause::Return(_)));
        let end = if ends_in_return { end.min(single.clauses.len() - 1) } else { end };
        if start >= end || end - start == single.clauses.len() {
            return false;
        }
        single.clauses.drain(start..end);
        true
    }) == Some(true)
}

/// Drops what uses variables that no clause binds any more, in all parts.
pub(super) fn repair(statement: &mut Statement) {
    if let Statement::Query(query) = statement {
        prune(&mut query.first, &[]);
        query.unions.iter_mut().for_each(|union| prune(&mut union.query, &[]));
    }
}

/// Makes clauses plainer: OPTIONAL off, UNWIND replaced by one of its elements, subqueries inlined.
pub(super) fn simplify_clauses(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    each_part(
        reducer,
        &[&|statement, index| walk::nth_clause(statement, index, optional_off), &|statement, index| {
            walk::nth_single(statement, index, inline_subquery).inspect(|_| repair(statement))
        }],
    )
}

fn optional_off(clause: &mut Clause) -> bool {
    let optional = match clause {
        Clause::Match(part) => &mut part.optional,
        Clause::Call(part) => &mut part.optional,
        Clause::Subquery(part) => &mut part.optional,
        _ => return false,
    };
    std::mem::take(optional)
}

/// Puts the body of the first `CALL { }` in its place, its RETURN as a WITH that also keeps what was in scope.
fn inline_subquery(single: &mut SingleQuery) -> bool {
    let Some(place) = single.clauses.iter().position(|clause| matches!(clause, Clause::Subquery(_))) else {
        return false;
    };
    let outer = bound_after(&single.clauses[..place]);
    let Clause::Subquery(subquery) = single.clauses.remove(place) else { return false };
    let mut body = subquery.query.first.clauses;
    if matches!((&subquery.imports, body.first()), (Imports::Body, Some(Clause::With(_)))) {
        body.remove(0);
    }
    if let Some(Clause::Return(mut projection)) = body.pop() {
        let returned: Vec<_> = projection.items.iter().filter_map(item_name).collect();
        let kept = outer.into_iter().filter(|name| !returned.contains(name));
        projection
            .items
            .extend(kept.map(|name| ProjectionItem { expression: Expression::Variable(name), alias: None }));
        body.push(Clause::With(With { projection, predicate: None }));
    }
    single.clauses.splice(place..place, body);
    true
}
