//! An order between clauses that nobody sees.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::facts::{Scope, infer};
use graphlance_cypher::functions::Kind;

use super::place::{scopes_of, with_clause};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A `WITH *` with an ORDER BY between clauses changes the order of rows and nothing else.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `MATCH (n) WITH * ORDER BY n IS NULL RETURN n.k AS x`.
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
    let scope = scopes.get(site.clause + 1)?;
    let first = build::variable(scope.bindings().first()?.name.clone());
    // The language does not say how nodes, relationships, paths and maps are ordered.
    let ordered = matches!(infer(&first, scope).kind, Kind::Boolean | Kind::Integer | Kind::String);
    let key = if ordered { first } else { Expression::Unary(UnaryOperator::IsNull, Box::new(first)) };
    let order = vec![SortItem { expression: key, descending: site.item == 1 }];
    let projection = Projection { star: true, order, ..Projection::default() };
    Some(with_clause(query, site.clause + 1, Clause::With(With { projection, predicate: None })))
}
