//! From a failure to a bug: replay on a fresh database, look whether it is known, reduce, replay again, file, write. A runner hands
//! over a [`Failure`] and its session, on which nothing else is in flight.

mod behind;
mod deaths;
mod elsewhere;
mod experimenting;
mod filing;
mod learning;
mod replays;
mod sighting;
mod solved;
mod unexplained;
mod waiting;

pub(crate) use filing::features_of;

use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::{Case, Evidence, FailureClass, Response, Verdict};
use graphlance_engines::TargetError;
use graphlance_shrink::{Failure, Family, Limits, OnTarget, Reduced, reduce};

use crate::bounds;
use crate::campaign::Campaign;
use crate::campaign::HuntError;
use crate::flight::Flight;
use crate::progress::Counter;
use crate::session::Session;
use crate::trying::Trying;
use crate::witness::Witness;
use deaths::Deaths;
use unexplained::dismissing;
use waiting::{Begun, Waiting};

pub use waiting::UNREDUCED;

/// A hang must outlast so many deadlines to be one; else the query is only slow.
const PATIENCE: u32 = 4;
/// Flaky findings kept on disk at most.
const MOST_FLAKY: u64 = 50;
/// The reason of findings that nobody can decide.
const UNCONFIRMED: &str = "claim violated, but the reference cannot confirm it";
/// The reason of errors that an engine may raise.
const PERHAPS_DUE: &str = "an error that may be due: an expression of the statement raises one for some value";
/// The reason of wrong answers that the language may admit.
const PERHAPS_OPEN: &str =
    "claim violated, but a second evaluator finds that the language admits other answers as well";
/// Hangs that are waited for again and reduced at most; each costs many deadlines.
const MOST_HANGS: u64 = 3;
/// The share of a time budget that looking into hangs may take.
const HANG_SHARE: f64 = 0.3;
/// The reason of hangs that are not looked into.
pub(crate) const UNTRIED: &str = "no answer within the deadline (not looked into: that would take too long)";
/// The reason of failures that are judged when the hunt is over already.
pub(crate) const LATE: &str = "failed when the hunt was over (not looked into)";
/// What a reduction leaves of the time that is left, for replays and the report.
const RESERVE: Duration = Duration::from_secs(5);
/// The share of the time that replays and reductions may take; what has to wait is reduced later, the most promising first.
const REDUCTION_SHARE: f64 = 0.1;
/// What they may take beside it from the beginning, so that the first findings are reduced at once.
const HEAD_START: f64 = 2.0;

/// What a reduction may take at a time, when reductions have had their share: what is quickly reduced does not wait for what is
/// not.
const SLICE: Duration = Duration::from_secs(4);

/// A reduced failure with its replays.
struct Held {
    failure: Failure,
    replayed: [u32; 2],
}

/// What becomes of the failures of one worker.
pub(crate) struct Triage<'a> {
    campaign: &'a Campaign<'a>,
    /// What the worker is doing, for when its target is gone.
    flight: &'a Flight,
    /// The other targets that are asked.
    witnesses: Vec<Arc<Witness>>,
    /// Time spent on findings.
    aside: Duration,
    /// The part of it that went into replays, reductions and experiments.
    reducing: Duration,
    /// The part of it that went into hangs.
    hanging: Duration,
    /// Bugs filed.
    filed: u64,
    /// Whether a failure was dealt with when the hunt was over already.
    late: bool,
    deaths: Deaths,
    /// Failures that experiments met and no cause explains.
    strays: Vec<Failure>,
    /// Failures that wait for their reduction.
    waiting: Waiting,
}

impl<'a> Triage<'a> {
    /// For a worker of a hunt, with the other targets that are asked.
    pub(crate) fn new(campaign: &'a Campaign<'a>, flight: &'a Flight, witnesses: Vec<Arc<Witness>>) -> Triage<'a> {
        Triage {
            campaign,
            flight,
            witnesses,
            aside: Duration::ZERO,
            reducing: Duration::ZERO,
            hanging: Duration::ZERO,
            filed: 0,
            late: false,
            deaths: Deaths::default(),
            strays: Vec::new(),
            waiting: Waiting::default(),
        }
    }

    /// Whether there are other targets to ask.
    pub(crate) fn has_others(&self) -> bool {
        !self.witnesses.is_empty()
    }

    /// Time spent on findings so far.
    pub(crate) fn aside(&self) -> Duration {
        self.aside
    }

    /// Bugs filed so far.
    pub(crate) fn filed(&self) -> u64 {
        self.filed
    }

    /// Deals with a violated claim. Of what was in flight when the hunt ended, the first failure and a death are looked into; the
    /// others are kept as they are, or they would take all the overtime.
    pub(crate) fn failed(&mut self, session: &mut Session, failure: Failure) -> Result<(), HuntError> {
        if self.is_known_cause(session, &failure) {
            return Ok(());
        }
        let late = self.campaign.is_over() && std::mem::replace(&mut self.late, true);
        if late && failure.evidence.class != FailureClass::Crash {
            self.campaign.progress.add(Counter::Findings, 1);
            self.campaign.progress.skip(LATE);
            return self.keep_some(session, LATE, &failure, [0, 0]);
        }
        let (begun, filed) = (Instant::now(), self.filed);
        let result = self.deal_with(session, failure.clone());
        if let (Err(HuntError::Target(error)), true) = (&result, self.filed == filed) {
            // The target does not come back, and this may be why: the case must not be lost with it.
            match (failure.evidence.class, error) {
                (FailureClass::Crash, error) if !matches!(error, TargetError::Stopped) => {
                    self.file_unreplayed(session, &failure)?
                }
                _ => self.keep_apart(session, "unconfirmed", &failure, [0, 0])?,
            }
        }
        self.aside += begun.elapsed();
        result
    }

    /// The target is gone, as was noticed between two statements: the last case is filed as its death.
    pub(crate) fn found_gone(&mut self, session: &mut Session, how: &str) -> Result<(), HuntError> {
        let Some(case) = self.flight.case().filter(|_| !session.is_dead()) else { return Ok(()) };
        let how = bounds::text(&format!("the target is gone; this is the last case that it was sent: {how}"));
        self.campaign.progress.add(Counter::Findings, 1);
        self.campaign.progress.add(Counter::Crashes, 1);
        let summary = how.lines().next().unwrap_or_default().to_owned();
        let evidence = Evidence { class: FailureClass::Crash, step: 0, summary, difference: None };
        self.file_unreplayed(
            session,
            &Failure { case: (*case).clone(), evidence, responses: vec![Response::Crash { how }] },
        )
    }

    /// Files the death of a target that does not come back, as it was found: there is nothing to replay it on.
    fn file_unreplayed(&mut self, session: &mut Session, failure: &Failure) -> Result<(), HuntError> {
        let reduced =
            Reduced { trail: Vec::new(), others: Vec::new(), runs: 0, time: Duration::ZERO, cut_short: false };
        let held = Held { failure: failure.clone(), replayed: [0, 0] };
        self.file(session, failure, held, &reduced, &failure.family())
    }

    /// What looking into hangs may still take of a budget of time.
    fn time_for_hangs(&self) -> Duration {
        match self.campaign.config.budget.time() {
            Some(time) => time.mul_f64(HANG_SHARE).saturating_sub(self.hanging),
            None => Duration::MAX,
        }
    }

    /// What replays and reductions may still take of their share of the time.
    fn time_to_reduce(&self) -> Duration {
        let share = HEAD_START + REDUCTION_SHARE * self.campaign.progress.elapsed().as_secs_f64();
        Duration::try_from_secs_f64(share).unwrap_or(Duration::MAX).saturating_sub(self.reducing)
    }

    /// Whether reductions and replays have taken their share of the time.
    fn hurries(&self) -> bool {
        self.time_to_reduce().is_zero()
    }

    /// Keeps the first findings that are skipped for a reason.
    fn keep_some(
        &mut self,
        session: &mut Session,
        reason: &str,
        failure: &Failure,
        replayed: [u32; 2],
    ) -> Result<(), HuntError> {
        let few = self.campaign.progress.read().skipped.get(reason).is_some_and(|count| *count <= MOST_FLAKY);
        if few { self.keep_apart(session, "unconfirmed", failure, replayed) } else { Ok(()) }
    }

    /// A claim over several statements says that an answer is wrong and not which: the case of the one that the reference
    /// accuses, alone or else after the steps before it, run on a fresh database. None when there is no such case, or when
    /// it does not fail.
    fn accuse(&mut self, session: &mut Session, failure: &Failure) -> Result<Option<Failure>, HuntError> {
        let Failure { case, responses, .. } = failure;
        let accused = case.claim.accused(case, responses, session.dialect(), session.evaluator().as_ref());
        for case in accused {
            let (responses, verdict) = session.run_case(&case)?;
            if let Verdict::Fail(evidence) = verdict {
                return Ok(Some(Failure { case, evidence, responses }));
            }
        }
        Ok(None)
    }

    /// Whether the claim of a case holds by the reference, or, where that cannot tell, by the rewrites that made its statements.
    fn holds(&self, session: &Session, case: &Case) -> bool {
        let deriver = session.languages().deriver(session.dialect());
        let follows = deriver.is_some_and(|deriver| case.follows(deriver.as_ref(), session.dialect()));
        case.claim.stated_anew(case, session.evaluator().as_ref(), follows).is_ok()
    }

    fn deal_with(&mut self, session: &mut Session, failure: Failure) -> Result<(), HuntError> {
        let failure = self.accuse(session, &failure)?.unwrap_or(failure);
        let progress = self.campaign.progress;
        progress.add(Counter::Findings, 1);
        let family = failure.family();
        match failure.evidence.class {
            FailureClass::Crash => progress.add(Counter::Crashes, 1),
            FailureClass::Hang => {
                progress.add(Counter::Hangs, 1);
                let patience = session.query_deadline() * PATIENCE;
                if progress.get(Counter::Hangs) > MOST_HANGS || self.time_for_hangs() < patience {
                    progress.skip(UNTRIED);
                    self.keep_some(session, UNTRIED, &failure, [0, 0])?;
                } else {
                    // Each look costs many deadlines: the hunt goes on until there is time for one.
                    self.wait(session, failure, family, false)?;
                }
                return self.work_off(session);
            }
            _ => {}
        }
        // A replay loads a graph: what has to wait is replayed when its turn comes.
        if self.deaths.may_wait(&family) && self.hurries() {
            self.wait(session, failure, family, false)?;
            return self.write_down(session);
        }
        let begun = Instant::now();
        let believed = self.believed(session, failure, &family)?;
        self.reducing += begun.elapsed();
        if let Some(confirmed) = believed {
            self.wait(session, confirmed, family, true)?;
        }
        self.work_off(session)
    }

    /// Reduces a failure, and what is met on the way.
    fn reduce_with_others(
        &mut self,
        session: &mut Session,
        failure: Failure,
        begun: Begun,
        family: &Family,
    ) -> Result<(), HuntError> {
        let mut others = self.reduce_and_file(session, failure, begun, family)?;
        others.append(&mut self.strays);
        for other in others {
            if self.is_known_cause(session, &other) {
                continue;
            }
            if self.campaign.is_over() {
                self.campaign.progress.skip(LATE);
                self.keep_some(session, LATE, &other, [0, 0])?;
                continue;
            }
            let family = other.family();
            // What was met on the way is dealt with once; what is met while dealing with it is left.
            if let Some(other) = self.confirm(session, &other, &family)? {
                self.reduce_and_file(session, other, Begun::default(), &family)?;
            }
        }
        // What experiments on those met is met again.
        self.strays.clear();
        Ok(())
    }

    /// Reduces a failure, and gives the smallest case that holds.
    fn reduced(
        &mut self,
        session: &mut Session,
        original: Failure,
        family: &Family,
        limits: Limits,
    ) -> Result<(Reduced, Option<Held>), HuntError> {
        let campaign = self.campaign;
        let stop = || campaign.is_stopped();
        let explained = self.explained(session);
        // What a cause explains as it is may be reduced to a failure of that cause.
        let again = explained(&original);
        let is_known = |failure: &Failure| !again && explained(failure);
        let target = OnTarget::new(session, &original, &stop);
        let reduced = reduce(original, &mut Trying { target, attempt: dismissing(is_known) }, limits)?;
        campaign.progress.add(Counter::Reductions, 1);
        campaign.progress.add(Counter::ReductionRuns, reduced.runs);
        let held = self.replay(session, &reduced, family)?;
        Ok((reduced, held))
    }

    /// Reduces a confirmed failure, replays the result and files it; where that takes long it goes on later. Returns failures of
    /// other families met on the way.
    fn reduce_and_file(
        &mut self,
        session: &mut Session,
        failure: Failure,
        begun: Begun,
        family: &Family,
    ) -> Result<Vec<Failure>, HuntError> {
        let original = begun.original.as_deref().unwrap_or(&failure).clone();
        let last = begun.is_last() || self.campaign.config.stop_at_first || self.campaign.is_over();
        let limits = self.limits(family);
        let slice = SLICE.max(self.time_to_reduce());
        let limits = Limits { time: if last { limits.time } else { limits.time.min(slice) }, ..limits };
        let (mut reduced, held) = self.reduced(session, failure, family, limits)?;
        reduced.runs += begun.runs;
        reduced.time += begun.time;
        match held {
            Some(held) if reduced.cut_short && !last && !self.campaign.is_over() => {
                let Reduced { runs, time, .. } = reduced;
                let begun = Begun { original: Some(Box::new(original)), runs, time, ..begun };
                self.wait_again(session, held.failure, family, begun)?;
            }
            Some(held) => {
                // What was too large for the reference before may be small enough now.
                if let Some(accused) = self.accuse(session, &held.failure)? {
                    return self.reduce_accused(session, original, accused);
                }
                self.file(session, &original, held, &reduced, family)?;
            }
            None => self.flaky(session, &original, [1, 2])?,
        }
        Ok(reduced.others)
    }

    /// Reduces the one statement of a reduced group that is wrong, and files it as a finding of its own.
    fn reduce_accused(
        &mut self,
        session: &mut Session,
        original: Failure,
        accused: Failure,
    ) -> Result<Vec<Failure>, HuntError> {
        let family = accused.family();
        let (reduced, held) = self.reduced(session, accused, &family, self.limits(&family))?;
        match held {
            Some(held) => self.file(session, &original, held, &reduced, &family)?,
            None => self.flaky(session, &original, [1, 2])?,
        }
        Ok(reduced.others)
    }

    fn limits(&self, family: &Family) -> Limits {
        let Limits { runs, time } = self.campaign.config.limits;
        let left = self.campaign.clock.left().saturating_sub(RESERVE);
        // Where reductions have had more than their share, none takes longer than in a short hunt.
        let time = if self.hurries() { time.min(Limits::default().time) } else { time }.min(left);
        match family {
            Family::Other(FailureClass::Hang) => Limits { runs: runs / 20, time: time.min(self.time_for_hangs()) },
            // Each try costs a restart.
            family if family.is_costly() => Limits { runs: runs / 20, time },
            _ => Limits { runs, time },
        }
    }
}
