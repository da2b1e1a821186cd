//! An order between clauses that nobody sees.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::facts::Scope;

use super::place::{scopes_of, with_clause};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A `WITH *` with an ORDER BY between clauses changes the order of rows and nothing else.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `MATCH (n) WITH * ORDER BY n RETURN n.k AS x`.
///
/// It would be unsound where a later clause sees the order: `collect`, or a LIMIT without an order of its own.
pub const ORDER_BETWEEN: Rewrite = Rewrite {
    name: "order_between",
    page: "A WITH * with an ORDER BY between clauses changes the order of rows and nothing else.",
    effect: Effect::SameRows,
    needs: &[Precondition::OrderUnseen],
    sites,
    apply,
};

/// The clauses behind which something is bound, with the last; so that what comes later is behind the site.
fn sites(query: &Query) -> Vec<Site> {
    let outer = Scope::default();
    let scopes = graphlance_cypher::facts::scopes(query, &outer);
    let Some(before) = scopes.first() else { return Vec::new() };
    let places = 0..query.first.clauses.len().saturating_sub(1);
    let bound = places.filter(|place| !before[*place + 1].bindings().is_empty());
    bound.flat_map(|clause| (0..2).map(move |item| Site { clause, item })).collect()
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let scopes = scopes_of(query, ground.graph);
    let first = scopes.get(site.clause + 1)?.bindings().first()?.name.clone();
    let order = vec![SortItem { expression: build::variable(first), descending: site.item == 1 }];
    let projection = Projection { star: true, order, ..Projection::default() };
    Some(with_clause(query, site.clause + 1, Clause::With(With { projection, predicate: None })))
}
