//! The claim that an index finds what a scan finds.

use graphlance_graph::Returns;
use serde::{Deserialize, Serialize};

use super::returns::judge_table;
use super::{Behaviour, Reread, moved, sides};
use crate::opinion::agreement;
use crate::{Case, Claim, Dialect, Doubt, Evaluator, NoAnswer, Opinion, Response, Verdict};

/// Two statements ask for the same elements, one so that an index can serve it and one so that none can: both must have the rows
/// that the evaluator states.
///
/// What the index says and the scan does not, or the other way round, was lost or left over when elements changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexAgrees {
    /// The step whose statement no index can serve.
    pub scan: usize,
    /// The step whose statement an index can serve.
    pub indexed: usize,
    /// The rows of both.
    pub returns: Returns,
}

impl IndexAgrees {
    /// The verdict on one of the two, with what it is called.
    fn judge_one(&self, step: usize, called: &str, responses: &[Response], dialect: &Dialect) -> Verdict {
        let Some(Response::Table(actual)) = responses.get(step) else {
            return Verdict::Inconclusive(Doubt::NoTable(step));
        };
        match judge_table(step, &self.returns, actual, dialect) {
            Verdict::Fail(mut evidence) => {
                evidence.summary = format!("{called}: {}", evidence.summary);
                Verdict::Fail(evidence)
            }
            verdict => verdict,
        }
    }

    /// What the evaluator says of both; an error when it does not say the same, or the two are no longer what they are called.
    fn evaluated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Returns, NoAnswer> {
        let served = |step: usize| case.statement(step).map_or(0, |statement| statement.served_by(&case.graph.schema));
        if served(self.scan) > 0 || served(self.indexed) == 0 {
            return Err(NoAnswer::Undecided(
                "it is not so that an index serves the one statement and not the other".to_owned(),
            ));
        }
        let [scan, indexed] = [self.scan, self.indexed].map(|step| case.answer(step, evaluator));
        let (scan, indexed) = (scan?.returns, indexed?.returns);
        match agreement(&scan, &indexed) {
            Opinion::Confirmed => Ok(indexed),
            _ => Err(NoAnswer::Undecided("by the reference the two statements do not have the same rows".to_owned())),
        }
    }
}

impl Behaviour for IndexAgrees {
    fn judge(&self, _: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        let scan = self.judge_one(self.scan, "without an index", responses, dialect);
        let indexed = self.judge_one(self.indexed, "by an index", responses, dialect);
        match (indexed, scan) {
            (failed @ Verdict::Fail(_), _) | (_, failed @ Verdict::Fail(_)) => failed,
            (Verdict::Pass { vacuous: one }, Verdict::Pass { vacuous: other }) => {
                Verdict::Pass { vacuous: one && other }
            }
            (Verdict::Pass { .. }, verdict) | (verdict, _) => verdict,
        }
    }

    fn steps(&self, _: &Case) -> Vec<usize> {
        vec![self.scan, self.indexed]
    }

    fn table(&self) -> Option<(usize, &Returns)> {
        Some((self.indexed, &self.returns))
    }

    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        let returns = self.evaluated(case, evaluator)?;
        Ok(Claim::IndexAgrees(IndexAgrees { returns, ..self.clone() }))
    }

    fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        let copy = match sides::reread_case([self.scan, self.indexed].iter(), case, reread) {
            Ok(copy) => copy,
            Err(opinion) => return opinion,
        };
        for step in [self.scan, self.indexed] {
            match copy.answer(step, evaluator).map(|answer| agreement(&self.returns, &answer.returns)) {
                Ok(Opinion::Confirmed) => {}
                Ok(opinion) => return opinion,
                Err(none) => return none.into(),
            }
        }
        Opinion::Confirmed
    }

    fn without(&self, step: usize) -> Option<Claim> {
        let (scan, indexed) = (moved(self.scan, step)?, moved(self.indexed, step)?);
        Some(Claim::IndexAgrees(IndexAgrees { scan, indexed, returns: self.returns.clone() }))
    }

    fn wanted(&self) -> &'static str {
        "The rows below, whether an index serves the statement or not."
    }

    fn wanted_of_steps(&self) -> String {
        let [scan, indexed] = [self.scan, self.indexed].map(|step| step + 1);
        format!(
            "The rows of statement {indexed}, which an index can serve, are those of statement {scan}, which none can."
        )
    }
}

#[cfg(test)]
mod tests;
