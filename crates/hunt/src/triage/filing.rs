//! What becomes of a reduced finding: it is filed as a bug, counted as one that is known, or kept apart.

use graphlance_case::language::FeatureSet;
use graphlance_shrink::{Failure, Family, Reduced};

use crate::arbiter::{self, SecondOpinion};
use crate::behind::Shown;
use crate::bounds;
use crate::bug::BugFiles;
use crate::bug_file::{BUG_FILE, BugFile, MOST_KEPT, MOST_MERGED, Merged};
use crate::campaign::HuntError;
use crate::cause::Cause;
use crate::event::Event;
use crate::experiment::{Findings, Trial};
use crate::fingerprint::fingerprint;
use crate::found::{Discovery, FOUND_VERSION, Found};
use crate::measured::Measured;
use crate::plan_shape::plan_shape;
use crate::progress::{Counter, lock};
use crate::reach::Reach;
use crate::registry::{Kinship, Sighting, Why};
use crate::run_file::{BugEntry, BugState};
use crate::session::Session;
use crate::store::{FindingFolder, MERGED, merged_into};
use crate::swapped::Swapped;
use crate::unsolved::Bug;
use graphlance_report as report;

use super::{Held, MOST_FLAKY, PERHAPS_DUE, PERHAPS_OPEN, Triage};

impl Triage<'_> {
    pub(super) fn file(
        &mut self,
        session: &mut Session,
        original: &Failure,
        held: Held,
        reduced: &Reduced,
        family: &Family,
    ) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let Held { failure, replayed } = held;
        if self.is_known(session, &failure)? {
            return Ok(());
        }
        let second = self.second_opinion(session, &failure, family);
        if let Some(SecondOpinion::Disagrees(why)) = &second {
            return self.contradicted(session, &failure, why);
        }
        if let Some(reason) = doubt(session, &failure, second.as_ref()) {
            self.campaign.progress.skip(reason);
            return self.keep_some(session, reason, &failure, replayed);
        }
        let (findings, trials, reach) = self.findings(session, (&failure, &reduced.trail), family, replayed)?;
        let cause = findings.as_ref().and_then(|findings| findings.cause.clone());
        let Failure { case, evidence, responses } = &failure;
        let key = fingerprint(case, evidence, responses, session.identity(), cause.as_ref());
        let foretold = findings.as_ref().map_or(0, |findings| findings.foretold);
        let features = features_of(&failure);
        let kinship = self.kinship(session, (&failure, family), findings.as_ref(), reach);
        if let Some(bug) = cause.as_ref().and_then(|cause| self.widened(session, cause)) {
            lock(&campaign.registry).add(&key, &bug);
            return self.again(session, &bug, key, (&failure, Why::Wider));
        }
        let sighting = self.sighting(session, (&key, &failure), family, &features, &kinship);
        let at = campaign.progress.elapsed().as_secs_f64();
        let known = match sighting {
            Sighting::Again(bug, why) => {
                let is_face = why != Why::Same && self.is_new_face(session, cause.as_ref());
                let why = if is_face { Why::Face } else { why };
                self.again(session, &bug, key, (&failure, why))?;
                self.learn_again(&bug, &features, &kinship)?;
                // It was withdrawn, and explains this all the same.
                let Some(cause) = cause else { return Ok(()) };
                return self.switch_on(session, cause, &bug, foretold, Shown { failure, trials });
            }
            Sighting::New { known } => known,
        };
        let discovery = self.discovery(original, &failure, reduced, at);
        let found = |failure: &Failure, replayed, second| {
            let found = Self::found(session, failure, &discovery, replayed);
            Found { fingerprint: key.clone(), second, ..found }
        };
        let elsewhere = self.elsewhere(&failure);
        let (small, large) = (found(&failure, replayed, second), found(original, [1, 1], None));
        let files = BugFiles::make(small, large, (&elsewhere, findings), session, campaign.store.root());
        let folder = campaign.store.write_finding("bugs", &files.folder)?;
        self.filed += 1;
        let regressed = campaign.config.fixed.contains(&key);
        let bug = BugEntry {
            fingerprint: key,
            title: files.title,
            target: self.has_others().then(|| session.target().to_owned()),
            elsewhere: elsewhere.iter().map(|one| (one.target.clone(), one.state.name().to_owned())).collect(),
            folder: campaign.store.relative(&folder),
            class: failure.evidence.class,
            cause: cause.as_ref().map(Cause::told),
            state: state_of(known, regressed, replayed),
            count: 1,
            likely: 0,
            seconds: at,
            original: discovery.original,
            reduced: discovery.reduced,
        };
        // The folder is there: it is counted before anything else is written, which may fail.
        lock(&campaign.run).bugs.push(bug.clone());
        let fingerprint = bug.fingerprint.clone();
        self.announce(bug, &discovery)?;
        self.learn(&kinship.particular(&features), cause.as_ref())?;
        self.remember(session, (cause, foretold), &fingerprint, (failure, trials))
    }

    /// Switches the cause of a bug on that was filed; without one, keeps what was asked for when more is known.
    fn remember(
        &mut self,
        session: &mut Session,
        (cause, foretold): (Option<Cause>, u32),
        bug: &str,
        (failure, trials): (Failure, Vec<Trial>),
    ) -> Result<(), HuntError> {
        let Some(cause) = cause else {
            lock(&self.campaign.unsolved).extend(Bug::new(session.target(), bug, failure, trials));
            return Ok(());
        };
        self.switch_on(session, cause, bug, foretold, Shown { failure, trials })
    }

    /// A failure as a file, which belongs to no bug yet.
    fn found(session: &Session, failure: &Failure, discovery: &Discovery, replayed: [u32; 2]) -> Found {
        Found {
            version: FOUND_VERSION,
            title: String::new(),
            target: session.target().to_owned(),
            engine: session.identity().clone(),
            fingerprint: String::new(),
            case: failure.case.clone(),
            text: arbiter::claimed_text(&failure.case, session.dialect()).unwrap_or_default(),
            evidence: failure.evidence.clone(),
            responses: failure.responses.clone(),
            cut: Vec::new(),
            replayed,
            second: None,
            discovery: discovery.clone(),
        }
    }

    /// What was measured of a failure that tells it apart from others.
    fn kinship(
        &self,
        session: &mut Session,
        (failure, family): (&Failure, &Family),
        findings: Option<&Findings>,
        reach: Reach,
    ) -> Kinship {
        Kinship {
            explained: findings.is_some_and(|findings| findings.cause.is_some()),
            necessary: findings.map(|findings| findings.necessary.clone()).unwrap_or_default(),
            reach,
            condition: findings.and_then(|findings| findings.condition.clone()),
            class: Some(failure.evidence.class),
            swapped: Swapped::of(&failure.case, &failure.evidence, &failure.responses),
            plan: self.plan_of(session, failure, family),
        }
    }

    /// The shape of the engine's plan for what fails; none where it tells none, or would die of it.
    fn plan_of(&self, session: &mut Session, failure: &Failure, family: &Family) -> Option<u64> {
        if family.is_costly() || session.is_dead() {
            return None;
        }
        let text = arbiter::claimed_text(&failure.case, session.dialect())?;
        plan_shape(&session.explain(&text)?, &text)
    }

    /// The bug of a cause that another one explains as well, which takes its place.
    pub(super) fn widened(&self, session: &Session, cause: &Cause) -> Option<String> {
        let evaluator = session.evaluator();
        lock(&self.campaign.behind).widen(session.target(), cause, session.dialect(), evaluator.as_ref())
    }

    /// Whether a cause is another face of a fault of which one is known.
    pub(super) fn is_new_face(&self, session: &Session, cause: Option<&Cause>) -> bool {
        cause.is_some_and(|cause| lock(&self.campaign.behind).is_new_face(session.target(), cause))
    }

    /// The two evaluators of the language do not agree: that is a defect of ours.
    fn contradicted(&self, session: &Session, failure: &Failure, why: &str) -> Result<(), HuntError> {
        let text = arbiter::claimed_text(&failure.case, session.dialect()).unwrap_or_default();
        let why = format!("a second evaluator comes to another answer: {why}");
        self.campaign.denied(&failure.case, &text, &why)
    }

    /// Counts a bug that was filed before. The first cases that are held for it though they have another fingerprint are kept in
    /// its folder, so that they can be split off.
    fn again(
        &self,
        session: &mut Session,
        bug: &str,
        fingerprint: String,
        (failure, why): (&Failure, Why),
    ) -> Result<(), HuntError> {
        self.campaign.progress.add(Counter::KnownHits, 1);
        let mut folder = None;
        if let Some(entry) = lock(&self.campaign.run).bug(bug) {
            entry.count += 1;
            folder = Some(entry.folder.clone());
        }
        if let Some(folder) = folder {
            let text = failure.case.claimed_statement().map(|statement| statement.text()).unwrap_or_default();
            let merged = Merged { fingerprint: fingerprint.clone(), text, why: why.words().to_owned() };
            let is_other = self.note_merged(&folder, merged)? && !why.is_by_fingerprint();
            if is_other && merged_into(&self.campaign.store.root().join(&folder))?.len() < MOST_KEPT {
                let found = Found { fingerprint: fingerprint.clone(), ..self.unfiled(session, failure, [1, 1]) };
                let finding = finding(session, &found, bounds::case_file);
                self.campaign.store.write_finding(&format!("{folder}/{MERGED}"), &finding)?;
            }
        }
        self.campaign.tell(Event::BugAgain { fingerprint })
    }

    /// Notes in a bug's folder what was merged into it; false where nothing is noted.
    pub(super) fn note_merged(&self, folder: &str, merged: Merged) -> Result<bool, HuntError> {
        let store = self.campaign.store;
        let name = format!("{folder}/{BUG_FILE}");
        // A folder of an older release has no such file.
        let Ok(mut bug) = store.read_json::<BugFile>(&name) else { return Ok(false) };
        if bug.merged.len() >= MOST_MERGED || bug.merged.iter().any(|other| other.text == merged.text) {
            return Ok(false);
        }
        bug.merged.push(merged);
        store.write_json(&name, &bug)?;
        Ok(true)
    }

    /// What the language's other evaluator says of a failure to answer rightly, whose claim stands as the reference alone
    /// states it. None for other failures.
    fn second_opinion(&self, session: &Session, failure: &Failure, family: &Family) -> Option<SecondOpinion> {
        if !family.is_about_answers() {
            return None;
        }
        arbiter::second_opinion(&failure.case, session.dialect(), session.languages())
    }

    /// Counts and tells of a bug that was filed.
    fn announce(&self, bug: BugEntry, discovery: &Discovery) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let BugEntry { fingerprint, title, class, folder, state, .. } = bug;
        let Discovery { reduction_runs, reduction_seconds, reduction_cut_short, .. } = *discovery;
        let event = if state == BugState::Known {
            campaign.progress.add(Counter::KnownHits, 1);
            Event::KnownBug {
                fingerprint,
                title,
                class,
                folder,
                reduction_runs,
                reduction_seconds,
                reduction_cut_short,
            }
        } else {
            campaign.progress.new_bug();
            Event::NewBug { fingerprint, title, class, folder, reduction_runs, reduction_seconds, reduction_cut_short }
        };
        campaign.write_run(true)?;
        campaign.tell(event)
    }

    /// Counts a failure that the engine's developers know, and makes what shows it rarer the first time.
    pub(super) fn is_known(&mut self, session: &mut Session, failure: &Failure) -> Result<bool, HuntError> {
        let campaign = self.campaign;
        let engine = &session.identity().engine;
        let Some(bug) = campaign.config.known_bugs.find(engine, failure, session) else { return Ok(false) };
        campaign.progress.add(Counter::KnownHits, 1);
        campaign.tell(Event::ListedBug { id: bug.id.clone(), link: bug.link.clone() })?;
        let first = lock(&campaign.run).known_bugs.insert(bug.id.clone());
        if first {
            let mut learning = lock(&campaign.learning);
            if let Some(reason) = learning.bug_found(&features_of(failure), None) {
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
    pub(super) fn flaky(
        &mut self,
        session: &mut Session,
        failure: &Failure,
        replayed: [u32; 2],
    ) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let before = campaign.progress.get(Counter::Flaky);
        campaign.progress.add(Counter::Flaky, 1);
        let summary = failure.evidence.summary.clone();
        campaign.tell(Event::Flaky { summary })?;
        if before >= MOST_FLAKY { Ok(()) } else { self.keep_apart(session, "flaky", failure, replayed) }
    }

    /// Writes a finding that is no bug to a folder of its own kind.
    pub(super) fn keep_apart(
        &mut self,
        session: &mut Session,
        kind: &str,
        failure: &Failure,
        replayed: [u32; 2],
    ) -> Result<(), HuntError> {
        let finding = self.finding(session, failure, replayed, bounds::case_file);
        Ok(self.campaign.store.write_finding(kind, &finding).map(drop)?)
    }

    /// The folder of a finding that belongs to no bug, with its case in a form.
    pub(super) fn finding(
        &self,
        session: &mut Session,
        failure: &Failure,
        replayed: [u32; 2],
        form: fn(&Found) -> Vec<u8>,
    ) -> FindingFolder {
        finding(session, &self.unfiled(session, failure, replayed), form)
    }

    /// A finding that belongs to no bug.
    fn unfiled(&self, session: &Session, failure: &Failure, replayed: [u32; 2]) -> Found {
        let campaign = self.campaign;
        let size = Measured::of(&failure.case);
        let discovery = Discovery {
            seed: campaign.config.seed,
            profile: campaign.config.profile.name.as_str().into(),
            seconds: campaign.progress.elapsed().as_secs_f64(),
            checks: campaign.progress.get(Counter::Checks),
            original: size,
            reduced: size,
            ..Discovery::default()
        };
        let found = Self::found(session, failure, &discovery, replayed);
        Found { title: failure.evidence.summary.clone(), ..found }
    }
}

/// Why a failure may be none; none where nothing speaks for that.
fn doubt(session: &Session, failure: &Failure, second: Option<&SecondOpinion>) -> Option<&'static str> {
    match second {
        Some(SecondOpinion::Open(_)) => Some(PERHAPS_OPEN),
        _ => failure.may_be_due(session.evaluator().as_ref()).then_some(PERHAPS_DUE),
    }
}

/// The folder of a finding alone, with its case in a form.
fn finding(session: &mut Session, found: &Found, form: fn(&Found) -> Vec<u8>) -> FindingFolder {
    let mut files = vec![("case.json".to_owned(), form(found))];
    let log = bounds::log_file(session.driver());
    if log != b"\n" {
        files.push(("engine.log".to_owned(), log));
    }
    let slug = report::slug(&format!("{} {}", found.evidence.class, found.evidence.summary));
    FindingFolder { slug, files }
}

/// Where a bug stands when it is filed.
pub(super) fn state_of(known: bool, regressed: bool, replayed: [u32; 2]) -> BugState {
    match replayed {
        _ if known => BugState::Known,
        _ if regressed => BugState::Regressed,
        [0, 0] => BugState::Unreplayed,
        _ => BugState::New,
    }
}

pub(crate) fn features_of(failure: &Failure) -> FeatureSet {
    failure.case.claimed_statement().map(|statement| statement.feature_set().clone()).unwrap_or_default()
}
