//! Edits of modulators, arguments, collections and predicates.

use crate::ast::Argument;
use crate::predicate::{Link, Test};
use crate::walk_mut::PartMut;

/// What configures a source, and how it is asked for results.
pub(super) fn configuration(part: &PartMut<'_>) -> usize {
    match part {
        PartMut::Statement(statement) => statement.source.len() + usize::from(statement.terminal.is_some()),
        _ => 0,
    }
}

pub(super) fn drop_configuration(part: &mut PartMut<'_>, index: usize) -> bool {
    let PartMut::Statement(statement) = part else { return false };
    if index < statement.source.len() {
        statement.source.remove(index);
        return true;
    }
    statement.terminal.take().is_some()
}

/// Modulators in front of and behind a step, and in front of a chain.
pub(super) fn modulators(part: &PartMut<'_>) -> usize {
    match part {
        PartMut::Step(step) => step.before.len() + step.modulators.len(),
        PartMut::Traversal(traversal) => traversal.start.len(),
        _ => 0,
    }
}

pub(super) fn drop_modulator(part: &mut PartMut<'_>, index: usize) -> bool {
    match part {
        PartMut::Step(step) if index < step.before.len() => drop(step.before.remove(index)),
        PartMut::Step(step) => drop(step.modulators.remove(index - step.before.len())),
        PartMut::Traversal(traversal) => drop(traversal.start.remove(index)),
        _ => return false,
    }
    true
}

/// Arguments of a step, a modulator or a test.
pub(super) fn arguments(part: &PartMut<'_>) -> usize {
    match part {
        PartMut::Step(step) => step.arguments.len(),
        PartMut::Modulator(modulator) => modulator.arguments.len(),
        PartMut::Predicate(predicate) => match &predicate.test {
            Test::Named { arguments, .. } => arguments.len(),
            Test::Not(_) => 0,
        },
        _ => 0,
    }
}

pub(super) fn drop_argument(part: &mut PartMut<'_>, index: usize) -> bool {
    let arguments = match part {
        PartMut::Step(step) => &mut step.arguments,
        PartMut::Modulator(modulator) => &mut modulator.arguments,
        PartMut::Predicate(predicate) => match &mut predicate.test {
            Test::Named { arguments, .. } => arguments,
            Test::Not(_) => return false,
        },
        _ => return false,
    };
    arguments.remove(index);
    true
}

/// Items of a collection, settings of a strategy; what a value with a cardinality is without it.
pub(super) fn items(part: &PartMut<'_>) -> usize {
    let PartMut::Argument(argument) = part else { return 0 };
    match argument {
        Argument::List(items) | Argument::Set(items) => items.len(),
        Argument::Map(entries) => entries.len(),
        Argument::Strategy(strategy) => strategy.configuration.len(),
        Argument::WithCardinality(..) => 1,
        _ => 0,
    }
}

pub(super) fn drop_item(part: &mut PartMut<'_>, index: usize) -> bool {
    let PartMut::Argument(argument) = part else { return false };
    match argument {
        Argument::List(items) | Argument::Set(items) => drop(items.remove(index)),
        Argument::Map(entries) => drop(entries.remove(index)),
        Argument::Strategy(strategy) => drop(strategy.configuration.remove(index)),
        Argument::WithCardinality(_, value) => **argument = (**value).clone(),
        _ => return false,
    }
    true
}

/// What a predicate may be without: each of its links; all but one of its links; its negation.
pub(super) fn predicates(part: &PartMut<'_>) -> usize {
    match part {
        PartMut::Predicate(predicate) => {
            2 * predicate.links.len() + usize::from(matches!(predicate.test, Test::Not(_)))
        }
        _ => 0,
    }
}

pub(super) fn simplify_predicate(part: &mut PartMut<'_>, index: usize) -> bool {
    let PartMut::Predicate(predicate) = part else { return false };
    let links = predicate.links.len();
    if index < links {
        predicate.links.remove(index);
        return true;
    }
    if index < 2 * links {
        let (Link::And(kept) | Link::Or(kept)) = predicate.links.swap_remove(index - links) else { return false };
        **predicate = kept;
        return true;
    }
    let Test::Not(inner) = &mut predicate.test else { return false };
    let mut inner = (**inner).clone();
    inner.links.append(&mut predicate.links);
    **predicate = inner;
    true
}
