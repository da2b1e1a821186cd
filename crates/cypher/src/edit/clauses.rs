//! Passes over clauses and parts of unions.

use graphlance_graph::Name;

use super::Bench;
use super::nth::{each_part, nth_clause, nth_query, nth_single, single_at};
use super::prune::{repair, repaired};
use super::scratch::attempt;
use crate::ast::*;
use crate::build;
use crate::facts::updates;
use crate::names::{Names, column_name};

/// Drops parts of UNIONs, and makes them keep duplicates; puts one of the queries of a composed one in its place.
pub(super) fn drop_unions(bench: &mut dyn Bench) {
    each_part(
        bench,
        &[
            &|statement, index| {
                nth_query(statement, index, |query| {
                    let shorter = !query.unions.is_empty();
                    query.unions.clear();
                    shorter
                })
            },
            &|statement, index| {
                nth_query(statement, index, |query| {
                    let several = !query.unions.is_empty();
                    if several {
                        query.first = query.unions.remove(0).query;
                    }
                    several
                })
            },
            &|statement, index| nth_query(statement, index, |query| query.unions.pop().is_some()),
            &|statement, index| {
                nth_query(statement, index, |query| {
                    let distinct = query.unions.iter().any(|union| !union.all);
                    query.unions.iter_mut().for_each(|union| union.all = true);
                    distinct
                })
            },
            &|statement, index| nth_query(statement, index, |query| take_query(query, 0)),
            &|statement, index| nth_query(statement, index, |query| take_query(query, 1)),
            &|statement, index| nth_query(statement, index, |query| take_query(query, 2)),
            &|statement, index| nth_query(statement, index, drop_query),
        ],
    );
}

/// Puts one of the queries that make a composed query in its place.
fn take_query(query: &mut Query, which: usize) -> bool {
    let [Clause::Composed(composed)] = query.first.clauses.as_slice() else { return false };
    match composed.queries().get(which) {
        Some(&inner) if query.unions.is_empty() => {
            *query = inner.clone();
            true
        }
        _ => false,
    }
}

/// Drops the last query of a chain, or the last branch of a condition.
fn drop_query(query: &mut Query) -> bool {
    let [Clause::Composed(composed)] = query.first.clauses.as_mut_slice() else { return false };
    match composed.as_mut() {
        Composed::Sequence(queries) => queries.len() > 2 && queries.pop().is_some(),
        Composed::Conditional(it) if it.otherwise.is_some() => it.otherwise.take().is_some(),
        Composed::Conditional(it) => it.branches.len() > 1 && it.branches.pop().is_some(),
        Composed::Braces(_) => false,
    }
}

/// Ends the pipeline early: the first clauses, then a RETURN of everything they bind, or of the number of rows.
pub(super) fn shorten_pipeline(bench: &mut dyn Bench) {
    let mut length = 1;
    while length + 1 < pipeline_length(bench.statement()) {
        let shortened = [all_variables, number_of_rows].into_iter().any(|end_of| {
            attempt(bench, |statement| {
                let Statement::Query(query) = statement else { return false };
                let clauses = &mut query.first.clauses;
                let Some(end) = clauses.get(..length).and_then(end_of) else { return false };
                clauses.truncate(length);
                clauses.push(Clause::Return(end));
                query.unions.is_empty()
            })
        });
        if shortened {
            break;
        }
        length += 1;
    }
}

/// How many clauses a query without UNION has.
fn pipeline_length(statement: Option<&Statement>) -> usize {
    match statement {
        Some(Statement::Query(query)) if query.unions.is_empty() => query.first.clauses.len(),
        _ => 0,
    }
}

fn all_variables(clauses: &[Clause]) -> Option<Projection> {
    let items: Vec<_> = Names::after([], clauses).iter().map(|name| projected(name.into())).collect();
    (!items.is_empty()).then(|| Projection { items, ..Projection::default() })
}

fn number_of_rows(_: &[Clause]) -> Option<Projection> {
    let item = ProjectionItem { expression: Expression::CountStar, alias: Some("x".into()) };
    Some(Projection { items: vec![item], ..Projection::default() })
}

fn projected(name: Name) -> ProjectionItem {
    ProjectionItem { expression: build::variable(name), alias: None }
}

/// Drops runs of clauses, long runs first, with everything that used their variables.
pub(super) fn drop_clauses(bench: &mut dyn Bench) {
    let mut part = 0;
    while let Some(count) = clause_count(bench, part) {
        let mut size = (count / 2).max(1);
        loop {
            let mut start = clause_count(bench, part).unwrap_or(0).saturating_sub(size);
            loop {
                attempt(bench, |statement| {
                    remove_clauses(statement, part, start, size) && {
                        repair(statement);
                        true
                    }
                });
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

/// How many clauses the single query of this number has; none when there is no such query.
fn clause_count(bench: &dyn Bench, part: usize) -> Option<usize> {
    Some(single_at(bench.statement()?, part)?.clauses.len())
}

fn remove_clauses(statement: &mut Statement, part: usize, start: usize, size: usize) -> bool {
    nth_single(statement, part, |single| {
        let end = (start + size).min(single.clauses.len());
        // A RETURN goes by itself, and only where a statement may end without one.
        let end = match single.clauses.as_slice() {
            [.., before, Clause::Return(_)] if start + 2 > single.clauses.len() && updates(before) => end,
            [.., Clause::Return(_)] => end.min(single.clauses.len() - 1),
            _ => end,
        };
        if start >= end || end - start == single.clauses.len() {
            return false;
        }
        single.clauses.drain(start..end);
        true
    }) == Some(true)
}

/// Makes clauses plainer: hints and path modes gone, OPTIONAL off, subqueries inlined.
pub(super) fn simplify_clauses(bench: &mut dyn Bench) {
    each_part(
        bench,
        &[
            &|statement, index| nth_clause(statement, index, no_hints),
            &|statement, index| nth_clause(statement, index, no_path_modes),
            &|statement, index| nth_clause(statement, index, optional_off),
            &|statement, index| nth_clause(statement, index, as_of_old),
            &|statement, index| repaired(statement, |statement| nth_single(statement, index, inline_subquery)),
        ],
    );
}

fn no_hints(clause: &mut Clause) -> bool {
    let Clause::Match(part) = clause else { return false };
    !std::mem::take(&mut part.hints).is_empty()
}

fn no_path_modes(clause: &mut Clause) -> bool {
    let Clause::Match(part) = clause else { return false };
    // One mode is that of all patterns.
    part.patterns.iter_mut().filter_map(|pattern| pattern.mode.take()).count() > 0
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

/// The clause of openCypher that does the same, or a part of a clause less.
fn as_of_old(clause: &mut Clause) -> bool {
    match clause {
        Clause::Insert(patterns) => *clause = Clause::Create(std::mem::take(patterns)),
        Clause::For(unwind) => *clause = Clause::Unwind(unwind.clone()),
        Clause::Match(part) => return part.mode.take().is_some(),
        Clause::Subquery(part) => return one_transaction(&mut part.transactions),
        Clause::Delete(part) => return std::mem::take(&mut part.nodetach),
        Clause::Page(Page { order, skip, limit }) => {
            let several =
                [!order.is_empty(), skip.is_some(), limit.is_some()].into_iter().filter(|there| *there).count();
            return several > 1 && (limit.take().is_some() || skip.take().is_some());
        }
        Clause::Let(variables) => return variables.len() > 1 && variables.pop().is_some(),
        _ => return false,
    }
    true
}

/// Takes what stands behind TRANSACTIONS away, or the whole of it.
fn one_transaction(part: &mut Option<Transactions>) -> bool {
    if part.as_ref().is_none_or(|transactions| *transactions == Transactions::default()) {
        return part.take().is_some();
    }
    *part = Some(Transactions::default());
    true
}

/// Puts the body of the first `CALL { }` in its place, its RETURN as a WITH that also keeps what was in scope.
fn inline_subquery(single: &mut SingleQuery) -> bool {
    let Some(place) = single.clauses.iter().position(|clause| matches!(clause, Clause::Subquery(_))) else {
        return false;
    };
    let outer: Vec<Name> = Names::after([], &single.clauses[..place]).iter().map(Name::from).collect();
    let Clause::Subquery(subquery) = single.clauses.remove(place) else { return false };
    let mut body = subquery.query.first.clauses;
    if matches!((&subquery.imports, body.first()), (Imports::Body, Some(Clause::With(_)))) {
        body.remove(0);
    }
    if let Some(Clause::Return(mut projection)) = body.pop() {
        let returned: Vec<Name> = projection.items.iter().filter_map(column_name).cloned().collect();
        projection.items.extend(outer.into_iter().filter(|name| !returned.contains(name)).map(projected));
        body.push(Clause::With(With { projection, predicate: None }));
    }
    single.clauses.splice(place..place, body);
    true
}
