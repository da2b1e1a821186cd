//! What is explained: findings of it are counted, and right answers are held against it.

use std::time::Instant;

use graphlance_case::{Case, Response};
use graphlance_report::quote;
use graphlance_shrink::Failure;

use super::Triage;
use crate::behind::{Doubted, Shown, Withdrawn, another};
use crate::bug_file::{BUG_FILE, BugFile};
use crate::campaign::HuntError;
use crate::cause::Cause;
use crate::cpu::{micros_since, thread_seconds};
use crate::doubt::is_hidden;
use crate::event::Event;
use crate::fingerprint::fingerprint;
use crate::progress::{Counter, lock};
use crate::session::Session;
use crate::store::write_text;
use crate::unsolved::Bug;

impl Triage<'_> {
    /// Counts a failure that a cause explains which is switched on.
    pub(super) fn is_known_cause(&self, session: &Session, failure: &Failure) -> bool {
        let campaign = self.campaign;
        let begun = thread_seconds();
        let bug = {
            let mut behind = lock(&campaign.behind);
            if behind.is_empty() {
                return false;
            }
            behind.count(session.target(), failure, session.dialect(), session.evaluator().as_ref())
        };
        campaign.progress.add(Counter::KnownMicros, micros_since(begun));
        let Some(bug) = bug else { return false };
        campaign.progress.add(Counter::Findings, 1);
        campaign.progress.add(Counter::KnownCauses, 1);
        if let Some(entry) = lock(&campaign.run).bug(&bug) {
            entry.count += 1;
        }
        true
    }

    /// The causes that a right answer may refute.
    pub(crate) fn doubted(&self, session: &Session, case: &Case, responses: &[Response]) -> Vec<Doubted> {
        let mut behind = lock(&self.campaign.behind);
        if behind.is_empty() {
            return Vec::new();
        }
        let begun = thread_seconds();
        let evaluator = session.evaluator();
        let elapsed = self.campaign.progress.elapsed();
        let told = (session.dialect(), evaluator.as_ref());
        // What another bug makes wrong, too, may be right by chance.
        let masked = || {
            let names = case.claimed_statement().map(|statement| statement.feature_set().names()).unwrap_or_default();
            lock(&self.campaign.registry).may_show(&names)
        };
        let doubted = behind.doubted(session.target(), (case, responses), told, &masked, elapsed);
        self.campaign.progress.add(Counter::KnownMicros, micros_since(begun));
        doubted
    }

    /// Withdraws those of some causes that a right answer refutes.
    pub(crate) fn refute(
        &mut self,
        session: &mut Session,
        doubted: Vec<Doubted>,
        answered: (&Case, &[Response]),
    ) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let begun = Instant::now();
        let mut withdrawn = Vec::new();
        let mut asked = Ok(());
        for doubted in doubted {
            let doubt = (&doubted.cause, doubted.departing.as_ref());
            match is_hidden(session, answered, doubt, &|| campaign.is_stopped()) {
                Ok(true) => {}
                Ok(false) => withdrawn.extend(lock(&campaign.behind).withdraw(session.target(), doubted)),
                Err(error) => {
                    asked = Err(error);
                    break;
                }
            }
        }
        self.reducing += begun.elapsed();
        self.aside += begun.elapsed();
        // What was withdrawn is told of, whatever became of the others.
        self.withdraw(session, withdrawn, answered)?;
        Ok(asked?)
    }

    /// Tells of causes that were none, puts others in their place, and looks into the cases that were counted as theirs.
    fn withdraw(
        &mut self,
        session: &mut Session,
        withdrawn: Vec<Withdrawn>,
        answered: (&Case, &[Response]),
    ) -> Result<(), HuntError> {
        let mut again = Vec::new();
        for Withdrawn { cause, bug, explained, kept, shown } in withdrawn {
            let folder = lock(&self.campaign.run).bug(&bug).map(|entry| {
                entry.count -= explained.min(entry.count.saturating_sub(1));
                entry.cause = None;
                entry.folder.clone()
            });
            let next = match folder {
                Some(folder) => self.note_withdrawn(session, &folder, &kept, answered)?,
                None => None,
            };
            self.campaign.tell(Event::Withdrawn { fingerprint: bug.clone(), cause: cause.told(), explained })?;
            match next {
                Some(next) => {
                    if let Some(entry) = lock(&self.campaign.run).bug(&bug) {
                        entry.cause = Some(next.told());
                    }
                    // What it explains from now on is this bug.
                    let Failure { case, evidence, responses } = &shown.failure;
                    let key = fingerprint(case, evidence, responses, session.identity(), Some(&next));
                    lock(&self.campaign.registry).add(&key, &bug);
                    self.switch_on(session, next, &bug, 0, shown)?;
                }
                None => {
                    lock(&self.campaign.registry).unexplained(&bug);
                    let Shown { failure, trials } = shown;
                    lock(&self.campaign.unsolved).extend(Bug::new(session.target(), &bug, failure, trials));
                }
            }
            again.extend(kept);
        }
        let mut looked_into = Ok(());
        for failure in again {
            match looked_into {
                Ok(()) => looked_into = self.failed(session, failure),
                // What comes behind an error waits, and is written down.
                Err(_) => {
                    let family = failure.family();
                    self.wait(session, failure, family, false)?;
                }
            }
        }
        looked_into
    }

    /// Says in a bug's folder that its cause is none, or not all of it: in its file, and below the title of the report. Gives what
    /// explains the cases that were kept and is not refuted, of causes that foretold the same of all experiments.
    fn note_withdrawn(
        &self,
        session: &Session,
        folder: &str,
        kept: &[Failure],
        answered: (&Case, &[Response]),
    ) -> Result<Option<Cause>, HuntError> {
        let store = self.campaign.store;
        let name = format!("{folder}/{BUG_FILE}");
        // A folder of an older release has no such file.
        let Ok(mut bug) = store.read_json::<BugFile>(&name) else { return Ok(None) };
        let seconds = self.campaign.progress.elapsed().as_secs();
        bug.withdrawn = Some(seconds);
        let alike = bug.findings.as_ref().map_or(&[][..], |findings| &findings.alike);
        let evaluator = session.evaluator();
        let next = another(alike, kept, answered, (session.dialect(), evaluator.as_ref())).cloned();
        store.write_json(&name, &bug)?;
        let path = store.root().join(folder).join("report.md");
        let report = std::fs::read_to_string(&path).unwrap_or_default();
        let Some((title, rest)) = report.split_once('\n') else { return Ok(next) };
        let noted = rest.strip_prefix('\n').and_then(|rest| rest.strip_prefix(NOTED)?.split_once('\n'));
        let rest = noted.map_or(rest, |(_, rest)| rest);
        let next_told = next.as_ref().map_or(String::new(), |cause| {
            format!(" Nothing is against this, which explains the same: {}.", quote::markdown(&cause.told()))
        });
        let note = format!(
            "{NOTED} {seconds} s into the hunt: the engine answered rightly where the rule foretells a wrong answer. It is not the \
             cause, or not all of it.{next_told}"
        );
        write_text(&path, &format!("{title}\n\n{note}\n{rest}"))?;
        Ok(next)
    }
}

/// How the note of a withdrawal begins.
const NOTED: &str = "> The rule that this report gives as the cause was withdrawn";
