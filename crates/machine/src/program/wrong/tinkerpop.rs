//! Defects of TinkerPop's strategies, which write a traversal anew before any engine that is built on it runs it.

use graphlance_gremlin::Version;

use super::*;

/// What becomes of a step.
pub(super) const RULES: &[(Quirk, Build)] = &[
    (Quirk::NotCountIsZero, |front, mut step| {
        if step.name == StepName::Not
            && let [Argument::Traversal(counted)] = step.arguments.as_mut_slice()
            && let [.., count, is] = counted.steps.as_slice()
            && (is_bare(count, StepName::Count) && is.name == StepName::Is && asks_for_none(is))
        {
            counted.steps.truncate(counted.steps.len() - 2);
            if counted.steps.is_empty() {
                counted.steps.push(bare(StepName::Identity));
            }
        }
        front.push(step);
    }),
    (Quirk::FirstBoundDecides, |front, mut step| {
        if let (StepName::Where | StepName::Filter, [Argument::Traversal(counted)]) =
            (step.name, step.arguments.as_mut_slice())
            && let [.., count, is] = counted.steps.as_slice()
            && is_bare(count, StepName::Count)
            // What is negated decides nothing here, so that any version will do.
            && let Some(exists) = parts_of_is(is, Version::V37).and_then(|parts| first_decides(&parts))
        {
            counted.steps.truncate(counted.steps.len() - 2);
            if counted.steps.is_empty() {
                counted.steps.push(bare(StepName::Identity));
            }
            if !exists {
                step.name = StepName::Not;
            }
        }
        front.push(step);
    }),
    (Quirk::IdentitiesTwice, |front, mut step| match step.name == StepName::HasId && scans(front) {
        true => {
            if let [Argument::Predicate(Predicate { test: Test::Named { name: TestName::Within, arguments }, links })] =
                step.arguments.as_slice()
                && links.is_empty()
            {
                step.arguments = match arguments.as_slice() {
                    [Argument::List(values)] => values.clone(),
                    values => values.to_vec(),
                };
            }
            one_by_one(front, step);
        }
        false => front.push(step),
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

/// Where a strategy counts no further than is(..) takes to decide, as it believes.
pub(super) fn cut_counts_off(steps: &mut Vec<Step>, version: Version, of: fn(Negation) -> bool) {
    for is in std::mem::take(steps) {
        let parts = parts_of_is(&is, version).filter(|parts| parts.iter().any(|part| of(part.negation)));
        let bound = parts.and_then(|parts| parts.into_iter().map(|part| part.bound).max());
        if let (Some(last), Some(limit @ 0..)) = (steps.last(), bound)
            && is_bare(last, StepName::Count)
        {
            steps.insert(steps.len() - 1, Step::new(StepName::Limit, vec![Argument::Scalar(Scalar::Long(limit))]));
        }
        steps.push(is);
    }
}

/// A part of what is(..) asks of a count.
#[derive(Clone, Copy)]
struct Bound {
    test: TestName,
    negation: Negation,
    /// How far the count matters to it, as the strategy believes.
    bound: i64,
}

/// What a part turns round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Negation {
    /// Nothing.
    None,
    /// A comparison, in a way that the strategy bounds rightly.
    Comparison,
    /// That a value is at most another one, by a predicate of its own (since 3.8).
    AtMost,
    /// That a value is one of several.
    Within,
}

/// The parts of what an is(..) asks; none where one of them is of something else than whole numbers.
fn parts_of_is(is: &Step, version: Version) -> Option<Vec<Bound>> {
    match is.arguments.as_slice() {
        [Argument::Predicate(predicate)] if is.name == StepName::Is => parts(predicate, version),
        [value] if is.name == StepName::Is => {
            let part = |value| Bound { test: TestName::Eq, negation: Negation::None, bound: value + 1 };
            whole(value).map(|value| vec![part(value)])
        }
        _ => None,
    }
}

fn parts(predicate: &Predicate, version: Version) -> Option<Vec<Bound>> {
    let negated = matches!(predicate.links.as_slice(), [Link::Negate]);
    let mut all = match &predicate.test {
        Test::Not(inner) if inner.links.is_empty() => parts_of_test(&inner.test, !negated, version)?,
        test => parts_of_test(test, negated, version)?,
    };
    for link in predicate.links.iter().filter(|link| **link != Link::Negate || !negated) {
        match link {
            Link::And(other) | Link::Or(other) => all.extend(parts(other, version)?),
            Link::Negate => return None,
        }
    }
    Some(all)
}

fn parts_of_test(test: &Test, negated: bool, version: Version) -> Option<Vec<Bound>> {
    use TestName::{Between, Eq, Gt, Gte, Inside, Lt, Lte, Neq, Outside, Within, Without};
    let Test::Named { name, arguments } = test else { return None };
    let values: Vec<i64> = match arguments.as_slice() {
        [Argument::List(values) | Argument::Set(values)] => values.iter().map(whole).collect::<Option<_>>()?,
        values => values.iter().map(whole).collect::<Option<_>>()?,
    };
    // Since 3.8 the negation of a comparison is a predicate of its own, of which the strategy adds one where it need not, and not
    // where it must.
    let is_new = negated && version >= Version::V38;
    let part = |test: TestName, value: i64| {
        let further = if is_new { !matches!(test, Gte | Lte) } else { !matches!(test, Gte | Lt) };
        let negation = match (is_new && test == Lte, negated) {
            (true, _) => Negation::AtMost,
            (false, true) => Negation::Comparison,
            (false, false) => Negation::None,
        };
        Bound { test, negation, bound: value + i64::from(further) }
    };
    Some(match (name, values.as_slice()) {
        (Eq | Neq | Lt | Lte | Gt | Gte, [value]) => vec![part(*name, *value)],
        (Between, [low, high]) => vec![part(Gte, *low), part(Lt, *high)],
        (Inside, [low, high]) => vec![part(Gt, *low), part(Lt, *high)],
        (Outside, [low, high]) => vec![part(Lt, *low), part(Gt, *high)],
        (Within | Without, values) if !is_new => {
            let within = (*name == Within) != negated;
            let negation = if within { Negation::None } else { Negation::Within };
            vec![Bound { test: *name, negation, bound: values.iter().max()? + i64::from(within) }]
        }
        _ => return None,
    })
}

/// What the first of several comparisons of a count makes of the traversal that is counted, where the others go no further:
/// whether it gives anything, or nothing.
fn first_decides(parts: &[Bound]) -> Option<bool> {
    let [first, others @ ..] = parts else { return None };
    let further = |part: &Bound| part.bound > 1 || part.negation != Negation::None;
    if others.is_empty() || first.bound != 1 || first.negation != Negation::None || others.iter().any(further) {
        return None;
    }
    match first.test {
        TestName::Gt | TestName::Gte => Some(true),
        TestName::Eq | TestName::Lt | TestName::Lte => Some(false),
        _ => None,
    }
}

/// A number as it is rounded up to a whole one.
fn whole(argument: &Argument) -> Option<i64> {
    match argument {
        Argument::Scalar(Scalar::Integer(number)) => Some(i64::from(*number)),
        Argument::Scalar(Scalar::Long(number)) => Some(*number).filter(|number| *number < i64::MAX),
        Argument::Scalar(Scalar::Double(number)) if number.abs() < 1e9 => Some(number.ceil() as i64),
        _ => None,
    }
}

/// Whether is(..) asks of a count that it be 0: `0`, `P.eq(0)`, `P.lte(0)`, `P.lt(1)`.
fn asks_for_none(is: &Step) -> bool {
    match is.arguments.as_slice() {
        [Argument::Predicate(Predicate { test: Test::Named { name, arguments }, links })] if links.is_empty() => {
            match (name, arguments.first().and_then(whole)) {
                (TestName::Eq | TestName::Lte, Some(value)) => value == 0,
                (TestName::Lt, Some(value)) => value == 1,
                _ => false,
            }
        }
        [value] => whole(value) == Some(0),
        _ => false,
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

fn is_bare(step: &Step, name: StepName) -> bool {
    step.name == name && step.arguments.is_empty() && step.modulators.is_empty()
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
