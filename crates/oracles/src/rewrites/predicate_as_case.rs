//! A conjunct as a CASE.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{all_conjuncts, case, is_null, with_conjunct};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A conjunct keeps the rows for which it is true: so does a CASE that gives it, or gives its truth value.
///
/// `MATCH (n) WHERE n.k > 1 RETURN n.k AS x` has the rows of `MATCH (n) WHERE CASE WHEN true THEN n.k > 1 END RETURN n.k AS
/// x`, and of `MATCH (n) WHERE CASE WHEN n.k > 1 THEN true WHEN NOT n.k > 1 THEN false END RETURN n.k AS x`.
///
/// It would be no statement where a pattern is the predicate, which is no value.
pub const PREDICATE_AS_CASE: Rewrite = Rewrite {
    name: "predicate_as_case",
    page: "A conjunct keeps the rows for which it is true, and so does a CASE that gives its truth value.",
    effect: Effect::SameRows,
    needs: &[Precondition::NoPatternPredicate],
    sites: |query| all_conjuncts(query, VARIANTS),
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 4;

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let make = |part: Expression| {
        Some(Some(match site.item % VARIANTS {
            0 => case(vec![(build::boolean(true), part)], None),
            1 => case(vec![(build::boolean(false), build::boolean(true))], Some(part)),
            2 => case(vec![(part.clone(), build::boolean(true)), (build::not(part), build::boolean(false))], None),
            _ => case(vec![(is_null(part.clone()), build::null())], Some(part)),
        }))
    };
    Some(vec![with_conjunct(query, site.clause, site.item / VARIANTS, make)?])
}
