//! What is left of a result after it was deleted.

use graphlance_case::{Bag, Relation};

use super::{Asked, Asking, GraphRelation};

/// When the nodes that meet a condition on their own properties are deleted none is left (Gamera, *Deletion*).
pub(super) const NODES: GraphRelation = GraphRelation {
    name: "deleted_nodes",
    page: "When the nodes that meet a condition are deleted, none is left that meets it, and all others are.",
    needs: &[],
    writes: true,
    anchored: false,
    make: nodes,
};

/// The same of relationships.
pub(super) const RELATIONSHIPS: GraphRelation = GraphRelation {
    name: "deleted_relationships",
    page: "When the relationships of some types are deleted, none of them is left, and all others are.",
    needs: &[],
    writes: true,
    anchored: false,
    make: relationships,
};

/// When the relationships of all paths between two nodes are deleted none of these paths is left.
pub(super) const PATHS: GraphRelation = GraphRelation {
    name: "deleted_paths",
    page: "When the relationships of all paths between two nodes are deleted, none of these paths is left.",
    needs: &[],
    writes: true,
    anchored: false,
    make: paths,
};

fn nodes(asking: &mut Asking<'_>) -> Option<Asked> {
    let label = asking.label();
    let of = asking.of_nodes();
    let condition = asking.condition("n", &of)?;
    let matched = format!("MATCH (n{label}) WHERE {condition}");
    let some = format!("{matched} RETURN n.id AS id");
    Some(Asked::left(some, format!("{matched} DETACH DELETE n"), "MATCH (n) RETURN n.id AS id".to_owned()))
}

fn relationships(asking: &mut Asking<'_>) -> Option<Asked> {
    let types = asking.types();
    let label = asking.label();
    let matched = format!("MATCH (m{label})-[r{types}]->()");
    let some = format!("{matched} RETURN r.id AS id");
    Some(Asked::left(some, format!("{matched} DELETE r"), "MATCH ()-[r]->() RETURN r.id AS id".to_owned()))
}

fn paths(asking: &mut Asking<'_>) -> Option<Asked> {
    let (types, longest) = (asking.types(), asking.longest());
    let ends = asking.ends(&types, longest)?;
    let matched = format!("MATCH (a {{id: {}}})-[rs{types}*1..{longest}]->(b {{id: {}}})", ends.start, ends.end);
    let delete = format!("{matched} UNWIND rs AS r DELETE r");
    let ask = format!("{matched} RETURN b.id AS id");
    let both = Bag::Together(vec![Bag::Rows(0), Bag::Rows(2)]);
    Some(Asked::of([ask.clone(), delete, ask], Relation::Same(vec![Bag::Rows(0), both])))
}
