//! What Dinkel's authors asked of its parts (section 5.4): what statements that write are without what is known of the
//! statement and of the graph, and which wrong rules the oracles find then; and which they find without a family of rewrites.

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Case, Claim, Stated, Verdict, judge};
use graphlance_cypher::Statement;
use graphlance_cypher::measure::measure as measures;
use graphlance_generate::profile::{RewriteFamily, RewriteShares, StatefulShares};
use graphlance_generate::{Adaptation, Profile};
use graphlance_reference::{Fault, Options};

use crate::planted::answered;
use crate::smith::context;
use crate::{Equivalence, Oracle, RoundContext, Stateful};

/// Rounds of an oracle whose cases are taken, and cases of each, for a seed and a variant. Each third round of `equivalence` is of
/// statements that write.
const ROUNDS: u64 = 6;
const OF_A_ROUND: usize = 10;

/// Cases of a seed and a variant with which wrong rules are looked for, by an oracle.
pub const CASES: usize = ROUNDS as usize * OF_A_ROUND;

/// The wrong rules that are planted one at a time: of clauses that read, and of those that write.
pub const FAULTS: [Fault; 24] = [
    Fault::UnwindFirstRowAfterMatch,
    Fault::OptionalMatchLosesRow,
    Fault::DistinctDropsNulls,
    Fault::PropertyOfWrongElement,
    Fault::CommaPatternsWithFilterEmpty,
    Fault::SecondLabelIgnored,
    Fault::ParallelRelationshipsCollapsed,
    Fault::LimitBeforeSort,
    Fault::WithWhereLosesRows,
    Fault::IntegersComparedByDifference,
    Fault::NullsVanishFromLists,
    Fault::NotOfNullIsTrue,
    Fault::CreatesOnce,
    Fault::SetKeepsOnNull,
    Fault::SetOfMapKeepsOnNull,
    Fault::SetKeepsOnNan,
    Fault::MergeOnMatchAsCreate,
    Fault::MergeMissesOwn,
    Fault::MergeNeverCreates,
    Fault::ForeachFirstItem,
    Fault::ForeachLastItem,
    Fault::UnitSubqueryTakesRow,
    Fault::UnitSubqueryMultipliesRows,
    Fault::SubqueryOnlyFirstRow,
];

/// What is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// What is left out.
    pub name: String,
    /// What statements are made of; none where that is as with all techniques.
    pub statements: Option<StatefulShares>,
    /// Which rewrites are used.
    pub rewrites: RewriteShares,
}

/// All techniques, then without the state of the statement, of the graph, or both, then without each family of rewrites.
pub fn variants(base: &Profile) -> Vec<Variant> {
    let of_state = |name: &str, reuse: f64, graph_schema: bool| Variant {
        name: name.to_owned(),
        statements: Some(StatefulShares { reuse, graph_schema, ..base.stateful.clone() }),
        rewrites: RewriteShares::default(),
    };
    let reuse = base.stateful.reuse;
    let states = [
        of_state("all techniques", reuse, true),
        of_state("without variables in scope", 0.0, true),
        of_state("without the graph's schema", reuse, false),
        of_state("without either", 0.0, false),
    ];
    let without = |family: RewriteFamily| Variant {
        name: format!("without {}", family.name()),
        statements: None,
        rewrites: RewriteShares { without: vec![family], ..RewriteShares::default() },
    };
    states.into_iter().chain(RewriteFamily::ALL.map(without)).collect()
}

/// What one seed gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measure {
    /// Of statements that write; none where a variant does not change them.
    pub statements: Option<Statements>,
    /// How many of [`FAULTS`] the oracle `equivalence` finds.
    pub by_equivalence: usize,
}

/// What statements that write are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statements {
    /// Share of those that raise no error, 0 to 1.
    pub valid: f64,
    /// Uses of a variable that an earlier clause bound, in the mean.
    pub references: f64,
    /// Share of those that give rows or leave another graph, 0 to 1.
    pub telling: f64,
    /// How many of [`FAULTS`] the oracle `stateful` finds.
    pub by_stateful: usize,
}

/// Measures a variant of a profile under a seed.
pub fn measure(base: &Profile, variant: &Variant, seed: u64) -> Measure {
    let mut profile = Profile { rewrites: variant.rewrites.clone(), ..base.clone() };
    profile.stateful = variant.statements.clone().unwrap_or(profile.stateful);
    let statements = variant.statements.is_some().then(|| {
        let written = cases(&Stateful, &profile, seed);
        Statements { by_stateful: found(&written), ..described(&written) }
    });
    Measure { statements, by_equivalence: found(&cases(&Equivalence, &profile, seed)) }
}

/// The first cases of the first rounds of an oracle.
fn cases(oracle: &dyn Oracle, profile: &Profile, seed: u64) -> Vec<Case> {
    let of_round = |round| {
        let mut round = oracle.round(&RoundContext { round, ..context(profile, seed) });
        std::iter::from_fn(move || round.next_case(&Adaptation::default())).take(OF_A_ROUND)
    };
    (0..ROUNDS).flat_map(of_round).collect()
}

/// What the statements that write of some cases are, but for the faults that they find.
fn described(cases: &[Case]) -> Statements {
    let (mut all, mut valid, mut telling, mut references) = (0usize, 0usize, 0usize, 0usize);
    for case in cases {
        let Claim::Answers(answers) = &case.claim else { continue };
        let Some(left) = answers.graph.as_ref().filter(|_| answers.step + 2 == case.steps.len()) else { continue };
        let Some(statement) = case.statement(answers.step).and_then(|statement| statement.tree::<Statement>()) else {
            continue;
        };
        let Some(before) = answered(case, answers.step, &|_| Options::default()) else { continue };
        all += 1;
        references += measures(statement).references;
        if let Stated::Rows(returns) = &answers.stated {
            valid += 1;
            telling += usize::from(!returns.rows.is_empty() || *before.graph != **left);
        }
    }
    let share = |count: usize| count as f64 / all.max(1) as f64;
    Statements { valid: share(valid), references: share(references), telling: share(telling), by_stateful: 0 }
}

/// How many wrong rules some case finds.
fn found(cases: &[Case]) -> usize {
    let dialect = Cypher.standard();
    let finds = |case: &Case, fault: Fault| {
        let planted = Options { departures: fault.into(), ..Options::default() };
        answered(case, case.steps.len(), &|_| planted.clone())
            .is_some_and(|answered| matches!(judge(case, &answered.responses, &dialect), Verdict::Fail(_)))
    };
    FAULTS.iter().filter(|fault| cases.iter().any(|case| finds(case, **fault))).count()
}
