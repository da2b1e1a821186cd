//! Two paths that meet as one.

use graphlance_cypher::ast::*;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// Two paths of the same MATCH of which the second begins where the first ends are one path, if the second says nothing of
/// that node.
///
/// `MATCH (a)-[r]->(b), (b)-[s]->(c) RETURN c.k AS x` has the rows of `MATCH (a)-[r]->(b)-[s]->(c) RETURN c.k AS x`.
///
/// It would be unsound where one of the paths is bound to a variable; those are left alone. So it would be on targets that tell
/// relationships apart within one path only.
pub const JOIN_PATHS: Rewrite = Rewrite {
    name: "join_paths",
    page: "Two paths of the same MATCH of which the second begins where the first ends are one path.",
    effect: Effect::SameRows,
    needs: &[Precondition::ToldApartAcrossPatterns],
    sites,
    apply,
};

fn end(path: &PathPattern) -> &NodePattern {
    match path.segments.last() {
        Some(Segment::Hop { node, .. } | Segment::Quantified { node, .. }) => node,
        None => &path.start,
    }
}

/// The pattern that can be put behind one.
fn next(clause: &Match, place: usize) -> Option<usize> {
    let plain = |pattern: &Pattern| {
        let hops = pattern.path.segments.iter().all(|segment| matches!(segment, Segment::Hop { .. }));
        pattern.selector == PathSelector::All && pattern.enclosed.is_none() && pattern.variable.is_none() && hops
    };
    let one = clause.patterns.get(place).filter(|pattern| plain(pattern))?;
    let name = end(&one.path).variable.as_ref()?;
    let continues = |other: &Pattern| {
        let NodePattern { variable, labels, properties, predicate } = &other.path.start;
        variable.as_ref() == Some(name) && labels.is_none() && properties.is_none() && predicate.is_none()
    };
    let others = clause.patterns.iter().enumerate().filter(|(other, _)| *other != place);
    others.filter(|(_, other)| plain(other)).find(|(_, other)| continues(other)).map(|(other, _)| other)
}

fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Clause::Match(each) = each else { continue };
        let joined = (0..each.patterns.len()).filter(|place| next(each, *place).is_some());
        sites.extend(joined.map(|item| Site { clause, item }));
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let other = next(clause, site.item)?;
    let behind = clause.patterns.get(other)?.path.segments.clone();
    clause.patterns.get_mut(site.item)?.path.segments.extend(behind);
    clause.patterns.remove(other);
    Some(vec![query])
}
