//! A WITH that names every variable.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::facts::Scope;

use super::place::{scopes_of, with_clause};
use super::{Effect, Ground, Rewrite, Site};

/// A WITH that names every variable in scope carries them on and changes neither rows nor values.
///
/// `MATCH (n)-[r]->(m) RETURN n.k AS x` has the rows of `MATCH (n)-[r]->(m) WITH n, r, m RETURN n.k AS x`.
///
/// It would be unsound where not all variables are named.
pub const CARRY_NAMED: Rewrite = Rewrite {
    name: "carry_named",
    page: "A WITH that names every variable in scope carries them on and changes neither rows nor values.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    let outer = Scope::default();
    let scopes = graphlance_cypher::facts::scopes(query, &outer);
    let Some(before) = scopes.first() else { return Vec::new() };
    let places = 1..query.first.clauses.len();
    places.filter(|place| !before[*place].bindings().is_empty()).map(|clause| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let scopes = scopes_of(query, ground.graph);
    let named = |binding: &graphlance_cypher::facts::Binding| ProjectionItem {
        expression: build::variable(binding.name.clone()),
        alias: None,
    };
    let items = scopes.get(site.clause)?.bindings().iter().map(named).collect();
    let projection = Projection { items, ..Projection::default() };
    Some(with_clause(query, site.clause, Clause::With(With { projection, predicate: None })))
}
