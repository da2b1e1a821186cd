//! The patterns of a MATCH, written anew.

use graphlance_cypher::ast::*;
use graphlance_graph::Random;

use super::emission::Said;
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A MATCH says which nodes and relationships hang together, not in which order, from which end, and in how many patterns that is
/// written (Mang et al., *Testing Graph Database Systems via Graph-Aware Re-Emission of Patterns*).
///
/// `MATCH (a:A)-[r]->(b)-[s]->(c) RETURN c.k AS x` has the rows of `MATCH (c)<-[s]-(b), (b)<-[r]-(a:A) RETURN c.k AS x`.
///
/// It would be unsound where all variables are returned, since a node may need a name, and on engines that tell relationships apart
/// only within one pattern. Paths that are bound, and relationships of variable length, are left alone.
pub const EMIT_PATTERNS: Rewrite = Rewrite {
    name: "emit_patterns",
    page: "A MATCH says which nodes and relationships hang together, not in which order, from which end and in how many patterns.",
    effect: Effect::SameRows,
    needs: &[Precondition::StarUnseen, Precondition::ToldApartAcrossPatterns],
    sites,
    apply,
};

/// Ways to write one MATCH.
const WAYS: usize = 48;

/// Each MATCH with relationships whose patterns say no more than which elements hang together, once for each way.
pub(super) fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        if let Clause::Match(each) = each
            && each.patterns.iter().any(|pattern| !pattern.path.segments.is_empty())
            && Said::by(each, query).is_some()
        {
            sites.extend((0..WAYS).map(|item| Site { clause, item }));
        }
    }
    sites
}

/// Patterns of a MATCH at most: what a dialect allows, or as many as there are.
pub(super) fn most(clause: &Match, ground: Ground<'_>) -> usize {
    ground.dialect.limits.patterns.max(clause.patterns.len())
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let mut made = query.clone();
    let Clause::Match(clause) = made.first.clauses.get_mut(site.clause)? else { return None };
    let mut random = Random::derive(site.item as u64, &[site.clause as u64]);
    let groups = Said::by(clause, query)?.emitted(1, most(clause, ground), &mut random)?;
    clause.patterns = groups.into_iter().flat_map(|group| group.patterns).collect();
    Some(vec![made])
}
