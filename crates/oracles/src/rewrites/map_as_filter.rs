//! A property map as a WHERE.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::{Effect, Ground, Rewrite, Site};

/// A property map in a node pattern demands that each property equals its value, as a WHERE with these equalities does; null
/// equals nothing in both.
///
/// `MATCH (n {k: 1}) RETURN n.j AS x` has the rows of `MATCH (n) WHERE n.k = 1 RETURN n.j AS x`. The same in an OPTIONAL
/// MATCH, whose WHERE is part of what is optional.
///
/// It would be unsound for a relationship of variable length, whose map is asked of each of its relationships; only nodes are
/// rewritten.
pub const MAP_AS_FILTER: Rewrite = Rewrite {
    name: "map_as_filter",
    page: "A property map in a node pattern demands what equalities in the WHERE demand.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// The nodes of a pattern outside of quantified paths.
pub(super) fn nodes(pattern: &mut Pattern) -> impl Iterator<Item = &mut NodePattern> {
    let ends = pattern.path.segments.iter_mut().map(|segment| match segment {
        Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
    });
    std::iter::once(&mut pattern.path.start).chain(ends)
}

fn has_map(node: &NodePattern) -> bool {
    node.variable.is_some() && matches!(node.properties, Some(Expression::Map(_)))
}

fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Clause::Match(Match { patterns, .. }) = each else { continue };
        for (item, pattern) in patterns.iter().enumerate() {
            if pattern.selector == PathSelector::All && nodes(&mut pattern.clone()).any(|node| has_map(node)) {
                sites.push(Site { clause, item });
            }
        }
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let node = nodes(clause.patterns.get_mut(site.item)?).find(|node| has_map(node))?;
    let variable = node.variable.clone()?;
    let Some(Expression::Map(entries)) = node.properties.take() else { return None };
    let equalities = entries
        .into_iter()
        .map(|(key, value)| build::compare(ComparisonOperator::Equal, build::property(variable.clone(), key), value));
    clause.predicate = build::all(equalities.chain(clause.predicate.take()));
    Some(vec![query])
}
