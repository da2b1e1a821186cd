//! The pass that replaces expressions by what they evaluate to.

use super::Bench;
use super::nth::expression_at;
use super::scratch::attempt;
use crate::ast::*;
use crate::build;
use crate::walk::{Part, PartMut, any_mut};

/// Replaces expressions of the outermost pipeline that have one value over all rows by that value, large ones first.
/// The value is the one for the rows that reach the clause.
pub(super) fn replace_by_constants(bench: &mut dyn Bench) {
    let (mut clause, mut slot) = (0, 0);
    while let Some(whole) = clause_of(bench, clause) {
        let Some(expression) = expression_at(Part::Clause(whole), slot) else {
            (clause, slot) = (clause + 1, 0);
            continue;
        };
        if !matches!(expression, Expression::Literal(_))
            && let Some(constant) = constant_at(bench, clause, expression)
        {
            attempt(bench, |statement| replace_at(statement, clause, slot, &constant));
        }
        if bench.is_over() {
            break;
        }
        slot += 1;
    }
}

/// A clause of the first part.
fn clause_of(bench: &dyn Bench, clause: usize) -> Option<&Clause> {
    match bench.statement()? {
        Statement::Query(query) => query.first.clauses.get(clause),
        Statement::Schema(_) => None,
    }
}

fn replace_at(statement: &mut Statement, clause: usize, slot: usize, constant: &Expression) -> bool {
    let Statement::Query(query) = statement else { return false };
    let Some(clause) = query.first.clauses.get_mut(clause) else { return false };
    let mut left = slot;
    any_mut(PartMut::Clause(clause), &mut |part| match part {
        PartMut::Expression(expression) if left == 0 => {
            **expression = constant.clone();
            true
        }
        PartMut::Expression(_) => {
            left -= 1;
            false
        }
        _ => false,
    })
}

/// The literal that an expression of a clause evaluates to in every row; none when there are several values or none.
fn constant_at(bench: &dyn Bench, clause: usize, expression: &Expression) -> Option<Expression> {
    let Statement::Query(query) = bench.statement()? else { return None };
    let clauses = &query.first.clauses;
    let after = usize::from(matches!(clauses.get(clause)?, Clause::Match(_)));
    let mut clauses = clauses.get(..clause + after)?.to_vec();
    let item = ProjectionItem { expression: expression.clone(), alias: Some("value".into()) };
    clauses.push(Clause::Return(Projection { distinct: true, items: vec![item], ..Projection::default() }));
    let returns = bench.returns(Statement::from(SingleQuery { clauses }))?;
    match returns.rows.as_slice() {
        [row] => build::constant(row.first()?),
        _ => None,
    }
}
