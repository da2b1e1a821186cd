//! The claim that a statement with fewer rows is not expected to have more.

use serde::{Deserialize, Serialize};

use super::{Behaviour, Related, Reread, moved};
use crate::{Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, NoAnswer, Opinion, Response, Verdict};

/// The rows of one statement are among those of another, and its plan does not expect more rows: a restriction more never makes an
/// estimate grow (Ba and Rigger, CERT, ICSE 2024). An estimate that does is no wrong answer, and may lead to a slow plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimated {
    /// What the two statements must answer.
    pub rows: Related,
    /// The steps that ask for the estimates: of the statement with fewer rows, and of the other.
    pub asked: [usize; 2],
}

/// How many times as many rows are expected that are too many: less is not worth anybody's time.
const TIMES: f64 = 1.5;
/// How many rows are expected then at least: plans expect one or two where they expect next to none.
const LEAST: f64 = 3.0;

impl Estimated {
    fn estimates(&self, responses: &[Response]) -> Result<[f64; 2], Verdict> {
        let of = |step: usize| match responses.get(step) {
            Some(Response::Estimate(rows)) => Ok(*rows),
            _ => Err(Verdict::Inconclusive(Doubt::NoEstimate(step))),
        };
        Ok([of(self.asked[0])?, of(self.asked[1])?])
    }

    /// The rows of the statement that demands less.
    fn all_rows(&self, responses: &[Response]) -> usize {
        match self.asked[1].checked_sub(1).and_then(|step| responses.get(step)) {
            Some(Response::Table(table)) => table.rows.len(),
            _ => 0,
        }
    }

    /// The same with what is claimed of the rows as another claim says.
    fn with(&self, claim: Claim) -> Claim {
        match claim {
            Claim::Related(rows) => Claim::Estimated(Estimated { rows, ..self.clone() }),
            other => other,
        }
    }
}

/// Whether a statement with fewer rows is expected to have more.
fn is_more(fewer: f64, more: f64) -> bool {
    fewer >= LEAST && fewer >= more * TIMES
}

impl Behaviour for Estimated {
    /// Engines differ in what they refuse: an ordinary error proves nothing, and the case is undecided.
    fn forgives_error(&self, step: usize) -> bool {
        self.rows.forgives_error(step)
    }

    fn judge(&self, case: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        let rows = self.rows.judge(case, responses, dialect);
        if !matches!(rows, Verdict::Pass { .. }) {
            return rows;
        }
        let [fewer, more] = match self.estimates(responses) {
            Ok(estimates) => estimates,
            Err(verdict) => return verdict,
        };
        // Of what is not there nothing is known, and anything may be expected.
        let seen = self.all_rows(responses) > 0;
        if seen && is_more(fewer, more) {
            return Verdict::Fail(Evidence {
                class: FailureClass::Estimate,
                step: self.asked[0].saturating_sub(1),
                summary: format!("is expected to have {fewer:.1} rows, and {more:.1} with a restriction less"),
                difference: None,
            });
        }
        // Two equal estimates may be the same guess.
        Verdict::Pass { vacuous: !seen || fewer == more }
    }

    fn steps(&self, case: &Case) -> Vec<usize> {
        self.rows.steps(case)
    }

    fn counted_rows(&self) -> Option<usize> {
        self.rows.counted_rows()
    }

    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        self.rows.restated(case, evaluator).map(|claim| self.with(claim))
    }

    fn rederived(&self, case: &Case) -> Option<Claim> {
        self.rows.rederived(case).map(|claim| self.with(claim))
    }

    fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        self.rows.opinion(case, reread, evaluator)
    }

    fn accused(&self, case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Vec<Case> {
        self.rows.accused(case, responses, dialect, evaluator)
    }

    fn without(&self, step: usize) -> Option<Claim> {
        let asked = [moved(self.asked[0], step)?, moved(self.asked[1], step)?];
        self.rows.without(step).map(|claim| Estimated { asked, ..self.clone() }.with(claim))
    }

    fn figures(&self, _: &Case, responses: &[Response]) -> Vec<[String; 3]> {
        let rows = |step: usize| match responses.get(step) {
            Some(Response::Table(table)) => table.rows.len().to_string(),
            _ => "none".to_owned(),
        };
        let Ok(estimates) = self.estimates(responses) else { return Vec::new() };
        let [fewer, more] = estimates.map(|estimate| format!("{estimate:.2}"));
        let [few, many] = self.asked.map(|step| rows(step.saturating_sub(1)));
        vec![["expected rows".to_owned(), fewer, more], ["rows".to_owned(), few, many]]
    }

    fn wanted(&self) -> &'static str {
        "No more rows are expected of the statement that demands more."
    }

    fn wanted_of_steps(&self) -> String {
        format!("{} No more rows are expected of the one that demands more.", self.rows.wanted_of_steps())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_that_grows_with_a_restriction_is_told_from_one_that_does_not() {
        for (fewer, more, told) in
            [(6.0, 3.0, true), (3.0, 3.0, false), (2.0, 0.1, false), (5.5, 5.0, false), (3.0, 0.0, true)]
        {
            assert_eq!(is_more(fewer, more), told, "{fewer} {more}");
        }
    }
}
