//! Defects of grafeo, which has Gremlin translated into the plans of its other languages.

use graphlance_gremlin::table::Place;

use super::*;

/// What becomes of a step.
pub(super) const RULES: &[(Quirk, Build)] = &[
    (Quirk::EndsOfBothAreOther, |front, mut step| {
        let behind = front.last().is_some_and(|last| last.name == StepName::BothE);
        if behind && matches!(step.name, StepName::InV | StepName::OutV) {
            step.name = StepName::OtherV;
        }
        front.push(step);
    }),
    (Quirk::CoalesceDecidesOnce, |front, mut step| {
        if step.name == StepName::Coalesce {
            front.push(bare(StepName::Fold));
            for inner in step.arguments.iter_mut().filter_map(inner_mut) {
                inner.steps.insert(0, bare(StepName::Unfold));
            }
        }
        front.push(step);
    }),
    (Quirk::RepeatLosesFilters, |front, mut step| {
        if step.name == StepName::Repeat {
            for inner in step.arguments.iter_mut().filter_map(inner_mut).filter(|inner| inner.steps.len() > 1) {
                inner.steps.retain(|step| !tests(step));
                if inner.steps.is_empty() {
                    inner.steps.push(bare(StepName::Identity));
                }
            }
        }
        front.push(step);
    }),
    (Quirk::UnionLosesEnds, |front, mut step| {
        if step.name == StepName::Union {
            let goes = |steps: &[Step]| is_edges(&steps[0]) && is_end(&steps[1]);
            for inner in step.arguments.iter_mut().filter_map(inner_mut) {
                if inner.steps.windows(2).any(goes) {
                    inner.steps = vec![nothing()];
                }
            }
        }
        front.push(step);
    }),
    (Quirk::CountsAsideReplace, |front, mut step| {
        if step.name == StepName::GroupCount {
            step.arguments.clear();
        }
        front.push(step);
    }),
    (Quirk::LabelledHasOfEdges, |front, step| {
        let of_edges =
            front.iter().rev().find(|step| !tests(step)).is_some_and(|last| {
                is_edges(last) || matches!(last.name, StepName::E | StepName::AddE | StepName::MergeE)
            });
        let labelled = step.name == StepName::Has && step.arguments.len() == 3;
        front.push(if labelled && of_edges { nothing() } else { step });
    }),
    (Quirk::GroupKeysAreTexts, |front, mut step| {
        rekey(&mut step, |key| {
            let (name, arguments) = (StepName::Values, vec![key.clone()]);
            traversal(vec![Step::new(name, arguments), bare(StepName::AsString)])
        });
        front.push(step);
    }),
    (Quirk::MissingGroupKeyIsText, |front, mut step| {
        rekey(&mut step, |key| {
            let missing = Step::new(StepName::Constant, vec![Argument::string("NULL")]);
            let values = traversal(vec![Step::new(StepName::Values, vec![key.clone()])]);
            traversal(vec![Step::new(StepName::Coalesce, vec![values, traversal(vec![missing])])])
        });
        front.push(step);
    }),
    (Quirk::GroupsOfNothing, |front, step| {
        let whole = step.arguments.is_empty() && step.modulators_named(StepName::By).next().is_none();
        let groups = matches!(step.name, StepName::Group | StepName::GroupCount) && whole;
        front.push(step);
        if groups {
            let none = Predicate::new(TestName::Neq, vec![Argument::Map(Vec::new())]);
            front.push(Step::new(StepName::Is, vec![Argument::Predicate(none)]));
        }
    }),
    (Quirk::AggregatesOfNothing, |front, step| {
        use StepName::{Max, Mean, Min, Sum};
        match matches!(step.name, Sum | Min | Max | Mean) && step.scope() == Scope::Global {
            true => {
                let null = Step::new(StepName::Constant, vec![Argument::Scalar(Scalar::Null)]);
                let some = traversal(vec![bare(StepName::Unfold), bare(step.name)]);
                front.push(bare(StepName::Fold));
                front.push(in_place_of(&step, StepName::Coalesce, vec![some, traversal(vec![null])]));
            }
            false => front.push(step),
        }
    }),
    (Quirk::EdgesBehindDedup, |front, step| {
        let behind = front.last().is_some_and(|last| matches!(last.name, StepName::Property | StepName::Dedup));
        front.push(match behind && is_end(&step) {
            true => in_place_of(&step, StepName::Identity, Vec::new()),
            false => step,
        });
    }),
    (Quirk::WhereTakesTexts, |front, mut step| {
        if step.name == StepName::Where && matches!(step.arguments.as_slice(), [Argument::Predicate(_)]) {
            step.name = StepName::Is;
            drop_modulators(&mut step.modulators, StepName::By);
        }
        front.push(step);
    }),
    (Quirk::DedupDropsBy, |front, mut step| {
        if step.name == StepName::Dedup {
            drop_modulators(&mut step.modulators, StepName::By);
        }
        front.push(step);
    }),
    (Quirk::LastOrderKeyAlone, |front, mut step| {
        let keys = step.modulators_named(StepName::By).count();
        let (orders, mut seen) = (step.name == StepName::Order, 0);
        step.modulators.retain(|modulator| {
            seen += usize::from(modulator.name == StepName::By);
            !orders || modulator.name != StepName::By || seen == keys
        });
        front.push(step);
    }),
    (Quirk::PathIsItsEnd, |front, step| becomes_identity(front, step, |step| step.name == StepName::Path)),
    (Quirk::PropertiesAreElements, |front, step| {
        becomes_identity(front, step, |step| step.name == StepName::Properties);
    }),
    (Quirk::ToGoesNowhere, |front, step| becomes_identity(front, step, |step| step.name == StepName::To)),
    (Quirk::SideEffectsWriteNothing, |front, step| {
        becomes_identity(front, step, |step| step.name == StepName::SideEffect && writes(step));
    }),
    (Quirk::LocalDedupDoesNothing, |front, step| {
        becomes_identity(front, step, |step| step.name == StepName::Dedup && step.scope() == Scope::Local);
    }),
    (Quirk::SelectDropsBy, |front, mut step| {
        let several = step.arguments.iter().filter(|key| key.as_str().is_some()).count() > 1;
        if step.name == StepName::Select && several {
            drop_modulators(&mut step.modulators, StepName::By);
        }
        front.push(step);
    }),
    (Quirk::NewEdgesHaveNoLabel, |front, step| {
        let new = front.last().is_some_and(|last| last.name == StepName::AddE);
        front.push(match new && step.name == StepName::Label {
            true => in_place_of(&step, StepName::Constant, vec![Argument::Scalar(Scalar::Null)]),
            false => step,
        });
    }),
    (Quirk::ValueMapOfOneIsValue, |front, mut step| {
        if step.name == StepName::ValueMap && texts(&step).is_some_and(|keys| keys.len() == 1) {
            step.name = StepName::Values;
        }
        front.push(step);
    }),
];

/// Lets everything through a select() of a label that the statement does not have.
pub(super) fn let_pass(step: &mut Step, labels: &[SmolStr]) {
    if step.name == StepName::Select
        && let [key] = step.arguments.as_slice()
        && key.as_str().is_some_and(|key| !labels.iter().any(|label| label == key))
    {
        *step = in_place_of(step, StepName::Identity, Vec::new());
    }
}

fn inner_mut(argument: &mut Argument) -> Option<&mut Traversal> {
    match argument {
        Argument::Traversal(traversal) => Some(traversal),
        _ => None,
    }
}

fn is_edges(step: &Step) -> bool {
    matches!(step.name, StepName::OutE | StepName::InE | StepName::BothE)
}

fn is_end(step: &Step) -> bool {
    matches!(step.name, StepName::InV | StepName::OutV | StepName::BothV | StepName::OtherV)
}

/// Whether a traversal within a step writes.
fn writes(step: &Step) -> bool {
    use StepName::{AddE, AddV, Drop, MergeE, MergeV, Property};
    let mut writes = false;
    walk(Part::Step(step, Place::Step), &mut |part| {
        writes |= matches!(part, Part::Step(step, _)
            if matches!(step.name, AddV | AddE | MergeV | MergeE | Property | Drop));
    });
    writes
}

/// Puts identity() in the place of a step of which something holds.
fn becomes_identity(front: &mut Vec<Step>, step: Step, holds: fn(&Step) -> bool) {
    front.push(match holds(&step) {
        true => in_place_of(&step, StepName::Identity, Vec::new()),
        false => step,
    });
}

/// Makes the key of a group out of the key that its first by(key) names.
fn rekey(step: &mut Step, key: fn(&Argument) -> Argument) {
    if matches!(step.name, StepName::Group | StepName::GroupCount)
        && let Some(by) = step.modulators.iter_mut().find(|modulator| modulator.name == StepName::By)
        && let Some(made) = key_of(by).map(key)
    {
        by.arguments[0] = made;
    }
}
