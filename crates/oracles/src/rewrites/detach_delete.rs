//! A DELETE with DETACH.

use graphlance_cypher::ast::*;

use super::{Effect, Ground, Rewrite, Site};

/// A DELETE that raises no error deletes nothing on which relationships hang: DETACH DELETE does the same.
///
/// `MATCH ()-[r]->() DELETE r` does what `MATCH ()-[r]->() DETACH DELETE r` does.
///
/// It would be unsound for a DELETE that raises an error; a statement that is rewritten has an outcome.
pub const DETACH_DELETE: Rewrite = Rewrite {
    name: "detach_delete",
    page: "A DELETE that raises no error deletes nothing on which relationships hang: DETACH DELETE does the same.",
    effect: Effect::SameState,
    needs: &[],
    sites,
    apply,
};

/// Each DELETE without DETACH.
fn sites(query: &Query) -> Vec<Site> {
    let clauses = query.first.clauses.iter().enumerate();
    let plain = clauses.filter(|(_, clause)| matches!(clause, Clause::Delete(it) if !it.detach && !it.nodetach));
    plain.map(|(clause, _)| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Delete(delete) = query.first.clauses.get_mut(site.clause)? else { return None };
    delete.detach = true;
    Some(vec![query])
}
