//! Defects of grafeo, which has Gremlin translated into the plans of its other languages.

use graphlance_gremlin::table::Place;
use graphlance_gremlin::token::Column;

use super::providers::{end, where_missing};
use super::*;

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
        let of_edges = front.iter().rev().find(|step| !tests(step)).is_some_and(gives_edges);
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
            let missing = constant(Argument::string("NULL"));
            let values = traversal(vec![Step::new(StepName::Values, vec![key.clone()])]);
            traversal(vec![Step::new(StepName::Coalesce, vec![values, traversal(vec![missing])])])
        });
        front.push(step);
    }),
    (Quirk::GroupsWithoutKeys, |front, step| {
        let whole = step.arguments.is_empty() && step.modulators_named(StepName::By).next().is_none();
        let groups = matches!(step.name, StepName::Group | StepName::GroupCount) && whole;
        front.push(step);
        if groups {
            front.push(Step::new(StepName::Select, vec![Argument::Token(Token::Column(Column::Values))]));
            front.push(bare(StepName::Unfold));
        }
    }),
    (Quirk::AggregatesOfNothing, |front, step| {
        use StepName::{Max, Mean, Min, Sum};
        match matches!(step.name, Sum | Min | Max | Mean) && step.scope() == Scope::Global {
            true => {
                let some = traversal(vec![bare(StepName::Unfold), bare(step.name)]);
                front.push(bare(StepName::Fold));
                front.push(in_place_of(&step, StepName::Coalesce, vec![some, traversal(vec![constant(null())])]));
            }
            false => front.push(step),
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
            let given = |step: &Step| step.labels().any(|known| Some(known.as_str()) == label.as_str());
            let place = front.iter().rposition(given);
            place.is_some_and(|place| front[place + 1..].iter().any(makes_values))
        };
        if step.name == StepName::Select && step.arguments.iter().any(lost) {
            front.clear();
            front.push(Step::new(StepName::Inject, vec![Argument::Scalar(Scalar::Null)]));
            front.push(bare(StepName::Fail));
        } else {
            front.push(step);
        }
    }),
    (Quirk::WhereTakesTexts, |front, mut step| {
        if step.name == StepName::Where && matches!(step.arguments.as_slice(), [Argument::Predicate(_)]) {
            // What is no value cannot be compared with a text there.
            let name = if gives_elements(front) { StepName::Fail } else { StepName::Is };
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
    (Quirk::PropertiesAreElements, |front, step| {
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
        if step.name == StepName::ValueMap {
            match texts(&step).map_or(0, |keys| keys.len()) {
                1 => step.name = StepName::Values,
                _ => step.modulators.push(Modulator::new(StepName::By, vec![traversal(vec![bare(StepName::Unfold)])])),
            }
        }
        front.push(step);
    }),
];

/// Names the vertices that bothE() comes from.
const FROM: &str = "~from";

/// Lets everything through a select() of a label that the statement does not have.
pub(super) fn let_pass(step: &mut Step, labels: &[SmolStr]) {
    let unknown = |key: &str| !labels.iter().any(|label| label == key);
    if step.name == StepName::Select && step.arguments.iter().any(|key| key.as_str().is_some_and(unknown)) {
        *step = in_place_of(step, StepName::Identity, Vec::new());
    }
}

/// Whether these steps give vertices or edges.
fn gives_elements(steps: &[Step]) -> bool {
    use StepName::{AddV, Aggregate, Both, Dedup, In, Limit, MergeV, Order, Out, Property, V};
    let passes = |step: &Step| tests(step) || matches!(step.name, Aggregate | Dedup | Limit | Order | Property);
    let before = steps.iter().rev().find(|step| !passes(step));
    before.is_some_and(|step| {
        gives_edges(step) || is_end(step) || matches!(step.name, V | Out | In | Both | AddV | MergeV)
    })
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
    matches!(step.name, StepName::Values | StepName::Label | StepName::Id)
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
