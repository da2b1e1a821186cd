//! Passes over expressions.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_engines::TargetError;

use super::nth::{Edit, OwnedEdit, each_part};
use super::scope::conjuncts;
use super::walk::{self, Visitor};
use super::{Place, Reducer};

/// Drops predicates whole, then runs of their conjuncts, long runs first.
pub(super) fn drop_conjuncts(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let steps = reducer.statement_steps();
    drop_conjuncts_of(reducer, steps)
}

/// Drops predicates, then runs of their conjuncts, of the statements at these places.
pub(super) fn drop_conjuncts_of(reducer: &mut Reducer<'_>, places: Vec<Place>) -> Result<(), TargetError> {
    for step in places {
        let mut index = 0;
        while let Some(count) = conjunct_count(reducer, step, index) {
            let mut size = count;
            while size > 0 {
                let mut start = 0;
                while start < conjunct_count(reducer, step, index).unwrap_or(0) {
                    let accepted = reducer.attempt_statement(step, |statement| {
                        walk::nth_clause(statement, index, |clause| drop_run(clause, start, size)) == Some(true)
                    })?;
                    if !accepted {
                        start += size;
                    }
                }
                size /= 2;
            }
            index += 1;
        }
    }
    Ok(())
}

fn predicate_of(clause: &mut Clause) -> Option<&mut Option<Expression>> {
    match clause {
        Clause::Match(part) => Some(&mut part.predicate),
        Clause::With(part) => Some(&mut part.predicate),
        Clause::Call(part) => Some(&mut part.predicate),
        _ => None,
    }
}

/// The number of conjuncts of the clause at an index (0 without a predicate); none when there is no such clause.
fn conjunct_count(reducer: &Reducer<'_>, step: Place, index: usize) -> Option<usize> {
    let mut count = 0;
    walk::nth_clause(&mut reducer.statement(step)?.clone(), index, |clause| {
        count = predicate_of(clause).and_then(Option::take).map_or(0, |predicate| conjuncts(predicate).len());
        false
    })?;
    Some(count)
}

fn drop_run(clause: &mut Clause, start: usize, size: usize) -> bool {
    let Some(slot) = predicate_of(clause) else { return false };
    let Some(predicate) = slot.take() else { return false };
    let mut parts = conjuncts(predicate);
    let end = (start + size).min(parts.len());
    if start >= end {
        return false;
    }
    parts.drain(start..end);
    *slot = build::all(parts);
    true
}

/// Replaces expressions of the outermost pipeline that have one value over all rows by that value, large ones first.
/// The value is the reference's, for the rows that reach the clause.
pub(super) fn replace_by_constants(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    for step in reducer.statement_steps() {
        let mut place = (0, 0);
        while let Some(expression) = expression_at(reducer, step, place) {
            let (clause, slot) = place;
            let Some(expression) = expression else {
                place = (clause + 1, 0);
                continue;
            };
            if !matches!(expression, Expression::Literal(_))
                && let Some(constant) = constant_at(reducer, step, clause, &expression)
            {
                reducer.attempt_statement(step, |statement| replace_at(statement, place, constant))?;
            }
            if reducer.is_over() {
                break;
            }
            place = (clause, slot + 1);
        }
    }
    Ok(())
}

/// The expression at (clause, slot) of the first part; `Some(None)` when the clause has no such slot.
fn expression_at(reducer: &Reducer<'_>, step: Place, place: (usize, usize)) -> Option<Option<Expression>> {
    let Some(Statement::Query(query)) = reducer.statement(step) else { return None };
    let mut clause = query.first.clauses.get(place.0)?.clone();
    let mut found = None;
    nth_in_clause(&mut clause, place.1, |expression| {
        found = Some(expression.clone());
        false
    });
    Some(found)
}

fn replace_at(statement: &mut Statement, place: (usize, usize), constant: Expression) -> bool {
    let Statement::Query(query) = statement else { return false };
    let Some(clause) = query.first.clauses.get_mut(place.0) else { return false };
    nth_in_clause(clause, place.1, |expression| {
        *expression = constant;
        true
    })
}

fn nth_in_clause(clause: &mut Clause, index: usize, edit: impl FnOnce(&mut Expression) -> bool) -> bool {
    let mut statement = Statement::from(SingleQuery { clauses: vec![clause.clone()] });
    let changed = walk::nth_expression(&mut statement, index, edit) == Some(true);
    if let (true, Statement::Query(query)) = (changed, statement)
        && let Some(edited) = query.first.clauses.into_iter().next()
    {
        *clause = edited;
    }
    changed
}

/// The literal that an expression of a clause evaluates to in every row; none when there are several values or none.
fn constant_at(reducer: &mut Reducer<'_>, step: Place, clause: usize, expression: &Expression) -> Option<Expression> {
    let Statement::Query(query) = reducer.statement(step)? else { return None };
    let clauses = &query.first.clauses;
    let after = usize::from(matches!(clauses.get(clause)?, Clause::Match(_)));
    let mut clauses = clauses.get(..clause + after)?.to_vec();
    let item = ProjectionItem { expression: expression.clone(), alias: Some("value".into()) };
    clauses.push(Clause::Return(Projection { distinct: true, items: vec![item], ..Projection::default() }));
    let graph = std::sync::Arc::clone(&reducer.case().graph);
    let returns = reducer.trial.evaluate(&graph, &Statement::from(SingleQuery { clauses }))?;
    match returns.rows.as_slice() {
        [row] => build::constant(row.first()?),
        _ => None,
    }
}

/// Replaces expressions by a literal or by one of their operands, and drops parts of them.
pub(super) fn simplify(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    // 1 first and null last: a report about null distracts from what is wrong.
    let literals: [fn() -> Expression; 5] = [
        || build::integer(1),
        || build::boolean(true),
        || build::string("a"),
        || Expression::List(Vec::new()),
        build::null,
    ];
    let by_literal: Vec<OwnedEdit> = literals
        .into_iter()
        .map(|literal| -> OwnedEdit {
            Box::new(move |statement, index| {
                walk::nth_expression(statement, index, |slot| {
                    let plain = matches!(slot, Expression::Literal(_));
                    *slot = literal();
                    !plain
                })
            })
        })
        .collect();
    let by_operand: Vec<OwnedEdit> = (0..4)
        .map(|which| -> OwnedEdit {
            Box::new(move |statement, index| {
                walk::nth_expression(statement, index, |slot| match operands(slot).into_iter().nth(which) {
                    Some(operand) => {
                        *slot = operand;
                        true
                    }
                    None => false,
                })
            })
        })
        .collect();
    let by_part: Vec<OwnedEdit> = (0..4)
        .map(|which| -> OwnedEdit {
            Box::new(move |statement, index| walk::nth_expression(statement, index, |slot| drop_part(slot, which)))
        })
        .collect();
    let edits: Vec<Edit<'_>> =
        by_literal.iter().chain(&by_operand).chain(&by_part).map(|edit| edit.as_ref() as Edit<'_>).collect();
    each_part(reducer, &edits)
}

/// The expressions directly below one.
fn operands(expression: &Expression) -> Vec<Expression> {
    struct Direct {
        depth_is_root: bool,
        found: Vec<Expression>,
    }
    impl Visitor for Direct {
        fn expression(&mut self, expression: &mut Expression) {
            if std::mem::take(&mut self.depth_is_root) {
                return;
            }
            self.found.push(expression.clone());
            // What is below a found operand is of no interest.
            *expression = Expression::CountStar;
        }
    }
    let mut visitor = Direct { depth_is_root: true, found: Vec::new() };
    walk::expression(&mut expression.clone(), &mut visitor);
    visitor.found
}

/// Drops one part of an expression that stays of its kind.
pub(super) fn drop_part(expression: &mut Expression, which: usize) -> bool {
    match expression {
        Expression::List(items) => remove(items, which),
        Expression::Map(entries) => remove(entries, which),
        Expression::Comparison(_, links) => links.len() > 1 && remove(links, which),
        Expression::Function(call) if which == 0 => std::mem::take(&mut call.distinct),
        Expression::Case(case) => {
            if which == 0 && case.otherwise.is_some() {
                case.otherwise = None;
                return true;
            }
            case.branches.len() > 1 && remove(&mut case.branches, which.saturating_sub(1))
        }
        Expression::ListComprehension(part) => match which {
            0 => part.predicate.take().is_some(),
            1 => part.projection.take().is_some(),
            _ => false,
        },
        Expression::PatternComprehension(part) if which == 0 => part.predicate.take().is_some(),
        Expression::Slice(_, from, to) => match which {
            0 => from.take().is_some(),
            1 => to.take().is_some(),
            _ => false,
        },
        Expression::Exists(body) | Expression::Count(body) => match body.as_mut() {
            Subquery::Pattern { patterns, predicate } => match which {
                0 => predicate.take().is_some(),
                _ => patterns.len() > 1 && remove(patterns, which - 1),
            },
            Subquery::Query(_) => false,
        },
        _ => false,
    }
}

/// Replaces `{k: 1}.k` by the entry.
pub(super) fn fold(expression: &mut Expression) {
    let Expression::Property(subject, key) = expression else { return };
    let Expression::Map(entries) = subject.as_ref() else { return };
    let entry = entries.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone());
    *expression = entry.unwrap_or_else(build::null);
}

/// Removes an item; false when there is none at the place.
pub(super) fn remove<T>(items: &mut Vec<T>, which: usize) -> bool {
    let exists = which < items.len();
    if exists {
        items.remove(which);
    }
    exists
}
