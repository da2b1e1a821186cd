//! What a reduction may cost, and what came of it.

use std::time::Duration;

use crate::Failure;

/// How much a reduction may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Cases run.
    pub runs: u64,
    /// Time.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { runs: 6_000, time: Duration::from_secs(20) }
    }
}

impl Limits {
    /// The limits in a hunt that lasts so long: a slow engine needs more time for a reduction, a short hunt has none.
    pub fn within(hunt: Option<Duration>) -> Limits {
        let usual = Limits::default();
        let share = hunt.map_or(MOST_TIME, |hunt| hunt / 20);
        Limits { time: share.clamp(usual.time, MOST_TIME), ..usual }
    }
}

/// What the reduction of one finding may take, however long the hunt.
const MOST_TIME: Duration = Duration::from_secs(180);

/// The end of a reduction.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// Accepted cases from the original to the smallest, so that a caller can step back from one that does not hold.
    pub trail: Vec<Failure>,
    /// Failures of another family met on the way, at most a few.
    pub others: Vec<Failure>,
    /// Cases run.
    pub runs: u64,
    /// Time spent.
    pub time: Duration,
    /// Whether it ended before it had tried everything, for want of runs or time or because it was stopped.
    pub cut_short: bool,
}

/// Says that a reduction did not try everything. None when it did.
pub fn cut_short_note(cut_short: bool, runs: u64, seconds: f64) -> Option<String> {
    let runs = if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
    cut_short.then(|| format!("reduction was cut short after {runs}, {seconds:.1} s"))
}
