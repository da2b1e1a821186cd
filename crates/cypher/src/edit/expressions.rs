//! Passes over expressions.

use super::Bench;
use super::conjuncts::{conjuncts_of, edit_conjuncts};
use super::nth::{Edit, OwnedEdit, clause_at, each_part, nth_clause, nth_expression};
use super::scratch::attempt;
use crate::ast::*;
use crate::build;
use crate::walk::{Part, for_each_child};

/// Drops predicates whole, then runs of their conjuncts, long runs first.
pub(super) fn drop_conjuncts(bench: &mut dyn Bench) {
    let mut index = 0;
    while let Some(count) = conjunct_count(bench, index) {
        let mut size = count;
        while size > 0 {
            let mut start = 0;
            while start < conjunct_count(bench, index).unwrap_or(0) {
                let accepted = attempt(bench, |statement| {
                    nth_clause(statement, index, |clause| drop_run(clause, start, size)) == Some(true)
                });
                if !accepted {
                    start += size;
                }
            }
            size /= 2;
        }
        index += 1;
    }
}

/// The number of conjuncts of the clause at an index (0 without a predicate); none when there is no such clause.
fn conjunct_count(bench: &dyn Bench, index: usize) -> Option<usize> {
    let predicate = match clause_at(bench.statement()?, index)? {
        Clause::Match(part) => &part.predicate,
        Clause::With(part) => &part.predicate,
        Clause::Call(part) => &part.predicate,
        _ => return Some(0),
    };
    Some(predicate.as_ref().map_or(0, |predicate| conjuncts_of(predicate).len()))
}

fn drop_run(clause: &mut Clause, start: usize, size: usize) -> bool {
    let predicate = match clause {
        Clause::Match(part) => &mut part.predicate,
        Clause::With(part) => &mut part.predicate,
        Clause::Call(part) => &mut part.predicate,
        _ => return false,
    };
    let drop = |parts: &mut Vec<Expression>| {
        let end = (start + size).min(parts.len());
        parts.drain(start.min(end)..end).next().is_some()
    };
    edit_conjuncts(predicate, drop) == Some(true)
}

/// Replaces expressions by a literal or by one of their operands, and drops parts of them.
pub(super) fn simplify(bench: &mut dyn Bench) {
    // 1 first and null last: a report about null distracts from what is wrong.
    let literals: [fn() -> Expression; 5] = [
        || build::integer(1),
        || build::boolean(true),
        || build::string("a"),
        || Expression::List(Vec::new()),
        build::null,
    ];
    let by_literal = literals.into_iter().map(|literal| -> OwnedEdit {
        Box::new(move |statement, index| {
            nth_expression(statement, index, |slot| {
                let replaces = !matches!(slot, Expression::Literal(_));
                if replaces {
                    *slot = literal();
                }
                replaces
            })
        })
    });
    let by_operand = (0..4).map(|which| -> OwnedEdit {
        Box::new(move |statement, index| {
            nth_expression(statement, index, |slot| {
                let operand = operand(slot, which);
                let exists = operand.is_some();
                operand.into_iter().for_each(|operand| *slot = operand);
                exists
            })
        })
    });
    let by_part = (0..4).map(|which| -> OwnedEdit {
        Box::new(move |statement, index| nth_expression(statement, index, |slot| drop_part(slot, which)))
    });
    let edits: Vec<OwnedEdit> = by_literal.chain(by_operand).chain(by_part).collect();
    each_part(bench, &edits.iter().map(|edit| edit.as_ref() as Edit<'_>).collect::<Vec<_>>());
}

/// The expression of this number directly below one: below it, and inside of none that is.
fn operand(expression: &Expression, which: usize) -> Option<Expression> {
    fn below(part: Part<'_>, left: &mut usize, found: &mut Option<Expression>) {
        for_each_child(part, &mut |child| match child {
            _ if found.is_some() => {}
            Part::Expression(operand) if *left == 0 => *found = Some(operand.clone()),
            Part::Expression(_) => *left -= 1,
            other => below(other, left, found),
        });
    }
    let (mut left, mut found) = (which, None);
    below(Part::Expression(expression), &mut left, &mut found);
    found
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
        Expression::ExtendedCase(case) => drop_part_of_case(case, which),
        Expression::Is(_, test) if which == 0 => std::mem::take(&mut test.negated),
        Expression::Is(_, test) => drop_part_of_type(test, which - 1),
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

/// Drops ELSE, a branch, or the last test of a branch that has several.
fn drop_part_of_case(case: &mut ExtendedCase, which: usize) -> bool {
    if which == 0 {
        return case.otherwise.take().is_some();
    }
    match case.branches.get_mut(which - 1) {
        Some(branch) if branch.tests.len() > 1 => branch.tests.pop().is_some(),
        Some(_) => case.branches.len() > 1 && remove(&mut case.branches, which - 1),
        None => false,
    }
}

/// Drops the NOT NULL of a type, or one of its alternatives; of a list, those of its items.
fn drop_part_of_type(test: &mut IsTest, which: usize) -> bool {
    let Wanted::Type(wanted) = &mut test.wanted else { return false };
    let mut alternatives = &mut wanted.alternatives;
    while let [SingleType { name: TypeName::List(_), not_null: false }] = alternatives[..] {
        let Some(SingleType { name: TypeName::List(inner), .. }) = alternatives.first_mut() else { return false };
        alternatives = &mut inner.alternatives;
    }
    match which {
        0 => {
            let any = alternatives.iter().any(|single| single.not_null);
            alternatives.iter_mut().for_each(|single| single.not_null = false);
            any
        }
        _ => alternatives.len() > 1 && remove(alternatives, which - 1),
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
