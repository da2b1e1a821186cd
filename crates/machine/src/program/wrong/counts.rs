//! How TinkerPop's strategy of counts reads what is(..) asks of one.

use graphlance_gremlin::Version;

use super::*;

/// Where a strategy counts no further than is(..) takes to decide, as it believes.
pub(super) fn cut_counts_off(steps: &mut Vec<Step>, version: Version, of: fn(Negation) -> bool) {
    for is in std::mem::take(steps) {
        let parts = parts_of_is(&is, version).filter(|parts| parts.iter().any(|part| of(part.negation)));
        let bound = parts.and_then(|parts| parts.into_iter().map(|part| part.bound).max());
        if let (Some(last), Some(limit @ 0..)) = (steps.last(), bound)
            && counts_all(last)
            && !steps.iter().rev().nth(1).is_some_and(is_range)
        {
            steps.insert(steps.len() - 1, Step::new(StepName::Limit, vec![Argument::Scalar(Scalar::Long(limit))]));
        }
        steps.push(is);
    }
}

/// A part of what is(..) asks of a count.
#[derive(Clone, Copy)]
pub(super) struct Bound {
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
pub(super) fn parts_of_is(is: &Step, version: Version) -> Option<Vec<Bound>> {
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
    let arguments = match arguments.as_slice() {
        [Argument::List(values) | Argument::Set(values)] => values,
        values => values,
    };
    // Of a list the strategy takes the integer in front of the greatest.
    let rounded = if matches!(name, Within | Without) { floored } else { whole };
    let values: Vec<i64> = arguments.iter().map(rounded).collect::<Option<_>>()?;
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
pub(super) fn first_decides(parts: &[Bound]) -> Option<bool> {
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
    number(argument).map(|number| number.ceil() as i64)
}

/// A number without what is behind its point.
fn floored(argument: &Argument) -> Option<i64> {
    number(argument).map(|number| number.trunc() as i64)
}

/// A number that a double holds.
fn number(argument: &Argument) -> Option<f64> {
    let scalar = argument.as_scalar()?;
    let number = scalar.as_double().or_else(|| scalar.as_long().map(|number| number as f64));
    number.filter(|number| number.abs() < 1e15)
}

/// Whether is(..) asks of a count that it be 0: `0`, `P.eq(0)`, `P.lte(0)`, `P.lt(1)`.
pub(super) fn asks_for_none(is: &Step) -> bool {
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

/// What is counted in a chain that ends in count().is(..), and that is(..); none where it does not, or where a range stands in
/// front of the count, which the strategy leaves alone.
pub(super) fn counted(steps: &[Step]) -> Option<(Vec<Step>, &Step)> {
    let mut steps: Vec<&Step> = steps.iter().filter(|step| !is_bare(step, StepName::Identity)).collect();
    let (is, count) = (steps.pop()?, steps.pop()?);
    let asks = is.name == StepName::Is && is.modulators.is_empty() && is_bare(count, StepName::Count);
    let is_cut = steps.last().is_some_and(|step| is_range(step));
    (asks && !is_cut).then(|| (steps.into_iter().cloned().collect(), is))
}

/// Whether a step is a range, in front of which the strategy counts as it is told.
fn is_range(step: &Step) -> bool {
    cuts(step) && step.name != StepName::Tail
}

/// Whether a step counts all objects that come.
pub(super) fn counts_all(step: &Step) -> bool {
    step.name == StepName::Count && step.arguments.is_empty()
}

/// Whether the strategy believes that what is(..) asks of a count is whether there is anything.
pub(super) fn dismisses(parts: &[Bound]) -> bool {
    let (mut furthest, mut dismisses) = (None, false);
    for part in parts {
        if furthest.is_some_and(|furthest| part.bound <= furthest) {
            continue;
        }
        furthest = Some(part.bound);
        if !matches!(part.test, TestName::Within | TestName::Without) {
            let bare = part.negation == Negation::None && part.bound == 1;
            dismisses = bare && matches!(part.test, TestName::Gt | TestName::Gte);
        }
    }
    dismisses
}

/// Whether a predicate names several values that do not compare with each other in Java, or none, as P.within(1, 1L).
pub(super) fn has_no_greatest(predicate: &Predicate) -> bool {
    let here = match &predicate.test {
        Test::Named { name: TestName::Within | TestName::Without, arguments } => {
            let values = match arguments.as_slice() {
                [Argument::List(values) | Argument::Set(values)] => values,
                values => values,
            };
            let scalars: Vec<_> = values.iter().filter_map(Argument::as_scalar).collect();
            let alike =
                scalars.windows(2).all(|pair| std::mem::discriminant(pair[0]) == std::mem::discriminant(pair[1]));
            let compare = scalars.len() < 2 || scalars.len() == values.len() && alike && *scalars[0] != Scalar::Null;
            values.is_empty() || !compare
        }
        _ => false,
    };
    let in_link = |link: &Link| match link {
        Link::And(other) | Link::Or(other) => has_no_greatest(other),
        Link::Negate => false,
    };
    here || predicate.links.iter().any(in_link)
}
