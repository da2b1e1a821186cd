//! The hunt: rounds handed out to workers until the budget is spent.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use graphlance_engines::{Identity, Target, TargetError};
use graphlance_generate::Profile;
use graphlance_oracles::{Oracle, Round, RoundContext};
use thiserror::Error;

use crate::adapt::{Change, Learning};
use crate::budget::{Budget, Restart};
use crate::coverage::Coverage;
use crate::event::{Entry, Event};
use crate::known::KnownBugs;
use crate::measured::Means;
use crate::memory::Memory;
use crate::progress::{Counter, Counts, Progress, lock};
use crate::reduce::Limits;
use crate::registry::Registry;
use crate::run_file::{RunFile, RunState};
use crate::session::Deadlines;
use crate::store::{Store, StoreError};
use crate::worker::Worker;

/// What a hunt is told.
#[derive(Clone, Debug)]
pub struct Config {
    /// The seed of everything random.
    pub seed: u64,
    /// How long.
    pub budget: Budget,
    /// Sizes and techniques.
    pub profile: Arc<Profile>,
    /// Workers, each with a database and graphs of its own; at least one.
    pub workers: usize,
    /// Whether the hunt learns while it runs; else one adaptation state holds throughout.
    pub adapt: bool,
    /// What a query should take on average, for steering sizes.
    pub target_latency: Duration,
    /// When the engine is started anew.
    pub restart: Restart,
    /// Deadlines of queries and loading.
    pub deadlines: Deadlines,
    /// What one reduction may cost.
    pub limits: Limits,
    /// Whether a claim that the reference denies ends the hunt at once.
    pub stop_on_denial: bool,
    /// Fingerprints of bugs known before.
    pub known: BTreeSet<String>,
    /// Bugs that the engine's developers know: counted, not reported.
    pub known_bugs: KnownBugs,
    /// Ends the hunt at the first new bug.
    pub stop_at_first: bool,
}

impl Config {
    /// The defaults for a profile: a minute, one worker, seed 1.
    pub fn new(profile: Profile) -> Config {
        Config {
            seed: 1,
            budget: Budget::Time(Duration::from_secs(60)),
            profile: Arc::new(profile),
            workers: 1,
            adapt: true,
            target_latency: TARGET_LATENCY,
            restart: Restart::Never,
            deadlines: Deadlines::default(),
            limits: Limits::default(),
            stop_on_denial: cfg!(debug_assertions),
            known: BTreeSet::new(),
            known_bugs: KnownBugs::default(),
            stop_at_first: false,
        }
    }
}

/// What a query should take on average, unless told otherwise.
pub const TARGET_LATENCY: Duration = Duration::from_millis(4);

/// Why a hunt ended before its budget.
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
}

/// Hears of events, from any worker's thread.
pub trait Observer: Sync {
    /// Called once per event, soon after it.
    fn event(&self, event: &Event);
}

/// Hears nothing.
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _: &Event) {}
}

/// The end of a hunt.
#[derive(Clone, Debug)]
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
    /// What the hunt switched off, because the target refused it each time: features and functions.
    pub switched_off: Vec<String>,
    /// Whether it was stopped before its budget was spent.
    pub interrupted: bool,
}

/// What all workers share.
pub(crate) struct Campaign<'a> {
    pub(crate) target: &'a dyn Target,
    pub(crate) oracle: &'a dyn Oracle,
    pub(crate) config: &'a Config,
    pub(crate) store: &'a Store,
    pub(crate) observer: &'a dyn Observer,
    pub(crate) progress: &'a Progress,
    pub(crate) learning: Mutex<Learning>,
    pub(crate) registry: Mutex<Registry>,
    pub(crate) run: Mutex<RunState>,
    stop: &'a AtomicBool,
    pub(crate) context: RoundContext,
    dispatcher: Mutex<Dispatcher>,
    failure: Mutex<Option<HuntError>>,
    failed: AtomicBool,
}

/// The next round and what is left of a budget of cases.
struct Dispatcher {
    next_round: u64,
    cases_left: Option<u64>,
}

/// A round handed to a worker.
pub(crate) struct Assignment {
    pub(crate) number: u64,
    pub(crate) round: Box<dyn Round>,
    /// At most so many cases of it are run.
    pub(crate) cases: u64,
}

/// Hunts until the budget is spent or `stop` is set. Findings, `run.json` and `coverage.json` are in the store as they
/// come. Errors: the target or the store cannot be used; what was found before is in the store.
pub fn hunt(
    target: &dyn Target,
    oracle: &dyn Oracle,
    config: &Config,
    store: &Store,
    observer: &dyn Observer,
    progress: &Progress,
    stop: &AtomicBool,
) -> Result<Summary, HuntError> {
    // First: what is not known to be understood is not hunted.
    let dialect = target.dialect()?;
    if let Some(why) = oracle.objection(&dialect) {
        let (oracle, target) = (oracle.name(), target.name());
        return Err(HuntError::Oracle(format!("the oracle {oracle} cannot be used on {target}: {why}")));
    }
    let steering = (config.adapt && config.profile.techniques.size_steering).then_some(config.target_latency);
    let campaign = Campaign {
        target,
        oracle,
        config,
        store,
        observer,
        progress,
        learning: Mutex::new(Learning::new(!config.adapt, steering, config.profile.sizes.len())),
        registry: Mutex::new(Registry::new(config.known.clone())),
        run: Mutex::new(RunState::default()),
        stop,
        context: RoundContext::new(config.seed, dialect, Arc::clone(&config.profile)),
        dispatcher: Mutex::new(Dispatcher { next_round: 0, cases_left: config.budget.queries() }),
        failure: Mutex::new(None),
        failed: AtomicBool::new(false),
    };
    campaign.write_run(true)?;
    std::thread::scope(|scope| {
        for index in 0..config.workers.max(1) {
            let campaign = &campaign;
            scope.spawn(move || {
                if let Err(error) = Worker::open(campaign, index).and_then(|mut worker| worker.run()) {
                    campaign.fail(error);
                }
            });
        }
        campaign.write_now_and_then();
    });
    campaign.finish()
}

impl Campaign<'_> {
    /// The next round; none when the hunt is over.
    pub(crate) fn next_assignment(&self) -> Option<Assignment> {
        if self.is_over() {
            return None;
        }
        let mut dispatcher = lock(&self.dispatcher);
        if dispatcher.cases_left == Some(0) {
            return None;
        }
        let number = dispatcher.next_round;
        dispatcher.next_round += 1;
        let context = RoundContext { round: number, ..self.context.clone() };
        let Some(left) = dispatcher.cases_left else {
            drop(dispatcher);
            return Some(Assignment { number, round: self.oracle.round(&context), cases: u64::MAX });
        };
        let round = self.oracle.round(&context);
        // A round without cases still costs one of the budget, or a profile of empty rounds would never end.
        let cases = round.case_count().min(left);
        dispatcher.cases_left = Some(left - cases.max(1));
        Some(Assignment { number, round, cases })
    }

    /// Whether no further case should start.
    pub(crate) fn is_over(&self) -> bool {
        let spent = self.config.budget.time().is_some_and(|time| self.progress.elapsed() >= time);
        let found = self.config.stop_at_first && self.progress.get(Counter::NewBugs) > 0;
        spent || found || self.is_stopped()
    }

    /// Whether the hunt was stopped from outside or by a failure, so that even reductions should end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }

    /// Tells of an event: a line in `events.jsonl`, and a word to the observer.
    pub(crate) fn tell(&self, event: Event) -> Result<(), HuntError> {
        self.observer.event(&event);
        Ok(self.store.event(&Entry { at: self.progress.elapsed().as_secs_f64(), event })?)
    }

    /// Records a change of the adaptation state.
    pub(crate) fn adapted(&self, learning: &Learning, reason: String) -> Result<(), HuntError> {
        let state = learning.current();
        let at_seconds = self.progress.elapsed().as_secs_f64();
        let change = Change { at_seconds, reason: reason.clone(), hash: state.hash(), state: (*state).clone() };
        let event = Event::Adapted { reason, hash: change.hash.clone() };
        lock(&self.run).changes.push(change);
        self.tell(event)
    }

    fn fail(&self, error: HuntError) {
        lock(&self.failure).get_or_insert(error);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Writes `run.json` now and then until the workers are done.
    fn write_now_and_then(&self) {
        let mut written = Instant::now();
        while lock(&self.run).workers_done < self.config.workers.max(1) as u64 && !self.failed.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
            if written.elapsed() >= Duration::from_secs(5) {
                if let Err(error) = self.write_run(true) {
                    self.fail(error);
                }
                written = Instant::now();
            }
        }
    }

    fn write_run(&self, running: bool) -> Result<(), HuntError> {
        let state = lock(&self.run).clone();
        let counts = self.progress.read();
        let dialect = &self.context.dialect;
        self.store.write_run(&RunFile::new(
            self.config,
            self.target,
            dialect,
            self.oracle,
            &state,
            &counts,
            running,
        ))?;
        self.store.write_coverage(&state.coverage)?;
        Ok(())
    }

    fn finish(self) -> Result<Summary, HuntError> {
        let written = self.write_run(false);
        if let Some(error) = lock(&self.failure).take() {
            return Err(error);
        }
        written?;
        let state = lock(&self.run).clone();
        Ok(Summary {
            counts: self.progress.read(),
            coverage: state.coverage,
            means: state.means,
            engine: state.engine,
            memory: state.memory,
            engine_cpu: state.engine_cpu,
            switched_off: lock(&self.learning).switched_off(),
            interrupted: self.stop.load(Ordering::Relaxed),
        })
    }
}
