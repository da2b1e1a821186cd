//! Passes over WITH and RETURN.

use graphlance_graph::Name;

use super::Bench;
use super::expressions::fold;
use super::nth::{Edit, OwnedEdit, each_part, nth_projection};
use super::prune::{repair, repaired};
use super::scratch::attempt;
use crate::ast::*;
use crate::build;
use crate::names::column_name;
use crate::walk::{NameKind, PartMut, for_each_expression_mut, for_each_name_mut, walk_mut};

/// Drops DISTINCT, ORDER BY, SKIP, LIMIT and items, with everything that used an item's name.
pub(super) fn drop_columns(bench: &mut dyn Bench) {
    type Drop = fn(&mut Projection) -> bool;
    const PLAIN: [Drop; 11] = [
        |projection| std::mem::take(&mut projection.distinct),
        |projection| projection.group.take().is_some(),
        |projection| match &mut projection.group {
            Some(GroupBy::Keys(keys)) => keys.len() > 1 && keys.pop().is_some(),
            _ => false,
        },
        |projection| match &mut projection.group {
            Some(GroupBy::Keys(keys)) => keys.len() > 1 && keys.drain(..1).next().is_some(),
            _ => false,
        },
        |projection| !std::mem::take(&mut projection.order).is_empty(),
        |projection| projection.skip.take().is_some(),
        |projection| projection.limit.take().is_some(),
        |projection| projection.order.pop().is_some(),
        |projection| projection.order.len() > 1 && projection.order.drain(..1).next().is_some(),
        |projection| {
            let descending = projection.order.iter().any(|item| item.descending);
            projection.order.iter_mut().for_each(|item| item.descending = false);
            descending
        },
        |projection| {
            let more = projection.items.len() > 1;
            projection.items.truncate(1);
            more
        },
    ];
    let plain = PLAIN.into_iter().map(|drop| -> OwnedEdit {
        Box::new(move |statement, index| repaired(statement, |statement| nth_projection(statement, index, drop)))
    });
    let items = (0..6).map(|which| -> OwnedEdit {
        Box::new(move |statement, index| {
            repaired(statement, |statement| {
                nth_projection(statement, index, |projection| {
                    let several = projection.items.len() > 1 && which < projection.items.len();
                    if several {
                        projection.items.remove(which);
                    }
                    several
                })
            })
        })
    });
    let edits: Vec<OwnedEdit> = plain.chain(items).collect();
    each_part(bench, &edits.iter().map(|edit| edit.as_ref() as Edit<'_>).collect::<Vec<_>>());
}

/// Takes out WITH clauses and UNWINDs: later clauses use the projected expressions, or one element of the list, instead
/// of the names.
pub(super) fn inline(bench: &mut dyn Bench) {
    let mut place = 0;
    while let Some(Statement::Query(query)) = bench.statement() {
        if place >= query.first.clauses.len() || bench.is_over() {
            break;
        }
        let helped = (0..3).any(|element| {
            attempt(bench, |statement| {
                let Statement::Query(query) = statement else { return false };
                inline_clause(&mut query.first, place, element) && {
                    repair(statement);
                    fold_entries(statement);
                    true
                }
            })
        });
        if !helped {
            place += 1;
        }
    }
}

fn inline_clause(single: &mut SingleQuery, place: usize, element: usize) -> bool {
    let substitutions = match single.clauses.get(place) {
        Some(Clause::With(with)) if element == 0 => with
            .projection
            .items
            .iter()
            .filter_map(|item| Some((column_name(item)?.clone(), item.expression.clone())))
            .filter(|(name, expression)| *expression != Expression::Variable(name.clone()))
            .collect(),
        Some(Clause::Unwind(unwind)) => match &unwind.list {
            Expression::List(items) => match items.get(element) {
                Some(item) => vec![(unwind.variable.clone(), item.clone())],
                None => return false,
            },
            _ => return false,
        },
        _ => return false,
    };
    let removed = single.clauses.remove(place);
    if !substitute(&mut single.clauses[place..], &substitutions) {
        return false;
    }
    if let Clause::With(With { predicate: Some(mut predicate), .. }) = removed {
        substitute_expression(&mut predicate, &substitutions);
        if let Some(Clause::Match(part)) = place.checked_sub(1).and_then(|before| single.clauses.get_mut(before)) {
            let both = part.predicate.take().into_iter().chain([predicate]);
            part.predicate = build::all(both);
        }
    }
    true
}

/// Writes out what `{k: 1}.k` is, which inlining leaves behind.
fn fold_entries(statement: &mut Statement) {
    if let Some(root) = PartMut::of(statement) {
        for_each_expression_mut(root, &mut fold);
    }
}

/// Marks names of put-in expressions while their surroundings are still being searched for names to replace.
const MARK: char = '\u{1}';

/// Replaces variables by expressions; false when a variable stands where only a name can.
fn substitute(clauses: &mut [Clause], substitutions: &[(Name, Expression)]) -> bool {
    let marked = mark_all(substitutions);
    let mut possible = true;
    for clause in clauses {
        possible &= replace(PartMut::Clause(clause), &marked);
        unmark(PartMut::Clause(clause));
    }
    possible
}

fn substitute_expression(expression: &mut Expression, substitutions: &[(Name, Expression)]) {
    replace(PartMut::Expression(expression), &mark_all(substitutions));
    unmark(PartMut::Expression(expression));
}

fn mark_all(substitutions: &[(Name, Expression)]) -> Vec<(Name, Expression)> {
    let mut marked = substitutions.to_vec();
    for (_, expression) in &mut marked {
        for_each_name_mut(PartMut::Expression(expression), &mut |name, kind| {
            if kind == NameKind::Variable {
                *name = format!("{MARK}{name}").into();
            }
        });
    }
    marked
}

fn unmark(part: PartMut<'_>) {
    for_each_name_mut(part, &mut |name, _| {
        if let Some(plain) = name.strip_prefix(MARK) {
            *name = plain.into();
        }
    });
}

/// Replaces variables at or below a part; false when one stands where only a name can.
fn replace(part: PartMut<'_>, substitutions: &[(Name, Expression)]) -> bool {
    let replacement = |name: &Name| substitutions.iter().find(|(from, _)| from == name).map(|(_, to)| to);
    let mut possible = true;
    let mut rename = |variable: &mut Option<Name>| match variable.as_ref().and_then(replacement) {
        Some(Expression::Variable(to)) => *variable = Some(to.clone()),
        Some(_) => possible = false,
        None => {}
    };
    walk_mut(part, &mut |part| match part {
        PartMut::Clause(Clause::With(With { projection, .. }) | Clause::Return(projection)) => {
            // `WITH x` becomes `WITH expression AS x`.
            projection.items.iter_mut().for_each(|item| item.alias = column_name(item).cloned());
        }
        PartMut::Expression(expression) => {
            if let Expression::Variable(name) = &**expression
                && let Some(replacement) = replacement(name)
            {
                **expression = replacement.clone();
            }
        }
        PartMut::Node(node) => rename(&mut node.variable),
        PartMut::Relationship(relationship) => rename(&mut relationship.variable),
        _ => {}
    });
    possible
}
