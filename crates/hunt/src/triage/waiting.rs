//! Failures that wait for their reduction, because reductions have had their share of the time.

use std::path::PathBuf;
use std::time::Duration;

use graphlance_shrink::{Failure, Family};

use super::Triage;
use crate::campaign::HuntError;
use crate::measured::Measured;
use crate::progress::Counter;
use crate::session::Session;

/// Failures that wait in memory at most, for one worker; others are written down at once.
const MOST_WAITING: usize = 300;
/// The folder of those that were not reduced when the hunt ended.
pub const UNREDUCED: &str = "unreduced";

/// Failures in the order of how promising they are.
#[derive(Default)]
pub(super) struct Waiting(Vec<Waiter>);

struct Waiter {
    failure: Failure,
    family: Family,
    /// What has not been seen before comes first, and of such the smaller.
    rank: (bool, u64),
    /// Where it is written down, once it has to wait: a hunt may be killed.
    kept: Option<PathBuf>,
}

impl Waiting {
    /// The most promising one.
    fn take(&mut self) -> Option<Waiter> {
        let (best, _) = self.0.iter().enumerate().min_by_key(|(_, waiter)| waiter.rank)?;
        Some(self.0.remove(best))
    }
}

/// No reduction begins when less than this is left of the overtime: each has replays and a report to make.
const LAST: Duration = Duration::from_secs(8);

impl Triage<'_> {
    /// Has a confirmed failure wait. `likely`: it looks like a bug that is known.
    pub(super) fn wait(
        &mut self,
        session: &mut Session,
        failure: Failure,
        family: Family,
        likely: bool,
    ) -> Result<(), HuntError> {
        if self.waiting.0.len() >= MOST_WAITING {
            return self.leave(session, &failure, likely);
        }
        let size = Measured::of(&failure.case);
        let rank = (likely, size.nodes * 2 + size.relationships + size.clauses * 8);
        self.waiting.0.push(Waiter { failure, family, rank, kept: None });
        Ok(())
    }

    /// Reduces what waits while reductions have a share of the time left. What a cause explains by now is only counted.
    pub(crate) fn work_off(&mut self, session: &mut Session) -> Result<(), HuntError> {
        while !self.campaign.is_over() && !self.hurries() {
            let Some(waiter) = self.waiting.take() else { return Ok(()) };
            self.reduce_waiter(session, waiter)?;
        }
        self.write_down(session)
    }

    /// Writes down what has to wait.
    fn write_down(&mut self, session: &mut Session) -> Result<(), HuntError> {
        let mut waiting = std::mem::take(&mut self.waiting);
        let written = waiting.0.iter_mut().filter(|waiter| waiter.kept.is_none()).try_for_each(|waiter| {
            waiter.kept = Some(self.kept_apart(session, UNREDUCED, &waiter.failure, [1, 1])?);
            Ok(())
        });
        self.waiting = waiting;
        written
    }

    fn reduce_waiter(&mut self, session: &mut Session, waiter: Waiter) -> Result<(), HuntError> {
        let Waiter { failure, family, kept, .. } = waiter;
        if !self.is_known_cause(session, &failure) {
            self.reduce_with_others(session, failure, &family)?;
        }
        self.settled(kept)
    }

    /// The hunt is over: what still waits is reduced, where its budget is one of time while some of the overtime is left, and
    /// written down.
    pub(crate) fn finish(&mut self, session: &mut Session) -> Result<(), HuntError> {
        let timed = self.campaign.config.budget.time().is_some();
        while let Some(waiter) = self.waiting.take() {
            let late = timed && self.campaign.clock.left() < LAST;
            if !late && !self.campaign.is_stopped() {
                self.reduce_waiter(session, waiter)?;
            } else if self.is_known_cause(session, &waiter.failure) {
                self.settled(waiter.kept)?;
            } else if waiter.kept.is_some() {
                self.count_unreduced(waiter.rank.0);
            } else {
                self.leave(session, &waiter.failure, waiter.rank.0)?;
            }
        }
        Ok(())
    }

    /// What was written down is filed otherwise by now.
    fn settled(&self, kept: Option<PathBuf>) -> Result<(), HuntError> {
        match kept {
            Some(folder) => Ok(self.campaign.store.remove_finding(&folder)?),
            None => Ok(()),
        }
    }

    /// Writes a failure down that is not reduced. One that looks like a known bug is counted as such; any other may be a new one.
    fn leave(&mut self, session: &mut Session, failure: &Failure, likely: bool) -> Result<(), HuntError> {
        self.count_unreduced(likely);
        self.keep_apart(session, UNREDUCED, failure, [1, 1])
    }

    fn count_unreduced(&self, likely: bool) {
        self.campaign.progress.add(if likely { Counter::KnownHits } else { Counter::Unreduced }, 1);
    }
}
