//! Paths after something was added.

use graphlance_case::{Number, Relation};

use super::asking::Types;
use super::{Asked, Asking, GraphRelation, Need};

/// Each path to a new node behind a node is one to that node, and the relationship between them (Gamera, *Addition*).
pub(super) const APPENDED: GraphRelation = GraphRelation {
    name: "paths_to_an_appended_node",
    page: "As many paths lead to a new node behind a node as led to that.",
    needs: &[Need::TrailsOrWalks],
    writes: true,
    anchored: false,
    make: appended,
};

/// Where no path leads back, a new relationship between two nodes is one path more between them.
pub(super) const PARALLEL: GraphRelation = GraphRelation {
    name: "paths_beside_a_new_relationship",
    page: "Without cycles a new relationship between two nodes is one path more between them.",
    needs: &[Need::Acyclic],
    writes: true,
    anchored: false,
    make: |asking| parallel(asking, true),
};

/// Everywhere it is one more at least.
pub(super) const PARALLEL_AT_LEAST: GraphRelation = GraphRelation {
    name: "more_paths_with_a_new_relationship",
    page: "A new relationship between two nodes is at least one path more between them.",
    needs: &[],
    writes: true,
    anchored: false,
    make: |asking| parallel(asking, false),
};

/// A path may turn once in a ring at its end, whenever it comes by.
pub(super) const RING: GraphRelation = GraphRelation {
    name: "paths_with_a_ring",
    page: "With a new ring at its end there is, beside each path, one more for each time that it comes by.",
    needs: &[Need::Trails],
    writes: true,
    anchored: false,
    make: ring,
};

fn count(start: i64, end: i64, types: &Types, longest: usize) -> String {
    format!("MATCH (a {{id: {start}}})-[rs{types}*1..{longest}]->(b {{id: {end}}}) RETURN count(*) AS d")
}

fn appended(asking: &mut Asking<'_>) -> Option<Asked> {
    let (kind, types) = asking.new_and_counted()?;
    let longest = asking.longest();
    let ends = asking.ends(&types, longest)?;
    let fresh = asking.fresh_id();
    let create = format!(
        "MATCH (n {{id: {}}}) CREATE (n)-[:{kind} {{id: {}}}]->(:{} {{id: {fresh}}})",
        ends.end,
        fresh.saturating_add(1),
        asking.graph.schema.labels.first()?
    );
    let before = count(ends.start, ends.end, &types, longest);
    // Not in one step: the relationship to the new node leads from nowhere else.
    let after = count(ends.start, fresh, &types, longest + 1);
    Some(Asked::of([before, create, after], Relation::Equal(Number::Value(0), Number::Value(2))))
}

fn parallel(asking: &mut Asking<'_>, exactly: bool) -> Option<Asked> {
    let (kind, types) = asking.new_and_counted()?;
    let longest = asking.longest();
    // Where a path leads from the one to the other already, a new relationship between them closes no cycle.
    let ends =
        if exactly { asking.connected_ends(&Types::default(), longest)? } else { asking.ends(&types, longest)? };
    let create = format!(
        "MATCH (m {{id: {}}}), (n {{id: {}}}) CREATE (m)-[:{kind} {{id: {}}}]->(n)",
        ends.start,
        ends.end,
        asking.fresh_id()
    );
    let counted = count(ends.start, ends.end, &types, longest);
    let more = Number::Sum(vec![Number::Value(0), Number::Constant(1)]);
    let relation = match exactly {
        true => Relation::Equal(more, Number::Value(2)),
        false => Relation::AtMost(more, Number::Value(2)),
    };
    Some(Asked::of([counted.clone(), create, counted], relation))
}

fn ring(asking: &mut Asking<'_>) -> Option<Asked> {
    let (kind, types) = asking.new_and_counted()?;
    let longest = asking.longest();
    let ends = asking.ends(&types, longest)?;
    let (a, b) = (ends.start, ends.end);
    let create = format!("MATCH (n {{id: {b}}}) CREATE (n)-[:{kind} {{id: {}}}]->(n)", asking.fresh_id());
    let visits = format!(
        "MATCH p = (a {{id: {a}}})-[rs{types}*1..{longest}]->(b {{id: {b}}}) \
         RETURN sum(size([n IN nodes(p) WHERE n.id = {b}])) AS d"
    );
    let counted = count(a, b, &types, longest + 1);
    let with_turns = Number::Sum(vec![Number::Value(0), Number::Value(1)]);
    let relation = Relation::Equal(with_turns, Number::Value(3));
    Some(Asked::of([counted.clone(), visits, create, counted], relation))
}
