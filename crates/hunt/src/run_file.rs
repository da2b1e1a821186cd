//! `run.json`: what a hunt was told, what it did, what it learned.

use std::collections::BTreeMap;

use graphlance_case::Dialect;
use graphlance_case::FailureClass;
use graphlance_engines::{Identity, Target};
use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

use crate::adapt::Change;
use crate::campaign::{Config, Reached};
use crate::coverage::Coverage;
use crate::measured::{Means, Measured};
use crate::memory::Memory;
use crate::mix::Share;
use crate::progress::Counts;

/// The version of the JSON form of [`RunFile`].
pub const RUN_VERSION: u32 = 1;

/// `run.json`. Replaced every few seconds while the hunt runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunFile {
    /// [`RUN_VERSION`].
    pub version: u32,
    /// The release of graphlance.
    pub graphlance: String,
    /// True until the hunt has ended in good order.
    pub running: bool,
    /// The target's name.
    pub target: String,
    /// What answered.
    pub engine: Identity,
    /// The names of the other targets that were asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// The oracles, with commas between them.
    pub oracle: String,
    /// The seed.
    pub seed: u64,
    /// The budget, as on the command line.
    pub budget: String,
    /// The profile, whole.
    pub profile: graphlance_generate::Profile,
    /// The dialect, whole.
    pub dialect: serde_json::Value,
    /// Workers.
    pub workers: usize,
    /// Whether the hunt adapts.
    pub adapt: bool,
    /// The restart policy, as on the command line.
    pub restart: String,
    /// The counters.
    pub counts: Counts,
    /// Mean sizes of the cases checked, by measure.
    pub means: BTreeMap<String, f64>,
    /// The bugs with their counters, in the order they were found.
    pub bugs: Vec<BugEntry>,
    /// Changes of the adaptation state: the first and the latest, for a hunt of days has thousands.
    pub adaptation: Vec<Change>,
    /// The engine's memory.
    pub memory: Memory,
    /// CPU seconds of the engine, when it can be told.
    pub engine_cpu_seconds: Option<f64>,
    /// How far it came through its rounds.
    #[serde(default)]
    pub reached: Reached,
    /// What each oracle had of the hunt, by its name.
    #[serde(default)]
    pub shares: BTreeMap<String, Share>,
    /// How many plans that the hunt had not met came up in each of its minutes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans_by_minute: Vec<u64>,
    /// How many cases the reference said what of, by their lineage; of claims that are just what it says.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stated: BTreeMap<Name, BTreeMap<String, u64>>,
}

/// Whether a bug was found before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BugState {
    /// No hunt named by `--known` found it.
    New,
    /// An earlier hunt found it.
    Known,
    /// An earlier hunt found it, it was fixed since, and it is there again.
    Regressed,
    /// No hunt named by `--known` found it, and it could not be replayed: the target did not come back.
    Unreplayed,
}

/// A bug in `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BugEntry {
    /// Its fingerprint.
    pub fingerprint: String,
    /// Its symptom.
    pub title: String,
    /// The target whose bug it is, where several are asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// How it stands on the others, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub elsewhere: BTreeMap<String, String>,
    /// Its folder, relative to the output folder.
    pub folder: String,
    /// The kind of failure.
    pub class: FailureClass,
    /// The departure from the language that alone would give the engine's answer, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// Whether an earlier hunt found it.
    pub state: BugState,
    /// How many findings are this bug.
    pub count: u64,
    /// Findings whose statements contain this bug's features and which were not reduced.
    pub likely: u64,
    /// Seconds from the hunt's beginning to the first finding.
    pub seconds: f64,
    /// The size of the case as generated.
    pub original: Measured,
    /// The size of the reduced case.
    pub reduced: Measured,
}

/// How the bugs of each target stand on the others, in a line for each pair.
pub(crate) fn elsewhere(bugs: &[BugEntry]) -> Vec<String> {
    let mut counts: BTreeMap<(&str, &str), BTreeMap<&str, u64>> = BTreeMap::new();
    for bug in bugs {
        for (other, state) in &bug.elsewhere {
            let own = bug.target.as_deref().unwrap_or_default();
            *counts.entry((own, other)).or_default().entry(state).or_default() += 1;
        }
    }
    let line = |((own, other), states): (&(&str, &str), &BTreeMap<&str, u64>)| {
        let all: u64 = states.values().sum();
        let states: Vec<String> = states.iter().map(|(state, count)| format!("{count} {state}")).collect();
        format!("{all} bugs of {own} on {other}: {}", states.join(", "))
    };
    counts.iter().map(line).collect()
}

/// Changes of the adaptation state that are kept, the first ones and the latest.
const FIRST_CHANGES: usize = 20;
const LATEST_CHANGES: usize = 200;

/// What workers add to while the hunt runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunState {
    pub(crate) engine: Identity,
    pub(crate) coverage: Coverage,
    pub(crate) means: Means,
    pub(crate) bugs: Vec<BugEntry>,
    /// Ids of the listed bugs that were met.
    pub(crate) known_bugs: std::collections::BTreeSet<String>,
    pub(crate) changes: Vec<Change>,
    pub(crate) memory: Memory,
    pub(crate) engine_cpu: Option<f64>,
    pub(crate) reached: Reached,
    pub(crate) shares: BTreeMap<String, Share>,
    pub(crate) stated: BTreeMap<Name, BTreeMap<String, u64>>,
    pub(crate) plans_by_minute: Vec<u64>,
}

impl RunState {
    /// Keeps a change of the adaptation state, among the first and the latest.
    pub(crate) fn changed(&mut self, change: Change) {
        if self.changes.len() >= FIRST_CHANGES + LATEST_CHANGES {
            self.changes.remove(FIRST_CHANGES);
        }
        self.changes.push(change);
    }

    /// The bug of a fingerprint.
    pub(crate) fn bug(&mut self, fingerprint: &str) -> Option<&mut BugEntry> {
        self.bugs.iter_mut().find(|bug| bug.fingerprint == fingerprint)
    }
}

impl RunFile {
    pub(crate) fn new(
        config: &Config,
        target: &dyn Target,
        dialect: &Dialect,
        oracles: &str,
        state: &RunState,
        counts: &Counts,
        running: bool,
    ) -> RunFile {
        RunFile {
            version: RUN_VERSION,
            graphlance: env!("CARGO_PKG_VERSION").to_owned(),
            running,
            target: target.name().to_owned(),
            engine: state.engine.clone(),
            with: config.with.iter().map(|other| other.name().to_owned()).collect(),
            oracle: oracles.to_owned(),
            seed: config.seed,
            budget: config.budget.to_string(),
            profile: (*config.profile).clone(),
            dialect: dialect.record(),
            workers: config.workers,
            adapt: config.adapt,
            restart: config.restart.to_string(),
            counts: counts.clone(),
            means: state.means.named().into_iter().map(|(name, mean)| (name.replace(' ', "_"), mean)).collect(),
            bugs: state.bugs.clone(),
            adaptation: state.changes.clone(),
            memory: state.memory,
            engine_cpu_seconds: state.engine_cpu,
            reached: state.reached.clone(),
            shares: state.shares.clone(),
            plans_by_minute: state.plans_by_minute.clone(),
            stated: state.stated.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_changes_the_first_and_the_latest_are_kept() {
        let mut state = RunState::default();
        let most = FIRST_CHANGES + LATEST_CHANGES;
        for at in 0..most + 3 {
            let (reason, hash) = (String::new(), String::new());
            state.changed(Change { at_seconds: at as f64, reason, hash, state: Default::default() });
        }
        let kept: Vec<usize> = state.changes.iter().map(|change| change.at_seconds as usize).collect();
        let expected: Vec<usize> = (0..FIRST_CHANGES).chain(FIRST_CHANGES + 3..most + 3).collect();
        assert_eq!(kept, expected);
    }
}
