//! Reduction of statements of Gremlin.

use graphlance_gremlin::Statement as GremlinStatement;
use graphlance_gremlin::edit;

use crate::Statement;
use crate::language::edits::{Bench, Pass, Stage, Weight};

/// The passes over statements, in the order they are run.
pub(super) fn passes() -> Vec<Pass> {
    let passes = edit::PASSES.iter();
    passes
        .map(|pass| Pass {
            name: pass.name,
            stage: stage(pass.stage),
            run: Box::new(move |bench| pass.run(&mut OfGremlin(bench))),
        })
        .collect()
}

fn stage(stage: edit::Stage) -> Stage {
    match stage {
        edit::Stage::Large => Stage::Large,
        edit::Stage::Small => Stage::Small,
        edit::Stage::Literals => Stage::Literals,
    }
}

pub(super) fn weight(statement: &GremlinStatement) -> Weight {
    let edit::Weight { steps, parts, values } = edit::Weight::of(statement);
    Weight { clauses: steps, parts, values, disorder: 0 }
}

/// The tree of a statement under reduction.
struct OfGremlin<'b>(&'b mut dyn Bench);

impl edit::Bench for OfGremlin<'_> {
    fn statement(&self) -> Option<&GremlinStatement> {
        self.0.statement()?.tree()
    }

    fn attempt(&mut self, edited: GremlinStatement) -> bool {
        self.0.attempt(Statement::from(edited))
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }
}
