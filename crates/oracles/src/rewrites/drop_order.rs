//! An ORDER BY left out.

use graphlance_cypher::ast::*;

use super::precondition::projection_of;
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// ORDER BY changes the order of rows and nothing else, so that without it the bag of rows is the same.
///
/// `MATCH (n) RETURN n.k AS x ORDER BY x` has the rows of `MATCH (n) RETURN n.k AS x`.
///
/// It would be unsound beside SKIP or LIMIT, which cut by the order, and where a later clause sees the order: `collect`, or a
/// LIMIT without an order of its own.
pub const DROP_ORDER: Rewrite = Rewrite {
    name: "drop_order",
    page: "ORDER BY changes the order of rows and nothing else: without it the bag of rows is the same.",
    effect: Effect::SameRows,
    needs: &[Precondition::NoCut, Precondition::OrderUnseen],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    let clauses = query.first.clauses.iter().enumerate();
    let ordered = clauses.filter(|(_, clause)| projection_of(clause).is_some_and(|it| !it.order.is_empty()));
    ordered.map(|(clause, _)| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    match query.first.clauses.get_mut(site.clause)? {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => projection.order.clear(),
        _ => return None,
    }
    Some(vec![query])
}
