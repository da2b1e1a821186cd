//! Whether a right answer refutes a cause that foretells a wrong one. Two faults may make an answer right, and the other one need
//! not be known yet. So smaller and smaller cases are asked that are answered rightly against the cause: where it was only hidden,
//! it shows as soon as what hides it is left out; where it was none, it shows in none of them.

use std::time::Duration;

use graphlance_case::{Case, Dialect, Evaluator, Response, Statement, Verdict, judge};
use graphlance_engines::TargetError;
use graphlance_graph::{Graph, Returns};
use graphlance_shrink::{Asked, CaseRunner, Failure, Limits, OnTarget, Outcome, Trial, reduce};

use crate::cause::{Foretold, foretold, is_explainable};

/// What one doubt may cost.
const LIMITS: Limits = Limits { runs: 400, time: Duration::from_secs(2) };

/// Whether a cause is only hidden in a case that was answered rightly, though the cause foretells another answer. Errors: the
/// target is not usable any more.
pub(crate) fn is_hidden(
    runner: &mut dyn CaseRunner,
    (case, responses): (&Case, &[Response]),
    departing: &dyn Evaluator,
    stop: &dyn Fn() -> bool,
) -> Result<bool, TargetError> {
    let dialect = runner.dialect().clone();
    let Ok(claim) = case.claim.restated(case, departing) else { return Ok(true) };
    let Verdict::Fail(evidence) = judge(&Case { claim, ..case.clone() }, responses, &dialect) else { return Ok(true) };
    let against = Failure { case: case.clone(), evidence, responses: responses.to_vec() };
    let target = OnTarget::new(runner, &against, stop);
    let mut doubt = Doubt { target, dialect, departing, against: &against, shown: false };
    let reduced = reduce(against.clone(), &mut doubt, LIMITS)?;
    // Where nobody could be asked nothing is refuted.
    Ok(doubt.shown || reduced.runs == 0 || stop())
}

/// Tries cases that are answered rightly against a cause, until one shows it.
struct Doubt<'a> {
    target: OnTarget<'a>,
    dialect: Dialect,
    departing: &'a dyn Evaluator,
    against: &'a Failure,
    shown: bool,
}

impl Trial for Doubt<'_> {
    fn derived(&self, candidate: Case) -> Vec<Case> {
        self.target.derived(candidate)
    }

    fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
        let Some(Asked { case, responses, verdict }) = self.target.ask(candidate)? else {
            return Ok(Outcome::Rejected);
        };
        if !is_explainable(&case, &responses) {
            return Ok(Outcome::Rejected);
        }
        match (verdict, foretold(&case, &responses, &self.dialect, self.departing)) {
            (Verdict::Pass { .. }, Foretold::Other { right: false }) => {
                Ok(Outcome::Same(Box::new(Failure { case, responses, ..self.against.clone() })))
            }
            (Verdict::Fail(_), Foretold::This) => {
                self.shown = true;
                Ok(Outcome::Stopped)
            }
            _ => Ok(Outcome::Gone),
        }
    }

    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Option<Returns> {
        self.target.evaluate(graph, statement)
    }

    fn after_script(&self, script: &[Statement]) -> Option<Graph> {
        self.target.after_script(script)
    }

    fn graph_before(&self, case: &Case, step: usize) -> Option<Graph> {
        self.target.graph_before(case, step)
    }
}
