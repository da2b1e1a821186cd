//! Nodes of which several patterns want different labels.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::ast::{Clause, Expression, Pattern, Query, SingleQuery, With};
use graphlance_cypher::walk::{NameKind, Part, PartMut, any, for_each_name, for_each_name_mut};
use graphlance_graph::Name;

use super::patterns::nodes;

/// Whether a node, a property of it or a path that it is in is read, and a pattern wants a label of it that the first one with
/// labels does not name.
pub(super) fn reads_node_of_other_labels(query: &Query) -> bool {
    any(Part::Query(query), &mut |part| matches!(part, Part::Single(single) if reads_torn(single)))
}

fn reads_torn(single: &SingleQuery) -> bool {
    let single = &under_first_names(single);
    let mut first: BTreeMap<&Name, BTreeSet<Name>> = BTreeMap::new();
    let mut torn: BTreeSet<&Name> = BTreeSet::new();
    let mut paths: Vec<(&Name, &Pattern)> = Vec::new();
    let matches = single.clauses.iter().filter_map(|clause| match clause {
        Clause::Match(it) => Some(it),
        _ => None,
    });
    for pattern in matches.flat_map(|it| &it.patterns) {
        paths.extend(pattern.variable.as_ref().map(|name| (name, pattern)));
        for node in nodes(&pattern.path) {
            let (Some(name), Some(_)) = (&node.variable, &node.labels) else { continue };
            let mut labels = BTreeSet::new();
            for_each_name(Part::Node(node), &mut |label, kind| {
                labels.extend((kind == NameKind::Label).then(|| label.clone()));
            });
            if !first.entry(name).or_insert_with(|| labels.clone()).is_superset(&labels) {
                torn.insert(name);
            }
        }
    }
    let has_torn = |path: &Name| {
        let own = paths.iter().filter(|(name, _)| *name == path);
        own.flat_map(|(_, pattern)| nodes(&pattern.path)).any(|node| is_of(&node.variable, &torn))
    };
    let is_read_whole = |it: &Expression| match it {
        Expression::Variable(name) => torn.contains(name) || has_torn(name),
        _ => false,
    };
    any(Part::Single(single), &mut |part| match part {
        Part::Expression(Expression::Property(of, _)) => {
            matches!(&**of, Expression::Variable(name) if torn.contains(name))
        }
        Part::Node(node) => node.properties.is_some() && is_of(&node.variable, &torn),
        Part::Clause(Clause::Return(projection)) => projection.items.iter().any(|item| is_read_whole(&item.expression)),
        _ => false,
    })
}

/// The query with each variable that a WITH hands on under the name that it had first.
fn under_first_names(single: &SingleQuery) -> SingleQuery {
    let mut renamed = single.clone();
    for at in 0..renamed.clauses.len() {
        let Clause::With(With { projection, .. }) = &renamed.clauses[at] else { continue };
        let aliases: Vec<(Name, Name)> = projection
            .items
            .iter()
            .filter_map(|item| match (&item.expression, &item.alias) {
                (Expression::Variable(name), Some(alias)) if name != alias => Some((alias.clone(), name.clone())),
                _ => None,
            })
            .collect();
        for (alias, first) in aliases {
            for_each_name_mut(PartMut::Single(&mut renamed), &mut |name, kind| {
                if kind == NameKind::Variable && *name == alias {
                    *name = first.clone();
                }
            });
        }
    }
    renamed
}

fn is_of(variable: &Option<Name>, names: &BTreeSet<&Name>) -> bool {
    variable.as_ref().is_some_and(|name| names.contains(name))
}
