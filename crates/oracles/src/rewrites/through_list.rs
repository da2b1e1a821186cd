//! A column taken out of a list of one, and other ways to the same value.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{fresh_names, plain_items, with_item};
use super::{Effect, Ground, Rewrite, Site};

/// What is put into a list of one item and taken out again is the same value: `[e][0]`, `head([e])`, `last([e])`; so are
/// `coalesce(e, null)` and a `reduce` over a list of one that keeps its beginning.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `MATCH (n) RETURN [n.k][0] AS x`.
pub const THROUGH_LIST: Rewrite = Rewrite {
    name: "through_list",
    page: "What is put into a list of one item and taken out again is the same value.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| plain_items(query, VARIANTS),
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 5;

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    use graphlance_cypher::functions::Scalar;
    let names = fresh_names(query, 2);
    with_item(query, site.clause, site.item / VARIANTS, |value| {
        let list = |value| Expression::List(vec![value]);
        Some(match site.item % VARIANTS {
            0 => Expression::Index(Box::new(list(value)), Box::new(build::integer(0))),
            1 => build::call(Scalar::Head.name(), vec![list(value)]),
            2 => build::call(Scalar::Last.name(), vec![list(value)]),
            3 => build::call(Scalar::Coalesce.name(), vec![value, build::null()]),
            _ => Expression::Reduce(Box::new(Reduce {
                accumulator: names[0].clone(),
                initial: value,
                variable: names[1].clone(),
                list: list(build::integer(1)),
                expression: build::variable(names[0].clone()),
            })),
        })
    })
}
