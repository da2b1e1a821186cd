//! Reducing what no known cause explains: a smaller case that fails only as a cause foretells which is switched on has lost what
//! was to be found.

use std::sync::Arc;

use graphlance_case::Case;
use graphlance_engines::TargetError;
use graphlance_shrink::{Failure, OnTarget, Outcome, Trial};

use super::Triage;
use crate::progress::lock;
use crate::session::Session;

impl<'a> Triage<'a> {
    /// Says of a failure whether causes explain it that are switched on.
    pub(super) fn explained(&self, session: &Session) -> impl Fn(&Failure) -> bool + use<'a> {
        let campaign = self.campaign;
        let (dialect, evaluator) = (session.dialect().clone(), Arc::clone(session.evaluator()));
        let target = session.target().to_owned();
        move |failure| {
            let behind = lock(&campaign.behind);
            !behind.is_empty() && behind.explains(&target, failure, &dialect, evaluator.as_ref()).is_some()
        }
    }
}

/// Tries what a target's trial tries, and dismisses what is known.
pub(super) fn dismissing<'a>(
    is_known: impl Fn(&Failure) -> bool,
) -> impl FnMut(&mut OnTarget<'a>, &Case) -> Result<Outcome, TargetError> {
    move |target, candidate| {
        Ok(match target.try_case(candidate)? {
            Outcome::Same(failure) | Outcome::Other(failure) if is_known(&failure) => Outcome::Gone,
            outcome => outcome,
        })
    }
}
