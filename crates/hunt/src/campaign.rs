//! The hunt: rounds handed out to workers until the budget is spent.

mod config;
mod earlier;
mod end;
mod observer;
mod reached;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use graphlance_case::Case;
use graphlance_engines::{Target, TargetError};
use graphlance_oracles::{Round, RoundContext};
use graphlance_shrink::template;
use serde_json::json;

use crate::adapt::{Change, Learning};
use crate::behind::Behind;
use crate::clock::Clock;
use crate::event::{Entry, Event};
use crate::flight::{Flight, message_of};
use crate::guarded::dialect_of;
use crate::mix::{Oracles, Worth};
use crate::plans::Plans;
use crate::progress::{Counter, Progress, lock};
use crate::registry::Registry;
use crate::run_file::{RunFile, RunState, elsewhere};
use crate::runner::Runner;
use crate::store::{FindingFolder, Store};
use crate::unsolved::Unsolved;

pub use config::{Config, IN_FLIGHT, TARGET_LATENCY};
pub use earlier::Earlier;
pub use end::{HuntError, HuntFailure, Summary};
pub use observer::{Observer, Silent};
pub use reached::{OpenRound, Reached};

/// Denied claims kept on disk at most.
const MOST_DENIED: u64 = 20;

/// What all workers share.
pub(crate) struct Campaign<'a> {
    pub(crate) target: &'a Arc<dyn Target>,
    pub(crate) oracles: Oracles<'a>,
    /// What each of them is worth.
    worth: Mutex<Worth>,
    pub(crate) config: &'a Config,
    pub(crate) store: &'a Store,
    pub(crate) observer: &'a dyn Observer,
    pub(crate) progress: &'a Progress,
    pub(crate) learning: Mutex<Learning>,
    pub(crate) registry: Mutex<Registry>,
    /// The causes that are switched on in the reference.
    pub(crate) behind: Mutex<Behind>,
    pub(crate) unsolved: Mutex<Unsolved>,
    pub(crate) run: Mutex<RunState>,
    pub(crate) clock: Clock,
    /// Set when the first worker has opened the target: installing and starting it is not part of the budget.
    begun: OnceLock<()>,
    pub(crate) context: RoundContext,
    /// Rounds of an earlier hunt that are not over.
    again: Mutex<Vec<(u64, OpenRound)>>,
    failure: Mutex<Option<HuntError>>,
    /// The plans that were met.
    pub(crate) plans: Mutex<Plans>,
    /// Held while `run.json` is written, so that no older state replaces a newer one.
    writing: Mutex<()>,
}

/// A budget of cases is for so many rounds at least, where rounds are longer than this.
const FEWEST_ROUNDS: u64 = 8;
const LONG_ROUND: u64 = 120;

/// A round handed to a worker.
pub(crate) struct Assignment {
    pub(crate) number: u64,
    /// The place of its oracle.
    pub(crate) oracle: usize,
    pub(crate) round: Box<dyn Round>,
    /// At most so many cases of it are run.
    pub(crate) cases: u64,
}

/// Hunts until the budget is spent or `stop` is set. Findings, `run.json` and `coverage.json` are in the store as they
/// come. After `stop` it ends within the deadline of a query and two seconds, after a budget of time within the overtime and a
/// second, whatever the target does. Errors: the target or the store cannot be used, or graphlance has a defect; what was
/// found before is in the store.
pub fn hunt<'a>(
    target: &Arc<dyn Target>,
    oracles: impl Into<Oracles<'a>>,
    config: &Config,
    store: &Store,
    observer: &dyn Observer,
    progress: &Progress,
    stop: &Arc<AtomicBool>,
) -> Result<Summary, HuntFailure> {
    let clock = Clock::new(stop, config.deadlines.query);
    // First: what is not known to be understood is not hunted.
    let unused = |error: HuntError| {
        let summary = Summary { interrupted: clock.is_interrupted(), ..Summary::default() };
        HuntFailure { error, summary: Box::new(summary) }
    };
    let dialect = match dialect_of(target, &clock) {
        Ok(dialect) => dialect,
        Err(TargetError::Stopped) => {
            return Ok(Summary { interrupted: clock.is_interrupted(), ..Summary::default() });
        }
        Err(error) => return Err(unused(error.into())),
    };
    let oracles = match oracles.into().that_fit(&dialect, &config.profile, !config.with.is_empty()) {
        Ok(oracles) => oracles,
        Err(why) => return Err(unused(HuntError::Oracle(format!("{} cannot be asked: {why}", target.name())))),
    };
    let steering = (config.adapt && config.profile.techniques.size_steering).then_some(config.target_latency);
    let (mut registry, mut run) = (Registry::new(config.known.clone()), RunState::default());
    let mut plans = Plans::default();
    let mut worth = Worth::new(oracles.count(), !config.adapt);
    let mut learning = Learning::new(!config.adapt, steering, config.profile.sizes.len());
    if let Some(earlier) = &config.earlier {
        earlier.file(&mut registry);
        progress.add_all(&earlier.run.counts);
        run = earlier.state();
        plans = earlier.plans();
        oracles.remember(&earlier.run.shares, &mut worth);
        learning.go_on(earlier.run.adaptation.last());
    }
    let campaign = Campaign {
        target,
        worth: Mutex::new(worth),
        oracles,
        config,
        store,
        observer,
        progress,
        learning: Mutex::new(learning),
        registry: Mutex::new(registry),
        behind: Mutex::default(),
        unsolved: Mutex::default(),
        again: Mutex::new(run.reached.open.iter().map(|(number, open)| (*number, open.clone())).collect()),
        run: Mutex::new(run),
        clock,
        begun: OnceLock::new(),
        context: RoundContext::new(config.seed, dialect, Arc::clone(&config.profile)),
        failure: Mutex::new(None),
        plans: Mutex::new(plans),
        writing: Mutex::new(()),
    };
    match campaign.write_run(true) {
        Ok(()) => campaign.run_workers(),
        Err(error) => campaign.fail(error),
    }
    campaign.finish()
}

impl Campaign<'_> {
    /// Runs all workers to their ends and writes `run.json` now and then.
    fn run_workers(&self) {
        std::thread::scope(|scope| {
            let mut workers = Vec::new();
            for index in 0..self.config.workers.max(1) {
                let thread = std::thread::Builder::new().name(format!("worker-{index}"));
                match thread.spawn_scoped(scope, move || self.work(index)) {
                    Ok(worker) => workers.push(worker),
                    Err(error) => {
                        let message = format!("cannot start a thread: {error}; try fewer --workers");
                        self.fail(TargetError::Start(message).into());
                    }
                }
            }
            let mut written = Instant::now();
            // Not told by a worker, who may panic, but by its thread.
            while !workers.iter().all(std::thread::ScopedJoinHandle::is_finished) {
                std::thread::sleep(Duration::from_millis(20));
                if written.elapsed() >= Duration::from_secs(5) {
                    if let Err(error) = self.write_run(true) {
                        self.fail(error);
                    }
                    written = Instant::now();
                }
            }
        });
    }

    /// One worker from its beginning to its end, a panic included.
    fn work(&self, index: usize) {
        let flight = Flight::default();
        let work = || Runner::open(self, index, &flight).and_then(|mut runner| runner.run());
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
            // What is stopped has not failed.
            Ok(Ok(()) | Err(HuntError::Target(TargetError::Stopped))) => {}
            Ok(Err(error)) => self.fail(error),
            Err(panic) => self.fail(flight.keep(self, index, message_of(panic.as_ref()))),
        }
    }

    /// The budget begins, once, when a worker is ready.
    pub(crate) fn begin(&self) {
        self.begun.get_or_init(|| {
            self.progress.begin();
            if let Some(time) = self.config.budget.time() {
                self.clock.end_in(time.saturating_add(self.config.overtime));
            }
        });
    }

    /// The next round; none when the hunt is over.
    pub(crate) fn next_assignment(&self) -> Option<Assignment> {
        if self.is_over() {
            return None;
        }
        let again = lock(&self.again).pop();
        if let Some((number, OpenRound { oracle, done, cases })) = again {
            let (oracle, mut round) = self.round_of(number, self.oracles.place(&oracle));
            let adaptation = lock(&self.learning).current();
            // What is dealt with is made once more, for the others follow from it.
            let _ = (0..done).try_for_each(|_| round.next_case(&adaptation).map(drop));
            return Some(Assignment { number, oracle, round, cases: cases.saturating_sub(done) });
        }
        let mut run = lock(&self.run);
        let left = self.config.budget.queries().map(|cases| cases.saturating_sub(run.reached.given));
        if left == Some(0) || self.config.budget.rounds().is_some_and(|rounds| run.reached.next >= rounds) {
            return None;
        }
        if left.is_none() {
            let number = run.reached.give(u64::MAX);
            drop(run);
            let (oracle, round) = self.begun_round(number);
            lock(&self.run).reached.made_by(number, self.oracles.at(oracle).name());
            return Some(Assignment { number, oracle, round, cases: u64::MAX });
        }
        let (oracle, round) = self.begun_round(run.reached.next);
        // A long round leaves something to others.
        let left = left.unwrap_or(u64::MAX);
        let cases = round.case_count().min(left).min((left / FEWEST_ROUNDS).max(LONG_ROUND));
        let number = run.reached.give(cases);
        run.reached.made_by(number, self.oracles.at(oracle).name());
        Some(Assignment { number, oracle, round, cases })
    }

    /// The round of a number, and the place of the oracle that makes it.
    fn begun_round(&self, number: u64) -> (usize, Box<dyn Round>) {
        let weights = lock(&self.worth).weights();
        let oracle = self.oracles.choose(self.context.seed, number, &weights);
        self.round_of(number, Some(oracle))
    }

    /// The round of a number, by the oracle at a place, or else by the one that is drawn.
    fn round_of(&self, number: u64, oracle: Option<usize>) -> (usize, Box<dyn Round>) {
        let Some(oracle) = oracle else { return self.begun_round(number) };
        (oracle, self.oracles.at(oracle).round(&RoundContext { round: number, ..self.context.clone() }))
    }

    /// A round of an oracle took this time and found so many bugs that nobody knew.
    pub(crate) fn earned(&self, oracle: usize, took: Duration, found: u64) {
        lock(&self.worth).earned(oracle, took, found);
        lock(&self.run).shares.entry(self.oracles.at(oracle).name().to_owned()).or_default().add(took, found);
    }

    /// A case is dealt with, unless the hunt was over before: then whoever goes on with the hunt deals with it again.
    pub(crate) fn dealt_with(&self, case: &Case) {
        if self.is_over() {
            return;
        }
        let mut run = lock(&self.run);
        run.reached.done(case.lineage.round);
        if let Some(stated) = case.claim.stated() {
            let kind = run.stated.entry(case.lineage.oracle.clone()).or_default();
            *kind.entry(template(stated.words())).or_default() += 1;
        }
    }

    /// A round is over, unless the hunt is.
    pub(crate) fn round_over(&self, number: u64) {
        if !self.is_over() {
            lock(&self.run).reached.over(number);
        }
    }

    /// Whether no further case should start.
    pub(crate) fn is_over(&self) -> bool {
        let spent = self.config.budget.time().is_some_and(|time| self.progress.elapsed() >= time);
        let found = self.config.stop_at_first && self.progress.get(Counter::NewBugs) > 0;
        spent || found || self.is_stopped()
    }

    /// Whether the hunt was stopped from outside or by a failure, so that even reductions should end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.clock.is_stopped()
    }

    /// Tells of an event: a line in `events.jsonl`, and a word to the observer.
    pub(crate) fn tell(&self, event: Event) -> Result<(), HuntError> {
        self.observer.event(&event);
        Ok(self.store.event(&Entry { at: self.progress.elapsed().as_secs_f64(), event })?)
    }

    /// An evaluator denies a claim, or what another evaluator says: a defect of ours. Kept, counted, and in a debug build the
    /// end of the hunt.
    pub(crate) fn denied(&self, case: &Case, text: &str, why: &str) -> Result<(), HuntError> {
        let before = self.progress.get(Counter::Denied);
        self.progress.add(Counter::Denied, 1);
        if before >= MOST_DENIED {
            return Ok(());
        }
        let form = json!({"version": 1, "why": why, "text": text, "case": case});
        let slug = format!("round-{}-case-{}", case.lineage.round, case.lineage.index);
        let files = vec![("denied.json".to_owned(), format!("{form:#}\n").into_bytes())];
        let folder = self.store.write_finding("denied", &FindingFolder { slug, files })?;
        self.tell(Event::Denied { why: why.to_owned(), folder: self.store.relative(&folder) })?;
        if self.config.stop_on_denial {
            return Err(HuntError::Denied { why: why.to_owned(), folder: folder.display().to_string() });
        }
        Ok(())
    }

    /// Records a change of the adaptation state.
    pub(crate) fn adapted(&self, learning: &Learning, reason: String) -> Result<(), HuntError> {
        let state = learning.current();
        let at_seconds = self.progress.elapsed().as_secs_f64();
        let change = Change { at_seconds, reason: reason.clone(), hash: state.hash(), state: (*state).clone() };
        let event = Event::Adapted { reason, hash: change.hash.clone() };
        lock(&self.run).changed(change);
        self.tell(event)
    }

    /// Ends the hunt: the other workers stop in good order.
    fn fail(&self, error: HuntError) {
        let mut failure = lock(&self.failure);
        *failure = Some(HuntError::graver(failure.take(), error));
        self.clock.stop();
    }

    /// Replaces `run.json` and `coverage.json`.
    pub(crate) fn write_run(&self, running: bool) -> Result<(), HuntError> {
        let _writing = lock(&self.writing);
        let mut state = lock(&self.run).clone();
        state.plans_by_minute = lock(&self.plans).by_minute();
        let counts = self.progress.read();
        let dialect = &self.context.dialect;
        self.store.write_run(&RunFile::new(
            self.config,
            self.target.as_ref(),
            dialect,
            &self.oracles.names(),
            &state,
            &counts,
            running,
        ))?;
        self.store.write_coverage(&state.coverage)?;
        Ok(())
    }

    fn finish(self) -> Result<Summary, HuntFailure> {
        if let Err(error) = self.write_run(false) {
            self.fail(error);
        }
        let state = lock(&self.run).clone();
        let summary = Summary {
            counts: self.progress.read(),
            coverage: state.coverage,
            means: state.means,
            engine: state.engine,
            memory: state.memory,
            engine_cpu: state.engine_cpu,
            elsewhere: elsewhere(&state.bugs),
            switched_off: lock(&self.learning).switched_off(),
            interrupted: self.clock.is_interrupted(),
        };
        match lock(&self.failure).take() {
            Some(error) => Err(HuntFailure { error, summary: Box::new(summary) }),
            None => Ok(summary),
        }
    }
}
