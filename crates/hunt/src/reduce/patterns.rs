//! Passes over patterns.

use graphlance_cypher::ast::*;
use graphlance_engines::TargetError;

use super::clauses::repair;
use super::nth::each_part;
use super::scope::{conjuncts, occurrences};
use super::walk;
use super::{Place, Reducer};

/// Drops patterns of a MATCH, with everything that used their variables.
pub(super) fn drop_patterns(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let steps = reducer.statement_steps();
    drop_patterns_of(reducer, steps)
}

/// Drops patterns of a MATCH or CREATE of the statements at these places.
pub(super) fn drop_patterns_of(reducer: &mut Reducer<'_>, places: Vec<Place>) -> Result<(), TargetError> {
    for step in places {
        let mut index = 0;
        loop {
            let mut which = 0;
            let mut exists = true;
            loop {
                let mut applies = false;
                let accepted = reducer.attempt_statement(step, |statement| {
                    let edited = walk::nth_clause(statement, index, |clause| match clause {
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
                })?;
                if !accepted {
                    which += 1;
                }
                if !applies || reducer.is_over() {
                    break;
                }
            }
            if !exists || reducer.is_over() {
                break;
            }
            index += 1;
        }
    }
    Ok(())
}

/// Shortens paths at either end and drops what their parts ask for.
pub(super) fn simplify_patterns(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    each_part(
        reducer,
        &[
            &|statement, index| walk::nth_pattern(statement, index, keep_first_node).inspect(|_| repair(statement)),
            &|statement, index| walk::nth_pattern(statement, index, cut_front).inspect(|_| repair(statement)),
            &|statement, index| walk::nth_pattern(statement, index, cut_back).inspect(|_| repair(statement)),
            &|statement, index| walk::nth_pattern(statement, index, all_paths),
            &|statement, index| walk::nth_pattern(statement, index, turn),
            &|statement, index| {
                walk::nth_pattern(statement, index, |pattern| pattern.variable.take().is_some())
                    .inspect(|_| repair(statement))
            },
        ],
    )?;
    each_part(
        reducer,
        &[
            &|statement, index| walk::nth_node(statement, index, |node| node.labels.take().is_some()),
            &|statement, index| walk::nth_node(statement, index, |node| fewer_names(&mut node.labels, 0)),
            &|statement, index| walk::nth_node(statement, index, |node| fewer_names(&mut node.labels, 1)),
            &|statement, index| walk::nth_node(statement, index, |node| node.properties.take().is_some()),
            &|statement, index| walk::nth_node(statement, index, |node| fewer_entries(&mut node.properties)),
            &|statement, index| walk::nth_node(statement, index, |node| fewer_conjuncts(&mut node.predicate)),
            &|statement, index| {
                let whole = statement.clone();
                walk::nth_node(statement, index, |node| forget_unused(&whole, &mut node.variable))
            },
        ],
    )?;
    each_part(
        reducer,
        &[
            &|statement, index| walk::nth_relationship(statement, index, |hop| hop.types.take().is_some()),
            &|statement, index| walk::nth_relationship(statement, index, |hop| fewer_names(&mut hop.types, 0)),
            &|statement, index| walk::nth_relationship(statement, index, |hop| fewer_names(&mut hop.types, 1)),
            &|statement, index| walk::nth_relationship(statement, index, |hop| hop.properties.take().is_some()),
            &|statement, index| walk::nth_relationship(statement, index, |hop| fewer_entries(&mut hop.properties)),
            &|statement, index| walk::nth_relationship(statement, index, |hop| fewer_conjuncts(&mut hop.predicate)),
            &|statement, index| walk::nth_relationship(statement, index, |hop| hop.length.take().is_some()),
            &|statement, index| walk::nth_relationship(statement, index, |hop| towards(hop, Direction::Right)),
            &|statement, index| walk::nth_relationship(statement, index, |hop| towards(hop, Direction::Left)),
            &|statement, index| {
                let whole = statement.clone();
                walk::nth_relationship(statement, index, |hop| forget_unused(&whole, &mut hop.variable))
            },
        ],
    )
}

pub(super) fn keep_first_node(pattern: &mut Pattern) -> bool {
    let shorter = pattern.path.segments.len() > 1;
    pattern.path.segments.clear();
    shorter
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
        relationship.direction = match relationship.direction {
            Direction::Right => Direction::Left,
            Direction::Left => Direction::Right,
            Direction::Either => Direction::Either,
        };
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

pub(super) fn fewer_names(labels: &mut Option<LabelExpression>, which: usize) -> bool {
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
        Some(LabelExpression::Not(inner)) if which == 0 => {
            *labels = Some(LabelExpression::clone(inner));
            true
        }
        _ => false,
    }
}

fn fewer_entries(properties: &mut Option<Expression>) -> bool {
    match properties {
        Some(Expression::Map(entries)) if entries.len() > 1 => entries.pop().is_some(),
        _ => false,
    }
}

fn fewer_conjuncts(predicate: &mut Option<Expression>) -> bool {
    let Some(whole) = predicate.take() else { return false };
    let mut parts = conjuncts(whole);
    parts.pop();
    *predicate = graphlance_cypher::build::all(parts);
    true
}

fn towards(hop: &mut RelationshipPattern, direction: Direction) -> bool {
    std::mem::replace(&mut hop.direction, direction) != direction
}

fn forget_unused(statement: &Statement, variable: &mut Option<graphlance_graph::Name>) -> bool {
    match variable {
        Some(name) if occurrences(statement, name) == 1 => {
            *variable = None;
            true
        }
        _ => false,
    }
}
