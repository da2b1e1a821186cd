//! Nodes and relationships that are null.

use graphlance_cypher::ast::{Clause, Expression, RemoveItem, SetItem, With};
use graphlance_cypher::build;
use graphlance_cypher::names::{column_name, pattern_variables};
use graphlance_cypher::walk::PartMut;
use graphlance_graph::Name;

use crate::departures::trees::{is_null, null, when};

/// Puts in front of each SET and REMOVE one that comes upon poison where a variable is null that no pattern has bound first since
/// the last WITH.
pub(super) fn poison_handed(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    guard(&mut single.clauses, &mut Vec::new(), &mut Vec::new(), poison);
}

/// The same of some clauses, in front of which patterns have bound some names, and others were handed on.
fn guard(clauses: &mut Vec<Clause>, bound: &mut Vec<Name>, handed: &mut Vec<Name>, poison: &Expression) {
    for mut clause in std::mem::take(clauses) {
        let mut bind = |name: &Name| bound.extend((!handed.contains(name)).then(|| name.clone()));
        match &mut clause {
            Clause::With(With { projection, .. }) => {
                handed.retain(|_| projection.star);
                handed.extend(projection.items.iter().filter_map(column_name).cloned());
                handed.extend(std::mem::take(bound).into_iter().filter(|_| projection.star));
            }
            Clause::Unwind(unwind) => handed.push(unwind.variable.clone()),
            Clause::Match(it) => it.patterns.iter().for_each(|it| pattern_variables(it, &mut bind)),
            Clause::Create(patterns) | Clause::Insert(patterns) => {
                patterns.iter().for_each(|it| pattern_variables(it, &mut bind));
            }
            Clause::Merge(it) => pattern_variables(&it.pattern, &mut bind),
            Clause::Foreach(it) => guard(&mut it.clauses, &mut bound.clone(), &mut handed.clone(), poison),
            _ => {}
        }
        let unbound = targets(&clause).into_iter().filter(|name| !bound.contains(name));
        let guards: Vec<SetItem> = unbound.map(|name| if_null(name, poison)).collect();
        if !guards.is_empty() {
            clauses.push(Clause::Set(guards));
        }
        clauses.push(clause);
    }
}

/// The variables of what a SET or REMOVE is about.
fn targets(clause: &Clause) -> Vec<Name> {
    let of = |target: &Expression| match target {
        Expression::Variable(name) => Some(name.clone()),
        _ => None,
    };
    let set = |item: &SetItem| match item {
        SetItem::Property { target, .. } | SetItem::DynamicProperty { target, .. } => of(target),
        SetItem::Properties { variable, .. }
        | SetItem::Labels { variable, .. }
        | SetItem::DynamicLabels { variable, .. } => Some(variable.clone()),
    };
    let removed = |item: &RemoveItem| match item {
        RemoveItem::Property { target, .. } | RemoveItem::DynamicProperty { target, .. } => of(target),
        RemoveItem::Labels { variable, .. } | RemoveItem::DynamicLabels { variable, .. } => Some(variable.clone()),
    };
    match clause {
        Clause::Set(items) => items.iter().filter_map(set).collect(),
        Clause::Remove(items) => items.iter().filter_map(removed).collect(),
        _ => Vec::new(),
    }
}

/// Sets nothing, and comes upon poison where a variable is null.
fn if_null(name: Name, poison: &Expression) -> SetItem {
    let target = when(is_null(build::variable(name)), poison.clone(), null());
    SetItem::Property { target, key: Name::new_static("null"), value: null() }
}
