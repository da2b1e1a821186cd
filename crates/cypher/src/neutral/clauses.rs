//! Clauses, their predicates, and the branches of UNION.

use super::patterns::{empty, returns_star};
use super::{at_clauses, at_each, at_parts_of_clauses, is_whole, leaning};
use crate::ast::*;
use crate::build;
use crate::edit::conjuncts::{conjuncts_of, edit_conjuncts};
use crate::edit::nth::{nth_query, query_at};
use crate::walk::{PartMut, walk_mut};

pub(super) fn without_conjunct(statement: &Statement) -> Vec<Statement> {
    let count = |clause: &Clause| match clause {
        Clause::Match(Match { predicate: Some(predicate), .. }) => conjuncts_of(predicate).len(),
        _ => 0,
    };
    at_parts_of_clauses(statement, &count, &|clauses, place, which| {
        let Some(Clause::Match(clause)) = clauses.get_mut(place) else { return false };
        edit_conjuncts(&mut clause.predicate, |parts| parts.remove(which)).is_some()
    })
}

pub(super) fn without_with_predicate(statement: &Statement) -> Vec<Statement> {
    at_clauses(statement, &|clause| match clause {
        Clause::With(clause) => clause.predicate.take().is_some(),
        _ => false,
    })
}

pub(super) fn without_filter(statement: &Statement) -> Vec<Statement> {
    let is_filter = |clause: &Clause| usize::from(matches!(clause, Clause::Filter(_)));
    at_parts_of_clauses(statement, &is_filter, &|clauses, place, _| {
        clauses.remove(place);
        !clauses.is_empty()
    })
}

pub(super) fn without_optional(statement: &Statement) -> Vec<Statement> {
    at_clauses(statement, &|clause| match clause {
        Clause::Match(Match { optional, .. })
        | Clause::Call(ProcedureCall { optional, .. })
        | Clause::Subquery(CallSubquery { optional, .. }) => std::mem::take(optional),
        _ => false,
    })
}

/// A list of one item stays as it is: there is nothing else in it to see.
pub(super) fn with_first_item(statement: &Statement) -> Vec<Statement> {
    at_clauses(statement, &|clause| {
        let (Clause::Unwind(Unwind { list, .. }) | Clause::For(Unwind { list, .. })) = clause else { return false };
        match list {
            Expression::List(items) => items.truncate(1),
            other => {
                let bound = |place| Some(Box::new(build::integer(place)));
                let whole = std::mem::replace(other, build::null());
                *other = Expression::Slice(Box::new(whole), bound(0), bound(1));
            }
        }
        true
    })
}

pub(super) fn without_unwind(statement: &Statement) -> Vec<Statement> {
    without_each(statement, &|clause| usize::from(matches!(clause, Clause::Unwind(_) | Clause::For(_))))
        .into_iter()
        .flatten()
        .collect()
}

pub(super) fn without_subquery(statement: &Statement) -> Vec<Statement> {
    without_each(statement, &subquery_count).into_iter().flatten().collect()
}

fn subquery_count(clause: &Clause) -> usize {
    usize::from(matches!(clause, Clause::Subquery(_)))
}

/// The statement without each clause in turn of which `count` is 1; none for one that binds what is used later.
fn without_each(statement: &Statement, count: &dyn Fn(&Clause) -> usize) -> Vec<Option<Statement>> {
    let star = returns_star(statement);
    let without = at_parts_of_clauses(&leaning(statement), count, &|clauses, place, _| {
        clauses.remove(place);
        true
    });
    without.into_iter().map(|edited| (!star && is_whole(&edited)).then_some(edited)).collect()
}

/// Subqueries whose columns are used later, without predicates, labels, types and maps.
pub(super) fn with_emptied_subquery(statement: &Statement) -> Vec<Statement> {
    let emptied = at_parts_of_clauses(statement, &subquery_count, &|clauses, place, _| match clauses.get_mut(place) {
        Some(Clause::Subquery(subquery)) => {
            empty_query(&mut subquery.query);
            true
        }
        _ => false,
    });
    let of_each = emptied.into_iter().zip(without_each(statement, &subquery_count));
    let in_use = of_each.filter_map(|(emptied, without)| without.is_none().then_some(emptied));
    in_use.filter(|emptied| emptied != statement).collect()
}

/// Empties what a query matches.
fn empty_query(query: &mut Query) {
    walk_mut(PartMut::Query(query), &mut |part| match part {
        PartMut::Clause(Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. })) => {
            *predicate = None;
        }
        PartMut::Pattern(pattern) => empty(pattern),
        _ => {}
    });
}

/// Each UNION in turn that drops duplicates. In a chain of several every one of them drops them from all rows before it, so
/// that they go together.
pub(super) fn with_union_all(statement: &Statement) -> Vec<Statement> {
    at_each(statement, &|statement, index| {
        nth_query(statement, index, |query| {
            let distinct = query.unions.iter().any(|union| !union.all);
            query.unions.iter_mut().for_each(|union| union.all = true);
            distinct
        })
    })
}

pub(super) fn without_branch(statement: &Statement) -> Vec<Statement> {
    let mut made = Vec::new();
    for index in 0.. {
        let Some(query) = query_at(statement, index) else { break };
        let distinct = query.unions.iter().any(|union| !union.all);
        for which in 0..query.unions.len() + usize::from(!query.unions.is_empty()) {
            let mut copy = statement.clone();
            let edited = nth_query(&mut copy, index, |query| {
                match which.checked_sub(1) {
                    Some(later) => {
                        query.unions.remove(later);
                    }
                    None => query.first = query.unions.remove(0).query,
                }
                // The last branch is still without duplicates.
                if distinct && query.unions.is_empty() {
                    query.unions.push(Union { all: false, query: query.first.clone() });
                }
                true
            });
            if edited == Some(true) {
                made.push(copy);
            }
        }
    }
    made
}
