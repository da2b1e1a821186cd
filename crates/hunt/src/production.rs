//! Cases without a target: what `generate` writes, and what it says about them.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_case::language::Effort;
use graphlance_case::{Case, Dialect, Languages, Opinion};
use graphlance_generate::{Adaptation, Profile};
use graphlance_oracles::{Oracle, Round, RoundContext};
use graphlance_reference::Fault;
use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use crate::arbiter;
use crate::coverage::Coverage;
use crate::cpu::thread_seconds;
use crate::measured::{Means, Measured};

/// The cases of a seed, round by round, under a frozen adaptation state.
pub struct Production<'a> {
    oracle: &'a dyn Oracle,
    context: RoundContext,
    round: Option<Box<dyn Round>>,
    techniques: BTreeMap<graphlance_graph::Name, u64>,
    adaptation: Adaptation,
    left: u64,
    empty_rounds: u32,
}

/// Rounds in a row without a case after which a production ends: the profile and dialect allow none.
const MOST_EMPTY_ROUNDS: u32 = 1000;

impl<'a> Production<'a> {
    /// The first `count` cases.
    pub fn new(oracle: &'a dyn Oracle, seed: u64, dialect: Dialect, profile: Profile, count: u64) -> Production<'a> {
        Production {
            oracle,
            context: RoundContext::new(seed, dialect, Arc::new(profile)),
            round: None,
            techniques: BTreeMap::new(),
            adaptation: Adaptation::default(),
            left: count,
            empty_rounds: 0,
        }
    }

    /// The same with a defect in the reference while cases are made.
    pub fn with_fault(mut self, fault: Fault) -> Production<'a> {
        self.context.fault = Some(fault);
        self
    }

    /// The dialect.
    pub fn dialect(&self) -> &Dialect {
        &self.context.dialect
    }

    /// What the finished and the current round did, by name.
    pub fn techniques(&self) -> BTreeMap<graphlance_graph::Name, u64> {
        let mut all = self.techniques.clone();
        if let Some(round) = &self.round {
            for (name, count) in round.techniques() {
                *all.entry(name).or_default() += count;
            }
        }
        all
    }
}

impl Iterator for Production<'_> {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        if self.left == 0 {
            return None;
        }
        while self.empty_rounds < MOST_EMPTY_ROUNDS {
            let round = match &mut self.round {
                Some(round) => round,
                None => {
                    let round = self.oracle.round(&self.context);
                    self.context.round += 1;
                    self.empty_rounds += 1;
                    self.round.insert(round)
                }
            };
            if let Some(case) = round.next_case(&self.adaptation) {
                self.left -= 1;
                self.empty_rounds = 0;
                return Some(case);
            }
            for (name, count) in round.techniques() {
                *self.techniques.entry(name).or_default() += count;
            }
            self.round = None;
        }
        None
    }
}

/// What `generate --stats` prints.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Statistics {
    /// Cases.
    pub cases: u64,
    /// Mean sizes.
    pub means: Means,
    /// Cases whose expected table has rows.
    pub non_empty: u64,
    /// Cases whose statement an index of the graph can answer a part of.
    pub pinned: u64,
    /// Texts that parse back to the same tree.
    pub parsed_back: u64,
    /// Claims that the reference confirms from the printed and parsed statement.
    pub confirmed: u64,
    /// Claims that it denies.
    pub denied: u64,
    /// Claims that it can neither confirm nor deny.
    pub unconfirmed: u64,
    /// The first denials, in words.
    pub denials: Vec<String>,
    /// CPU seconds of making and printing.
    pub making_seconds: f64,
    /// CPU seconds of parsing, comparing trees and evaluating.
    pub checking_seconds: f64,
    /// CPU seconds of each second evaluation (parsing included).
    #[serde(skip)]
    pub evaluations: Vec<f32>,
    /// A hash over all texts and claims, 16 hexadecimal digits.
    pub hash: String,
    /// What was produced.
    #[serde(skip)]
    pub coverage: Coverage,
}

/// Denials kept in words.
const MOST_DENIALS: usize = 10;

impl Statistics {
    /// Takes a production to its end and counts.
    pub fn of(mut production: Production<'_>, languages: &Languages) -> Statistics {
        let dialect = production.dialect().clone();
        let evaluator = languages.evaluator(&dialect, Effort::Usual);
        let coverage = Coverage::of_language(dialect.language());
        let mut statistics = Statistics { coverage, ..Statistics::default() };
        let mut hash = Xxh3::new();
        loop {
            let begun = thread_seconds();
            let Some(case) = production.next() else { break };
            let Some(statement) = case.claimed_statement() else { continue };
            let text = statement.print(&dialect);
            let made = thread_seconds();
            let same_tree = statement.language().parse(&text).is_ok_and(|parsed| parsed == *statement);
            let parsed = thread_seconds();
            let opinion = arbiter::opinion(&case, &text, &dialect, evaluator.as_ref());
            let checked = thread_seconds();
            statistics.evaluations.push((checked - parsed) as f32);
            statistics.making_seconds += made - begun;
            statistics.checking_seconds += checked - made;
            statistics.cases += 1;
            statistics.pinned += u64::from(statement.pinned_indexes(&case.graph.schema) > 0);
            statistics.parsed_back += u64::from(same_tree);
            statistics.count(&case, &text, opinion);
            statistics.coverage.add(statement.feature_set());
            hash.update(text.as_bytes());
            hash.update(&serde_json::to_vec(&case.claim).unwrap_or_default());
        }
        statistics.coverage.add_techniques(&production.techniques());
        statistics.hash = format!("{:016x}", hash.digest());
        statistics
    }

    /// The CPU seconds that a share of the second evaluations stays below.
    pub fn evaluation_percentile(&self, share: f64) -> f64 {
        let mut sorted = self.evaluations.clone();
        sorted.sort_by(f32::total_cmp);
        let place = (sorted.len() as f64 * share) as usize;
        sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default().into()
    }

    fn count(&mut self, case: &Case, text: &str, opinion: Opinion) {
        self.means.add(&Measured::of_printed(case, text));
        if let Some((_, returns)) = case.claim.table() {
            self.non_empty += u64::from(!returns.rows.is_empty());
        }
        match opinion {
            Opinion::Confirmed => self.confirmed += 1,
            Opinion::Unconfirmed(_) => self.unconfirmed += 1,
            Opinion::Denied(why) => {
                self.denied += 1;
                if self.denials.len() < MOST_DENIALS {
                    let place = format!("round {} case {}", case.lineage.round, case.lineage.index);
                    self.denials.push(format!("{place}: {why}\n{text}"));
                }
            }
        }
    }
}
