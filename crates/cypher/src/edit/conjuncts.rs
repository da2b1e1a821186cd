//! The operands of a chain of ANDs.

use crate::ast::{BinaryOperator, Expression};
use crate::build;

/// The operands, taken apart.
pub(super) fn conjuncts(expression: Expression) -> Vec<Expression> {
    match expression {
        Expression::Binary(BinaryOperator::And, left, right) => {
            let mut parts = conjuncts(*left);
            parts.extend(conjuncts(*right));
            parts
        }
        other => vec![other],
    }
}

/// The operands, left where they are.
pub(crate) fn conjuncts_of(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::Binary(BinaryOperator::And, left, right) => {
            let mut parts = conjuncts_of(left);
            parts.extend(conjuncts_of(right));
            parts
        }
        other => vec![other],
    }
}

/// Edits the operands of a predicate, which goes when none is left.
pub(crate) fn edit_conjuncts<T>(
    predicate: &mut Option<Expression>,
    edit: impl FnOnce(&mut Vec<Expression>) -> T,
) -> Option<T> {
    let mut parts = conjuncts(predicate.take()?);
    let result = edit(&mut parts);
    *predicate = build::all(parts);
    Some(result)
}
