//! What is so many relationships away.

use super::{Asked, Asking, GraphRelation, Need};

/// One node is a descendant of another as often as that is its ancestor (Gamera, *Ancestor and Descendant*).
pub(super) const DESCENDANTS: GraphRelation = GraphRelation {
    name: "descendants",
    page: "As many paths lead from an ancestor to a descendant as are found from the descendant backwards.",
    needs: &[Need::TrailsOrWalks],
    writes: false,
    anchored: true,
    make: descendants,
};

/// What is k relationships away one way has the node k relationships away the other way (Gamera, *K-hop*).
pub(super) const HOPS_FROM_BOTH_ENDS: GraphRelation = GraphRelation {
    name: "hops_from_both_ends",
    page: "Paths of k relationships are the same from whichever end they are looked for.",
    needs: &[Need::TrailsOrWalks],
    writes: false,
    anchored: false,
    make: from_both_ends,
};

/// A path of k relationships is k relationships one after the other.
pub(super) const HOPS_WRITTEN_OUT: GraphRelation = GraphRelation {
    name: "hops_written_out",
    page: "A path of k relationships is k relationships, one after the other.",
    needs: &[Need::TrailsInPatterns],
    writes: false,
    anchored: true,
    make: written_out,
};

fn descendants(asking: &mut Asking<'_>) -> Option<Asked> {
    let (types, longest) = (asking.types(), asking.longest());
    let ends = asking.ends(&types, longest)?;
    let (a, b) = (ends.start, ends.end);
    let forwards = format!("MATCH (a {{id: {a}}})-[rs{types}*1..{longest}]->(b {{id: {b}}}) RETURN b.id AS id");
    let backwards =
        format!("MATCH (b {{id: {b}}}) MATCH (b)<-[rs{types}*1..{longest}]-(a) WHERE a.id = {a} RETURN b.id AS id");
    let bound =
        format!("MATCH (a {{id: {a}}}), (b {{id: {b}}}) MATCH (a)-[rs{types}*1..{longest}]->(b) RETURN b.id AS id");
    Some(Asked::same([forwards, backwards, bound]))
}

fn from_both_ends(asking: &mut Asking<'_>) -> Option<Asked> {
    let (types, k) = (asking.types(), asking.longest());
    let (a, label) = (asking.node()?, asking.label());
    let forwards = format!("MATCH (a {{id: {a}}})-[rs{types}*{k}..{k}]->(b{label}) RETURN b.id AS id");
    let backwards = format!("MATCH (b{label})<-[rs{types}*{k}..{k}]-(a) WHERE a.id = {a} RETURN b.id AS id");
    Some(Asked::same([forwards, backwards]))
}

fn written_out(asking: &mut Asking<'_>) -> Option<Asked> {
    let (types, k) = (asking.types(), asking.longest());
    let (a, label) = (asking.node()?, asking.label());
    let of_length = format!("MATCH (a {{id: {a}}})-[rs{types}*{k}..{k}]->(b{label}) RETURN b.id AS id");
    let hops: Vec<String> = (1..=k).map(|hop| format!("-[r{hop}{types}]->")).collect();
    let path = hops.join("()");
    let written = format!("MATCH (a {{id: {a}}}){path}(b{label}) RETURN b.id AS id");
    Some(Asked::same([of_length, written]))
}
