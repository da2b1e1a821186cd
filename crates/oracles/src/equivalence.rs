//! The oracle of equivalent statements.

use graphlance_case::{Derivation, Dialect};
use graphlance_cypher::{Feature, Query};
use graphlance_graph::Random;

use crate::oracle::not_cypher;
use crate::rewrites::{ALL, Effect, Ground, HINTS, Rewrite};
use crate::rewriting::{Group, RewritingRound};
use crate::twins::TwinRound;
use crate::{Oracle, Round, RoundContext};

/// Statements that mean the same.
pub struct Equivalence;

/// The user page of the oracle.
const PAGE: &str = include_str!("equivalence.md");

/// Rewrites of one statement: a few of them, and now and then many.
const FEW: [usize; 2] = [1, 3];
const MANY: [usize; 2] = [4, 20];
/// One round of so many is of sequences that write, where the target takes them.
const WRITING: u64 = 3;
/// The share of statements with many.
const OFTEN_MANY: f64 = 0.15;
/// The share of statements with a planner hint at last, where the target has them.
const HINTED: f64 = 0.15;

impl Oracle for Equivalence {
    fn name(&self) -> &'static str {
        "equivalence"
    }

    fn summary(&self) -> &'static str {
        "a statement, or a sequence that writes, and what rewrites make of it have the same rows and leave the same graph"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        not_cypher(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        let writes = context.round % WRITING == WRITING - 1 && context.cypher().tables.is_none();
        match writes {
            true => Box::new(TwinRound::new(self.name(), context)),
            false => Box::new(RewritingRound::new("equivalence", group, context)),
        }
    }
}

/// Applies rewrites one after the other, each at a place where its preconditions hold.
fn group(base: &Query, ground: Ground<'_>, random: &mut Random) -> Option<Group> {
    let same: Vec<&Rewrite> = ALL.iter().copied().filter(|rewrite| rewrite.effect == Effect::SameRows).collect();
    let mut query = base.clone();
    let mut rewrites = Vec::new();
    let [least, most] = if random.chance(OFTEN_MANY) { MANY } else { FEW };
    for _ in 0..random.between(least, most) {
        let fitting: Vec<&Rewrite> =
            same.iter().copied().filter(|rewrite| rewrite.places(&query, ground) > 0).collect();
        let Some(rewrite) = random.pick(&fitting) else { break };
        let Some((mut made, applied)) = rewrite.derive(&query, ground, random) else { continue };
        query = made.pop()?;
        rewrites.push(applied);
    }
    if ground.dialect.has(Feature::Hints) && random.chance(HINTED) {
        let fitting: Vec<&&Rewrite> = HINTS.iter().filter(|rewrite| rewrite.places(&query, ground) > 0).collect();
        if let Some((mut made, applied)) = random.pick(&fitting).and_then(|hint| hint.derive(&query, ground, random)) {
            query = made.pop()?;
            rewrites.push(applied);
        }
    }
    let derivation = Derivation { base: 0, rewrites, derived: vec![1] };
    (!derivation.rewrites.is_empty()).then(|| Group {
        statements: vec![base.clone(), query],
        derivations: vec![derivation],
        effect: Effect::SameRows,
    })
}
