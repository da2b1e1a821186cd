//! A node that is matched already, matched again if it is there.

use super::match_again::{again, bound_nodes};
use super::{Effect, Rewrite};

/// OPTIONAL MATCH of a bound node alone keeps every row once, whether the node is there or null.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `MATCH (n) OPTIONAL MATCH (n) RETURN n.k AS x`.
pub const MATCH_AGAIN_OPTIONALLY: Rewrite = Rewrite {
    name: "match_again_optionally",
    page: "OPTIONAL MATCH of a bound node alone keeps every row once.",
    effect: Effect::SameRows,
    needs: &[],
    sites: bound_nodes,
    apply: |query, site, ground| again(query, site, ground, true),
};
