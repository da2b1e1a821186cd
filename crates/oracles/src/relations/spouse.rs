//! Nodes that lead to the same node.

use super::{Asked, Asking, GraphRelation};

/// What two nodes both lead to does not depend on which of them is named first (Gamera, *Spouse*). Two clauses, so that one
/// relationship may stand in both.
pub(super) const SPOUSES: GraphRelation = GraphRelation {
    name: "spouses",
    page: "What two nodes both lead to does not depend on which of them is named first.",
    needs: &[],
    writes: false,
    anchored: false,
    make,
};

fn make(asking: &mut Asking<'_>) -> Option<Asked> {
    let (start, types) = (asking.node()?, asking.types());
    let label = asking.label();
    let anchored =
        format!("MATCH (a {{id: {start}}})-[r{types}]->(x{label}) MATCH (x)<-[s{types}]-(b) RETURN b.id AS id");
    let turned =
        format!("MATCH (b)-[s{types}]->(x{label}) MATCH (x)<-[r{types}]-(a {{id: {start}}}) RETURN b.id AS id");
    let filtered =
        format!("MATCH (b)-[s{types}]->(x) MATCH (a)-[r{types}]->(x{label}) WHERE a.id = {start} RETURN b.id AS id");
    Some(Asked::same([anchored, turned, filtered]))
}
