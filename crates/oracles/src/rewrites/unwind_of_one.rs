//! UNWIND of a list of one.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{case, fresh, unwind, with_clause};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// UNWIND of a list of one item makes each row one row, with one variable more, wherever it stands; the item may be null.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `UNWIND [null] AS z0 MATCH (n) RETURN n.k AS x`.
///
/// It would be unsound where a later clause gives all variables, and with the empty list or null, which leave no row.
pub const UNWIND_OF_ONE: Rewrite = Rewrite {
    name: "unwind_of_one",
    page: "UNWIND of a list of one item makes each row one row.",
    effect: Effect::SameRows,
    needs: &[Precondition::StarUnseen],
    sites,
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 3;

fn sites(query: &Query) -> Vec<Site> {
    let places = 0..query.first.clauses.len();
    places.flat_map(|clause| (0..VARIANTS).map(move |item| Site { clause, item })).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let one = |value| Expression::List(vec![value]);
    let list = match site.item {
        0 => one(build::integer(0)),
        1 => one(build::null()),
        _ => {
            let size = build::call(graphlance_cypher::functions::Scalar::Size.name(), vec![one(build::null())]);
            let fits = build::compare(ComparisonOperator::Equal, size, build::integer(1));
            case(vec![(fits, one(build::string("z")))], Some(Expression::List(Vec::new())))
        }
    };
    Some(with_clause(query, site.clause, unwind(list, fresh(query))))
}
