//! A relationship of one length as so many.

use graphlance_cypher::ast::*;

use super::split_length::{long, place};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A path of exactly n relationships is n single ones behind each other.
///
/// `MATCH (a)-[:T*2..2]->(b) RETURN b.k AS x` has the rows of `MATCH (a)-[:T]->()-[:T]->(b) RETURN b.k AS x`.
///
/// It would be unsound where the relationship has a name, which is that of a sequence, and on engines that let relationships
/// repeat or find one that nothing refers to only once.
pub const UNROLL_LENGTH: Rewrite = Rewrite {
    name: "unroll_length",
    page: "A path of exactly n relationships is n single ones behind each other.",
    effect: Effect::SameRows,
    needs: &[Precondition::UniqueRelationships, Precondition::EachPathCounts],
    sites: |query| long(query, 1),
    apply,
};

/// Longer paths are left alone.
const MOST: u32 = 4;

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let pattern = clause.patterns.get_mut(site.item)?;
    let number = place(pattern, 1)?;
    let Segment::Hop { relationship, node } = pattern.path.segments.get(number)?.clone() else { return None };
    let length = relationship.length?;
    let count = length.min.unwrap_or(1);
    if length.max != Some(count) || count > MOST {
        return None;
    }
    let single = RelationshipPattern { length: None, ..relationship };
    let hop = |place: u32| Segment::Hop {
        relationship: single.clone(),
        node: if place + 1 == count { node.clone() } else { NodePattern::default() },
    };
    pattern.path.segments.splice(number..=number, (0..count).map(hop));
    Some(vec![query])
}
