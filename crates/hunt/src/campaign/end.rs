//! How a hunt ends.

use graphlance_engines::{Identity, TargetError};
use thiserror::Error;

use crate::coverage::Coverage;
use crate::measured::Means;
use crate::memory::Memory;
use crate::progress::Counts;
use crate::store::StoreError;
use crate::triage::{LATE, UNTRIED};

/// What ends a hunt before its budget.
#[derive(Debug, Error)]
pub enum HuntError {
    /// The target cannot be used.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The oracle's statements cannot be asked there.
    #[error("{0}")]
    Oracle(String),
    /// The output folder cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The reference denies a claim: a defect of graphlance.
    #[error("the reference denies a claim of graphlance's own: {why}; the case is kept in {folder}")]
    Denied {
        /// What the reference says.
        why: String,
        /// Where the case is.
        folder: String,
    },
    /// A worker panicked: a defect of graphlance.
    #[error("a worker panicked: {message}; what it was doing is kept in {folder}")]
    Panicked {
        /// What the panic says.
        message: String,
        /// Where the case in flight is, or why it is nowhere.
        folder: String,
    },
}

impl HuntError {
    /// Defects of graphlance before the store's troubles before the target's.
    fn gravity(&self) -> u8 {
        match self {
            HuntError::Denied { .. } | HuntError::Panicked { .. } => 3,
            HuntError::Store(_) => 2,
            HuntError::Target(_) | HuntError::Oracle(_) => 1,
        }
    }

    /// The graver of what is known and what has come, the earlier one of two alike.
    pub(crate) fn graver(known: Option<HuntError>, new: HuntError) -> HuntError {
        match known {
            Some(known) if known.gravity() >= new.gravity() => known,
            _ => new,
        }
    }
}

/// A hunt that ended before its budget. What was found until then is in the store.
#[derive(Debug, Error)]
#[error("{error}")]
pub struct HuntFailure {
    /// Why it ended.
    #[source]
    pub error: HuntError,
    /// What was done until then.
    pub summary: Box<Summary>,
}

/// The end of a hunt.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The counters.
    pub counts: Counts,
    /// What was produced.
    pub coverage: Coverage,
    /// Sizes of what was produced.
    pub means: Means,
    /// What answered.
    pub engine: Identity,
    /// The engine's memory over time.
    pub memory: Memory,
    /// CPU seconds of the engine, when it can be told.
    pub engine_cpu: Option<f64>,
    /// How the bugs of each target stand on the others, a line for each pair.
    pub elsewhere: Vec<String>,
    /// What the hunt switched off, because the target refused it each time: features and functions.
    pub switched_off: Vec<String>,
    /// Whether it was stopped before its budget was spent.
    pub interrupted: bool,
}

impl Summary {
    /// Failures that there was no time to look into. The cases of the first of them are kept in `unconfirmed`.
    pub fn not_looked_into(&self) -> u64 {
        [UNTRIED, LATE].iter().filter_map(|reason| self.counts.skipped.get(*reason)).sum()
    }

    /// Why nothing was checked, when nothing was: what became of the cases, by reason and number. A hunt without a check has
    /// shown nothing, whatever it has counted.
    pub fn nothing_checked(&self) -> Option<String> {
        let Counts { checks: 0, cases, graphs, invalid, skipped, denied, .. } = &self.counts else { return None };
        let mut reasons: Vec<(u64, String)> = skipped.iter().map(|(why, count)| (*count, why.clone())).collect();
        reasons.push((*invalid, "refused by the target's parser".to_owned()));
        reasons.push((*denied, "denied by the reference".to_owned()));
        reasons.retain(|(count, _)| *count > 0);
        reasons.sort_by(|one, other| other.cmp(one));
        let reasons: Vec<String> =
            reasons.into_iter().take(MOST_REASONS).map(|(n, why)| format!("{n}: {why}")).collect();
        let made = format!("{graphs} graphs were loaded and {cases} cases made");
        Some(match reasons.as_slice() {
            [] => format!("nothing was checked: {made}; a longer --budget may help"),
            reasons => format!("nothing was checked: {made}\n  {}", reasons.join("\n  ")),
        })
    }
}

/// Reasons shown of why nothing was checked.
const MOST_REASONS: usize = 10;
