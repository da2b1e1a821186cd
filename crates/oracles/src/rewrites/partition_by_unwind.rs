//! Rows divided by a predicate and put together again by an UNWIND.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{fresh, is_null, named_nodes, unwind, with_clause};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// Whether a property is null is true or false of each node: with an UNWIND of both before a MATCH, whose WHERE keeps the one that
/// is the case, each row is found once.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `UNWIND [true, false] AS z0 MATCH (n) WHERE n.k IS NULL = z0 RETURN n.k AS x`.
///
/// It would be unsound before an OPTIONAL MATCH, which gives a row for each of the two, and where a later clause gives all
/// variables.
pub const PARTITION_BY_UNWIND: Rewrite = Rewrite {
    name: "partition_by_unwind",
    page: "With an UNWIND of true and false before a MATCH, whose WHERE keeps the one that is the case, each row is found once.",
    effect: Effect::SameRows,
    needs: &[Precondition::NotOptional, Precondition::StarUnseen],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    let clauses = query.first.clauses.iter().enumerate();
    let named =
        clauses.filter(|(_, clause)| matches!(clause, Clause::Match(clause) if !named_nodes(clause).is_empty()));
    named.map(|(clause, _)| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let variable = fresh(query);
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let name = named_nodes(clause).into_iter().next()?;
    let key = ground.graph.schema.keys.last().map_or_else(|| "id".into(), |key| key.name.clone());
    let divides = is_null(build::property(name, key));
    let kept = build::compare(ComparisonOperator::Equal, divides, build::variable(variable.clone()));
    clause.predicate = build::all(clause.predicate.take().into_iter().chain([kept]));
    let both = Expression::List(vec![build::boolean(true), build::boolean(false)]);
    Some(with_clause(&query, site.clause, unwind(both, variable)))
}
