//! What becomes of a reduced finding: it is filed as a bug, counted as one that is known, or kept apart.

use graphlance_case::language::FeatureSet;
use graphlance_generate::adaptation::Reliance;
use graphlance_shrink::{Failure, Family, Reduced};

use crate::arbiter::{self, SecondOpinion};
use crate::bounds;
use crate::bug::BugFiles;
use crate::campaign::HuntError;
use crate::cause::cause;
use crate::event::Event;
use crate::fingerprint::fingerprint;
use crate::found::{Discovery, FOUND_VERSION, Found};
use crate::measured::Measured;
use crate::progress::{Counter, lock};
use crate::registry::Sighting;
use crate::run_file::{BugEntry, BugState};
use crate::session::Session;
use crate::store::FindingFolder;
use graphlance_report as report;

use super::{Held, MOST_FLAKY, Triage};

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
        let identity = session.identity();
        let cause = cause(&failure.case, &failure.responses, session.dialect(), session.evaluator().as_ref());
        let key = fingerprint(&failure.case, &failure.evidence, &failure.responses, identity, cause.as_ref());
        let explained = cause.as_ref().map(|cause| cause.sentence.to_owned());
        let reliance = cause.and_then(|cause| Reliance::lost_by(&cause.name));
        let features = features_of(&failure);
        let identity = lock(&campaign.registry).file(&key, family, &features);
        let at = campaign.progress.elapsed().as_secs_f64();
        let known = match identity {
            Sighting::Again(bug) => return self.again(&bug, key),
            Sighting::New { known } => known,
        };
        let discovery = self.discovery(original, &failure, reduced, at);
        let found = |failure: &Failure, replayed, second| Found {
            version: FOUND_VERSION,
            title: String::new(),
            target: session.target().to_owned(),
            engine: session.identity().clone(),
            fingerprint: key.clone(),
            case: failure.case.clone(),
            text: arbiter::claimed_text(&failure.case, session.dialect()).unwrap_or_default(),
            evidence: failure.evidence.clone(),
            responses: failure.responses.clone(),
            cut: Vec::new(),
            replayed,
            second,
            discovery: discovery.clone(),
        };
        let (small, large) = (found(&failure, replayed, second), found(original, [1, 1], None));
        let elsewhere = self.elsewhere(&failure);
        let files = BugFiles::make(small, large, &elsewhere, session, campaign.store.root());
        let folder = campaign.store.write_finding("bugs", &files.folder)?;
        self.filed += 1;
        let bug = BugEntry {
            fingerprint: key,
            title: files.title,
            target: self.has_others().then(|| session.target().to_owned()),
            elsewhere: elsewhere.iter().map(|one| (one.target.clone(), one.state.name().to_owned())).collect(),
            folder: campaign.store.relative(&folder),
            class: failure.evidence.class,
            cause: explained,
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
        };
        // The folder is there: it is counted before anything else is written, which may fail.
        lock(&campaign.run).bugs.push(bug.clone());
        self.announce(bug, &discovery)?;
        let mut learning = lock(&campaign.learning);
        if let Some(reason) = learning.bug_found(&features, reliance) {
            campaign.adapted(&learning, reason)?;
        }
        Ok(())
    }

    /// The two evaluators of the language do not agree: that is a defect of ours.
    fn contradicted(&self, session: &Session, failure: &Failure, why: &str) -> Result<(), HuntError> {
        let text = arbiter::claimed_text(&failure.case, session.dialect()).unwrap_or_default();
        let why = format!("a second evaluator comes to another answer: {why}");
        self.campaign.denied(&failure.case, &text, &why)
    }

    /// Counts a bug that was filed before.
    fn again(&self, bug: &str, fingerprint: String) -> Result<(), HuntError> {
        self.campaign.progress.add(Counter::KnownHits, 1);
        if let Some(entry) = lock(&self.campaign.run).bug(bug) {
            entry.count += 1;
        }
        self.campaign.tell(Event::BugAgain { fingerprint })
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
        let campaign = self.campaign;
        let size = Measured::of(&failure.case);
        let found = Found {
            version: FOUND_VERSION,
            title: failure.evidence.summary.clone(),
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
            ("engine.log".to_owned(), bounds::log_file(session.driver())),
        ];
        let slug = report::slug(&format!("{} {}", failure.evidence.class, failure.evidence.summary));
        campaign.store.write_finding(kind, &FindingFolder { slug, files })?;
        Ok(())
    }
}

pub(crate) fn features_of(failure: &Failure) -> FeatureSet {
    failure.case.claimed_statement().map(|statement| statement.feature_set()).unwrap_or_default()
}
