//! `repeat`.

use graphlance_gremlin::{Argument, Modulator, Name, Step, StepName};

use super::build::{bare, int, modulator, nest, step, text};
use super::grower::Grower;
use super::objects::Class;

/// `repeat(out('T0').simplePath()).emit().times(2)`
pub(super) fn walk(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let elements = grower.class();
    let (body, _) = inside(grower, |grower| {
        if elements == Class::Edge {
            let end = *grower.random.pick(&[StepName::InV, StepName::OutV]).unwrap_or(&StepName::InV);
            grower.append(vec![bare(end)]);
        }
        let labels = grower.edge_labels();
        let name = *grower.random.pick(&[StepName::Out, StepName::In, StepName::Both]).unwrap_or(&StepName::Out);
        let (edge, end) = match name {
            StepName::Out => (StepName::OutE, StepName::InV),
            StepName::In => (StepName::InE, StepName::OutV),
            _ => (StepName::BothE, StepName::OtherV),
        };
        match (elements, grower.random.below(4)) {
            (Class::Edge, _) => drop(grower.append(vec![step(edge, labels)])),
            (_, 0) => drop(grower.append(vec![step(edge, labels), bare(end)])),
            _ => drop(grower.append(vec![step(name, labels)])),
        }
        for _ in 0..grower.random.geometric(0.4, 2) {
            let before = grower.state();
            grower.extend();
            if grower.class() != elements {
                grower.go_back(before);
            }
        }
        if grower.random.chance(0.35) {
            grower.append(vec![bare(StepName::SimplePath)]);
        }
    })?;
    if !body.iter().any(|step| step.row().is(graphlance_gremlin::table::Trait::FlatMap)) {
        return None;
    }
    repeated(grower, body)
}

/// `repeat(math('_ + 1')).times(3)`, and others over values.
pub(super) fn compute(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let class = grower.class();
    let (body, given) = inside(grower, |grower| {
        grower.extend();
    })?;
    let same = super::objects::class_of_all(&given) == class;
    if !same && class != Class::List { None } else { repeated(grower, body) }
}

fn inside<'a>(
    grower: &mut Grower<'a>,
    grow: impl FnOnce(&mut Grower<'a>),
) -> Option<(Vec<Step>, Vec<graphlance_machine::Value>)> {
    let outside = std::mem::replace(&mut grower.in_repeat, true);
    let grown = grower.inside(grow);
    grower.in_repeat = outside;
    grown
}

/// A body with its modulators, some of them in front of it.
fn repeated(grower: &mut Grower<'_>, body: Vec<Step>) -> Option<Vec<Step>> {
    let name = grower.random.chance(0.1).then(|| grower.fresh('r'));
    let arguments = name.iter().map(text).chain([nest(body)]);
    let mut made = step(StepName::Repeat, arguments);
    let rounds = grower.random.between(1, 3);
    let stop = match grower.random.below(10) {
        0..=5 => modulator(StepName::Times, [int(rounds)]),
        6..=8 => modulator(StepName::Until, [until(grower, rounds, name.as_ref())?]),
        _ => modulator(StepName::Until, [nest(grower.condition()?)]),
    };
    place(grower, &mut made, stop);
    if grower.random.chance(0.4) {
        let emit = if grower.random.chance(0.6) {
            modulator(StepName::Emit, [])
        } else {
            modulator(StepName::Emit, [nest(grower.condition()?)])
        };
        place(grower, &mut made, emit);
    }
    Some(vec![made])
}

fn place(grower: &mut Grower<'_>, made: &mut Step, part: Modulator) {
    // Only one repeat of several in a row can have modulators in front of it.
    let follows_repeat = grower.steps.last().is_some_and(|last| last.name == StepName::Repeat);
    if grower.random.chance(0.3) && !follows_repeat {
        made.before.push(part);
    } else {
        made.modulators.push(part);
    }
}

/// A condition with a bound of rounds, so that a walk in circles ends.
fn until(grower: &mut Grower<'_>, rounds: usize, name: Option<&Name>) -> Option<Argument> {
    let loops = step(StepName::Loops, name.map(text));
    let bound = nest(vec![loops, step(StepName::Is, [int(rounds)])]);
    if grower.random.chance(0.3) {
        return Some(bound);
    }
    let condition = nest(grower.condition()?);
    Some(nest(vec![step(StepName::Or, [bound, condition])]))
}
