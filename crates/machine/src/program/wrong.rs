//! Strategies that are wrong: defects that write a traversal anew before it runs, as an engine does that optimises too much.

mod bounds;
mod counts;
mod grafeo;
mod providers;
mod tinkerpop;

use graphlance_gremlin::token::{Order, Pop, Scope, T, Token};
use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::walk_mut::{PartMut, inside_out};
use graphlance_gremlin::{
    Argument, Link, Modulator, Predicate, Scalar, Statement, Step, StepName, Test, TestName, Traversal,
};
use smol_str::SmolStr;

use crate::Options;
use crate::quirk::Quirk;
use counts::Counting;

/// The label of a step that gives something for the first object alone, and for what equals it.
pub(crate) const FOR_FIRST: &str = "for the first object alone";

/// The statement as the defects have it; none where there is none.
pub(crate) fn rewritten(statement: &Statement, options: &Options) -> Option<Statement> {
    let Options { quirks, version, .. } = *options;
    if !quirks.has_defect() {
        return None;
    }
    let mut rewritten = statement.clone();
    let (labels, counting) = (labels_of(&rewritten), Counting { quirks, version });
    inside_out(PartMut::Statement(&mut rewritten), &mut |part| match part {
        PartMut::Traversal(traversal) => {
            for (_, rule) in CHAINS.iter().chain(grafeo::CHAINS).filter(|(quirk, _)| quirks.has(*quirk)) {
                rule(&mut traversal.steps);
            }
            for (_, rule) in of_engines().filter(|(quirk, _)| quirks.has(*quirk)) {
                for step in std::mem::take(&mut traversal.steps) {
                    rule(&mut traversal.steps, step);
                }
            }
            for step in std::mem::take(&mut traversal.steps) {
                counting.in_step(&mut traversal.steps, step);
            }
            if quirks.has(Quirk::UnknownLabelPasses) {
                traversal.steps.iter_mut().for_each(|step| grafeo::let_pass(step, &labels));
            }
            if traversal.steps.is_empty() {
                traversal.steps.push(Step::new(StepName::Identity, Vec::new()));
            }
        }
        PartMut::Step(step) => {
            STEPS.iter().filter(|(quirk, _)| quirks.has(*quirk)).for_each(|(_, rule)| rule(step));
        }
        PartMut::Predicate(predicate) => {
            TESTS.iter().filter(|(quirk, _)| quirks.has(*quirk)).for_each(|(_, rule)| rule(predicate));
        }
        _ => {}
    });
    counting.in_root(&mut rewritten.traversal.steps);
    Some(rewritten)
}

/// What engines make of a step behind those that are there.
fn of_engines() -> impl Iterator<Item = &'static (Quirk, Build)> {
    tinkerpop::RULES.iter().chain(providers::RULES).chain(grafeo::RULES)
}

/// Puts a step, or what becomes of it, behind the steps in front of it, which may change.
type Build = fn(&mut Vec<Step>, Step);

type Rule<T> = fn(&mut T);

/// What becomes of a chain of steps.
const CHAINS: &[(Quirk, Rule<Vec<Step>>)] = &[
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
const STEPS: &[(Quirk, Rule<Step>)] = &[
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
const TESTS: &[(Quirk, Rule<Predicate>)] = &[
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

fn is_plain_label(step: &Step) -> bool {
    step.name == StepName::HasLabel && step.arguments.iter().all(|argument| argument.as_str().is_some())
}

/// Whether a step lets a part of all through, by the order in which they come.
fn cuts(step: &Step) -> bool {
    matches!(step.name, StepName::Limit | StepName::Range | StepName::Tail | StepName::Skip)
        && step.scope() == Scope::Global
}

/// Whether a step tests an object by itself.
fn tests(step: &Step) -> bool {
    use StepName::{Has, HasId, HasKey, HasLabel, HasNot, HasValue, Is};
    matches!(step.name, Has | HasId | HasKey | HasLabel | HasNot | HasValue | Is)
}

fn drop_modulators(modulators: &mut Vec<Modulator>, name: StepName) {
    modulators.retain(|modulator| modulator.name != name);
}

fn rename(step: &mut Step, from: StepName, to: StepName) {
    if step.name == from {
        step.name = to;
    }
}

fn retest(predicate: &mut Predicate, from: TestName, to: TestName) {
    if let Test::Named { name, .. } = &mut predicate.test
        && *name == from
    {
        *name = to;
    }
}

/// The labels of steps that a statement has.
fn labels_of(statement: &Statement) -> Vec<SmolStr> {
    let mut labels = Vec::new();
    walk(Part::Statement(statement), &mut |part| {
        if let Part::Modulator(modulator, _) = part
            && modulator.name == StepName::As
        {
            labels.extend(modulator.arguments.iter().filter_map(Argument::as_str).map(SmolStr::from));
        }
    });
    labels
}

/// A traversal as an argument.
fn traversal(steps: Vec<Step>) -> Argument {
    Argument::Traversal(Traversal::new(steps))
}

/// A step without arguments.
fn bare(name: StepName) -> Step {
    Step::new(name, Vec::new())
}

fn is_bare(step: &Step, name: StepName) -> bool {
    step.name == name && step.arguments.is_empty() && step.modulators.is_empty()
}

fn constant(value: Argument) -> Step {
    Step::new(StepName::Constant, vec![value])
}

fn null() -> Argument {
    Argument::Scalar(Scalar::Null)
}

/// A step that lets nothing through.
fn nothing() -> Step {
    Step::new(StepName::Not, vec![traversal(vec![bare(StepName::Identity)])])
}

/// A step that no traversal may have: an error, whatever comes to it.
fn refused() -> Step {
    Step { modulators: vec![Modulator::new(StepName::By, Vec::new())], ..bare(StepName::Identity) }
}

/// A step in the place of another one, with its labels.
fn in_place_of(old: &Step, name: StepName, arguments: Vec<Argument>) -> Step {
    let labels = old.modulators.iter().filter(|modulator| modulator.name == StepName::As).cloned().collect();
    Step { modulators: labels, ..Step::new(name, arguments) }
}

/// The texts among the arguments of a step, where it has nothing else.
fn texts(step: &Step) -> Option<Vec<&str>> {
    step.arguments.iter().map(Argument::as_str).collect()
}

/// Whether these steps are a V() or E() and filters behind it, with what changes nothing.
fn scans(steps: &[Step]) -> bool {
    let [first, rest @ ..] = steps else { return false };
    let passes = |step: &Step| tests(step) || matches!(step.name, StepName::Identity | StepName::Barrier);
    matches!(first.name, StepName::V | StepName::E) && rest.iter().all(passes)
}

/// Whether these steps are a V() or E() and filters right behind it.
fn scans_directly(steps: &[Step]) -> bool {
    matches!(steps, [first, rest @ ..] if matches!(first.name, StepName::V | StepName::E) && rest.iter().all(tests))
}

/// The key in by(key), as an argument.
fn key_of(by: &Modulator) -> Option<&Argument> {
    by.arguments.first().filter(|key| by.name == StepName::By && key.as_str().is_some())
}
