//! An equality as the negation of an inequality.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{replace_within, within_wheres};
use super::{Effect, Ground, Rewrite, Site};

/// `a <> b` is `NOT a = b`, and `a = b` is `NOT a <> b`: null for the same values, NaN included, which is unequal to itself.
///
/// `MATCH (n) WHERE n.k <> 2 RETURN n.k AS x` has the rows of `MATCH (n) WHERE NOT n.k = 2 RETURN n.k AS x`.
///
/// It would be unsound for `<` and `>=`, which are both false of NaN; those are left alone.
pub const NEGATE_EQUALITY: Rewrite = Rewrite {
    name: "negate_equality",
    page: "a <> b is NOT a = b, and a = b is NOT a <> b, of true, false and null alike.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| within_wheres(query, is_equality, 1),
    apply,
};

fn is_equality(expression: &Expression) -> bool {
    use ComparisonOperator::{Equal, NotEqual};
    matches!(expression, Expression::Comparison(_, links) if matches!(links.as_slice(), [(Equal | NotEqual, _)]))
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    replace_within(query, site.clause, site.item, is_equality, |expression| {
        let Expression::Comparison(one, links) = expression else { return None };
        let (operator, other) = links.first()?;
        let opposite = match operator {
            ComparisonOperator::Equal => ComparisonOperator::NotEqual,
            _ => ComparisonOperator::Equal,
        };
        Some(build::not(build::compare(opposite, (**one).clone(), other.clone())))
    })
}
