//! Defects of engines that are built on TinkerPop.

use super::ranking::{arranged, is_has};
use super::*;

/// What becomes of the outermost chain.
pub(super) const ROOT: &[(Quirk, Rule<Vec<Step>>)] = &[(Quirk::LastUnionGivesOnce, |steps| let_through_once(steps))];

/// What becomes of a chain.
pub(super) const CHAINS: &[(Quirk, Rule<Vec<Step>>)] = &[(Quirk::LabelPredicatesAreLabels, scan_labels)];

/// What becomes of a step.
pub(super) const RULES: &[(Quirk, Build)] = &[
    (Quirk::ScansOrderMissingLast, |front, mut step| {
        if step.name == StepName::Order && scans(front) {
            let last = |key: &Argument, descending| vec![any_has(key), constant(end(descending))];
            step.modulators.iter_mut().for_each(|by| where_missing(by, last));
        }
        front.push(step);
    }),
    (Quirk::MissingKeysAreNull, |front, mut step| {
        let missing = |key: &Argument, _| vec![one_alike_has(key), constant(null())];
        let keys: Vec<Argument> = step.modulators.iter().filter_map(|by| key_of(by).cloned()).collect();
        if step.name == StepName::Order && scans_directly(front) {
            let scanned = 1 + front.iter().skip(1).take_while(|step| step.name == StepName::HasLabel).count();
            front.splice(scanned..scanned, keys.iter().map(fail_of_unknown));
        }
        if step.name == StepName::Format {
            step = null_in_format(step);
        }
        step.modulators.iter_mut().for_each(|by| where_missing(by, missing));
        front.push(step);
    }),
    (Quirk::SecondOrderOfKeyIsRefused, |front, step| {
        let keys: Vec<&Argument> = step.modulators.iter().filter_map(key_of).collect();
        let twice = (1..keys.len()).find(|later| keys[..*later].contains(&keys[*later]));
        if let Some(twice) = twice.filter(|_| step.name == StepName::Order && scans_directly(front)) {
            let known = traversal(vec![any_has(keys[twice]), bare(StepName::Fail)]);
            front.push(Step::new(StepName::SideEffect, vec![known]));
        }
        front.push(step);
    }),
    (Quirk::NotOfEdgesIsFalse, |front, step| {
        let over_edges = match step.arguments.as_slice() {
            [Argument::Traversal(inner)] if step.name == StepName::Not => match inner.steps.as_slice() {
                [only] => goes_over_edges(only),
                _ => false,
            },
            _ => false,
        };
        front.push(if over_edges && scans_directly(front) { nothing() } else { step });
    }),
    (Quirk::MapsNeedKeys, |front, step| {
        let is_key = |key: &Argument| key.as_str().is_some() || matches!(key, Argument::Scalar(Scalar::Null));
        let maps = matches!(step.name, StepName::ValueMap | StepName::PropertyMap | StepName::ElementMap);
        if maps && !step.arguments.is_empty() && step.arguments.iter().all(is_key) && scans_directly(front) {
            let known: Vec<Argument> = step.arguments.iter().filter(|key| key.as_str().is_some()).cloned().collect();
            let alike = known.iter().map(|key| traversal(vec![one_alike_has(key)])).collect::<Vec<_>>();
            front.push(if alike.is_empty() { nothing() } else { Step::new(StepName::Or, alike) });
        }
        front.push(step);
    }),
    (Quirk::FoldOfBarrierIsOnce, |front, step| {
        if step.name == StepName::Fold && front.last().is_some_and(|last| last.name == StepName::Barrier) {
            front.push(bare(StepName::Dedup));
        }
        front.push(step);
    }),
    (Quirk::PropertiesDropElements, |front, step| {
        if step.name == StepName::Drop && front.last().is_some_and(|last| last.name == StepName::Properties) {
            front.pop();
        }
        front.push(step);
    }),
    (Quirk::AdjacentPropertyReplaces, |front, step| {
        if step.name == StepName::Property && front.last().is_some_and(reaches_late) {
            let erase = vec![bare(StepName::Properties), bare(StepName::Drop)];
            front.push(Step::new(StepName::SideEffect, vec![traversal(erase)]));
        }
        front.push(step);
    }),
    (Quirk::SecondTestOfKeyIsFalse, |front, step| {
        let twice = compared_key(&step).is_some_and(|key| front.last().and_then(compared_key) == Some(key));
        front.push(if twice { nothing() } else { step });
    }),
    (Quirk::AlternativesOverlap, |front, step| match alternatives(&step) {
        Some(branches) => front.push(in_place_of(&step, StepName::Union, branches)),
        None => front.push(step),
    }),
    (Quirk::WithoutNothingIsFalse, |front, mut step| {
        if step.name == StepName::Has
            && let Some(Argument::Predicate(Predicate { test: Test::Named { name, arguments }, .. })) =
                step.arguments.last_mut()
            && let [] | [Argument::List(_) | Argument::Set(_)] = arguments.as_slice()
            && (*name == TestName::Without && arguments.first().is_none_or(is_empty))
        {
            *name = TestName::Within;
        }
        front.push(step);
    }),
];

/// A V() in the middle of a chain that hasLabel() follows gives its vertices for the first object alone, unless TinkerPop's
/// `LazyBarrierStrategy` puts a barrier in between: behind each but the first step that gives several objects, where neither paths
/// nor labels in front are asked for. `remembers`: whether the statement asks for paths.
pub(super) fn give_elements_once(steps: &mut [Step], remembers: bool) {
    use StepName::{Both, BothV, Drop, Element, In, Out, Properties, Unfold, Values};
    let bulks = !remembers && !steps.iter().any(|step| matches!(step.name, Drop | Element));
    let (mut found, mut labelled) = (false, false);
    for place in 0..steps.len() {
        let next = steps[place + 1..].iter().find(|step| !is_bare(step, StepName::Identity)).map(|next| next.name);
        let step = &mut steps[place];
        let is_scan = matches!(step.name, StepName::V | StepName::E);
        let scans = is_scan && (place > 0 || step.arguments.is_empty() && next != Some(StepName::HasLabel));
        let gives_several = scans || matches!(step.name, Out | In | Both | BothV | Values | Properties | Unfold);
        let is_held = gives_several && found && bulks && !labelled;
        if step.name == StepName::V && next == Some(StepName::HasLabel) && !is_held {
            let given = if labelled || remembers { [FOR_FIRST, FOR_ONE].as_slice() } else { &[FOR_FIRST] };
            let given = given.iter().map(|label| Modulator::new(StepName::As, vec![Argument::string(*label)]));
            step.modulators.extend(given);
        }
        found |= gives_several;
        labelled |= step.labels().any(|label| label != FOR_FIRST && label != FOR_ONE);
    }
}

/// In the place of by(key), what asks for something else where the key is missing; that may depend on the key, and on whether the
/// order is from the greatest on.
pub(super) fn where_missing(by: &mut Modulator, other: impl Fn(&Argument, bool) -> Vec<Step>) {
    if let Some(key) = key_of(by).cloned() {
        let descending = by.arguments.contains(&Argument::Token(Token::Order(Order::Desc)));
        let values = traversal(vec![Step::new(StepName::Values, vec![key.clone()])]);
        let other = traversal(other(&key, descending));
        by.arguments[0] = traversal(vec![Step::new(StepName::Coalesce, vec![values, other])]);
    }
}

/// Lets everything through if some element has a key.
fn any_has(key: &Argument) -> Step {
    let of = |scan| traversal(vec![bare(scan), Step::new(StepName::Properties, vec![key.clone()])]);
    Step::new(StepName::Or, vec![of(StepName::V), of(StepName::E)])
}

/// Lets an element through if one with its label has a key.
fn one_alike_has(key: &Argument) -> Step {
    let label = || Argument::Scalar(Scalar::String(SmolStr::new_static("an element of that label")));
    let has = Step::new(StepName::Has, vec![key.clone()]);
    let mut alike = Step::new(StepName::Where, vec![Argument::Predicate(Predicate::new(TestName::Eq, vec![label()]))]);
    alike.modulators.push(Modulator::new(StepName::By, vec![Argument::Token(Token::T(T::Label))]));
    let of = |scan| {
        let mut it = bare(StepName::Identity);
        it.modulators.push(Modulator::new(StepName::As, vec![label()]));
        traversal(vec![it, bare(scan), has.clone(), alike.clone()])
    };
    Step::new(StepName::Or, vec![of(StepName::V), of(StepName::E)])
}

/// An error for an element of whose label none has a key.
fn fail_of_unknown(key: &Argument) -> Step {
    let unknown = Step::new(StepName::Not, vec![traversal(vec![one_alike_has(key)])]);
    Step::new(StepName::SideEffect, vec![traversal(vec![unknown, bare(StepName::Fail)])])
}

/// format(..) that writes null for a key that an element has not, where one with its label has it.
fn null_in_format(mut step: Step) -> Step {
    let [Argument::Scalar(Scalar::String(text))] = step.arguments.as_slice() else { return step };
    let mut pieces = text.split("%{");
    let mut format = pieces.next().unwrap_or_default().to_owned();
    let mut keys = Vec::new();
    for piece in pieces {
        let Some((key, rest)) = piece.split_once('}').filter(|(key, _)| *key != "_") else { return step };
        keys.push(Argument::string(key));
        format += "%{_}";
        format += rest;
    }
    for key in keys {
        let mut by = Modulator::new(StepName::By, vec![key]);
        where_missing(&mut by, |key, _| vec![one_alike_has(key), constant(Argument::string("null"))]);
        step.modulators.push(by);
    }
    step.arguments = vec![Argument::string(format)];
    step
}

/// What has its place behind all values of properties: a map, or null where the greatest come first.
pub(super) fn end(descending: bool) -> Argument {
    if descending { null() } else { Argument::Map(Vec::new()) }
}

/// Scans the label that the first predicate of labels behind a V() or E() names.
fn scan_labels(steps: &mut Vec<Step>) {
    let mut all: Vec<Step> = arranged(steps).into_iter().map(|placed| placed.step).collect();
    if !all.first().is_some_and(|first| matches!(first.name, StepName::V | StepName::E)) {
        return;
    }
    let run = all.iter().skip(1).take_while(|step| is_has(step));
    if let Some((place, scan)) = run.enumerate().find_map(|(place, step)| Some((place, label_scan(step)?))) {
        all.insert(place + 1, scan);
        *steps = all;
    }
}

/// What is scanned for a predicate of labels, where a step is one: the label that hasLabel(P.neq(a)) names, in whatever case;
/// nothing where it names null, or is P.eq(a).or(P.eq(b)). What is no text is an error.
fn label_scan(step: &Step) -> Option<Step> {
    let [Argument::Predicate(predicate)] = step.arguments.as_slice() else { return None };
    match &predicate.test {
        _ if step.name != StepName::HasLabel => None,
        _ if predicate.links.iter().any(|link| matches!(link, Link::Or(_))) => Some(nothing()),
        Test::Named { arguments, .. } => match arguments.as_slice() {
            [Argument::Scalar(Scalar::Null)] => Some(nothing()),
            [Argument::Scalar(Scalar::String(label))] => {
                let pattern = format!("^(?i:{})$", fancy_regex::escape(label));
                let is_label = Predicate::new(TestName::Regex, vec![Argument::string(pattern)]);
                Some(Step::new(StepName::HasLabel, vec![Argument::Predicate(is_label)]))
            }
            [Argument::Scalar(_)] => Some(refused()),
            _ => None,
        },
        Test::Not(_) => None,
    }
}

/// What one traversal of a union() at the end has let through, no later one does: the object that is given a second time has been
/// used up by then.
fn let_through_once(steps: &mut [Step]) {
    let Some(union) = steps.last_mut().filter(|last| last.name == StepName::Union) else { return };
    let mut earlier: Vec<Vec<Step>> = Vec::new();
    for argument in &mut union.arguments {
        let Argument::Traversal(branch) = argument else { continue };
        if !branch.steps.iter().all(lets_through) {
            continue;
        }
        let let_through: Vec<Step> = branch.steps.iter().filter(|step| step.name != StepName::Order).cloned().collect();
        let used_up = earlier.iter().map(|earlier| Step::new(StepName::Not, vec![traversal(earlier.clone())]));
        branch.steps.splice(0..0, used_up);
        earlier.push(if let_through.is_empty() { vec![bare(StepName::Identity)] } else { let_through });
    }
}

/// Whether a step gives the very objects that come to it, each by itself.
fn lets_through(step: &Step) -> bool {
    use StepName::{And, Barrier, Filter, Identity, Not, Or, Where};
    let plain = step.modulators.iter().all(|modulator| modulator.name == StepName::By);
    let passes = tests(step) || matches!(step.name, And | Barrier | Filter | Identity | Not | Or | Where);
    plain && (passes || step.name == StepName::Order && step.scope() == Scope::Global)
}

fn goes_over_edges(step: &Step) -> bool {
    use StepName::{Both, BothE, In, InE, Out, OutE};
    matches!(step.name, Out | In | Both | OutE | InE | BothE)
}

/// Whether a step gives vertices of which an engine may have read nothing but the identity.
fn reaches_late(step: &Step) -> bool {
    use StepName::{Both, BothV, In, InV, OtherV, Out, OutV};
    matches!(step.name, Out | In | Both | InV | OutV | BothV | OtherV)
}

/// The key that has(key, predicate) compares.
fn compared_key(step: &Step) -> Option<&str> {
    match step.arguments.as_slice() {
        [key, Argument::Predicate(_)] if step.name == StepName::Has => key.as_str(),
        _ => None,
    }
}

/// has(key, predicate) for each alternative of the predicate, where it has several.
fn alternatives(step: &Step) -> Option<Vec<Argument>> {
    compared_key(step)?;
    let [key, Argument::Predicate(predicate)] = step.arguments.as_slice() else { return None };
    let has = |predicate: Predicate| {
        traversal(vec![Step::new(StepName::Has, vec![key.clone(), Argument::Predicate(predicate)])])
    };
    match (&predicate.test, predicate.links.as_slice()) {
        (Test::Named { name: TestName::Outside, arguments }, []) => {
            let [low, high] = arguments.as_slice() else { return None };
            let beyond = [(TestName::Lt, low), (TestName::Gt, high)];
            Some(beyond.into_iter().map(|(name, bound)| has(Predicate::new(name, vec![bound.clone()]))).collect())
        }
        (test, [Link::Or(other)]) => {
            Some(vec![has(Predicate { test: test.clone(), links: Vec::new() }), has(other.clone())])
        }
        _ => None,
    }
}

fn is_empty(argument: &Argument) -> bool {
    matches!(argument, Argument::List(values) | Argument::Set(values) if values.is_empty())
}
