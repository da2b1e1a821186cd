//! What a hunt learns of a bug: what shows it gets rarer, and its cause is switched on.

use graphlance_case::language::FeatureSet;
use graphlance_generate::adaptation::Reliance;
use graphlance_shrink::Failure;

use super::{Triage, features_of};
use crate::behind::Shown;
use crate::campaign::HuntError;
use crate::cause::Cause;
use crate::event::Event;
use crate::progress::lock;
use crate::registry::Kinship;
use crate::session::Session;

impl Triage<'_> {
    /// Makes what shows a bug rarer.
    pub(super) fn learn(&self, features: &FeatureSet, cause: Option<&Cause>) -> Result<(), HuntError> {
        let reliance = cause.and_then(|cause| cause.names.iter().find_map(|name| Reliance::lost_by(name)));
        let mut learning = lock(&self.campaign.learning);
        match learning.bug_found(features, reliance) {
            Some(reason) => self.campaign.adapted(&learning, reason),
            None => Ok(()),
        }
    }

    /// Makes what a bug does not fail without rarer once more, ever more seldom.
    pub(super) fn learn_again(&self, bug: &str, features: &FeatureSet, kinship: &Kinship) -> Result<(), HuntError> {
        let often = lock(&self.campaign.run).bug(bug).is_some_and(|entry| entry.count.is_power_of_two());
        if often && !kinship.necessary.is_empty() { self.learn(&kinship.particular(features), None) } else { Ok(()) }
    }

    /// Counts a failure that looks like a bug, and makes what the bug does not fail without rarer, ever more seldom.
    pub(super) fn looks_like(&self, bug: &str, failure: &Failure) -> Result<(), HuntError> {
        let often = lock(&self.campaign.run).bug(bug).is_some_and(|entry| {
            entry.likely += 1;
            entry.likely.is_power_of_two()
        });
        let needs = lock(&self.campaign.registry).needs(bug).cloned().unwrap_or_default();
        if often { self.learn(&features_of(failure).named(&needs), None) } else { Ok(()) }
    }

    /// Has the reference follow a cause for the rest of the hunt.
    pub(super) fn switch_on(
        &mut self,
        session: &mut Session,
        cause: Cause,
        bug: &str,
        foretold: u32,
        shown: Shown,
    ) -> Result<(), HuntError> {
        let campaign = self.campaign;
        let reference = (session.dialect(), session.evaluator().as_ref());
        let again =
            campaign.config.adapt && !lock(&campaign.behind).switch_on(session.target(), &cause, reference, bug, shown);
        if again {
            return Ok(());
        }
        let (sentence, names) = (cause.told(), cause.names);
        campaign.tell(Event::Explained {
            fingerprint: bug.to_owned(),
            cause: sentence,
            departures: names,
            foretold,
        })?;
        self.merge_solved(session)?;
        self.look_again(session)
    }
}
