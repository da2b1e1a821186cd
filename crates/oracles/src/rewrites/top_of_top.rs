//! The first rows of the first rows.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::return_in_two::by_name;
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// The first k rows of an order are the first k of its first k + n.
///
/// `MATCH (n) RETURN n.k AS x ORDER BY x LIMIT 2` has the rows of
/// `MATCH (n) WITH n.k AS x ORDER BY x LIMIT 5 RETURN x ORDER BY x LIMIT 2`.
///
/// It would be unsound where the order leaves open which rows come first: two cuts might cut differently.
pub const TOP_OF_TOP: Rewrite = Rewrite {
    name: "top_of_top",
    page: "The first k rows of an order are the first k of its first k + n.",
    effect: Effect::SameRows,
    needs: &[Precondition::TotallyOrdered],
    sites,
    apply,
};

/// So many rows more.
const MORE: i64 = 3;

fn count(expression: &Option<Expression>) -> Option<i64> {
    match expression {
        None => Some(0),
        Some(Expression::Literal(Literal::Integer(count))) => Some(*count),
        Some(_) => None,
    }
}

/// A last RETURN with ORDER BY of its columns and LIMIT, all by literals.
fn sites(query: &Query) -> Vec<Site> {
    let cuts = |site: &Site| match query.first.clauses.get(site.clause) {
        Some(Clause::Return(it)) => {
            let by_column = |key: &SortItem| {
                matches!(&key.expression, Expression::Variable(name)
                if it.items.iter().any(|item| item.alias.as_ref() == Some(name)))
            };
            let literal = count(&it.skip).is_some() && count(&it.limit).is_some();
            it.limit.is_some() && literal && !it.order.is_empty() && it.order.iter().all(by_column)
        }
        _ => false,
    };
    super::return_in_two::sites(query).into_iter().filter(cuts).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Return(whole) = query.first.clauses.get(site.clause)?.clone() else { return None };
    let most = count(&whole.skip)?.checked_add(count(&whole.limit)?)?.checked_add(MORE)?;
    let outer = Projection { items: by_name(&whole), distinct: false, group: None, ..whole.clone() };
    let inner = Projection { skip: None, limit: Some(build::integer(most)), ..whole };
    query.first.clauses.pop();
    query.first.clauses.push(Clause::With(With { projection: inner, predicate: None }));
    query.first.clauses.push(Clause::Return(outer));
    Some(vec![query])
}
