//! The patterns of a MATCH in another order.

use graphlance_cypher::ast::*;

use super::{Effect, Ground, Rewrite, Site};

/// The patterns of a MATCH are matched together: their order says nothing.
///
/// `MATCH (a:A), (b)-->(a) RETURN b.k AS x` has the rows of `MATCH (b)-->(a), (a:A) RETURN b.k AS x`.
pub const SWAP_PATTERNS: Rewrite = Rewrite {
    name: "swap_patterns",
    page: "The patterns of a MATCH are matched together: their order says nothing.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    let several = |clause: &Clause| matches!(clause, Clause::Match(Match { patterns, .. }) if patterns.len() > 1);
    let clauses = query.first.clauses.iter().enumerate().filter(|(_, clause)| several(clause));
    clauses.map(|(clause, _)| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    clause.patterns.rotate_left(1);
    Some(vec![query])
}
