//! DISTINCT as grouping.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// Distinct rows are the groups of an aggregation by the same columns.
///
/// `MATCH (n) RETURN DISTINCT n.k AS x` has the rows of `MATCH (n) WITH n.k AS x, count(*) AS rows RETURN x`.
///
/// It would be unsound beside SKIP or LIMIT, which the grouping does not carry over. Columns that are aggregates themselves do
/// not matter: their rows are groups already, and one more aggregate changes none of them.
pub const DISTINCT_AS_GROUPS: Rewrite = Rewrite {
    name: "distinct_as_groups",
    page: "The rows of RETURN DISTINCT are the groups of an aggregation by the same columns.",
    effect: Effect::SameRows,
    needs: &[Precondition::NoCut],
    sites,
    apply,
};

/// The column that counts; a name that no statement of ours has.
const COUNT: &str = "rows_of_group";

/// A last RETURN DISTINCT whose columns all have names and that says no order.
fn sites(query: &Query) -> Vec<Site> {
    let clause = query.first.clauses.len().saturating_sub(1);
    let named = |item: &ProjectionItem| item.alias.is_some();
    match query.first.clauses.last() {
        Some(Clause::Return(it))
            if it.distinct && !it.star && it.group.is_none() && it.order.is_empty() && it.items.iter().all(named) =>
        {
            vec![Site { clause, item: 0 }]
        }
        _ => Vec::new(),
    }
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Return(distinct) = query.first.clauses.get(site.clause)? else { return None };
    let names: Vec<Name> = distinct.items.iter().filter_map(|item| item.alias.clone()).collect();
    let mut items = distinct.items.clone();
    items.push(ProjectionItem { expression: Expression::CountStar, alias: Some(COUNT.into()) });
    let groups = Projection { items, ..Projection::default() };
    let columns = names
        .into_iter()
        .map(|name| ProjectionItem { expression: build::variable(name.clone()), alias: Some(name) })
        .collect();
    query.first.clauses.pop();
    query.first.clauses.push(Clause::With(With { projection: groups, predicate: None }));
    query.first.clauses.push(Clause::Return(Projection { items: columns, ..Projection::default() }));
    Some(vec![query])
}
