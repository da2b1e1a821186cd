//! What a runner counts, and what it tells of what is no bug.

use std::time::{Duration, Instant};

use graphlance_case::{Case, Response, Skip, Verdict};

use super::Runner;
use crate::campaign::{Assignment, HuntError};
use crate::coverage::Coverage;
use crate::event::Event;
use crate::measured::{Means, Measured};
use crate::pipeline::Fresh;
use crate::progress::{Counter, lock};

/// What a worker counts by itself and adds to the run at the end of a round.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) coverage: Coverage,
    pub(super) means: Means,
}

/// CPU seconds of an engine whose process may be replaced by another.
#[derive(Default)]
pub(super) struct CpuMeter {
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

impl Runner<'_> {
    /// Counts a verdict, and learns from it.
    pub(super) fn count(
        &mut self,
        case: &Case,
        text: &str,
        verdict: &Verdict,
        fresh: Fresh,
        took: Duration,
    ) -> Result<(), HuntError> {
        if matches!(verdict, Verdict::Skipped(Skip::Refused)) {
            return Ok(());
        }
        // What has no answer to compare is no check.
        let compared = matches!(verdict, Verdict::Pass { .. } | Verdict::Fail(_));
        self.campaign.progress.add(Counter::Checks, u64::from(fresh.check && compared));
        self.campaign.progress.add(Counter::Texts, u64::from(fresh.text && compared));
        self.tally.means.add(&Measured::of_printed(case, text));
        self.count_rows(case, verdict, fresh.check && compared);
        if let Some(statement) = case.claimed_statement() {
            let mut learning = lock(&self.campaign.learning);
            if let Some(reason) = learning.answered(statement, case.lineage.size_class, took) {
                self.campaign.adapted(&learning, reason)?;
            }
        }
        Ok(())
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
    pub(super) fn refused(&mut self, case: &Case, text: &str, responses: &[Response]) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let is_error = |response: &Response| matches!(response, Response::Error(_));
        // It may be one that leads to the claimed one, of which nothing is learned then.
        let at = responses.iter().position(is_error).and_then(|step| case.statement(step));
        let refused = at.or(case.claimed_statement());
        let text = match refused {
            Some(statement) if case.claimed_statement() == refused => case.prefixed(statement, text),
            Some(statement) => case.sent(statement, self.session.dialect()),
            None => String::new(),
        };
        let before = campaign.progress.get(Counter::Invalid);
        campaign.progress.add(Counter::Invalid, 1);
        if before < MOST_KEPT {
            let message = match responses.iter().find(|response| is_error(response)) {
                Some(Response::Error(error)) => error.message.clone(),
                _ => String::new(),
            };
            campaign.tell(Event::Refused { text, message })?;
        }
        if let Some(statement) = refused {
            let mut learning = lock(&campaign.learning);
            if let Some(reason) = learning.refused(statement) {
                campaign.adapted(&learning, reason)?;
            }
        }
        Ok(())
    }

    /// The reference denies a claim: a defect of ours.
    pub(super) fn denied(&mut self, case: &Case, text: &str, why: &str) -> Result<(), HuntError> {
        self.campaign.denied(case, text, why)
    }

    pub(super) fn end_round(&mut self, assignment: &Assignment) -> Result<(), HuntError> {
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
