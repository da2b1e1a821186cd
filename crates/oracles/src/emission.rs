//! The oracle of patterns that are written in many ways.

use graphlance_case::{Applied, Derivation, Dialect};
use graphlance_cypher::Query;
use graphlance_generate::arbitrary::ReadingSizes;
use graphlance_graph::Random;

use crate::base::sizes;
use crate::oracle::not_cypher;
use crate::rewrites::{EMIT_MATCHES, EMIT_PATTERNS, Effect, Ground};
use crate::rewriting::{Group, RewritingRound};
use crate::{Oracle, Round, RoundContext};

/// One pattern in all orders, directions and divisions.
pub struct Emission;

/// The user page of the oracle.
const PAGE: &str = include_str!("emission.md");

/// Texts of one statement beside the first.
const TEXTS: [usize; 2] = [2, 6];
/// Relationships of a pattern at most, on targets that do not enumerate all matches before they filter, and patterns.
const HOPS: usize = 3;
const PATTERNS: usize = 3;
/// The share of texts whose patterns stand in several MATCH clauses, where the target's rules allow that.
const DIVIDED: f64 = 0.5;

impl Oracle for Emission {
    fn name(&self) -> &'static str {
        "emission"
    }

    fn summary(&self) -> &'static str {
        "a pattern written in other orders, from other ends, and divided into patterns and MATCH clauses has the same rows"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        not_cypher(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        Box::new(RewritingRound::new(self.name(), group, context).of_size(larger))
    }
}

/// Statements with more relationships, each of them single.
fn larger(ground: Ground<'_>) -> ReadingSizes {
    let usual = sizes(ground);
    let patterns = ground.dialect.limits.patterns.min(PATTERNS);
    let hops = if usual.hops > 1 { HOPS } else { usual.hops };
    ReadingSizes { patterns, hops, variable_length: 0.0, ..usual }
}

/// Writes a statement in several ways, no text twice.
fn group(base: &Query, ground: Ground<'_>, random: &mut Random) -> Option<Group> {
    let mut statements = vec![base.clone()];
    let mut derivations = Vec::new();
    for _ in 0..random.between(TEXTS[0], TEXTS[1]) {
        let divided = random.chance(DIVIDED).then(|| EMIT_MATCHES.derive(base, ground, random)).flatten();
        let Some((mut made, applied)) = divided.or_else(|| EMIT_PATTERNS.derive(base, ground, random)) else {
            continue;
        };
        let Some(query) = made.pop().filter(|query| !statements.contains(query)) else { continue };
        derivations.push(derivation(applied, statements.len()));
        statements.push(query);
    }
    (statements.len() > 1).then_some(Group { statements, derivations, effect: Effect::SameRows })
}

fn derivation(applied: Applied, step: usize) -> Derivation {
    Derivation { base: 0, rewrites: vec![applied], derived: vec![step] }
}
