//! What steps are to grafeo.

use super::*;

/// Whether these steps give vertices or edges.
pub(super) fn gives_elements(steps: &[Step]) -> bool {
    use StepName::{
        AddV, And, Both, Coalesce, In, MergeV, Not, Or, Out, Path, Properties, Select, SideEffect, Union, V,
    };
    let keeps = |step: &Step| {
        passes(step)
            || matches!(step.name, And | Or | Not | StepName::Property | Path | Properties | Select | SideEffect)
    };
    let Some(place) = steps.iter().rposition(|step| !keeps(step)) else {
        // What comes to a nested traversal is an element most of the time.
        return true;
    };
    let of_branch = |branch: &Argument| {
        let branch = branch.as_traversal().map_or(&[][..], |branch| &branch.steps);
        gives_elements(&[&steps[..place], branch].concat())
    };
    match steps[place].name {
        Union | Coalesce => steps[place].arguments.iter().any(of_branch),
        V | Out | In | Both | AddV | MergeV => true,
        _ => gives_edges(&steps[place]) || is_end(&steps[place]),
    }
}

/// Whether a step gives some of the objects that come, as they are.
pub(super) fn passes(step: &Step) -> bool {
    use StepName::{Aggregate, Dedup, Identity, Limit, Order, Range, Skip, Store};
    tests(step) || matches!(step.name, Aggregate | Dedup | Identity | Limit | Order | Range | Skip | Store)
}

/// Whether a step is one of those filters of which, in a row, the last is asked first.
pub(super) fn asked_in_row(step: &Step) -> bool {
    use StepName::{And, Fail, HasId, Not, Or, Where};
    tests(step) && step.name != HasId || matches!(step.name, And | Fail | Not | Or | Where)
}

/// Whether a step makes one object of all.
pub(super) fn reduces(step: &Step) -> bool {
    use StepName::{Count, Fold, Group, GroupCount, Max, Mean, Min, Sum};
    match step.name {
        // Without by(..) its groups come one by one.
        Group | GroupCount => step.arguments.is_empty() && step.modulators_named(StepName::By).next().is_some(),
        Count | Fold | Max | Mean | Min | Sum => step.scope() == Scope::Global,
        _ => false,
    }
}

/// Whether a step gives edges that are known to be such.
pub(super) fn gives_edges(step: &Step) -> bool {
    is_edges(step) || matches!(step.name, StepName::E | StepName::AddE | StepName::MergeE)
}

/// Whether these steps give edges, behind which they forget what they are.
pub(super) fn forgets_edges(steps: &[Step]) -> bool {
    use StepName::{Aggregate, Dedup, Limit, Order, Property, Range, Skip};
    // What goes to the end of an edge that is forgotten is identity() here.
    let forgets = |step: &Step| {
        matches!(step.name, Property | Dedup | Aggregate | Order | Limit | Range | Skip | StepName::Identity)
    };
    let before = steps.iter().rev().find(|step| !forgets(step) && !tests(step));
    before.is_some_and(gives_edges) && steps.iter().rev().find(|step| !tests(step)).is_some_and(forgets)
}

/// Whether a step makes values of elements, which have none of the labels in front.
pub(super) fn makes_values(step: &Step) -> bool {
    use StepName::{Constant, ElementMap, Id, Label, Union, ValueMap, Values};
    matches!(step.name, Constant | ElementMap | Id | Label | Union | ValueMap | Values)
}

/// Whether a step gives its objects a label.
pub(super) fn has_label(step: &Step, label: &Argument) -> bool {
    step.labels().any(|known| Some(known.as_str()) == label.as_str())
}

pub(super) fn is_edges(step: &Step) -> bool {
    matches!(step.name, StepName::OutE | StepName::InE | StepName::BothE)
}

/// Whether a step goes over edges, or along one.
pub(super) fn is_edges_or_ends(step: &Step) -> bool {
    is_edges(step) || is_end(step) || matches!(step.name, StepName::Out | StepName::In | StepName::Both)
}

pub(super) fn is_end(step: &Step) -> bool {
    matches!(step.name, StepName::InV | StepName::OutV | StepName::BothV | StepName::OtherV)
}

/// Whether a traversal within a step writes.
pub(super) fn writes(step: &Step) -> bool {
    use StepName::{AddE, AddV, Drop, MergeE, MergeV, Property};
    let mut writes = false;
    walk(Part::Step(step, Place::Step), &mut |part| {
        writes |= matches!(part, Part::Step(step, _)
            if matches!(step.name, AddV | AddE | MergeV | MergeE | Property | Drop));
    });
    writes
}
