//! Where a failure comes that no departure explains: what its statement is made of. Learned from the first half of what
//! was asked, and put to the test on the other half.

use std::collections::BTreeSet;

use graphlance_case::Verdict;
use graphlance_report::quote;
use graphlance_shrink::Failure;
use serde::{Deserialize, Serialize};

use super::{ENOUGH, Trial};
use crate::reach::{Made, Reach};

/// The failures, and the answers that are right, which a condition must have foretold.
const ENOUGH_OF_EACH: usize = 3;

/// What a statement has whenever a failure comes, and never when none comes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// Names of features, functions and operators, and kinds of values that are written.
    pub parts: BTreeSet<String>,
    /// Answers that it foretold: whether they are right.
    pub foretold: u32,
    /// Wrong ones among them.
    pub foretold_wrong: u32,
}

impl Condition {
    /// What tells the variants of a failure that fail in its way from those that do not fail; none where nothing does, where
    /// a variant that was asked later is against it, or where it foretold too little.
    pub(super) fn of(failure: &Failure, trials: &[&Trial]) -> Option<Condition> {
        let family = failure.family();
        let told = trials.iter().filter(|trial| trial.own).filter_map(|trial| {
            let made = Made::of(&trial.asked.case);
            match trial.failure() {
                Some(other) => (other.family() == family).then_some((made, true)),
                None => matches!(trial.asked.verdict, Verdict::Pass { .. }).then_some((made, false)),
            }
        });
        Condition::learned(Made::of(&failure.case), told.collect())
    }

    /// Learned from the first half of some variants, in the order in which they were asked, and tried on the rest.
    fn learned(first: Made, told: Vec<(Made, bool)>) -> Option<Condition> {
        let (known, later) = told.split_at(told.len() / 2);
        let mut reach = Reach::default();
        reach.add(first, true);
        known.iter().for_each(|(made, failed)| reach.add(made.clone(), *failed));
        let parts = reach.condition()?;
        let wrong = later.iter().filter(|(_, failed)| *failed).count();
        let right = later.len() - wrong;
        let [foretold, foretold_wrong] = [later.len(), wrong].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let is_told = later.iter().all(|(made, failed)| made.has(&parts) == *failed);
        let enough = foretold >= ENOUGH && wrong.min(right) >= ENOUGH_OF_EACH;
        (is_told && enough).then_some(Condition { parts, foretold, foretold_wrong })
    }

    /// In words, for people.
    pub fn told(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(|part| quote::code(part)).collect();
        format!("this came where {} stood together, and nowhere else", parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::{FeatureSet, Role};

    use super::*;

    fn made(text: &str) -> Made {
        let features = text.split(' ').map(|word| (word.into(), Role::Structure)).collect();
        Made::new(&FeatureSet { features, ..FeatureSet::default() }, &[])
    }

    /// Variants by turns, so many; the last ones are others.
    fn learned(each: &[(&str, bool)], last: &[(&str, bool)]) -> Option<Vec<String>> {
        let told = each.iter().cycle().take(60).chain(last).map(|(text, failed)| (made(text), *failed)).collect();
        let condition = Condition::learned(made("with call unwind"), told)?;
        Some(condition.parts.into_iter().collect())
    }

    #[test]
    fn a_condition_is_what_all_failures_have_and_nothing_else_has() {
        let told = [("with call", true), ("with", false), ("call unwind", false), ("with call skip", true)];
        assert_eq!(learned(&told, &[]), Some(vec!["call".to_owned(), "with".to_owned()]));
        assert_eq!(learned(&[("with call", true), ("with call skip", false)], &[]), None);
    }

    #[test]
    fn a_condition_that_a_later_answer_refutes_is_none() {
        let told = [("with call", true), ("with", false), ("call unwind", false)];
        assert_eq!(learned(&told, &[("with call limit", false)]), None);
        assert_eq!(learned(&told, &[("with limit", true)]), None);
        assert_eq!(learned(&[("with call", true)], &[("with", false)]), None);
    }
}
