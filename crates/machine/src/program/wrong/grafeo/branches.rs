//! What grafeo makes of steps with branches, of which it asks each once of all objects.

use super::*;

/// Has the branches of a step asked of all objects that come, of none as well.
pub(super) fn ask_of_all(front: &mut Vec<Step>, step: &mut Step) {
    front.push(bare(StepName::Fold));
    for inner in step.arguments.iter_mut().filter_map(inner_mut) {
        inner.steps.insert(0, bare(StepName::Unfold));
    }
}

/// What becomes of coalesce(); one that names an object from outside finds it.
pub(super) fn decide_once(front: &mut Vec<Step>, mut step: Step) {
    let several = step.arguments.len() > 1;
    let selects = |inner: &Traversal| inner.steps.iter().any(|step| step.name == StepName::Select);
    let of_all = |inner: &Traversal| (several || inner.steps.iter().any(reduces)) && !selects(inner);
    if step.name == StepName::Coalesce && step.arguments.iter().filter_map(Argument::as_traversal).all(of_all) {
        ask_of_all(front, &mut step);
    }
    front.push(step);
}

/// What becomes of union().
pub(super) fn reduce_nothing(front: &mut Vec<Step>, mut step: Step) {
    let reduces = |inner: &Traversal| inner.steps.iter().any(reduces);
    if step.name == StepName::Union && step.arguments.iter().filter_map(Argument::as_traversal).any(reduces) {
        ask_of_all(front, &mut step);
    }
    front.push(step);
}

/// What becomes of a step with branches in which an object gets a label.
pub(super) fn lose_labels(front: &mut Vec<Step>, step: Step) {
    use StepName::{Choose, Coalesce, Optional, Union};
    let labelled = |inner: &Traversal| inner.steps.iter().any(|step| step.labels().any(|label| !is_of_rule(label)));
    let branches = matches!(step.name, Choose | Coalesce | Optional | Union);
    match branches && step.arguments.iter().filter_map(Argument::as_traversal).any(labelled) {
        true => always_fail(front),
        false => front.push(step),
    }
}

/// What becomes of choose(): an object is in neither branch where a comparison neither holds nor fails.
pub(super) fn lose_undecided(front: &mut Vec<Step>, step: Step) {
    if step.name == StepName::Choose
        && let Some([only]) = step.arguments.first().and_then(Argument::as_traversal).map(|it| it.steps.as_slice())
        && only.name == StepName::Has
        && let [key, compared] = only.arguments.as_slice()
    {
        let fails = match compared {
            Argument::Predicate(Predicate { test: Test::Named { name, arguments }, links }) if links.is_empty() => {
                failure_of(*name, arguments)
            }
            _ => Vec::new(),
        };
        let has = |test: &[Argument]| Step::new(StepName::Has, [std::slice::from_ref(key), test].concat());
        let fails = fails.into_iter().map(|test| traversal(vec![has(&[Argument::Predicate(test)])]));
        match fails.collect::<Vec<_>>() {
            fails if fails.is_empty() => front.push(has(&[])),
            fails => {
                let decided = std::iter::once(traversal(vec![only.clone()])).chain(fails).collect();
                front.push(Step::new(StepName::Or, decided));
            }
        }
    }
    front.push(step);
}

/// Of which any holds where a comparison by order fails, and not for want of an order; none of other tests.
fn failure_of(name: TestName, bounds: &[Argument]) -> Vec<Predicate> {
    use TestName::{Between, Gt, Gte, Inside, Lt, Lte, Outside};
    let test = |name: TestName, bound: &Argument| match bound {
        Argument::Scalar(Scalar::Boolean(_)) => Predicate::new(TestName::Within, Vec::new()),
        bound => Predicate::new(name, vec![bound.clone()]),
    };
    match (name, bounds) {
        (Lt, [bound]) => vec![test(Gte, bound)],
        (Lte, [bound]) => vec![test(Gt, bound)],
        (Gt, [bound]) => vec![test(Lte, bound)],
        (Gte, [bound]) => vec![test(Lt, bound)],
        (Between, [low, high]) => vec![test(Lt, low), test(Gte, high)],
        (Inside, [low, high]) => vec![test(Lte, low), test(Gte, high)],
        (Outside, [low, high]) => {
            let both = Predicate { links: vec![Link::And(test(Lte, high))], ..test(Gte, low) };
            vec![both]
        }
        _ => Vec::new(),
    }
}

/// Names all the objects that come to an optional().
const ALL: &str = "~all";

/// What becomes of each optional() of a chain.
pub(super) fn cross_optionals(steps: &mut Vec<Step>) {
    let places: Vec<usize> = (0..steps.len()).filter(|place| steps[*place].name == StepName::Optional).collect();
    for place in places.into_iter().rev() {
        let shown = steps[place + 1..].iter().all(|step| passes(step) || step.name == StepName::Fold);
        let elements = gives_elements(&steps[..place]);
        let optional = &steps[place];
        let [Argument::Traversal(inner)] = optional.arguments.as_slice() else { continue };
        let numbers = |wanted: bool| (shown && elements && wanted).then(|| bare(StepName::Id));
        let made = match inner.steps.as_slice() {
            inner if inner.iter().all(passes) => {
                of_all(optional, [&[bare(StepName::Unfold)], inner].concat(), Vec::new())
            }
            inner if inner.iter().any(|step| makes_values(step) || reduces(step)) => {
                let all = Modulator::new(StepName::As, vec![Argument::string(ALL)]);
                let named = Step { modulators: vec![all], ..bare(StepName::Identity) };
                let select = Step::new(StepName::Select, vec![Argument::string(ALL)]);
                let folds = matches!(inner, [only] if only.name == StepName::Fold);
                let made = [select, bare(StepName::Unfold)].into_iter().chain(numbers(folds));
                let each = traversal(made.chain(inner.iter().cloned()).collect());
                let first = vec![named, bare(StepName::Unfold), Step::new(StepName::FlatMap, vec![each])];
                of_all(optional, first, numbers(true).into_iter().collect())
            }
            inner => std::iter::once(optional.clone()).chain(numbers(inner.iter().any(is_edges_or_ends))).collect(),
        };
        steps.splice(place..=place, made);
    }
}

/// What stands in the place of an optional(): steps that are asked of a list of all objects, and where those give nothing the
/// others of each object.
fn of_all(optional: &Step, first: Vec<Step>, others: Vec<Step>) -> Vec<Step> {
    let others = std::iter::once(bare(StepName::Unfold)).chain(others).collect();
    let coalesce = in_place_of(optional, StepName::Coalesce, vec![traversal(first), traversal(others)]);
    vec![bare(StepName::Fold), coalesce]
}

/// What becomes of each union() and coalesce() of a chain of which a branch gives values and another one elements: these come as
/// numbers where they are shown.
pub(super) fn number_elements(steps: &mut [Step]) {
    for place in 0..steps.len() {
        let shown = steps[place + 1..].iter().all(|step| passes(step) || step.name == StepName::Fold);
        if !shown || !matches!(steps[place].name, StepName::Union | StepName::Coalesce) {
            continue;
        }
        let (front, rest) = steps.split_at_mut(place);
        let gives = |inner: &Traversal| gives_elements(&[&*front, &inner.steps].concat());
        let chains = || rest[0].arguments.iter().filter_map(Argument::as_traversal);
        if chains().any(gives) && !chains().all(gives) {
            for inner in rest[0].arguments.iter_mut().filter_map(inner_mut) {
                if gives_elements(&[&*front, &inner.steps].concat()) {
                    inner.steps.push(bare(StepName::Id));
                }
            }
        }
    }
}
