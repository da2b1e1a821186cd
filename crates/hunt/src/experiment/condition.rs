//! Where a failure comes that no departure explains: what its statement is made of. Learned from what was asked, foretold of what
//! is asked next, and learned anew whenever that was wrong.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use graphlance_report::quote;
use graphlance_shrink::Failure;
use serde::{Deserialize, Serialize};

use super::made::made_of;
use super::{ENOUGH, Trial};

/// The failures, and the answers that are right, which a condition must have foretold.
const ENOUGH_OF_EACH: u32 = 3;
/// Parts of a condition at most.
const MOST_PARTS: usize = 5;

/// What a statement has, and lacks, whenever a failure comes, and never when none comes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// Names of features, functions and operators, and of what stands in what.
    pub parts: BTreeSet<String>,
    /// Names of what must not be there.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub without: BTreeSet<String>,
    /// Answers that it foretold before they came: whether they are right.
    pub foretold: u32,
    /// Wrong ones among them.
    pub foretold_wrong: u32,
}

impl Condition {
    /// What tells the variants of a failure that fail in its way from those that do not fail; none where nothing does, or where
    /// what does has foretold too little of what was asked after it was learned.
    pub(super) fn of(failure: &Failure, trials: &[&Trial]) -> Option<Condition> {
        let family = failure.family();
        let told = trials.iter().filter(|trial| trial.own).filter_map(|trial| {
            let made = made_of(&trial.asked.case);
            match trial.failure() {
                Some(other) => (other.family() == family).then_some((made, true)),
                None => trial.is_right(failure).then_some((made, false)),
            }
        });
        Condition::learned(made_of(&failure.case), told)
    }

    /// Learned from variants in the order in which they were asked.
    fn learned(first: BTreeSet<String>, told: impl Iterator<Item = (BTreeSet<String>, bool)>) -> Option<Condition> {
        let (mut failed, mut passed) = (vec![first], Vec::new());
        let mut current: Option<Condition> = None;
        for (made, fails) in told {
            match &mut current {
                Some(condition) if condition.holds(&made) == fails => {
                    condition.foretold += 1;
                    condition.foretold_wrong += u32::from(fails);
                }
                _ => current = None,
            }
            if fails {
                failed.push(made)
            } else {
                passed.push(made)
            }
            if current.is_none() {
                current = separating(&failed, &passed);
            }
        }
        current.filter(|Condition { foretold, foretold_wrong, .. }| {
            *foretold >= ENOUGH && *foretold_wrong >= ENOUGH_OF_EACH && foretold - foretold_wrong >= ENOUGH_OF_EACH
        })
    }

    /// Whether a failure comes of what is made of this.
    fn holds(&self, made: &BTreeSet<String>) -> bool {
        self.parts.is_subset(made) && self.without.is_disjoint(made)
    }

    /// Whether another one says the same, and says more than what is not there.
    pub fn is_that_of(&self, other: &Condition) -> bool {
        !self.parts.is_empty() && self.parts == other.parts && self.without == other.without
    }

    /// In words, for people.
    pub fn told(&self) -> String {
        let list = |names: &BTreeSet<String>| {
            let names: Vec<String> = names.iter().map(|name| quote::code(name)).collect();
            names.join(", ")
        };
        let mut text = match self.parts.is_empty() {
            true => "this came".to_owned(),
            false => format!("this came where there was {}", list(&self.parts)),
        };
        if !self.without.is_empty() {
            text += &format!(" without {}", list(&self.without));
        }
        text + ", and nowhere else"
    }
}

/// A few parts that all of the failing have, or lack, and none of the others has, or lacks, all of; none where there are no such
/// few. Each is the one that tells most of those apart which are left, what is there before what is not, and of those that tell as
/// many apart the one that says where it stands: a path in a pattern comprehension, and not any path.
fn separating(failed: &[BTreeSet<String>], passed: &[BTreeSet<String>]) -> Option<Condition> {
    let (first, rest) = failed.split_first()?;
    let common = first.iter().filter(|name| rest.iter().all(|made| made.contains(*name))).map(|name| (name, true));
    let seen: BTreeSet<&String> = passed.iter().flatten().collect();
    let lacked = seen.into_iter().filter(|name| !failed.iter().any(|made| made.contains(*name)));
    let parts: Vec<(&String, bool)> = common.chain(lacked.map(|name| (name, false))).collect();
    let mut left: Vec<&BTreeSet<String>> = passed.iter().collect();
    let mut condition = Condition::default();
    for _ in 0..MOST_PARTS {
        if left.is_empty() {
            break;
        }
        let apart = |(name, there): &(&String, bool)| left.iter().filter(|made| made.contains(*name) != *there).count();
        let (name, there) =
            *parts.iter().min_by_key(|part| (Reverse(apart(part)), !part.1, width(part.0), part.0.len(), part.0))?;
        if apart(&(name, there)) == 0 {
            return None;
        }
        left.retain(|made| made.contains(name) == there);
        if there {
            condition.parts.insert(name.clone())
        } else {
            condition.without.insert(name.clone())
        };
    }
    (left.is_empty() && !passed.is_empty()).then_some(condition)
}

/// How much a name covers: what stands in something is less than what stands anywhere, and what the graph has comes last.
fn width(name: &str) -> u8 {
    match name {
        _ if name.ends_with(" in the graph") => 3,
        _ if name.contains(" in ") => 0,
        _ if name.contains(" within ") => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(text: &str) -> BTreeSet<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    /// Of a failure that is made of "with call unwind": what is learned of variants by turns, so many, and of the last ones.
    #[track_caller]
    fn check(each: &[(&str, bool)], last: &[(&str, bool)], wanted: Option<(&str, &str)>) {
        let told = each.iter().cycle().take(60).chain(last).map(|(text, failed)| (made(text), *failed));
        let learned = Condition::learned(made("with call unwind"), told);
        let in_words = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(" ");
        let learned = learned.map(|condition| (in_words(&condition.parts), in_words(&condition.without)));
        assert_eq!(learned, wanted.map(|(parts, without)| (parts.to_owned(), without.to_owned())));
    }

    const TWO: [(&str, bool); 4] =
        [("with call", true), ("with", false), ("call unwind", false), ("with call skip", true)];

    #[test]
    fn a_condition_is_what_all_failures_have_and_nothing_else_has() {
        check(&TWO, &[], Some(("call with", "")));
        check(&[("with call", true), ("with call skip", false)], &[], Some(("", "skip")));
        check(&[("with call", true), ("with call", false)], &[], None);
    }

    #[test]
    fn a_condition_that_a_late_answer_refutes_is_none() {
        check(&TWO, &[("with call limit", false)], None);
        check(&TWO, &[("with limit", true)], None);
    }

    #[test]
    fn a_condition_that_is_refuted_early_is_learned_anew() {
        let call = [("with call", true), ("with", false)];
        let both: Vec<_> = call.iter().cycle().take(6).chain(TWO.iter().cycle().take(54)).copied().collect();
        check(&both, &[], Some(("call with", "")));
    }

    #[test]
    fn of_parts_that_tell_the_same_that_is_named_which_says_where_it_stands() {
        let of = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_owned()).collect() };
        let parts = ["a path", "a path in a pattern comprehension", "a path within WITH", "a node in the graph"];
        let all = of(&[&parts[..], &["WITH"]].concat());
        let learned = separating(&[all], &[of(&["WITH"])]).map(|condition| condition.parts);
        assert_eq!(learned, Some(of(&["a path in a pattern comprehension"])));
    }

    #[test]
    fn what_tells_failures_alone_foretells_too_little() {
        check(&[("with call", true)], &[("with", false)], None);
    }
}
