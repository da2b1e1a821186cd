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
