//! How far a failure reaches, as variants of its case show: those that fail and those that do not, each by what it is made of.
//! Two failures are one bug when what both do not fail without tells failing from not failing, in either, about as well as all that
//! it needs alone.

use std::collections::BTreeSet;

use graphlance_case::Case;
use graphlance_case::language::{FeatureSet, Role};
use graphlance_graph::Value;

/// Variants that must have failed, and that must not have, before they tell anything.
const LEAST: usize = 4;
/// By how much what is shared may foretell a failure wrongly more often than all that the failure needs does.
const SLACK: f64 = 0.1;
/// A condition that foretells failures wrongly more often than this is not the whole condition: the values, or the order of things,
/// play a part that features do not show.
const VAGUE: f64 = 0.5;

/// What a variant is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Features, functions and operators.
    parts: BTreeSet<String>,
    /// Those of them that stand around others only.
    frames: BTreeSet<String>,
    /// Kinds of values that it writes.
    values: BTreeSet<String>,
}

impl Made {
    /// What the claimed statement of a case is made of.
    pub fn of(case: &Case) -> Made {
        let Some(statement) = case.claimed_statement() else { return Made::new(&FeatureSet::default(), &[]) };
        Made::new(statement.feature_set(), &statement.literals())
    }

    pub(crate) fn new(set: &FeatureSet, values: &[Value]) -> Made {
        let frames = set.features.iter().filter(|(_, role)| **role == Role::Frame);
        let frames = frames.map(|(name, _)| name.to_string()).collect();
        let values = values.iter().map(|value| kind(value).to_owned()).collect();
        Made { parts: set.names(), frames, values }
    }

    fn has(&self, parts: &BTreeSet<String>) -> bool {
        parts.iter().all(|part| self.has_part(part))
    }

    fn has_part(&self, part: &str) -> bool {
        self.parts.contains(part) || self.values.contains(part)
    }

    fn all(&self) -> BTreeSet<String> {
        self.parts.union(&self.values).cloned().collect()
    }
}

/// The kind of a value, as fine as wrong answers are wont to depend on it.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "a null",
        Value::Boolean(_) => "a boolean",
        Value::Integer(number) if *number < 0 => "a negative integer",
        Value::Integer(_) => "an integer",
        Value::Float(_) => "a float",
        Value::String(text) if text.is_empty() => "an empty string",
        Value::String(_) => "a string",
        Value::List(items) if items.is_empty() => "an empty list",
        Value::List(_) => "a list",
        _ => "another value",
    }
}

/// The variants of a case that failed alike, and those that did not fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    failed: Vec<Made>,
    passed: Vec<Made>,
}

impl Reach {
    /// Adds a variant.
    pub fn add(&mut self, made: Made, failed: bool) {
        if failed { self.failed.push(made) } else { self.passed.push(made) }
    }

    /// What every failing variant has and some other lacks, but for what only stands around others and the kinds of values.
    pub fn needs(&self) -> BTreeSet<String> {
        self.telling(&self.common())
    }

    /// Whether what both do not fail without says as well as what each needs alone when it fails.
    pub fn is_kin(&self, other: &Reach) -> bool {
        let told = |reach: &Reach| reach.failed.len() >= LEAST && reach.passed.len() >= LEAST;
        if !told(self) || !told(other) {
            return false;
        }
        let (own, theirs) = (self.common(), other.common());
        let shared: BTreeSet<String> = own.intersection(&theirs).cloned().collect();
        if self.telling(&shared).is_disjoint(&other.telling(&shared)) {
            return false;
        }
        let vague = self.wrongly(&own) > VAGUE || other.wrongly(&theirs) > VAGUE;
        if vague { own == theirs } else { self.bears(&shared, &own) && other.bears(&shared, &theirs) }
    }

    /// What every failing variant has.
    fn common(&self) -> BTreeSet<String> {
        let mut failed = self.failed.iter();
        let first = failed.next().map(Made::all).unwrap_or_default();
        failed.fold(first, |mut common, made| {
            common.retain(|part| made.has_part(part));
            common
        })
    }

    /// Those of some parts that a variant lacks which does not fail, and that are neither a frame nor a kind of values.
    fn telling(&self, parts: &BTreeSet<String>) -> BTreeSet<String> {
        let is_part = |part: &&String| {
            self.failed.first().is_some_and(|made| made.parts.contains(*part) && !made.frames.contains(*part))
        };
        let lacked = |part: &&String| self.passed.iter().any(|made| !made.parts.contains(*part));
        parts.iter().filter(is_part).filter(lacked).cloned().collect()
    }

    /// How often a variant that has these parts does not fail.
    fn wrongly(&self, parts: &BTreeSet<String>) -> f64 {
        let passed = self.passed.iter().filter(|made| made.has(parts)).count() as f64;
        passed / (passed + self.failed.len() as f64).max(1.0)
    }

    /// Whether a wider condition foretells failures about as well as a narrower one.
    fn bears(&self, wider: &BTreeSet<String>, narrower: &BTreeSet<String>) -> bool {
        self.wrongly(wider) <= self.wrongly(narrower) + SLACK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Features of which `match` and `where` are frames, by their names; `'..'` is a string and `null` a null.
    fn made(text: &str) -> Made {
        let mut set = FeatureSet::default();
        let mut values = Vec::new();
        for word in text.split(' ') {
            match word {
                "null" => values.push(Value::Null),
                "''" => values.push(Value::string("")),
                "match" | "where" => drop(set.features.insert(word.into(), Role::Frame)),
                _ => drop(set.functions.insert(word.into())),
            }
        }
        Made::new(&set, &values)
    }

    fn reach(failed: &[&str], passed: &[&str]) -> Reach {
        let mut reach = Reach::default();
        failed.iter().for_each(|text| reach.add(made(text), true));
        passed.iter().for_each(|text| reach.add(made(text), false));
        reach
    }

    #[track_caller]
    fn check(one: &Reach, other: &Reach, kin: bool) {
        assert_eq!([one.is_kin(other), other.is_kin(one)], [kin; 2], "{one:?}\n{other:?}");
    }

    #[test]
    fn what_fails_wherever_a_function_stands_is_one_bug_in_whatever_it_stands() {
        let plain = reach(
            &["match where size", "where size", "match size", "size head"],
            &["match where", "match", "head", "match where head"],
        );
        let wrapped = reach(
            &["match where size head", "where size head", "match size head", "match where size head last"],
            &["match where", "match where head", "match head", "head last"],
        );
        check(&plain, &wrapped, true);
        assert_eq!(plain.needs(), BTreeSet::from(["size()".to_owned()]));
    }

    #[test]
    fn what_they_stand_in_alike_makes_two_functions_no_one_bug() {
        let fails = |name: &str| {
            ["match where head", "where head", "match head", "head last"].map(|text| format!("{text} {name}"))
        };
        let passes = ["match where head", "match where head last", "match", "where head", "head"];
        let [size, upper] = ["size", "upper"].map(|name| {
            let fails = fails(name);
            reach(&fails.each_ref().map(String::as_str), &passes)
        });
        check(&size, &upper, false);
    }

    #[test]
    fn a_function_that_fails_of_different_values_is_two_bugs() {
        let of = |value: &str, other: &str| {
            let fails = ["match", "where", "match where", "head"].map(|text| format!("{text} size {value}"));
            let passes = ["match", "where", "match where", "head", "last"].map(|text| format!("{text} size {other}"));
            let mut reach = reach(&fails.each_ref().map(String::as_str), &passes.each_ref().map(String::as_str));
            reach.add(made("match where"), false);
            reach
        };
        check(&of("null", "''"), &of("''", "null"), false);
        check(&of("null", "''"), &of("null", "''"), true);
    }

    #[test]
    fn a_few_variants_tell_nothing() {
        let few = reach(&["match size"], &["match"]);
        check(&few, &few, false);
    }
}
