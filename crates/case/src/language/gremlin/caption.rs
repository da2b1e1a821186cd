//! What a title calls a statement of Gremlin.

use graphlance_gremlin::ast::{Argument, Step, Traversal};
use graphlance_gremlin::table::StepName;
use graphlance_gremlin::{Statement, print_traversal};

use crate::language::Word;

/// Steps in full that a title has at most; of a longer chain the last ones are named.
const MOST: usize = 5;

/// Characters of a step that is written in full.
const LONGEST: usize = 40;

/// The chain of steps, the arguments of long ones left out.
pub(super) fn of(statement: &Statement) -> Vec<Word> {
    let steps = &statement.traversal.steps;
    let behind = &steps[steps.len().saturating_sub(MOST)..];
    let begins = if behind.len() < steps.len() { ".." } else { "g." };
    let chain: Vec<String> = behind.iter().map(outline).collect();
    vec![Word::Code(format!("{begins}{}", chain.join(".")))]
}

/// A step as it is written, or by its name and those of its modulators where that is long.
fn outline(step: &Step) -> String {
    let whole = print_traversal(&Traversal::new(vec![step.clone()]));
    let whole = whole.strip_prefix("__.").unwrap_or(&whole);
    if whole.chars().count() <= LONGEST {
        return whole.to_owned();
    }
    let call = |name: StepName, arguments: &[Argument]| {
        format!("{}({})", name.text(), if arguments.is_empty() { "" } else { ".." })
    };
    let before = step.before.iter().map(|modulator| call(modulator.name, &modulator.arguments));
    let behind = step.modulators.iter().map(|modulator| call(modulator.name, &modulator.arguments));
    let parts: Vec<String> = before.chain([call(step.name, &step.arguments)]).chain(behind).collect();
    parts.join(".")
}
