//! A RETURN as a WITH and a RETURN.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::item;
use super::{Effect, Ground, Rewrite, Site};

/// What RETURN gives may be given by a WITH of the same columns, with the same DISTINCT, ORDER BY, SKIP and LIMIT, of which
/// RETURN then names the columns.
///
/// `MATCH (n) RETURN DISTINCT n.k AS x` has the rows of `MATCH (n) WITH DISTINCT n.k AS x RETURN x`.
///
/// It would be unsound for columns without names; those are left alone.
pub const RETURN_IN_TWO: Rewrite = Rewrite {
    name: "return_in_two",
    page: "What RETURN gives may be given by a WITH, of which RETURN then names the columns.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// A last RETURN whose columns all have names.
pub(super) fn sites(query: &Query) -> Vec<Site> {
    let clause = query.first.clauses.len().saturating_sub(1);
    match query.first.clauses.last() {
        Some(Clause::Return(it)) if !it.star && it.items.iter().all(|item| item.alias.is_some()) => {
            vec![Site { clause, item: 0 }]
        }
        _ => Vec::new(),
    }
}

/// The columns by their names.
pub(super) fn by_name(projection: &Projection) -> Vec<ProjectionItem> {
    let names = projection.items.iter().filter_map(|item| item.alias.clone());
    names.map(|name| item(build::variable(name.clone()), &name)).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Return(whole) = query.first.clauses.get(site.clause)?.clone() else { return None };
    let columns = Projection { items: by_name(&whole), ..Projection::default() };
    query.first.clauses.pop();
    query.first.clauses.push(Clause::With(With { projection: whole, predicate: None }));
    query.first.clauses.push(Clause::Return(columns));
    Some(vec![query])
}
