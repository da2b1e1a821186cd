//! The parts of a conjunction in another order.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// AND is commutative in three-valued logic: the parts of a WHERE may change places.
///
/// `MATCH (n) WHERE n.k > 1 AND n.j IS NULL RETURN n.k AS x` has the rows of
/// `MATCH (n) WHERE n.j IS NULL AND n.k > 1 RETURN n.k AS x`.
///
/// It would be unsound where a part may raise an error that a part before it prevents, as in `n.k <> 0 AND 6 / n.k > 1`.
pub const SWAP_CONJUNCTS: Rewrite = Rewrite {
    name: "swap_conjuncts",
    page: "AND is commutative in three-valued logic: the parts of a WHERE may change places.",
    effect: Effect::SameRows,
    needs: &[Precondition::NeverRaises],
    sites,
    apply,
};

fn predicate_of(clause: &Clause) -> Option<&Expression> {
    match clause {
        Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. }) => predicate.as_ref(),
        _ => None,
    }
}

fn sites(query: &Query) -> Vec<Site> {
    let clauses = query.first.clauses.iter().enumerate();
    let conjunctions =
        clauses.filter(|(_, clause)| matches!(predicate_of(clause), Some(Expression::Binary(BinaryOperator::And, ..))));
    conjunctions.map(|(clause, _)| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    match query.first.clauses.get_mut(site.clause)? {
        Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. }) => match predicate.take()? {
            Expression::Binary(BinaryOperator::And, left, right) => {
                *predicate = Some(build::binary(BinaryOperator::And, *right, *left));
            }
            _ => return None,
        },
        _ => return None,
    }
    Some(vec![query])
}
