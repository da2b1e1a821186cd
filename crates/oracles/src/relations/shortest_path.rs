//! The length of shortest paths.

use graphlance_case::{Number, Relation};

use super::{Asked, Asking, GraphRelation};

/// The shortest path is at most as long as the shortest to a node and the shortest from there.
pub(super) const OVER_A_NODE: GraphRelation = GraphRelation {
    name: "shortest_path_over_a_node",
    page: "The shortest path is at most as long as the shortest one to a node and the shortest one from there together.",
    needs: &[],
    writes: false,
    anchored: false,
    make: over_a_node,
};

/// What is left when a node is deleted are some of the paths (Gamera, *Shortest Path*).
pub(super) const DELETED: GraphRelation = GraphRelation {
    name: "shortest_path_after_deletion",
    page: "Without a node that lies between its ends the shortest path is not shorter; none is longer than any.",
    needs: &[],
    writes: true,
    anchored: false,
    make: deleted,
};

/// All paths are still there when there is one relationship more.
pub(super) const ADDED: GraphRelation = GraphRelation {
    name: "shortest_path_after_addition",
    page: "With one relationship more the shortest path is not longer.",
    needs: &[],
    writes: true,
    anchored: false,
    make: added,
};

/// All paths to a node to which one relationship leads come over the other end of it.
pub(super) const APPENDED: GraphRelation = GraphRelation {
    name: "shortest_path_to_an_appended_node",
    page: "To a new node behind a node leads a path that is longer by one.",
    needs: &[],
    writes: true,
    anchored: false,
    make: appended,
};

/// Stations of a path between which its ends are looked for.
const STATIONS: [usize; 2] = [2, 2];

fn over_a_node(asking: &mut Asking<'_>) -> Option<Asked> {
    let types = asking.types();
    let stations = asking.stations(STATIONS.map(|steps| (&types, steps)))?;
    let [a, b, c] = stations.as_slice() else { return None };
    let bounded = asking.shortest(*a, *c, &types, STATIONS.len() * 2);
    let texts = [asking.shortest(*a, *b, &types, 0), asking.shortest(*b, *c, &types, 0), bounded];
    let sum = Number::Sum(vec![Number::Value(0), Number::Value(1)]);
    Some(Asked::of(texts, Relation::AtMost(Number::Value(2), sum)))
}

fn deleted(asking: &mut Asking<'_>) -> Option<Asked> {
    let types = asking.types();
    let stations = asking.stations(STATIONS.map(|steps| (&types, steps)))?;
    let [a, b, c] = stations.as_slice() else { return None };
    let shortest = asking.shortest(*a, *c, &types, 0);
    let texts = [shortest.clone(), format!("MATCH (n {{id: {b}}}) DETACH DELETE n"), shortest];
    Some(Asked::of(texts, Relation::AtMost(Number::Value(0), Number::Value(2))))
}

fn added(asking: &mut Asking<'_>) -> Option<Asked> {
    let types = asking.types();
    let stations = asking.stations(STATIONS.map(|steps| (&types, steps)))?;
    let [a, b, c] = stations.as_slice() else { return None };
    let (from, to) = *asking.random.pick(&[(a, b), (b, c), (c, a), (a, c)])?;
    let (kind, id) = (asking.kind()?, asking.fresh_id());
    let shortest = asking.shortest(*a, *c, &types, 0);
    let create = format!("MATCH (m {{id: {from}}}), (n {{id: {to}}}) CREATE (m)-[:{kind} {{id: {id}}}]->(n)");
    Some(Asked::of([shortest.clone(), create, shortest], Relation::AtMost(Number::Value(2), Number::Value(0))))
}

fn appended(asking: &mut Asking<'_>) -> Option<Asked> {
    let (kind, types) = asking.new_and_counted()?;
    let ends = asking.ends(&types, STATIONS[0])?;
    let fresh = asking.fresh_id();
    let create = format!(
        "MATCH (n {{id: {}}}) CREATE (n)-[:{kind} {{id: {}}}]->(:{} {{id: {fresh}}})",
        ends.end,
        fresh.saturating_add(1),
        asking.graph.schema.labels.first()?
    );
    let before = asking.shortest(ends.start, ends.end, &types, 0);
    let after = asking.shortest(ends.start, fresh, &types, 1);
    let longer = Number::Sum(vec![Number::Value(0), Number::Constant(1)]);
    Some(Asked::of([before, create, after], Relation::Equal(Number::Value(2), longer)))
}
