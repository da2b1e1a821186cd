//! Results after something was added that has nothing to do with them.

use graphlance_case::{Bag, Relation};

use super::{Asked, Asking, GraphRelation};

/// Nodes of a new label and relationships of a new type between them are in no result of a pattern that begins at a node and goes
/// along what there was (Gamera, *Irrelevant*).
pub(super) const ADDED: GraphRelation = GraphRelation {
    name: "irrelevant_additions",
    page: "What hangs together with nothing, and has a label and a type of its own, changes no result that begins at a node.",
    needs: &[],
    writes: true,
    anchored: false,
    make,
};

/// Pairs of nodes that are added.
const ADDITIONS: [usize; 2] = [1, 8];

fn make(asking: &mut Asking<'_>) -> Option<Asked> {
    let (a, types, longest) = (asking.node()?, asking.types(), asking.longest());
    let label = asking.random.pick(&asking.graph.schema.labels)?.clone();
    let ask = match asking.random.below(5) {
        0 => format!("MATCH (a {{id: {a}}})-[r{types}]->(x)<-[s{types}]-(b) RETURN b.id AS id"),
        1 => format!("MATCH (a {{id: {a}}})-[rs{types}*1..{longest}]->(b) RETURN b.id AS id"),
        2 => format!("MATCH (a {{id: {a}}})-[rs{types}*{longest}..{longest}]-(b) RETURN b.id AS id"),
        3 => format!("MATCH (b:{label}) WHERE {} RETURN b.id AS id", asking.predicate("b")),
        _ => format!("MATCH (b:{label}) OPTIONAL MATCH (b)-[r{types}]->(c) RETURN c.id AS id"),
    };
    let fresh = asking.fresh_id();
    let additions = asking.random.between(ADDITIONS[0], ADDITIONS[1]) as i64;
    let pair = |number: i64| {
        let id = |place: i64| fresh.saturating_add(3 * number + place);
        format!("(:Irrelevant {{id: {}}})-[:IRRELEVANT {{id: {}}}]->(:Irrelevant {{id: {}}})", id(0), id(1), id(2))
    };
    let pairs: Vec<String> = (0..additions).map(pair).collect();
    let create = format!("CREATE {}", pairs.join(", "));
    Some(Asked::of([ask.clone(), create, ask], Relation::Same(vec![Bag::Rows(0), Bag::Rows(2)])))
}
