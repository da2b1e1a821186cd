//! What grafeo makes of groups.

use graphlance_gremlin::token::{Column, T};

use super::*;

/// What becomes of a group() or groupCount() without by(..): its values, one by one.
pub(super) fn push_values_of(front: &mut Vec<Step>, step: Step) {
    let keyless = step.arguments.is_empty() && step.modulators_named(StepName::By).next().is_none();
    let groups = matches!(step.name, StepName::Group | StepName::GroupCount) && keyless;
    front.push(step);
    if groups {
        front.push(Step::new(StepName::Select, vec![Argument::Token(Token::Column(Column::Values))]));
        front.push(bare(StepName::Unfold));
    }
}

/// What becomes of groupCount(x), and of what reads behind it.
pub(super) fn replace_by_counts(front: &mut Vec<Step>, mut step: Step) {
    let counts = |step: &Step| step.name == StepName::GroupCount;
    let counted = front.last().is_some_and(counts) || front.len() > 2 && counts(&front[front.len() - 3]);
    match step.name {
        StepName::GroupCount => {
            step.arguments.clear();
            push_values_of(front, step);
        }
        StepName::Values if counted => front.push(nothing()),
        StepName::ValueMap if counted && step.arguments.len() < 2 => {
            front.push(in_place_of(&step, StepName::Constant, vec![null()]));
        }
        StepName::Label | StepName::Id if counted => {
            front.push(in_place_of(&step, StepName::Constant, vec![null()]));
        }
        _ => front.push(step),
    }
}

/// What becomes of a group() with by(..) that has elements as its values.
pub(super) fn hold_numbers(front: &mut Vec<Step>, mut step: Step) {
    let bys = step.modulators.iter_mut().filter(|modulator| modulator.name == StepName::By);
    if step.name == StepName::Group && gives_elements(front) {
        let numbers = || vec![Argument::Token(Token::T(T::Id))];
        match bys.collect::<Vec<_>>().as_mut_slice() {
            [_] => step.modulators.push(Modulator::new(StepName::By, numbers())),
            [_, values] if values.arguments.is_empty() => values.arguments = numbers(),
            _ => {}
        }
    }
    front.push(step);
}

/// What becomes of a step that takes by(..) without being asked for a group: the step in front that takes some has them.
pub(super) fn give_bys_to_front(front: &mut Vec<Step>, mut step: Step) {
    use StepName::{Aggregate, GroupCount, Order, Path, Select, Store};
    let gives = |step: &Step| matches!(step.name, Aggregate | Store | Path | Select);
    let place = front.iter().rposition(|before| !gives(before));
    let taker = place.and_then(|place| front.get_mut(place)).filter(|_| gives(&step));
    if let Some(taker) =
        taker.filter(|taker| matches!(taker.name, StepName::Group | GroupCount | Order) || reduces(taker))
    {
        let is_by = |modulator: &Modulator| modulator.name == StepName::By;
        let bys: Vec<Modulator> = step.modulators.iter().filter(|it| is_by(it)).cloned().collect();
        let most = match taker.name {
            StepName::Group => 2,
            GroupCount => 1,
            Order => usize::MAX,
            _ => 0,
        };
        drop_modulators(&mut step.modulators, StepName::By);
        let room = most.saturating_sub(taker.modulators_named(StepName::By).count());
        if bys.len() > room && taker.name != GroupCount {
            return always_fail(front);
        }
        taker.modulators.extend(bys.into_iter().take(room));
    }
    front.push(step);
}
