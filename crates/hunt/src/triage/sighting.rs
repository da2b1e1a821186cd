//! Which bug a reduced finding is.

use graphlance_case::language::FeatureSet;
use graphlance_shrink::{Failure, Family};

use super::Triage;
use crate::fingerprint::of_same_case;
use crate::progress::lock;
use crate::registry::{Kinship, Sighting, Why};
use crate::session::Session;

impl Triage<'_> {
    /// What a reduced finding turns out to be: one of a case that was filed is that bug, whatever explains it.
    pub(super) fn sighting(
        &self,
        session: &Session,
        (key, failure): (&str, &Failure),
        family: &Family,
        features: &FeatureSet,
        kinship: &Kinship,
    ) -> Sighting {
        let case = of_same_case(&failure.case, failure.evidence.class, session.identity());
        let mut registry = lock(&self.campaign.registry);
        if let Some(bug) = registry.whose(&case).map(str::to_owned) {
            registry.add(key, &bug);
            return Sighting::Again(bug, Why::Same);
        }
        let sighting = registry.file(key, family, features, kinship);
        if let Sighting::New { .. } = sighting {
            registry.add(&case, key);
        }
        sighting
    }
}
