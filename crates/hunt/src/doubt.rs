//! Whether a right answer refutes a cause that foretells a wrong one. Two faults may make an answer right, and the other one need
//! not be known yet. So smaller and smaller cases are asked that are answered rightly against the cause: where it was only hidden,
//! it shows as soon as what hides it is left out; where it was none, it shows in none of them.

use std::time::Duration;

use graphlance_case::{Answers, Case, Claim, Dialect, Evaluator, Evidence, NoAnswer, Response, Verdict, judge};
use graphlance_engines::TargetError;
use graphlance_shrink::{Asked, CaseRunner, Failure, Limits, OnTarget, Outcome, reduce};

use crate::cause::{Cause, Foretold, foretold, is_explainable, restated};
use crate::trying::Trying;

/// What one doubt may cost.
const LIMITS: Limits = Limits { runs: 400, time: Duration::from_secs(2) };

/// Whether a cause is only hidden in a case that was answered rightly, though the cause foretells another answer. Errors: the
/// target is not usable any more.
pub(crate) fn is_hidden(
    runner: &mut dyn CaseRunner,
    (case, responses): (&Case, &[Response]),
    (cause, departing): (&Cause, &dyn Evaluator),
    stop: &dyn Fn() -> bool,
) -> Result<bool, TargetError> {
    let dialect = runner.dialect().clone();
    let Some(evidence) = against(case, responses, departing, &dialect) else { return Ok(true) };
    let against = Failure { case: case.clone(), evidence, responses: responses.to_vec() };
    let mut shown = false;
    // Cases that are answered rightly against the cause are tried, until one shows it.
    let attempt = |target: &mut OnTarget<'_>, candidate: &Case| {
        let Some(Asked { case, responses, verdict }) = target.ask(candidate)? else { return Ok(Outcome::Rejected) };
        if !is_explainable(&case, &responses) || !cause.covers(&case) {
            return Ok(Outcome::Rejected);
        }
        Ok(match (verdict, foretold(&case, &responses, &dialect, departing)) {
            (Verdict::Pass { .. }, Foretold::Other { right: false }) => {
                Outcome::Same(Box::new(Failure { case, responses, ..against.clone() }))
            }
            (Verdict::Fail(_), Foretold::This) => {
                shown = true;
                Outcome::Stopped
            }
            _ => Outcome::Gone,
        })
    };
    let mut trial = Trying { target: OnTarget::new(runner, &against, stop), attempt };
    let reduced = reduce(against.clone(), &mut trial, LIMITS)?;
    // Where nobody could be asked nothing is refuted.
    Ok(shown || reduced.runs == 0 || stop())
}

/// What is wrong in a right answer by a wrong rule; none where nothing is.
fn against(case: &Case, responses: &[Response], departing: &dyn Evaluator, dialect: &Dialect) -> Option<Evidence> {
    let claim = match restated(case, departing) {
        Ok(claim) => claim,
        Err(refused @ NoAnswer::Refused(_)) => {
            let step = case.claim.steps(case).first().copied()?;
            Claim::Answers(Answers::error(step, refused.to_string()))
        }
        Err(_) => return None,
    };
    match judge(&Case { claim, ..case.clone() }, responses, dialect) {
        Verdict::Fail(evidence) => Some(evidence),
        _ => None,
    }
}
