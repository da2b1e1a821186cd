//! The oracle of equivalent statements.

use graphlance_case::{Derivation, Dialect};
use graphlance_cypher::{Feature, Query};
use graphlance_generate::Profile;
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
        let choice = Choice::of(&context.profile);
        let writes = context.round % WRITING == WRITING - 1 || choice.is_empty();
        match writes && context.cypher().tables.is_none() {
            true => Box::new(TwinRound::new(self.name(), context)),
            false => {
                let group =
                    move |base: &Query, ground: Ground<'_>, random: &mut Random| group(base, ground, &choice, random);
                Box::new(RewritingRound::new(self.name(), group, context))
            }
        }
    }
}

/// The rewrites for statements that read.
struct Choice {
    same: Vec<&'static Rewrite>,
    hints: Vec<&'static Rewrite>,
}

impl Choice {
    fn of(profile: &Profile) -> Choice {
        let same = drawn(profile).into_iter().filter(|rewrite| rewrite.effect == Effect::SameRows).collect();
        let hints = HINTS.iter().copied().filter(|hint| profile.rewrites.draws(hint.name)).collect();
        Choice { same, hints }
    }

    fn is_empty(&self) -> bool {
        self.same.is_empty() && self.hints.is_empty()
    }
}

/// The rewrites that keep the rows or the graph, of the families that a profile uses.
pub(crate) fn drawn(profile: &Profile) -> Vec<&'static Rewrite> {
    let keeps = |rewrite: &Rewrite| matches!(rewrite.effect, Effect::SameRows | Effect::SameState);
    let left = |rewrite: &Rewrite| rewrite.family().is_some_and(|family| !profile.rewrites.without.contains(&family));
    let drawn = |rewrite: &Rewrite| profile.rewrites.draws(rewrite.name);
    ALL.iter().copied().filter(|rewrite| keeps(rewrite) && left(rewrite) && drawn(rewrite)).collect()
}

/// Applies rewrites one after the other, each at a place where its preconditions hold.
fn group(base: &Query, ground: Ground<'_>, choice: &Choice, random: &mut Random) -> Option<Group> {
    let Choice { same, hints } = choice;
    let mut same = same.clone();
    let mut query = base.clone();
    let mut applied = Vec::new();
    let [least, most] = if random.chance(OFTEN_MANY) { MANY } else { FEW };
    for _ in 0..random.between(least, most) {
        random.shuffle(&mut same);
        let Some(rewrite) = same.iter().find(|rewrite| rewrite.places(&query, ground) > 0) else { break };
        let Some((mut made, one)) = rewrite.derive(&query, ground, random) else { continue };
        query = made.pop()?;
        applied.push(one);
    }
    if ground.dialect.has(Feature::Hints) && (same.is_empty() || random.chance(HINTED)) {
        let fitting: Vec<&&Rewrite> = hints.iter().filter(|rewrite| rewrite.places(&query, ground) > 0).collect();
        if let Some((mut made, one)) = random.pick(&fitting).and_then(|hint| hint.derive(&query, ground, random)) {
            query = made.pop()?;
            applied.push(one);
        }
    }
    let derivation = Derivation { base: 0, rewrites: applied, derived: vec![1] };
    (!derivation.rewrites.is_empty()).then(|| Group {
        statements: vec![base.clone(), query],
        derivations: vec![derivation],
        effect: Effect::SameRows,
    })
}
