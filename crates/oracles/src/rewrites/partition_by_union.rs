//! Rows divided by a predicate and put together again by UNION ALL.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{is_not_null, is_null, named_nodes};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A conjunct p is true, false or null on each row. The rows under p are those under `p AND q`, `p AND NOT q` and `p AND q IS
/// NULL` for any q, put together by UNION ALL: here q says whether a property of a node is null, which is never null itself.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of
/// `MATCH (n) WHERE n.k IS NULL RETURN n.k AS x UNION ALL MATCH (n) WHERE n.k IS NOT NULL RETURN n.k AS x`.
///
/// It would be unsound where later clauses look at several rows at once, in an OPTIONAL MATCH, in a query with UNION,
/// and in one that writes, which would write twice.
pub const PARTITION_BY_UNION: Rewrite = Rewrite {
    name: "partition_by_union",
    page: "The rows of a query are those for which a property is null and those for which it is not, put together by UNION ALL.",
    effect: Effect::SameRows,
    needs: &[Precondition::OnePart, Precondition::ReadsOnly, Precondition::RowByRow, Precondition::NotOptional],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    let clauses = query.first.clauses.iter().enumerate();
    let named =
        clauses.filter(|(_, clause)| matches!(clause, Clause::Match(clause) if !named_nodes(clause).is_empty()));
    named.map(|(clause, _)| Site { clause, item: 0 }).collect()
}

/// A query and another part of it, without an order, which UNION does not keep.
pub(super) fn union_all(mut query: Query, other: Query) -> Query {
    let mut parts = [std::mem::take(&mut query.first), other.first];
    for part in &mut parts {
        if let Some(Clause::Return(projection)) = part.clauses.last_mut() {
            projection.order.clear();
        }
    }
    let [first, second] = parts;
    let unions = std::iter::once(Union { all: true, query: second }).chain(query.unions).collect();
    Query { first, unions, ..query }
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let key = ground.graph.schema.keys.first().map_or_else(|| "id".into(), |key| key.name.clone());
    let with = |test: fn(Expression) -> Expression| {
        let mut query = query.clone();
        let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
        let name = named_nodes(clause).into_iter().next()?;
        let kept = test(build::property(name, key.clone()));
        clause.predicate = build::all(clause.predicate.take().into_iter().chain([kept]));
        Some(query)
    };
    Some(vec![union_all(with(is_null)?, with(is_not_null)?)])
}
