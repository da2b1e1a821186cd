//! A node that is matched already, matched again.

use graphlance_cypher::ast::*;
use graphlance_cypher::facts::Scope;

use super::place::with_clause;
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// MATCH of a bound node alone finds that node, once.
///
/// `MATCH (n)-->(m) RETURN m.k AS x` has the rows of `MATCH (n)-->(m) MATCH (m) RETURN m.k AS x`.
///
/// It would be unsound for a variable that may be null, which MATCH does not find.
pub const MATCH_AGAIN: Rewrite = Rewrite {
    name: "match_again",
    page: "MATCH of a bound node alone finds that node, once.",
    effect: Effect::SameRows,
    needs: &[Precondition::NeverNull],
    sites: bound_nodes,
    apply: |query, site, ground| again(query, site, ground, false),
};

/// The places behind which a clause can stand, with each variable that is bound there by its place in the scope.
pub(super) fn bound_nodes(query: &Query) -> Vec<Site> {
    let outer = Scope::default();
    let scopes = graphlance_cypher::facts::scopes(query, &outer);
    let Some(before) = scopes.first() else { return Vec::new() };
    let mut sites = Vec::new();
    for (clause, scope) in before.iter().enumerate().take(query.first.clauses.len()).skip(1) {
        let bindings = scope.bindings().iter().enumerate();
        let nodes = bindings.filter(|(_, binding)| binding.of.is(graphlance_cypher::functions::Kind::Node));
        sites.extend(nodes.map(|(item, _)| Site { clause, item }));
    }
    sites
}

/// The variable of a site, with its type.
pub(super) fn binding_at(query: &Query, site: Site) -> Option<graphlance_cypher::facts::Binding> {
    let outer = Scope::default();
    let scopes = graphlance_cypher::facts::scopes(query, &outer);
    scopes.first()?.get(site.clause)?.bindings().get(site.item).cloned()
}

/// The query with the node matched again.
pub(super) fn again(query: &Query, site: Site, _: Ground<'_>, optional: bool) -> Option<Vec<Query>> {
    let start = NodePattern::variable(binding_at(query, site)?.name);
    let pattern = Pattern::from(PathPattern { start, segments: Vec::new() });
    let clause = Match { optional, patterns: vec![pattern], ..Match::default() };
    Some(with_clause(query, site.clause, Clause::Match(clause)))
}
