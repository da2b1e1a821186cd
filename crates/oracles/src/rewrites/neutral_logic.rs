//! A WHERE with a truth value that changes nothing.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{all_conjuncts, with_conjunct};
use super::{Effect, Ground, Rewrite, Site};

/// `p AND true`, `p OR false`, `p XOR false` and the same from the other side are p, of each of true, false and null.
///
/// `MATCH (n) WHERE n.k > 1 RETURN n.k AS x` has the rows of `MATCH (n) WHERE false OR n.k > 1 RETURN n.k AS x`.
pub const NEUTRAL_LOGIC: Rewrite = Rewrite {
    name: "neutral_logic",
    page: "p AND true, p OR false and p XOR false are p, of each of true, false and null.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| all_conjuncts(query, NEUTRAL.len() * 2),
    apply,
};

const NEUTRAL: [(BinaryOperator, bool); 3] =
    [(BinaryOperator::And, true), (BinaryOperator::Or, false), (BinaryOperator::Xor, false)];

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let variant = site.item % (NEUTRAL.len() * 2);
    let (operator, value) = NEUTRAL[variant / 2];
    let with = |part: Expression| {
        let (left, right) = match variant % 2 {
            0 => (part, build::boolean(value)),
            _ => (build::boolean(value), part),
        };
        Some(Some(build::binary(operator, left, right)))
    };
    Some(vec![with_conjunct(query, site.clause, site.item / (NEUTRAL.len() * 2), with)?])
}
