//! A scan of a label demanded.

use graphlance_cypher::ast::*;
use graphlance_graph::Name;
use graphlance_reference::is_met;

use super::place::{hinted, labels_of, places_of_hints};
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
    sites: places_of_hints,
    apply,
};

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    hinted(query, site, ground, |clause, name| {
        let scan = |label: Name| Hint::Scan(Hinted { variable: name.clone(), label });
        labels_of(clause, name).into_iter().map(scan).find(|hint| is_met(hint, clause))
    })
}
