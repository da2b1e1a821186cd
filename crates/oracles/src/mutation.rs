//! The oracle of statements that demand less or more.

use std::sync::Arc;

use graphlance_case::{Applied, Derivation, Dialect};
use graphlance_cypher::Query;
use graphlance_generate::Profile;
use graphlance_graph::Random;

use crate::oracle::not_cypher;
use crate::partition::with_predicate;
use crate::rewrites::{ALL, Effect, Ground, OF_RELATIONS, Rewrite};
use crate::rewriting::{Group, RewritingRound};
use crate::{Oracle, Round, RoundContext};

/// Statements of which one has part of the other's rows.
pub struct Mutation;

/// The user page of the oracle.
const PAGE: &str = include_str!("mutation.md");

/// Changes of the rows, and rewrites that keep them, of one statement.
const CHANGES: [usize; 2] = [1, 3];
const REWRITES: [usize; 2] = [0, 2];
/// The share of statements that get a predicate more, which can be left out.
const PREDICATES: f64 = 0.4;
/// Tries to apply a rewrite, for each that is wanted.
const TRIES: usize = 6;

impl Oracle for Mutation {
    fn name(&self) -> &'static str {
        "mutation"
    }

    fn summary(&self) -> &'static str {
        "a statement that demands more of its patterns has part of the rows, one that demands less has those and perhaps others"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        not_cypher(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        let profile = Arc::clone(&context.profile);
        let group = move |base: &Query, ground: Ground<'_>, random: &mut Random| group(base, ground, &profile, random);
        Box::new(RewritingRound::new(self.name(), group, context))
    }
}

/// Changes a statement so that it has fewer rows, or more, and rewrites it besides.
fn group(base: &Query, ground: Ground<'_>, profile: &Profile, random: &mut Random) -> Option<Group> {
    let with = if random.chance(PREDICATES) { with_predicate(base, ground, random) } else { None };
    let base = with.map_or_else(|| base.clone(), |(base, _)| base);
    let effect = *random.pick(&[Effect::Fewer, Effect::FewerKinds, Effect::More, Effect::More])?;
    // What has fewer rows has fewer kinds of rows.
    let fits = |one: Effect| one == effect || effect == Effect::FewerKinds && one == Effect::Fewer;
    let drawn = |rewrite: &&Rewrite| profile.rewrites.draws(rewrite.name);
    let changing: Vec<&Rewrite> =
        OF_RELATIONS.iter().copied().filter(drawn).filter(|rewrite| fits(rewrite.effect)).collect();
    let keeping: Vec<&Rewrite> =
        ALL.iter().copied().filter(drawn).filter(|rewrite| rewrite.effect == Effect::SameRows).collect();
    let mut query = base.clone();
    let mut rewrites: Vec<Applied> = Vec::new();
    let changes = random.between(CHANGES[0], CHANGES[1]);
    apply(&mut query, &mut rewrites, &changing, changes, ground, random);
    if rewrites.is_empty() {
        return None;
    }
    let kept = random.between(REWRITES[0], REWRITES[1]);
    apply(&mut query, &mut rewrites, &keeping, kept, ground, random);
    let (statements, base, derived) = match effect {
        Effect::More => (vec![base, query], 0, 1),
        _ => (vec![query, base], 1, 0),
    };
    Some(Group { statements, derivations: vec![Derivation { base, rewrites, derived: vec![derived] }], effect })
}

/// Applies so many of some rewrites, one after the other, where they can be.
fn apply(
    query: &mut Query,
    applied: &mut Vec<Applied>,
    rewrites: &[&Rewrite],
    count: usize,
    ground: Ground<'_>,
    random: &mut Random,
) {
    let wanted = applied.len() + count;
    for _ in 0..count * TRIES {
        if applied.len() == wanted {
            return;
        }
        let Some(rewrite) = random.pick(rewrites) else { return };
        if let Some((mut made, one)) = rewrite.derive(query, ground, random)
            && let Some(made) = made.pop()
        {
            *query = made;
            applied.push(one);
        }
    }
}
