//! One worker of a hunt: loads a round's graph, runs its cases, and hands failures on.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::{Case, Opinion, Response, Skip, Step, Verdict, judge};
use graphlance_engines::TargetError;
use graphlance_oracles::RoundContext;
use graphlance_shrink::Failure;
use serde_json::json;
use xxhash_rust::xxh3::xxh3_64;

use crate::arbiter;
use crate::budget::Restart;
use crate::campaign::{Assignment, Campaign, HuntError};
use crate::coverage::Coverage;
use crate::cpu::thread_seconds;
use crate::event::Event;
use crate::flight::Flight;
use crate::measured::{Means, Measured};
use crate::progress::{Counter, lock};
use crate::session::Session;
use crate::store::FindingFolder;

/// One worker with its session.
pub(crate) struct Worker<'a> {
    pub(crate) campaign: &'a Campaign<'a>,
    pub(crate) session: Session,
    /// Time this worker has spent on replays and reductions.
    pub(crate) aside: Duration,
    /// The part of it that went into hangs.
    pub(crate) hanging: Duration,
    /// What it is doing, for when it panics or its target is gone.
    pub(crate) flight: &'a Flight,
    /// Bugs that this worker filed.
    pub(crate) filed: u64,
    index: usize,
    tally: Tally,
    queries_since_restart: u64,
    /// Restarts that are counted already.
    restarts: u64,
    health_read: Option<Instant>,
    cpu: CpuMeter,
}

/// What a worker counts by itself and adds to the run at the end of a round.
#[derive(Default)]
struct Tally {
    coverage: Coverage,
    means: Means,
}

/// CPU seconds of an engine whose process may be replaced by another.
#[derive(Default)]
struct CpuMeter {
    earlier: f64,
    current: f64,
}

impl CpuMeter {
    fn read(&mut self, seconds: f64) {
        if seconds < self.current {
            self.earlier += self.current;
        }
        self.current = seconds;
    }
}

/// An engine of ours that uses more than this between rounds is started anew.
const MOST_MEMORY: u64 = 2 << 30;

/// Kept on disk at most, of what is not a bug.
const MOST_KEPT: u64 = 20;

impl<'a> Worker<'a> {
    /// Opens the worker's connection. Errors: the target cannot be used.
    pub(crate) fn open(campaign: &'a Campaign<'a>, index: usize, flight: &'a Flight) -> Result<Worker<'a>, HuntError> {
        let dialect = campaign.context.dialect.clone();
        let deadlines = campaign.config.deadlines;
        let session =
            Session::open_in(campaign.target, dialect, index, deadlines, &campaign.clock, &campaign.config.languages)?;
        campaign.begin();
        lock(&campaign.run).engine = session.identity().clone();
        Ok(Worker {
            campaign,
            session,
            aside: Duration::ZERO,
            hanging: Duration::ZERO,
            flight,
            filed: 0,
            index,
            tally: Tally::default(),
            queries_since_restart: 0,
            restarts: 0,
            health_read: None,
            cpu: CpuMeter::default(),
        })
    }

    /// Runs rounds until there are no more. A target that is gone is a finding.
    pub(crate) fn run(&mut self) -> Result<(), HuntError> {
        let ended = self.rounds();
        if let Err(HuntError::Target(TargetError::Unreachable(how))) = &ended {
            self.found_gone(how)?;
        }
        ended
    }

    fn rounds(&mut self) -> Result<(), HuntError> {
        while let Some(mut assignment) = self.campaign.next_assignment() {
            let begun = Instant::now();
            let aside = self.aside;
            self.round(&mut assignment)?;
            let hunting = begun.elapsed().saturating_sub(self.aside.saturating_sub(aside));
            self.campaign.progress.add(Counter::HuntingMicros, hunting.as_micros() as u64);
            self.end_round(&assignment)?;
        }
        Ok(())
    }

    fn round(&mut self, assignment: &mut Assignment) -> Result<(), HuntError> {
        self.restart_when_due()?;
        let campaign = self.campaign;
        let context = RoundContext { round: assignment.number, ..campaign.context.clone() };
        let case = Arc::new(context.loading(campaign.oracle, assignment.round.as_ref()));
        self.flight.set(Some(Arc::clone(&case)));
        if !self.load(&case)? {
            return Ok(());
        }
        self.campaign.progress.add(Counter::Graphs, 1);
        let mut texts = HashSet::new();
        let mut loaded = true;
        for _ in 0..assignment.cases {
            if self.campaign.is_over() {
                break;
            }
            let begun = thread_seconds();
            let adaptation = lock(&self.campaign.learning).current();
            let Some(case) = assignment.round.next_case(&adaptation) else { break };
            self.campaign.progress.add(Counter::Cases, 1);
            let case = Arc::new(case);
            self.flight.set(Some(Arc::clone(&case)));
            if !loaded && self.session.prepare(&case.graph, &case.load)?.is_some() {
                self.campaign.progress.skip("the graph could not be loaded again");
                break;
            }
            loaded = self.case(&case, begun, &mut texts)?;
        }
        Ok(())
    }

    fn restart_when_due(&mut self) -> Result<(), HuntError> {
        let due = match self.campaign.config.restart {
            Restart::Never => false,
            Restart::EveryGraph => self.queries_since_restart > 0,
            Restart::EveryQueries(queries) => self.queries_since_restart >= queries,
        };
        if due {
            self.session.restart()?;
            self.queries_since_restart = 0;
        }
        Ok(())
    }

    fn not_loaded(&self, why: &dyn std::fmt::Display) -> Result<bool, HuntError> {
        self.campaign.progress.skip(&format!("loading: {why}"));
        Ok(false)
    }

    /// Loads a round's graph, reads it back and compares it; false when no query should run on it.
    fn load(&mut self, case: &Case) -> Result<bool, HuntError> {
        match arbiter::opinion(case, "", self.session.dialect(), self.session.evaluator().as_ref()) {
            Opinion::Confirmed => {}
            Opinion::Denied(why) => {
                self.denied(case, "", &why)?;
                return Ok(false);
            }
            Opinion::Unconfirmed(why) => {
                self.campaign.progress.add(Counter::Unconfirmed, 1);
                self.campaign.progress.skip(&format!("loading script unconfirmed: {why}"));
                return Ok(false);
            }
        }
        let (responses, verdict) = self.session.run_case(case)?;
        match verdict {
            Verdict::Pass { .. } => Ok(true),
            Verdict::Skipped(Skip::Refused) => {
                self.refused(case, "", &responses)?;
                Ok(false)
            }
            Verdict::Skipped(why) => self.not_loaded(&why),
            Verdict::Inconclusive(why) => self.not_loaded(&why),
            Verdict::Fail(evidence) => {
                self.failed(Failure { case: case.clone(), evidence, responses })?;
                Ok(false)
            }
        }
    }

    /// Runs one case on the loaded graph. `begun`: CPU seconds of this thread when its making began. False when the graph must be loaded again.
    fn case(&mut self, case: &Case, begun: f64, texts: &mut HashSet<u64>) -> Result<bool, HuntError> {
        let progress = self.campaign.progress;
        let Some(statement) = case.claimed_statement() else {
            progress.skip("a case without a statement");
            return Ok(true);
        };
        let text = statement.print(self.session.dialect());
        self.tally.coverage.add(&statement.feature_set());
        match arbiter::opinion(case, &text, self.session.dialect(), self.session.evaluator().as_ref()) {
            Opinion::Confirmed => {}
            Opinion::Denied(why) => {
                self.denied(case, &text, &why)?;
                return Ok(true);
            }
            Opinion::Unconfirmed(_) => progress.add(Counter::Unconfirmed, 1),
        }
        let sent = Instant::now();
        let responses = match case.steps.as_slice() {
            [Step::Run(_)] => vec![self.session.query(&case.prefixed(statement, &text))?],
            _ => self.session.run_steps(case)?,
        };
        let latency = sent.elapsed();
        let verdict = judge(case, &responses, self.session.dialect());
        let fresh = texts.insert(xxh3_64(text.as_bytes()));
        self.queries_since_restart += 1;
        progress.add(Counter::EngineMicros, latency.as_micros() as u64);
        progress.add(Counter::OwnMicros, ((thread_seconds() - begun) * 1e6) as u64);
        self.conclude(case, &text, responses, verdict, fresh, latency)
    }

    /// Counts a verdict and acts on it. False when the graph must be loaded again.
    fn conclude(
        &mut self,
        case: &Case,
        text: &str,
        responses: Vec<Response>,
        verdict: Verdict,
        fresh: bool,
        latency: Duration,
    ) -> Result<bool, HuntError> {
        let progress = self.campaign.progress;
        let refused = matches!(&verdict, Verdict::Skipped(Skip::Refused));
        if !refused {
            // What has no answer to compare is no check.
            let compared = matches!(verdict, Verdict::Pass { .. } | Verdict::Fail(_));
            progress.add(Counter::Checks, u64::from(fresh && compared));
            self.tally.means.add(&Measured::of_printed(case, text));
            self.count_rows(case, &verdict, fresh && compared);
            if let Some(statement) = case.claimed_statement() {
                let mut learning = lock(&self.campaign.learning);
                if let Some(reason) = learning.answered(statement, case.lineage.size_class, latency) {
                    self.campaign.adapted(&learning, reason)?;
                }
            }
        }
        match verdict {
            Verdict::Pass { .. } => {}
            Verdict::Skipped(_) if refused => self.refused(case, text, &responses)?,
            Verdict::Skipped(why) => progress.skip(&why.to_string()),
            Verdict::Inconclusive(why) => progress.skip(&why.to_string()),
            Verdict::Fail(evidence) => {
                self.failed(Failure { case: case.clone(), evidence, responses })?;
                // Replays and reduction have left another graph behind.
                return Ok(false);
            }
        }
        Ok(!self.session.is_dead())
    }

    fn count_rows(&self, case: &Case, verdict: &Verdict, fresh: bool) {
        let progress = self.campaign.progress;
        let has_rows = match case.claim.table() {
            Some((_, returns)) => !returns.rows.is_empty(),
            None => !matches!(verdict, Verdict::Pass { vacuous: true }),
        };
        progress.add(Counter::NonEmpty, u64::from(fresh && has_rows));
        progress.add(Counter::Vacuous, u64::from(matches!(verdict, Verdict::Pass { vacuous: true })));
    }

    /// The target's parser does not take a statement: counted, shown, learned from.
    fn refused(&mut self, case: &Case, text: &str, responses: &[Response]) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let text = &case.claimed_statement().map_or_else(String::new, |statement| case.prefixed(statement, text));
        let before = campaign.progress.get(Counter::Invalid);
        campaign.progress.add(Counter::Invalid, 1);
        if before < MOST_KEPT {
            let message = match responses.iter().find(|response| matches!(response, Response::Error(_))) {
                Some(Response::Error(error)) => error.message.clone(),
                _ => String::new(),
            };
            campaign.tell(Event::Refused { text: text.to_owned(), message })?;
        }
        if let Some(statement) = case.claimed_statement() {
            let mut learning = lock(&campaign.learning);
            if let Some(reason) = learning.refused(statement) {
                campaign.adapted(&learning, reason)?;
            }
        }
        Ok(())
    }

    /// The reference denies a claim: a defect of ours. Kept, counted, and in a debug build the end of the hunt.
    fn denied(&mut self, case: &Case, text: &str, why: &str) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let before = campaign.progress.get(Counter::Denied);
        campaign.progress.add(Counter::Denied, 1);
        if before >= MOST_KEPT {
            return Ok(());
        }
        let form = json!({"version": 1, "why": why, "text": text, "case": case});
        let slug = format!("round-{}-case-{}", case.lineage.round, case.lineage.index);
        let files = vec![("denied.json".to_owned(), format!("{form:#}\n").into_bytes())];
        let folder = campaign.store.write_finding("denied", &FindingFolder { slug, files })?;
        campaign.tell(Event::Denied { why: why.to_owned(), folder: campaign.store.relative(&folder) })?;
        if campaign.config.stop_on_denial {
            return Err(HuntError::Denied { why: why.to_owned(), folder: folder.display().to_string() });
        }
        Ok(())
    }

    fn end_round(&mut self, assignment: &Assignment) -> Result<(), HuntError> {
        self.tally.coverage.add_techniques(&assignment.round.techniques());
        let tally = std::mem::take(&mut self.tally);
        let seconds = self.campaign.progress.elapsed().as_secs_f64();
        let due = self.health_read.is_none_or(|read| read.elapsed() >= Duration::from_secs(1));
        let health = due.then(|| self.session.driver().health());
        let mut run = lock(&self.campaign.run);
        run.coverage.merge(&tally.coverage);
        run.means.merge(&tally.means);
        if let Some(health) = health {
            self.health_read = Some(Instant::now());
            if let (0, Some(bytes)) = (self.index, health.memory_bytes) {
                run.memory.add(seconds, bytes);
            }
            if let Some(cpu) = health.cpu_seconds {
                let before = self.cpu.earlier + self.cpu.current;
                self.cpu.read(cpu);
                let added = self.cpu.earlier + self.cpu.current - before;
                *run.engine_cpu.get_or_insert(0.0) += added;
            }
            drop(run);
            // An engine that leaks would take the machine down before the hunt ends; the growth is in the summary.
            if health.memory_bytes.is_some_and(|bytes| bytes > MOST_MEMORY) {
                self.session.restart()?;
            }
        }
        let restarts = self.session.restarts();
        self.campaign.progress.add(Counter::Restarts, restarts - std::mem::replace(&mut self.restarts, restarts));
        Ok(())
    }
}
