//! Short words for parts of the tree.

use graphlance_gremlin::{Argument, Modulator, Name, Predicate, Scalar, Step, StepName, TestName, Traversal};

/// A step with arguments.
pub(super) fn step(name: StepName, arguments: impl IntoIterator<Item = Argument>) -> Step {
    Step::new(name, arguments.into_iter().collect())
}

/// A step without arguments.
pub(super) fn bare(name: StepName) -> Step {
    Step::new(name, Vec::new())
}

/// A modulator `by(..)`.
pub(super) fn by(arguments: impl IntoIterator<Item = Argument>) -> Modulator {
    Modulator::new(StepName::By, arguments.into_iter().collect())
}

/// A modulator with arguments.
pub(super) fn modulator(name: StepName, arguments: impl IntoIterator<Item = Argument>) -> Modulator {
    Modulator::new(name, arguments.into_iter().collect())
}

/// A string as an argument.
pub(super) fn text(name: &Name) -> Argument {
    Argument::string(name.clone())
}

/// An integer as an argument.
pub(super) fn int(value: usize) -> Argument {
    Argument::Scalar(Scalar::Integer(i32::try_from(value).unwrap_or(i32::MAX)))
}

/// A long integer as an argument.
pub(super) fn long(value: i64) -> Argument {
    Argument::Scalar(Scalar::Long(value))
}

/// Steps as an anonymous traversal.
pub(super) fn nest(steps: Vec<Step>) -> Argument {
    Argument::Traversal(Traversal::new(steps))
}

/// A test as an argument.
pub(super) fn test(name: TestName, arguments: impl IntoIterator<Item = Argument>) -> Argument {
    Argument::Predicate(Predicate::new(name, arguments.into_iter().collect()))
}

/// A step with modulators behind it.
pub(super) fn modulated(mut step: Step, modulators: impl IntoIterator<Item = Modulator>) -> Step {
    step.modulators.extend(modulators);
    step
}
