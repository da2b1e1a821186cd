//! Rounds of cases that compare a random statement with what rewrites make of it: what `partition` and `equivalence` share.

use graphlance_case::{Case, Claim, Derivation, Lineage, SameGroups, SameRows, Step};
use graphlance_cypher::{Query, Statement};
use graphlance_generate::Adaptation;
use graphlance_graph::{Latitude, Random, Value};
use graphlance_reference::{Options, evaluate};

use crate::RoundContext;
use crate::base::{base_query, can_be_said};
use crate::ground::{Making, RoundGround};
use crate::rewrites::{Effect, Ground, merges};

/// Cases on one graph.
const CASES: u64 = 60;
/// Attempts at one case.
const ATTEMPTS: u64 = 20;
/// A case with more rows says no more than one with these.
const MOST_ROWS: usize = 300;
/// The share of statements without rows, or with aggregates of none, that are asked all the same: they see rows that should not be
/// there.
const EMPTY: f64 = 0.05;
/// The stream of randomness that cases take.
const CASE: u64 = 5;

/// Statements of which the first must have the rows of all others, put together or merged.
pub(crate) struct Group {
    /// The statements.
    pub statements: Vec<Query>,
    /// Which of them are made of which.
    pub derivation: Derivation,
    /// What the first has to do with the others: their rows are put together, or their groups are merged.
    pub effect: Effect,
}

/// Makes of a statement such a group, of which it is the first.
pub(crate) type Grouping = fn(&Query, Ground<'_>, &mut Random) -> Option<Group>;

/// A graph and cases on it.
pub(crate) struct RewritingRound {
    oracle: &'static str,
    group: Grouping,
    ground: RoundGround,
    options: Options,
}

impl RewritingRound {
    /// The round of an oracle.
    pub(crate) fn new(oracle: &'static str, group: Grouping, context: &RoundContext) -> RewritingRound {
        let ground = RoundGround::new(context);
        let deviations = ground.dialect.deviations.clone();
        // Never with a planted fault: it must not choose the cases.
        let options = Options { deviations, ..Options::default() };
        RewritingRound { oracle, group, ground, options }
    }

    fn attempt(&self, index: u64, attempt: u64, adaptation: &Adaptation) -> Option<Case> {
        let mut random = self.ground.random(&[CASE, index, attempt]);
        let ground = self.ground.ground();
        let whole = base_query(&mut random, ground, adaptation)?;
        let Group { statements, derivation, effect } = (self.group)(&whole, ground, &mut random)?;
        if !statements.iter().all(|query| can_be_said(query, ground, adaptation)) {
            return None;
        }
        let first = statements.first()?;
        let returns = evaluate(&self.ground.graph, &Statement::Query(first.clone()), &self.options).ok()?.returns;
        let open = |column: &graphlance_graph::Column| column.latitude == Latitude::Unspecified;
        if returns.rows.len() > MOST_ROWS || returns.any.is_some() || returns.columns.iter().any(open) {
            return None;
        }
        // What rewrites have made too large to be evaluated nobody could say anything of.
        let derived = statements.iter().skip(1).filter(|_| effect == Effect::SameRows);
        for query in derived {
            evaluate(&self.ground.graph, &Statement::Query(query.clone()), &self.options).ok()?;
        }
        let of_nothing = |value: &Value| matches!(value, Value::Null | Value::Integer(0));
        let no_groups = || effect == Effect::Groups && returns.rows.iter().flatten().all(of_nothing);
        if (returns.rows.is_empty() || no_groups()) && !random.chance(EMPTY) {
            return None;
        }
        let others = (1..statements.len()).collect();
        let claim = match effect {
            Effect::SameRows | Effect::SameState | Effect::Parts => {
                Claim::SameRows(SameRows { columns: returns.columns, left: vec![0], right: others })
            }
            Effect::Groups => {
                let merges = merges(first, ground)?;
                Claim::SameGroups(SameGroups { columns: returns.columns, merges, whole: 0, parts: others })
            }
        };
        let derivations = vec![derivation];
        let lineage = Lineage { derivations, ..self.ground.lineage(self.oracle, index, adaptation.hash()) };
        let steps = statements.into_iter().map(|query| Step::run(Statement::Query(query).into())).collect();
        Some(self.ground.case(claim, lineage, steps))
    }
}

impl Making for RewritingRound {
    fn ground(&self) -> &RoundGround {
        &self.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.ground
    }

    fn cases(&self) -> u64 {
        CASES
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        (0..ATTEMPTS).find_map(|attempt| self.attempt(index, attempt, adaptation))
    }
}
