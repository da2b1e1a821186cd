//! What becomes of bugs that a cause explains which was found after them: they are merged into its bug, or filed by a cause of
//! their own that what is known now makes plain.

use std::path::Path;

use graphlance_shrink::Failure;

use super::Triage;
use super::filing::state_of;
use crate::behind::Shown;
use crate::bug::BugFiles;
use crate::bug_file::{BUG_FILE, BugFile, Merged};
use crate::campaign::HuntError;
use crate::cause::Cause;
use crate::event::Event;
use crate::experiment::Findings;
use crate::fingerprint::fingerprint;
use crate::found::Found;
use crate::progress::{Counter, lock};
use crate::registry::Why;
use crate::run_file::{BugEntry, BugState};
use crate::session::Session;
use crate::store::{self, read_found};
use crate::unsolved::{Bug, Solved};

impl Triage<'_> {
    /// Merges the bugs all of whose failures the causes explain that are switched on.
    pub(super) fn merge_solved(&self, session: &Session) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let (target, dialect, evaluator) = (session.target(), session.dialect(), session.evaluator());
        let solved = {
            let behind = lock(&campaign.behind);
            let explains = |failure: &_| behind.bug_of(target, failure, dialect, evaluator.as_ref());
            lock(&campaign.unsolved).take_solved(target, &explains)
        };
        solved.into_iter().try_for_each(|solved| self.merge_one(solved, Why::Later))
    }

    /// Gives those bugs a cause that have one by what is known now, though they had none when they were filed.
    pub(super) fn look_again(&mut self, session: &mut Session) -> Result<(), HuntError> {
        while let Some((bug, findings)) = self.found_by_now(session) {
            self.solve(session, bug, findings)?;
        }
        Ok(())
    }

    fn solve(&mut self, session: &mut Session, bug: Bug, findings: Findings) -> Result<(), HuntError> {
        let Bug { fingerprint: was, failure, trials, .. } = bug;
        let (Some(cause), foretold) = (findings.cause.clone(), findings.foretold) else { return Ok(()) };
        let Failure { case, evidence, responses } = &failure;
        let key = fingerprint(case, evidence, responses, session.identity(), Some(&cause));
        let (campaign, shown) = (self.campaign, Shown { failure: failure.clone(), trials });
        let known = lock(&campaign.run).bug(&key).is_some().then(|| key.clone());
        match known.clone().or_else(|| self.widened(session, &cause)) {
            // What was withdrawn is its cause after all.
            Some(into) if into == was => {
                if let Some(entry) = lock(&campaign.run).bug(&was) {
                    entry.cause = Some(cause.told());
                }
            }
            Some(into) => {
                lock(&campaign.registry).add(&key, &into);
                let why = if self.is_new_face(session, Some(&cause)) { Why::Face } else { Why::Later };
                self.merge_one(Solved { fingerprint: was, into, failure }, why)?;
                if known.is_none() {
                    return Ok(());
                }
            }
            None => self.file_anew(session, &was, &key, (&failure, findings))?,
        }
        self.switch_on(session, cause, &key, foretold, shown)
    }

    /// Files a bug by a cause that was not known when it was filed.
    fn file_anew(
        &self,
        session: &mut Session,
        was: &str,
        key: &str,
        (failure, findings): (&Failure, Findings),
    ) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let (store, root) = (campaign.store, campaign.store.root());
        let Some(bug) = lock(&campaign.run).bug(was).cloned() else { return Ok(()) };
        let (cause, old) = (findings.cause.as_ref().map(Cause::told), root.join(&bug.folder));
        let found = |path: &Path| -> Result<Found, HuntError> {
            Ok(Found { fingerprint: key.to_owned(), ..read_found(path, session.languages())? })
        };
        let (small, large) = (found(&old)?, found(&old.join("original.json"))?);
        let merged = store.read_json::<BugFile>(&format!("{}/{BUG_FILE}", bug.folder))?.merged;
        let replayed = small.replayed;
        let elsewhere = self.elsewhere(failure);
        let files = BugFiles::make(small, large, (&elsewhere, Some(findings)), session, root);
        let folder = store.relative(&store.write_finding("bugs", &files.folder)?);
        merged.into_iter().try_for_each(|merged| self.note_merged(&folder, merged).map(drop))?;
        store::carry_merged(&old, &root.join(&folder))?;
        let known = {
            let mut registry = lock(&campaign.registry);
            registry.became(was, key);
            registry.is_known(key) || bug.state == BugState::Known
        };
        let state = state_of(known, campaign.config.fixed.contains(key), replayed);
        if let Some(entry) = lock(&campaign.run).bug(was) {
            let (fingerprint, title) = (key.to_owned(), files.title.clone());
            *entry = BugEntry { fingerprint, title, folder: folder.clone(), cause, state, ..bug.clone() };
        }
        if state == BugState::Known && bug.state != BugState::Known {
            campaign.progress.take_back(Counter::NewBugs);
        }
        store.remove_finding(&old)?;
        campaign.write_run(true)?;
        campaign.tell(Event::FiledAnew { fingerprint: key.to_owned(), was: was.to_owned(), title: files.title, folder })
    }

    fn merge_one(&self, Solved { fingerprint, into, failure }: Solved, why: Why) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let both = {
            let mut run = lock(&campaign.run);
            run.bug(&fingerprint).cloned().zip(run.bug(&into).cloned())
        };
        let Some((bug, BugEntry { folder: to, cause, .. })) = both else { return Ok(()) };
        // The folder is moved before the entry goes: should that fail, the bug is still told of.
        let root = campaign.store.root();
        let folder = campaign.store.relative(&store::merge(&root.join(&bug.folder), &root.join(&to))?);
        {
            let mut run = lock(&campaign.run);
            run.bugs.retain(|other| other.fingerprint != fingerprint);
            if let Some(other) = run.bug(&into) {
                other.count += bug.count;
                other.likely += bug.likely;
            }
        }
        lock(&campaign.registry).became(&fingerprint, &into);
        if bug.state != BugState::Known {
            campaign.progress.take_back(Counter::NewBugs);
        }
        let text = failure.case.claimed_statement().map(|statement| statement.text()).unwrap_or_default();
        self.note_merged(&to, Merged { fingerprint: fingerprint.clone(), text, why: why.words().to_owned() })?;
        campaign.write_run(true)?;
        campaign.tell(Event::Merged { fingerprint, into, title: bug.title, cause: cause.unwrap_or_default(), folder })
    }
}
