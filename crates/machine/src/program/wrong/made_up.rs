//! Defects that are made up, to prove that such are found.

use super::*;

/// What becomes of a chain of steps.
pub(super) const CHAINS: &[(Quirk, Rule<Vec<Step>>)] = &[
    (Quirk::HasLabelChainIsOr, |steps| {
        while let Some(place) = place_of(steps, |one, other| is_plain_label(one) && is_plain_label(other)) {
            let other = steps.remove(place + 1);
            steps[place].arguments.extend(other.arguments);
        }
    }),
    (Quirk::FilterBeforeRange, |steps| {
        for place in 1..steps.len() {
            if cuts(&steps[place - 1]) && tests(&steps[place]) {
                steps.swap(place - 1, place);
            }
        }
    }),
    (Quirk::CountDropsBy, |steps| {
        for place in 1..steps.len() {
            if steps[place].name == StepName::Count && steps[place - 1].name == StepName::Dedup {
                drop_modulators(&mut steps[place - 1].modulators, StepName::By);
            }
        }
    }),
    (Quirk::DedupLostBeforeFold, |steps| {
        let lost = |one: &Step, other: &Step| {
            one.name == StepName::Dedup && matches!(other.name, StepName::Fold | StepName::Count)
        };
        while let Some(place) = place_of(steps, lost) {
            steps.remove(place);
        }
    }),
    (Quirk::EdgeFilterLost, |steps| {
        let between = |steps: &[Step]| {
            let edges = matches!(steps[0].name, StepName::OutE | StepName::InE | StepName::BothE);
            let ends = matches!(steps[2].name, StepName::OutV | StepName::InV | StepName::BothV | StepName::OtherV);
            edges && tests(&steps[1]) && ends
        };
        while let Some(place) = steps.windows(3).position(between) {
            steps.remove(place + 1);
        }
    }),
    (Quirk::CountIsExists, |steps| {
        if let [.., count, is] = steps.as_slice()
            && count.name == StepName::Count
            && is.name == StepName::Is
        {
            steps.truncate(steps.len() - 2);
        }
    }),
    (Quirk::UnionDropsDuplicates, |steps| {
        for place in (0..steps.len()).rev().filter(|place| steps[*place].name == StepName::Union).collect::<Vec<_>>() {
            steps.insert(place + 1, Step::new(StepName::Dedup, Vec::new()));
        }
    }),
    (Quirk::LocalRunsGlobally, |steps| {
        while let Some(place) = steps.iter().position(|step| step.name == StepName::Local) {
            let local = steps.remove(place);
            let inner = local.arguments.first().and_then(Argument::as_traversal);
            let inner = inner.map(|inner| inner.steps.clone()).unwrap_or_default();
            steps.splice(place..place, inner);
        }
    }),
    (Quirk::SecondRepeatLosesEmit, |steps| {
        for step in behind_a_repeat(steps) {
            drop_modulators(&mut step.modulators, StepName::Emit);
            drop_modulators(&mut step.before, StepName::Emit);
        }
    }),
    (Quirk::SecondRepeatLosesSimplePath, |steps| {
        for body in behind_a_repeat(steps).flat_map(|step| &mut step.arguments) {
            if let Argument::Traversal(body) = body
                && body.steps.len() > 1
            {
                body.steps.retain(|step| step.name != StepName::SimplePath);
            }
        }
    }),
    (Quirk::LaterHasReplaces, |steps| {
        while let Some(place) = place_of(steps, |one, other| asks_for_value(one) && asks_for_value(other)) {
            steps.remove(place);
        }
    }),
];

/// What becomes of a step.
pub(super) const STEPS: &[(Quirk, Rule<Step>)] = &[
    (Quirk::UnrollLosesEmit, |step| {
        if step.modulators.iter().any(|modulator| modulator.name == StepName::Times) {
            drop_modulators(&mut step.modulators, StepName::Emit);
            drop_modulators(&mut step.before, StepName::Emit);
        }
    }),
    (Quirk::RoundLess, |step| {
        for modulator in step.modulators.iter_mut().filter(|modulator| modulator.name == StepName::Times) {
            if let [Argument::Scalar(Scalar::Integer(rounds))] = modulator.arguments.as_mut_slice()
                && *rounds > 1
            {
                *rounds -= 1;
            }
        }
    }),
    (Quirk::UntilAskedFirst, |step| {
        if let Some(place) = step.modulators.iter().position(|modulator| modulator.name == StepName::Until) {
            let until = step.modulators.remove(place);
            step.before.push(until);
        }
    }),
    (Quirk::OptionalIsInner, |step| rename(step, StepName::Optional, StepName::FlatMap)),
    (Quirk::CoalesceTakesAll, |step| rename(step, StepName::Coalesce, StepName::Union)),
    (Quirk::OrIsAnd, |step| rename(step, StepName::Or, StepName::And)),
    (Quirk::OtherIsIn, |step| rename(step, StepName::OtherV, StepName::InV)),
    (Quirk::TailIsLimit, |step| {
        if step.name == StepName::Tail && step.arguments.iter().all(|argument| matches!(argument, Argument::Scalar(_)))
        {
            step.name = StepName::Limit;
            if step.arguments.is_empty() {
                step.arguments.push(Argument::Scalar(Scalar::Integer(1)));
            }
        }
    }),
    (Quirk::SimplePathIsDedup, |step| {
        if step.name == StepName::SimplePath {
            step.name = StepName::Dedup;
            step.modulators.retain(|modulator| modulator.name == StepName::As);
        }
    }),
    (Quirk::SelectTakesFirst, |step| {
        if step.name == StepName::Select && step.arguments.iter().all(|key| key.as_str().is_some()) {
            step.arguments.insert(0, Argument::Token(Token::Pop(Pop::First)));
        }
    }),
    (Quirk::SecondKeyIgnored, |step| {
        let mut seen = 0;
        let orders = step.name == StepName::Order;
        step.modulators.retain(|modulator| {
            seen += usize::from(modulator.name == StepName::By);
            !orders || modulator.name != StepName::By || seen < 2
        });
    }),
    (Quirk::DescendingIgnored, |step| {
        for modulator in step.modulators.iter_mut().filter(|modulator| modulator.name == StepName::By) {
            modulator.arguments.retain(|argument| *argument != Argument::Token(Token::Order(Order::Desc)));
        }
    }),
    (Quirk::BothLosesLabels, |step| {
        if matches!(step.name, StepName::Both | StepName::BothE) {
            step.arguments.clear();
        }
    }),
    (Quirk::NeqToLabelHolds, |step| {
        let is_neq = |argument: &Argument| match argument {
            Argument::Predicate(predicate) => matches!(predicate.test, Test::Named { name: TestName::Neq, .. }),
            _ => false,
        };
        if step.name == StepName::Where && step.arguments.last().is_some_and(is_neq) {
            let labels = step.modulators.iter().filter(|modulator| modulator.name == StepName::As).cloned().collect();
            *step = Step { modulators: labels, ..Step::new(StepName::Identity, Vec::new()) };
        }
    }),
];

/// What becomes of a predicate.
pub(super) const TESTS: &[(Quirk, Rule<Predicate>)] = &[
    (Quirk::BetweenIsInside, |predicate| retest(predicate, TestName::Between, TestName::Inside)),
    (Quirk::NegationIsStrict, |predicate| {
        if let Test::Not(inner) = &predicate.test
            && let Test::Named { name, arguments } = &inner.test
            && let (Some(opposite), []) = (strict_opposite(*name), inner.links.as_slice())
        {
            predicate.test = Test::Named { name: opposite, arguments: arguments.clone() };
        } else if let Test::Named { name, .. } = &mut predicate.test
            && let (Some(opposite), [Link::Negate]) = (strict_opposite(*name), predicate.links.as_slice())
        {
            *name = opposite;
            predicate.links.clear();
        }
    }),
    (Quirk::GtIsGte, |predicate| retest(predicate, TestName::Gt, TestName::Gte)),
    (Quirk::WithinTakesFirst, |predicate| {
        if let Test::Named { name: TestName::Within, arguments } = &mut predicate.test {
            arguments.truncate(1);
            if let [Argument::List(values)] = arguments.as_mut_slice() {
                values.truncate(1);
            }
        }
    }),
];

/// The first place at which two steps stand of which something holds.
fn place_of(steps: &[Step], holds: impl Fn(&Step, &Step) -> bool) -> Option<usize> {
    steps.windows(2).position(|pair| holds(&pair[0], &pair[1]))
}

/// The repeats of a chain behind the first one.
fn behind_a_repeat(steps: &mut [Step]) -> impl Iterator<Item = &mut Step> {
    steps.iter_mut().filter(|step| step.name == StepName::Repeat).skip(1)
}

/// Whether a step is `has("k", 1)`.
fn asks_for_value(step: &Step) -> bool {
    let labelled = step.modulators.iter().any(|modulator| modulator.name == StepName::As);
    step.name == StepName::Has
        && !labelled
        && matches!(step.arguments.as_slice(), [key, Argument::Scalar(_)] if key.as_str().is_some())
}

/// The test that holds of what is on the other side, and not of what is equal, or the other way round.
fn strict_opposite(name: TestName) -> Option<TestName> {
    match name {
        TestName::Lt => Some(TestName::Gt),
        TestName::Gt => Some(TestName::Lt),
        TestName::Lte => Some(TestName::Gte),
        TestName::Gte => Some(TestName::Lte),
        _ => None,
    }
}

fn retest(predicate: &mut Predicate, from: TestName, to: TestName) {
    if let Test::Named { name, .. } = &mut predicate.test
        && *name == from
    {
        *name = to;
    }
}

fn rename(step: &mut Step, from: StepName, to: StepName) {
    if step.name == from {
        step.name = to;
    }
}
