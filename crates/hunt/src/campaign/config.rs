//! What a hunt is told.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use graphlance_case::Languages;
use graphlance_engines::Target;
use graphlance_generate::Profile;
use graphlance_shrink::Limits;

use super::Earlier;
use crate::budget::{Budget, OVERTIME, Restart};
use crate::known::KnownBugs;
use crate::session::Deadlines;

/// What a hunt is told.
#[derive(Clone)]
pub struct Config {
    /// The languages with their evaluators.
    pub languages: Languages,
    /// The seed of everything random.
    pub seed: u64,
    /// How long.
    pub budget: Budget,
    /// Sizes and techniques.
    pub profile: Arc<Profile>,
    /// Workers, each with a database and graphs of its own; at least one.
    pub workers: usize,
    /// How many statements a worker may have in flight at most, where the protocol allows several.
    pub in_flight: usize,
    /// Whether the hunt learns while it runs; else one adaptation state holds throughout.
    pub adapt: bool,
    /// What a query should take on average, for steering sizes.
    pub target_latency: Duration,
    /// When the engine is started anew.
    pub restart: Restart,
    /// Deadlines of queries and loading.
    pub deadlines: Deadlines,
    /// How long after a budget of time everything must have ended.
    pub overtime: Duration,
    /// What one reduction may cost.
    pub limits: Limits,
    /// Whether a claim that the reference denies ends the hunt at once.
    pub stop_on_denial: bool,
    /// Fingerprints of bugs known before.
    pub known: BTreeSet<String>,
    /// Fingerprints of bugs that were fixed before.
    pub fixed: BTreeSet<String>,
    /// Bugs that the engine's developers know: counted, not reported.
    pub known_bugs: KnownBugs,
    /// Ends the hunt at the first new bug.
    pub stop_at_first: bool,
    /// Other targets that are asked what only reads.
    pub with: Vec<Arc<dyn Target>>,
    /// The hunt that this one goes on with, told the same and not adapting.
    pub earlier: Option<Arc<Earlier>>,
}

impl Config {
    /// The defaults for a profile: a minute, one worker, seed 1, the languages that come with graphlance.
    pub fn new(profile: Profile) -> Config {
        Config {
            languages: graphlance_oracles::languages(),
            seed: 1,
            budget: Budget::Time(Duration::from_secs(60)),
            profile: Arc::new(profile),
            workers: 1,
            in_flight: IN_FLIGHT,
            adapt: true,
            target_latency: TARGET_LATENCY,
            restart: Restart::Never,
            deadlines: Deadlines::default(),
            overtime: OVERTIME,
            limits: Limits::default(),
            stop_on_denial: cfg!(debug_assertions),
            known: BTreeSet::new(),
            fixed: BTreeSet::new(),
            known_bugs: KnownBugs::default(),
            stop_at_first: false,
            with: Vec::new(),
            earlier: None,
        }
    }
}

/// How many statements a worker may have in flight, unless told otherwise.
pub const IN_FLIGHT: usize = 32;

/// What a query should take on average, unless told otherwise.
pub const TARGET_LATENCY: Duration = Duration::from_millis(4);
