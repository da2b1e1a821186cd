//! Which variants of a failure are asked.

use std::collections::VecDeque;
use std::sync::Arc;

use graphlance_case::{Case, Dialect};
use graphlance_graph::Name;
use graphlance_shrink::{Change, Failure, variants};

use super::Trial;

/// Where the variants come from: first those of the reduced case; where they are few, variants of variants, and those of
/// larger cases that failed on the way to it.
pub(super) struct Source<'a> {
    waiting: VecDeque<Variant>,
    trail: &'a [Failure],
    stage: usize,
}

/// A case to be asked.
pub(super) struct Variant {
    pub(super) change: Change,
    pub(super) case: Case,
    /// Whether it is a variant of the reduced case itself. What fails on the way there may have another cause.
    pub(super) own: bool,
}

impl Variant {
    /// Its case with tables for what its statements name, where the target has some: a label without a table it would refuse.
    pub(super) fn tabled(mut self, dialect: &Dialect) -> Variant {
        if !dialect.has_tables() {
            return self;
        }
        let missing = |known: &[Name], place: usize| -> Vec<Name> {
            let named = self.case.statements().flat_map(|statement| statement.labels_and_types()[place].clone());
            let mut names: Vec<Name> = named.filter(|name| !known.contains(name)).collect();
            names.sort();
            names.dedup();
            names
        };
        let schema = &self.case.graph.schema;
        let (labels, types) = (missing(&schema.labels, 0), missing(&schema.types, 1));
        if !labels.is_empty() || !types.is_empty() {
            let schema = &mut Arc::make_mut(&mut self.case.graph).schema;
            schema.labels.extend(labels);
            schema.types.extend(types);
        }
        self
    }
}

/// Variants of each further case at most.
const MOST_FURTHER: usize = 10;
/// Further cases at most, of each sort.
const FURTHER: usize = 8;

impl<'a> Source<'a> {
    pub(super) fn new(case: &Case, trail: &'a [Failure]) -> Source<'a> {
        let mut source = Source { waiting: VecDeque::new(), trail, stage: 0 };
        source.add(case, true, usize::MAX);
        source
    }

    fn add(&mut self, case: &Case, own: bool, most: usize) {
        let all = variants(case, most);
        self.waiting.extend(all.into_iter().map(|(change, case)| Variant { change, case, own }));
    }

    /// The next variant; `asked` are those before it.
    pub(super) fn next(&mut self, asked: &[Trial]) -> Option<Variant> {
        while self.waiting.is_empty() && self.stage < 2 {
            self.stage += 1;
            match self.stage {
                2 => self.trail.iter().rev().skip(1).take(FURTHER).for_each(|failure| {
                    self.add(&failure.case, false, MOST_FURTHER);
                }),
                _ => {
                    let own = asked.iter().filter(|trial| trial.own);
                    let spread = asked.len().div_ceil(FURTHER * 2).max(1);
                    own.step_by(spread).for_each(|trial| self.add(&trial.asked.case, true, MOST_FURTHER));
                }
            }
        }
        self.waiting.pop_front()
    }
}
