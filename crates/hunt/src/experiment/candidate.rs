//! Causes under test.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_case::{Dialect, ErrorClass, Evaluator, Response, Verdict};
use graphlance_shrink::{Asked, Failure};

use super::findings::Near;
use super::{ENOUGH, Trial, names, text};
use crate::cause::{Bounds, Cause, Foretold, causes, foretold, is_explainable};

/// The wrong answers that a cause must have foretold.
const ENOUGH_WRONG: u32 = 2;
/// The wrong answers that it must have foretold for each that refutes it, to be believed within bounds, or to be told of.
const WRONG_PER_REFUTED: usize = 3;
/// After so many answers against it a candidate is asked no more.
const MOST_AGAINST: usize = 12;
/// Names at most that tell where a cause does not hold.
const MOST_LACKING: usize = 2;
/// Departures that are tried beside a candidate at most.
const MOST_BESIDE: usize = 8;
/// Answers against a candidate that are shown.
const MOST_SHOWN: usize = 4;

/// A cause under test.
pub(super) struct Candidate {
    pub(super) cause: Cause,
    /// Another cause, which explains the answers to variants that show both.
    pub(super) beside: Option<Cause>,
    pub(super) departing: Arc<dyn Evaluator>,
    pub(super) foretold: u32,
    pub(super) wrong: u32,
    /// Those of the wrong ones of which it foretold the answer itself, or the words of the error.
    pub(super) exact: u32,
    /// Those of the wrong ones that were no errors.
    answered: u32,
    /// Whether what it is to explain is an error itself.
    of_errors: bool,
    /// Wrong answers in which it plays no part.
    pub(super) unexplained: u32,
    /// What those statements are made of whose answers it foretold, that of the reduced case first, and whether they were wrong.
    told: Vec<(BTreeSet<String>, bool)>,
    /// Statements that were answered otherwise, and what they are made of.
    against: Vec<(String, BTreeSet<String>)>,
}

impl Candidate {
    /// One that may explain a failure.
    pub(super) fn new(departing: Arc<dyn Evaluator>, cause: Cause, failure: &Failure) -> Candidate {
        let (told, against) = (vec![(names(&failure.case), true)], Vec::new());
        let of_errors = failure.responses.iter().any(|response| matches!(response, Response::Error(_)));
        let beside = None;
        Candidate {
            cause,
            beside,
            departing,
            foretold: 0,
            wrong: 0,
            exact: 0,
            answered: 0,
            of_errors,
            unexplained: 0,
            told,
            against,
        }
    }

    /// Whether no answer was against it.
    pub(super) fn stands(&self) -> bool {
        self.against.is_empty()
    }

    pub(super) fn is_believed(&self) -> bool {
        self.stands() && self.foretold >= ENOUGH && self.wrong >= ENOUGH_WRONG
    }

    /// Whether more answers would tell nothing new of it.
    pub(super) fn is_decided(&self) -> bool {
        self.foretold >= ENOUGH * 2 && self.wrong >= ENOUGH_WRONG * 3
    }

    /// Holds what it foretells against an answer. `own`: to a variant of the reduced case itself.
    pub(super) fn hear(&mut self, asked: &Asked, own: bool, dialect: &Dialect) {
        if self.against.len() >= MOST_AGAINST || !is_explainable(&asked.case, &asked.responses) {
            return;
        }
        let failed = match asked.verdict {
            Verdict::Fail(_) => true,
            Verdict::Pass { .. } => false,
            _ => return,
        };
        let told = foretold(&asked.case, &asked.responses, dialect, self.departing.as_ref());
        match told {
            Foretold::This | Foretold::SomeError => {
                self.foretold += 1;
                self.wrong += u32::from(failed);
                self.exact += u32::from(failed && told == Foretold::This);
                self.answered += u32::from(failed && !is_error(asked));
                self.told.push((names(&asked.case), failed));
            }
            Foretold::Other { .. } if failed && !own => {}
            // An internal error is one of something else, unless it is foretold by its words.
            Foretold::Other { .. } if failed && is_internal(asked) => {}
            // That a variant is refused says nothing of a rule by which others are answered.
            Foretold::Other { .. } if failed && !self.of_errors && is_error(asked) => self.unexplained += 1,
            Foretold::Other { right: true } => self.unexplained += 1,
            Foretold::Other { right: false } => self.against.push((text(&asked.case), names(&asked.case))),
            Foretold::Nothing => {}
        }
    }

    /// It within the bounds that tell the statements whose wrong answers it foretold from those that were answered otherwise;
    /// none where nothing does, or too little was foretold within them.
    pub(super) fn bounded(&self) -> Option<Candidate> {
        let against = self.against.len();
        // One that is asked no more says nothing of what was asked since.
        let asked = (1..MOST_AGAINST).contains(&against);
        // That some error comes, without its words, is foretold too easily to tell bounds by.
        if !asked || self.answered < ENOUGH_WRONG || !self.is_near() {
            return None;
        }
        let against: Vec<&BTreeSet<String>> = self.against.iter().map(|(_, names)| names).collect();
        let shown: Vec<&BTreeSet<String>> =
            self.told.iter().filter(|(_, wrong)| *wrong).map(|(names, _)| names).collect();
        let bounds = match (lacking(&against, &shown), common(&shown, &against)) {
            (Some(not_with), _) => Bounds { not_with, ..Bounds::default() },
            (None, only_with) if !only_with.is_empty() => Bounds { only_with, ..Bounds::default() },
            _ => return None,
        };
        let told: Vec<_> = self.told.iter().filter(|(names, _)| bounds.hold(names)).cloned().collect();
        // The reduced case itself is no variant of it.
        let foretold = u32::try_from(told.len() - 1).ok()?;
        let wrong = u32::try_from(told.iter().filter(|(_, wrong)| *wrong).count() - 1).ok()?;
        let cause = self.cause.within(bounds);
        let departing = Arc::clone(&self.departing);
        let bounded = Candidate { cause, departing, foretold, wrong, told, beside: None, against: Vec::new(), ..*self };
        bounded.is_believed().then_some(bounded)
    }

    /// It beside one other departure, where variants show another bug as well: under both every answer is foretold. It alone
    /// explains the failure itself and, as often as a cause must, variants. None where no other departure does that.
    pub(super) fn accompanied(&self, failure: &Failure, trials: &[&Trial], dialect: &Dialect) -> Option<Candidate> {
        if self.answered < ENOUGH_WRONG {
            return None;
        }
        let against = |trial: &&&Trial| {
            let Trial { own, asked, .. } = trial;
            let other = |by: &Arc<dyn Evaluator>| {
                foretold(&asked.case, &asked.responses, dialect, by.as_ref()) == Foretold::Other { right: false }
            };
            *own && matches!(asked.verdict, Verdict::Fail(_)) && !is_error(asked) && other(&self.departing)
        };
        let Trial { asked, .. } = trials.iter().find(against)?;
        let others = causes(&asked.case, &asked.responses, dialect, self.departing.as_ref());
        others.into_iter().filter(|other| other.names.len() == 1).take(MOST_BESIDE).find_map(|other| {
            let departing = other.evaluator(self.departing.as_ref())?;
            let mut both = Candidate::new(departing, self.cause.clone(), failure);
            trials.iter().for_each(|trial| both.hear(&trial.asked, trial.own, dialect));
            let believed = both.is_believed();
            // What shows the other one is a failure of its own, which is told apart by the cause alone.
            let departing = Arc::clone(&self.departing);
            believed.then_some(Candidate { beside: Some(other), departing, ..both })
        })
    }

    /// Whether so many wrong answers were foretold for each against it that it may help whoever looks for the cause.
    pub(super) fn is_near(&self) -> bool {
        self.wrong > 0 && self.wrong as usize >= self.against.len() * WRONG_PER_REFUTED
    }

    /// What it foretold, and what it did not.
    pub(super) fn near(&self) -> Near {
        let against = self.against.iter().take(MOST_SHOWN).map(|(text, _)| text.clone()).collect();
        Near { rule: self.cause.sentence.clone(), foretold: self.foretold, foretold_wrong: self.wrong, against }
    }

    /// How good an explanation it is of wrong answers: those that it foretold, less those against it.
    pub(super) fn worth(&self) -> i64 {
        i64::from(self.wrong) - self.against.len() as i64
    }
}

/// Whether an error came of which the target says itself that it is one of its own.
fn is_internal(asked: &Asked) -> bool {
    let internal = |response: &Response| matches!(response, Response::Error(it) if it.class == ErrorClass::Internal);
    asked.responses.iter().any(internal)
}

/// Whether an error came.
fn is_error(asked: &Asked) -> bool {
    asked.responses.iter().any(|response| matches!(response, Response::Error(_)))
}

/// What all of these have and none of the others has.
fn common(these: &[&BTreeSet<String>], others: &[&BTreeSet<String>]) -> BTreeSet<String> {
    let Some((first, rest)) = these.split_first() else { return BTreeSet::new() };
    let told = |name: &&String| {
        rest.iter().all(|names| names.contains(*name)) && !others.iter().any(|names| names.contains(*name))
    };
    first.iter().filter(told).cloned().collect()
}

/// A few names of which each of these has one and none of the others has any, those that most have first; none where there are
/// no such few.
fn lacking(these: &[&BTreeSet<String>], others: &[&BTreeSet<String>]) -> Option<BTreeSet<String>> {
    let (mut left, mut found) = (these.to_vec(), BTreeSet::new());
    while !left.is_empty() && found.len() < MOST_LACKING {
        let own = left.iter().flat_map(|names| names.iter());
        let told = own.filter(|name| !others.iter().any(|names| names.contains(*name)));
        // Of those that as many have the first by name.
        let best =
            told.min_by_key(|name| (Reverse(left.iter().filter(|names| names.contains(*name)).count()), *name))?;
        let best = best.clone();
        left.retain(|names| !names.contains(&best));
        found.insert(best);
    }
    left.is_empty().then_some(found)
}
