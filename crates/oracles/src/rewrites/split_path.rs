//! A path as two that meet.

use graphlance_cypher::ast::*;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A path is two paths of the same MATCH that meet in one of its nodes.
///
/// `MATCH (a)-[r]->(b)-[s]->(c) RETURN c.k AS x` has the rows of `MATCH (a)-[r]->(b), (b)-[s]->(c) RETURN c.k AS x`.
///
/// It would be unsound where the path itself is bound to a variable, and on targets that tell relationships apart within one path
/// only. The node must have a name by which the second path begins.
pub const SPLIT_PATH: Rewrite = Rewrite {
    name: "split_path",
    page: "A path is two paths of the same MATCH that meet in one of its nodes.",
    effect: Effect::SameRows,
    needs: &[Precondition::NoSequenceBound, Precondition::ToldApartAcrossPatterns],
    sites,
    apply,
};

/// The inner nodes with names, by pattern and place: the item is the place among all of a clause.
fn inner(clause: &Match) -> Vec<[usize; 2]> {
    let mut found = Vec::new();
    for (place, pattern) in clause.patterns.iter().enumerate() {
        let plain = pattern.selector == PathSelector::All && pattern.enclosed.is_none();
        let segments = &pattern.path.segments;
        let inner = segments.iter().enumerate().take(segments.len().saturating_sub(1));
        let named = inner.filter(|(_, segment)| {
            let (Segment::Hop { node, .. } | Segment::Quantified { node, .. }) = segment;
            node.variable.is_some()
        });
        found.extend(named.filter(|_| plain).map(|(number, _)| [place, number]));
    }
    found
}

/// One site for each pattern that can be split; it is split at its first such node.
fn sites(query: &Query) -> Vec<Site> {
    let mut sites: Vec<Site> = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        if let Clause::Match(each) = each {
            let mut places: Vec<usize> = inner(each).iter().map(|[place, _]| *place).collect();
            places.dedup();
            sites.extend(places.into_iter().map(|item| Site { clause, item }));
        }
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let number = inner(clause).iter().find(|[place, _]| *place == site.item)?[1];
    let pattern = clause.patterns.get_mut(site.item)?;
    let rest = pattern.path.segments.split_off(number + 1);
    let (Segment::Hop { node, .. } | Segment::Quantified { node, .. }) = pattern.path.segments.last()?;
    let start = NodePattern::variable(node.variable.clone()?);
    clause.patterns.insert(site.item + 1, PathPattern { start, segments: rest }.into());
    Some(vec![query])
}
