//! The length of shortest paths, which are looked for among those of some edges at most.

use graphlance_case::{Number, Relation};

use super::addition::{append, connect};
use super::asking::listed;
use super::{TraversalNeed, TraversalRelation, Walking};
use crate::relations::{Asked, Types};

/// The shortest path is at most as long as the shortest to a vertex and the shortest from there.
pub(super) const OVER_A_VERTEX: TraversalRelation = TraversalRelation {
    name: "shortest_path_over_a_vertex",
    oracle: "gamera",
    page: "The shortest path is at most as long as the shortest one to a vertex and the shortest one from there together.",
    needs: &[],
    writes: false,
    make: over_a_vertex,
};

/// What is left when a vertex is deleted are some of the paths (Gamera, *Shortest Path*).
pub(super) const DELETED: TraversalRelation = TraversalRelation {
    name: "shortest_path_after_deletion",
    oracle: "gamera",
    page: "Without a vertex that lies between its ends the shortest path is not shorter; none is longer than any.",
    needs: &[],
    writes: true,
    make: deleted,
};

/// All paths are still there when there is one edge more.
pub(super) const ADDED: TraversalRelation = TraversalRelation {
    name: "shortest_path_after_addition",
    oracle: "gamera",
    page: "With one edge more the shortest path is not longer.",
    needs: &[TraversalNeed::AnyEnds],
    writes: true,
    make: added,
};

/// All paths to a vertex to which one edge leads come over the other end of it.
pub(super) const APPENDED: TraversalRelation = TraversalRelation {
    name: "shortest_path_to_an_appended_vertex",
    oracle: "gamera",
    page: "To a new vertex behind a vertex leads a path that is longer by one.",
    needs: &[TraversalNeed::AnyEnds],
    writes: true,
    make: appended,
};

/// Stations of a path between which its ends are looked for.
const STATIONS: [usize; 2] = [2, 2];
/// Edges of a path at most.
const BOUND: usize = 4;

/// What gives the number of vertices on the shortest path of so many edges at most; nothing where there is none.
fn shortest(start: i64, end: i64, types: &Types, bound: usize) -> String {
    let (start, types, is) = (Walking::at(start), listed(types), Walking::is(end));
    format!("{start}.repeat(__.out({types}).simplePath()).times({bound}).emit().{is}.path().count(Scope.local).min()")
}

fn over_a_vertex(asking: &mut Walking<'_>) -> Option<Asked> {
    let types = asking.types();
    let stations = asking.stations(STATIONS.map(|steps| (&types, steps)))?;
    let [a, b, c] = stations.as_slice() else { return None };
    let [first, second] = STATIONS;
    let texts =
        [shortest(*a, *b, &types, first), shortest(*b, *c, &types, second), shortest(*a, *c, &types, first + second)];
    // The vertex in the middle is one of either path.
    let over = Number::Sum(vec![Number::Value(2), Number::Constant(1)]);
    let sum = Number::Sum(vec![Number::Value(0), Number::Value(1)]);
    Some(Asked::of(texts, Relation::AtMost(over, sum)))
}

fn deleted(asking: &mut Walking<'_>) -> Option<Asked> {
    let types = asking.types();
    let stations = asking.stations(STATIONS.map(|steps| (&types, steps)))?;
    let [a, b, c] = stations.as_slice() else { return None };
    let shortest = shortest(*a, *c, &types, BOUND);
    let texts = [shortest.clone(), format!("{}.drop()", Walking::at(*b)), shortest];
    Some(Asked::of(texts, Relation::AtMost(Number::Value(0), Number::Value(2))))
}

fn added(asking: &mut Walking<'_>) -> Option<Asked> {
    let types = asking.types();
    let stations = asking.stations(STATIONS.map(|steps| (&types, steps)))?;
    let [a, b, c] = stations.as_slice() else { return None };
    let (from, to) = *asking.random.pick(&[(a, b), (b, c), (c, a), (a, c)])?;
    let kind = asking.kind()?;
    let shortest = shortest(*a, *c, &types, BOUND);
    let connect = connect(asking, *from, *to, &kind);
    Some(Asked::of([shortest.clone(), connect, shortest], Relation::AtMost(Number::Value(2), Number::Value(0))))
}

fn appended(asking: &mut Walking<'_>) -> Option<Asked> {
    let (kind, types) = asking.new_and_counted()?;
    let ends = asking.ends(&types, STATIONS[0])?;
    let fresh = asking.fresh_id();
    let before = shortest(ends.start, ends.end, &types, BOUND);
    let after = shortest(ends.start, fresh, &types, BOUND + 1);
    let longer = Number::Sum(vec![Number::Value(0), Number::Constant(1)]);
    let append = append(asking, ends.end, &kind, fresh)?;
    Some(Asked::of([before, append, after], Relation::Equal(Number::Value(2), longer)))
}
