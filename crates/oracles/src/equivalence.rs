//! The oracle of equivalent statements.

use graphlance_case::Dialect;
use graphlance_cypher::Query;
use graphlance_graph::Name;

use crate::oracle::not_cypher;
use crate::rewrites::{ALL, Effect, Material, Rewrite};
use crate::rewriting::{RewritingRound, TYPED};
use crate::{Oracle, Round, RoundContext};

/// Statements that mean the same.
pub struct Equivalence;

/// The user page of the oracle.
const PAGE: &str = include_str!("equivalence.md");

/// Rewrites of one statement at most.
const MOST_REWRITES: usize = 3;

impl Oracle for Equivalence {
    fn name(&self) -> &'static str {
        "equivalence"
    }

    fn summary(&self) -> &'static str {
        "a statement and what one to three rewrites make of it have the same rows"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        not_cypher(dialect).or_else(|| dialect.has_tables().then_some(TYPED))
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        Box::new(RewritingRound::new("equivalence", derive, context))
    }
}

/// Applies one to three rewrites one after the other, each at a place where its preconditions hold.
fn derive(base: &Query, material: &mut Material<'_>) -> Option<(Vec<Query>, Vec<Name>)> {
    let same: Vec<&Rewrite> = ALL.iter().copied().filter(|rewrite| rewrite.effect == Effect::SameRows).collect();
    let mut query = base.clone();
    let mut names = Vec::new();
    for _ in 0..material.random.between(1, MOST_REWRITES) {
        let fitting: Vec<&Rewrite> =
            same.iter().copied().filter(|rewrite| !rewrite.sound_sites(&query, material.ground).is_empty()).collect();
        let Some(rewrite) = material.random.pick(&fitting) else { break };
        let Some(mut made) = rewrite.derive(&query, material) else { continue };
        query = made.pop()?;
        names.push(rewrite.name.into());
    }
    (!names.is_empty()).then(|| (vec![query], names))
}
