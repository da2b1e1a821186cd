//! Defects of TinkerPop's strategies, which write a traversal anew before any engine that is built on it runs it.

use super::counts::{counts_all, has_no_greatest};
use super::*;

/// What becomes of a step.
pub(super) const RULES: &[(Quirk, Build)] = &[
    (Quirk::ListsOfCountsFail, |front, step| {
        let counts = front.iter().rev().find(|step| !is_bare(step, StepName::Identity));
        let fails = counts.is_some_and(counts_all) && step.name == StepName::Is;
        let fails = fails && matches!(step.arguments.as_slice(), [Argument::Predicate(it)] if has_no_greatest(it));
        front.push(if fails { refused() } else { step });
    }),
    (Quirk::IdentitiesTwice, |front, step| match inlined(&step) {
        Some(steps) if scans(front) && steps.iter().any(|step| step.name == StepName::HasId) => {
            for step in steps {
                match step.name == StepName::HasId {
                    true => one_by_one(front, Step { arguments: identities(&step), ..step }),
                    false => front.push(step),
                }
            }
        }
        _ => front.push(step),
    }),
    (Quirk::LabelsTwice, |front, step| {
        let labelled = step.name == StepName::HasLabel && texts(&step).is_some();
        match labelled && front.last().is_some_and(goes_to_edges) {
            true => one_by_one(front, step),
            false => front.push(step),
        }
    }),
    (Quirk::LaterLabelsAdd, |front, mut step| match (front.as_slice(), texts(&step)) {
        ([.., edges, first], Some(labels))
            if goes_to_edges(edges)
                && (is_plain_label(first) && first.modulators.is_empty())
                && (step.name == StepName::HasLabel && labels.len() > 1)
                && texts(first).is_some_and(|known| known.iter().all(|label| labels.contains(label))) =>
        {
            step.arguments.splice(0..0, first.arguments.clone());
            front.pop();
            one_by_one(front, step);
        }
        _ => front.push(step),
    }),
    (Quirk::RangesBeforeSideEffects, |front, step| {
        let effects = front.iter().rev().take_while(|step| only_does(step)).count();
        let skips = cuts(&step) && step.name != StepName::Tail;
        let place = front.len() - if skips { effects } else { 0 };
        front.insert(place, step);
    }),
    (Quirk::MatchOfFilterIsFilter, |front, step| match step.arguments.as_slice() {
        [Argument::Traversal(pattern)] if step.name == StepName::Match && pattern.steps.iter().all(only_filters) => {
            front.extend(pattern.steps.iter().map(|step| Step { modulators: Vec::new(), ..step.clone() }));
        }
        _ => front.push(step),
    }),
    (Quirk::GroupByIdentityLists, |front, mut step| {
        if let Some(identities) = values_of_group(&mut step)
            && identities.as_slice().first().and_then(Argument::as_traversal).is_some_and(|it| it.steps.len() == 1)
        {
            identities.clear();
        }
        front.push(step);
    }),
    (Quirk::GroupByIdentitiesIsEmpty, |front, mut step| {
        if let Some(identities) = values_of_group(&mut step)
            && identities.as_slice().first().and_then(Argument::as_traversal).is_some_and(|it| it.steps.len() > 1)
        {
            *identities = vec![traversal(vec![nothing()])];
        }
        front.push(step);
    }),
];

/// The steps that a filter is in the place of, where it asks nothing but filters: itself, or those in where() and and().
fn inlined(step: &Step) -> Option<Vec<Step>> {
    if step.name == StepName::HasId {
        return Some(vec![step.clone()]);
    }
    let filters = matches!(step.name, StepName::Where | StepName::Filter | StepName::And);
    let mut steps = Vec::new();
    for argument in step.arguments.iter().filter(|_| filters && step.modulators.is_empty()) {
        let inner = argument.as_traversal().filter(|inner| inner.start.is_empty() && inner.steps.iter().all(tests))?;
        steps.extend(inner.steps.iter().cloned());
    }
    Some(steps).filter(|steps| !steps.is_empty())
}

/// The identities that hasId(..) names: those of P.within(..) and P.eq(..) are looked up as others are.
fn identities(step: &Step) -> Vec<Argument> {
    match step.arguments.as_slice() {
        [Argument::Predicate(Predicate { test: Test::Named { name, arguments }, links })]
            if links.is_empty() && matches!(name, TestName::Within | TestName::Eq) =>
        {
            match arguments.as_slice() {
                [Argument::List(values)] => values.clone(),
                values => values.to_vec(),
            }
        }
        arguments => arguments.to_vec(),
    }
}

/// Asks a filter for each of its arguments, and gives what any lets through once for each.
fn one_by_one(front: &mut Vec<Step>, step: Step) {
    let alone = |argument: &Argument| traversal(vec![Step::new(step.name, vec![argument.clone()])]);
    let branches = step.arguments.iter().map(alone).collect();
    front.push(in_place_of(&step, StepName::Union, branches));
}

/// Whether a step goes to edges of all labels, and has no label itself.
fn goes_to_edges(step: &Step) -> bool {
    matches!(step.name, StepName::OutE | StepName::InE | StepName::BothE)
        && step.arguments.is_empty()
        && step.modulators.is_empty()
}

/// Whether a step lets all that comes through one by one, and does something beside.
fn only_does(step: &Step) -> bool {
    match step.name {
        StepName::SideEffect | StepName::Property => true,
        StepName::Group | StepName::GroupCount => !step.arguments.is_empty(),
        _ => false,
    }
}

fn only_filters(step: &Step) -> bool {
    tests(step) || step.name == StepName::Identity
}

/// What the values of a group are made by, where that is a chain of identity().
fn values_of_group(step: &mut Step) -> Option<&mut Vec<Argument>> {
    let groups = step.name == StepName::Group;
    let mut bys = step.modulators.iter_mut().filter(|modulator| groups && modulator.name == StepName::By);
    let arguments = &mut bys.nth(1)?.arguments;
    let identities = match arguments.as_slice() {
        [Argument::Traversal(chain)] => chain.steps.iter().all(|step| is_bare(step, StepName::Identity)),
        _ => false,
    };
    identities.then_some(arguments)
}
