//! Asking what variants of a bug's reduced case tell of it, and looking again at what they told when more is known.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::{Evaluator, FailureClass};
use graphlance_shrink::{Failure, Family, OnTarget};

use super::Triage;
use crate::campaign::HuntError;
use crate::cause::Cause;
use crate::experiment::{Experiments, Findings, Known, Trial, experiment, reconsider};
use crate::progress::lock;
use crate::reach::Reach;
use crate::session::Session;
use crate::unsolved::Bug;

/// What experiments on one bug may take, and on one each show of which costs a restart.
const EXPERIMENTING: Duration = Duration::from_secs(4);
const EXPERIMENTING_WITH_DEATHS: Duration = Duration::from_secs(6);

impl Triage<'_> {
    /// What experiments show of a failure, what was asked, and how far it reaches. Of a target that did not come back for a replay
    /// nothing can be asked.
    pub(super) fn findings(
        &mut self,
        session: &mut Session,
        failure: (&Failure, &[Failure]),
        family: &Family,
        replayed: [u32; 2],
    ) -> Result<(Option<Findings>, Vec<Trial>, Reach), HuntError> {
        if replayed == [0, 0] {
            return Ok((None, Vec::new(), Reach::default()));
        }
        let Some(Experiments { findings, others, trials, reach }) = self.experiments(session, failure, family)? else {
            return Ok((None, Vec::new(), Reach::default()));
        };
        self.strays.extend(others);
        Ok((Some(findings), trials, reach))
    }

    /// Asks variants of a failure. None where a variant would cost much time, there is no answer to explain, or it is a death like
    /// one that variants have been asked of.
    fn experiments(
        &mut self,
        session: &mut Session,
        (failure, trail): (&Failure, &[Failure]),
        family: &Family,
    ) -> Result<Option<Experiments>, HuntError> {
        let class = failure.evidence.class;
        if class == FailureClass::Load
            || class.is_of_right_answers()
            || matches!(class, FailureClass::Hang | FailureClass::Slow)
            || self.campaign.is_stopped()
            || !self.deaths.may_be_varied(family)
        {
            return Ok(None);
        }
        let campaign = self.campaign;
        let most = if family.is_costly() { EXPERIMENTING_WITH_DEATHS } else { EXPERIMENTING };
        let time = most.min(campaign.clock.left().saturating_sub(super::RESERVE));
        let (dialect, asked_of) = (session.dialect().clone(), session.target().to_owned());
        let explained = self.explained(session);
        // What a cause explains that is switched on is looked into again to see whether it is that cause.
        let again = explained(failure);
        let under = if again { None } else { self.under_all(session) };
        let evaluators: Vec<_> = [Arc::clone(session.evaluator())].into_iter().chain(under).collect();
        let explained = |other: &Failure| !again && explained(other);
        let filed = |cause: &Cause| lock(&campaign.behind).has(&asked_of, cause);
        let withdrawn = |cause: &Cause| lock(&campaign.behind).has_withdrawn(cause);
        let stop = || campaign.is_stopped();
        let mut trial = OnTarget::new(session, failure, &stop);
        let known = Known { explained: &explained, filed: &filed, withdrawn: &withdrawn };
        let experiments = experiment(failure, trail, &mut trial, (&dialect, &evaluators), &known, time)?;
        Ok(Some(experiments))
    }

    /// The evaluator under all causes that are switched on, which may play a part in what has another one; none where there are
    /// none.
    fn under_all(&self, session: &Session) -> Option<Arc<dyn Evaluator>> {
        lock(&self.campaign.behind).all_of(session.target(), session.evaluator().as_ref())
    }

    /// A bug that was filed without a cause and has one by what is known now, with what shows it.
    pub(super) fn found_by_now(&self, session: &Session) -> Option<(Bug, Findings)> {
        let campaign = self.campaign;
        let mut bugs = lock(&campaign.unsolved).take(session.target());
        let found = bugs.iter().enumerate().find_map(|(at, bug)| {
            let findings = self.reconsidered(session, bug)?;
            Some((at, findings))
        });
        let found = found.map(|(at, findings)| (bugs.swap_remove(at), findings));
        lock(&campaign.unsolved).extend(bugs);
        found
    }

    /// What experiments on a bug show by now; none where that is still no cause.
    fn reconsidered(&self, session: &Session, bug: &Bug) -> Option<Findings> {
        let Bug { failure, trials, .. } = bug;
        let explained = self.explained(session);
        // What causes explain that are switched on has nothing new to tell.
        if self.campaign.is_stopped() || explained(failure) {
            return None;
        }
        let under = self.under_all(session);
        let evaluators: Vec<_> = [Arc::clone(session.evaluator())].into_iter().chain(under).collect();
        let filed = |cause: &Cause| lock(&self.campaign.behind).has(session.target(), cause);
        let withdrawn = |cause: &Cause| lock(&self.campaign.behind).has_withdrawn(cause);
        let known = Known { explained: &explained, filed: &filed, withdrawn: &withdrawn };
        let findings = reconsider(failure, trials, (session.dialect(), &evaluators), &known);
        findings.cause.is_some().then_some(findings)
    }
}
