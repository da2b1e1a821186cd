//! Hunting on behind a cause: what is explained is switched on in the reference for the rest of the hunt. A case whose answer it
//! foretells exactly is counted and left; any other answer is a finding. Where the engine answers rightly what a cause foretells
//! wrongly, the cause was none: it is withdrawn, and the cases that were left are looked into.

mod explaining;

use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::{Case, Claim, Dialect, Evaluator, Response, Verdict, judge};
use graphlance_shrink::Failure;

use crate::cause::{Cause, Foretold, foretold, is_explainable};
use crate::experiment::Trial;

/// Cases of a cause that are kept to be looked into should it be withdrawn.
const MOST_KEPT: usize = 200;
/// The share of the time that may go into asking whether right answers refute a cause.
const LOOKING_BACK: f64 = 0.006;
/// Right answers that are looked at in any case, however long that takes.
const LOOKS: u64 = 1_000;

/// Failures that a cause must have explained at least for another one to take its place.
const ENOUGH: usize = 5;
/// Pairs of causes that are held against an answer at most.
const MOST_PAIRS: usize = 60;
/// How often a cause that was withdrawn may be switched on again: two wrongs may once have made a right.
const MOST_WITHDRAWN: usize = 1;

/// The causes that are switched on.
#[derive(Default)]
pub(crate) struct Behind {
    causes: Vec<Switched>,
    /// Time spent on right answers.
    looked_back: Duration,
    /// Right answers looked at.
    looks: u64,
    /// Causes that were withdrawn, each as often as it was.
    withdrawn: Vec<Cause>,
}

/// A cause that is switched on.
struct Switched {
    /// The target that has it.
    target: String,
    cause: Cause,
    departing: Arc<dyn Evaluator>,
    /// The bug it explains.
    bug: String,
    shown: Shown,
    /// The failures that showed it, as far as it explains them.
    proof: Vec<Failure>,
    /// Some of the cases that it explained.
    kept: Vec<Failure>,
    /// How many it explained.
    explained: u64,
    /// How many of which nothing came.
    empty: u64,
    /// Right answers where it foretells a wrong one.
    doubts: u64,
}

/// What shows a cause.
pub(crate) struct Shown {
    /// The reduced case.
    pub(crate) failure: Failure,
    /// Variants of it with their answers.
    pub(crate) trials: Vec<Trial>,
}

impl Shown {
    fn failures(&self) -> impl Iterator<Item = Failure> + '_ {
        std::iter::once(self.failure.clone()).chain(self.trials.iter().filter_map(Trial::failure))
    }
}

/// A cause of which a right answer casts doubt.
pub(crate) struct Doubted {
    /// The cause.
    pub(crate) cause: Cause,
    /// The reference under it.
    pub(crate) departing: Arc<dyn Evaluator>,
}

/// A cause that was withdrawn.
pub(crate) struct Withdrawn {
    /// The cause.
    pub(crate) cause: Cause,
    /// The bug it explained.
    pub(crate) bug: String,
    /// Cases that it explained.
    pub(crate) explained: u64,
    /// Those of them that were kept.
    pub(crate) kept: Vec<Failure>,
    /// What showed it.
    pub(crate) shown: Shown,
}

impl Behind {
    /// Switches a cause on.
    pub(crate) fn switch_on(
        &mut self,
        target: &str,
        cause: &Cause,
        (dialect, evaluator): (&Dialect, &dyn Evaluator),
        bug: &str,
        shown: Shown,
    ) -> bool {
        let known = self.has(target, cause);
        let dismissed = self.withdrawn.iter().filter(|other| *other == cause).count() > MOST_WITHDRAWN;
        let Some(departing) = cause.evaluator(evaluator).filter(|_| !known && !dismissed) else { return false };
        let (target, bug, cause) = (target.to_owned(), bug.to_owned(), cause.clone());
        let (kept, explained, empty, doubts) = (Vec::new(), 0, 0, 0);
        let mut switched =
            Switched { target, cause, departing, bug, shown, proof: Vec::new(), kept, explained, empty, doubts };
        let proof = switched.shown.failures().filter(|it| switched.explains(&it.case, &it.responses, dialect));
        switched.proof = proof.collect();
        self.causes.push(switched);
        true
    }

    /// Whether a cause is switched on for a target.
    pub(crate) fn has(&self, target: &str, cause: &Cause) -> bool {
        self.causes.iter().any(|other| other.target == target && other.cause == *cause)
    }

    /// Whether a cause is one of several faces of a fault, and not switched on for a target, wherever it holds.
    pub(crate) fn is_new_face(&self, target: &str, cause: &Cause) -> bool {
        let is_same = |other: &Switched| other.target == target && other.cause.names == cause.names;
        cause.root.is_some() && !self.causes.iter().any(is_same)
    }

    /// Whether a cause was switched on once and withdrawn.
    pub(crate) fn has_withdrawn(&self, cause: &Cause) -> bool {
        self.withdrawn.contains(cause)
    }

    /// The bug that a new cause explains as well as its own does: that cause takes the place of its own.
    pub(crate) fn widen(
        &mut self,
        target: &str,
        cause: &Cause,
        dialect: &Dialect,
        evaluator: &dyn Evaluator,
    ) -> Option<String> {
        let departing = cause.evaluator(evaluator)?;
        let explains = |failure: &Failure| {
            cause.covers(&failure.case)
                && foretold(&failure.case, &failure.responses, dialect, departing.as_ref()) == Foretold::This
        };
        let wider = |switched: &&mut Switched| {
            switched.target == target
                && switched.cause != *cause
                && !cause.adds_to(&switched.cause)
                && switched.proof.len() >= ENOUGH
                && switched.proof.iter().all(explains)
        };
        let switched = self.causes.iter_mut().find(wider)?;
        switched.cause = cause.clone();
        switched.departing = Arc::clone(&departing);
        Some(switched.bug.clone())
    }

    /// The evaluator under all causes of a target that are switched on without bounds, which may play a part in what has another
    /// cause; none where there is none.
    pub(crate) fn all_of(&self, target: &str, evaluator: &dyn Evaluator) -> Option<Arc<dyn Evaluator>> {
        let own = self.causes.iter().filter(|switched| switched.target == target && switched.cause.is_unbounded());
        let names: Vec<&str> = own.flat_map(|switched| &switched.cause.names).map(String::as_str).collect();
        if names.is_empty() { None } else { evaluator.departing(&names) }
    }

    /// Whether none is.
    pub(crate) fn is_empty(&self) -> bool {
        self.causes.is_empty()
    }

    /// Counts a failure all of which a cause explains, of an error its words as well, and gives the bug; none where something else
    /// is wrong. That nothing came explains itself too easily: of such, fewer and fewer are looked into all the same.
    pub(crate) fn count(
        &mut self,
        target: &str,
        failure: &Failure,
        dialect: &Dialect,
        evaluator: &dyn Evaluator,
    ) -> Option<String> {
        let at = self.explains(target, failure, dialect, evaluator)?;
        let switched = self.causes.get_mut(at)?;
        if is_empty(failure) {
            switched.empty += 1;
            if switched.empty.is_power_of_two() {
                return None;
            }
        }
        switched.explained += 1;
        if switched.kept.len() < MOST_KEPT {
            switched.kept.push(failure.clone());
        }
        Some(switched.bug.clone())
    }

    /// The bug whose cause explains all that is wrong in a failure; none where something else is wrong.
    pub(crate) fn bug_of(
        &self,
        target: &str,
        failure: &Failure,
        dialect: &Dialect,
        evaluator: &dyn Evaluator,
    ) -> Option<String> {
        self.explains(target, failure, dialect, evaluator).map(|at| self.causes[at].bug.clone())
    }

    /// Looks at a right answer: the causes that foretell another one, unless two wrongs may have made the right, of which `masked`
    /// says whether one that no cause explains may be among them. Of each cause fewer and fewer are told.
    pub(crate) fn doubted(
        &mut self,
        target: &str,
        (case, responses): (&Case, &[Response]),
        (dialect, evaluator): (&Dialect, &dyn Evaluator),
        masked: &dyn Fn() -> bool,
        elapsed: Duration,
    ) -> Vec<Doubted> {
        let busy = self.looks > LOOKS && self.looked_back.as_secs_f64() > LOOKING_BACK * elapsed.as_secs_f64();
        if self.causes.is_empty() || busy || !is_explainable(case, responses) {
            return Vec::new();
        }
        let begun = Instant::now();
        let is_refuted = |switched: &Switched| {
            switched.target == target
                && switched.touches(case, evaluator)
                && foretold(case, responses, dialect, switched.departing.as_ref()) == Foretold::Other { right: false }
        };
        let refuted: Vec<usize> = (0..self.causes.len()).filter(|at| is_refuted(&self.causes[*at])).collect();
        // Several causes at once may come to the right answer.
        let together = || {
            let touching = self.touching(target, case, responses, evaluator);
            self.together(&touching, case, responses, dialect, evaluator).is_some()
        };
        let hidden = refuted.is_empty() || masked() || together();
        self.looked_back += begun.elapsed();
        self.looks += 1;
        let mut doubted = Vec::new();
        for at in refuted.into_iter().filter(|_| !hidden) {
            let switched = &mut self.causes[at];
            switched.doubts += 1;
            if switched.doubts.is_power_of_two() {
                let departing = Arc::clone(&switched.departing);
                doubted.push(Doubted { cause: switched.cause.clone(), departing });
            }
        }
        doubted
    }

    /// Switches a cause off that was none; none where it is switched off already.
    pub(crate) fn withdraw(&mut self, target: &str, doubted: Doubted) -> Option<Withdrawn> {
        let Doubted { cause, .. } = doubted;
        let at = self.causes.iter().position(|switched| switched.target == target && switched.cause == cause)?;
        let Switched { bug, kept, explained, shown, .. } = self.causes.remove(at);
        self.withdrawn.push(cause.clone());
        Some(Withdrawn { cause, bug, explained, kept, shown })
    }
}

impl Switched {
    fn touches(&self, case: &Case, evaluator: &dyn Evaluator) -> bool {
        let touched = |name: &String| case.statements().any(|statement| evaluator.is_touched(statement, name));
        self.cause.names.iter().all(touched) && self.cause.covers(case)
    }

    fn explains(&self, case: &Case, responses: &[Response], dialect: &Dialect) -> bool {
        self.cause.covers(case) && self.foretells(case, responses, dialect) == Foretold::This
    }

    fn foretells(&self, case: &Case, responses: &[Response], dialect: &Dialect) -> Foretold {
        foretold(case, responses, dialect, self.departing.as_ref())
    }
}

/// Of causes that foretold the same of every experiment as one that a right answer has refuted, the first that explains what that
/// one did and is not refuted as well.
pub(crate) fn another<'c>(
    alike: &'c [Cause],
    explained: &[Failure],
    (case, responses): (&Case, &[Response]),
    (dialect, evaluator): (&Dialect, &dyn Evaluator),
) -> Option<&'c Cause> {
    alike.iter().find(|cause| {
        let Some(departing) = cause.evaluator(evaluator) else { return false };
        let told = |case: &Case, responses: &[Response]| foretold(case, responses, dialect, departing.as_ref());
        let explains = |it: &Failure| cause.covers(&it.case) && told(&it.case, &it.responses) == Foretold::This;
        let stands = !cause.covers(case) || told(case, responses) != Foretold::Other { right: false };
        stands && explained.iter().all(explains)
    })
}

/// Whether each answer to a failure is a table without rows.
fn is_empty(failure: &Failure) -> bool {
    failure.responses.iter().all(|response| matches!(response, Response::Table(table) if table.rows.is_empty()))
}

/// Each statement of a failure whose answer is wrong, with the answer; none where that cannot be told, or where more than
/// answers to statements that read the loaded graph is wrong.
fn wrong_answers(
    failure: &Failure,
    dialect: &Dialect,
    evaluator: &dyn Evaluator,
) -> Option<Vec<(Case, Vec<Response>)>> {
    let Failure { case, responses, evidence } = failure;
    if is_explainable(case, responses) {
        return Some(vec![(case.clone(), responses.clone())]);
    }
    if !graphlance_shrink::Family::of(case, evidence, responses).is_about_answers() {
        return None;
    }
    let mut wrong = Vec::new();
    for (at, step) in case.steps.iter().enumerate() {
        let statement = step.statement().filter(|statement| !statement.writes() && step.database.is_none())?;
        let Some(Response::Table(_)) = responses.get(at) else { return None };
        let answer = evaluator.evaluate(&case.graph, statement).ok()?;
        let claim = Claim::returns(0, answer.returns);
        let lineage = case.lineage.loosened();
        let alone = Case { steps: vec![step.clone()], claim, lineage, ..case.clone() };
        let response = vec![responses[at].clone()];
        if let Verdict::Fail(_) = judge(&alone, &response, dialect) {
            wrong.push((alone, response));
        }
    }
    (!wrong.is_empty()).then_some(wrong)
}

#[cfg(test)]
mod tests;
