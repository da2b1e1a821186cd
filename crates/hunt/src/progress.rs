//! Counters of a running hunt, shared by workers and the status line.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// The counters of a hunt. All methods may be called from any thread.
#[derive(Debug)]
pub struct Progress {
    started: Instant,
    /// Microseconds from then to the beginning of the hunt.
    waited: AtomicU64,
    counters: [AtomicU64; COUNTERS],
    skipped: Mutex<BTreeMap<String, u64>>,
    last_new_bug: AtomicU64,
}

macro_rules! counters {
    ($($variant:ident = $field:ident, $doc:literal;)*) => {
        /// What is counted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Counter { $(#[doc = $doc] $variant,)* }

        const COUNTERS: usize = [$(Counter::$variant,)*].len();

        /// A reading of the counters, as written to `run.json`.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Counts {
            $(#[doc = $doc] pub $field: u64,)*
            /// Cases that were not decided, by reason.
            pub skipped: BTreeMap<String, u64>,
            /// Milliseconds since the hunt began.
            pub elapsed_ms: u64,
            /// Milliseconds from the hunt's beginning to the last new bug; 0 when there is none.
            pub last_new_bug_ms: u64,
        }

        impl Progress {
            /// Adds what an earlier hunt counted, its times aside.
            pub fn add_all(&self, counts: &Counts) {
                $(self.add(Counter::$variant, counts.$field);)*
                let mut skipped = lock(&self.skipped);
                for (reason, count) in &counts.skipped {
                    *skipped.entry(reason.clone()).or_default() += count;
                }
            }

            /// All counters now.
            pub fn read(&self) -> Counts {
                Counts {
                    $($field: self.get(Counter::$variant),)*
                    skipped: lock(&self.skipped).clone(),
                    elapsed_ms: self.elapsed().as_millis() as u64,
                    last_new_bug_ms: self.last_new_bug.load(Ordering::Relaxed),
                }
            }
        }
    };
}

counters! {
    Cases = cases, "Cases made.";
    Checks = checks, "Query texts executed and compared, each once on each state of a round's graph; replays and repeats do not count.";
    Texts = texts, "Distinct query texts of a round among the checks, whatever the values of their parameters.";
    Plans = plans, "Distinct plans of the target, by their operators and how these are nested.";
    Planned = planned, "Texts among the checks whose plan is known.";
    NonEmpty = non_empty, "Checks whose expected table has rows.";
    Vacuous = vacuous, "Checks with nothing to see on either side.";
    Invalid = invalid, "Statements that the target's parser refused: defects of ours or of the dialect.";
    Graphs = graphs, "Graphs loaded, read back and found equal.";
    Findings = findings, "Claims violated, before replay.";
    NewBugs = new_bugs, "Distinct bugs.";
    KnownHits = known_hits, "Findings that are bugs already seen.";
    KnownCauses = known_causes, "Findings whose answer is just what a cause foretells that was explained before; not reduced.";
    Flaky = flaky, "Findings that do not come back on a fresh database.";
    Crashes = crashes, "Deaths of the engine.";
    Hangs = hangs, "Queries without an answer within the deadline.";
    Restarts = restarts, "Times the engine was started anew.";
    Denied = denied, "Claims that the reference denies: defects of ours.";
    Unconfirmed = unconfirmed, "Claims that the reference was asked about and can neither confirm nor deny.";
    Compared = compared, "Answers of other targets that were compared.";
    Differences = differences, "Differences between targets that the reference cannot decide.";
    Unreduced = unreduced, "Findings that were not reduced when the hunt ended, and look like no known bug.";
    Reductions = reductions, "Findings that were reduced.";
    ReductionRuns = reduction_runs, "Cases run while reducing.";
    EngineMicros = engine_micros, "Microseconds waited for queries.";
    OwnMicros = own_micros, "CPU microseconds of making, printing, evaluating and comparing checks.";
    KnownMicros = known_micros, "CPU microseconds of holding answers against the causes that are known.";
    HuntingMicros = hunting_micros, "Microseconds of all workers outside replay and reduction.";
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            started: Instant::now(),
            waited: AtomicU64::new(0),
            counters: std::array::from_fn(|_| AtomicU64::new(0)),
            skipped: Mutex::default(),
            last_new_bug: AtomicU64::new(0),
        }
    }
}

impl Progress {
    /// Counters at zero; the hunt begins now, unless [`Progress::begin`] says otherwise.
    pub fn start() -> Progress {
        Progress::default()
    }

    /// Adds to a counter.
    pub fn add(&self, counter: Counter, amount: u64) {
        self.counters[counter as usize].fetch_add(amount, Ordering::Relaxed);
    }

    /// A counter's value.
    pub fn get(&self, counter: Counter) -> u64 {
        self.counters[counter as usize].load(Ordering::Relaxed)
    }

    /// Counts a case that was not decided.
    pub fn skip(&self, reason: &str) {
        let mut skipped = lock(&self.skipped);
        match skipped.get_mut(reason) {
            Some(count) => *count += 1,
            None => {
                skipped.insert(reason.to_owned(), 1);
            }
        }
    }

    /// Counts a new bug, found now.
    pub fn new_bug(&self) {
        self.add(Counter::NewBugs, 1);
        self.last_new_bug.store((self.elapsed().as_millis() as u64).max(1), Ordering::Relaxed);
    }

    /// Takes one back from a counter that has been counted.
    pub fn take_back(&self, counter: Counter) {
        self.counters[counter as usize].fetch_sub(1, Ordering::Relaxed);
    }

    /// The hunt begins now: what passed until then (installing and starting the target) does not count.
    pub fn begin(&self) {
        self.waited.store(self.started.elapsed().as_micros() as u64, Ordering::Relaxed);
    }

    /// Time since the hunt began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed().saturating_sub(Duration::from_micros(self.waited.load(Ordering::Relaxed)))
    }
}

impl Counts {
    /// Checks per second of hunting, all workers together; loading counts, replay and reduction do not.
    pub fn checks_per_second(&self, workers: usize) -> f64 {
        let seconds = self.hunting_micros as f64 / 1e6 / workers.max(1) as f64;
        if seconds > 0.0 { self.checks as f64 / seconds } else { 0.0 }
    }

    /// The share of executed statements that the target understood, in percent.
    pub fn valid_percent(&self) -> f64 {
        percent(self.checks, self.checks + self.invalid)
    }

    /// The share of checks whose expected table has rows, in percent.
    pub fn non_empty_percent(&self) -> f64 {
        percent(self.non_empty, self.checks)
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// The guard of a mutex whose data stays valid even if a holder panicked: counters and maps of counters.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read_under_their_names() {
        let progress = Progress::start();
        progress.add(Counter::Checks, 3);
        progress.add(Counter::Invalid, 1);
        progress.skip("budget");
        progress.skip("budget");
        let counts = progress.read();
        assert_eq!((counts.checks, counts.valid_percent(), counts.skipped["budget"]), (3, 75.0, 2));
        assert_eq!(counts.last_new_bug_ms, 0);
        progress.new_bug();
        assert!(progress.read().last_new_bug_ms > 0);
    }
}
