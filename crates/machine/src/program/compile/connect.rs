//! `and()` and `or()` between steps: `has("a").and().has("b")` is `and(has("a"), has("b"))`. `and` binds closer.

use std::borrow::Cow;

use graphlance_gremlin::{Argument, Modulator, Step, StepName, Traversal};

/// The traversal with each `and()` and `or()` between steps around them.
pub(super) fn connect(traversal: &Traversal, is_root: bool) -> Cow<'_, Traversal> {
    if !traversal.steps.iter().any(|step| is_marker(step, StepName::Or) || is_marker(step, StepName::And)) {
        return Cow::Borrowed(traversal);
    }
    let joined = join(StepName::Or, traversal.clone(), is_root);
    Cow::Owned(join(StepName::And, joined, is_root))
}

fn is_marker(step: &Step, name: StepName) -> bool {
    step.name == name && step.arguments.is_empty()
}

fn join(name: StepName, traversal: Traversal, is_root: bool) -> Traversal {
    if !traversal.steps.iter().any(|step| is_marker(step, name)) {
        return traversal;
    }
    // A statement begins with the step that gives the first objects, which is no part of the condition.
    let kept = usize::from(is_root);
    let mut steps = traversal.steps.into_iter();
    let mut before: Vec<Step> = steps.by_ref().take(kept).collect();
    let mut sides =
        vec![Traversal { start: if is_root { Vec::new() } else { traversal.start.clone() }, steps: Vec::new() }];
    for step in steps {
        if is_marker(&step, name) {
            // What `as` named the marker begins the side behind it.
            let labels: Vec<Modulator> = step.modulators.into_iter().filter(|it| it.name == StepName::As).collect();
            sides.push(Traversal { start: labels, steps: Vec::new() });
        } else if let Some(side) = sides.last_mut() {
            side.steps.push(step);
        }
    }
    let inner = |side: Traversal| if name == StepName::Or { join(StepName::And, side, false) } else { side };
    let sides = sides.into_iter().map(|side| Argument::Traversal(inner(side))).collect();
    before.push(Step::new(name, sides));
    Traversal { start: if is_root { traversal.start } else { Vec::new() }, steps: before }
}
