//! A test for null as the negation of its opposite.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{is_not_null, is_null, replace_within, within_wheres};
use super::{Effect, Ground, Rewrite, Site};

/// `e IS NULL` is `NOT e IS NOT NULL`, and the other way round: both are true or false, never null.
///
/// `MATCH (n) WHERE n.k IS NULL RETURN n.j AS x` has the rows of `MATCH (n) WHERE NOT n.k IS NOT NULL RETURN n.j AS x`.
pub const NEGATE_NULL_TEST: Rewrite = Rewrite {
    name: "negate_null_test",
    page: "e IS NULL is NOT (e IS NOT NULL), and the other way round.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| within_wheres(query, is_null_test, 1),
    apply,
};

fn is_null_test(expression: &Expression) -> bool {
    matches!(expression, Expression::Unary(UnaryOperator::IsNull | UnaryOperator::IsNotNull, _))
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    replace_within(query, site.clause, site.item, is_null_test, |expression| match expression {
        Expression::Unary(UnaryOperator::IsNull, inner) => Some(build::not(is_not_null((**inner).clone()))),
        Expression::Unary(UnaryOperator::IsNotNull, inner) => Some(build::not(is_null((**inner).clone()))),
        _ => None,
    })
}
