//! The measurements of GDsmith (section 4.2) on the statements of the oracle `reference`: how many are valid, which productions of
//! the grammar they use, how many give rows, and how many lost properties of a graph they notice; with its techniques and without.

mod graphs;

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_case::Case;
use graphlance_cypher::Dialect;
use graphlance_cypher::Statement;
use graphlance_cypher::productions::{productions, productions_of};
use graphlance_generate::profile::SkeletonShares;
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::Name;
use graphlance_reference::{Failure, Options, evaluate};

use crate::{Oracle, Reference, RoundContext};

pub use graphs::MUTANTS;

/// Statements of a seed and a variant for validity and productions.
const STATEMENTS: usize = 1_000;

/// Statements of a seed and a variant for each number of clauses.
const OF_A_LENGTH: usize = 150;

/// Numbers of clauses for which the share of statements with rows is told.
pub const LENGTHS: [usize; 4] = [3, 4, 5, 6];

/// Statements with which mutants of a graph are looked for.
pub const QUERIES: usize = 800;

/// What is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// What is left out.
    pub name: &'static str,
    /// The switches.
    pub shares: SkeletonShares,
}

/// GDsmith's variants, and those without what is beyond GDsmith. Statements that must raise an error are in none of them.
pub fn variants() -> Vec<Variant> {
    let whole = SkeletonShares { errors: 0.0, ..SkeletonShares::default() };
    let no_feedback = SkeletonShares { feedback: false, ..whole.clone() };
    vec![
        Variant { name: "all techniques", shares: whole.clone() },
        Variant { name: "without mutations", shares: SkeletonShares { mutations: 0.0, ..whole.clone() } },
        Variant { name: "without frequencies", shares: SkeletonShares { key_frequency: false, ..whole } },
        Variant { name: "without feedback of rows", shares: no_feedback.clone() },
        Variant { name: "  and without mutations", shares: SkeletonShares { mutations: 0.0, ..no_feedback.clone() } },
        Variant {
            name: "  and without facts",
            shares: SkeletonShares { mutations: 0.0, facts: false, splitting: 0.0, pins: 0.0, ..no_feedback },
        },
    ]
}

/// What one seed gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measure {
    /// Share of statements that raise no error, 0 to 1.
    pub valid: f64,
    /// The productions that statements use.
    pub productions: BTreeSet<&'static str>,
    /// Share of statements of each of [`LENGTHS`] that give rows, 0 to 1.
    pub with_rows: [f64; LENGTHS.len()],
    /// How many of [`MUTANTS`] mutants of a graph some of [`QUERIES`] statements tell from it.
    pub killed: usize,
}

/// How many productions there are.
pub fn production_count() -> usize {
    productions().count()
}

/// Measures a variant of a profile under a seed.
pub fn measure(base: &Profile, variant: &Variant, seed: u64) -> Measure {
    let profile = Profile { skeletons: variant.shares.clone(), ..base.clone() };
    let mut measure = Measure::default();
    let mut valid = 0;
    let all = cases(&profile, seed, STATEMENTS);
    for (case, statement) in all.iter().filter_map(|case| Some((case, tree(case)?))) {
        measure.productions.extend(productions_of(statement));
        let answer = evaluate(&case.graph, statement, &Options::default());
        valid += usize::from(!matches!(answer, Err(Failure::Raised(_))));
    }
    measure.valid = valid as f64 / all.len().max(1) as f64;
    for (place, length) in LENGTHS.into_iter().enumerate() {
        measure.with_rows[place] = with_rows(&profile, seed, length);
    }
    measure.killed = graphs::killed(&with_larger_graphs(&profile), seed);
    measure
}

/// The share of statements of so many clauses that give rows, on graphs of at most ten elements.
fn with_rows(profile: &Profile, seed: u64, length: usize) -> f64 {
    let mut profile = profile.clone();
    profile.graph.nodes = [2, 5];
    profile.graph.relationships = [1, 5];
    profile.sizes.truncate(1);
    profile.sizes[0].steps = [length, length + 1];
    let (mut all, mut rows) = (0usize, 0usize);
    for case in cases(&profile, seed, 6 * OF_A_LENGTH) {
        let Some(Statement::Query(query)) = tree(&case) else { continue };
        if all == OF_A_LENGTH || !query.unions.is_empty() || query.first.clauses.len() != length {
            continue;
        }
        all += 1;
        rows += usize::from(case.claim.table().is_some_and(|(_, returns)| !returns.rows.is_empty()));
    }
    rows as f64 / all.max(1) as f64
}

/// With graphs of 20 nodes and more.
fn with_larger_graphs(profile: &Profile) -> Profile {
    let mut profile = profile.clone();
    profile.graph.nodes = [20, 30];
    profile.graph.relationships = [20, 50];
    profile
}

/// The first cases of a seed.
fn cases(profile: &Profile, seed: u64, count: usize) -> Vec<Case> {
    let mut context = context(profile, seed);
    let mut made = Vec::new();
    while made.len() < count && context.round < count as u64 {
        let mut round = Reference.round(&context);
        context.round += 1;
        made.extend(std::iter::from_fn(|| round.next_case(&Adaptation::default())).take(count - made.len()));
    }
    made
}

/// In the standard, with the procedures that list names.
pub(crate) fn context(profile: &Profile, seed: u64) -> RoundContext {
    let procedures = ["db.labels", "db.relationshipTypes"].map(Name::from).into();
    let dialect = Dialect { procedures, ..Dialect::standard() };
    RoundContext::new(seed, dialect.into(), Arc::new(profile.clone()))
}

fn tree(case: &Case) -> Option<&Statement> {
    case.claimed_statement()?.tree()
}

/// A mean over seeds with half the width of the interval in which 95 of 100 means lie.
pub fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_an_interval() {
        assert_eq!(mean(&[1.0, 1.0, 1.0]), (1.0, 0.0));
        let (middle, half) = mean(&[0.0, 2.0]);
        assert!((middle - 1.0).abs() < 1e-9 && (half - 1.96).abs() < 1e-9, "{half}");
    }
}
