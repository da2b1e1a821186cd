//! Defects of grafeo, which has Gremlin translated into the plans of its other languages.

mod branches;
mod groups;

use graphlance_gremlin::table::Place;
use graphlance_gremlin::token::T;

use super::providers::{end, where_missing};
use super::*;

/// What becomes of a chain of steps.
pub(super) const CHAINS: &[(Quirk, Rule<Vec<Step>>)] = &[(Quirk::OptionalCrosses, branches::cross_optionals)];

/// What becomes of a step.
pub(super) const RULES: &[(Quirk, Build)] = &[
    (Quirk::EndsOfBothBySide, |front, step| match front.last().filter(|last| last.name == StepName::BothE) {
        Some(_) if step.name == StepName::InV => front.push(in_place_of(&step, StepName::OtherV, Vec::new())),
        Some(_) if step.name == StepName::OutV && front.len() > 1 => {
            let from = Modulator::new(StepName::As, vec![Argument::string(FROM)]);
            let place = front.len() - 2;
            front[place].modulators.push(from);
            front.push(in_place_of(&step, StepName::Select, vec![Argument::string(FROM)]));
        }
        _ => front.push(step),
    }),
    (Quirk::CoalesceDecidesOnce, branches::decide_once),
    (Quirk::UnionOfNothing, branches::reduce_nothing),
    (Quirk::ChooseLosesUndecided, branches::lose_undecided),
    (Quirk::LabelsInBranches, branches::lose_labels),
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
    (Quirk::LabelledHasOfEdges, |front, step| {
        let of_edges = front.iter().rev().find(|step| !tests(step)).is_some_and(gives_edges);
        let labelled = step.name == StepName::Has && step.arguments.len() == 3;
        front.push(if labelled && of_edges { nothing() } else { step });
    }),
    (Quirk::GroupsWithoutKeys, groups::push_values_of),
    (Quirk::GroupsHoldNumbers, groups::hold_numbers),
    (Quirk::CountsAsideReplace, groups::replace_by_counts),
    (Quirk::AggregatesOfNothing, |front, step| {
        use StepName::{Max, Mean, Min, Sum};
        match matches!(step.name, Sum | Min | Max | Mean) && step.scope() == Scope::Global {
            true => {
                let some = traversal(vec![bare(StepName::Unfold), bare(step.name)]);
                front.push(bare(StepName::Fold));
                front.push(in_place_of(&step, StepName::Coalesce, vec![some, traversal(vec![constant(null())])]));
            }
            false => push_without_nulls(front, step),
        }
    }),
    (Quirk::EdgesAreForgotten, |front, step| {
        let known = front.iter().rev().find(|step| !tests(step)).is_some_and(gives_edges);
        let forgotten = !known && forgets_edges(front);
        front.push(match step.name {
            _ if is_end(&step) && !known => in_place_of(&step, StepName::Identity, Vec::new()),
            StepName::Label if forgotten => in_place_of(&step, StepName::Constant, vec![null()]),
            StepName::HasLabel if forgotten => nothing(),
            _ => step,
        });
    }),
    (Quirk::LabelsAreLost, |front, step| {
        let lost = |label: &Argument| {
            let place = front.iter().rposition(|step| has_label(step, label));
            place.is_some_and(|place| front[place + 1..].iter().any(makes_values))
        };
        match step.name == StepName::Select && step.arguments.iter().any(lost) {
            true => always_fail(front),
            false => front.push(step),
        }
    }),
    (Quirk::SelectedIsLost, |front, step| {
        let selected = front.last().filter(|last| last.name == StepName::Select && last.arguments.len() > 1);
        let known = |label: &Argument| front.iter().any(|step| has_label(step, label));
        let lost = selected.is_some_and(|select| select.arguments.iter().any(known));
        match lost && (makes_values(&step) || reduces(&step)) {
            true => always_fail(front),
            false => front.push(step),
        }
    }),
    (Quirk::SelectIgnoresPop, |front, mut step| {
        if step.name == StepName::Select && texts(&step).is_none() {
            step.arguments.retain(|argument| !matches!(argument, Argument::Token(Token::Pop(_))));
        }
        front.push(step);
    }),
    (Quirk::WhereTakesTexts, |front, mut step| {
        if step.name == StepName::Where && matches!(step.arguments.as_slice(), [Argument::Predicate(_)]) {
            // What is no value cannot be compared with a text there.
            let name = if gives_elements(front) { StepName::Fail } else { StepName::Is };
            let some = Predicate::new(TestName::Neq, vec![null()]);
            front.push(Step::new(StepName::Is, vec![Argument::Predicate(some)]));
            step = if name == StepName::Fail { bare(name) } else { in_place_of(&step, name, step.arguments.clone()) };
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
    (Quirk::OrderPutsMissingLast, |front, mut step| {
        if step.name == StepName::Order {
            step.modulators
                .iter_mut()
                .for_each(|by| where_missing(by, |_, descending| vec![constant(end(descending))]));
        }
        front.push(step);
    }),
    (Quirk::PathIsItsEnd, |front, step| becomes_identity(front, step, |step| step.name == StepName::Path)),
    (Quirk::PropertiesAreElements, |front, mut step| {
        if matches!(step.name, StepName::Aggregate | StepName::Store) {
            let of_property = |by: &Argument| matches!(by, Argument::Token(Token::T(T::Key | T::Value)));
            step.modulators.retain(|modulator| !modulator.arguments.iter().any(of_property));
        }
        becomes_identity(front, step, |step| step.name == StepName::Properties);
    }),
    (Quirk::ToGoesNowhere, |front, step| becomes_identity(front, step, |step| step.name == StepName::To)),
    (Quirk::SideEffectsWriteNothing, |front, step| {
        becomes_identity(front, step, |step| step.name == StepName::SideEffect && writes(step));
    }),
    (Quirk::BooleansHaveNoOrder, |front, mut step| {
        let of_edges = front.iter().rev().find(|step| !tests(step)).is_some_and(gives_edges);
        if of_edges {
            lose_order_of_booleans(&mut step);
        }
        if step.name == StepName::Not
            && let [Argument::Traversal(inner)] = step.arguments.as_mut_slice()
            && let [only] = inner.steps.as_mut_slice()
        {
            lose_order_of_booleans(only);
        }
        front.push(step);
    }),
    (Quirk::LocalDedupDoesNothing, |front, step| {
        becomes_identity(front, step, |step| step.name == StepName::Dedup && step.scope() == Scope::Local);
    }),
    (Quirk::SelectDropsBy, |front, mut step| {
        if step.name == StepName::Select {
            drop_modulators(&mut step.modulators, StepName::By);
        }
        front.push(step);
    }),
    (Quirk::NewEdgesHaveNoLabel, |front, step| {
        let new = front.last().is_some_and(|last| last.name == StepName::AddE);
        front.push(match new && step.name == StepName::Label {
            true => in_place_of(&step, StepName::Constant, vec![null()]),
            false => step,
        });
    }),
    (Quirk::ValueMapsHoldValues, |front, mut step| {
        if step.name != StepName::ValueMap {
            return push_without_nulls(front, step);
        }
        let value = |key: &Argument| {
            let values = traversal(vec![Step::new(StepName::Values, vec![key.clone()])]);
            vec![values, traversal(vec![constant(null())])]
        };
        match step.arguments.as_slice() {
            [key] if key.as_str().is_some() => front.push(in_place_of(&step, StepName::Coalesce, value(key))),
            [_, _, ..] if texts(&step).is_some() => {
                let mut map = in_place_of(&step, StepName::Project, step.arguments.clone());
                map.modulators.extend(step.arguments.iter().map(|key| {
                    let value = Step::new(StepName::Coalesce, value(key));
                    Modulator::new(StepName::By, vec![traversal(vec![value])])
                }));
                front.push(map);
            }
            _ => {
                // Where unfold() gives nothing of what is no collection, the values of edges are none.
                let branches = [StepName::Unfold, StepName::Identity].map(|name| traversal(vec![bare(name)]));
                let value = Step::new(StepName::Coalesce, branches.to_vec());
                step.modulators.push(Modulator::new(StepName::By, vec![traversal(vec![value])]));
                front.push(step);
            }
        }
    }),
];

/// Whether a label is one that a rule gives, and not the statement.
fn is_of_rule(label: &str) -> bool {
    label.starts_with('~')
}

/// Names the vertices that bothE() comes from.
const FROM: &str = "~from";

/// Lets everything through a select() of a label that the statement does not have.
pub(super) fn let_pass(step: &mut Step, labels: &[SmolStr]) {
    let unknown = |key: &str| !is_of_rule(key) && !labels.iter().any(|label| label == key);
    if step.name == StepName::Select && step.arguments.iter().any(|key| key.as_str().is_some_and(unknown)) {
        *step = in_place_of(step, StepName::Identity, Vec::new());
    }
}

/// Whether these steps give vertices or edges.
fn gives_elements(steps: &[Step]) -> bool {
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
fn passes(step: &Step) -> bool {
    use StepName::{Aggregate, Dedup, Identity, Limit, Order, Range, Skip, Store};
    tests(step) || matches!(step.name, Aggregate | Dedup | Identity | Limit | Order | Range | Skip | Store)
}

/// Whether a step makes one object of all.
fn reduces(step: &Step) -> bool {
    use StepName::{Count, Fold, Group, GroupCount, Max, Mean, Min, Sum};
    match step.name {
        // Without by(..) its groups come one by one.
        Group | GroupCount => step.arguments.is_empty() && step.modulators_named(StepName::By).next().is_some(),
        Count | Fold | Max | Mean | Min | Sum => step.scope() == Scope::Global,
        _ => false,
    }
}

/// Whether a step gives edges that are known to be such.
fn gives_edges(step: &Step) -> bool {
    is_edges(step) || matches!(step.name, StepName::E | StepName::AddE | StepName::MergeE)
}

/// Whether these steps give edges, behind which they forget what they are.
fn forgets_edges(steps: &[Step]) -> bool {
    use StepName::{Aggregate, Dedup, Limit, Order, Property, Range, Skip};
    let forgets = |step: &Step| matches!(step.name, Property | Dedup | Aggregate | Order | Limit | Range | Skip);
    let before = steps.iter().rev().find(|step| !forgets(step) && !tests(step));
    before.is_some_and(gives_edges) && steps.iter().rev().find(|step| !tests(step)).is_some_and(forgets)
}

/// Whether a step makes values of elements, which have none of the labels in front.
fn makes_values(step: &Step) -> bool {
    use StepName::{Constant, ElementMap, Id, Label, Union, ValueMap, Values};
    matches!(step.name, Constant | ElementMap | Id | Label | Union | ValueMap | Values)
}

/// Whether a step gives its objects a label.
fn has_label(step: &Step, label: &Argument) -> bool {
    step.labels().any(|known| Some(known.as_str()) == label.as_str())
}

/// Puts an error in the place of all steps, whether anything comes to them or not.
fn always_fail(front: &mut Vec<Step>) {
    front.clear();
    front.push(Step::new(StepName::Inject, vec![null()]));
    front.push(bare(StepName::Fail));
}

/// Puts a step behind others, where it is fold() without the nulls that the one in front of it makes.
fn push_without_nulls(front: &mut Vec<Step>, step: Step) {
    let is_null = |branch: &Argument| branch.as_traversal().is_some_and(|it| it.steps == [constant(null())]);
    let makes_nulls = |last: &Step| last.name == StepName::Coalesce && last.arguments.iter().any(is_null);
    if step.name == StepName::Fold && front.last().is_some_and(makes_nulls) {
        let some = Predicate::new(TestName::Neq, vec![null()]);
        front.push(Step::new(StepName::Is, vec![Argument::Predicate(some)]));
    }
    front.push(step);
}

/// In the place of a comparison by order of a boolean, one that never holds.
fn lose_order_of_booleans(step: &mut Step) {
    if step.name == StepName::Has
        && let Some(Argument::Predicate(Predicate { test: Test::Named { name, arguments }, .. })) =
            step.arguments.last_mut()
        && matches!(name, TestName::Lt | TestName::Lte | TestName::Gt | TestName::Gte)
        && matches!(arguments.as_slice(), [Argument::Scalar(Scalar::Boolean(_))])
    {
        (*name, *arguments) = (TestName::Within, Vec::new());
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

/// Whether a step goes over edges, or along one.
fn is_edges_or_ends(step: &Step) -> bool {
    is_edges(step) || is_end(step) || matches!(step.name, StepName::Out | StepName::In | StepName::Both)
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
