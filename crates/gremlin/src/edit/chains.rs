//! Edits of chains of steps.

use crate::ast::{Argument, Step, Traversal};
use crate::walk_mut::PartMut;

fn chain<'p>(part: &'p PartMut<'_>) -> Option<&'p Traversal> {
    match part {
        PartMut::Traversal(traversal) => Some(traversal),
        _ => None,
    }
}

fn chain_mut<'p>(part: &'p mut PartMut<'_>) -> Option<&'p mut Traversal> {
    match part {
        PartMut::Traversal(traversal) => Some(traversal),
        _ => None,
    }
}

/// Places behind which a chain may end.
pub(super) fn behind(part: &PartMut<'_>) -> usize {
    chain(part).map_or(0, |traversal| traversal.steps.len().saturating_sub(1))
}

pub(super) fn cut_behind(part: &mut PartMut<'_>, index: usize) -> bool {
    let Some(traversal) = chain_mut(part) else { return false };
    traversal.steps.truncate(index + 1);
    true
}

/// Steps of a chain that has more than one.
pub(super) fn steps(part: &PartMut<'_>) -> usize {
    several(part)
}

pub(super) fn drop_step(part: &mut PartMut<'_>, index: usize) -> bool {
    let Some(traversal) = chain_mut(part) else { return false };
    traversal.steps.remove(index);
    true
}

/// Steps of a chain that has more than one.
pub(super) fn several(part: &PartMut<'_>) -> usize {
    chain(part).map_or(0, |traversal| if traversal.steps.len() > 1 { traversal.steps.len() } else { 0 })
}

/// Leaves one step of a chain.
pub(super) fn keep_one(part: &mut PartMut<'_>, index: usize) -> bool {
    let Some(traversal) = chain_mut(part) else { return false };
    let kept = traversal.steps.swap_remove(index);
    traversal.steps = vec![kept];
    true
}

/// The traversals among the arguments of a step and of its modulators.
fn within(step: &Step) -> impl Iterator<Item = &Traversal> {
    let modulators = step.before.iter().chain(&step.modulators);
    let arguments = step.arguments.iter().chain(modulators.flat_map(|modulator| &modulator.arguments));
    arguments.filter_map(Argument::as_traversal)
}

/// Traversals that may stand in the place of the step that they are arguments of.
pub(super) fn nested(part: &PartMut<'_>) -> usize {
    chain(part).map_or(0, |traversal| traversal.steps.iter().flat_map(within).count())
}

/// Puts the steps of a traversal in the place of the step that it is an argument of.
pub(super) fn splice(part: &mut PartMut<'_>, index: usize) -> bool {
    let Some(traversal) = chain_mut(part) else { return false };
    let places = traversal.steps.iter().enumerate();
    let found = places.flat_map(|(place, step)| within(step).map(move |inner| (place, inner))).nth(index);
    let Some((place, inner)) = found.map(|(place, inner)| (place, inner.steps.clone())) else { return false };
    traversal.steps.splice(place..=place, inner);
    true
}
