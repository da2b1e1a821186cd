//! What is noted aside, and sacks.

use graphlance_gremlin::table::Trait;
use graphlance_gremlin::token::Operator;
use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::{Argument, Modulator, Name, Predicate, Step, StepName, TestName};

use super::build::{bare, modulated, nest, step, text};
use super::grower::Grower;
use super::objects::Class;

/// `aggregate('x1').by('k0')`
pub(super) fn aggregate(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let known = grower.noted();
    let key = match grower.random.pick(&known) {
        Some(key) if grower.random.chance(0.2) => key.clone(),
        _ => grower.fresh('x'),
    };
    let name = if grower.random.chance(0.2) { StepName::Store } else { StepName::Aggregate };
    let mut made = step(name, [text(&key)]);
    if grower.random.chance(0.3) {
        made = modulated(made, [grower.by()?]);
    }
    if name == StepName::Aggregate && grower.random.chance(0.15) {
        return Some(vec![step(StepName::Local, [nest(vec![made])])]);
    }
    Some(vec![made])
}

/// `group('x1').by('k0')`, `groupCount('x1')`
pub(super) fn group(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let key = grower.fresh('x');
    if grower.random.chance(0.5) {
        let mut made = step(StepName::GroupCount, [text(&key)]);
        if grower.random.chance(0.7) {
            made = modulated(made, [grower.by()?]);
        }
        return Some(vec![made]);
    }
    let bys = grower.group_bys()?;
    if bys.get(1).is_some_and(shares_traversers) {
        return None;
    }
    Some(vec![modulated(step(StepName::Group, [text(&key)]), bys)])
}

/// Whether what `group("x1")` keeps of a group begins with a step that lets a traverser itself through, which TinkerPop then
/// changes though it goes on outside, too (`GroupSideEffectStep` adds it without a split).
fn shares_traversers(values: &Modulator) -> bool {
    let first = values.arguments.first().and_then(Argument::as_traversal).and_then(|chain| chain.steps.first());
    first.is_some_and(|first| {
        let row = first.row();
        !(row.is(Trait::Reducing) || row.is(Trait::FlatMap) || (row.is(Trait::Map) && first.name != StepName::Order))
    })
}

/// `cap('x1')`, `where(without('x1'))`, `select('x1')`
pub(super) fn read(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let noted = grower.noted();
    let key = grower.random.pick(&noted)?.clone();
    let bags = grower.collected();
    Some(vec![match grower.random.below(6) {
        0..=2 if bags.contains(&key) => {
            let name = if grower.random.chance(0.5) { TestName::Within } else { TestName::Without };
            step(StepName::Where, [Argument::from(Predicate::new(name, vec![text(&key)]))])
        }
        3..=4 if grower.depth() == 0 => {
            let two = noted.len() > 1 && grower.random.chance(0.2);
            let keys: Vec<Argument> = if two { noted.iter().take(2).map(text).collect() } else { vec![text(&key)] };
            step(StepName::Cap, keys)
        }
        _ => step(StepName::Select, [text(&key)]),
    }])
}

impl Grower<'_> {
    /// The keys under which `aggregate` and `store` collect in steps in front: those in which something can be looked for.
    fn collected(&self) -> Vec<Name> {
        let mut keys = Vec::new();
        walk(Part::Statement(&self.statement(&self.steps)), &mut |part| {
            if let Part::Step(step, _) = part
                && matches!(step.name, StepName::Aggregate | StepName::Store)
            {
                keys.extend(step.arguments.iter().filter_map(Argument::as_str).map(Name::from));
            }
        });
        keys
    }
}

/// `sideEffect(out().aggregate('x1'))`
pub(super) fn aside(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let key = grower.fresh('x');
    let mut steps = grower.nested([1, 1])?;
    let mut note = step(*grower.random.pick(&[StepName::Aggregate, StepName::GroupCount])?, [text(&key)]);
    if grower.random.chance(0.1) {
        note = bare(StepName::Identity);
    }
    steps.push(note);
    Some(vec![step(StepName::SideEffect, [nest(steps)])])
}

/// `sack(sum).by('k0')`, `sack()`
pub(super) fn sack(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    if grower.source.iter().all(|it| it.name != StepName::WithSack) {
        return None;
    }
    if grower.random.chance(0.3) {
        return Some(vec![bare(StepName::Sack)]);
    }
    let operators = [Operator::Sum, Operator::Mult, Operator::Minus, Operator::Min, Operator::Max, Operator::Assign];
    let operator = *grower.random.pick(&operators)?;
    let made = step(StepName::Sack, [Argument::from(operator)]);
    if grower.class() == Class::Number {
        return Some(vec![made]);
    }
    Some(vec![modulated(made, [grower.by()?])])
}
