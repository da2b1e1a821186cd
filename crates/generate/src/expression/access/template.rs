//! Templates with a place for the inner expression.

use graphlance_cypher::ast::Expression;
use graphlance_graph::Name;

/// The place of the inner expression in a template. Most templates are rejected, so the inner expression is put in
/// only when one is accepted.
pub(super) fn hole() -> Expression {
    Expression::Parameter(Name::default())
}

/// Puts an expression in place of the hole.
pub(super) fn fill(template: &mut Expression, inner: Expression) {
    let mut inner = Some(inner);
    fill_first(template, &mut inner);
}

fn fill_first(place: &mut Expression, inner: &mut Option<Expression>) {
    if inner.is_none() {
        return;
    }
    match place {
        Expression::Parameter(name) if name.is_empty() => {
            if let Some(inner) = inner.take() {
                *place = inner;
            }
        }
        Expression::Unary(_, operand) | Expression::Index(operand, _) | Expression::Property(operand, _) => {
            fill_first(operand, inner)
        }
        Expression::Binary(_, left, right) => {
            fill_first(left, inner);
            fill_first(right, inner);
        }
        Expression::Comparison(left, _) => fill_first(left, inner),
        Expression::List(items) => items.iter_mut().for_each(|item| fill_first(item, inner)),
        Expression::Function(call) => call.arguments.iter_mut().for_each(|argument| fill_first(argument, inner)),
        Expression::Case(case) => case.branches.iter_mut().for_each(|(_, value)| fill_first(value, inner)),
        _ => {}
    }
}
