//! Variants that were asked.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use graphlance_case::{Case, FailureClass, Verdict};
use graphlance_shrink::{Asked, Change, Failure, Family};

use super::is_refused;
use super::made::made_of;

/// A variant with its answer.
pub struct Trial {
    pub(super) change: Change,
    /// Whether it is a variant of the reduced case itself.
    pub(super) own: bool,
    pub(super) asked: Asked,
    made: OnceLock<BTreeSet<String>>,
}

impl Trial {
    pub(super) fn new(change: Change, own: bool, asked: Asked) -> Trial {
        Trial { change, own, asked, made: OnceLock::new() }
    }

    /// What its case is made of.
    pub(super) fn made(&self) -> &BTreeSet<String> {
        self.made.get_or_init(|| made_of(&self.asked.case))
    }

    /// What is wrong in the answer; none where nothing is.
    pub fn failure(&self) -> Option<Failure> {
        let Asked { case, responses, verdict } = &self.asked;
        let Verdict::Fail(evidence) = verdict else { return None };
        Some(Failure { case: case.clone(), evidence: evidence.clone(), responses: responses.clone() })
    }

    /// The family of what is wrong in the answer.
    pub(super) fn family(&self) -> Option<Family> {
        let Asked { case, responses, verdict } = &self.asked;
        let Verdict::Fail(evidence) = verdict else { return None };
        Some(Family::of(case, evidence, responses))
    }

    /// Whether the answer is right where a failure could have shown: rows that are lost or wrong show only where there are any, an
    /// error that came where there are rows may be one of evaluating them, and a target that refuses what it must survive has not
    /// executed it.
    pub(super) fn is_right(&self, failure: &Failure) -> bool {
        let Asked { case, verdict, .. } = &self.asked;
        if is_refused(&self.asked) {
            return false;
        }
        let has_rows = |case: &Case| case.claim.table().is_none_or(|(_, returns)| !returns.rows.is_empty());
        let needs_rows = match failure.evidence.class {
            FailureClass::ExtraRows => false,
            FailureClass::UnexpectedError | FailureClass::InternalError => has_rows(&failure.case),
            _ => failure.family().is_about_answers(),
        };
        matches!(verdict, Verdict::Pass { .. }) && (!needs_rows || has_rows(case))
    }

    /// A variant that failed.
    #[cfg(test)]
    pub(crate) fn of(Failure { case, responses, evidence }: Failure) -> Trial {
        Trial::new(Change::ALL[0], true, Asked { case, responses, verdict: Verdict::Fail(evidence) })
    }
}
