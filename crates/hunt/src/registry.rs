//! The bugs of a hunt: which findings are one bug, and which are worth a reduction.

use std::collections::BTreeSet;

use graphlance_case::language::FeatureSet;
use graphlance_shrink::Family;

/// The bugs found so far.
#[derive(Debug, Default)]
pub struct Registry {
    known: BTreeSet<String>,
    bugs: BTreeSet<String>,
    keys: Vec<Key>,
}

/// What a bug's reduced case is made of, and how often findings that contain it were reduced to it.
#[derive(Debug)]
struct Key {
    fingerprint: String,
    family: Family,
    features: FeatureSet,
    matches: u64,
}

/// What to do with a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// Reduce it: nothing known looks like it, or it is time to look again.
    Reduce,
    /// Count it as the bug of this fingerprint: it has all of that bug's features, and reductions have taken more than
    /// their share of the time.
    Likely(String),
}

/// What a reduced finding turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sighting {
    /// A bug not seen in this hunt. `known`: it was seen in an earlier one.
    New {
        /// Whether an earlier hunt found it.
        known: bool,
    },
    /// A bug of this hunt, by its fingerprint.
    Again(String),
}

/// A finding that looks like a known bug is reduced all the same so many times at first.
const SURE_LOOKS: u64 = 3;

/// Bugs reported at most whose reduced cases have the same features, functions and kind of failure.
const MOST_FORMS: usize = 3;

impl Registry {
    /// A registry without bugs. `known`: fingerprints of earlier hunts.
    pub fn new(known: BTreeSet<String>) -> Registry {
        Registry { known, ..Registry::default() }
    }

    /// What to do with a finding. `hurry`: reductions have taken more than their share of the time.
    pub fn triage(&mut self, family: &Family, features: &FeatureSet, hurry: bool) -> Look {
        let similar = self.keys.iter_mut().filter(|key| key.family == *family && features.contains(&key.features));
        // The bug with the richest key explains the finding best.
        let Some(key) = similar.max_by_key(|key| key.features.features.len() + key.features.functions.len()) else {
            return Look::Reduce;
        };
        key.matches += 1;
        let look = key.matches <= SURE_LOOKS || key.matches.is_power_of_two() || !hurry;
        if look { Look::Reduce } else { Look::Likely(key.fingerprint.clone()) }
    }

    /// Files a reduced finding.
    pub fn file(&mut self, fingerprint: &str, family: &Family, features: &FeatureSet) -> Sighting {
        if self.bugs.contains(fingerprint) {
            return Sighting::Again(fingerprint.to_owned());
        }
        // An expression that is computed wrongly is one bug, whatever stands around it.
        let expression = |key: &&Key| key.family == *family && key.features.is_expression_within(features);
        if let Some(first) = self.keys.iter().find(expression) {
            return Sighting::Again(first.fingerprint.clone());
        }
        // An error that names the type of a value is one, whatever the type.
        let other_types =
            |key: &&Key| key.family.without_types() == family.without_types() && key.features == *features;
        if let (Family::Text(..), Some(first)) = (family, self.keys.iter().find(other_types)) {
            return Sighting::Again(first.fingerprint.clone());
        }
        // A cause that shows in many forms of the same features is reported in a few of them.
        let mut similar = self.keys.iter().filter(|key| key.family == *family && key.features == *features);
        if let (Some(first), Some(_)) = (similar.clone().next(), similar.nth(MOST_FORMS - 1)) {
            return Sighting::Again(first.fingerprint.clone());
        }
        self.bugs.insert(fingerprint.to_owned());
        let key =
            Key { fingerprint: fingerprint.to_owned(), family: family.clone(), features: features.clone(), matches: 0 };
        self.keys.push(key);
        Sighting::New { known: self.known.contains(fingerprint) }
    }
}

#[cfg(test)]
mod tests {
    use graphlance_case::FailureClass;
    use graphlance_case::language::Role;

    use super::*;

    fn features(names: &[&str]) -> FeatureSet {
        let features = names.iter().map(|name| ((*name).into(), Role::Structure)).collect();
        FeatureSet { features, ..FeatureSet::default() }
    }

    #[test]
    fn an_error_is_one_bug_whatever_type_it_names() {
        let mut registry = Registry::default();
        let mut file = |fingerprint, text: &str, names: &[&str]| {
            let family = Family::Text(FailureClass::UnexpectedError, text.to_owned());
            registry.file(fingerprint, &family, &features(names))
        };
        assert_eq!(file("a", "IN requires a list, got Long", &["case"]), Sighting::New { known: false });
        assert_eq!(file("b", "IN requires a list, got String", &["case"]), Sighting::Again("a".to_owned()));
        assert_eq!(file("c", "IN requires a list, got String", &["unwind"]), Sighting::New { known: false });
        assert_eq!(file("d", "IN requires nothing of Long", &["case"]), Sighting::New { known: false });
    }

    #[test]
    fn a_fingerprint_is_one_bug() {
        let mut registry = Registry::new(BTreeSet::from(["b".to_owned()]));
        let mut file = |fingerprint| registry.file(fingerprint, &Family::WrongAnswer, &features(&["unwind"]));
        assert_eq!(file("a"), Sighting::New { known: false });
        assert_eq!(file("b"), Sighting::New { known: true });
        assert_eq!(file("a"), Sighting::Again("a".to_owned()));
    }

    #[test]
    fn what_contains_a_known_bug_is_looked_at_less_and_less_under_pressure() {
        let mut registry = Registry::default();
        registry.file("a", &Family::WrongAnswer, &features(&["unwind"]));
        let finding = features(&["match", "unwind"]);
        let looks: Vec<bool> =
            (0..20).map(|_| registry.triage(&Family::WrongAnswer, &finding, true) == Look::Reduce).collect();
        assert_eq!(looks.iter().filter(|look| **look).count(), 6);
        assert_eq!(registry.triage(&Family::WrongAnswer, &features(&["match"]), true), Look::Reduce);
        assert_eq!(registry.triage(&Family::WrongAnswer, &finding, false), Look::Reduce);
    }
}
