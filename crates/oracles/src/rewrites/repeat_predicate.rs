//! A WHERE said twice.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{all_conjuncts, with_conjunct};
use super::{Effect, Ground, Rewrite, Site};

/// `p AND p` and `p OR p` are p, of each of true, false and null.
///
/// `MATCH (n) WHERE n.k > 1 RETURN n.k AS x` has the rows of `MATCH (n) WHERE n.k > 1 AND n.k > 1 RETURN n.k AS x`.
pub const REPEAT_PREDICATE: Rewrite = Rewrite {
    name: "repeat_predicate",
    page: "p AND p and p OR p are p, of each of true, false and null.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| all_conjuncts(query, 2),
    apply,
};

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let operator = [BinaryOperator::And, BinaryOperator::Or][site.item % 2];
    let twice = |part: Expression| Some(Some(build::binary(operator, part.clone(), part)));
    Some(vec![with_conjunct(query, site.clause, site.item / 2, twice)?])
}
