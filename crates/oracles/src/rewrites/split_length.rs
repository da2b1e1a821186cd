//! A relationship of variable length as two.

use graphlance_cypher::ast::*;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A path of m to n relationships is one of m - 1 to n - 1 and one relationship more, which leads on from its last node; both
/// are of one MATCH, so that none is used twice.
///
/// `MATCH (a)-[:T*2..3]->(b) RETURN b.k AS x` has the rows of `MATCH (a)-[:T*1..2]->()-[:T*1..1]->(b) RETURN b.k AS x`.
///
/// It would be unsound for a length whose least is 0, where the relationship has a name, which is that of a sequence,
/// and on engines that let relationships repeat or find one that nothing refers to only once.
pub const SPLIT_LENGTH: Rewrite = Rewrite {
    name: "split_length",
    page: "A path of m to n relationships is one of m - 1 to n - 1 and one relationship more.",
    effect: Effect::SameRows,
    needs: &[Precondition::UniqueRelationships, Precondition::EachPathCounts],
    sites: |query| long(query, 1),
    apply,
};

/// The patterns with a relationship of variable length without a name and of at least so many.
pub(super) fn long(query: &Query, least: u32) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Clause::Match(Match { patterns, .. }) = each else { continue };
        let found = patterns.iter().enumerate().filter(|(_, pattern)| place(pattern, least).is_some());
        sites.extend(found.map(|(item, _)| Site { clause, item }));
    }
    sites
}

/// The place of that relationship in a pattern.
pub(super) fn place(pattern: &Pattern, least: u32) -> Option<usize> {
    let fits = |segment: &Segment| {
        matches!(segment, Segment::Hop { relationship, .. }
            if relationship.variable.is_none() && relationship.length.is_some_and(|it| it.min.unwrap_or(1) >= least))
    };
    pattern.path.segments.iter().position(fits).filter(|_| pattern.selector == PathSelector::All)
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let pattern = clause.patterns.get_mut(site.item)?;
    let number = place(pattern, 1)?;
    let Segment::Hop { relationship, .. } = pattern.path.segments.get(number)?.clone() else { return None };
    let length = relationship.length?;
    let first = Length { min: Some(length.min.unwrap_or(1) - 1), max: length.max.map(|most| most.saturating_sub(1)) };
    if first.max.is_some_and(|most| first.min.is_some_and(|least| most < least)) {
        return None;
    }
    let first = RelationshipPattern { length: Some(first), ..relationship.clone() };
    let node = NodePattern::default();
    pattern.path.segments.insert(number, Segment::Hop { relationship: first, node });
    let Segment::Hop { relationship, .. } = pattern.path.segments.get_mut(number + 1)? else { return None };
    relationship.length = Some(Length { min: Some(1), max: Some(1) });
    Some(vec![query])
}
