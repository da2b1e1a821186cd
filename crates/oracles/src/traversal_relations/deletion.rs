//! What is left of a result after it was deleted.

use graphlance_case::{Bag, Relation};

use super::asking::listed;
use super::{TraversalRelation, Walking};
use crate::relations::Asked;

/// When the vertices that pass a filter by what they have are deleted none is left (Gamera, *Deletion*).
pub(super) const VERTICES: TraversalRelation = TraversalRelation {
    name: "deleted_vertices",
    oracle: "gamera",
    page: "When the vertices that pass a filter are deleted, none is left that passes it, and all others are.",
    needs: &[],
    writes: true,
    make: vertices,
};

/// The same of edges.
pub(super) const EDGES: TraversalRelation = TraversalRelation {
    name: "deleted_edges",
    oracle: "gamera",
    page: "When the edges of some types are deleted, none of them is left, and all others are.",
    needs: &[],
    writes: true,
    make: edges,
};

/// When the edges of all walks between two vertices are deleted none of these walks is left.
pub(super) const WALKS: TraversalRelation = TraversalRelation {
    name: "deleted_walks",
    oracle: "gamera",
    page: "When the edges of all walks between two vertices are deleted, none of these walks is left.",
    needs: &[],
    writes: true,
    make: walks,
};

/// What a traversal gives is deleted: of that nothing is left, and all others are.
fn left(some: &str, all: &str) -> Asked {
    let ids = |text: &str| format!("{text}.values(\"id\")");
    Asked::left(ids(some), format!("{some}.drop()"), ids(all))
}

fn vertices(asking: &mut Walking<'_>) -> Option<Asked> {
    let label = asking.labelled();
    Some(left(&format!("g.V(){label}.{}", asking.own_filter()?), "g.V()"))
}

fn edges(asking: &mut Walking<'_>) -> Option<Asked> {
    let (types, label) = (asking.types(), asking.labelled());
    let all = *asking.random.pick(&["g.E()", "g.V().outE()"])?;
    Some(left(&format!("g.V(){label}.outE({})", listed(&types)), all))
}

fn walks(asking: &mut Walking<'_>) -> Option<Asked> {
    let (types, longest) = (asking.types(), asking.longest());
    let ends = asking.ends(&types, longest)?;
    let (start, is, types) = (Walking::at(ends.start), Walking::is(ends.end), listed(&types));
    let walk = format!("{start}.repeat(__.outE({types}).as(\"e\").inV()).times({longest}).emit().{is}");
    // All walks are there before the first edge is dropped.
    let delete = format!("{walk}.select(Pop.all, \"e\").unfold().dedup().fold().unfold().drop()");
    let ask = format!("{walk}.values(\"id\")");
    let both = Bag::Together(vec![Bag::Rows(0), Bag::Rows(2)]);
    Some(Asked::of([ask.clone(), delete, ask], Relation::Same(vec![Bag::Rows(0), both])))
}
