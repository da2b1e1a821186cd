//! Values written in a statement: a literal is replaced by a simpler one.

use graphlance_graph::{Value, simplicity};

use super::Bench;
use super::nth::nth_expression;
use crate::ast::*;
use crate::walk::{Part, PartMut, for_each_expression_mut, walk};

/// Which literals may take a literal's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literals {
    /// Simpler ones of its kind.
    OfItsKind,
    /// These, and the simplest of all.
    OfAnyKind,
}

/// Replaces each literal by the first that will do.
pub fn simplify_literals(bench: &mut dyn Bench, literals: Literals) {
    let first = match literals {
        Literals::OfAnyKind => 0,
        Literals::OfItsKind => 1,
    };
    let mut index = 0;
    loop {
        let mut exists = false;
        for choice in first..=simplicity::CHOICES {
            let accepted = bench.attempt(&mut |statement| {
                let edited = nth_expression(statement, index, |expression| simplify(expression, choice));
                exists |= edited.is_some();
                edited == Some(true)
            });
            if accepted {
                break;
            }
        }
        if !exists || bench.is_over() {
            break;
        }
        index += 1;
    }
}

/// The literals of a statement in the order of the walk, as values.
pub fn literals(statement: &Statement) -> Vec<Value> {
    let mut found = Vec::new();
    if let Some(root) = Part::of(statement) {
        walk(root, &mut |part| {
            if let Part::Expression(Expression::Literal(literal)) = part {
                found.push(literal_value(literal));
            }
        });
    }
    found
}

/// Replaces a literal everywhere. False when it does not occur, or when the new value has no literal.
pub fn replace_literal(statement: &mut Statement, from: &Value, to: &Value) -> bool {
    let (Some(root), Some(to)) = (PartMut::of(statement), value_literal(to)) else { return false };
    let mut changed = false;
    for_each_expression_mut(root, &mut |expression| {
        if let Expression::Literal(literal) = expression
            && literal_value(literal) == *from
        {
            *literal = to.clone();
            changed = true;
        }
    });
    changed
}

/// Puts in place of a literal the simplest of all (0) or a simpler one of its kind, by number from 1 on.
fn simplify(expression: &mut Expression, choice: usize) -> bool {
    let Expression::Literal(literal) = expression else { return false };
    if choice == 0 && *literal != Literal::Integer(1) {
        *literal = Literal::Integer(1);
        return true;
    }
    let simpler = simplicity::simpler(&literal_value(literal)).into_iter().nth(choice.saturating_sub(1));
    match simpler.as_ref().and_then(value_literal) {
        Some(simpler) => {
            *literal = simpler;
            true
        }
        None => false,
    }
}

pub(super) fn literal_value(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Boolean(value) => Value::Boolean(*value),
        Literal::Integer(value) => Value::Integer(*value),
        Literal::Float(value) => Value::Float(*value),
        Literal::String(value) => Value::String(value.clone()),
    }
}

fn value_literal(value: &Value) -> Option<Literal> {
    Some(match value {
        Value::Null => Literal::Null,
        Value::Boolean(value) => Literal::Boolean(*value),
        Value::Integer(value) => Literal::Integer(*value),
        Value::Float(value) => Literal::Float(*value),
        Value::String(value) => Literal::String(value.clone()),
        _ => return None,
    })
}
