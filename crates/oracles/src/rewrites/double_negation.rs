//! A WHERE negated twice.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{all_conjuncts, with_conjunct};
use super::{Effect, Ground, Rewrite, Site};

/// `NOT NOT p` is p, of each of true, false and null. What is no boolean is an error in both forms.
///
/// `MATCH (n) WHERE n.k > 1 RETURN n.k AS x` has the rows of `MATCH (n) WHERE NOT (NOT n.k > 1) RETURN n.k AS x`.
pub const DOUBLE_NEGATION: Rewrite = Rewrite {
    name: "double_negation",
    page: "NOT NOT p is p, of each of true, false and null.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| all_conjuncts(query, 1),
    apply,
};

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let twice = |part| Some(Some(build::not(build::not(part))));
    Some(vec![with_conjunct(query, site.clause, site.item, twice)?])
}
