//! Ways along edges that have properties.

use super::asking::listed;
use super::{TraversalRelation, Walking};
use crate::relations::Asked;

/// A condition on each edge of a way is that condition on one after the other (Gamera, *Homogeneous Edge Property*).
pub(super) const HOMOGENEOUS: TraversalRelation = TraversalRelation {
    name: "homogeneous_edge_property",
    oracle: "gamera",
    page: "A condition on each edge of a way is that condition on one after the other, from whichever end.",
    needs: &[],
    writes: false,
    make: homogeneous,
};

/// Conditions on the first and on the second edge are those on the second and on the first, seen from the other end (Gamera,
/// *Heterogeneous Edge Property*).
pub(super) const HETEROGENEOUS: TraversalRelation = TraversalRelation {
    name: "heterogeneous_edge_property",
    oracle: "gamera",
    page: "Conditions on the edges of a way hold from whichever end it is looked for, and when both edges are there.",
    needs: &[],
    writes: false,
    make: heterogeneous,
};

fn homogeneous(asking: &mut Walking<'_>) -> Option<Asked> {
    let types = asking.types();
    let (a, of) = asking.two_steps([&types, &types])?;
    let (condition, types) = (asking.condition(&of)?, listed(&types));
    let (start, is) = (Walking::at(a), Walking::is(a));
    let edge = format!("outE({types}).{condition}.inV()");
    let repeated = format!("{start}.repeat(__.{edge}).times(2).values(\"id\")");
    let written = format!("{start}.{edge}.{edge}.values(\"id\")");
    let back = format!("inE({types}).{condition}.outV()");
    let turned = format!("g.V().as(\"b\").{back}.{back}.{is}.select(\"b\").values(\"id\")");
    Some(Asked::same([repeated, written, turned]))
}

fn heterogeneous(asking: &mut Walking<'_>) -> Option<Asked> {
    let (one, other) = (asking.types(), asking.types());
    // What both conditions are met by is there: by chance few ways would meet them.
    let (a, [of_first, of_second]) = asking.two_steps([&one, &other])?;
    let (first, second) = (asking.condition(&[of_first])?, asking.condition(&[of_second])?);
    let (one, other) = (listed(&one), listed(&other));
    let (start, is) = (Walking::at(a), Walking::is(a));
    let way = format!("{start}.outE({one}).{first}.inV().outE({other}).{second}.inV().values(\"id\")");
    let turned = format!(
        "g.V().as(\"b\").inE({other}).{second}.outV().inE({one}).{first}.outV().{is}.select(\"b\").values(\"id\")"
    );
    let both = format!(
        "{start}.outE({one}).as(\"r\").inV().outE({other}).as(\"s\").inV()\
         .where(__.select(\"s\").{second}).where(__.select(\"r\").{first}).values(\"id\")"
    );
    Some(Asked::same([way, turned, both]))
}
