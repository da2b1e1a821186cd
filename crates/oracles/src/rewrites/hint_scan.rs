//! A scan of a label demanded.

use graphlance_cypher::ast::*;
use graphlance_graph::Name;
use graphlance_reference::is_met;

use super::place::{labels_of, named_nodes, scopes_of};
use super::{Effect, Ground, Rewrite, Site};

/// A hint says how matches are found and never which (Cypher manual, "Planner hints"): a label that a MATCH demands of a node may
/// be scanned.
///
/// `MATCH (a:A)-[r]->(b) RETURN b.k AS x` has the rows of `MATCH (a:A)-[r]->(b) USING SCAN a:A RETURN b.k AS x`. The same in an
/// OPTIONAL MATCH.
///
/// Of a node that an earlier clause binds there is nothing to scan, and a pattern under a path selector is not the planner's: both
/// are left alone.
pub const HINT_SCAN: Rewrite = Rewrite {
    name: "hint_scan",
    page: "A label that a MATCH demands of a node may be scanned.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// Each named node of each MATCH that may have a hint.
pub(super) fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        if let Clause::Match(each) = each
            && each.patterns.iter().all(|pattern| pattern.selector == PathSelector::All)
        {
            sites.extend((0..named_nodes(each).len()).map(|item| Site { clause, item }));
        }
    }
    sites
}

/// The query with a hint that `make` gives for the node at a place; none where it is bound already.
pub(super) fn hinted(
    query: &Query,
    site: Site,
    ground: Ground<'_>,
    make: impl FnOnce(&Match, &Name) -> Option<Hint>,
) -> Option<Vec<Query>> {
    let scopes = scopes_of(query, ground.graph);
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let name = named_nodes(clause).into_iter().nth(site.item)?;
    if scopes.get(site.clause)?.find(&name).is_some() {
        return None;
    }
    let hint = make(clause, &name)?;
    clause.hints.push(hint);
    Some(vec![query])
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    hinted(query, site, ground, |clause, name| {
        let scan = |label: Name| Hint::Scan(Hinted { variable: name.clone(), label });
        labels_of(clause, name).into_iter().map(scan).find(|hint| is_met(hint, clause))
    })
}
