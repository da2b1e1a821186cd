//! A node with a relationship more.

use graphlance_cypher::ast::*;

use super::place::named_nodes;
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A node that must have a relationship besides is one of those that need not. It is found once for each such relationship.
///
/// `MATCH (n) RETURN n.k AS x` has each row of `MATCH (n), (n)--() RETURN n.k AS x`, if not as often.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, LIMIT), and in an OPTIONAL MATCH, which
/// gives a row where nothing is found. On engines that match one of several relationships which nothing refers to, its rows are
/// not known.
pub const PREPEND_HOP: Rewrite = Rewrite {
    name: "prepend_hop",
    page: "A node of a pattern that must have a relationship besides is one of those that need not.",
    effect: Effect::FewerKinds,
    needs: &[Precondition::RowByRow, Precondition::NotOptional, Precondition::EachPathCounts],
    sites,
    apply,
};

/// Each named node, for each direction.
fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        if let Clause::Match(each) = each {
            sites.extend((0..named_nodes(each).len() * DIRECTIONS.len()).map(|item| Site { clause, item }));
        }
    }
    sites
}

const DIRECTIONS: [Direction; 3] = [Direction::Either, Direction::Right, Direction::Left];

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    if clause.patterns.len() >= ground.dialect.limits.patterns {
        return None;
    }
    let start = NodePattern::variable(named_nodes(clause).into_iter().nth(site.item / DIRECTIONS.len())?);
    let direction = DIRECTIONS[site.item % DIRECTIONS.len()];
    let relationship = RelationshipPattern { direction, ..RelationshipPattern::default() };
    let segments = vec![Segment::Hop { relationship, node: NodePattern::default() }];
    clause.patterns.insert(0, PathPattern { start, segments }.into());
    Some(vec![query])
}
