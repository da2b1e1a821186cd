//! Passes over patterns.

use graphlance_graph::Name;

use super::Bench;
use super::conjuncts::edit_conjuncts;
use super::nth::{each_part, node_at, nth_clause, nth_node, nth_pattern, nth_relationship, relationship_at};
use super::prune::{repair, repaired};
use super::scratch::attempt;
use crate::ast::*;
use crate::names::occurrences;

/// Drops patterns of MATCH and CREATE, with everything that used their variables.
pub(super) fn drop_patterns(bench: &mut dyn Bench) {
    let mut index = 0;
    loop {
        let mut which = 0;
        let mut exists = true;
        loop {
            let mut applies = false;
            let accepted = attempt(bench, |statement| {
                let edited = nth_clause(statement, index, |clause| match clause {
                    Clause::Match(Match { patterns, .. }) | Clause::Create(patterns)
                        if patterns.len() > 1 && which < patterns.len() =>
                    {
                        patterns.remove(which);
                        applies = true;
                        true
                    }
                    _ => false,
                });
                exists = edited.is_some();
                edited == Some(true) && {
                    repair(statement);
                    true
                }
            });
            if !accepted {
                which += 1;
            }
            if !applies || bench.is_over() {
                break;
            }
        }
        if !exists || bench.is_over() {
            break;
        }
        index += 1;
    }
}

/// Shortens paths at either end and drops what their parts ask for.
pub(super) fn simplify_patterns(bench: &mut dyn Bench) {
    each_part(
        bench,
        &[
            &|statement, index| repaired(statement, |statement| nth_pattern(statement, index, keep_first_node)),
            &|statement, index| repaired(statement, |statement| nth_pattern(statement, index, cut_front)),
            &|statement, index| repaired(statement, |statement| nth_pattern(statement, index, cut_back)),
            &|statement, index| nth_pattern(statement, index, all_paths),
            &|statement, index| nth_pattern(statement, index, |pattern| pattern.mode.take().is_some()),
            &|statement, index| nth_pattern(statement, index, fewer_paths),
            &|statement, index| {
                nth_pattern(statement, index, |pattern| {
                    pattern.enclosed.as_mut().is_some_and(|enclosed| fewer_conjuncts(&mut enclosed.predicate))
                })
            },
            &|statement, index| nth_pattern(statement, index, |pattern| pattern.enclosed.take().is_some()),
            &|statement, index| nth_pattern(statement, index, turn),
            &|statement, index| {
                repaired(statement, |statement| {
                    nth_pattern(statement, index, |pattern| pattern.variable.take().is_some())
                })
            },
        ],
    );
    each_part(
        bench,
        &[
            &|statement, index| nth_node(statement, index, |node| node.labels.take().is_some()),
            &|statement, index| nth_node(statement, index, |node| fewer_names(&mut node.labels, 0)),
            &|statement, index| nth_node(statement, index, |node| fewer_names(&mut node.labels, 1)),
            &|statement, index| nth_node(statement, index, |node| node.properties.take().is_some()),
            &|statement, index| nth_node(statement, index, |node| fewer_entries(&mut node.properties)),
            &|statement, index| nth_node(statement, index, |node| fewer_conjuncts(&mut node.predicate)),
            &|statement, index| {
                let unused = occurs_once(statement, &node_at(statement, index)?.variable);
                nth_node(statement, index, |node| unused && node.variable.take().is_some())
            },
        ],
    );
    each_part(
        bench,
        &[
            &|statement, index| nth_relationship(statement, index, |hop| hop.types.take().is_some()),
            &|statement, index| nth_relationship(statement, index, |hop| fewer_names(&mut hop.types, 0)),
            &|statement, index| nth_relationship(statement, index, |hop| fewer_names(&mut hop.types, 1)),
            &|statement, index| nth_relationship(statement, index, |hop| hop.properties.take().is_some()),
            &|statement, index| nth_relationship(statement, index, |hop| fewer_entries(&mut hop.properties)),
            &|statement, index| nth_relationship(statement, index, |hop| fewer_conjuncts(&mut hop.predicate)),
            &|statement, index| nth_relationship(statement, index, |hop| hop.length.take().is_some()),
            &|statement, index| nth_relationship(statement, index, |hop| towards(hop, Direction::Right)),
            &|statement, index| nth_relationship(statement, index, |hop| towards(hop, Direction::Left)),
            &|statement, index| {
                let unused = occurs_once(statement, &relationship_at(statement, index)?.variable);
                nth_relationship(statement, index, |hop| unused && hop.variable.take().is_some())
            },
        ],
    );
}

pub(super) fn keep_first_node(pattern: &mut Pattern) -> bool {
    let long = pattern.path.segments.len() > 1;
    if long {
        pattern.path.segments.clear();
    }
    long
}

pub(super) fn cut_front(pattern: &mut Pattern) -> bool {
    if pattern.path.segments.is_empty() {
        return false;
    }
    pattern.path.start = match pattern.path.segments.remove(0) {
        Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
    };
    true
}

pub(super) fn cut_back(pattern: &mut Pattern) -> bool {
    pattern.path.segments.pop().is_some()
}

/// Writes a path from its other end, so that more of its relationships point to the right.
fn turn(pattern: &mut Pattern) -> bool {
    let path = &mut pattern.path;
    let mut turned = Vec::with_capacity(path.segments.len());
    let mut end = path.start.clone();
    for segment in &path.segments {
        let Segment::Hop { relationship, node } = segment else { return false };
        let mut relationship = relationship.clone();
        relationship.direction = relationship.direction.reversed();
        turned.push(Segment::Hop { relationship, node: std::mem::replace(&mut end, node.clone()) });
    }
    turned.reverse();
    path.start = end;
    path.segments = turned;
    true
}

fn all_paths(pattern: &mut Pattern) -> bool {
    std::mem::take(&mut pattern.selector) != PathSelector::All
}

/// A selector of more paths or groups takes one.
fn fewer_paths(pattern: &mut Pattern) -> bool {
    let simpler = match pattern.selector {
        PathSelector::Shortest(2..) => PathSelector::Shortest(1),
        PathSelector::AnyPaths(_) => PathSelector::Any,
        PathSelector::ShortestGroups(2..) => PathSelector::ShortestGroups(1),
        PathSelector::ShortestGroups(_) => PathSelector::AllShortest,
        _ => return false,
    };
    pattern.selector = simpler;
    true
}

pub(crate) fn fewer_names(labels: &mut Option<LabelExpression>, which: usize) -> bool {
    match labels {
        Some(LabelExpression::Colons(names)) if which < names.len() => {
            names.remove(which);
            *labels = LabelExpression::all_of(std::mem::take(names));
            true
        }
        Some(LabelExpression::And(left, right) | LabelExpression::Or(left, right)) => {
            let kept = if which == 0 { right } else { left };
            *labels = Some(LabelExpression::clone(kept));
            true
        }
        Some(LabelExpression::Dynamic(dynamic)) => match written_name(&dynamic.names, which) {
            Some(name) => {
                *labels = Some(LabelExpression::Name(name));
                true
            }
            None => false,
        },
        Some(LabelExpression::Not(inner)) if which == 0 => {
            *labels = Some(LabelExpression::clone(inner));
            true
        }
        _ => false,
    }
}

/// The name of this number, where computed labels are written out.
fn written_name(names: &Expression, which: usize) -> Option<Name> {
    let name = match names {
        Expression::List(items) => items.get(which)?,
        single => Some(single).filter(|_| which == 0)?,
    };
    match name {
        Expression::Literal(Literal::String(name)) if !name.is_empty() => Some(name.as_str().into()),
        _ => None,
    }
}

fn fewer_entries(properties: &mut Option<Expression>) -> bool {
    match properties {
        Some(Expression::Map(entries)) if entries.len() > 1 => entries.pop().is_some(),
        _ => false,
    }
}

fn fewer_conjuncts(predicate: &mut Option<Expression>) -> bool {
    edit_conjuncts(predicate, |parts| parts.pop().is_some()) == Some(true)
}

fn towards(hop: &mut RelationshipPattern, direction: Direction) -> bool {
    std::mem::replace(&mut hop.direction, direction) != direction
}

/// Whether there is a variable that nothing else refers to.
fn occurs_once(statement: &Statement, variable: &Option<Name>) -> bool {
    variable.as_ref().is_some_and(|name| occurrences(statement, name) == 1)
}
