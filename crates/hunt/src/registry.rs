//! The bugs of a hunt: which findings are one bug, and which are worth a reduction.

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
    /// What of a case's features is necessary; all where nobody knows.
    pub fn particular(&self, features: &FeatureSet) -> FeatureSet {
        if self.necessary.is_empty() { features.clone() } else { features.named(&self.necessary) }
    }
}

/// Why a finding is a bug that was filed before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It has the same fingerprint: the same cause, or the same reduced form.
    Fingerprint,
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
    /// In words, for the bug's folder.
    pub fn words(self) -> &'static str {
        match self {
            Why::Fingerprint => "the same cause, or the same reduced form",
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
            return Sighting::Again(bug.to_owned(), Why::Fingerprint);
        }
        let needs = if kinship.explained { BTreeSet::new() } else { kinship.reach.needs() };
        let kin = self.keys.iter_mut().find_map(|key| {
            let why = key.is_kin(family, features, kinship)?;
            Some((key, why))
        });
        if let Some((first, why)) = kin {
            if why == Why::Reach {
                first.needs.retain(|part| needs.contains(part));
            }
            let bug = first.fingerprint.clone();
            return Sighting::Again(self.whose(&bug).map_or(bug.clone(), str::to_owned), why);
        }
        self.add(fingerprint, fingerprint);
        let (fingerprint, family) = (fingerprint.to_owned(), family.clone());
        let known = self.is_known(&fingerprint);
        let (names, features) = (features.names(), features.clone());
        self.keys.push(Key { fingerprint, family, features, names, needs, kinship: kinship.clone() });
        Sighting::New { known }
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

    /// A bug that was filed turns out to be another, by which it is known from now on.
    pub fn became(&mut self, fingerprint: &str, other: &str) {
        self.explained(fingerprint);
        for bug in self.bugs.values_mut().filter(|bug| *bug == fingerprint) {
            other.clone_into(bug);
        }
        self.add(other, other);
    }

    /// Gives a bug that was filed another fingerprint too: that of a case which is held for it, or of a cause that it has.
    pub fn add(&mut self, fingerprint: &str, bug: &str) {
        self.bugs.entry(fingerprint.to_owned()).or_insert_with(|| bug.to_owned());
    }

    /// The bug that has a fingerprint.
    fn whose(&self, fingerprint: &str) -> Option<&str> {
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

#[cfg(test)]
mod tests {
    use graphlance_case::language::Role;
    use graphlance_graph::Value;

    use super::*;
    use crate::reach::Made;

    fn features(names: &[&str]) -> FeatureSet {
        let features = names.iter().map(|name| ((*name).into(), Role::Structure)).collect();
        FeatureSet { features, ..FeatureSet::default() }
    }

    #[test]
    fn an_error_is_one_bug_whatever_type_it_names() {
        let mut registry = Registry::default();
        let mut file = |fingerprint, text: &str, names: &[&str]| {
            let family = Family::Text(FailureClass::UnexpectedError, text.to_owned());
            registry.file(fingerprint, &family, &features(names), &Kinship::default())
        };
        assert_eq!(file("a", "IN requires a list, got Long", &["case"]), Sighting::New { known: false });
        assert_eq!(file("b", "IN requires a list, got String", &["case"]), Sighting::Again("a".to_owned(), Why::Error));
        assert_eq!(file("c", "IN requires a list, got String", &["unwind"]), Sighting::New { known: false });
        assert_eq!(file("d", "IN requires nothing of Long", &["case"]), Sighting::New { known: false });
    }

    #[test]
    fn errors_that_reach_as_far_are_one_bug_whatever_type_they_name() {
        let reach = |kind: &str| {
            let mut reach = Reach::default();
            for (parts, failed) in [(["within", "count"], true), (["within", "values"], false)] {
                (0..4).for_each(|_| reach.add(Made::new(&features(&[parts[0], parts[1], kind]), &[]), failed));
            }
            reach
        };
        let mut registry = Registry::default();
        let mut file = |fingerprint, class: &str, kind: &str| {
            let text = format!("class java.lang.{class} cannot be cast");
            let family = Family::Text(FailureClass::UnexpectedError, text);
            let kinship = Kinship { reach: reach(kind), ..Kinship::default() };
            registry.file(fingerprint, &family, &features(&["within", "count", kind]), &kinship)
        };
        assert_eq!(file("a", "Short", "short"), Sighting::New { known: false });
        assert_eq!(file("b", "Integer", "int"), Sighting::Again("a".to_owned(), Why::Reach));
        assert_eq!(file("c", "Object", "object"), Sighting::New { known: false });
    }

    #[test]
    fn an_error_is_one_bug_whether_or_not_the_engine_takes_the_blame() {
        let parts = BTreeSet::from(["UNWIND before UNWIND".to_owned()]);
        let condition = Condition { parts, foretold: 29, foretold_wrong: 15, ..Condition::default() };
        let mut registry = Registry::default();
        let mut file = |fingerprint, class, text: &str| {
            let family = Family::Text(class, text.to_owned());
            let kinship = Kinship { class: Some(class), condition: Some(condition.clone()), ..Kinship::default() };
            registry.file(fingerprint, &family, &features(&[fingerprint]), &kinship)
        };
        assert_eq!(file("a", FailureClass::InternalError, "no such column"), Sighting::New { known: false });
        let again = file("b", FailureClass::UnexpectedError, "no such column");
        assert_eq!(again, Sighting::Again("a".to_owned(), Why::Condition));
        assert_eq!(file("c", FailureClass::Crash, "no such column"), Sighting::New { known: false });
    }

    #[test]
    fn errors_that_come_where_the_same_is_in_a_statement_are_one_bug_whatever_they_say() {
        let condition = |parts: &[&str], foretold| {
            let parts = parts.iter().map(|part| (*part).to_owned()).collect();
            Some(Condition { parts, foretold, foretold_wrong: 3, ..Condition::default() })
        };
        let mut registry = Registry::default();
        let mut file = |fingerprint, class, text: &str, condition| {
            let family = Family::Text(class, text.to_owned());
            let kinship = Kinship { class: Some(class), condition, ..Kinship::default() };
            registry.file(fingerprint, &family, &features(&[fingerprint]), &kinship)
        };
        let property = condition(&["a property in WITH"], 20);
        let new = Sighting::New { known: false };
        assert_eq!(file("a", FailureClass::InternalError, "near FROM", property.clone()), new);
        let again = condition(&["a property in WITH"], 30);
        let seen = file("b", FailureClass::InternalError, "near ,", again);
        assert_eq!(seen, Sighting::Again("a".to_owned(), Why::Condition));
        assert_eq!(file("c", FailureClass::UnexpectedError, "near ,", property), new);
        assert_eq!(file("d", FailureClass::InternalError, "near ;", condition(&["with"], 20)), new);
        assert_eq!(file("e", FailureClass::InternalError, "near (", condition(&[], 20)), new);
        assert_eq!(file("f", FailureClass::InternalError, "near )", condition(&[], 20)), new);
    }

    #[test]
    fn answers_that_swap_different_values_are_no_one_bug_though_they_come_where_the_same_is() {
        let condition = Some(Condition { parts: ["unwind".to_owned()].into(), ..Condition::default() });
        let swaps = |expected: Value, actual: Value| Kinship {
            condition: condition.clone(),
            swapped: Some(Swapped::between(&expected, &actual)),
            ..Kinship::default()
        };
        let mut registry = Registry::default();
        let mut file = |fingerprint, kinship: &Kinship| {
            let seen = registry.file(fingerprint, &Family::WrongAnswer, &features(&[fingerprint]), kinship);
            matches!(seen, Sighting::Again(_, Why::Condition))
        };
        assert!(!file("a", &swaps(Value::Integer(1), Value::Null)));
        assert!(file("b", &swaps(Value::Integer(2), Value::Null)));
        assert!(!file("c", &swaps(Value::Boolean(true), Value::string("x"))));
    }

    #[test]
    fn a_fingerprint_is_one_bug() {
        let mut registry = Registry::new(BTreeSet::from(["b".to_owned()]));
        let mut file =
            |fingerprint| registry.file(fingerprint, &Family::WrongAnswer, &features(&["unwind"]), &Kinship::default());
        assert_eq!(file("a"), Sighting::New { known: false });
        assert_eq!(file("b"), Sighting::New { known: true });
        assert_eq!(file("a"), Sighting::Again("a".to_owned(), Why::Fingerprint));
    }

    #[test]
    fn a_bug_is_found_again_by_each_fingerprint_it_has() {
        let mut registry = Registry::default();
        let again = |registry: &mut Registry, fingerprint: &str, bug: &str| {
            let seen = registry.file(fingerprint, &Family::WrongAnswer, &features(&[]), &Kinship::default());
            assert_eq!(seen, Sighting::Again(bug.to_owned(), Why::Fingerprint), "{fingerprint}");
        };
        for bug in ["a", "b"] {
            registry.file(bug, &Family::WrongAnswer, &features(&[bug]), &Kinship::default());
        }
        registry.add("wider", "a");
        again(&mut registry, "wider", "a");
        registry.became("a", "b");
        ["a", "b", "wider"].into_iter().for_each(|fingerprint| again(&mut registry, fingerprint, "b"));
        registry.became("b", "cause");
        ["a", "b", "wider", "cause"].into_iter().for_each(|fingerprint| again(&mut registry, fingerprint, "cause"));
    }

    #[test]
    fn an_error_in_the_words_of_a_library_is_one_with_another_that_needs_the_same() {
        let family = Family::Text(FailureClass::InternalError, "unordered_map::at".to_owned());
        let check = |necessary: [&[&str]; 2], same: bool| {
            let mut registry = Registry::default();
            let [one, other] = necessary.map(|names| Kinship {
                necessary: names.iter().map(|name| (*name).to_owned()).collect(),
                ..Kinship::default()
            });
            registry.file("a", &family, &features(&["match"]), &one);
            let seen = registry.file("b", &family, &features(&["match", "unwind"]), &other);
            assert_eq!(matches!(seen, Sighting::Again(..)), same, "{necessary:?}");
        };
        check([&["bound_labels"], &["bound_labels", "return_element"]], true);
        check([&["bound_labels", "multiple_patterns"], &["multiple_patterns", "optional_match"]], false);
        check([&["bound_labels"], &[]], false);
    }

    #[test]
    fn what_contains_a_known_bug_may_be_that_bug() {
        let mut registry = Registry::default();
        registry.file("a", &Family::WrongAnswer, &features(&["unwind"]), &Kinship::default());
        assert_eq!(registry.likely(&Family::WrongAnswer, &features(&["match", "unwind"]).names()), Some("a"));
        assert_eq!(registry.likely(&Family::WrongAnswer, &features(&["match"]).names()), None);
    }

    #[test]
    fn what_is_measured_to_be_the_same_is_one_bug_and_nothing_else_is() {
        let kinship = |necessary: &[&str], plan, explained| Kinship {
            explained,
            necessary: necessary.iter().map(|name| (*name).to_owned()).collect(),
            plan,
            ..Kinship::default()
        };
        let first = kinship(&["unwind"], Some(1), false);
        let check = |fingerprint: &str, other: &Kinship, same: bool| {
            let mut registry = Registry::default();
            registry.file("a", &Family::WrongAnswer, &features(&["unwind"]), &first);
            let seen = registry.file(fingerprint, &Family::WrongAnswer, &features(&["match", "unwind"]), other);
            assert_eq!(matches!(seen, Sighting::Again(..)), same, "{other:?}");
        };
        check("b", &first, true);
        check("b", &kinship(&["unwind"], Some(2), false), false);
        check("b", &kinship(&["unwind", "match"], Some(1), false), false);
        check("b", &kinship(&["unwind"], Some(1), true), false);
        check("a", &kinship(&["unwind"], Some(1), true), true);
        let unknown = kinship(&[], Some(1), false);
        let mut registry = Registry::default();
        registry.file("a", &Family::WrongAnswer, &features(&["unwind"]), &unknown);
        let seen = registry.file("b", &Family::WrongAnswer, &features(&["unwind"]), &unknown);
        assert_eq!(seen, Sighting::New { known: false });
    }
}
