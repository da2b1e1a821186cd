//! A count as a sum.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{case, is_null, with_item};
use super::{Effect, Ground, Rewrite, Site};

/// `count(e)` counts the rows whose e is not null, as the sum over 1 for each of them and 0 for each other does; over no rows both
/// are 0. `count(*)` is `count(1)`.
///
/// `MATCH (n) RETURN count(n.k) AS x` has the rows of `MATCH (n) RETURN sum(CASE WHEN n.k IS NULL THEN 0 ELSE 1 END) AS x`.
///
/// It would be unsound for `count(DISTINCT e)`, which is left alone.
pub const COUNT_AS_SUM: Rewrite = Rewrite {
    name: "count_as_sum",
    page: "count(e) is the sum over 1 for each row whose e is not null and 0 for each other.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// What a column counts: the argument; none for every row.
fn counted(item: &ProjectionItem) -> Option<Option<&Expression>> {
    match &item.expression {
        Expression::CountStar => Some(None),
        Expression::Function(FunctionCall { name, distinct: false, arguments })
            if name.eq_ignore_ascii_case("count") =>
        {
            Some(arguments.first())
        }
        _ => None,
    }
}

/// The columns that count, under a name.
fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Some(projection) = super::precondition::projection_of(each) else { continue };
        let counts = projection.items.iter().enumerate().filter(|(_, it)| it.alias.is_some() && counted(it).is_some());
        sites.extend(counts.map(|(item, _)| Site { clause, item }));
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let projection = super::precondition::projection_of(query.first.clauses.get(site.clause)?)?;
    let argument = counted(projection.items.get(site.item)?)?.cloned();
    with_item(query, site.clause, site.item, |_| {
        Some(match argument {
            None => build::call("count", vec![build::integer(1)]),
            Some(argument) => {
                let one = case(vec![(is_null(argument), build::integer(0))], Some(build::integer(1)));
                build::call("sum", vec![one])
            }
        })
    })
}
