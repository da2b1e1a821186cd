//! What is set behind several MATCHes.

use graphlance_cypher::ast::{
    CallSubquery, Clause, Expression, Imports, Match, Projection, ProjectionItem, Query, RemoveItem, SetItem,
    SingleQuery, SortItem, Unwind, With,
};
use graphlance_cypher::build::{call, integer, variable};
use graphlance_cypher::names::{free_variables, pattern_variables};
use graphlance_cypher::walk::{Part, PartMut, any, walk_mut};
use graphlance_graph::Name;

use crate::departures::called::last_of;
use crate::departures::trees::names_variable;

/// Does the first SET at the end of a query of several MATCHes once, with what each of these finds first by itself, and puts poison
/// in the place of what none of them finds.
pub(super) fn set_once(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    let Some((matches, items)) = matched_and_set(&single.clauses) else { return };
    let set = Clause::Set(items.to_vec());
    let mut found: Vec<(Name, Vec<Expression>)> = Vec::new();
    let mut clauses = Vec::new();
    for (at, matched) in matches.into_iter().enumerate() {
        let columns: Vec<(Name, Name)> =
            variables(matched).into_iter().map(|name| (Name::from(format!("  {name} {at}")), name)).collect();
        for (column, name) in &columns {
            match found.iter_mut().find(|(other, _)| other == name) {
                Some((_, all)) => all.insert(0, variable(column.clone())),
                None => found.push((name.clone(), vec![variable(column.clone())])),
            }
        }
        if !columns.is_empty() {
            clauses.push(first_of(matched.clone(), columns));
        }
    }
    let items = found.into_iter().map(|(name, mut all)| {
        all.extend(names_variable(Part::Clause(&set), &|read| *read == name).then(|| poison.clone()));
        ProjectionItem { expression: call("coalesce", all), alias: Some(name) }
    });
    let projection = Projection { items: items.collect(), ..Projection::default() };
    if !projection.items.is_empty() {
        clauses.extend([Clause::With(With { projection, predicate: None }), set]);
        single.clauses = clauses;
    }
}

/// Does the first SET of a query of one MATCH, SETs and CREATEs once, of the last row that is matched, and puts poison in the place
/// of what is not. The CREATEs are done of each row and in front of it, the other SETs not at all.
pub(super) fn set_beside_create(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Query(query) = part else { return };
    let [Clause::Match(matched), writes @ ..] = query.first.clauses.as_slice() else { return };
    let is_set = |clause: &&Clause| matches!(clause, Clause::Set(_));
    let (sets, creates): (Vec<&Clause>, Vec<&Clause>) = writes.iter().partition(is_set);
    let all_create = creates.iter().all(|clause| matches!(clause, Clause::Create(_)));
    let (Some(set), false, true, true) = (sets.first(), creates.is_empty(), all_create, query.unions.is_empty()) else {
        return;
    };
    let own = variables(matched);
    if own.is_empty() {
        return;
    }
    let column = |name: &Name| (Name::from(format!("  first {name}")), name.clone());
    let first = first_of(matched.clone(), own.iter().map(column).collect());
    let wanted = own.iter().filter(|name| names_variable(Part::Clause(set), &|read| read == *name));
    let checked = wanted.enumerate().map(|(at, name)| ProjectionItem {
        expression: call("coalesce", vec![variable(column(name).0), poison.clone()]),
        alias: Some(Name::from(format!("  check {at}"))),
    });
    let projection = Projection { items: checked.collect(), ..Projection::default() };
    let checks = (!projection.items.is_empty()).then_some([first, Clause::With(With { projection, predicate: None })]);
    let done = creates.into_iter().cloned().chain([last_of(own.clone(), Vec::new()), (*set).clone()]);
    let done = std::iter::once(Clause::Match(matched.clone())).chain(done);
    query.first.clauses = checks.into_iter().flatten().chain(done).collect();
}

/// Puts poison for each row of the first of several MATCHes in the place of the others and of what follows, where a REMOVE right
/// behind them has a label of what that one does not bind.
pub(super) fn poison_labels_of_later(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(SingleQuery { clauses }) = part else { return };
    let count = clauses.iter().take_while(|it| matches!(it, Clause::Match(matched) if !matched.optional)).count();
    let (Some(Clause::Match(first)), Some(Clause::Remove(items))) = (clauses.first(), clauses.get(count)) else {
        return;
    };
    let own = variables(first);
    let is_later = |it: &RemoveItem| matches!(it, RemoveItem::Labels { variable, .. } if !own.contains(variable));
    if count > 1 && items.iter().any(is_later) {
        clauses.truncate(1);
        // No variable can be called this.
        let poisoned = Unwind { list: Expression::List(vec![poison.clone()]), variable: Name::new_static("  label") };
        clauses.push(Clause::Unwind(poisoned));
    }
}

/// Whether a DELETE right behind several MATCHes at the beginning deletes what the first of these does not bind.
pub(super) fn deletes_of_later_match(query: &Query) -> bool {
    let is_match = |clause: &&Clause| matches!(clause, Clause::Match(matched) if !matched.optional);
    any(Part::Query(query), &mut |part| {
        let Part::Single(SingleQuery { clauses }) = part else { return false };
        let count = clauses.iter().take_while(is_match).count();
        let (Some(Clause::Match(first)), Some(Clause::Delete(delete))) = (clauses.first(), clauses.get(count)) else {
            return false;
        };
        let own = variables(first);
        let is_other = |it: &Expression| matches!(it, Expression::Variable(name) if !own.contains(name));
        count > 1 && delete.expressions.iter().any(is_other)
    })
}

/// The MATCHes with which a query begins, and the items of the first of the SETs that stand behind them; none where there is one
/// MATCH, or something else, or where one reads what another finds.
fn matched_and_set(clauses: &[Clause]) -> Option<(Vec<&Match>, &[SetItem])> {
    let matches: Vec<&Match> = clauses
        .iter()
        .map_while(|clause| match clause {
            Clause::Match(it) => Some(it),
            _ => None,
        })
        .collect();
    let (before, behind) = clauses.split_at(matches.len());
    let reads_others = |(clause, it): (&Clause, &&Match)| {
        let own = variables(it);
        let is_other =
            |expression: &Expression| !free_variables(expression, &|name| own.iter().any(|it| it == name)).is_empty();
        any(Part::Clause(clause), &mut |part| matches!(part, Part::Expression(it) if is_other(it)))
    };
    let removes = behind.iter().take_while(|clause| matches!(clause, Clause::Remove(_))).count();
    match &behind[removes..] {
        [Clause::Set(items), rest @ ..] if matches.len() > 1 => {
            let only_sets = rest.iter().all(|clause| matches!(clause, Clause::Set(_) | Clause::Remove(_)));
            let apart = !before.iter().zip(&matches).any(reads_others);
            (only_sets && apart).then_some((matches, items))
        }
        _ => None,
    }
}

fn variables(matched: &Match) -> Vec<Name> {
    let mut own: Vec<Name> = Vec::new();
    for pattern in &matched.patterns {
        pattern_variables(pattern, &mut |name| {
            if !own.contains(name) {
                own.push(name.clone());
            }
        });
    }
    own
}

/// The first row of a MATCH by itself, by the places in its patterns, its variables under other names; nulls where it finds
/// nothing.
fn first_of(mut matched: Match, columns: Vec<(Name, Name)>) -> Clause {
    let mut count = 0;
    for pattern in &mut matched.patterns {
        walk_mut(PartMut::Pattern(pattern), &mut |part| {
            if let PartMut::Node(node) = part {
                count += 1;
                node.variable.get_or_insert_with(|| Name::from(format!("  place {count}")));
            }
        });
    }
    let by = |name: Name| SortItem { expression: variable(name), descending: false };
    let order = variables(&matched).into_iter().map(by).collect();
    let item = |(column, name): (Name, Name)| ProjectionItem { expression: variable(name), alias: Some(column) };
    let items = columns.into_iter().map(item).collect();
    let returned = Projection { items, order, limit: Some(integer(1)), ..Projection::default() };
    let clauses = vec![Clause::Match(Match { optional: true, ..matched }), Clause::Return(returned)];
    Clause::Subquery(CallSubquery::new(Imports::Body, SingleQuery { clauses }.into()))
}
