//! Ways after something was added.

use graphlance_case::{Bag, Number, Relation};

use super::asking::{listed, quoted};
use super::{TraversalNeed, TraversalRelation, Walking};
use crate::relations::{Asked, Types};

/// Each walk to a new vertex behind a vertex is one to that vertex, and the edge between them (Gamera, *Addition*).
pub(super) const APPENDED: TraversalRelation = TraversalRelation {
    name: "walks_to_an_appended_vertex",
    oracle: "gamera",
    page: "As many walks lead to a new vertex behind a vertex as led to that.",
    needs: &[TraversalNeed::AnyEnds],
    writes: true,
    make: appended,
};

/// Where no walk leads back, a new edge between two vertices is one walk more between them.
pub(super) const PARALLEL: TraversalRelation = TraversalRelation {
    name: "walks_beside_a_new_edge",
    oracle: "gamera",
    page: "Without cycles a new edge between two vertices is one walk more between them.",
    needs: &[TraversalNeed::Acyclic, TraversalNeed::AnyEnds],
    writes: true,
    make: |asking| parallel(asking, true),
};

/// Everywhere it is one more at least.
pub(super) const PARALLEL_AT_LEAST: TraversalRelation = TraversalRelation {
    name: "more_walks_with_a_new_edge",
    oracle: "gamera",
    page: "A new edge between two vertices is at least one walk more between them.",
    needs: &[TraversalNeed::AnyEnds],
    writes: true,
    make: |asking| parallel(asking, false),
};

/// A simple path never goes along an edge from a vertex to itself.
pub(super) const RING: TraversalRelation = TraversalRelation {
    name: "simple_paths_with_a_ring",
    oracle: "gamera",
    page: "With a new edge from a vertex to itself there are as many simple paths as before.",
    needs: &[TraversalNeed::AnyEnds],
    writes: true,
    make: ring,
};

/// Vertices of a new label and edges of a new type between them are at the end of no way that begins at a vertex, and pass no
/// filter of another label (Gamera, *Irrelevant*).
pub(super) const IRRELEVANT: TraversalRelation = TraversalRelation {
    name: "irrelevant_additions",
    oracle: "gamera",
    page: "What hangs together with nothing, and has a label and a type of its own, changes no result that begins at a vertex.",
    needs: &[TraversalNeed::AnyEnds, TraversalNeed::AnyLabel],
    writes: true,
    make: irrelevant,
};

/// Pairs of vertices that are added.
const ADDITIONS: [usize; 2] = [1, 3];

fn count(start: i64, end: i64, step: &str, longest: usize) -> String {
    let is = Walking::is(end);
    format!("{}.repeat(__.{step}).times({longest}).emit().{is}.count()", Walking::at(start))
}

/// What puts a new vertex behind one, with identities from one on that no element has.
pub(super) fn append(asking: &Walking<'_>, to: i64, kind: &str, fresh: i64) -> Option<String> {
    let (label, kind) = (quoted(asking.graph.schema.labels.first()?), quoted(kind));
    let of_edge = fresh.saturating_add(1);
    Some(format!(
        "{}.as(\"m\").addV({label}).property(\"id\", {fresh}L).addE({kind}).from(\"m\").property(\"id\", {of_edge}L)",
        Walking::at(to)
    ))
}

/// What puts a new edge between two vertices.
pub(super) fn connect(asking: &Walking<'_>, from: i64, to: i64, kind: &str) -> String {
    let (kind, id, is) = (quoted(kind), asking.fresh_id(), Walking::is(to));
    format!("{}.as(\"m\").V().{is}.addE({kind}).from(\"m\").property(\"id\", {id}L)", Walking::at(from))
}

fn appended(asking: &mut Walking<'_>) -> Option<Asked> {
    let (kind, types) = asking.new_and_counted()?;
    let longest = asking.longest();
    let ends = asking.ends(&types, longest)?;
    let (fresh, step) = (asking.fresh_id(), asking.forth(&types));
    let before = count(ends.start, ends.end, &step, longest);
    // Not in one step: the edge to the new vertex leads from nowhere else.
    let after = count(ends.start, fresh, &step, longest + 1);
    let append = append(asking, ends.end, &kind, fresh)?;
    Some(Asked::of([before, append, after], Relation::Equal(Number::Value(0), Number::Value(2))))
}

fn parallel(asking: &mut Walking<'_>, exactly: bool) -> Option<Asked> {
    let (kind, types) = asking.new_and_counted()?;
    let longest = asking.longest();
    // Where a way leads from the one to the other already, a new edge between them closes no cycle.
    let ends =
        if exactly { asking.connected_ends(&Types::default(), longest)? } else { asking.ends(&types, longest)? };
    let connect = connect(asking, ends.start, ends.end, &kind);
    let counted = count(ends.start, ends.end, &asking.forth(&types), longest);
    let more = Number::Sum(vec![Number::Value(0), Number::Constant(1)]);
    let relation = match exactly {
        true => Relation::Equal(more, Number::Value(2)),
        false => Relation::AtMost(more, Number::Value(2)),
    };
    Some(Asked::of([counted.clone(), connect, counted], relation))
}

fn ring(asking: &mut Walking<'_>) -> Option<Asked> {
    let (kind, types) = asking.new_and_counted()?;
    let longest = asking.longest();
    let ends = asking.ends(&types, longest)?;
    let at = *asking.random.pick(&[ends.start, ends.end])?;
    let connect = connect(asking, at, at, &kind);
    let counted = count(ends.start, ends.end, &format!("{}.simplePath()", asking.forth(&types)), longest);
    Some(Asked::of([counted.clone(), connect, counted], Relation::Equal(Number::Value(0), Number::Value(2))))
}

fn irrelevant(asking: &mut Walking<'_>) -> Option<Asked> {
    let (a, types, longest) = (asking.node()?, asking.types(), asking.longest());
    let label = quoted(asking.random.pick(&asking.graph.schema.labels)?);
    let (start, forth, back) = (Walking::at(a), asking.forth(&types), asking.back(&types));
    let ask = match asking.random.below(4) {
        0 => format!("{start}.{forth}.{back}.values(\"id\")"),
        1 => format!("{start}.repeat(__.{forth}).times({longest}).emit().values(\"id\")"),
        2 => format!("{start}.repeat(__.both({})).times({longest}).values(\"id\")", listed(&types)),
        _ => format!("g.V().hasLabel({label}).{}.values(\"id\")", asking.own_filter()?),
    };
    let fresh = asking.fresh_id();
    let additions = asking.random.between(ADDITIONS[0], ADDITIONS[1]) as i64;
    let pairs = (0..additions).map(|number| {
        let id = |place: i64| fresh.saturating_add(3 * number + place);
        format!(
            "addV(\"Irrelevant\").property(\"id\", {}L).as(\"m{number}\").addV(\"Irrelevant\").property(\"id\", {}L)\
             .addE(\"IRRELEVANT\").from(\"m{number}\").property(\"id\", {}L)",
            id(0),
            id(1),
            id(2)
        )
    });
    let add = format!("g.{}", pairs.collect::<Vec<_>>().join("."));
    Some(Asked::of([ask.clone(), add, ask], Relation::Same(vec![Bag::Rows(0), Bag::Rows(2)])))
}
