//! A node of a pattern said again.

use graphlance_cypher::ast::*;

use super::place::named_nodes;
use super::{Effect, Ground, Rewrite, Site};

/// A node of a pattern may stand as a pattern of its own beside it: it is the same node.
///
/// `MATCH (a)-[r]->(b) RETURN b.k AS x` has the rows of `MATCH (a)-[r]->(b), (a) RETURN b.k AS x`. The same in an OPTIONAL MATCH.
pub const REPEAT_NODE: Rewrite = Rewrite {
    name: "repeat_node",
    page: "A node of a pattern may stand as a pattern of its own beside it: it is the same node.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// Each named node, before the first pattern and behind the last.
fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        if let Clause::Match(each) = each {
            sites.extend((0..named_nodes(each).len() * 2).map(|item| Site { clause, item }));
        }
    }
    sites
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    if clause.patterns.len() >= ground.dialect.limits.patterns {
        return None;
    }
    let start = NodePattern::variable(named_nodes(clause).into_iter().nth(site.item / 2)?);
    let place = if site.item.is_multiple_of(2) { 0 } else { clause.patterns.len() };
    clause.patterns.insert(place, PathPattern { start, segments: Vec::new() }.into());
    Some(vec![query])
}
