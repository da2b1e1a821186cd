//! A DELETE of what is deleted.

use graphlance_cypher::ast::*;

use super::place::with_clause;
use super::{Effect, Ground, Rewrite, Site};

/// What is deleted is deleted: a second DELETE of it does nothing, in the same clause or in one behind it.
///
/// `MATCH (n) DETACH DELETE n` does what `MATCH (n) DETACH DELETE n, n` and `MATCH (n) DETACH DELETE n DETACH DELETE n` do.
pub const DELETE_DELETED: Rewrite = Rewrite {
    name: "delete_deleted",
    page: "What is deleted is deleted: a second DELETE of it does nothing.",
    effect: Effect::SameState,
    needs: &[],
    sites,
    apply,
};

/// Each DELETE of variables, in two forms.
fn sites(query: &Query) -> Vec<Site> {
    let named = |expression: &Expression| matches!(expression, Expression::Variable(_));
    let clauses = query.first.clauses.iter().enumerate();
    let deletes =
        clauses.filter(|(_, clause)| matches!(clause, Clause::Delete(delete) if delete.expressions.iter().all(named)));
    deletes.flat_map(|(clause, _)| (0..2).map(move |item| Site { clause, item })).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut changed = query.clone();
    let Clause::Delete(delete) = changed.first.clauses.get_mut(site.clause)? else { return None };
    if site.item == 0 {
        delete.expressions.extend_from_within(..);
        return Some(vec![changed]);
    }
    let again = Clause::Delete(delete.clone());
    Some(with_clause(query, site.clause + 1, again))
}
