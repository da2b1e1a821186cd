//! A comparison from its other side.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{replace_within, within_wheres};
use super::{Effect, Ground, Rewrite, Site};

/// `a < b` is `b > a`, and so on for every comparison.
///
/// `MATCH (n) WHERE n.k < 2 RETURN n.k AS x` has the rows of `MATCH (n) WHERE 2 > n.k RETURN n.k AS x`.
///
/// It would be unsound for a chain of comparisons taken apart; those are left alone.
pub const TURN_COMPARISON: Rewrite = Rewrite {
    name: "turn_comparison",
    page: "A comparison may be written from its other side: a < b is b > a.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| within_wheres(query, is_comparison, 1),
    apply,
};

/// A comparison of two values.
pub(super) fn is_comparison(expression: &Expression) -> bool {
    matches!(expression, Expression::Comparison(_, links) if links.len() == 1)
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    replace_within(query, site.clause, site.item, is_comparison, |expression| {
        let Expression::Comparison(one, links) = expression else { return None };
        let (operator, other) = links.first()?;
        Some(build::compare(operator.turned(), other.clone(), (**one).clone()))
    })
}
