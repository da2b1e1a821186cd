//! The claim that an engine survives.

use super::{Behaviour, Reread};
use crate::{Case, Claim, Dialect, Evaluator, NoAnswer, Opinion, Response, Verdict};

/// No step ends in a crash, a hang or an internal error. Any answer and any ordinary error will do, so that the claim
/// holds of every statement, whatever the language leaves open.
pub(super) struct Survives;

impl Behaviour for Survives {
    fn judge(&self, _: &Case, _: &[Response], _: &Dialect) -> Verdict {
        Verdict::Pass { vacuous: false }
    }

    fn forgives_error(&self, _: usize) -> bool {
        true
    }

    fn steps(&self, case: &Case) -> Vec<usize> {
        (0..case.steps.len()).collect()
    }

    fn restated(&self, _: &Case, _: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        Ok(Claim::Survives)
    }

    fn opinion(&self, _: &Case, _: &Reread<'_>, _: &dyn Evaluator) -> Opinion {
        Opinion::Confirmed
    }

    fn without(&self, _: usize) -> Option<Claim> {
        Some(Claim::Survives)
    }

    fn wanted(&self) -> &'static str {
        "An answer, or an ordinary error."
    }
}
