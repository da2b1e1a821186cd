//! What can be reached over a node.

use graphlance_case::{Bag, Number, Relation};

use super::{Asked, Asking, GraphRelation};

/// Where one path leads to a node and another one goes on from there, a path leads from the one end to the other (Gamera,
/// *Connectivity*). It is as long as both at most.
pub(super) const CONNECTED: GraphRelation = GraphRelation {
    name: "connected",
    page: "Where a path leads to a node and another goes on from there, a path leads from the one end to the other.",
    needs: &[],
    writes: false,
    anchored: true,
    make,
};

fn make(asking: &mut Asking<'_>) -> Option<Asked> {
    let (types, first, second) = (asking.types(), asking.longest(), asking.longest());
    let stations = asking.stations([(&types, first), (&types, second)])?;
    let [a, b, c] = stations.as_slice() else { return None };
    let reaches = |from: &i64, to: &i64, longest: usize| {
        format!("MATCH (a {{id: {from}}})-[rs{types}*1..{longest}]->(b {{id: {to}}}) RETURN DISTINCT b.id AS id")
    };
    let texts = [reaches(a, b, first), reaches(b, c, second), reaches(a, c, first + second)];
    let is_reached = |step| Number::Count(Bag::Rows(step));
    let relation = Relation::AtMost(Number::Product(vec![is_reached(0), is_reached(1)]), is_reached(2));
    Some(Asked::of(texts, relation))
}
