//! EXISTS as a count.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{replace_within, within_wheres};
use super::{Effect, Ground, Rewrite, Site};

/// `EXISTS { .. }` is true when `COUNT { .. }` of the same is more than 0, and neither is ever null.
///
/// `MATCH (n) WHERE EXISTS { (n)-->() } RETURN n.k AS x` has the rows of
/// `MATCH (n) WHERE COUNT { (n)-->() } > 0 RETURN n.k AS x`, with `<> 0` and `>= 1` as well.
pub const EXISTS_AS_COUNT: Rewrite = Rewrite {
    name: "exists_as_count",
    page: "EXISTS { .. } is true when COUNT { .. } of the same is more than 0.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| within_wheres(query, is_exists, TESTS.len()),
    apply,
};

const TESTS: [(ComparisonOperator, i64); 3] =
    [(ComparisonOperator::Greater, 0), (ComparisonOperator::NotEqual, 0), (ComparisonOperator::GreaterOrEqual, 1)];

fn is_exists(expression: &Expression) -> bool {
    matches!(expression, Expression::Exists(_))
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let (operator, least) = TESTS[site.item % TESTS.len()];
    replace_within(query, site.clause, site.item / TESTS.len(), is_exists, |expression| {
        let Expression::Exists(subquery) = expression else { return None };
        Some(build::compare(operator, Expression::Count(subquery.clone()), build::integer(least)))
    })
}
