//! Strategies that are wrong: defects that write a traversal anew before it runs, as an engine does that optimises too much.

mod bounds;
mod counts;
mod filters;
mod grafeo;
mod made_up;
mod providers;
mod ranking;
mod tinkerpop;

use graphlance_gremlin::token::{Order, Pop, Scope, T, Token};
use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::walk_mut::{PartMut, inside_out};
use graphlance_gremlin::{
    Argument, Link, Modulator, Predicate, Scalar, Statement, Step, StepName, Test, TestName, Traversal, Version,
};
use smol_str::SmolStr;

use crate::Options;
use crate::quirk::{Quirk, Quirks};

/// The label of a step that gives something for the first object alone, and for what equals it.
pub(crate) const FOR_FIRST: &str = "for the first object alone";

/// The label of one that does not do so for what equals it, since equal objects come one by one.
pub(crate) const FOR_ONE: &str = "for one object alone";

/// The statement as the defects have it; none where there is none.
pub(crate) fn rewritten(statement: &Statement, options: &Options) -> Option<Statement> {
    let Options { quirks, version, .. } = *options;
    if !quirks.has_defect() {
        return None;
    }
    let mut rewritten = statement.clone();
    let (labels, strategies) = (labels_of(&rewritten), Strategies { quirks, version });
    let remembers = asks_for_paths(&rewritten);
    for (_, rule) in filters::ROOT.iter().chain(providers::ROOT).filter(|(quirk, _)| quirks.has(*quirk)) {
        rule(&mut rewritten.traversal.steps);
    }
    inside_out(PartMut::Statement(&mut rewritten), &mut |part| match part {
        PartMut::Traversal(traversal) => {
            for (_, rule) in chains().filter(|(quirk, _)| quirks.has(*quirk)) {
                rule(&mut traversal.steps);
            }
            for (_, rule) in of_engines().filter(|(quirk, _)| quirks.has(*quirk)) {
                for step in std::mem::take(&mut traversal.steps) {
                    rule(&mut traversal.steps, step);
                }
            }
            strategies.fold_filters(&mut traversal.steps);
            for step in std::mem::take(&mut traversal.steps) {
                strategies.count_in(&mut traversal.steps, step);
            }
            if quirks.has(Quirk::LaterElementsOnce) {
                providers::give_elements_once(&mut traversal.steps, remembers);
            }
            if quirks.has(Quirk::UnknownLabelPasses) {
                traversal.steps.iter_mut().for_each(|step| grafeo::let_pass(step, &labels));
            }
            if traversal.steps.is_empty() {
                traversal.steps.push(Step::new(StepName::Identity, Vec::new()));
            }
        }
        PartMut::Step(step) => {
            made_up::STEPS.iter().filter(|(quirk, _)| quirks.has(*quirk)).for_each(|(_, rule)| rule(step));
        }
        PartMut::Predicate(predicate) => {
            made_up::TESTS.iter().filter(|(quirk, _)| quirks.has(*quirk)).for_each(|(_, rule)| rule(predicate));
        }
        _ => {}
    });
    strategies.cut_off(&mut rewritten.traversal.steps);
    Some(rewritten)
}

/// What becomes of a chain.
fn chains() -> impl Iterator<Item = &'static (Quirk, Rule<Vec<Step>>)> {
    made_up::CHAINS.iter().chain(grafeo::CHAINS).chain(tinkerpop::CHAINS).chain(providers::CHAINS)
}

/// What engines make of a step behind those that are there.
fn of_engines() -> impl Iterator<Item = &'static (Quirk, Build)> {
    tinkerpop::RULES.iter().chain(providers::RULES).chain(grafeo::RULES)
}

/// Puts a step, or what becomes of it, behind the steps in front of it, which may change.
type Build = fn(&mut Vec<Step>, Step);

type Rule<T> = fn(&mut T);

/// Which defects of TinkerPop's strategies show, and in which version.
#[derive(Clone, Copy)]
struct Strategies {
    quirks: Quirks,
    version: Version,
}

fn is_plain_label(step: &Step) -> bool {
    step.name == StepName::HasLabel && step.arguments.iter().all(|argument| argument.as_str().is_some())
}

/// Whether a step lets a part of all through, by the order in which they come.
fn cuts(step: &Step) -> bool {
    matches!(step.name, StepName::Limit | StepName::Range | StepName::Tail | StepName::Skip)
        && step.scope() == Scope::Global
}

/// Whether a step tests an object by itself.
fn tests(step: &Step) -> bool {
    use StepName::{Has, HasId, HasKey, HasLabel, HasNot, HasValue, Is};
    matches!(step.name, Has | HasId | HasKey | HasLabel | HasNot | HasValue | Is)
}

fn drop_modulators(modulators: &mut Vec<Modulator>, name: StepName) {
    modulators.retain(|modulator| modulator.name != name);
}

/// Whether a statement asks for paths.
fn asks_for_paths(statement: &Statement) -> bool {
    use StepName::{CyclicPath, OtherV, Path, SimplePath, Tree};
    let mut asks = false;
    walk(Part::Statement(statement), &mut |part| {
        asks |=
            matches!(part, Part::Step(step, _) if matches!(step.name, CyclicPath | OtherV | Path | SimplePath | Tree));
    });
    asks
}

/// The labels of steps that a statement has.
fn labels_of(statement: &Statement) -> Vec<SmolStr> {
    let mut labels = Vec::new();
    walk(Part::Statement(statement), &mut |part| {
        if let Part::Modulator(modulator, _) = part
            && modulator.name == StepName::As
        {
            labels.extend(modulator.arguments.iter().filter_map(Argument::as_str).map(SmolStr::from));
        }
    });
    labels
}

/// A traversal as an argument.
fn traversal(steps: Vec<Step>) -> Argument {
    Argument::Traversal(Traversal::new(steps))
}

/// A step without arguments.
fn bare(name: StepName) -> Step {
    Step::new(name, Vec::new())
}

fn is_bare(step: &Step, name: StepName) -> bool {
    step.name == name && step.arguments.is_empty() && step.modulators.is_empty()
}

fn constant(value: Argument) -> Step {
    Step::new(StepName::Constant, vec![value])
}

fn null() -> Argument {
    Argument::Scalar(Scalar::Null)
}

/// A step that lets nothing through.
fn nothing() -> Step {
    Step::new(StepName::Not, vec![traversal(vec![bare(StepName::Identity)])])
}

/// A step that no traversal may have: an error, whatever comes to it.
fn refused() -> Step {
    Step { modulators: vec![Modulator::new(StepName::By, Vec::new())], ..bare(StepName::Identity) }
}

/// A step in the place of another one, with its labels.
fn in_place_of(old: &Step, name: StepName, arguments: Vec<Argument>) -> Step {
    let labels = old.modulators.iter().filter(|modulator| modulator.name == StepName::As).cloned().collect();
    Step { modulators: labels, ..Step::new(name, arguments) }
}

/// The texts among the arguments of a step, where it has nothing else.
fn texts(step: &Step) -> Option<Vec<&str>> {
    step.arguments.iter().map(Argument::as_str).collect()
}

/// Whether these steps are a V() or E() and filters behind it, with what changes nothing.
fn scans(steps: &[Step]) -> bool {
    let [first, rest @ ..] = steps else { return false };
    let passes = |step: &Step| tests(step) || matches!(step.name, StepName::Identity | StepName::Barrier);
    matches!(first.name, StepName::V | StepName::E) && rest.iter().all(passes)
}

/// Whether these steps are a V() or E() and filters right behind it.
fn scans_directly(steps: &[Step]) -> bool {
    matches!(steps, [first, rest @ ..] if matches!(first.name, StepName::V | StepName::E) && rest.iter().all(tests))
}

/// The key in by(key), as an argument.
fn key_of(by: &Modulator) -> Option<&Argument> {
    by.arguments.first().filter(|key| by.name == StepName::By && key.as_str().is_some())
}
