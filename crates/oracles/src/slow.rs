//! The oracle of equal statements of which one falls behind.

use graphlance_case::{Act, Case, Claim, Derivation, Dialect, KeepsPace};
use graphlance_cypher::Query;
use graphlance_generate::Adaptation;
use graphlance_graph::Random;

use crate::growth::GrowingRound;
use crate::oracle::not_cypher;
use crate::rewrites::{Effect, Ground, Rewrite, every};
use crate::rewriting::Group;
use crate::{Oracle, Round, RoundContext};

/// Statements with the same rows that take about as long.
pub struct Slow;

/// The user page of the oracle.
const PAGE: &str = include_str!("slow.md");

/// The rewrites that a planner is expected to see through: the same patterns in another order or division, the same condition in
/// another place or form. What asks for the same thing twice, or hides an index in an expression, is none of them.
const SEEN_THROUGH: &[&str] = &[
    "carry_all",
    "carry_named",
    "de_morgan",
    "distinct_as_groups",
    "double_negation",
    "drop_name",
    "emit_matches",
    "emit_patterns",
    "exists_as_count",
    "filter_after_with",
    "filter_as_labels",
    "filter_as_map",
    "in_as_or",
    "join_paths",
    "labels_as_filter",
    "literal_as_parameter",
    "map_as_filter",
    "match_in_call",
    "negate_equality",
    "negate_null_test",
    "neutral_logic",
    "repeat_predicate",
    "return_in_two",
    "reverse_pattern",
    "split_match",
    "split_path",
    "swap_conjuncts",
    "swap_patterns",
    "tautology",
    "top_of_top",
    "turn_comparison",
    "types_as_filter",
];

/// What is added before each race, times as many elements as a statement names.
const GROWTH: [i64; 2] = [100, 1_500];
/// Rows on the largest graph at most: what takes long for its rows alone says nothing.
const MOST_ROWS: usize = 5_000;
/// Cases on one graph: each loads it anew.
const CASES: u64 = 10;

impl Oracle for Slow {
    fn name(&self) -> &'static str {
        "slow"
    }

    fn summary(&self) -> &'static str {
        "a statement does not take ever longer than a rewritten one as the graph grows"
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
        Box::new(GrowingRound::new(self.name(), group, context, CASES, racing))
    }
}

/// One rewrite: the plan that is slow is then of few things.
fn group(base: &Query, ground: Ground<'_>, random: &mut Random) -> Option<Group> {
    let same = every().filter(|rewrite| SEEN_THROUGH.contains(&rewrite.name));
    let fitting: Vec<&Rewrite> = same.filter(|rewrite| rewrite.places(base, ground) > 0).collect();
    let (mut made, applied) = random.pick(&fitting)?.derive(base, ground, random)?;
    let derivation = Derivation { base: 0, rewrites: vec![applied], derived: vec![1] };
    let query = made.pop().filter(|_| made.is_empty())?;
    Some(Group { statements: vec![base.clone(), query], derivations: vec![derivation], effect: Effect::SameRows })
}

/// A case of two statements, and then races on ever larger graphs.
fn racing(round: &GrowingRound, case: Case, random: &mut Random, adaptation: &Adaptation) -> Option<Case> {
    let Claim::SameRows(same) = &case.claim else { return None };
    let same = same.clone();
    let mut grown = Case { steps: Vec::new(), ..case.clone() };
    let mut steps = case.steps.clone();
    let mut races = Vec::new();
    for (number, times) in GROWTH.into_iter().enumerate() {
        races.push(steps.len());
        steps.push(Act::Race.into());
        let more = round.growth(random, i64::try_from(number).ok()?, times, adaptation)?;
        grown.steps.push(more.clone());
        steps.push(more);
    }
    races.push(steps.len());
    steps.push(Act::Race.into());
    // Whether what is the same on the graph is so on the larger one, too.
    let before = grown.steps.len();
    grown.steps.extend(case.steps.iter().cloned());
    let moved = |steps: &[usize]| steps.iter().map(|step| step + before).collect();
    let behind = graphlance_case::SameRows { left: moved(&same.left), right: moved(&same.right), ..same.clone() };
    let grown = Case { claim: Claim::SameRows(behind), ..grown };
    let holds = round.holds(&grown, MOST_ROWS);
    holds.then(|| Case { steps, claim: Claim::KeepsPace(KeepsPace { same, races }), ..case })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_seen_through_are_rewrites_that_keep_the_rows() {
        for name in SEEN_THROUGH {
            let rewrite = every().find(|rewrite| rewrite.name == *name);
            assert_eq!(rewrite.map(|rewrite| rewrite.effect), Some(Effect::SameRows), "{name}");
        }
    }
}
