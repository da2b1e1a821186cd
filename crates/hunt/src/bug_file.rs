//! `bug.json`: what a hunt measured of a bug beside its case.

use serde::{Deserialize, Serialize};

use crate::experiment::Findings;

/// The version of the JSON form of [`BugFile`].
pub const BUG_VERSION: u32 = 1;

/// The name of the file.
pub const BUG_FILE: &str = "bug.json";

/// Findings that are noted at most as merged into a bug.
pub const MOST_MERGED: usize = 200;
/// Cases merged into one bug that are kept as they are, the first ones.
pub const MOST_KEPT: usize = 20;

/// What was measured of a bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugFile {
    /// [`BUG_VERSION`].
    pub version: u32,
    /// The bug's fingerprint.
    pub fingerprint: String,
    /// Its title.
    pub title: String,
    /// What experiments showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub findings: Option<Findings>,
    /// Seconds into the hunt at which the cause was withdrawn: the target answered rightly where it foretells a wrong answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<u64>,
    /// A hash of the engine's plan; none where it tells none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// Findings that reduced to other cases, and are this bug.
    #[serde(default)]
    pub merged: Vec<Merged>,
}

/// A finding that is a bug which was filed before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Merged {
    /// Its own fingerprint.
    pub fingerprint: String,
    /// Its statement, in the standard of its language.
    pub text: String,
    /// Why it is the same bug.
    pub why: String,
}

impl BugFile {
    /// The file's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        (text + "\n").into_bytes()
    }
}
