//! Several ways or filters in one traversal.

use super::asking::listed;
use super::{TraversalRelation, Walking};
use crate::relations::Asked;

/// A vertex passes several filters when it passes each of them (Gamera, *Fusion*).
pub(super) const FILTERS_AND: TraversalRelation = TraversalRelation {
    name: "filters_and",
    oracle: "gamera",
    page: "The vertices that pass several filters are those that pass each of them.",
    needs: &[],
    writes: false,
    make: |asking| filters(asking, true),
};

/// It passes one of several when it passes any.
pub(super) const FILTERS_OR: TraversalRelation = TraversalRelation {
    name: "filters_or",
    oracle: "gamera",
    page: "The vertices that pass one of several filters are those that pass any of them, put together.",
    needs: &[],
    writes: false,
    make: |asking| filters(asking, false),
};

/// What stands at the end of one way and is within what stands at the end of the other.
pub(super) const WAYS_AND: TraversalRelation = TraversalRelation {
    name: "ways_and",
    oracle: "gamera",
    page: "The vertices at the end of a way that are among those at the end of another are those at the end of both.",
    needs: &[],
    writes: false,
    make: |asking| ways(asking, true),
};

/// `union` gives what each of its traversals gives.
pub(super) const WAYS_OR: TraversalRelation = TraversalRelation {
    name: "ways_or",
    oracle: "gamera",
    page: "A union of ways gives the vertices that any of them gives.",
    needs: &[],
    writes: false,
    make: |asking| ways(asking, false),
};

/// Filters of one traversal.
const FUSED: [usize; 2] = [2, 3];

fn filters(asking: &mut Walking<'_>, all: bool) -> Option<Asked> {
    let vertices = asking.vertices()?;
    let count = asking.random.between(FUSED[0], FUSED[1]);
    let filters = (0..count).map(|_| asking.filter()).collect::<Option<Vec<String>>>()?;
    let ask = |filter: &str| format!("{vertices}.{filter}.dedup().values(\"id\")");
    let listed = |form: fn(&String) -> String| filters.iter().map(form).collect::<Vec<_>>();
    let nested = || listed(|filter| format!("__.{filter}")).join(", ");
    let at_once = match (all, asking.random.below(3)) {
        (true, 0) => format!("and({})", nested()),
        (true, 1) => filters.join("."),
        (true, _) => listed(|filter| format!("where(__.{filter})")).join("."),
        (false, 0) => format!("or({})", nested()),
        (false, 1) => format!("union({})", nested()),
        (false, _) => format!("not(__.and({}))", listed(|filter| format!("__.not(__.{filter})")).join(", ")),
    };
    Some(Asked::fused(filters.iter().map(|filter| ask(filter)).collect(), ask(&at_once), all))
}

/// A way, from a vertex that it names: its children, its parents, those that lead to what it leads to, and what is some edges away.
fn way(asking: &mut Walking<'_>) -> Option<String> {
    let (a, types, longest) = (asking.node()?, asking.types(), asking.longest());
    let is = Walking::is(a);
    let (forth, back) = (asking.forth(&types), asking.back(&types));
    Some(match asking.random.below(5) {
        0 => format!("{is}.{forth}"),
        1 => format!("{is}.{back}"),
        2 => format!("{is}.{forth}.{back}"),
        3 => format!("{is}.repeat(__.{forth}).times({longest}).emit()"),
        _ => format!("{is}.both({})", listed(&types)),
    })
}

fn ways(asking: &mut Walking<'_>, all: bool) -> Option<Asked> {
    let (one, other) = (way(asking)?, way(asking)?);
    let ask = |way: &str| format!("g.V().{way}.dedup().values(\"id\")");
    let at_once = match (all, asking.random.chance(0.5)) {
        (true, true) => {
            format!("g.V().{one}.fold().as(\"x\").V().{other}.where(P.within(\"x\")).dedup().values(\"id\")")
        }
        (true, false) => {
            format!("g.V().{one}.aggregate(\"x\").fold().V().{other}.where(P.within(\"x\")).dedup().values(\"id\")")
        }
        (false, true) => format!("g.V().union(__.{one}, __.{other}).dedup().values(\"id\")"),
        (false, false) => format!("g.inject(0).union(__.V().{one}, __.V().{other}).dedup().values(\"id\")"),
    };
    Some(Asked::fused([one, other].map(|way| ask(&way)).into(), at_once, all))
}
