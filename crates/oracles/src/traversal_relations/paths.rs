//! How many ways lead over a vertex.

use graphlance_case::{Bag, Number, Relation};

use super::{TraversalRelation, Walking};
use crate::relations::Asked;

/// Where a way leads to a vertex and another one goes on from there, a way leads from the one end to the other (Gamera,
/// *Connectivity*). It is as long as both at most.
pub(super) const CONNECTED: TraversalRelation = TraversalRelation {
    name: "connected",
    oracle: "gamera",
    page: "Where a way leads to a vertex and another goes on from there, a way leads from the one end to the other.",
    needs: &[],
    writes: false,
    make: connected,
};

/// Each walk to a vertex and each walk from it are one walk over it (Gamera, *Path Count*).
pub(super) const WALKS: TraversalRelation = TraversalRelation {
    name: "walks_over_a_vertex",
    oracle: "gamera",
    page: "As many walks lead over a vertex as walks to it times walks from it.",
    needs: &[],
    writes: false,
    make: |asking| counted(asking, Legs::Walks),
};

/// The same of simple paths, where that from the vertex on is told apart from that to it: `simplePath().from("m")`. Without `from`
/// the whole path must be simple, so that it may be fewer: Gamera's own relation takes them for as many.
pub(super) const SIMPLE_PATHS_APART: TraversalRelation = TraversalRelation {
    name: "simple_paths_over_a_vertex_apart",
    oracle: "gamera",
    page: "As many ways lead over a vertex as simple paths to it times simple paths from it, each of them looked at by itself.",
    needs: &[],
    writes: false,
    make: |asking| counted(asking, Legs::Apart),
};

/// Where the whole path must be simple there are at most as many.
pub(super) const SIMPLE_PATHS: TraversalRelation = TraversalRelation {
    name: "simple_paths_over_a_vertex",
    oracle: "gamera",
    page: "At most as many simple paths lead over a vertex as simple paths to it times simple paths from it.",
    needs: &[],
    writes: false,
    make: |asking| counted(asking, Legs::Whole),
};

/// What ways before a vertex and behind it may have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Legs {
    /// All: they are walks.
    Walks,
    /// All, though each is simple.
    Apart,
    /// Nothing: together they are simple.
    Whole,
}

fn connected(asking: &mut Walking<'_>) -> Option<Asked> {
    let (types, first, second) = (asking.types(), asking.longest(), asking.longest());
    let stations = asking.stations([(&types, first), (&types, second)])?;
    let [a, b, c] = stations.as_slice() else { return None };
    let mut reaches = |from: &i64, to: &i64, longest: usize| {
        let (start, step, is) = (Walking::at(*from), asking.forth(&types), Walking::is(*to));
        format!("{start}.repeat(__.{step}).times({longest}).emit().{is}.dedup().values(\"id\")")
    };
    let texts = [reaches(a, b, first), reaches(b, c, second), reaches(a, c, first + second)];
    let is_reached = |step| Number::Count(Bag::Rows(step));
    let relation = Relation::AtMost(Number::Product(vec![is_reached(0), is_reached(1)]), is_reached(2));
    Some(Asked::of(texts, relation))
}

fn counted(asking: &mut Walking<'_>, legs: Legs) -> Option<Asked> {
    let (first, second) = (asking.types(), asking.types());
    let lengths = [asking.longest(), asking.longest()];
    let stations = asking.stations([(&first, lengths[0]), (&second, lengths[1])])?;
    let [a, b, c] = stations.as_slice() else { return None };
    let steps = [asking.forth(&first), asking.forth(&second)];
    let leg = |place: usize, simple: &str, to: &i64| {
        let (step, longest, is) = (&steps[place], lengths[place], Walking::is(*to));
        format!("repeat(__.{step}{simple}).times({longest}).emit().{is}")
    };
    let simple = if legs == Legs::Walks { "" } else { ".simplePath()" };
    let (label, from) = match legs {
        Legs::Apart => (".as(\"m\")", ".simplePath().from(\"m\")"),
        _ => ("", simple),
    };
    let before = format!("{}.{}.count()", Walking::at(*a), leg(0, simple, b));
    let behind = format!("{}.{}.count()", Walking::at(*b), leg(1, simple, c));
    let over = format!("{}.{}{label}.{}.count()", Walking::at(*a), leg(0, simple, b), leg(1, from, c));
    let product = Number::Product(vec![Number::Value(0), Number::Value(1)]);
    let relation = match legs {
        Legs::Whole => Relation::AtMost(Number::Value(2), product),
        _ => Relation::Equal(Number::Value(2), product),
    };
    Some(Asked::of([before, behind, over], relation))
}
