//! What becomes of bugs that a cause explains which was found after them: they are merged into its bug.

use super::Triage;
use crate::bug_file::Merged;
use crate::campaign::HuntError;
use crate::event::Event;
use crate::progress::{Counter, lock};
use crate::registry::Why;
use crate::run_file::BugState;
use crate::session::Session;
use crate::store;
use crate::unsolved::Solved;

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
        solved.into_iter().try_for_each(|solved| self.merge_one(solved))
    }

    fn merge_one(&self, Solved { fingerprint, into, failure }: Solved) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let merged = {
            let mut run = lock(&campaign.run);
            let Some(place) = run.bugs.iter().position(|bug| bug.fingerprint == fingerprint) else { return Ok(()) };
            if run.bug(&into).is_none() {
                return Ok(());
            }
            let bug = run.bugs.remove(place);
            run.bug(&into).map(|other| {
                other.count += bug.count;
                other.likely += bug.likely;
                (bug, other.folder.clone(), other.cause.clone().unwrap_or_default())
            })
        };
        let Some((bug, to, cause)) = merged else { return Ok(()) };
        lock(&campaign.registry).explained(&fingerprint);
        if bug.state != BugState::Known {
            campaign.progress.take_back(Counter::NewBugs);
        }
        let root = campaign.store.root();
        let folder = campaign.store.relative(&store::merge(&root.join(&bug.folder), &root.join(&to))?);
        let text = failure.case.claimed_statement().map(|statement| statement.text()).unwrap_or_default();
        self.note_merged(&to, Merged { fingerprint: fingerprint.clone(), text, why: Why::Later.words().to_owned() })?;
        campaign.write_run(true)?;
        campaign.tell(Event::Merged { fingerprint, into, title: bug.title, cause, folder })
    }
}
