//! An index demanded.

use graphlance_cypher::ast::*;
use graphlance_graph::{Index, IndexKind, Name};
use graphlance_reference::is_met;

use super::place::{hinted, labels_of, places_of_hints};
use super::{Effect, Ground, Rewrite, Site};

/// A hint says how matches are found and never which (Cypher manual, "Planner hints"): where a MATCH demands of a node what an
/// index is for, the index may be used.
///
/// `MATCH (a:A)-[r]->(b) WHERE a.k = 1 RETURN b.k AS x` has the rows of
/// `MATCH (a:A)-[r]->(b) USING INDEX a:A(k) WHERE a.k = 1 RETURN b.k AS x`. The same in an OPTIONAL MATCH.
///
/// Left alone is what `hint_scan` leaves alone.
pub const HINT_INDEX: Rewrite = Rewrite {
    name: "hint_index",
    page: "Where a MATCH demands of a node what an index is for, the index may be used.",
    effect: Effect::SameRows,
    needs: &[],
    sites: places_of_hints,
    apply,
};

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    hinted(query, site, ground, |clause, name| {
        let labels = labels_of(clause, name);
        let serves = |index: &&Index| index.on_nodes && index.kind != IndexKind::Text && labels.contains(&index.name);
        let using = |index: &Index| Hint::Index {
            kind: None,
            seek: false,
            of: Hinted { variable: Name::clone(name), label: index.name.clone() },
            keys: index.keys.clone(),
        };
        ground.graph.schema.indexes.iter().filter(serves).map(using).find(|hint| is_met(hint, clause))
    })
}
