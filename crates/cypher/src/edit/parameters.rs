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
    let is_there = place < query.parameters.len();
    if is_there {
        write_at(query, place);
    }
    is_there
}

/// The query with the values of all its parameters in their places.
pub fn without_parameters(query: &Query) -> Query {
    let mut written = query.clone();
    while !written.parameters.is_empty() {
        write_at(&mut written, 0);
    }
    written
}

fn write_at(query: &mut Query, place: usize) {
    let (name, value) = query.parameters.remove(place);
    for_each_expression_mut(PartMut::Query(query), &mut |expression| {
        if matches!(expression, Expression::Parameter(known) if *known == name) {
            *expression = value.clone();
        }
    });
}
