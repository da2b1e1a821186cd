//! Passes over WITH and RETURN.

use graphlance_cypher::ast::*;
use graphlance_engines::TargetError;
use graphlance_graph::Name;

use super::clauses::repair;
use super::load::fold_entries;
use super::nth::{Edit, each_part};
use super::scope::item_name;
use super::walk::{self, NameKind, Visitor};
use super::{Place, Reducer};

/// Drops DISTINCT, ORDER BY, SKIP, LIMIT and items, with everything that used an item's name.
pub(super) fn drop_items(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    type Drop = fn(&mut Projection) -> bool;
    const PLAIN: [Drop; 8] = [
        |projection| std::mem::take(&mut projection.distinct),
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
    let plain: Vec<_> = PLAIN
        .into_iter()
        .map(|drop| {
            move |statement: &mut Statement, index: usize| {
                walk::nth_projection(statement, index, drop).inspect(|_| repair(statement))
            }
        })
        .collect();
    let items: Vec<_> = (0..6)
        .map(|which| {
            move |statement: &mut Statement, index: usize| {
                walk::nth_projection(statement, index, |projection| {
                    let several = projection.items.len() > 1 && which < projection.items.len();
                    if several {
                        projection.items.remove(which);
                    }
                    several
                })
                .inspect(|_| repair(statement))
            }
        })
        .collect();
    let edits: Vec<Edit<'_>> =
        plain.iter().map(|edit| edit as Edit<'_>).chain(items.iter().map(|edit| edit as Edit<'_>)).collect();
    each_part(reducer, &edits)
}

/// Takes out WITH clauses and UNWINDs: later clauses use the projected expressions, or one element of the list, instead
/// of the names.
pub(super) fn inline_withs(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    for step in reducer.statement_steps() {
        inline_of(reducer, step)?;
    }
    Ok(())
}

/// Takes out WITH clauses and UNWINDs of the statement at a place.
pub(super) fn inline_of(reducer: &mut Reducer<'_>, step: Place) -> Result<(), TargetError> {
    let mut place = 0;
    while let Some(Statement::Query(query)) = reducer.statement(step) {
        if place >= query.first.clauses.len() || reducer.is_over() {
            break;
        }
        let mut helped = false;
        for element in 0..3 {
            helped = helped
                || reducer.attempt_statement(step, |statement| {
                    let Statement::Query(query) = statement else { return false };
                    inline(&mut query.first, place, element) && {
                        repair(statement);
                        fold_entries(statement);
                        true
                    }
                })?;
        }
        if !helped {
            place += 1;
        }
    }
    Ok(())
}

fn inline(single: &mut SingleQuery, place: usize, element: usize) -> bool {
    let substitutions = match single.clauses.get(place) {
        Some(Clause::With(with)) if element == 0 => with
            .projection
            .items
            .iter()
            .filter_map(|item| Some((item_name(item)?, item.expression.clone())))
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
            part.predicate = graphlance_cypher::build::all(both);
        }
    }
    true
}

/// Marks names of put-in expressions while their surroundings are still being searched for names to replace.
const MARK: char = '\u{1}';

/// Replaces variables by expressions; false when a variable stands where only a name can.
fn substitute(clauses: &mut [Clause], substitutions: &[(Name, Expression)]) -> bool {
    let marked = mark_all(substitutions);
    let mut replace = Replace { substitutions: &marked, possible: true };
    clauses.iter_mut().for_each(|clause| walk::clause(clause, &mut replace));
    let possible = replace.possible;
    clauses.iter_mut().for_each(|clause| walk::clause(clause, &mut Unmark));
    possible
}

fn substitute_expression(expression: &mut Expression, substitutions: &[(Name, Expression)]) {
    let marked = mark_all(substitutions);
    walk::expression(expression, &mut Replace { substitutions: &marked, possible: true });
    walk::expression(expression, &mut Unmark);
}

fn mark_all(substitutions: &[(Name, Expression)]) -> Vec<(Name, Expression)> {
    struct Mark;
    impl Visitor for Mark {
        fn name(&mut self, name: &mut Name, kind: NameKind) {
            if kind == NameKind::Variable {
                *name = format!("{MARK}{name}").into();
            }
        }
    }
    let mut marked = substitutions.to_vec();
    marked.iter_mut().for_each(|(_, expression)| walk::expression(expression, &mut Mark));
    marked
}

struct Unmark;

impl Visitor for Unmark {
    fn name(&mut self, name: &mut Name, _: NameKind) {
        if let Some(plain) = name.strip_prefix(MARK) {
            *name = plain.into();
        }
    }
}

struct Replace<'a> {
    substitutions: &'a [(Name, Expression)],
    possible: bool,
}

impl Visitor for Replace<'_> {
    fn projection(&mut self, projection: &mut Projection) {
        // `WITH x` becomes `WITH expression AS x`.
        for item in &mut projection.items {
            if item.alias.is_none() {
                item.alias = item_name(item);
            }
        }
    }

    fn expression(&mut self, expression: &mut Expression) {
        if let Expression::Variable(name) = expression
            && let Some((_, replacement)) = self.substitutions.iter().find(|(from, _)| from == name)
        {
            *expression = replacement.clone();
        }
    }

    fn node(&mut self, node: &mut NodePattern) {
        self.rename(&mut node.variable);
    }

    fn relationship(&mut self, relationship: &mut RelationshipPattern) {
        self.rename(&mut relationship.variable);
    }
}

impl Replace<'_> {
    fn rename(&mut self, variable: &mut Option<Name>) {
        let Some(name) = variable else { return };
        match self.substitutions.iter().find(|(from, _)| from == name) {
            Some((_, Expression::Variable(to))) => *variable = Some(to.clone()),
            Some(_) => self.possible = false,
            None => {}
        }
    }
}
