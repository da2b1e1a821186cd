//! A column as a CASE over whether it is null.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{case, is_not_null, is_null, plain_items, with_item};
use super::{Effect, Ground, Rewrite, Site};

/// A value is null or it is not, and a CASE that asks which gives it back: `CASE WHEN e IS NULL THEN null ELSE e END`, by the
/// simple form as well, and behind branches that are never taken.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `MATCH (n) RETURN CASE n.k IS NULL WHEN true THEN null WHEN false THEN n.k END
/// AS x`.
///
/// It would be unsound for an aggregate, which a CASE around it does not group as before; those columns are left alone.
pub const CASE_ON_NULL: Rewrite = Rewrite {
    name: "case_on_null",
    page: "A value is null or it is not, and a CASE that asks which gives it back.",
    effect: Effect::SameRows,
    needs: &[],
    sites: |query| plain_items(query, VARIANTS),
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 4;

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    // Where branches are of one type, what is never taken has none.
    let untaken = |value| if ground.dialect.tables.is_some() { build::null() } else { value };
    with_item(query, site.clause, site.item / VARIANTS, |value| {
        Some(match site.item % VARIANTS {
            0 => case(vec![(is_null(value.clone()), build::null())], Some(value)),
            1 => case(
                vec![(is_null(value.clone()), build::null()), (is_not_null(value.clone()), value)],
                Some(untaken(build::integer(1))),
            ),
            2 => {
                let branches = vec![(build::boolean(true), build::null()), (build::boolean(false), value.clone())];
                let operand = Some(is_null(value));
                Expression::Case(Box::new(CaseExpression { operand, branches, otherwise: None }))
            }
            _ => {
                let never = untaken(build::string("never"));
                case(vec![(build::boolean(false), never), (build::boolean(true), value)], None)
            }
        })
    })
}
