//! Failures on a fresh database: whether they come again.

use graphlance_case::{Case, FailureClass, Response, Verdict};
use graphlance_shrink::{Failure, Family, Reduced};

use super::{Held, PATIENCE, Triage, UNCONFIRMED};
use crate::campaign::HuntError;
use crate::session::Session;

/// Replays of a reduced case, all of which must fail for it to count as a bug.
const REPLAYS: u32 = 5;

impl Triage<'_> {
    /// The failure as it comes on a fresh database; none where it does not come, or where its claim cannot be confirmed.
    pub(super) fn believed(
        &mut self,
        session: &mut Session,
        failure: Failure,
        family: &Family,
    ) -> Result<Option<Failure>, HuntError> {
        let Some(confirmed) = self.confirm(session, &failure, family)? else { return Ok(None) };
        if family.is_about_answers() && !self.holds(session, &confirmed.case) {
            self.campaign.progress.skip(UNCONFIRMED);
            self.keep_some(session, UNCONFIRMED, &confirmed, [1, 1])?;
            return Ok(None);
        }
        Ok(Some(confirmed))
    }

    /// Runs a failed case on a fresh database, then with its statement asked before as it was in the hunt. None when it does not
    /// fail in the same way: it is flaky, or slow.
    pub(super) fn confirm(
        &mut self,
        session: &mut Session,
        failure: &Failure,
        family: &Family,
    ) -> Result<Option<Failure>, HuntError> {
        for case in std::iter::once(failure.case.by_itself()).chain(failure.case.asked_before()) {
            let (responses, verdict) = self.run_again(session, &case, family)?;
            if let Verdict::Fail(evidence) = verdict
                && Family::of(&case, &evidence, &responses) == *family
            {
                return Ok(Some(Failure { case, evidence, responses }));
            }
        }
        if failure.evidence.class == FailureClass::Hang {
            self.campaign.progress.skip("slower than the deadline, but no hang");
        } else {
            self.flaky(session, failure, [0, 1])?;
        }
        Ok(None)
    }

    /// Runs a failed case on a fresh database, with patience for one that hung.
    fn run_again(
        &mut self,
        session: &mut Session,
        case: &Case,
        family: &Family,
    ) -> Result<(Vec<Response>, Verdict), HuntError> {
        let deadline = session.query_deadline();
        if *family == Family::Other(FailureClass::Hang) {
            session.set_query_deadline(deadline * PATIENCE);
        }
        let answered = session.run_case(case);
        session.set_query_deadline(deadline);
        Ok(answered?)
    }

    /// The smallest case of a reduction that fails every time on a fresh database.
    pub(super) fn replay(
        &mut self,
        session: &mut Session,
        reduced: &Reduced,
        family: &Family,
    ) -> Result<Option<Held>, HuntError> {
        let mut candidates: Vec<&Failure> = reduced.trail.iter().rev().take(1).collect();
        // A small one that does not hold leaned on what ran before it; larger ones may not.
        candidates.extend(reduced.trail.iter().rev().skip(1).step_by(reduced.trail.len().div_ceil(8)));
        candidates.extend(reduced.trail.first());
        let wanted = if family.is_costly() { 2 } else { REPLAYS };
        for candidate in candidates {
            let mut last = None;
            let mut failed = 0;
            for _ in 0..wanted {
                let (responses, verdict) = self.run_again(session, &candidate.case, family)?;
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
}
