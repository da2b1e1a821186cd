//! Defects of grafeo, which has Gremlin translated into the plans of its other languages.

mod branches;
mod groups;
mod steps;

use graphlance_gremlin::table::Place;
use graphlance_gremlin::token::T;

use steps::{
    asked_in_row, forgets_edges, gives_edges, gives_elements, has_label, is_edges, is_edges_or_ends, is_end,
    makes_values, passes, reduces, writes,
};

use super::providers::{end, where_missing};
use super::*;

/// What becomes of a chain of steps.
pub(super) const CHAINS: &[(Quirk, Rule<Vec<Step>>)] = &[
    (Quirk::OptionalCrosses, branches::cross_optionals),
    (Quirk::BranchesGiveNumbers, |steps| branches::number_elements(steps)),
];

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
    (Quirk::RepeatGoesOneStep, |front, mut step| {
        let goes = |step: &&Step| matches!(step.name, StepName::Out | StepName::In | StepName::Both);
        let never = |modulator: &Modulator| {
            modulator.name == StepName::Times
                && modulator.arguments.first().and_then(Argument::as_scalar).and_then(Scalar::as_long) == Some(0)
        };
        match step.name {
            StepName::Repeat if step.modulators.iter().any(never) => {
                step = in_place_of(&step, StepName::Identity, Vec::new());
            }
            StepName::Repeat => {
                for inner in step.arguments.iter_mut().filter_map(inner_mut) {
                    let first = inner.steps.iter().find(goes).cloned();
                    inner.steps = vec![first.unwrap_or_else(|| bare(StepName::Out))];
                }
            }
            _ => {}
        }
        front.push(step);
    }),
    (Quirk::UnionLosesEnds, |front, mut step| {
        if step.name == StepName::Union {
            let goes = |steps: &[Step]| is_edges(&steps[0]) && is_end(&steps[1]);
            for inner in step.arguments.iter_mut().filter_map(inner_mut) {
                while let Some(place) = inner.steps.windows(2).position(goes) {
                    inner.steps.remove(place + 1);
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
    (Quirk::GroupedLabelsAreNull, |front, mut step| {
        let grouped = matches!(step.name, StepName::Group | StepName::GroupCount);
        if grouped && front.iter().rev().find(|step| !tests(step)).is_some_and(gives_edges) {
            for by in step.modulators.iter_mut().filter(|by| by.arguments == [Argument::Token(Token::T(T::Label))]) {
                by.arguments = vec![traversal(vec![nothing()])];
            }
        }
        front.push(step);
    }),
    (Quirk::CountedCountsThemselves, |front, mut step| {
        use StepName::{Aggregate, Count, Dedup, GroupCount, Order};
        let counts = front.iter().rev().find(|step| !matches!(step.name, Aggregate | Dedup | Order));
        let bare_by = |step: &Step| step.modulators_named(StepName::By).all(|by| by.arguments.is_empty());
        let by = step.name == GroupCount && step.modulators_named(StepName::By).count() == 1 && bare_by(&step);
        if by && counts.is_some_and(|step| step.name == Count && step.scope() == Scope::Global) {
            step.name = StepName::Group;
            step.arguments.clear();
            step.modulators.push(Modulator::new(StepName::By, vec![traversal(vec![bare(StepName::Sum)])]));
        }
        front.push(step);
    }),
    (Quirk::ByGoesInFront, groups::give_bys_to_front),
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
            let forgets = |step: &Step| makes_values(step) || step.name == StepName::Select;
            place.is_some_and(|place| front[place + 1..].iter().any(forgets))
        };
        match step.name == StepName::Select && step.arguments.iter().any(lost) {
            true => always_fail(front),
            false => front.push(step),
        }
    }),
    (Quirk::SelectedIsLost, |front, step| {
        let known = |label: &Argument| front.iter().any(|step| has_label(step, label));
        let lost = front.last().is_some_and(|last| match last.name {
            StepName::Select => last.arguments.len() > 1 && last.arguments.iter().any(known),
            StepName::ValueMap => last.arguments.len() > 1,
            StepName::ElementMap => !last.arguments.is_empty(),
            _ => false,
        });
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
        if !asked_in_row(&step) {
            front.push(step);
            return;
        }
        let mut asked = Vec::new();
        // Of filters in a row the last is asked first.
        let place = front.len() - front.iter().rev().take_while(|step| asked_in_row(step)).count();
        if step.name == StepName::Where && matches!(step.arguments.as_slice(), [Argument::Predicate(_)]) {
            // What is no value cannot be compared with a text there.
            let name = if gives_elements(front) { StepName::Fail } else { StepName::Is };
            let some = Predicate::new(TestName::Neq, vec![null()]);
            asked.push(Step::new(StepName::Is, vec![Argument::Predicate(some)]));
            step = if name == StepName::Fail { bare(name) } else { in_place_of(&step, name, step.arguments.clone()) };
        }
        asked.push(step);
        front.splice(place..place, asked);
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

/// Puts identity() in the place of a step of which something holds.
fn becomes_identity(front: &mut Vec<Step>, step: Step, holds: fn(&Step) -> bool) {
    front.push(match holds(&step) {
        true => in_place_of(&step, StepName::Identity, Vec::new()),
        false => step,
    });
}
