//! Failures that wait for their reduction, because reductions have had their share of the time.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use graphlance_case::FailureClass;
use graphlance_shrink::{Failure, Family};

use super::{PATIENCE, Triage, UNCONFIRMED, UNTRIED, features_of};
use crate::bounds;
use crate::campaign::HuntError;
use crate::measured::Measured;
use crate::progress::{Counter, lock};
use crate::registry::Registry;
use crate::session::Session;

/// Failures that wait in memory at most, for one worker; others are written down at once.
const MOST_WAITING: usize = 300;
/// Findings that look like one known bug and are kept at most.
const MOST_LIKELY: u64 = 500;
/// The folder of those that were not reduced when the hunt ended.
pub const UNREDUCED: &str = "unreduced";

/// Failures in the order of how promising they are.
#[derive(Default)]
pub(super) struct Waiting {
    waiters: Vec<Waiter>,
    /// The errors of which one has been taken: however small the others are, an error that has not comes before them.
    taken: BTreeSet<Family>,
}

struct Waiter {
    failure: Failure,
    family: Family,
    begun: Begun,
    /// The names of its features.
    names: BTreeSet<String>,
    size: u64,
    /// Whether it failed on a fresh database, too.
    confirmed: bool,
    /// Where it is written down.
    kept: Option<PathBuf>,
}

/// How far the reduction of a failure has come.
#[derive(Default)]
pub(super) struct Begun {
    /// The failure as it was found; none where nothing has been tried yet.
    pub(super) original: Option<Box<Failure>>,
    /// How often it was reduced for a while.
    pub(super) slices: u32,
    /// The cases that were run for it, and the time that it took.
    pub(super) runs: u64,
    pub(super) time: Duration,
}

impl Begun {
    /// Whether it is reduced to the end now.
    pub(super) fn is_last(&self) -> bool {
        self.slices >= MOST_SLICES
    }
}

impl Waiting {
    /// The most promising one, or the least: what has not been seen before comes first, hangs last, what costs a restart each time
    /// before them, and of such an error that none has been taken of, and the smaller. With the bug that it may be.
    fn take(&mut self, registry: &Registry, which: Which) -> Option<(Waiter, Option<String>)> {
        let rank = |(at, waiter): (usize, &Waiter)| {
            let is_fresh = matches!(waiter.family, Family::Text(..)) && !self.taken.contains(&waiter.family);
            let likely = waiter.likely(registry).is_some();
            ((likely, waiter.hangs(), waiter.family.is_costly(), !is_fresh, waiter.size), at)
        };
        let quick = |waiter: &Waiter| which != Which::FirstQuick || !waiter.hangs();
        let ranks = self.waiters.iter().enumerate().filter(|(_, waiter)| quick(waiter)).map(rank);
        let (_, at) = if which == Which::Last { ranks.max() } else { ranks.min() }?;
        let waiter = self.waiters.remove(at);
        if which != Which::Last {
            self.taken.insert(waiter.family.clone());
        }
        let likely = waiter.likely(registry).map(str::to_owned);
        Some((waiter, likely))
    }
}

/// Which of those that wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    First,
    /// The first that is no hang.
    FirstQuick,
    Last,
}

impl Waiter {
    fn new(failure: Failure, family: Family, begun: Begun, confirmed: bool) -> Waiter {
        let measured = Measured::of(&failure.case);
        let size = measured.nodes * 2 + measured.relationships + measured.clauses * 8;
        let names = features_of(&failure).names();
        Waiter { failure, family, begun, names, size, confirmed, kept: None }
    }

    fn hangs(&self) -> bool {
        self.family == Family::Other(FailureClass::Hang)
    }

    /// How often it failed out of how many replays.
    fn replayed(&self) -> [u32; 2] {
        [u32::from(self.confirmed); 2]
    }

    /// The bug that it may be; none where it is like none that is known.
    fn likely<'r>(&self, registry: &'r Registry) -> Option<&'r str> {
        registry.likely(&self.family, &self.names)
    }
}

/// No reduction begins when less than this is left of the overtime: each has replays and a report to make.
const LAST: Duration = Duration::from_secs(8);
/// How often a reduction that is cut short goes on later, when reductions have a share of the time again.
const MOST_SLICES: u32 = 5;
/// Looking into a hang takes as many waits for it at least: one to confirm it, two to replay it.
const HANG_PATIENCES: u32 = 3;

/// How long what looks like known bugs is looked into when a hunt is over.
const LOOKED_INTO: Duration = Duration::from_secs(15);

impl Triage<'_> {
    /// Has a failure wait; where too many do, the least promising one is left.
    pub(super) fn wait(
        &mut self,
        session: &mut Session,
        failure: Failure,
        family: Family,
        confirmed: bool,
    ) -> Result<(), HuntError> {
        self.queue(session, Waiter::new(failure, family, Begun::default(), confirmed))
    }

    /// Has a failure wait whose reduction was cut short. It is written down before what it was made of goes.
    pub(super) fn wait_again(
        &mut self,
        session: &mut Session,
        failure: Failure,
        family: &Family,
        begun: Begun,
    ) -> Result<(), HuntError> {
        let begun = Begun { slices: begun.slices + 1, ..begun };
        self.queue(session, Waiter::new(failure, family.clone(), begun, true))?;
        self.write_down(session)
    }

    fn queue(&mut self, session: &mut Session, waiter: Waiter) -> Result<(), HuntError> {
        let likely = waiter.likely(&lock(&self.campaign.registry)).map(str::to_owned);
        if likely.as_ref().is_some_and(|bug| self.has_many_like(bug)) {
            return self.leave(session, waiter, likely);
        }
        self.waiting.waiters.push(waiter);
        if self.waiting.waiters.len() <= MOST_WAITING {
            return Ok(());
        }
        let last = self.waiting.take(&lock(&self.campaign.registry), Which::Last);
        last.map_or(Ok(()), |(waiter, likely)| self.leave(session, waiter, likely))
    }

    /// Reduces what waits while reductions have a share of the time left. What a cause explains by now is only counted.
    pub(crate) fn work_off(&mut self, session: &mut Session) -> Result<(), HuntError> {
        while !self.campaign.is_over() && !self.hurries() {
            let hangs = self.campaign.config.stop_at_first || self.time_to_reduce() >= least_for_hang(session);
            let which = if hangs { Which::First } else { Which::FirstQuick };
            let next = self.waiting.take(&lock(&self.campaign.registry), which);
            let Some((waiter, _)) = next else { break };
            self.timed(session, waiter)?;
        }
        self.write_down(session)
    }

    /// Writes down what has to wait: a hunt may be killed.
    pub(super) fn write_down(&mut self, session: &mut Session) -> Result<(), HuntError> {
        let mut waiting = std::mem::take(&mut self.waiting);
        let written = waiting.waiters.iter_mut().filter(|waiter| waiter.kept.is_none()).try_for_each(|waiter| {
            waiter.kept = Some(self.written_down(session, waiter)?);
            Ok(())
        });
        self.waiting = waiting;
        written
    }

    fn written_down(&self, session: &mut Session, waiter: &Waiter) -> Result<PathBuf, HuntError> {
        let finding = self.finding(session, &waiter.failure, waiter.replayed(), bounds::compact_case_file);
        Ok(self.campaign.store.write_waiting(UNREDUCED, &finding)?)
    }

    /// Reduces a failure, and counts the time that it takes.
    fn timed(&mut self, session: &mut Session, waiter: Waiter) -> Result<(), HuntError> {
        let (begun, hangs) = (Instant::now(), waiter.hangs());
        let reduced = self.reduce_waiter(session, waiter);
        self.reducing += begun.elapsed();
        if hangs {
            self.hanging += begun.elapsed();
        }
        reduced
    }

    fn reduce_waiter(&mut self, session: &mut Session, waiter: Waiter) -> Result<(), HuntError> {
        let Waiter { failure, family, begun, confirmed, kept, .. } = waiter;
        if !self.is_known_cause(session, &failure) {
            let failure = if confirmed { Some(failure) } else { self.believed(session, failure, &family)? };
            if let Some(failure) = failure {
                self.reduce_with_others(session, failure, begun, &family)?;
            }
        }
        self.settled(kept)
    }

    /// The hunt is over: what still waits is reduced, where its budget is one of time while some of the overtime is left, and
    /// written down. What looks like a bug that is known is reduced for a while only.
    pub(crate) fn finish(&mut self, session: &mut Session) -> Result<(), HuntError> {
        let (begun, timed) = (Instant::now(), self.campaign.config.budget.time().is_some());
        loop {
            let next = self.waiting.take(&lock(&self.campaign.registry), Which::First);
            let Some((waiter, likely)) = next else { return Ok(()) };
            let least = if waiter.hangs() { least_for_hang(session) } else { LAST };
            let late = timed && self.campaign.clock.left() < least || likely.is_some() && begun.elapsed() > LOOKED_INTO;
            if !late && !self.campaign.is_stopped() {
                self.timed(session, waiter)?;
            } else if self.is_known_cause(session, &waiter.failure) {
                self.settled(waiter.kept)?;
            } else {
                self.leave(session, waiter, likely)?;
            }
        }
    }

    /// The target is given up: what still waits is written down as it is.
    pub(crate) fn abandon(&mut self, session: &mut Session) -> Result<(), HuntError> {
        loop {
            let next = self.waiting.take(&lock(&self.campaign.registry), Which::First);
            let Some((waiter, likely)) = next else { return Ok(()) };
            self.leave(session, waiter, likely)?;
        }
    }

    /// What was written down is filed otherwise by now.
    fn settled(&self, kept: Option<PathBuf>) -> Result<(), HuntError> {
        match kept {
            Some(folder) => Ok(self.campaign.store.remove_finding(&folder)?),
            None => Ok(()),
        }
    }

    /// Writes a failure down that is not reduced. One that looks like a known bug is counted as such; any other may be a new one. A
    /// query without an answer may only be slow, as nobody waited for it again.
    fn leave(&mut self, session: &mut Session, waiter: Waiter, likely: Option<String>) -> Result<(), HuntError> {
        let Waiter { failure, family, confirmed, kept, .. } = &waiter;
        if waiter.hangs() && !confirmed {
            self.campaign.progress.skip(UNTRIED);
            self.keep_some(session, UNTRIED, failure, waiter.replayed())?;
            return self.settled(kept.clone());
        }
        if !confirmed && family.is_about_answers() && !self.holds(session, &failure.case) {
            self.campaign.progress.skip(UNCONFIRMED);
            self.keep_some(session, UNCONFIRMED, failure, waiter.replayed())?;
            return self.settled(kept.clone());
        }
        let counter = if likely.is_some() { Counter::KnownHits } else { Counter::Unreduced };
        self.campaign.progress.add(counter, 1);
        let many = likely.as_ref().is_some_and(|bug| self.has_many_like(bug));
        if let Some(bug) = likely {
            self.looks_like(&bug, failure)?;
        }
        match waiter.kept {
            None if !many => self.written_down(session, &waiter).map(drop),
            _ => Ok(()),
        }
    }

    /// Whether so many findings looked like a bug that further ones are only counted.
    fn has_many_like(&self, bug: &str) -> bool {
        lock(&self.campaign.run).bug(bug).is_some_and(|entry| entry.likely >= MOST_LIKELY)
    }
}

/// The time that looking into a hang takes at least.
fn least_for_hang(session: &Session) -> Duration {
    session.query_deadline() * PATIENCE * HANG_PATIENCES
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Case, Claim, Evidence, Lineage, Step};

    use super::*;

    /// A failure of a family whose statement has so many clauses.
    fn waiter(family: Family, clauses: usize) -> Waiter {
        let text = format!("{}RETURN 1 AS x", "WITH 1 AS y ".repeat(clauses));
        let steps = vec![Step::run(Cypher.parse(&text).expect("a statement"))];
        let case = Case::new(&Cypher.standard(), Arc::default(), Claim::Survives, Lineage::default());
        let evidence = Evidence { class: FailureClass::WrongRows, step: 0, summary: String::new(), difference: None };
        let failure = Failure { case: Case { steps, ..case }, evidence, responses: Vec::new() };
        Waiter::new(failure, family, Begun::default(), true)
    }

    #[test]
    fn an_error_of_which_none_was_taken_comes_before_smaller_failures() {
        let error = |text: &str| Family::Text(FailureClass::UnexpectedError, text.to_owned());
        let waiters =
            [(Family::WrongAnswer, 1), (error("a"), 5), (error("b"), 9), (error("a"), 3), (Family::WrongAnswer, 2)];
        let waiters = waiters.map(|(family, clauses)| waiter(family, clauses)).into();
        let mut waiting = Waiting { waiters, ..Waiting::default() };
        let mut taken = Vec::new();
        while let Some((waiter, _)) = waiting.take(&Registry::default(), Which::First) {
            taken.push((waiter.family, waiter.size));
        }
        let sizes: Vec<u64> = taken.iter().map(|(_, size)| *size).collect();
        let families: Vec<Family> = taken.into_iter().map(|(family, _)| family).collect();
        let wrong = Family::WrongAnswer;
        assert_eq!(families, [error("a"), error("b"), wrong.clone(), wrong, error("a")], "{sizes:?}");
        assert!(sizes[2] < sizes[0] && sizes[0] < sizes[1], "{sizes:?}");
    }
}
