//! `match`.

use graphlance_gremlin::table::Trait;
use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::{Argument, Name, Place, Step, StepName, Traversal};

use super::build::{bare, modulator, nest, step, text};
use super::grower::Grower;

/// `match(as('a').out().as('b'), as('b').has('k0', 1)).select('a', 'b')`
pub(super) fn pattern(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    if grower.objects.len() > 30 || grower.in_repeat {
        return None;
    }
    if grower.random.chance(0.3) {
        return Some(vec![step(StepName::Where, [grower.labelled_condition()?])]);
    }
    let first = grower.fresh('m');
    let mut names = vec![first.clone()];
    let mut parts = Vec::new();
    for _ in 0..grower.random.between(1, 3) {
        let from = if parts.is_empty() { first.clone() } else { grower.random.pick(&names)?.clone() };
        let part = part(grower, &from, &mut names)?;
        parts.push(part);
    }
    // What a path is inside of a match, and which parts come first, no document says.
    let depends = |part: &Argument| part.as_traversal().is_some_and(depends_on_plan);
    if parts.iter().any(depends) {
        return None;
    }
    let shown: Vec<Argument> = names.iter().map(text).collect();
    let mut steps = vec![step(StepName::Match, parts)];
    if grower.random.chance(0.8) {
        steps.push(step(StepName::Select, shown));
    }
    Some(steps)
}

/// One part, from a name to a new one, to one that there is, or to none.
fn part(grower: &mut Grower<'_>, from: &Name, names: &mut Vec<Name>) -> Option<Argument> {
    // The chain is drawn for what comes in, whichever name it begins with.
    let steps = if from == &names[0] { grower.nested([1, 2])? } else { vec![ways(grower)?] };
    let mut traversal = Traversal::new(steps);
    traversal.start.push(modulator(StepName::As, [text(from)]));
    if grower.random.chance(0.75) {
        let to = if names.len() > 1 && grower.random.chance(0.25) {
            grower.random.pick(names)?.clone()
        } else {
            let fresh = grower.fresh('m');
            names.push(fresh.clone());
            fresh
        };
        traversal.steps.last_mut()?.modulators.push(modulator(StepName::As, [text(&to)]));
    }
    if grower.random.chance(0.08) && names.len() > 1 {
        return Some(nest(vec![step(StepName::Not, [Argument::Traversal(traversal)])]));
    }
    Some(Argument::Traversal(traversal))
}

fn ways(grower: &mut Grower<'_>) -> Option<Step> {
    let labels = grower.edge_labels();
    Some(match grower.random.below(4) {
        0 => bare(StepName::Identity),
        1 => step(StepName::Out, labels),
        2 => step(StepName::In, labels),
        _ => step(StepName::Values, [text(&grower.key()?)]),
    })
}

fn depends_on_plan(traversal: &Traversal) -> bool {
    let mut found = false;
    walk(Part::Traversal(traversal, Place::Step), &mut |part| {
        found |= matches!(part, Part::Step(step, _) if step.row().is(Trait::ReadsPath) || step.row().is(Trait::Notes));
    });
    found
}
