//! A conjunct as a predicate over a list of one.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{all_conjuncts, fresh, with_conjunct};
use super::{Effect, Ground, Rewrite, Site};

/// A conjunct keeps the rows for which it is true, and so does the same asked of the items of a list with one item: `any`, `all`,
/// `single`, `NOT none`, or the size of the list that is left.
///
/// `MATCH (n) WHERE n.k > 1 RETURN n.k AS x` has the rows of `MATCH (n) WHERE any(z IN [1] WHERE n.k > 1) RETURN n.k AS x`.
pub const PREDICATE_OVER_ONE: Rewrite = Rewrite {
    name: "predicate_over_one",
    page: "A conjunct keeps the rows for which it is true, and so does the same asked of the items of a list of one.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| all_conjuncts(query, VARIANTS),
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 5;

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let variable = fresh(query);
    let list = || Expression::List(vec![build::integer(1)]);
    let quantified = |quantifier, predicate| {
        let variable = variable.clone();
        Expression::Quantified(Box::new(QuantifiedPredicate { quantifier, variable, list: list(), predicate }))
    };
    let make = |predicate: Expression| {
        Some(Some(match site.item % VARIANTS {
            0 => quantified(ListQuantifier::Any, predicate),
            1 => quantified(ListQuantifier::All, predicate),
            2 => quantified(ListQuantifier::Single, predicate),
            3 => build::not(quantified(ListQuantifier::None, predicate)),
            _ => {
                let left = Expression::ListComprehension(Box::new(ListComprehension {
                    variable: variable.clone(),
                    list: list(),
                    predicate: Some(predicate),
                    projection: None,
                }));
                let size = build::call(graphlance_cypher::functions::Scalar::Size.name(), vec![left]);
                build::compare(ComparisonOperator::Greater, size, build::integer(0))
            }
        }))
    };
    Some(vec![with_conjunct(query, site.clause, site.item / VARIANTS, make)?])
}
