//! What other targets say: of a case that the one hunted has answered rightly, of one of which nobody knows the answer, of a bug.

use std::sync::Arc;

use graphlance_case::{Case, Claim, Evaluator, LEFT_OPEN, NoAnswer, Response, Verdict, judge};
use graphlance_graph::Returns;
use graphlance_shrink::{Failure, OnTarget, reduce};

use super::Triage;
use crate::campaign::HuntError;
use crate::progress::Counter;
use crate::session::Session;
use crate::standing::{Standing, State, standing_on};
use crate::witness::{Testimony, Witness, is_unknown};

/// Differences that are looked into at most, of those that the reference cannot decide.
const MOST_DIFFERENCES: u64 = 20;
/// The reason of the others.
const UNTRIED: &str = "targets differ, and the reference cannot decide (not looked into)";
/// The reason of those that turn out to be open.
const OPEN: &str = "targets differ where the language leaves the answer open";
/// Replays of a bug on each other target.
const TIMES: u32 = 2;

impl Triage<'_> {
    /// Asks the other targets a case that the one hunted has answered, with what it answered. True when something was found, so
    /// that the database of the one hunted may hold something else.
    pub(crate) fn ask_others(
        &mut self,
        session: &mut Session,
        case: &Case,
        responses: &[Response],
    ) -> Result<bool, HuntError> {
        let mut found = false;
        for witness in self.witnesses.clone() {
            let told = witness.ask(case).map_err(|error| witness.named(error))?;
            let Some(Testimony { case: asked, responses: theirs, verdict }) = told else { continue };
            self.campaign.progress.add(Counter::Compared, 1);
            if let Verdict::Fail(evidence) = verdict {
                found = true;
                self.failed_elsewhere(session, &witness, Failure { case: asked, evidence, responses: theirs })?;
            } else if is_unknown(case) && is_unknown(&asked) {
                found |= self.compare(session, &witness, case, [responses, &theirs])?;
            }
        }
        Ok(found)
    }

    /// Looks into the answers of two targets to a case of which the reference knows nothing. True when they differ.
    fn compare(
        &mut self,
        session: &mut Session,
        witness: &Arc<Witness>,
        case: &Case,
        [ours, theirs]: [&[Response]; 2],
    ) -> Result<bool, HuntError> {
        let Some(Response::Table(table)) = theirs.first() else { return Ok(false) };
        let returns = Returns::bag(table.columns.clone(), table.rows.clone());
        let case = Case { claim: Claim::returns(0, returns), ..case.clone() };
        // An error is no table, and a target may lack what it is not known to lack.
        let (Some(Response::Table(_)), Verdict::Fail(evidence)) = (ours.first(), judge(&case, ours, session.dialect()))
        else {
            return Ok(false);
        };
        let progress = self.campaign.progress;
        progress.add(Counter::Findings, 1);
        let failure = Failure { case, evidence, responses: ours.to_vec() };
        if progress.get(Counter::Differences) >= MOST_DIFFERENCES {
            progress.add(Counter::Differences, 1);
            progress.skip(UNTRIED);
            return Ok(true);
        }
        self.look_into(session, witness, failure)?;
        Ok(true)
    }

    /// Reduces a difference, and asks the reference again of what is left.
    fn look_into(&mut self, session: &mut Session, witness: &Arc<Witness>, failure: Failure) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let begun = std::time::Instant::now();
        let stop = || campaign.is_stopped();
        let limits = self.limits(&failure.family());
        let evaluator = Arc::clone(witness) as Arc<dyn Evaluator>;
        let mut trial = OnTarget::against(session, &failure, evaluator, &stop);
        let reduced = reduce(failure.clone(), &mut trial, limits)?;
        campaign.progress.add(Counter::Reductions, 1);
        campaign.progress.add(Counter::ReductionRuns, reduced.runs);
        self.aside += begun.elapsed();
        let failure = reduced.trail.last().cloned().unwrap_or(failure);
        match failure.case.answer(0, session.evaluator().as_ref()) {
            Ok(answer) => self.blame(session, witness, &failure, answer.returns),
            Err(NoAnswer::Undecided(why)) if !why.starts_with(LEFT_OPEN) => {
                campaign.progress.add(Counter::Differences, 1);
                self.keep_apart(session, "unconfirmed", &failure, [1, 1])
            }
            Err(_) => {
                campaign.progress.skip(OPEN);
                Ok(())
            }
        }
    }

    /// The reference knows the answer to a reduced difference: the finding is of whoever gives another.
    fn blame(
        &mut self,
        session: &mut Session,
        witness: &Arc<Witness>,
        difference: &Failure,
        returns: Returns,
    ) -> Result<(), HuntError> {
        let case = Case { claim: Claim::returns(0, returns), ..difference.case.clone() };
        let (responses, verdict) = session.run_case(&case)?;
        if let Verdict::Fail(evidence) = verdict {
            self.failed(session, Failure { case: case.clone(), evidence, responses })?;
        }
        let told = witness.ask(&case).map_err(|error| witness.named(error))?;
        if let Some(Testimony { case, responses, verdict: Verdict::Fail(evidence) }) = told {
            self.failed_elsewhere(session, witness, Failure { case, evidence, responses })?;
        }
        Ok(())
    }

    /// Deals with a claim that another target violated, as if that were the one hunted.
    fn failed_elsewhere(
        &mut self,
        session: &mut Session,
        witness: &Arc<Witness>,
        failure: Failure,
    ) -> Result<(), HuntError> {
        witness.change_places(session);
        let ended = self.failed(session, failure);
        witness.change_places(session);
        ended.map_err(|error| match error {
            HuntError::Target(error) => HuntError::Target(witness.named(error)),
            error => error,
        })
    }

    /// How a reduced failure stands on the other targets. What cannot be asked any more says so: the bug is filed all the same.
    pub(super) fn elsewhere(&self, failure: &Failure) -> Vec<Standing> {
        let stands = |witness: &Arc<Witness>| {
            let mut session = witness.session();
            let target = session.target().to_owned();
            let stands = standing_on(&failure.case, &failure.responses, &mut session, TIMES);
            stands.unwrap_or_else(|error| Standing {
                target,
                engine: String::new(),
                state: State::Unusable,
                detail: error.to_string(),
            })
        };
        self.witnesses.iter().map(stands).collect()
    }
}
