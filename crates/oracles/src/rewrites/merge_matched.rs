//! A MERGE of what was matched.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{fresh, with_clause, writing_places};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A MERGE of a relationship that the clause before has matched finds it and makes nothing. It stands in a FOREACH over one
/// item, for where there are several such relationships MERGE alone makes a row of each.
///
/// `MATCH (a)-[r:T]->(b) SET r.k = 1` does what
/// `MATCH (a)-[r:T]->(b) FOREACH (z0 IN [1] | MERGE (a)-[:T]->(b)) SET r.k = 1` does.
///
/// It would be unsound behind an OPTIONAL MATCH, which may have found nothing. Only relationships of one direction and one type are
/// merged.
pub const MERGE_MATCHED: Rewrite = Rewrite {
    name: "merge_matched",
    page: "A MERGE of a relationship that the clause before has matched finds it and makes nothing.",
    effect: Effect::SameState,
    needs: &[Precondition::NotOptional],
    sites,
    apply,
};

/// The relationships of a clause that can be merged, with the nodes at their ends.
fn mergeable(clause: &Clause) -> Vec<[NodePattern; 2]> {
    mergeable_hops(clause).into_iter().map(|(ends, _)| ends).collect()
}

fn mergeable_hops(clause: &Clause) -> Vec<([NodePattern; 2], RelationshipPattern)> {
    let mut found = Vec::new();
    let Clause::Match(Match { patterns, .. }) = clause else { return found };
    for pattern in patterns.iter().filter(|pattern| pattern.selector == PathSelector::All) {
        let mut before = pattern.path.start.variable.clone();
        for segment in &pattern.path.segments {
            let (Segment::Hop { node, .. } | Segment::Quantified { node, .. }) = segment;
            if let (Segment::Hop { relationship, .. }, Some(start), Some(end)) = (segment, before, &node.variable)
                && relationship.length.is_none()
                && relationship.direction != Direction::Either
                && matches!(relationship.types, Some(LabelExpression::Name(_)))
            {
                let direction = relationship.direction;
                let plain = RelationshipPattern {
                    types: relationship.types.clone(),
                    direction,
                    ..RelationshipPattern::default()
                };
                found.push(([NodePattern::variable(start), NodePattern::variable(end.clone())], plain));
            }
            before = node.variable.clone();
        }
    }
    found
}

/// Each such relationship of a MATCH that a clause follows which may come behind one that writes.
fn sites(query: &Query) -> Vec<Site> {
    let places: Vec<usize> = writing_places(query, 1).into_iter().map(|site| site.clause).collect();
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate().filter(|(place, _)| places.contains(&(place + 1))) {
        sites.extend((0..mergeable(each).len()).map(|item| Site { clause, item }));
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let clause = query.first.clauses.get(site.clause)?;
    let ([start, node], relationship) = mergeable_hops(clause).into_iter().nth(site.item)?;
    let pattern = Pattern::from(PathPattern { start, segments: vec![Segment::Hop { relationship, node }] });
    let merge = Clause::Merge(Merge { pattern, actions: Vec::new() });
    let list = Expression::List(vec![build::integer(1)]);
    let foreach = Foreach { variable: fresh(query), list, clauses: vec![merge] };
    Some(with_clause(query, site.clause + 1, Clause::Foreach(foreach)))
}
