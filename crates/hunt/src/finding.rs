//! From a failure to a bug: replay on a fresh database, triage, reduce, replay again, file, write.

use std::time::{Duration, Instant};

use graphlance_engines::TargetError;
use graphlance_oracles::{Case, Evidence, FailureClass, Response, Verdict};

use crate::arbiter;
use crate::bounds;
use crate::bug::BugFiles;
use crate::campaign::HuntError;
use crate::cause::{cause, reliance};
use crate::event::Event;
use crate::fingerprint::{Family, fingerprint};
use crate::found::{Discovery, FOUND_VERSION, Found};
use crate::measured::Measured;
use crate::progress::{Counter, lock};
use crate::reduce::{Failure, Limits, OnTarget, Reduced, reduce};
use crate::registry::{Identity, Triage};
use crate::report;
use crate::run_file::{BugEntry, BugState};
use crate::shape::Shape;
use crate::store::FindingFolder;
use crate::worker::Worker;

/// Replays of a reduced case, all of which must fail for it to count as a bug.
pub const REPLAYS: u32 = 5;
/// A hang must outlast so many deadlines to be one; else the query is only slow.
const PATIENCE: u32 = 4;
/// Flaky findings kept on disk at most.
const MOST_FLAKY: u64 = 50;
/// The reason of findings that nobody can decide.
const UNCONFIRMED: &str = "claim violated, but the reference cannot confirm it";
/// Hangs that are waited for again and reduced at most; each costs many deadlines.
const MOST_HANGS: u64 = 3;
/// The share of a time budget that looking into hangs may take.
const HANG_SHARE: f64 = 0.3;
/// The reason of hangs that are not looked into.
const UNTRIED: &str = "no answer within the deadline (not looked into: that would take too long)";
/// What a reduction leaves of the time that is left, for replays and the report.
const RESERVE: Duration = Duration::from_secs(5);
/// Once reductions have taken this share of the time, what looks like a known bug is only counted, and others are reduced
/// in less time.
const REDUCTION_SHARE: f64 = 0.4;

/// A reduced failure with its replays.
struct Held {
    failure: Failure,
    replayed: [u32; 2],
}

impl Worker<'_> {
    /// Deals with a violated claim.
    pub(crate) fn failed(&mut self, failure: Failure) -> Result<(), HuntError> {
        let (begun, filed) = (Instant::now(), self.filed);
        let result = self.deal_with(failure.clone());
        if let (Err(HuntError::Target(error)), true) = (&result, self.filed == filed) {
            // The target does not come back, and this may be why: the case must not be lost with it.
            match (failure.evidence.class, error) {
                (FailureClass::Crash, error) if !matches!(error, TargetError::Stopped) => {
                    self.file_unreplayed(&failure)?
                }
                _ => self.keep_apart("unconfirmed", &failure, [0, 0])?,
            }
        }
        self.aside += begun.elapsed();
        if failure.evidence.class == FailureClass::Hang {
            self.hanging += begun.elapsed();
        }
        result
    }

    /// The target is gone, as was noticed between two statements: the last case is filed as its death.
    pub(crate) fn found_gone(&mut self, how: &str) -> Result<(), HuntError> {
        let Some(case) = self.flight.case().filter(|_| !self.session.is_dead()) else { return Ok(()) };
        let how = bounds::text(&format!("the target is gone; this is the last case that it was sent: {how}"));
        self.campaign.progress.add(Counter::Findings, 1);
        self.campaign.progress.add(Counter::Crashes, 1);
        let summary = how.lines().next().unwrap_or_default().to_owned();
        let evidence = Evidence { class: FailureClass::Crash, step: 0, summary, difference: None };
        self.file_unreplayed(&Failure { case: (*case).clone(), evidence, responses: vec![Response::Crash { how }] })
    }

    /// Files the death of a target that does not come back, as it was found: there is nothing to replay it on.
    fn file_unreplayed(&mut self, failure: &Failure) -> Result<(), HuntError> {
        let reduced =
            Reduced { trail: Vec::new(), others: Vec::new(), runs: 0, time: Duration::ZERO, cut_short: false };
        let held = Held { failure: failure.clone(), replayed: [0, 0] };
        self.file(failure, held, &reduced, &failure.family())
    }

    /// What looking into hangs may still take of a budget of time.
    fn time_for_hangs(&self) -> Duration {
        match self.campaign.config.budget.time() {
            Some(time) => time.mul_f64(HANG_SHARE).saturating_sub(self.hanging),
            None => Duration::MAX,
        }
    }

    /// Whether reductions and replays have taken more than their share of the time.
    fn hurries(&self) -> bool {
        self.aside.as_secs_f64() > REDUCTION_SHARE * self.campaign.progress.elapsed().as_secs_f64()
    }

    /// Keeps the first findings that are skipped for a reason.
    fn keep_some(&mut self, reason: &str, failure: &Failure, replayed: [u32; 2]) -> Result<(), HuntError> {
        let few = self.campaign.progress.read().skipped.get(reason).is_some_and(|count| *count <= MOST_FLAKY);
        if few { self.keep_apart("unconfirmed", failure, replayed) } else { Ok(()) }
    }

    /// A claim over several statements says that an answer is wrong and not which: the case of the one that the reference
    /// accuses, run on a fresh database. None when there is no such case, or when it does not fail alone.
    fn accuse(&mut self, failure: &Failure) -> Result<Option<Failure>, HuntError> {
        let Failure { case, responses, .. } = failure;
        let Some(case) = case.claim.accused(case, responses, self.session.dialect(), &self.options) else {
            return Ok(None);
        };
        let (responses, verdict) = self.session.run_case(&case)?;
        let Verdict::Fail(evidence) = verdict else { return Ok(None) };
        Ok(Some(Failure { case, evidence, responses }))
    }

    fn deal_with(&mut self, failure: Failure) -> Result<(), HuntError> {
        let failure = self.accuse(&failure)?.unwrap_or(failure);
        let progress = self.campaign.progress;
        progress.add(Counter::Findings, 1);
        let family = failure.family();
        match failure.evidence.class {
            FailureClass::Crash => progress.add(Counter::Crashes, 1),
            FailureClass::Hang => {
                progress.add(Counter::Hangs, 1);
                let patience = self.session.query_deadline() * PATIENCE;
                if progress.get(Counter::Hangs) > MOST_HANGS || self.time_for_hangs() < patience {
                    progress.skip(UNTRIED);
                    return self.keep_some(UNTRIED, &failure, [0, 0]);
                }
            }
            _ => {}
        }
        let Some(confirmed) = self.confirm(&failure, &family)? else { return Ok(()) };
        if family.is_about_answers() && confirmed.case.claim.restated(&confirmed.case, &self.options).is_err() {
            progress.skip(UNCONFIRMED);
            return self.keep_some(UNCONFIRMED, &confirmed, [1, 1]);
        }
        let shape = shape_of(&confirmed);
        let hurries = self.hurries();
        if let Triage::Likely(bug) = lock(&self.campaign.registry).triage(&family, &shape, hurries) {
            progress.add(Counter::KnownHits, 1);
            if let Some(entry) = lock(&self.campaign.run).bug(&bug) {
                entry.likely += 1;
            }
            return Ok(());
        }
        let others = self.reduce_and_file(confirmed, &family)?;
        for other in others {
            if self.campaign.is_over() {
                self.keep_apart("unconfirmed", &other, [0, 0])?;
                continue;
            }
            let family = other.family();
            // What was met on the way is dealt with once; what is met while dealing with it is left.
            if let Some(other) = self.confirm(&other, &family)? {
                self.reduce_and_file(other, &family)?;
            }
        }
        Ok(())
    }

    /// Runs a failed case on a fresh database. None when it does not fail in the same way: it is flaky, or slow.
    fn confirm(&mut self, failure: &Failure, family: &Family) -> Result<Option<Failure>, HuntError> {
        let (responses, verdict) = self.run_again(&failure.case, family)?;
        if let Verdict::Fail(evidence) = verdict
            && Family::of(&failure.case, &evidence, &responses) == *family
        {
            return Ok(Some(Failure { case: failure.case.clone(), evidence, responses }));
        }
        if failure.evidence.class == FailureClass::Hang {
            self.campaign.progress.skip("slower than the deadline, but no hang");
        } else {
            self.flaky(failure, [0, 1])?;
        }
        Ok(None)
    }

    /// Runs a failed case on a fresh database, with patience for one that hung.
    fn run_again(&mut self, case: &Case, family: &Family) -> Result<(Vec<Response>, Verdict), HuntError> {
        let deadline = self.session.query_deadline();
        if *family == Family::Other(FailureClass::Hang) {
            self.session.set_query_deadline(deadline * PATIENCE);
        }
        let answered = self.session.run_case(case);
        self.session.set_query_deadline(deadline);
        Ok(answered?)
    }

    /// Reduces a confirmed failure, replays the result and files it. Returns failures of other families met on the way.
    fn reduce_and_file(&mut self, original: Failure, family: &Family) -> Result<Vec<Failure>, HuntError> {
        let limits = self.limits(family);
        let campaign = self.campaign;
        let stop = || campaign.is_stopped();
        let mut trial = OnTarget::new(&mut self.session, family.clone(), &stop);
        let reduced = reduce(original.clone(), &mut trial, limits)?;
        campaign.progress.add(Counter::Reductions, 1);
        campaign.progress.add(Counter::ReductionRuns, reduced.runs);
        match self.replay(&reduced, family)? {
            Some(held) => self.file(&original, held, &reduced, family)?,
            None => self.flaky(&original, [1, 2])?,
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

    /// The smallest case of a reduction that fails every time on a fresh database.
    fn replay(&mut self, reduced: &Reduced, family: &Family) -> Result<Option<Held>, HuntError> {
        let mut candidates: Vec<&Failure> = reduced.trail.iter().rev().take(1).collect();
        // A small one that does not hold leaned on what ran before it; larger ones may not.
        candidates.extend(reduced.trail.iter().rev().skip(1).step_by(reduced.trail.len().div_ceil(8)));
        candidates.extend(reduced.trail.first());
        let wanted = if family.is_costly() { 2 } else { REPLAYS };
        for candidate in candidates {
            let mut last = None;
            let mut failed = 0;
            for _ in 0..wanted {
                let (responses, verdict) = self.run_again(&candidate.case, family)?;
                match verdict {
                    Verdict::Fail(evidence) if Family::of(&candidate.case, &evidence, &responses) == *family => {
                        failed += 1;
                        last = Some(Failure { case: candidate.case.clone(), evidence, responses });
                    }
                    _ => break,
                }
            }
            if let (Some(failure), true) = (last, failed == wanted) {
                return Ok(Some(Held { failure, replayed: [failed, wanted] }));
            }
        }
        Ok(None)
    }

    fn file(&mut self, original: &Failure, held: Held, reduced: &Reduced, family: &Family) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let Held { failure, replayed } = held;
        if self.is_known(&failure)? {
            return Ok(());
        }
        let identity = self.session.identity();
        let key = fingerprint(&failure.case, &failure.evidence, &failure.responses, identity, &self.options);
        let reliance = cause(&failure.case, &failure.responses, &self.options).and_then(reliance);
        let shape = shape_of(&failure);
        let identity = lock(&campaign.registry).file(&key, family, &shape);
        let at = campaign.progress.elapsed().as_secs_f64();
        let known = match identity {
            Identity::Again(bug) => {
                campaign.progress.add(Counter::KnownHits, 1);
                if let Some(entry) = lock(&campaign.run).bug(&bug) {
                    entry.count += 1;
                }
                return campaign.tell(Event::BugAgain { fingerprint: key });
            }
            Identity::New { known } => known,
        };
        let discovery = self.discovery(original, &failure, reduced, at);
        let found = |failure: &Failure, replayed| Found {
            version: FOUND_VERSION,
            title: String::new(),
            target: campaign.target.name().to_owned(),
            engine: self.session.identity().clone(),
            fingerprint: key.clone(),
            case: failure.case.clone(),
            text: arbiter::claimed_text(&failure.case, self.session.dialect()).unwrap_or_default(),
            evidence: failure.evidence.clone(),
            responses: failure.responses.clone(),
            cut: Vec::new(),
            replayed,
            discovery: discovery.clone(),
        };
        let (small, large) = (found(&failure, replayed), found(original, [1, 1]));
        let files = BugFiles::make(small, large, &mut self.session, campaign.store.root());
        let title = files.title.clone();
        let folder = campaign.store.write_finding("bugs", &files.folder)?;
        self.filed += 1;
        let folder = campaign.store.relative(&folder);
        let class = failure.evidence.class;
        let Discovery { reduction_runs, reduction_seconds, reduction_cut_short, .. } = discovery;
        // The folder is there: it is counted before anything else is written, which may fail.
        lock(&campaign.run).bugs.push(BugEntry {
            fingerprint: key.clone(),
            title: title.clone(),
            folder: folder.clone(),
            class,
            state: match (known, replayed) {
                (true, _) => BugState::Known,
                (false, [0, 0]) => BugState::Unreplayed,
                (false, _) => BugState::New,
            },
            count: 1,
            likely: 0,
            seconds: at,
            original: discovery.original,
            reduced: discovery.reduced,
        });
        if known {
            campaign.progress.add(Counter::KnownHits, 1);
            campaign.write_run(true)?;
            campaign.tell(Event::KnownBug {
                fingerprint: key,
                title,
                class,
                folder,
                reduction_runs,
                reduction_seconds,
                reduction_cut_short,
            })?;
        } else {
            campaign.progress.new_bug();
            campaign.write_run(true)?;
            campaign.tell(Event::NewBug {
                fingerprint: key,
                title,
                class,
                folder,
                reduction_runs,
                reduction_seconds,
                reduction_cut_short,
            })?;
        }
        let mut learning = lock(&campaign.learning);
        if let Some(reason) = learning.bug_found(&shape, reliance) {
            campaign.adapted(&learning, reason)?;
        }
        Ok(())
    }

    /// Counts a failure that the engine's developers know, and makes what shows it rarer the first time.
    fn is_known(&mut self, failure: &Failure) -> Result<bool, HuntError> {
        let campaign = self.campaign;
        let engine = &self.session.identity().engine;
        let Some(bug) = campaign.config.known_bugs.find(engine, failure, &self.options) else { return Ok(false) };
        campaign.progress.add(Counter::KnownHits, 1);
        campaign.tell(Event::ListedBug { id: bug.id.clone(), link: bug.link.clone() })?;
        let first = lock(&campaign.run).known_bugs.insert(bug.id.clone());
        if first {
            let mut learning = lock(&campaign.learning);
            if let Some(reason) = learning.bug_found(&shape_of(failure), None) {
                campaign.adapted(&learning, reason)?;
            }
        }
        Ok(true)
    }

    fn discovery(&self, original: &Failure, reduced: &Failure, reduction: &Reduced, seconds: f64) -> Discovery {
        let config = self.campaign.config;
        Discovery {
            seed: config.seed,
            profile: config.profile.name.as_str().into(),
            seconds,
            checks: self.campaign.progress.get(Counter::Checks),
            original: Measured::of(&original.case),
            reduced: Measured::of(&reduced.case),
            reduction_runs: reduction.runs,
            reduction_seconds: reduction.time.as_secs_f64(),
            reduction_cut_short: reduction.cut_short,
        }
    }

    /// Keeps a finding that did not come back apart.
    fn flaky(&mut self, failure: &Failure, replayed: [u32; 2]) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let before = campaign.progress.get(Counter::Flaky);
        campaign.progress.add(Counter::Flaky, 1);
        let summary = failure.evidence.summary.clone();
        campaign.tell(Event::Flaky { summary })?;
        if before >= MOST_FLAKY { Ok(()) } else { self.keep_apart("flaky", failure, replayed) }
    }

    /// Writes a finding that is no bug to a folder of its own kind.
    fn keep_apart(&mut self, kind: &str, failure: &Failure, replayed: [u32; 2]) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let size = Measured::of(&failure.case);
        let found = Found {
            version: FOUND_VERSION,
            title: failure.evidence.summary.clone(),
            target: campaign.target.name().to_owned(),
            engine: self.session.identity().clone(),
            fingerprint: String::new(),
            case: failure.case.clone(),
            text: arbiter::claimed_text(&failure.case, self.session.dialect()).unwrap_or_default(),
            evidence: failure.evidence.clone(),
            responses: failure.responses.clone(),
            cut: Vec::new(),
            replayed,
            discovery: Discovery {
                seed: campaign.config.seed,
                profile: campaign.config.profile.name.as_str().into(),
                seconds: campaign.progress.elapsed().as_secs_f64(),
                checks: campaign.progress.get(Counter::Checks),
                original: size,
                reduced: size,
                ..Discovery::default()
            },
        };
        let files = vec![
            ("case.json".to_owned(), bounds::case_file(&found)),
            ("engine.log".to_owned(), bounds::log_file(self.session.driver())),
        ];
        let slug = report::slug(&format!("{} {}", failure.evidence.class, failure.evidence.summary));
        campaign.store.write_finding(kind, &FindingFolder { slug, files })?;
        Ok(())
    }
}

fn shape_of(failure: &Failure) -> Shape {
    failure.case.claimed_statement().map(Shape::of).unwrap_or_default()
}
