//! What stands in front of a cut as an UNWIND of its rows.

use graphlance_cypher::ast::*;

use super::handed::{Form, Handed, NEEDS, cuts};
use super::{Effect, Ground, Rewrite, Site};

/// A clause knows of what stands in front of it nothing but the rows that come in: they may be handed on, each element by its
/// identity and each row as often as it comes (Mang et al., *Testing Gremlin-Based Graph Database Systems via Query
/// Disassembling*, section 5). The reference says which rows they are.
///
/// `MATCH (a)-[r]->(b) WITH a, r MATCH (a)<--(c) RETURN c.k AS x, r.k AS y` has the rows of
/// `UNWIND [[0, 5], [0, 6]] AS z0 MATCH (a {id: z0[0]}) MATCH ()-[r {id: z0[1]}]->() WITH a AS a, r AS r MATCH (a)<--(c) RETURN c.k
/// AS x, r.k AS y`, where these rows come out of the WITH.
///
/// It would be unsound where a later clause sees the order of rows, where something is written, and where identities do not tell
/// elements apart. On engines that match one of several relationships which nothing refers to, the reference knows the rows only
/// where the statement refers to all.
pub const FRONT_BY_IDS: Rewrite = Rewrite {
    name: "front_by_ids",
    page: "The rows in front of a clause may be handed to it, each element by its identity and each row as often as it comes.",
    effect: Effect::SameRows,
    needs: NEEDS,
    sites: |query| cuts(query, Form::COUNT),
    apply,
};

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let place = site.clause + 1;
    let handed = Handed::in_front(query, place, ground)?;
    Some(vec![handed.unwound(query, place, Form::of(site.item), ground)?])
}
