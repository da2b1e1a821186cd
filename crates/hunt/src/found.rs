//! A found failure as a file: the case with what the target answered, everything a replay needs.

use graphlance_engines::Identity;
use graphlance_graph::Name;
use graphlance_oracles::{Case, Evidence, Response};
use serde::{Deserialize, Serialize};

use crate::measured::Measured;
use crate::reduce::cut_short_note;

/// The version of the JSON form of [`Found`].
pub const FOUND_VERSION: u32 = 1;

/// `case.json` (the reduced case) and `original.json` (the case as generated) of a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// [`FOUND_VERSION`].
    pub version: u32,
    /// The symptom in one line.
    pub title: String,
    /// The target's name on the command line.
    pub target: String,
    /// What exactly answered.
    pub engine: Identity,
    /// The bug it belongs to.
    pub fingerprint: String,
    /// The case.
    pub case: Case,
    /// The text that was sent, in the target's dialect; empty when the claim is about no statement.
    #[serde(default)]
    pub text: String,
    /// Why it failed.
    pub evidence: Evidence,
    /// What the target answered, step by step.
    pub responses: Vec<Response>,
    /// How often it failed out of how many replays on a fresh database.
    pub replayed: [u32; 2],
    /// When and how it was found.
    pub discovery: Discovery,
}

/// When and how a failure was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discovery {
    /// The hunt's seed.
    pub seed: u64,
    /// The profile's name.
    pub profile: Name,
    /// Seconds from the hunt's beginning.
    pub seconds: f64,
    /// Checks before it.
    pub checks: u64,
    /// The size of the case as generated.
    pub original: Measured,
    /// The size of the reduced case.
    pub reduced: Measured,
    /// Cases run to reduce it.
    pub reduction_runs: u64,
    /// Seconds spent to reduce it.
    pub reduction_seconds: f64,
    /// Whether the reduction ended before it had tried everything.
    #[serde(default)]
    pub reduction_cut_short: bool,
}

impl Discovery {
    /// Says that the reduction did not try everything. None when it did.
    pub fn cut_short_note(&self) -> Option<String> {
        cut_short_note(self.reduction_cut_short, self.reduction_runs, self.reduction_seconds)
    }
}

impl Found {
    /// Reads the JSON form. A failure says what is wrong, without the file's name.
    pub fn from_json(json: serde_json::Value) -> Result<Found, String> {
        let found: Found = serde_json::from_value(json).map_err(|error| format!("this is no case file: {error}"))?;
        let version = graphlance_oracles::case::CASE_VERSION;
        if found.case.version != version {
            return Err(format!(
                "its case has version {}; this graphlance reads version {version}: use the release that wrote it",
                found.case.version
            ));
        }
        Ok(found)
    }
}
