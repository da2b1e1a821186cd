//! A conjunction or disjunction as the negation of the other.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// De Morgan's laws hold in three-valued logic, too: `p AND q` is `NOT (NOT p OR NOT q)`, and `p OR q` is `NOT (NOT p AND NOT q)`,
/// each of true, false and null. Both parts are booleans or null already, or else both forms are errors, so that nothing is
/// asked of their types.
///
/// `MATCH (n) WHERE n.k > 1 AND n.j = 2 RETURN n.k AS x` has the rows of
/// `MATCH (n) WHERE NOT (NOT n.k > 1 OR NOT n.j = 2) RETURN n.k AS x`. The same in an OPTIONAL MATCH, whose WHERE stays where it
/// is, and in a WITH.
///
/// It would be unsound where a part may raise an error: an engine that filters by each part of an AND as soon as it can may meet
/// the error where it does not meet that of the negated OR, which is one filter.
pub const DE_MORGAN: Rewrite = Rewrite {
    name: "de_morgan",
    page: "De Morgan's laws hold in three-valued logic: p AND q is NOT (NOT p OR NOT q), p OR q is NOT (NOT p AND NOT q).",
    effect: Effect::SameRows,
    needs: &[Precondition::NeverRaises],
    sites,
    apply,
};

/// The operator that takes the place of one under a negation.
fn dual(operator: BinaryOperator) -> Option<BinaryOperator> {
    match operator {
        BinaryOperator::And => Some(BinaryOperator::Or),
        BinaryOperator::Or => Some(BinaryOperator::And),
        _ => None,
    }
}

/// The clauses whose WHERE is a conjunction or disjunction.
fn sites(query: &Query) -> Vec<Site> {
    let joined = |clause: &Clause| match clause {
        Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. }) => {
            matches!(predicate, Some(Expression::Binary(operator, ..)) if dual(*operator).is_some())
        }
        _ => false,
    };
    let clauses = query.first.clauses.iter().enumerate();
    clauses.filter(|(_, clause)| joined(clause)).map(|(clause, _)| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let predicate = match query.first.clauses.get_mut(site.clause)? {
        Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. }) => predicate,
        _ => return None,
    };
    let whole = predicate.take()?;
    let Expression::Binary(operator, left, right) = whole else { return None };
    let negated = build::binary(dual(operator)?, build::not(*left), build::not(*right));
    *predicate = Some(build::not(negated));
    Some(vec![query])
}
