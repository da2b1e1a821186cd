//! The bugs of a hunt: which findings are one bug, and which are worth a reduction.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use graphlance_case::FailureClass;
use graphlance_case::language::FeatureSet;
use graphlance_shrink::Family;

use crate::experiment::Condition;
use crate::fingerprint::says_nothing;
use crate::reach::Reach;
use crate::swapped::Swapped;

/// The bugs found so far.
#[derive(Debug, Default)]
pub struct Registry {
    known: BTreeSet<String>,
    /// The bugs of this hunt by each fingerprint that they have; most have one.
    bugs: BTreeMap<String, String>,
    keys: Vec<Key>,
}

/// What a bug's reduced case is made of.
#[derive(Debug)]
struct Key {
    fingerprint: String,
    family: Family,
    features: FeatureSet,
    /// The names of these.
    names: BTreeSet<String>,
    /// What findings of it do not fail without, as far as that was measured.
    needs: BTreeSet<String>,
    kinship: Kinship,
}

/// What of a bug was measured, and tells it apart from others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinship {
    /// Whether a cause explains it, which then alone says what is the same bug.
    pub explained: bool,
    /// What it does not fail without ([`crate::experiment`]); empty where nobody knows.
    pub necessary: BTreeSet<String>,
    /// Which variants of it fail, and which do not.
    pub reach: Reach,
    /// The kind of failure.
    pub class: Option<FailureClass>,
    /// Where it comes, as its variants foretell; none where nothing tells that.
    pub condition: Option<Condition>,
    /// What stands in the answer in the place of what; none where that is no matter of a value.
    pub swapped: Option<Swapped>,
    /// The shape of the engine's plan; none where it tells none.
    pub plan: Option<u64>,
}

impl Kinship {
    /// What findings of it do not fail without, as far as that was measured.
    fn needs(&self) -> BTreeSet<String> {
        if self.explained { BTreeSet::new() } else { self.reach.needs() }
    }

    /// What of a case's features is necessary; all where nobody knows.
    pub fn particular(&self, features: &FeatureSet) -> FeatureSet {
        if self.necessary.is_empty() { features.clone() } else { features.named(&self.necessary) }
    }
}

/// Why a finding is a bug that was filed before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It has the same fingerprint: the same cause explains it.
    Cause,
    /// It has the same fingerprint: what explains it is another face of the same fault.
    Face,
    /// It has the same fingerprint: the same is left of it when it is reduced.
    Form,
    /// The same case is left of it when it is reduced, its graph and values with it.
    Same,
    /// What explains it explains that bug as well, with all its experiments.
    Wider,
    /// What explains that bug, found later, explains this one as well, with all its experiments.
    Later,
    /// It is the same error, of a value of another type.
    Error,
    /// It comes where that bug comes, and nowhere else.
    Condition,
    /// It fails in the same way, wherever what both do not fail without stands.
    Reach,
    /// It fails in the same way, not without the same features, and has the same plan.
    Necessary,
}

impl Why {
    /// Whether its fingerprint says so.
    pub fn is_by_fingerprint(self) -> bool {
        matches!(self, Why::Cause | Why::Form)
    }

    /// In words, for the bug's folder.
    pub fn words(self) -> &'static str {
        match self {
            Why::Cause => "the same rule explains it",
            Why::Face => "another rule explains it, by which the same fault shows",
            Why::Form => "the same is left of it when it is reduced",
            Why::Same => "the same case is left of it when it is reduced, whatever else explains it",
            Why::Wider => "what explains it explains this bug as well, with all its experiments",
            Why::Later => "what explains this bug, found later, explains it as well, with all its experiments",
            Why::Error => "the same error, of a value of another type",
            Why::Condition => "variants of both fail where the same is in a statement, and nowhere else",
            Why::Reach => "variants of both fail in the same way wherever what both do not fail without stands",
            Why::Necessary => "fails in the same way, not without the same features, and with the same plan",
        }
    }
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
    Again(String, Why),
}

impl Registry {
    /// A registry without bugs. `known`: fingerprints of earlier hunts.
    pub fn new(known: BTreeSet<String>) -> Registry {
        Registry { known, ..Registry::default() }
    }

    /// The first bug of its family that no cause explains and that a finding may be: all that is known to be necessary for the bug,
    /// or else all that its case is made of, is in the finding too. `names`: those of its features.
    pub fn likely(&self, family: &Family, names: &BTreeSet<String>) -> Option<&str> {
        let has = |key: &&Key| {
            let needs = if key.needs.is_empty() { &key.names } else { &key.needs };
            !key.kinship.explained && key.family == *family && needs.is_subset(names)
        };
        self.keys.iter().find(has).map(|key| key.fingerprint.as_str())
    }

    /// What of a bug's features is known to be necessary.
    pub fn needs(&self, fingerprint: &str) -> Option<&BTreeSet<String>> {
        self.keys.iter().find(|key| key.fingerprint == fingerprint).map(|key| &key.needs)
    }

    /// Whether a statement has what some bug that no cause explains is known not to fail without.
    pub fn may_show(&self, names: &BTreeSet<String>) -> bool {
        let shows = |key: &Key| !key.kinship.explained && !key.needs.is_empty() && key.needs.is_subset(names);
        self.keys.iter().any(shows)
    }

    /// Files a reduced finding. Two that causes explain are one bug when the causes are the same; of others it is measured
    /// what they have in common.
    pub fn file(&mut self, fingerprint: &str, family: &Family, features: &FeatureSet, kinship: &Kinship) -> Sighting {
        if let Some(bug) = self.whose(fingerprint) {
            return Sighting::Again(bug.to_owned(), if kinship.explained { Why::Cause } else { Why::Form });
        }
        let needs = kinship.needs();
        let kin = self.keys.iter_mut().find_map(|key| {
            let why = key.is_kin(family, features, kinship)?;
            Some((key, why))
        });
        if let Some((first, why)) = kin {
            if why == Why::Reach {
                first.needs.retain(|part| needs.contains(part));
            }
            let first = first.fingerprint.clone();
            let bug = self.whose(&first).map(str::to_owned).unwrap_or(first);
            self.add(fingerprint, &bug);
            return Sighting::Again(bug, why);
        }
        self.open(fingerprint, family, features, kinship);
        Sighting::New { known: self.is_known(fingerprint) }
    }

    /// Files a bug of its own, whatever it has in common with others.
    pub fn open(&mut self, fingerprint: &str, family: &Family, features: &FeatureSet, kinship: &Kinship) {
        self.bugs.insert(fingerprint.to_owned(), fingerprint.to_owned());
        self.keys.push(Key {
            fingerprint: fingerprint.to_owned(),
            family: family.clone(),
            features: features.clone(),
            names: features.names(),
            needs: kinship.needs(),
            kinship: kinship.clone(),
        });
    }

    /// Whether an earlier hunt found a bug.
    pub fn is_known(&self, fingerprint: &str) -> bool {
        self.known.contains(fingerprint)
    }

    /// A cause explains a bug that was filed without one: what it is made of tells nothing any more.
    pub fn explained(&mut self, fingerprint: &str) {
        for key in self.keys.iter_mut().filter(|key| key.fingerprint == fingerprint) {
            key.kinship.explained = true;
        }
    }

    /// What explained a bug was withdrawn: what it is made of tells again what it may be.
    pub fn unexplained(&mut self, fingerprint: &str) {
        for key in self.keys.iter_mut().filter(|key| key.fingerprint == fingerprint) {
            key.kinship.explained = false;
            key.needs = key.kinship.needs();
        }
    }

    /// A bug that was filed turns out to be another, by which it is known from now on.
    pub fn became(&mut self, fingerprint: &str, other: &str) {
        self.explained(fingerprint);
        for bug in self.bugs.values_mut().filter(|bug| *bug == fingerprint) {
            other.clone_into(bug);
        }
        self.bugs.insert(other.to_owned(), other.to_owned());
    }

    /// Gives a bug that was filed another fingerprint too: that of a case which is held for it, or of a cause that it has.
    pub fn add(&mut self, fingerprint: &str, bug: &str) {
        self.bugs.entry(fingerprint.to_owned()).or_insert_with(|| bug.to_owned());
    }

    /// The bug that has a fingerprint.
    pub fn whose(&self, fingerprint: &str) -> Option<&str> {
        self.bugs.get(fingerprint).map(String::as_str)
    }
}

impl Key {
    /// Why a finding is this bug; none where it is none.
    fn is_kin(&self, family: &Family, features: &FeatureSet, kinship: &Kinship) -> Option<Why> {
        if self.kinship.explained || kinship.explained {
            return None;
        }
        // An error that names the type of a value is one, whatever the type, and whoever is to blame.
        let is_text = matches!(family, Family::Text(..));
        let alike = self.family == *family || is_text && self.family.as_told() == family.as_told();
        if is_text && alike && self.features == *features {
            return Some(Why::Error);
        }
        let own = &self.kinship;
        if own.class != kinship.class && !(is_text && alike) {
            return None;
        }
        if let (Some(one), Some(other)) = (&own.swapped, &kinship.swapped)
            && !one.is_kin(other)
        {
            return None;
        }
        // What an engine says of one fault may depend on what stands behind it.
        if (alike || is_text && matches!(self.family, Family::Text(..)))
            && let (Some(one), Some(other)) = (&own.condition, &kinship.condition)
            && one.is_that_of(other)
        {
            return Some(Why::Condition);
        }
        if !alike {
            return None;
        }
        if says_nothing(family) {
            let (one, other) = (&own.necessary, &kinship.necessary);
            let nested = !one.is_empty() && !other.is_empty() && (one.is_subset(other) || other.is_subset(one));
            return nested.then_some(Why::Necessary);
        }
        if own.reach.is_kin(&kinship.reach) {
            return Some(Why::Reach);
        }
        // How rows are found is told by the plan.
        let planned = kinship.plan.is_some()
            && own.plan == kinship.plan
            && !kinship.necessary.is_empty()
            && own.necessary == kinship.necessary;
        planned.then_some(Why::Necessary)
    }
}
