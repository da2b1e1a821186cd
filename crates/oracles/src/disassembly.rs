//! The oracle of statements taken apart.

mod conditions;
mod cypher;
mod strategies;

use std::sync::Arc;

use graphlance_case::claim::SameRows;
use graphlance_case::language::Effort;
use graphlance_case::{
    Applied, Case, Claim, Derivation, Derived, Deriver, Dialect, Evaluator, Lineage, Statement, Step,
};
use graphlance_generate::Adaptation;
use graphlance_graph::{Column, Graph};
use graphlance_gremlin::Statement as GremlinStatement;

pub use conditions::{CONDITIONS, Condition};
pub use strategies::{STRATEGIES, Strategy};

use crate::ground::{Making, RoundGround};
use crate::rewriting::RewritingRound;
use crate::traversal_relations::TRAVERSAL_RELATIONS;
use crate::traversals::{CASE, Traversals, is_gremlin, neither};
use crate::{Oracle, Round, RoundContext};

/// A statement and the same one taken apart, after *Testing Gremlin-Based Graph Database Systems via Query Disassembling* (QuDi).
pub struct Disassembly;

/// The user page of the oracle.
const PAGE: &str = include_str!("disassembly.md");

/// Cases on one graph.
const CASES: u64 = 100;
/// The stream of randomness of a cut.
const CUT: u64 = 7;

impl Oracle for Disassembly {
    fn name(&self) -> &'static str {
        "disassembly"
    }

    fn summary(&self) -> &'static str {
        "a statement that reads, and the same one taken apart and handed the elements at the cut, have the same rows"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        neither(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        match is_gremlin(&context.dialect) {
            true => Box::new(DisassemblyRound { traversals: Traversals::new(context) }),
            false => Box::new(RewritingRound::new(self.name(), cypher::grouping(&context.profile), context)),
        }
    }
}

struct DisassemblyRound {
    traversals: Traversals,
}

impl Making for DisassemblyRound {
    fn ground(&self) -> &RoundGround {
        &self.traversals.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.traversals.ground
    }

    fn cases(&self) -> u64 {
        CASES
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let traversals = &self.traversals;
        let base = traversals.statement(false, &[CASE, index], adaptation)?;
        let (graph, dialect) = (&traversals.ground.graph, &traversals.ground.context.dialect);
        let mut random = traversals.random(&[CUT, index]);
        let shares = &traversals.ground.context.profile.rewrites;
        let fitting: Vec<(&Strategy, usize)> = STRATEGIES
            .iter()
            .filter(|strategy| shares.draws(strategy.name))
            .map(|strategy| (strategy, strategy.sound_places(&base, graph, dialect).len()))
            .filter(|(_, places)| *places > 0)
            .collect();
        let (strategy, of) = *random.pick(&fitting)?;
        let place = isize::try_from(random.below(of)).ok()?;
        let applied = Applied { rewrite: strategy.name.into(), place, of };
        let base = Statement::from(base);
        let derived = Disassemblies.derive(&base, &[applied], graph, dialect)?;
        let apart = derived.statements.into_iter().next()?;
        if !traversals.can_be_asked(apart.tree::<GremlinStatement>()?, adaptation) {
            return None;
        }
        let columns = columns(&*traversals.evaluator, graph, [&base, &apart])?;
        let derivation = Derivation { base: 0, rewrites: derived.rewrites, derived: vec![1] };
        let lineage = traversals.ground.lineage(self.name(), index, adaptation.hash());
        let lineage = Lineage { derivations: vec![derivation], ..lineage };
        let claim = Claim::SameRows(SameRows { columns, left: vec![0], right: vec![1] });
        Some(traversals.ground.case(claim, lineage, vec![Step::run(base), Step::run(apart)]))
    }
}

impl DisassemblyRound {
    fn name(&self) -> &'static str {
        Disassembly.name()
    }
}

/// The columns of two statements, with what may differ in either; none where the reference has no answer for one of them.
fn columns(evaluator: &dyn Evaluator, graph: &Graph, statements: [&Statement; 2]) -> Option<Vec<Column>> {
    let [one, other] = statements.map(|statement| evaluator.evaluate(graph, statement).ok());
    let (one, other) = (one?.returns.columns, other?.returns.columns);
    (one.len() == other.len()).then(|| one.into_iter().zip(&other).map(|(one, other)| one.wider(other)).collect())
}

/// Takes statements of Gremlin apart again.
pub(crate) struct Disassemblies;

impl Deriver for Disassemblies {
    fn derive(&self, base: &Statement, rewrites: &[Applied], graph: &Graph, dialect: &Dialect) -> Option<Derived> {
        let [applied] = rewrites else { return None };
        let strategy = STRATEGIES.iter().find(|strategy| strategy.name == applied.rewrite)?;
        let tree: &GremlinStatement = base.tree()?;
        let places = strategy.sound_places(tree, graph, dialect);
        let of = places.len();
        let place = match usize::try_from(applied.place) {
            Ok(place) => place,
            Err(_) => of.checked_sub(applied.place.unsigned_abs())?,
        };
        let made = strategy.apart(tree, *places.get(place)?, graph, dialect)?;
        let evaluator = graphlance_machine::evaluators().evaluator(dialect, Effort::Usual);
        // What the language leaves open may differ.
        evaluator.evaluate(graph, base).ok()?;
        let place = isize::try_from(place).ok()?;
        let rewrites = vec![Applied { rewrite: applied.rewrite.clone(), place, of }];
        Some(Derived { statements: vec![Statement::from(made)], rewrites })
    }

    fn sentence(&self, rewrite: &str) -> Option<&'static str> {
        let relation =
            || TRAVERSAL_RELATIONS.iter().find(|relation| relation.name == rewrite).map(|relation| relation.page);
        STRATEGIES.iter().find(|strategy| strategy.name == rewrite).map(|strategy| strategy.sentence).or_else(relation)
    }
}

/// What takes statements of Gremlin apart again.
pub(crate) fn deriver() -> Arc<dyn Deriver> {
    Arc::new(Disassemblies)
}

#[cfg(test)]
mod tests;
