//! Where TinkerPop's strategies put filters: `IdentityRemovalStrategy` takes identity() away, `FilterRankingStrategy` puts what
//! is cheap in front, `InlineFilterStrategy` takes what filters out of filters. That alone changes no answer.

use super::*;

/// A step, and which step of TinkerPop it is a part of: what asks for parts of elements right behind one another is one.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub step: Step,
    pub part_of: usize,
}

/// The steps of a chain as these strategies leave them.
pub(super) fn arranged(steps: &[Step]) -> Vec<Placed> {
    let mut numbers = 0;
    let mut steps = without_identity(&placed(steps, &mut numbers));
    rank(&mut steps, Ends::Read);
    inline(&steps, &mut numbers)
}

/// The steps of a chain, each with a number.
pub(super) fn placed(steps: &[Step], numbers: &mut usize) -> Vec<Placed> {
    let mut was_has = false;
    let place = |step: &Step| {
        let is_has = is_has(step);
        *numbers += usize::from(!(is_has && was_has));
        was_has = is_has;
        Placed { step: step.clone(), part_of: *numbers }
    };
    steps.iter().map(place).collect()
}

/// Whether what from() and to() name counts as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    Read,
    /// As the strategy has it.
    Overlooked,
}

/// Steps without identity(), whose labels the step in front of it takes.
pub(super) fn without_identity(steps: &[Placed]) -> Vec<Placed> {
    let mut left: Vec<Placed> = Vec::new();
    for placed in steps {
        let is_nothing = placed.step.name == StepName::Identity && steps.len() > 1;
        match left.last_mut() {
            Some(last) if is_nothing => last.step.modulators.extend(placed.step.modulators.iter().cloned()),
            None if is_nothing && placed.step.modulators.is_empty() => {}
            _ => left.push(placed.clone()),
        }
    }
    left
}

/// Moves labels behind filters that do not read them, and filters in front of those that cost more. Whether a label moved behind
/// what reads it.
pub(super) fn rank(steps: &mut [Placed], ends: Ends) -> bool {
    let (mut changed, mut overlooked) = (true, false);
    while changed {
        changed = false;
        for place in 1..steps.len() {
            let labels: Vec<SmolStr> = steps[place - 1].step.labels().cloned().collect();
            let next = rank_of(&steps[place].step);
            if next == 0 || labels.iter().any(|label| reads(&steps[place].step, label, ends)) {
                continue;
            }
            if !labels.is_empty() {
                overlooked |= labels.iter().any(|label| reads(&steps[place].step, label, Ends::Read));
                let moved = take_labels(&mut steps[place - 1].step);
                steps[place].step.modulators.extend(moved);
                changed = true;
            }
            if rank_of(&steps[place - 1].step) > next {
                steps.swap(place - 1, place);
                changed = true;
            }
        }
    }
    overlooked
}

/// What a step costs, by `FilterRankingStrategy`; 0 of one that stays where it is.
fn rank_of(step: &Step) -> u8 {
    use StepName::{And, Dedup, Filter, HasNot, Is, Not, Or, Order, Where};
    let has_by = step.modulators_named(StepName::By).next().is_some();
    let rank = match step.name {
        Is => 1,
        _ if is_has(step) => 2,
        Where if is_of_predicate(step) && has_by => 8,
        Where if is_of_predicate(step) => 3,
        Where if has_variables(step) => 5,
        Where | Filter | HasNot | Not | StepName::Has => 4,
        Or => 6,
        And => 7,
        Dedup if step.scope() == Scope::Global => 9,
        Order if step.scope() == Scope::Global => 10,
        _ => return 0,
    };
    let below = nested(step).flat_map(|chain| &chain.steps).map(rank_of);
    below.fold(rank, u8::max)
}

/// Whether a step is a `HasStep` to TinkerPop.
pub(super) fn is_has(step: &Step) -> bool {
    use StepName::{HasId, HasKey, HasLabel, HasValue};
    match step.name {
        HasId | HasLabel | HasKey | HasValue => true,
        StepName::Has => {
            step.arguments.len() > 1 && !step.arguments.iter().any(|argument| argument.as_traversal().is_some())
        }
        _ => false,
    }
}

fn is_of_predicate(step: &Step) -> bool {
    step.arguments.iter().any(|argument| matches!(argument, Argument::Predicate(_)))
}

/// Whether the traversal of a where() begins or ends with a label.
fn has_variables(step: &Step) -> bool {
    nested(step)
        .any(|chain| !chain.start.is_empty() || chain.steps.last().is_some_and(|last| last.labels().next().is_some()))
}

/// The traversals nested in a step.
fn nested(step: &Step) -> impl Iterator<Item = &Traversal> {
    let of_modulators = step.modulators.iter().flat_map(|modulator| &modulator.arguments);
    step.arguments.iter().chain(of_modulators).filter_map(Argument::as_traversal)
}

/// Whether a step reads what stands under a label.
fn reads(step: &Step, label: &str, ends: Ends) -> bool {
    use StepName::{Dedup, Format, Match, Math, Select, Where};
    let names = |argument: &Argument| match argument {
        Argument::Predicate(predicate) => predicate_names(predicate, label),
        argument => argument.as_str().is_some_and(|text| text == label || step.name != Select && text.contains(label)),
    };
    let reads_labels = matches!(step.name, Dedup | Format | Match | Math | Select | Where);
    let in_arguments = reads_labels && step.arguments.iter().any(names);
    let by_ends = ends == Ends::Read
        && step.modulators.iter().any(|modulator| {
            matches!(modulator.name, StepName::From | StepName::To) && modulator.arguments.iter().any(names)
        });
    let begins = |chain: &Traversal| graphlance_gremlin::ast::labels(&chain.start).any(|start| start == label);
    in_arguments
        || by_ends
        || nested(step).any(|chain| begins(chain) || chain.steps.iter().any(|step| reads(step, label, ends)))
}

fn predicate_names(predicate: &Predicate, label: &str) -> bool {
    let here = match &predicate.test {
        Test::Not(inner) => predicate_names(inner, label),
        Test::Named { arguments, .. } => arguments.iter().any(|argument| argument.as_str() == Some(label)),
    };
    here || predicate.links.iter().any(|link| match link {
        Link::And(other) | Link::Or(other) => predicate_names(other, label),
        Link::Negate => false,
    })
}

/// Takes the labels off a step.
pub(super) fn take_labels(step: &mut Step) -> Vec<Modulator> {
    let (labels, rest) =
        std::mem::take(&mut step.modulators).into_iter().partition(|modulator| modulator.name == StepName::As);
    step.modulators = rest;
    labels
}

/// Puts what filters in where(), filter() and and() in their place, and hasLabel() in that of or() of such.
fn inline(steps: &[Placed], numbers: &mut usize) -> Vec<Placed> {
    let mut inlined: Vec<Placed> = Vec::new();
    for placed in steps {
        let labels = placed.step.modulators.iter().filter(|modulator| modulator.name == StepName::As).cloned();
        match inner_filters(&placed.step, numbers) {
            Some(inner) => {
                inlined.extend(inner);
                if let Some(last) = inlined.last_mut() {
                    last.step.modulators.extend(labels);
                }
            }
            None => {
                let step = only_filter(&placed.step)
                    .or_else(|| any_label(&placed.step))
                    .unwrap_or_else(|| placed.step.clone());
                inlined.push(Placed { step, part_of: placed.part_of });
            }
        }
    }
    inlined
}

/// The filters that are in the place of one.
fn inner_filters(step: &Step, numbers: &mut usize) -> Option<Vec<Placed>> {
    let inlines = match step.name {
        StepName::Where => !is_of_predicate(step) && !has_variables(step),
        StepName::Filter | StepName::And => true,
        _ => false,
    };
    let mut inner = Vec::new();
    for argument in step.arguments.iter().filter(|_| inlines) {
        let chain = argument.as_traversal().filter(|chain| chain.start.is_empty())?;
        let mut steps = without_identity(&placed(&chain.steps, numbers));
        rank(&mut steps, Ends::Read);
        let filters = inline(&steps, numbers);
        inner.extend(filters.iter().all(|placed| is_filter(&placed.step)).then_some(filters)?);
    }
    Some(inner).filter(|inner| !inner.is_empty())
}

fn is_filter(step: &Step) -> bool {
    use StepName::{And, CyclicPath, Filter, Has, HasNot, Is, Not, Or, SimplePath, Where};
    is_has(step) || matches!(step.name, Has | HasNot | Is | Where | Filter | Not | And | Or | SimplePath | CyclicPath)
}

/// The filter of identities in an or() that has one traversal.
fn only_filter(step: &Step) -> Option<Step> {
    let [Argument::Traversal(chain)] = step.arguments.as_slice() else { return None };
    let inner = inline(&without_identity(&placed(&chain.steps, &mut 0)), &mut 0);
    match inner.as_slice() {
        [Placed { step: only, .. }] if step.name == StepName::Or && only.name == StepName::HasId => Some(only.clone()),
        _ => None,
    }
}

/// or(hasLabel(a), hasLabel(b)) as hasLabel(P.eq(a).or(P.eq(b))).
fn any_label(step: &Step) -> Option<Step> {
    let mut all: Vec<Predicate> = Vec::new();
    for argument in step.arguments.iter().filter(|_| step.name == StepName::Or) {
        let chain = argument.as_traversal().filter(|chain| chain.start.is_empty())?;
        let inner = inline(&without_identity(&placed(&chain.steps, &mut 0)), &mut 0);
        let [Placed { step: only, .. }] = inner.as_slice() else { return None };
        let Step { arguments, .. } =
            Some(only).filter(|only| only.name == StepName::HasLabel && only.modulators.is_empty())?;
        all.push(match arguments.as_slice() {
            [label @ Argument::Scalar(Scalar::String(_))] => Predicate::new(TestName::Eq, vec![label.clone()]),
            [Argument::Predicate(predicate)] => predicate.clone(),
            [_] => return None,
            labels => Predicate::new(TestName::Within, labels.to_vec()),
        });
    }
    let mut all = all.into_iter();
    let mut predicate = all.next()?;
    for Predicate { test, links } in all {
        predicate.links.push(Link::Or(Predicate { test, links: Vec::new() }));
        predicate.links.extend(links);
    }
    let is_any = predicate.links.iter().all(|link| matches!(link, Link::Or(_)));
    is_any.then(|| in_place_of(step, StepName::HasLabel, vec![Argument::Predicate(predicate)]))
}
