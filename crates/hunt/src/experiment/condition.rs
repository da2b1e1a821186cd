//! Where a failure comes that no departure explains: what its statement is made of. Learned from what was asked, foretold of what
//! is asked next, and learned anew whenever that was wrong.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use graphlance_report::quote;
use graphlance_shrink::{Failure, Family};
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
    /// What is learned of these variants of a failure, one after the other.
    pub(super) fn of(failure: &Failure, trials: &[&Trial]) -> Option<Condition> {
        let mut learner = Learner::of(failure);
        trials.iter().for_each(|trial| learner.hear(trial));
        learner.current.filter(Condition::is_proven)
    }

    /// Whether it foretold enough after it was learned.
    fn is_proven(&self) -> bool {
        let Condition { foretold, foretold_wrong, .. } = *self;
        foretold >= ENOUGH && foretold_wrong >= ENOUGH_OF_EACH && foretold - foretold_wrong >= ENOUGH_OF_EACH
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

/// Learns a condition of variants as they are asked.
pub(super) struct Learner<'a> {
    failure: &'a Failure,
    family: Family,
    variants: Variants,
    current: Option<Condition>,
}

impl<'a> Learner<'a> {
    /// One that knows nothing but the failure.
    pub(super) fn of(failure: &'a Failure) -> Learner<'a> {
        let mut variants = Variants::default();
        variants.add(&made_of(&failure.case), true);
        Learner { failure, family: failure.family(), variants, current: None }
    }

    /// Of a variant whether it fails in the way of the failure; what fails otherwise, or where nothing could show, says nothing.
    pub(super) fn hear(&mut self, trial: &Trial) {
        let fails = match trial.family() {
            Some(family) if family == self.family => true,
            None if trial.is_right(self.failure) => false,
            _ => return,
        };
        if trial.own {
            learn(&mut self.current, &mut self.variants, trial.made(), fails);
        }
    }

    /// What tells the variants that fail from those that do not; none where nothing does, or where what does has foretold too
    /// little of what was asked after it was learned.
    pub(super) fn learned(&self) -> Option<&Condition> {
        self.current.as_ref().filter(|condition| condition.is_proven())
    }
}

/// Holds a condition against a variant that is made of this, and learns another one where it is wrong.
fn learn(current: &mut Option<Condition>, variants: &mut Variants, made: &BTreeSet<String>, fails: bool) {
    match current {
        Some(condition) if condition.holds(made) == fails => {
            condition.foretold += 1;
            condition.foretold_wrong += u32::from(fails);
        }
        _ => *current = None,
    }
    variants.add(made, fails);
    if current.is_none() {
        *current = variants.separating();
    }
}

/// Variants by what they are made of.
#[derive(Default)]
struct Variants {
    names: BTreeMap<String, Having>,
    failed: u32,
    passed: usize,
}

/// The variants that have a name.
#[derive(Default)]
struct Having {
    /// How many that fail.
    failed: u32,
    /// Those that do not, a bit for each.
    passed: Bits,
}

impl Variants {
    fn add(&mut self, made: &BTreeSet<String>, fails: bool) {
        for name in made {
            let having = match self.names.get_mut(name) {
                Some(having) => having,
                None => self.names.entry(name.clone()).or_default(),
            };
            if fails { having.failed += 1 } else { having.passed.set(self.passed) }
        }
        if fails { self.failed += 1 } else { self.passed += 1 }
    }

    /// A few parts that all of the failing have, or lack, and none of the others has, or lacks, all of; none where there are no
    /// such few. Each is the one that tells most of those apart which are left, what is there before what is not, and of those
    /// that tell as many apart the one that says where it stands: a path in a pattern comprehension, and not any path.
    fn separating(&self) -> Option<Condition> {
        let told = |(_, having): &(&String, &Having)| having.failed == self.failed || having.failed == 0;
        let parts: Vec<(&String, &Having)> = self.names.iter().filter(told).collect();
        let mut left = Bits::first(self.passed);
        let mut condition = Condition::default();
        for _ in 0..MOST_PARTS {
            if left.is_empty() {
                break;
            }
            let is_there = |having: &Having| having.failed > 0;
            let apart = |having: &Having| left.both(&having.passed, !is_there(having)).count();
            let (name, having) = parts.iter().min_by_key(|(name, having)| {
                (Reverse(apart(having)), !is_there(having), width(name), name.len(), *name)
            })?;
            if apart(having) == 0 {
                return None;
            }
            left = left.both(&having.passed, is_there(having));
            let names = if is_there(having) { &mut condition.parts } else { &mut condition.without };
            names.insert((*name).clone());
        }
        (left.is_empty() && self.passed > 0).then_some(condition)
    }
}

/// A set of small numbers.
#[derive(Clone, Default)]
struct Bits(Vec<u64>);

impl Bits {
    /// The first numbers, so many.
    fn first(count: usize) -> Bits {
        let mut bits = Bits::default();
        (0..count).for_each(|number| bits.set(number));
        bits
    }

    fn set(&mut self, number: usize) {
        let word = number / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    /// Those that are in another one as well, or those that are not.
    fn both(&self, other: &Bits, within: bool) -> Bits {
        let word = |at: usize| other.0.get(at).copied().unwrap_or_default();
        let words = self.0.iter().enumerate().map(|(at, own)| own & if within { word(at) } else { !word(at) });
        Bits(words.collect())
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
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
        let (mut current, mut variants) = (None, Variants::default());
        variants.add(&made("with call unwind"), true);
        told.for_each(|(made, failed)| learn(&mut current, &mut variants, &made, failed));
        let in_words = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(" ");
        let learned = current
            .filter(Condition::is_proven)
            .map(|condition| (in_words(&condition.parts), in_words(&condition.without)));
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
        let mut variants = Variants::default();
        variants.add(&of(&[&parts[..], &["WITH"]].concat()), true);
        variants.add(&of(&["WITH"]), false);
        let learned = variants.separating().map(|condition| condition.parts);
        assert_eq!(learned, Some(of(&["a path in a pattern comprehension"])));
    }

    #[test]
    fn what_tells_failures_alone_foretells_too_little() {
        check(&[("with call", true)], &[("with", false)], None);
    }
}
