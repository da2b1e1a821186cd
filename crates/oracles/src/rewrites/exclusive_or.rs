//! XOR by AND, OR and NOT.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{replace_within, within_wheres};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// `p XOR q` is `(p OR q) AND NOT (p AND q)`, of each of true, false and null. The parts are booleans or null, or else both
/// forms are errors.
///
/// `MATCH (n) WHERE n.k = 1 XOR n.j = 1 RETURN n.k AS x` has the rows of
/// `MATCH (n) WHERE (n.k = 1 OR n.j = 1) AND NOT (n.k = 1 AND n.j = 1) RETURN n.k AS x`.
///
/// It would be unsound where a part may raise an error, which OR and AND may keep from being met while XOR never does.
pub const EXCLUSIVE_OR: Rewrite = Rewrite {
    name: "exclusive_or",
    page: "p XOR q is (p OR q) AND NOT (p AND q), of each of true, false and null.",
    effect: Effect::SameRows,
    needs: &[Precondition::NeverRaises],
    sites: |query| within_wheres(query, is_exclusive, 1),
    apply,
};

fn is_exclusive(expression: &Expression) -> bool {
    matches!(expression, Expression::Binary(BinaryOperator::Xor, ..))
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    replace_within(query, site.clause, site.item, is_exclusive, |expression| {
        let Expression::Binary(BinaryOperator::Xor, left, right) = expression else { return None };
        let joined = |operator| build::binary(operator, (**left).clone(), (**right).clone());
        let both = build::not(joined(BinaryOperator::And));
        Some(build::binary(BinaryOperator::And, joined(BinaryOperator::Or), both))
    })
}
