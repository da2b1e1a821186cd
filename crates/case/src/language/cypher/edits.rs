//! Reduction of statements of Cypher.

use graphlance_cypher::Statement as CypherStatement;
use graphlance_cypher::edit;
use graphlance_graph::Returns;

use crate::Statement;
use crate::language::edits::{Bench, Pass, Stage, Weight};

/// The passes over statements, in the order they are run.
pub(super) fn passes() -> Vec<Pass> {
    let passes = edit::PASSES.iter();
    passes
        .map(|pass| Pass {
            name: pass.name,
            stage: stage(pass.stage),
            run: Box::new(move |bench| (pass.run)(&mut OfCypher(bench))),
        })
        .collect()
}

fn stage(stage: edit::Stage) -> Stage {
    match stage {
        edit::Stage::Loading => Stage::Loading,
        edit::Stage::Large => Stage::Large,
        edit::Stage::Small => Stage::Small,
        edit::Stage::Literals => Stage::Literals,
        edit::Stage::LoadedLiterals => Stage::LoadedLiterals,
        edit::Stage::Order => Stage::Order,
    }
}

pub(super) fn weight(statement: &CypherStatement) -> Weight {
    let edit::Weight { clauses, parts, values, disorder } = edit::Weight::of(statement);
    Weight { clauses, parts, values, disorder }
}

/// The tree of a statement under reduction.
struct OfCypher<'b>(&'b mut dyn Bench);

impl edit::Bench for OfCypher<'_> {
    fn statement(&self) -> Option<&CypherStatement> {
        self.0.statement()?.tree()
    }

    fn attempt(&mut self, edited: CypherStatement) -> bool {
        self.0.attempt(Statement::from(edited))
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn returns(&self, other: CypherStatement) -> Option<Returns> {
        self.0.returns(Statement::from(other))
    }
}
