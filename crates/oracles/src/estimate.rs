//! The oracle of estimates.

use graphlance_case::{Act, Bag, Case, Claim, Derivation, Dialect, Estimated, Related, Relation};
use graphlance_cypher::Query;
use graphlance_generate::Adaptation;
use graphlance_graph::Random;

use crate::growth::GrowingRound;
use crate::oracle::not_cypher;
use crate::partition::with_predicate;
use crate::rewrites::{Effect, Ground, OF_RELATIONS, Rewrite};
use crate::rewriting::Group;
use crate::{Oracle, Round, RoundContext};

/// Statements that demand more and are not expected to have more rows.
pub struct Estimate;

/// The user page of the oracle.
const PAGE: &str = include_str!("estimate.md");

/// What is added to the graph, times as many elements as a statement names: plans expect a row at least of anything small.
const GROWTH: i64 = 100;
/// Rows on the larger graph at most.
const MOST_ROWS: usize = 20_000;
/// Cases on one graph: each loads it anew.
const CASES: u64 = 20;
/// The share of statements that get a predicate more, which can be left out.
const PREDICATES: f64 = 0.4;

impl Oracle for Estimate {
    fn name(&self) -> &'static str {
        "estimate"
    }

    fn summary(&self) -> &'static str {
        "a plan does not expect more rows of a statement that demands more"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        not_cypher(dialect)
    }

    fn waits_to_be_named(&self) -> bool {
        true
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        Box::new(GrowingRound::new(self.name(), group, context, CASES, estimating))
    }
}

/// A statement and one that demands less, by one change.
fn group(base: &Query, ground: Ground<'_>, random: &mut Random) -> Option<Group> {
    let with = if random.chance(PREDICATES) { with_predicate(base, ground, random) } else { None };
    let base = with.map_or_else(|| base.clone(), |(base, _)| base);
    let effect = *random.pick(&[Effect::Fewer, Effect::More, Effect::More])?;
    let changing = OF_RELATIONS.iter().copied().filter(|rewrite| rewrite.effect == effect);
    let fitting: Vec<&Rewrite> = changing.filter(|rewrite| rewrite.places(&base, ground) > 0).collect();
    let (mut made, applied) = random.pick(&fitting)?.derive(&base, ground, random)?;
    let query = made.pop().filter(|_| made.is_empty())?;
    let (statements, base, derived) = match effect {
        Effect::More => (vec![base, query], 0, 1),
        _ => (vec![query, base], 1, 0),
    };
    let derivations = vec![Derivation { base, rewrites: vec![applied], derived: vec![derived] }];
    Some(Group { statements, derivations, effect })
}

/// A case of a statement and one that demands less, on a larger graph, with what their plans expect.
fn estimating(round: &GrowingRound, case: Case, random: &mut Random, adaptation: &Adaptation) -> Option<Case> {
    let Claim::Related(Related { columns, relation: Relation::Within(Bag::Rows(0), Bag::Rows(1)) }) = &case.claim
    else {
        return None;
    };
    let [one, other] = case.steps.as_slice() else { return None };
    let more = round.growth(random, 0, GROWTH, adaptation)?;
    let steps = vec![more, one.clone(), Act::Estimate.into(), other.clone(), Act::Estimate.into()];
    // Where the two statements stand now.
    let place = |step: usize| 2 * step + 1;
    let mut lineage = case.lineage.clone();
    for derivation in &mut lineage.derivations {
        derivation.base = place(derivation.base);
        derivation.derived.iter_mut().for_each(|derived| *derived = place(*derived));
    }
    let relation = Relation::Within(Bag::Rows(place(0)), Bag::Rows(place(1)));
    let rows = Related { columns: columns.clone(), relation };
    let claim = Claim::Estimated(Estimated { rows, asked: [place(0) + 1, place(1) + 1] });
    let grown = Case { steps, lineage, claim, ..case };
    round.holds(&grown, MOST_ROWS).then_some(grown)
}
