//! A conjunct as the condition of a subquery of one row.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::place::{all_conjuncts, fresh_names, item, unwind, with_conjunct};
use super::{Effect, Ground, Rewrite, Site};

/// A conjunct keeps the rows for which it is true, and so does a subquery that has a row then: under EXISTS, or by its count.
///
/// `MATCH (n) WHERE n.k > 1 RETURN n.k AS x` has the rows of
/// `MATCH (n) WHERE EXISTS { UNWIND [1] AS z0 WITH z0 AS z1 WHERE n.k > 1 RETURN z1 AS z2 } RETURN n.k AS x`.
pub const PREDICATE_BY_SUBQUERY: Rewrite = Rewrite {
    name: "predicate_by_subquery",
    page: "A conjunct keeps the rows for which it is true, and so does a subquery that has a row then.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| all_conjuncts(query, 2),
    apply,
};

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let names = fresh_names(query, 3);
    let make = |predicate: Expression| {
        let one = |from: &Name, to: &Name| Projection {
            items: vec![item(build::variable(from.clone()), to)],
            ..Projection::default()
        };
        let kept = With { projection: one(&names[0], &names[1]), predicate: Some(predicate) };
        let clauses = vec![
            unwind(Expression::List(vec![build::integer(1)]), names[0].clone()),
            Clause::With(kept),
            Clause::Return(one(&names[1], &names[2])),
        ];
        let body = Box::new(Subquery::Query(SingleQuery { clauses }.into()));
        Some(Some(match site.item % 2 {
            0 => Expression::Exists(body),
            _ => build::compare(ComparisonOperator::Equal, Expression::Count(body), build::integer(1)),
        }))
    };
    Some(vec![with_conjunct(query, site.clause, site.item / 2, make)?])
}
