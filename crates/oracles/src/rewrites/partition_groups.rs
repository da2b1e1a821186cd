//! Groups of rows divided by a predicate.

use graphlance_case::Merge;
use graphlance_cypher::ast::*;
use graphlance_cypher::facts::{Scope, aggregating, infer, scopes};
use graphlance_cypher::functions::Kind;

use super::{Effect, Ground, PARTITION_ROWS, Precondition, Rewrite};

/// Ternary logic partitioning of aggregates: a predicate p is true, false or null on each row, so that the groups of all rows are
/// those under `p`, under `NOT p` and under `p IS NULL`, merged: counts and sums are added up, of least and greatest values the
/// least and greatest stay (Rigger and Su, OOPSLA 2020, section 3.3; Kamm et al., ISSTA 2023, for graph databases). DISTINCT is
/// grouping by every column.
///
/// `MATCH (n) RETURN n.k AS x, count(*) AS y` has the groups of `MATCH (n) WHERE n.j > 1 RETURN n.k AS x, count(*) AS y`, of the
/// same under `NOT n.j > 1`, and under `n.j > 1 IS NULL`, with the counts of the same x added up.
///
/// Lists of `collect` are put together, and an average is the merged sum divided by the merged count that stand before it.
///
/// It would be unsound for other aggregates (an average of averages is none, a DISTINCT aggregate sees a value in each part), for
/// floats, whose sums depend on the order, for keys that are equal without being the same value, where rows are cut, in an
/// OPTIONAL MATCH, which gives a row in each part, and in a query with UNION.
pub const PARTITION_GROUPS: Rewrite = Rewrite {
    name: "partition_groups",
    page: "A predicate p is true, false or null on each row: the groups of the rows without it are those under p, under NOT p and \
           under p IS NULL, merged.",
    effect: Effect::Groups,
    needs: &[Precondition::OnePart, Precondition::GroupsMerge, Precondition::NotOptional],
    sites: PARTITION_ROWS.sites,
    apply: PARTITION_ROWS.apply,
};

/// How the values of each column of the last RETURN are merged; none where it does not group, or not in a way that merges.
pub fn merges(query: &Query, ground: Ground<'_>) -> Option<Vec<Merge>> {
    let (Clause::Return(projection), before) = query.first.clauses.split_last()? else { return None };
    let outer = Scope::with_schema(&ground.graph.schema);
    let scopes = scopes(query, &outer);
    let scope = scopes.first()?.get(before.len())?;
    let items: Vec<&Expression> = projection.items.iter().map(|item| &item.expression).collect();
    let merge = |(place, item): (usize, &&Expression)| match is_mean(&items, place) {
        true => Some(Merge::Mean),
        false => merge_of(item, scope),
    };
    let merges: Vec<Merge> = items.iter().enumerate().map(merge).collect::<Option<_>>()?;
    let plain =
        !projection.star && projection.order.is_empty() && projection.skip.is_none() && projection.limit.is_none();
    let groups = projection.distinct || merges.iter().any(|merge| *merge != Merge::Key);
    (plain && groups && projection.group.is_none()).then_some(merges)
}

/// Whether an item is an average behind the sum and the count of the same values, by which averages of parts are merged.
fn is_mean(items: &[&Expression], place: usize) -> bool {
    let aggregated = |place: Option<usize>, name: &str| match items.get(place?)? {
        Expression::Function(call) if call.name.eq_ignore_ascii_case(name) && !call.distinct => {
            Some(call.arguments.as_slice())
        }
        _ => None,
    };
    let mean = aggregated(Some(place), "avg");
    mean.is_some()
        && mean == aggregated(place.checked_sub(1), "count")
        && mean == aggregated(place.checked_sub(2), "sum")
}

fn merge_of(expression: &Expression, scope: &Scope<'_>) -> Option<Merge> {
    let kind = |expression: &Expression| infer(expression, scope).kind;
    match expression {
        Expression::CountStar => Some(Merge::Sum),
        Expression::Function(call) if aggregating(expression) => {
            let [argument] = call.arguments.as_slice() else { return None };
            let merge = match call.name.to_ascii_lowercase().as_str() {
                "collect" if !call.distinct => {
                    let exact = matches!(kind(argument), Kind::Boolean | Kind::Integer | Kind::String);
                    return exact.then_some(Merge::Together);
                }
                "count" => return (!call.distinct && !aggregating(argument)).then_some(Merge::Sum),
                "sum" if !call.distinct => Merge::Sum,
                "min" => Merge::Least,
                "max" => Merge::Greatest,
                _ => return None,
            };
            (kind(argument) == Kind::Integer).then_some(merge)
        }
        _ if aggregating(expression) => None,
        _ => matches!(kind(expression), Kind::Boolean | Kind::Integer | Kind::String).then_some(Merge::Key),
    }
}
