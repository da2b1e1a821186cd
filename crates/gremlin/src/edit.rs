//! Edits that make a statement smaller, and what it means for one to be smaller.
//!
//! Nothing here knows why a statement must get smaller: a [`Bench`] says whether an edited one will do. Each that it is shown
//! prints as a text that parses back to it, so its steps have arguments that some version takes.

mod chains;
mod literals;
mod parts;
mod weight;

use crate::ast::Statement;
use crate::walk_mut::{PartMut, any_mut};
use crate::{parse, print};

pub use weight::Weight;

/// A statement under reduction.
pub trait Bench {
    /// The statement as it is now; none when there is none any more.
    fn statement(&self) -> Option<&Statement>;

    /// Tries another statement in its place. True when that will do and is lighter; it is then the statement.
    fn attempt(&mut self, edited: Statement) -> bool;

    /// Whether no attempt can succeed any more. Asked while something is left to try.
    fn is_over(&self) -> bool;
}

/// When a pass is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before elements of the graph are dropped: large cuts.
    Large,
    /// After elements of the graph are dropped.
    Small,
    /// Once, at last: literals.
    Literals,
}

/// A pass over a statement: it tries edits of one sort, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    /// When it is run.
    pub stage: Stage,
    /// How many edits it has for a part.
    count: fn(&PartMut<'_>) -> usize,
    /// Makes one of them, by its number; false where it changes nothing.
    apply: fn(&mut PartMut<'_>, usize) -> bool,
}

/// The passes in the order they are run: large cuts first. Those of the first two stages are run again and again until none helps.
pub const PASSES: &[Pass] = &[
    pass("keep_front", Stage::Large, chains::behind, chains::cut_behind),
    pass("drop_steps", Stage::Large, chains::steps, chains::drop_step),
    pass("splice", Stage::Large, chains::nested, chains::splice),
    pass("drop_configuration", Stage::Large, parts::configuration, parts::drop_configuration),
    pass("drop_steps", Stage::Small, chains::steps, chains::drop_step),
    pass("splice", Stage::Small, chains::nested, chains::splice),
    pass("keep_one_step", Stage::Small, chains::several, chains::keep_one),
    pass("drop_modulators", Stage::Small, parts::modulators, parts::drop_modulator),
    pass("drop_arguments", Stage::Small, parts::arguments, parts::drop_argument),
    pass("drop_items", Stage::Small, parts::items, parts::drop_item),
    pass("simplify_predicates", Stage::Small, parts::predicates, parts::simplify_predicate),
    pass("simplify_literals", Stage::Literals, literals::choices, literals::simplify),
];

const fn pass(
    name: &'static str,
    stage: Stage,
    count: fn(&PartMut<'_>) -> usize,
    apply: fn(&mut PartMut<'_>, usize) -> bool,
) -> Pass {
    Pass { name, stage, count, apply }
}

impl Pass {
    /// Tries every edit of the pass. After a success the same place is tried again: something else stands there now.
    pub fn run(&self, bench: &mut dyn Bench) {
        let mut index = 0;
        loop {
            let Some(mut edited) = bench.statement().cloned() else { return };
            let Some(changed) = self.edit(&mut edited, index) else { return };
            if bench.is_over() {
                return;
            }
            if !(changed && is_normal(&edited) && bench.attempt(edited)) {
                index += 1;
            }
        }
    }

    /// Makes the edit of a number. None where there are fewer, false where it changes nothing.
    fn edit(&self, statement: &mut Statement, index: usize) -> Option<bool> {
        let (mut left, mut changed) = (index, None);
        any_mut(PartMut::Statement(statement), &mut |part| {
            let count = (self.count)(part);
            if left < count {
                changed = Some((self.apply)(part, left));
                return true;
            }
            left -= count;
            false
        });
        changed
    }
}

/// Whether a statement prints as a text that parses back to it.
pub fn is_normal(statement: &Statement) -> bool {
    parse(&print(statement)).as_ref() == Ok(statement)
}

#[cfg(test)]
mod tests;
