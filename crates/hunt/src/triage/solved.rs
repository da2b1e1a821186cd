//! What becomes of bugs that a cause explains which was found after them: they are merged into its bug.

use super::Triage;
use crate::bug_file::Merged;
use crate::campaign::HuntError;
use crate::event::Event;
use crate::progress::{Counter, lock};
use crate::registry::Why;
use crate::run_file::{BugEntry, BugState};
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
        lock(&campaign.registry).explained(&fingerprint);
        if bug.state != BugState::Known {
            campaign.progress.take_back(Counter::NewBugs);
        }
        let text = failure.case.claimed_statement().map(|statement| statement.text()).unwrap_or_default();
        self.note_merged(&to, Merged { fingerprint: fingerprint.clone(), text, why: Why::Later.words().to_owned() })?;
        campaign.write_run(true)?;
        campaign.tell(Event::Merged { fingerprint, into, title: bug.title, cause: cause.unwrap_or_default(), folder })
    }
}
