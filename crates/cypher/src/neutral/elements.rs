//! What patterns say of nodes and relationships.

use super::{at_clauses, at_each};
use crate::ast::*;
use crate::edit::nth::{nth_node, nth_path, nth_pattern, nth_relationship};
use crate::edit::patterns::fewer_names;
use crate::walk::{PartMut, walk_mut};

/// Names of a label expression that are dropped one at a time, at most.
const MOST_NAMES: usize = 8;

pub(super) fn without_label(statement: &Statement) -> Vec<Statement> {
    at_each(statement, &|statement, index| nth_node(statement, index, |node| node.labels.take().is_some()))
}

pub(super) fn without_type(statement: &Statement) -> Vec<Statement> {
    at_each(statement, &|statement, index| nth_relationship(statement, index, |hop| hop.types.take().is_some()))
}

pub(super) fn with_fewer_labels(statement: &Statement) -> Vec<Statement> {
    let without = |which: usize| {
        at_each(statement, &|statement, index| nth_node(statement, index, |node| fewer(&mut node.labels, which)))
    };
    (0..MOST_NAMES).flat_map(without).collect()
}

pub(super) fn with_fewer_types(statement: &Statement) -> Vec<Statement> {
    let without = |which: usize| {
        at_each(statement, &|statement, index| nth_relationship(statement, index, |hop| fewer(&mut hop.types, which)))
    };
    (0..MOST_NAMES).flat_map(without).collect()
}

/// One of several operands less. What is negated stays so.
fn fewer(names: &mut Option<LabelExpression>, which: usize) -> bool {
    let several = match names {
        Some(LabelExpression::And(..) | LabelExpression::Or(..)) => which < 2,
        Some(LabelExpression::Colons(_)) => true,
        _ => false,
    };
    several && fewer_names(names, which)
}

pub(super) fn without_direction(statement: &Statement) -> Vec<Statement> {
    at_each(statement, &|statement, index| nth_relationship(statement, index, undirect))
}

fn undirect(hop: &mut RelationshipPattern) -> bool {
    std::mem::replace(&mut hop.direction, Direction::Either) != Direction::Either
}

pub(super) fn without_labels(statement: &Statement) -> Vec<Statement> {
    in_matches(statement, &|part| match part {
        PartMut::Node(node) => node.labels.take().is_some(),
        _ => false,
    })
}

pub(super) fn without_types(statement: &Statement) -> Vec<Statement> {
    in_matches(statement, &|part| match part {
        PartMut::Relationship(hop) => hop.types.take().is_some(),
        _ => false,
    })
}

pub(super) fn without_directions(statement: &Statement) -> Vec<Statement> {
    in_matches(statement, &|part| match part {
        PartMut::Relationship(hop) => undirect(hop),
        _ => false,
    })
}

/// The statement with all parts of the patterns of one MATCH edited that can be.
fn in_matches(statement: &Statement, edit: &dyn Fn(&mut PartMut<'_>) -> bool) -> Vec<Statement> {
    at_clauses(statement, &|clause| {
        let Clause::Match(clause) = clause else { return false };
        let mut changed = false;
        for pattern in &mut clause.patterns {
            walk_mut(PartMut::Pattern(pattern), &mut |part| changed |= edit(part));
        }
        changed
    })
}

pub(super) fn without_map(statement: &Statement) -> Vec<Statement> {
    let mut made =
        at_each(statement, &|statement, index| nth_node(statement, index, |node| node.properties.take().is_some()));
    made.extend(at_each(statement, &|statement, index| {
        nth_relationship(statement, index, |hop| hop.properties.take().is_some())
    }));
    made
}

pub(super) fn without_inline_predicate(statement: &Statement) -> Vec<Statement> {
    let mut made =
        at_each(statement, &|statement, index| nth_node(statement, index, |node| node.predicate.take().is_some()));
    made.extend(at_each(statement, &|statement, index| {
        nth_relationship(statement, index, |hop| hop.predicate.take().is_some())
    }));
    made.extend(at_each(statement, &|statement, index| nth_path(statement, index, unfilter_repetitions)));
    made.extend(at_each(statement, &|statement, index| nth_pattern(statement, index, unfilter)));
    made
}

/// Takes the predicate in the parentheses around a path, which go unless a variable stands in them too.
pub(super) fn unfilter(pattern: &mut Pattern) -> bool {
    let Some(enclosed) = &mut pattern.enclosed else { return false };
    let filtered = enclosed.predicate.take().is_some();
    if enclosed.variable.is_none() {
        pattern.enclosed = None;
    }
    filtered
}

/// Takes the predicates of quantified paths.
pub(super) fn unfilter_repetitions(path: &mut PathPattern) -> bool {
    path.segments.iter_mut().fold(false, |changed, segment| match segment {
        Segment::Quantified { predicate, .. } => predicate.take().is_some() || changed,
        Segment::Hop { .. } => changed,
    })
}

/// Relationships of variable length, and quantified paths, of their least length alone. A list stays a list.
pub(super) fn with_least_length(statement: &Statement) -> Vec<Statement> {
    let mut made = at_each(statement, &|statement, index| {
        nth_relationship(statement, index, |hop| match &mut hop.length {
            Some(Length { min, max }) => shorten(max, min.unwrap_or(1)),
            None => false,
        })
    });
    made.extend(at_each(statement, &|statement, index| {
        nth_path(statement, index, |path| {
            path.segments.iter_mut().fold(false, |changed, segment| match segment {
                // A path that is repeated at most no time is none.
                Segment::Quantified { quantifier, .. } => {
                    shorten(&mut quantifier.max, quantifier.min.max(1)) || changed
                }
                Segment::Hop { .. } => changed,
            })
        })
    }));
    made
}

fn shorten(most: &mut Option<u32>, least: u32) -> bool {
    most.replace(least) != Some(least)
}
