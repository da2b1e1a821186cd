//! `WITH *` between clauses.

use graphlance_cypher::ast::*;
use graphlance_cypher::facts::{Scope, scopes};

use super::{Effect, Ground, Rewrite, Site};

/// `WITH *` carries all variables on and changes neither rows nor values, wherever it stands between two clauses of which the
/// first has bound something.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `MATCH (n) WITH * RETURN n.k AS x`.
///
/// It would be unsound where nothing is in scope, which `WITH *` may not be written after.
pub const CARRY_ALL: Rewrite = Rewrite {
    name: "carry_all",
    page: "WITH * between two clauses carries all variables on and changes neither rows nor values.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// The clauses before which a `WITH *` may stand.
fn sites(query: &Query) -> Vec<Site> {
    let outer = Scope::default();
    let scopes = scopes(query, &outer);
    let Some(before) = scopes.first() else { return Vec::new() };
    let places = 1..query.first.clauses.len();
    places.filter(|place| !before[*place].bindings().is_empty()).map(|clause| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let projection = Projection { star: true, ..Projection::default() };
    query.first.clauses.insert(site.clause, Clause::With(With { projection, predicate: None }));
    Some(vec![query])
}
