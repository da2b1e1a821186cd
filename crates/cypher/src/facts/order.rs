//! Total order of rows.

use super::infer::infer;
use super::properties::{aggregating, deterministic};
use super::scope::Scope;
use crate::ast::*;
use crate::functions::Kind;
use crate::names::column_name;

/// Whether the ORDER BY of a projection says of any two different result rows which comes first; rows that are equal may
/// come in any order without a difference. `before` is the scope before the clause.
///
/// It does when there is but one row (aggregation without grouping keys), or when every column is a sort key of a kind
/// in which equal rank means the same value: not numbers of mixed types (1 and 1.0), nor what may hold them.
pub fn totally_ordered(projection: &Projection, before: &Scope<'_>) -> bool {
    if projection.group.is_none()
        && !projection.items.is_empty()
        && !projection.star
        && projection.items.iter().all(|item| aggregating(&item.expression))
    {
        return projection.items.iter().all(|item| only_aggregates(&item.expression));
    }
    let columns_ordered = projection.items.iter().all(|item| {
        is_sort_key(item, &projection.order)
            && deterministic(&item.expression)
            && orders_strictly(infer(&item.expression, before).kind)
    });
    let star_ordered = !projection.star
        || before.bindings().iter().all(|binding| {
            let variable = Expression::Variable(binding.name.clone());
            orders_strictly(binding.of.kind) && projection.order.iter().any(|key| key.expression == variable)
        });
    columns_ordered && star_ordered && !projection.order.is_empty()
}

fn is_sort_key(item: &ProjectionItem, order: &[SortItem]) -> bool {
    order.iter().any(|key| {
        let names_column = matches!(&key.expression, Expression::Variable(name) if column_name(item) == Some(name));
        names_column || (key.expression == item.expression && item.alias.is_none())
    })
}

fn orders_strictly(kind: Kind) -> bool {
    matches!(kind, Kind::Boolean | Kind::Integer | Kind::Float | Kind::String | Kind::Node | Kind::Relationship)
}

/// Whether no grouping key is hidden beside the aggregates: `count(*)` or an aggregate alone.
fn only_aggregates(expression: &Expression) -> bool {
    matches!(expression, Expression::CountStar | Expression::Function(_))
}
