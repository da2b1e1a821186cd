//! A membership as a disjunction.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{replace_within, within_wheres};
use super::{Effect, Ground, Rewrite, Site};

/// `x IN [a, b]` is `x = a OR x = b`: true when one of them is equal, else null when one comparison is null, else false.
///
/// `MATCH (n) WHERE n.k IN [1, 2] RETURN n.k AS x` has the rows of `MATCH (n) WHERE n.k = 1 OR n.k = 2 RETURN n.k AS x`.
///
/// It would be unsound for a list that is not written out, which may be null; those are left alone, and so is the empty list.
pub const IN_AS_OR: Rewrite = Rewrite {
    name: "in_as_or",
    page: "x IN [a, b] is x = a OR x = b, of true, false and null alike.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| within_wheres(query, is_membership, 1),
    apply,
};

fn is_membership(expression: &Expression) -> bool {
    matches!(expression, Expression::Binary(BinaryOperator::In, _, list)
        if matches!(&**list, Expression::List(items) if !items.is_empty()))
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    replace_within(query, site.clause, site.item, is_membership, |expression| {
        let Expression::Binary(BinaryOperator::In, one, list) = expression else { return None };
        let Expression::List(items) = &**list else { return None };
        let equal = |item: &Expression| build::compare(ComparisonOperator::Equal, (**one).clone(), item.clone());
        items.iter().map(equal).reduce(|left, right| build::binary(BinaryOperator::Or, left, right))
    })
}
