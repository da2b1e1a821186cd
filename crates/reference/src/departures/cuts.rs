//! Conditions that are asked before SKIP and LIMIT.

use graphlance_cypher::ast::{Clause, Expression, Match, Projection, ProjectionItem, With};
use graphlance_cypher::names::{Names, free_variables};
use graphlance_graph::Name;

use super::clauses::{conjunction, conjuncts};
use crate::compile::column_name;

/// Puts what is filtered behind a WITH that cuts in front of its SKIP and LIMIT, or of the WITH where it reads what stands in front
/// of that.
pub(super) fn filter_before_cuts(clauses: &mut Vec<Clause>) {
    let mut at = 0;
    while at < clauses.len() {
        if let (before, [Clause::With(with), ..]) = clauses.split_at_mut(at)
            && let Some(filter) = filter_before_columns(with, before)
        {
            clauses.insert(at, Clause::With(filter));
            at += 1;
        }
        if let (before, [Clause::With(with), behind @ ..]) = clauses.split_at_mut(at)
            && let Some(cut) = filter_before_cut(with, before, behind)
        {
            let at = before.len() + 1;
            clauses.insert(at, Clause::With(cut));
        }
        at += 1;
    }
}

/// A WITH of the conditions of a WITH that cuts which read what stands in front of it, and nothing else.
fn filter_before_columns(with: &mut With, before: &[Clause]) -> Option<With> {
    let Projection { skip, limit, .. } = &with.projection;
    if skip.is_none() && limit.is_none() {
        return None;
    }
    let known = Names::after([], before);
    let is_earlier = |condition: &Expression| {
        let read = free_variables(condition, &|_| false);
        !read.is_empty() && read.iter().all(|name| known.contains(name))
    };
    let conditions = with.predicate.take().map(conjuncts).unwrap_or_default();
    let (earlier, stays): (Vec<_>, Vec<_>) = conditions.into_iter().partition(is_earlier);
    with.predicate = conjunction(stays);
    let projection = Projection { star: true, ..Projection::default() };
    Some(With { projection, predicate: Some(conjunction(earlier)?) })
}

/// Gives a WITH the conditions behind it that use its columns alone; what is left of it stands behind it.
fn filter_before_cut(with: &mut With, before: &[Clause], behind: &mut [Clause]) -> Option<With> {
    let Projection { star, skip, limit, order, items, .. } = &with.projection;
    let known = Names::after([], if *star { before } else { &[] });
    let names: Vec<Name> = items.iter().map(column_name).chain(known.iter().map(Name::from)).collect();
    let knows = |names: &[Name], expression: &Expression| {
        free_variables(expression, &|name| names.iter().any(|known| known == name)).is_empty()
    };
    if skip.is_none() && limit.is_none() || !order.iter().all(|key| knows(&names, &key.expression)) {
        return None;
    }
    let mut earlier = with.predicate.take().map(conjuncts).unwrap_or_default();
    let mut known = names;
    // It goes through one MATCH and as far as the next WITH.
    let mut ends = false;
    let mut is_matched = false;
    for clause in behind {
        let predicate = match clause {
            _ if ends => break,
            Clause::Unwind(_) => continue,
            Clause::With(With { projection, predicate }) => {
                ends = true;
                keep_known(projection, &mut known);
                predicate
            }
            Clause::Match(Match { optional: false, predicate, .. }) if !is_matched => {
                is_matched = true;
                predicate
            }
            _ => break,
        };
        let (earliest, stays): (Vec<_>, Vec<_>) =
            predicate.take().map(conjuncts).unwrap_or_default().into_iter().partition(|it| knows(&known, it));
        *predicate = conjunction(stays);
        earlier.extend(earliest);
    }
    with.predicate = Some(conjunction(earlier)?);
    let order = std::mem::take(&mut with.projection.order);
    let (skip, limit) = (with.projection.skip.take(), with.projection.limit.take());
    Some(With { projection: Projection { star: true, order, skip, limit, ..Projection::default() }, predicate: None })
}

/// Leaves of these names those that a projection does not give to something else.
fn keep_known(projection: &Projection, names: &mut Vec<Name>) {
    let gives = |item: &ProjectionItem, name: &Name| item.alias.as_ref() == Some(name);
    names.retain(|name| !projection.items.iter().any(|item| gives(item, name)));
}
