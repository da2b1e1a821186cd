//! Names that a statement gives and reads: labels of steps, keys of what is noted aside.

use smol_str::SmolStr;

use super::Facts;
use crate::ast::{Argument, Step};
use crate::predicate::Test;
use crate::scalar::Scalar;
use crate::table::{StepName, Trait};
use crate::walk::Part;

/// The key under which a step notes what goes in; none where it notes nothing.
pub(super) fn noted(step: &Step) -> Option<&SmolStr> {
    let key = step.arguments.last().filter(|_| step.row().is(Trait::Notes));
    match key {
        Some(Argument::Scalar(Scalar::String(key))) => Some(key),
        _ => None,
    }
}

pub(super) fn collect(part: Part<'_>, facts: &mut Facts) {
    match part {
        Part::Step(step, _) => {
            facts.noted.extend(noted(step).cloned());
            let row = step.row();
            if (row.is(Trait::ReadsLabels) && step.name != StepName::Math) || row.is(Trait::ReadsSideEffect) {
                facts.read.extend(strings(&step.arguments));
            }
        }
        Part::Modulator(modulator, _) => match modulator.name {
            StepName::As => facts.labels.extend(strings(&modulator.arguments)),
            StepName::WithSideEffect => facts.noted.extend(strings(&modulator.arguments).take(1)),
            StepName::From | StepName::To => facts.read.extend(strings(&modulator.arguments)),
            _ => {}
        },
        // In `where` a predicate names what a value is compared with.
        Part::Predicate(predicate) => {
            if let Test::Named { arguments, .. } = &predicate.test {
                facts.read.extend(strings(arguments));
            }
        }
        _ => {}
    }
}

fn strings(arguments: &[Argument]) -> impl Iterator<Item = SmolStr> {
    arguments.iter().filter_map(|argument| argument.as_str()).map(SmolStr::from)
}
