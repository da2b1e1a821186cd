//! A join demanded.

use graphlance_cypher::ast::*;
use graphlance_graph::Name;

use super::place::{hinted, places_of_hints};
use super::{Effect, Ground, Rewrite, Site};

/// A hint says how matches are found and never which (Cypher manual, "Planner hints"): what leads to a node from two sides may be
/// found from both, and joined there.
///
/// `MATCH (a:A)-[r]->(b)<-[s]-(c:C) RETURN a.k AS x, c.k AS y` has the rows of
/// `MATCH (a:A)-[r]->(b)<-[s]-(c:C) USING JOIN ON b RETURN a.k AS x, c.k AS y`. The same in an OPTIONAL MATCH.
///
/// Left alone is what `hint_scan` leaves alone.
pub const HINT_JOIN: Rewrite = Rewrite {
    name: "hint_join",
    page: "What leads to a node from two sides may be found from both, and joined there.",
    effect: Effect::SameRows,
    needs: &[],
    sites: places_of_hints,
    apply,
};

/// How many relationship patterns of a clause begin or end at a node.
fn sides(clause: &Match, name: &Name) -> usize {
    let is_it = |node: &NodePattern| usize::from(node.variable.as_ref() == Some(name));
    let of_pattern = |pattern: &Pattern| {
        let mut before = is_it(&pattern.path.start);
        let mut count = 0;
        for segment in &pattern.path.segments {
            let (Segment::Hop { node, .. } | Segment::Quantified { node, .. }) = segment;
            count += before + is_it(node);
            before = is_it(node);
        }
        count
    };
    clause.patterns.iter().map(of_pattern).sum()
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    hinted(query, site, ground, |clause, name| (sides(clause, name) > 1).then(|| Hint::Join(vec![name.clone()])))
}
