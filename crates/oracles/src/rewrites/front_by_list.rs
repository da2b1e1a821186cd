//! What stands in front of a cut as a MATCH of its elements.

use graphlance_cypher::ast::*;

use super::handed::{Handed, NEEDS, cuts};
use super::{Effect, Ground, Rewrite, Site};

/// Where a clause reads one node or relationship of each row that comes in, and none comes twice, it may as well be one of a list
/// of identities. The reference says which they are.
///
/// `MATCH (a:A)-[r]->(b) WITH b MATCH (b)-->(c) RETURN c.k AS x` has the rows of
/// `MATCH (b) WHERE b.id IN [1, 4] MATCH (b)-->(c) RETURN c.k AS x`, where the nodes of these identities come out of the WITH.
///
/// It would be unsound where `front_by_ids` would, and where an element comes twice.
pub const FRONT_BY_LIST: Rewrite = Rewrite {
    name: "front_by_list",
    page: "Elements that come to a clause once each may be looked up by a list of their identities.",
    effect: Effect::SameRows,
    needs: NEEDS,
    sites: |query| cuts(query, VARIANTS),
    apply,
};

/// The list as a parameter and as it is.
const VARIANTS: usize = 2;

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let place = site.clause + 1;
    let handed = Handed::in_front(query, place, ground)?;
    Some(vec![handed.listed(query, place, site.item == 0, ground)?])
}
