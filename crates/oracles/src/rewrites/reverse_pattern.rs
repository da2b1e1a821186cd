//! A pattern written from its other end.

use graphlance_cypher::ast::*;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A pattern says which nodes and relationships hang together, not from which end they are found.
///
/// `MATCH (a:A)-[r]->(b)--(c) RETURN c.k AS x` has the rows of `MATCH (c)--(b)<-[r]-(a:A) RETURN c.k AS x`.
///
/// It would be unsound where the pattern's path, or the list of a relationship of variable length, is bound to a variable,
/// whose order turns round. Patterns with a selector, which takes one of several paths, are left alone.
pub const REVERSE_PATTERN: Rewrite = Rewrite {
    name: "reverse_pattern",
    page: "A pattern may be written from its other end: it says what hangs together, not where to begin.",
    effect: Effect::SameRows,
    needs: &[Precondition::NoSequenceBound],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Clause::Match(Match { patterns, .. }) = each else { continue };
        let has_hops = |pattern: &Pattern| {
            let hop = |segment: &Segment| matches!(segment, Segment::Hop { .. });
            let plain = pattern.selector == PathSelector::All && !pattern.path.segments.is_empty();
            plain && pattern.path.segments.iter().all(hop)
        };
        let found = patterns.iter().enumerate().filter(|(_, pattern)| has_hops(pattern));
        sites.extend(found.map(|(item, _)| Site { clause, item }));
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let pattern = clause.patterns.get_mut(site.item)?;
    pattern.path = reversed(&pattern.path)?;
    Some(vec![query])
}

fn reversed(path: &PathPattern) -> Option<PathPattern> {
    let mut nodes = vec![path.start.clone()];
    let mut relationships = Vec::new();
    for segment in &path.segments {
        let Segment::Hop { relationship, node } = segment else { return None };
        let direction = relationship.direction.reversed();
        relationships.push(RelationshipPattern { direction, ..relationship.clone() });
        nodes.push(node.clone());
    }
    let start = nodes.pop()?;
    let hops = relationships.into_iter().rev().zip(nodes.into_iter().rev());
    let segments = hops.map(|(relationship, node)| Segment::Hop { relationship, node }).collect();
    Some(PathPattern { start, segments })
}
