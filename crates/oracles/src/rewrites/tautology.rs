//! A WHERE with something that is always true, or never.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{is_not_null, is_null, named_nodes};
use super::{Effect, Ground, Rewrite, Site};

/// What holds of every element that a MATCH binds may stand in its WHERE, and what holds of none may stand beside it under OR: an
/// element is equal to itself and not null, and a predicate over its properties is true, false or null.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `MATCH (n) WHERE n.k > 1 OR NOT n.k > 1 OR n.k > 1 IS NULL RETURN n.k AS x`,
/// and `MATCH (n) WHERE n.k > 1 RETURN n.k AS x` those of `MATCH (n) WHERE n.k > 1 OR n IS NULL RETURN n.k AS x`. The same in
/// an OPTIONAL MATCH, whose WHERE is asked of what is found.
pub const TAUTOLOGY: Rewrite = Rewrite {
    name: "tautology",
    page: "What holds of every element may be demanded of it, and what holds of none may be allowed as well.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 6;

/// Each MATCH with a named node.
fn sites(query: &Query) -> Vec<Site> {
    let clauses = query.first.clauses.iter().enumerate();
    let named =
        clauses.filter(|(_, clause)| matches!(clause, Clause::Match(clause) if !named_nodes(clause).is_empty()));
    named.flat_map(|(clause, _)| (0..VARIANTS).map(move |item| Site { clause, item })).collect()
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let name = named_nodes(clause).into_iter().next_back()?;
    let one = || build::variable(name.clone());
    let equal = |operator| build::compare(operator, one(), one());
    let key = ground.graph.schema.keys.first().map_or_else(|| "id".into(), |key| key.name.clone());
    let property = || Expression::Property(Box::new(one()), key.clone());
    let divides = || build::compare(ComparisonOperator::GreaterOrEqual, property(), property());
    let or = |left, right| build::binary(BinaryOperator::Or, left, right);
    let always = match site.item {
        0 => is_not_null(one()),
        1 => equal(ComparisonOperator::Equal),
        2 => build::not(equal(ComparisonOperator::NotEqual)),
        3 => or(or(divides(), build::not(divides())), is_null(divides())),
        4 => {
            let whole = clause.predicate.take()?;
            clause.predicate = Some(or(whole, is_null(one())));
            return Some(vec![query]);
        }
        _ => {
            let never = build::binary(BinaryOperator::And, divides(), build::not(divides()));
            let never = build::binary(BinaryOperator::And, never, is_not_null(divides()));
            let whole = clause.predicate.take()?;
            clause.predicate = Some(or(never, whole));
            return Some(vec![query]);
        }
    };
    clause.predicate = build::all(clause.predicate.take().into_iter().chain([always]));
    Some(vec![query])
}
