//! Variables that a WITH or RETURN gives several names.

use std::collections::BTreeMap;

use graphlance_cypher::ast::{Clause, Expression, Projection, ProjectionItem, Query, SingleQuery, With};
use graphlance_cypher::walk::{Part, PartMut, any};
use graphlance_graph::Name;

use super::trees::is_bare;
use super::{Effect, WrongRule, tree};
use crate::compile::column_name;

pub(super) const RULES: &[WrongRule] = &[
    tree(
        "column-has-last-name-of-variable",
        "a column that is a variable which a WITH handed on under several names has the last of these names",
        |part| {
            let PartMut::Single(SingleQuery { clauses }) = part else { return };
            let mut last = BTreeMap::new();
            for clause in clauses {
                match clause {
                    Clause::With(With { projection, .. }) => last = last_names(projection),
                    Clause::Return(projection) => {
                        for item in projection.items.iter_mut().filter(|item| is_bare(item)) {
                            if let Expression::Variable(name) = &mut item.expression
                                && let Some(last) = last.get(name)
                            {
                                item.alias = Some(last.clone());
                                name.clone_from(last);
                            }
                        }
                    }
                    _ => {}
                }
            }
        },
    ),
    WrongRule::new(
        "columns-of-variable-have-last-name",
        "the columns of a RETURN that are one variable, of which one has another name, have the last of their names",
        Effect::Answered(
            |returns| {
                for column in &mut returns.columns {
                    if let Some((name, _)) = column.name.split_once(APART) {
                        column.name = name.into();
                    }
                }
            },
            |part| {
                if let PartMut::Clause(Clause::Return(projection)) = part {
                    name_last(&mut projection.items);
                }
            },
        ),
    ),
    tree(
        "union-repeats-equal-columns",
        "where the first part of a UNION returns one expression as several columns, the other parts have the last of these columns in the \
         place of each",
        |part| {
            let PartMut::Query(Query { first, unions, .. }) = part else { return };
            let Some(Clause::Return(returned)) = first.clauses.last() else { return };
            let items = &returned.items;
            let last_equal = |at: usize| items.iter().rposition(|item| item.expression == items[at].expression);
            let places: Vec<usize> = (0..items.len()).map(|at| last_equal(at).unwrap_or(at)).collect();
            for union in unions {
                if let Some(Clause::Return(projection)) = union.query.clauses.last_mut()
                    && projection.items.len() == places.len()
                {
                    let given: Vec<Expression> = projection.items.iter().map(|item| item.expression.clone()).collect();
                    for (item, place) in projection.items.iter_mut().zip(&places) {
                        let name = column_name(item);
                        item.expression = given[*place].clone();
                        item.alias = Some(name);
                    }
                }
            }
        },
    ),
];

/// What stands between the name of a column and its number, by which columns of one name are told apart. No name has it in it.
const APART: &str = "  column ";

/// Gives the columns that are one variable the last of their names, with their numbers.
fn name_last(items: &mut [ProjectionItem]) {
    let named = |item: &ProjectionItem| match &item.expression {
        Expression::Variable(name) => Some((name.clone(), item.alias.clone().unwrap_or_else(|| name.clone()))),
        _ => None,
    };
    let names: Vec<Option<(Name, Name)>> = items.iter().map(named).collect();
    for (at, item) in items.iter_mut().enumerate() {
        let Some((variable, _)) = &names[at] else { continue };
        let alike = names.iter().flatten().filter(|(name, _)| name == variable);
        let all: Vec<&Name> = alike.map(|(_, column)| column).collect();
        if let [_, .., last] = all.as_slice()
            && all.iter().any(|column| *column != variable)
        {
            item.alias = Some(format!("{last}{APART}{at}").into());
        }
    }
}

/// Whether a WITH hands a variable on as it is, or all there is, that the WITH in front of it handed on under a later name as well.
pub(super) fn is_handed_on_again(query: &Query) -> bool {
    any(Part::Query(query), &mut |part| match part {
        Part::Single(SingleQuery { clauses }) => {
            let mut last = BTreeMap::new();
            clauses.iter().any(|clause| {
                let Clause::With(With { projection, .. }) = clause else { return false };
                let is_again = !last.is_empty() && hands_on(projection, &last);
                last = last_names(projection);
                is_again
            })
        }
        _ => false,
    })
}

fn hands_on(projection: &Projection, last: &BTreeMap<Name, Name>) -> bool {
    let is_renamed =
        |expression: &Expression| matches!(expression, Expression::Variable(name) if last.contains_key(name));
    projection.star || projection.items.iter().any(|item| item.alias.is_none() && is_renamed(&item.expression))
}

/// For each name under which a WITH hands a variable on, but the last, the last.
fn last_names(projection: &Projection) -> BTreeMap<Name, Name> {
    let mut names: BTreeMap<&Name, Vec<&Name>> = BTreeMap::new();
    for item in &projection.items {
        if let Expression::Variable(name) = &item.expression {
            let given = names.entry(name).or_default();
            given.extend(projection.star.then_some(name).filter(|_| given.is_empty()));
            given.push(item.alias.as_ref().unwrap_or(name));
        }
    }
    let mut last_names = BTreeMap::new();
    for (last, others) in names.values().filter_map(|given| given.split_last()) {
        last_names.extend(others.iter().filter(|it| **it != *last).map(|it| ((*it).clone(), (*last).clone())));
    }
    last_names
}
