//! What is so many edges away.

use graphlance_case::{Number, Relation};

use super::asking::listed;
use super::{TraversalRelation, Walking};
use crate::relations::Asked;

/// Two vertices that lead to a third one do so whichever is asked for first (Gamera, *Spouse*).
pub(super) const SPOUSES: TraversalRelation = TraversalRelation {
    name: "spouses",
    oracle: "gamera",
    page: "What two vertices both lead to does not depend on which of them is named first.",
    needs: &[],
    writes: false,
    make: spouses,
};

/// One vertex is a descendant of another as often as that is its ancestor (Gamera, *Ancestor and Descendant*).
pub(super) const DESCENDANTS: TraversalRelation = TraversalRelation {
    name: "descendants",
    oracle: "gamera",
    page: "As many ways lead from an ancestor to a descendant as are found from the descendant backwards.",
    needs: &[],
    writes: false,
    make: descendants,
};

/// What is k edges away one way has the vertex k edges away the other way (Gamera, *K-hop*).
pub(super) const HOPS_FROM_BOTH_ENDS: TraversalRelation = TraversalRelation {
    name: "hops_from_both_ends",
    oracle: "gamera",
    page: "Ways of k edges are the same from whichever end they are looked for.",
    needs: &[],
    writes: false,
    make: from_both_ends,
};

/// `repeat` with `times` is its traversal, so often in a row.
pub(super) const HOPS_WRITTEN_OUT: TraversalRelation = TraversalRelation {
    name: "hops_written_out",
    oracle: "gamera",
    page: "A repeat of k rounds is its traversal k times in a row, whether times or loops() counts them.",
    needs: &[],
    writes: false,
    make: written_out,
};

/// `emit` gives what each round gives.
pub(super) const HOPS_EMITTED: TraversalRelation = TraversalRelation {
    name: "hops_emitted",
    oracle: "gamera",
    page: "A repeat that emits gives what its traversal gives once, twice and so on, put together.",
    needs: &[],
    writes: false,
    make: emitted,
};

fn spouses(asking: &mut Walking<'_>) -> Option<Asked> {
    let (a, types, label) = (asking.node()?, asking.types(), asking.labelled());
    let (forth, back) = (asking.forth(&types), asking.back(&types));
    let anchored = format!("{}.{forth}{label}.{back}.values(\"id\")", Walking::at(a));
    let is = Walking::is(a);
    let turned = format!("g.V().as(\"b\").{forth}{label}.{back}.{is}.select(\"b\").values(\"id\")");
    let asked = format!("g.V().as(\"b\").{forth}{label}.as(\"x\").{back}.where(__.{is}).select(\"b\").values(\"id\")");
    Some(Asked::same([anchored, turned, asked]))
}

fn descendants(asking: &mut Walking<'_>) -> Option<Asked> {
    let (types, longest) = (asking.types(), asking.longest());
    let ends = asking.ends(&types, longest)?;
    let (a, b) = (ends.start, ends.end);
    // Whether a way may come to a vertex twice.
    let simple = *asking.random.pick(&["", ".simplePath()"])?;
    let (forth, back) = (asking.forth(&types), asking.back(&types));
    let [forwards, backwards] = [(a, forth, b), (b, back, a)].map(|(from, step, to)| {
        let is = Walking::is(to);
        format!("{}.repeat(__.{step}{simple}).times({longest}).emit().{is}.count()", Walking::at(from))
    });
    Some(Asked::of([forwards, backwards], Relation::Equal(Number::Value(0), Number::Value(1))))
}

fn from_both_ends(asking: &mut Walking<'_>) -> Option<Asked> {
    let (types, k) = (asking.types(), asking.longest());
    let (a, label) = (asking.node()?, asking.labelled());
    let (forth, back) = (asking.forth(&types), asking.back(&types));
    let forwards = format!("{}.repeat(__.{forth}).times({k}){label}.values(\"id\")", Walking::at(a));
    let is = Walking::is(a);
    let backwards = format!("g.V(){label}.as(\"b\").repeat(__.{back}).times({k}).{is}.select(\"b\").values(\"id\")");
    Some(Asked::same([forwards, backwards]))
}

fn written_out(asking: &mut Walking<'_>) -> Option<Asked> {
    let (types, k) = (asking.types(), asking.longest());
    let (start, label) = (Walking::at(asking.node()?), asking.labelled());
    let (forth, step) = (asking.forth(&types), format!("out({})", listed(&types)));
    let counted = format!("{start}.repeat(__.{forth}).times({k}){label}.values(\"id\")");
    let asked = format!("{start}.repeat(__.{forth}).until(__.loops().is({k})){label}.values(\"id\")");
    let written = format!("{start}.{}{label}.values(\"id\")", vec![step; k].join("."));
    Some(Asked::same([counted, asked, written]))
}

fn emitted(asking: &mut Walking<'_>) -> Option<Asked> {
    let (types, k) = (asking.types(), asking.longest());
    let (start, label) = (Walking::at(asking.node()?), asking.labelled());
    let (forth, step) = (asking.forth(&types), format!("out({})", listed(&types)));
    let emitted = format!("{start}.repeat(__.{forth}).times({k}).emit(){label}.values(\"id\")");
    let ways: Vec<String> = (1..=k).map(|rounds| format!("__.{}", vec![step.clone(); rounds].join("."))).collect();
    let together = format!("{start}.union({}){label}.values(\"id\")", ways.join(", "));
    Some(Asked::same([emitted, together]))
}
