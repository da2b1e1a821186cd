//! What a traversal must be like so that it can be taken apart, as data.

use graphlance_gremlin::table::Trait;
use graphlance_gremlin::token::{Scope, Token};
use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::{Argument, Place, Statement, Step, StepName, Traversal};

/// Something that a traversal must be like.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// Its name.
    pub name: &'static str,
    /// Why it is needed, in one sentence.
    pub about: &'static str,
    /// Whether it is needed even where a traversal is divided and stays one.
    pub within_one: bool,
    /// Whether a statement, cut in front of the step of a number, meets it.
    pub holds: fn(&Statement, usize) -> bool,
}

/// The conditions.
pub const CONDITIONS: &[Condition] = &[
    Condition {
        name: "no_paths",
        about: "A step that reads paths sees a path that begins at the cut.",
        within_one: false,
        holds: |statement, cut| !any_step(&statement.traversal.steps[cut..], |step| step.row().is(Trait::ReadsPath)),
    },
    Condition {
        name: "no_labels",
        about: "A label that is given in front of the cut is gone behind it.",
        within_one: false,
        holds: |statement, cut| !any_step(&statement.traversal.steps[cut..], |step| step.row().is(Trait::ReadsLabels)),
    },
    Condition {
        name: "no_notes",
        about: "What is noted aside in front of the cut is gone behind it, and a barrier changes how far it is when it is read.",
        within_one: true,
        holds: |statement, _| {
            let aside = |step: &Step| step.row().is(Trait::Notes) || step.row().is(Trait::ReadsSideEffect);
            !any_step(&statement.traversal.steps, aside)
        },
    },
    Condition {
        name: "plain_source",
        about: "Sacks begin anew behind the cut, and a barrier merges them.",
        within_one: true,
        holds: |statement, _| statement.source.is_empty(),
    },
    Condition {
        name: "no_order",
        about: "Elements that are looked up come in any order, and not in that of the step in front of the cut.",
        within_one: false,
        holds: |statement, cut| {
            let ordered = statement.traversal.steps[..cut].iter().any(|step| step.name == StepName::Order);
            let by_order = |step: &Step| {
                let local = step.arguments.contains(&Argument::Token(Token::Scope(Scope::Local)));
                (step.row().is(Trait::ByOrder) && !local) || step.name == StepName::Fold
            };
            !ordered || !any_step(&statement.traversal.steps[cut..], by_order)
        },
    },
    Condition {
        name: "no_writes",
        about: "What is written is written twice, or seen by what stands behind it.",
        within_one: true,
        holds: |statement, _| !any_step(&statement.traversal.steps, |step| step.row().is(Trait::Writes)),
    },
];

/// Whether a step, however deep, is such a one.
fn any_step(steps: &[Step], is: impl Fn(&Step) -> bool) -> bool {
    let mut found = false;
    let traversal = Traversal::new(steps.to_vec());
    walk(Part::Traversal(&traversal, Place::Step), &mut |part| {
        found |= matches!(part, Part::Step(step, _) if is(step))
    });
    found
}
