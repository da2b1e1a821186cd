//! A column with an operand that changes nothing.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{plain_items, scopes_of, with_item};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// An integer plus 0, minus 0 or times 1, a string with the empty string behind it and a list with the empty list behind it
/// are what they were, and null stays null.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `MATCH (n) RETURN n.k + 0 AS x` where every k is an integer.
///
/// It would be unsound for floats, whose -0.0 becomes 0.0, and an error for values of other types: the column's type must be known.
pub const NEUTRAL_OPERAND: Rewrite = Rewrite {
    name: "neutral_operand",
    page: "An integer plus 0 or times 1, a string plus '' and a list plus [] are what they were.",
    effect: Effect::SameRows,
    needs: &[Precondition::TypedColumn],
    sites: |query| plain_items(query, VARIANTS),
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 4;

/// The kind of the column at a place.
pub(super) fn kind_at(query: &Query, site: Site, ground: Ground<'_>) -> Option<graphlance_cypher::functions::Kind> {
    let projection = super::precondition::projection_of(query.first.clauses.get(site.clause)?)?;
    let item = projection.items.get(site.item / VARIANTS)?;
    let scopes = scopes_of(query, ground.graph);
    Some(graphlance_cypher::facts::infer(&item.expression, scopes.get(site.clause)?).kind)
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    use graphlance_cypher::functions::Kind;
    let kind = kind_at(query, site, ground);
    with_item(query, site.clause, site.item / VARIANTS, |value| {
        let neutral = match (kind, site.item % VARIANTS) {
            (Some(Kind::String), _) => build::string(""),
            (Some(Kind::List), _) => Expression::List(Vec::new()),
            (_, 2) => build::integer(1),
            _ => build::integer(0),
        };
        let integer = !matches!(kind, Some(Kind::String | Kind::List));
        Some(match site.item % VARIANTS {
            1 => build::binary(BinaryOperator::Add, neutral, value),
            2 if integer => build::binary(BinaryOperator::Multiply, value, neutral),
            3 if integer => build::binary(BinaryOperator::Subtract, value, neutral),
            _ => build::binary(BinaryOperator::Add, value, neutral),
        })
    })
}
