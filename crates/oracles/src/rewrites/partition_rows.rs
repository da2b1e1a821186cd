//! Rows divided by a predicate.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// Ternary logic partitioning: a predicate p is true, false or null on each row, so that the rows without it are those under `p`,
/// under `NOT p` and under `p IS NULL`, put together (Rigger and Su, OOPSLA 2020). The predicate is a conjunct of the WHERE of a
/// MATCH or of a WITH.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `MATCH (n) WHERE n.k > 1 RETURN n.k AS x`, of
/// `MATCH (n) WHERE NOT n.k > 1 RETURN n.k AS x` and of `MATCH (n) WHERE n.k > 1 IS NULL RETURN n.k AS x`.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, DISTINCT, LIMIT), in an OPTIONAL
/// MATCH, which gives a row in each part, and in a query with UNION.
pub const PARTITION_ROWS: Rewrite = Rewrite {
    name: "partition_rows",
    page: "A predicate p is true, false or null on each row: the rows without it are those under p, under NOT p and under \
           p IS NULL, put together.",
    effect: Effect::Parts,
    needs: &[Precondition::OnePart, Precondition::RowByRow, Precondition::NotOptional],
    sites,
    apply,
};

/// Every conjunct of every WHERE.
fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let (Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. })) = each else { continue };
        let count = predicate.iter().map(|predicate| conjuncts(predicate).len()).sum();
        sites.extend((0..count).map(|item| Site { clause, item }));
    }
    sites
}

/// The parts of nested conjunctions, in order.
fn conjuncts(predicate: &Expression) -> Vec<&Expression> {
    match predicate {
        Expression::Binary(BinaryOperator::And, left, right) => {
            conjuncts(left).into_iter().chain(conjuncts(right)).collect()
        }
        other => vec![other],
    }
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let (Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. })) =
        query.first.clauses.get(site.clause)?
    else {
        return None;
    };
    let all = conjuncts(predicate.as_ref()?);
    let divides = (*all.get(site.item)?).clone();
    let is_null = Expression::Unary(UnaryOperator::IsNull, Box::new(divides.clone()));
    let with = |part: Option<Expression>| {
        let mut parts: Vec<Expression> = all.iter().map(|part| (*part).clone()).collect();
        parts.splice(site.item..=site.item, part);
        let mut query = query.clone();
        match query.first.clauses.get_mut(site.clause)? {
            Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. }) => {
                *predicate = build::all(parts);
            }
            _ => return None,
        }
        Some(query)
    };
    [None, Some(build::not(divides)), Some(is_null)].into_iter().map(with).collect()
}
