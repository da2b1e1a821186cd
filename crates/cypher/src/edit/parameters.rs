//! The pass that writes parameters out as what they stand for.

use super::Bench;
use super::scratch::Scratch;
use crate::ast::*;
use crate::walk::{PartMut, for_each_expression_mut};

/// Puts the value of a parameter in its places, one parameter after the other.
pub(super) fn write_out(bench: &mut dyn Bench) {
    let mut scratch = Scratch::default();
    let mut place = 0;
    while let Some(Statement::Query(query)) = bench.statement() {
        if place >= query.parameters.len() || bench.is_over() {
            break;
        }
        if !scratch.attempt(bench, |statement| write_one(statement, place)) {
            place += 1;
        }
    }
}

fn write_one(statement: &mut Statement, place: usize) -> bool {
    let Statement::Query(query) = statement else { return false };
    if place >= query.parameters.len() {
        return false;
    }
    let (name, value) = query.parameters.remove(place);
    for_each_expression_mut(PartMut::Query(query), &mut |expression| {
        if matches!(expression, Expression::Parameter(known) if *known == name) {
            *expression = value.clone();
        }
    });
    true
}
