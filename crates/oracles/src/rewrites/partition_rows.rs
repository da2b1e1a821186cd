//! Rows divided by a predicate.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::facts::{Scope, scopes};
use graphlance_cypher::functions::Kind;
use graphlance_generate::arbitrary::arbitrary_predicate;
use graphlance_graph::Name;

use super::{Effect, Material, Precondition, Rewrite, Site};

/// Ternary logic partitioning: a predicate p is true, false or null on each row of a MATCH, so that the rows under `p`, under
/// `NOT p` and under `p IS NULL`, put together, are all rows (Rigger and Su, OOPSLA 2020). The predicate is random, and
/// stands in the WHERE of the MATCH or of a
/// `WITH *` after it.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `MATCH (n) WHERE n.k > 1 RETURN n.k AS x`, of
/// `MATCH (n) WHERE NOT n.k > 1 RETURN n.k AS x` and of `MATCH (n) WHERE n.k > 1 IS NULL RETURN n.k AS x`.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, DISTINCT, LIMIT), in an OPTIONAL
/// MATCH, which gives a row in each part, and in a query with UNION.
pub const PARTITION_ROWS: Rewrite = Rewrite {
    name: "partition_rows",
    page: "A predicate p is true, false or null on each row of a MATCH: the rows under p, under NOT p and under p IS NULL, \
           put together, are all rows.",
    effect: Effect::Parts,
    needs: &[Precondition::OnePart, Precondition::RowByRow, Precondition::NotOptional],
    sites,
    apply,
};

/// Depth of the predicate at most.
const DEPTH: usize = 3;

fn sites(query: &Query) -> Vec<Site> {
    let clauses = query.first.clauses.iter().enumerate();
    clauses
        .filter(|(_, clause)| matches!(clause, Clause::Match(_)))
        .map(|(clause, _)| Site { clause, item: 0 })
        .collect()
}

fn apply(query: &Query, site: Site, material: &mut Material<'_>) -> Option<Vec<Query>> {
    let outer = Scope::with_schema(&material.ground.graph.schema);
    let scopes = scopes(query, &outer);
    let scope = scopes.first()?.get(site.clause + 1)?;
    let of_kind = |kind| -> Vec<Name> {
        scope.bindings().iter().filter(|binding| binding.of.kind == kind).map(|binding| binding.name.clone()).collect()
    };
    let depth = material.random.below(DEPTH + 1);
    let predicate = arbitrary_predicate(
        material.random,
        material.ground.graph,
        of_kind(Kind::Node),
        of_kind(Kind::Relationship),
        depth,
    );
    let is_null = Expression::Unary(UnaryOperator::IsNull, Box::new(predicate.clone()));
    let parts = [predicate.clone(), build::not(predicate), is_null];
    let carries = material.random.chance(0.3) && !scope.bindings().is_empty();
    let filter = if carries { filtered_after } else { filtered };
    parts.into_iter().map(|part| filter(query, site, part)).collect()
}

/// The query with the predicate in the WHERE of a `WITH *` after the MATCH.
fn filtered_after(query: &Query, site: Site, predicate: Expression) -> Option<Query> {
    let mut query = query.clone();
    let projection = Projection { star: true, ..Projection::default() };
    let filter = With { projection, predicate: Some(predicate) };
    query.first.clauses.insert(site.clause + 1, Clause::With(filter));
    Some(query)
}

/// The query with one more conjunct in the WHERE of the MATCH.
fn filtered(query: &Query, site: Site, conjunct: Expression) -> Option<Query> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    clause.predicate = build::all(clause.predicate.take().into_iter().chain([conjunct]));
    Some(query)
}
