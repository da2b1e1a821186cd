//! TinkerPop's strategy of counts: what it makes of `count().is(..)`, and of the step around it.

use super::bounds::{Bound, Cause, End, bound_of};
use super::*;

/// What the strategy takes the step for that a traversal is nested in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Around {
    /// A filter that asks whether anything comes; `not()` is one.
    Filter,
    /// A filter that takes it for a part of something else, by `by()`.
    By,
    /// A step that does something beside.
    Effect,
    /// A `repeat()`, of which it is an `until()` or `emit()`.
    Stop,
    /// Anything else.
    Other,
}

impl Strategies {
    /// Puts a step behind others as the strategy has it.
    pub fn count_in(self, front: &mut Vec<Step>, mut step: Step) {
        let around = step.clone();
        let mut becomes = None;
        let arguments = step.arguments.iter_mut().map(|argument| (argument_of(around.name), argument));
        let before = step.before.iter_mut().map(|it| (modulator_of(&around, it.name, self.version), it));
        let behind = step.modulators.iter_mut().map(|it| (modulator_of(&around, it.name, self.version), it));
        let modulated =
            before.chain(behind).flat_map(|(parent, it)| it.arguments.iter_mut().map(move |it| (parent, it)));
        for (parent, argument) in arguments.chain(modulated) {
            if let Argument::Traversal(nested) = argument {
                becomes = becomes.or(self.in_nested(&around, parent, &mut nested.steps));
            }
        }
        front.push(becomes.unwrap_or(step));
    }

    /// Changes a nested traversal, and gives what the step around it becomes, if anything else.
    fn in_nested(self, around: &Step, parent: Around, steps: &mut Vec<Step>) -> Option<Step> {
        let labelled = around.modulators.iter().any(|modulator| modulator.name == StepName::As);
        if labelled && !matches!(parent, Around::Filter | Around::By) {
            return None;
        }
        let Some((counted, is)) = counted(steps) else {
            self.cut_off(steps);
            return None;
        };
        let bound = bound_of(is, self.version)?;
        let Some(end) = bound.end.filter(|_| parent != Around::Other) else {
            self.cut_off(steps);
            return None;
        };
        if !self.quirks.has(cause(around, parent, &bound, end, &counted, self.version)) {
            return None;
        }
        let is_all = counted.is_empty();
        *steps = counted;
        match end {
            End::Dismissed if is_all => return Some(bare(StepName::Identity)),
            End::Dismissed => {}
            End::Negated => {
                let is_filter = parent == Around::By || parent == Around::Filter && !is_connective(around);
                if is_filter {
                    return Some(in_place_of(around, StepName::Not, none_of(std::mem::take(steps))));
                }
                match parent {
                    Around::Filter if self.version >= Version::V37 => {
                        *steps = vec![Step::new(StepName::Not, none_of(std::mem::take(steps)))];
                    }
                    _ => negate_last(steps),
                }
            }
        }
        None
    }

    /// Counts no further in a chain than is(..) takes to decide, as the strategy believes.
    pub fn cut_off(self, steps: &mut Vec<Step>) {
        for is in std::mem::take(steps) {
            let place = steps.iter().rposition(|step| !is_bare(step, StepName::Identity));
            if let Some(place) = place.filter(|place| counts_all(&steps[*place]))
                && !steps[..place].iter().rev().find(|step| !is_bare(step, StepName::Identity)).is_some_and(is_range)
                && let Some(bound) = bound_of(&is, self.version)
                && self.quirks.has(bound.cause.quirk())
            {
                match bound.most {
                    ..-1 => steps.insert(place, refused()),
                    // A range that ends there has no end.
                    -1 => {}
                    most => steps.insert(place, Step::new(StepName::Limit, vec![Argument::Scalar(Scalar::Long(most))])),
                }
            }
            steps.push(is);
        }
    }
}

impl Cause {
    fn quirk(self) -> Quirk {
        match self {
            Cause::Any => Quirk::CountsCutOff,
            Cause::NotAtMost => Quirk::NegatedCountsCutOff,
            Cause::Without => Quirk::CountsWithoutCutOff,
        }
    }
}

/// The defect by which a count of a nested traversal is not asked for.
fn cause(around: &Step, parent: Around, bound: &Bound, end: End, counted: &[Step], version: Version) -> Quirk {
    let around_last = end == End::Negated && counted.len() > 1;
    match parent {
        Around::By | Around::Effect => Quirk::CountsInByAreAsked,
        _ if end == End::Dismissed && counted.is_empty() => Quirk::CountTakesItsStep,
        Around::Stop if around_last => Quirk::NotAroundLastStep,
        Around::Filter if around_last && is_connective(around) && version < Version::V37 => Quirk::NotAroundLastStep,
        Around::Filter if around.name == StepName::Not && end == End::Negated && bound.parts == 1 => {
            Quirk::NotCountIsZero
        }
        _ => Quirk::FirstBoundDecides,
    }
}

fn is_connective(step: &Step) -> bool {
    matches!(step.name, StepName::And | StepName::Or)
}

fn argument_of(step: StepName) -> Around {
    match step {
        StepName::Where | StepName::Filter | StepName::Not | StepName::And | StepName::Or => Around::Filter,
        StepName::SideEffect | StepName::Property => Around::Effect,
        _ => Around::Other,
    }
}

fn modulator_of(step: &Step, modulator: StepName, version: Version) -> Around {
    use StepName::{Aggregate, By, CyclicPath, Dedup, Emit, GroupCount, Repeat, SimplePath, Store, Tree, Until, Where};
    match (step.name, modulator) {
        (Repeat, Until | Emit) => Around::Stop,
        (Dedup, By) if step.scope() == Scope::Global => Around::By,
        (Where | SimplePath | CyclicPath, By) => Around::By,
        (Store, By) if version < Version::V38 => Around::Effect,
        (Aggregate, By) if version < Version::V38 && step.scope() == Scope::Local => Around::Effect,
        (GroupCount | Tree, By) if version < Version::V38 && !step.arguments.is_empty() => Around::Effect,
        _ => Around::Other,
    }
}

/// Puts `not()` around the filters at the end of a chain and the step in front of them.
fn negate_last(steps: &mut Vec<Step>) {
    let mut inner = Vec::new();
    while let Some(step) = steps.pop() {
        let goes_on = is_filter_or_effect(&step);
        inner.insert(0, step);
        if !goes_on || steps.last().is_none_or(|before| matches!(before.name, StepName::V | StepName::E)) {
            break;
        }
    }
    steps.push(Step::new(StepName::Not, none_of(inner)));
}

fn is_filter_or_effect(step: &Step) -> bool {
    use StepName::{And, CyclicPath, Dedup, Filter, Not, Or, Property, SideEffect, SimplePath, Where};
    tests(step)
        || cuts(step)
        || matches!(
            step.name,
            Where | Filter | Not | And | Or | Dedup | SimplePath | CyclicPath | SideEffect | Property
        )
}

/// What not() asks that is to let through what a chain gives nothing for.
fn none_of(steps: Vec<Step>) -> Vec<Argument> {
    vec![traversal(if steps.is_empty() { vec![bare(StepName::Identity)] } else { steps })]
}

/// What is counted in a chain that ends in count().is(..), and that is(..); none where it does not, or where a range stands in
/// front of the count, which the strategy leaves alone.
fn counted(steps: &[Step]) -> Option<(Vec<Step>, &Step)> {
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
