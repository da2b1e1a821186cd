//! The results of a pattern, divided by a predicate.

use graphlance_case::{Bag, Relation};

use super::{Asked, Asking, GraphRelation};

/// A predicate is true, false or null of each node that a pattern finds (Gamera, *Partitioning*).
pub(super) const PARTS: GraphRelation = GraphRelation {
    name: "parts_of_a_pattern",
    page: "What a pattern finds is what it finds where a predicate is true, where it is false and where it is null.",
    needs: &[],
    writes: false,
    anchored: true,
    make,
};

fn make(asking: &mut Asking<'_>) -> Option<Asked> {
    let (a, types, longest) = (asking.node()?, asking.types(), asking.longest());
    let pattern = match asking.random.below(3) {
        0 => format!("(a {{id: {a}}})-[r{types}]->(x)<-[s{types}]-(n)"),
        1 => format!("(a {{id: {a}}})-[rs{types}*1..{longest}]->(n)"),
        _ => format!("(n)-[rs{types}*{longest}..{longest}]->(a {{id: {a}}})"),
    };
    let predicate = asking.predicate("n");
    let wheres = [
        String::new(),
        format!("WHERE {predicate} "),
        format!("WHERE NOT ({predicate}) "),
        format!("WHERE ({predicate}) IS NULL "),
    ];
    let texts = wheres.map(|condition| format!("MATCH {pattern} {condition}RETURN n.id AS id"));
    let parts = Bag::Together((1..texts.len()).map(Bag::Rows).collect());
    Some(Asked::of(texts, Relation::Same(vec![Bag::Rows(0), parts])))
}
