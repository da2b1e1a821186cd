//! The nodes and relationships of the patterns of MATCH clauses, as places of rewrites.

use graphlance_cypher::ast::*;

use super::Site;
use super::map_as_filter::nodes;

/// Whether all paths that a pattern finds count, and nothing stands around it.
pub(super) fn is_plain(pattern: &Pattern) -> bool {
    pattern.selector == PathSelector::All && pattern.enclosed.is_none()
}

/// The relationships of a pattern outside of quantified paths.
pub(super) fn hops(pattern: &mut Pattern) -> impl Iterator<Item = &mut RelationshipPattern> {
    pattern.path.segments.iter_mut().filter_map(|segment| match segment {
        Segment::Hop { relationship, .. } => Some(relationship),
        Segment::Quantified { .. } => None,
    })
}

/// The plain patterns of each MATCH, copied, with the place of the clause.
fn matched(query: &Query) -> impl Iterator<Item = (usize, Vec<Pattern>)> + '_ {
    query.first.clauses.iter().enumerate().filter_map(|(place, clause)| match clause {
        Clause::Match(Match { patterns, .. }) => {
            Some((place, patterns.iter().filter(|pattern| is_plain(pattern)).cloned().collect()))
        }
        _ => None,
    })
}

/// The places of elements of patterns that are wanted, so many times each: the item is the place among all such elements of the
/// clause times the number of variants, plus the variant.
fn places<T>(
    query: &Query,
    variants: usize,
    elements: impl Fn(&mut Pattern) -> Vec<T>,
    wanted: impl Fn(&T) -> bool,
) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, mut patterns) in matched(query) {
        let all = patterns.iter_mut().flat_map(&elements).enumerate();
        let found: Vec<usize> = all.filter(|(_, element)| wanted(element)).map(|(place, _)| place).collect();
        let each = |place: usize| (0..variants).map(move |variant| Site { clause, item: place * variants + variant });
        sites.extend(found.into_iter().flat_map(each));
    }
    sites
}

/// The nodes of patterns that are wanted, so many times each.
pub(super) fn node_sites(query: &Query, variants: usize, wanted: fn(&NodePattern) -> bool) -> Vec<Site> {
    places(query, variants, |pattern| nodes(pattern).map(|node| node.clone()).collect(), wanted)
}

/// The relationships of patterns that are wanted, so many times each.
pub(super) fn hop_sites(query: &Query, variants: usize, wanted: fn(&RelationshipPattern) -> bool) -> Vec<Site> {
    places(query, variants, |pattern| hops(pattern).map(|hop| hop.clone()).collect(), wanted)
}

fn patterns_at(query: &mut Query, clause: usize) -> Option<impl Iterator<Item = &mut Pattern>> {
    match query.first.clauses.get_mut(clause)? {
        Clause::Match(Match { patterns, .. }) => Some(patterns.iter_mut().filter(|pattern| is_plain(pattern))),
        _ => None,
    }
}

/// The query with another node at the place of a site.
pub(super) fn with_node(
    query: &Query,
    clause: usize,
    place: usize,
    change: impl FnOnce(&mut NodePattern) -> Option<()>,
) -> Option<Vec<Query>> {
    let mut query = query.clone();
    change(patterns_at(&mut query, clause)?.flat_map(nodes).nth(place)?)?;
    Some(vec![query])
}

/// The query with another relationship at the place of a site.
pub(super) fn with_hop(
    query: &Query,
    clause: usize,
    place: usize,
    change: impl FnOnce(&mut RelationshipPattern) -> Option<()>,
) -> Option<Vec<Query>> {
    let mut query = query.clone();
    change(patterns_at(&mut query, clause)?.flat_map(hops).nth(place)?)?;
    Some(vec![query])
}
