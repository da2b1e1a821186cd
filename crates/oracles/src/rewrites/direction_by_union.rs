//! A relationship of either direction as both.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::partition_by_union::union_all;
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A relationship of either direction leads to the right or to the left. One that leads from a node to itself is found once,
/// so that the second part leaves it out.
///
/// `MATCH (a)-[r]-(b) RETURN r.k AS x` has the rows of
/// `MATCH (a)-[r]->(b) RETURN r.k AS x UNION ALL MATCH (a)<-[r]-(b) WHERE a <> b RETURN r.k AS x`.
///
/// It would be unsound where later clauses look at several rows at once, in an OPTIONAL MATCH, in a query with UNION, and on
/// engines that find a loop twice on purpose.
pub const DIRECTION_BY_UNION: Rewrite = Rewrite {
    name: "direction_by_union",
    page: "A relationship of either direction leads to the right, or it is no loop and leads to the left.",
    effect: Effect::SameRows,
    needs: &[
        Precondition::OnePart,
        Precondition::ReadsOnly,
        Precondition::RowByRow,
        Precondition::NotOptional,
        Precondition::LoopsOnce,
    ],
    sites,
    apply,
};

/// Single relationships of either direction between named nodes, as pattern and place in it.
fn hops(clause: &Match) -> Vec<[usize; 2]> {
    let mut found = Vec::new();
    for (place, pattern) in clause.patterns.iter().enumerate() {
        if pattern.selector != PathSelector::All {
            continue;
        }
        let mut before = pattern.path.start.variable.as_ref();
        for (number, segment) in pattern.path.segments.iter().enumerate() {
            let (Segment::Hop { node, .. } | Segment::Quantified { node, .. }) = segment;
            if let Segment::Hop { relationship, .. } = segment
                && relationship.direction == Direction::Either
                && relationship.length.is_none()
                && before.is_some()
                && node.variable.is_some()
            {
                found.push([place, number]);
            }
            before = node.variable.as_ref();
        }
    }
    found
}

fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        if let Clause::Match(each) = each {
            sites.extend((0..hops(each).len()).map(|item| Site { clause, item }));
        }
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let directed = |direction: Direction| {
        let mut query = query.clone();
        let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
        let [place, number] = *hops(clause).get(site.item)?;
        let path = &mut clause.patterns.get_mut(place)?.path;
        let end = |segment: &Segment| {
            let (Segment::Hop { node, .. } | Segment::Quantified { node, .. }) = segment;
            node.variable.clone()
        };
        let start = match number.checked_sub(1) {
            None => path.start.variable.clone()?,
            Some(before) => end(path.segments.get(before)?)?,
        };
        let to = end(path.segments.get(number)?)?;
        let Segment::Hop { relationship, .. } = path.segments.get_mut(number)? else { return None };
        relationship.direction = direction;
        if direction == Direction::Left {
            let no_loop = build::compare(ComparisonOperator::NotEqual, build::variable(start), build::variable(to));
            clause.predicate = build::all(clause.predicate.take().into_iter().chain([no_loop]));
        }
        Some(query)
    };
    Some(vec![union_all(directed(Direction::Right)?, directed(Direction::Left)?)])
}
