//! Defects of TinkerPop's strategies, which write a traversal anew before any engine that is built on it runs it.

use super::counts::{counts_all, has_no_greatest};
use super::*;

/// What becomes of a chain.
pub(super) const CHAINS: &[(Quirk, Rule<Vec<Step>>)] = &[(Quirk::EmptyRangesEndAll, end_at_empty_ranges)];

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
        let skipped = |step: &Step| range_of(step).and_then(|(low, high)| (high == -1).then_some(low));
        let is_refused = skipped(&step).is_some() && before.and_then(skipped).is_some_and(|skipped| skipped > 0);
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

/// Ends a chain at ranges that together leave nothing, but for cap(): what comes of nothing is not asked.
fn end_at_empty_ranges(steps: &mut Vec<Step>) {
    let mut before: Option<(i64, i64)> = None;
    for place in 1..steps.len() {
        before = match (before, range_of(&steps[place])) {
            (Some((low, high)), Some((next_low, next_high))) => {
                let from = low.saturating_add(next_low);
                let to = match (high, next_high) {
                    (-1, next) => low.saturating_add(next),
                    (high, -1) => high,
                    (high, next) => high.min(low.saturating_add(next)),
                };
                if high != -1 && to <= from {
                    let caps = steps.split_off(place).into_iter().filter(|step| step.name == StepName::Cap);
                    steps.push(nothing());
                    steps.extend(caps);
                    return;
                }
                Some((from, to))
            }
            (None, range @ Some(_)) => range,
            (before, None) => before.filter(|_| only_does(&steps[place]) || gives_one(&steps[place])),
        };
    }
}

/// From which object on a range goes, and to which; -1 where it has no end.
fn range_of(step: &Step) -> Option<(i64, i64)> {
    let number = |argument: &Argument| argument.as_scalar().and_then(Scalar::as_long);
    match (step.name, step.arguments.as_slice()) {
        (StepName::Limit, [high]) => Some((0, number(high)?)),
        (StepName::Skip, [low]) => Some((number(low)?, -1)),
        (StepName::Range, [low, high]) => Some((number(low)?, number(high)?)),
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
