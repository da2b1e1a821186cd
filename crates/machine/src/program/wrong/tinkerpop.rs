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
    (Quirk::RangesBeforeSideEffects, |front, step| {
        let passes = |step: &&Step| only_does(step) || is_bare(step, StepName::Identity);
        let effects = front.iter().rev().take_while(passes).count();
        let skips = cuts(&step) && step.name != StepName::Tail;
        let place = front.len() - if skips { effects } else { 0 };
        front.insert(place, step);
    }),
    (Quirk::SecondSkipIsRefused, |front, step| {
        let before = front.iter().rev().find(|step| !only_does(step) && !gives_one(step));
        let endless = |step: &Step| skipped(step).is_some();
        let is_refused = endless(&step) && before.and_then(skipped).is_some_and(|skipped| skipped > 0);
        front.push(if is_refused { refused() } else { step });
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

/// Whether a step lets all that comes through one by one, and does something beside.
fn only_does(step: &Step) -> bool {
    match step.name {
        StepName::SideEffect | StepName::Property => true,
        StepName::Group | StepName::GroupCount => !step.arguments.is_empty(),
        _ => false,
    }
}

/// How many objects a step leaves out that gives all others: skip(n) or range(n, -1).
fn skipped(step: &Step) -> Option<i64> {
    let number = |argument: &Argument| argument.as_scalar().and_then(Scalar::as_long);
    match (step.name, step.arguments.as_slice()) {
        (StepName::Skip, [low]) => number(low),
        (StepName::Range, [low, high]) if number(high) == Some(-1) => number(low),
        _ => None,
    }
}

/// Whether a step makes one object of each.
fn gives_one(step: &Step) -> bool {
    matches!(step.name, StepName::Identity | StepName::Id | StepName::Label | StepName::Constant)
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
