//! Which of the causes that are switched on explains an answer.

use std::cmp::Reverse;

use graphlance_case::{Case, Dialect, Evaluator, Response};
use graphlance_shrink::Failure;

use super::{Behind, MOST_PAIRS, Switched, wrong_answers};
use crate::cause::{Foretold, error_text, foretold};

impl Behind {
    /// The place of the cause that explains all that is wrong in a failure; none where something else is wrong.
    pub(crate) fn explains(
        &self,
        target: &str,
        failure: &Failure,
        dialect: &Dialect,
        evaluator: &dyn Evaluator,
    ) -> Option<usize> {
        let wrong = wrong_answers(failure, dialect, evaluator)?;
        let mut found: Option<usize> = None;
        for (case, responses) in &wrong {
            let at = self.explains_one(target, case, responses, dialect, evaluator)?;
            found = found.or(Some(at));
        }
        found
    }

    /// The place of the cause that explains an answer, by itself or with others.
    fn explains_one(
        &self,
        target: &str,
        case: &Case,
        responses: &[Response],
        dialect: &Dialect,
        evaluator: &dyn Evaluator,
    ) -> Option<usize> {
        let error = error_text(case, responses);
        let mut changing = Vec::new();
        for at in self.by_use().filter(|at| self.causes[*at].may_give(target, case, (error.as_deref(), evaluator))) {
            match self.causes[at].foretells(case, responses, dialect) {
                Foretold::This => return Some(at),
                Foretold::Other { right: true } => {}
                _ => changing.push(at),
            }
        }
        let touching = self.touching(target, case, responses, evaluator);
        let all = self.together(&touching, case, responses, dialect, evaluator);
        all.or_else(|| self.two_together(&changing, case, responses, dialect, evaluator))
    }

    /// The places of the causes, those that have explained most in front.
    fn by_use(&self) -> impl Iterator<Item = usize> {
        let mut places: Vec<usize> = (0..self.causes.len()).collect();
        places.sort_by_key(|at| Reverse(self.causes[*at].explained));
        places.into_iter()
    }

    /// The causes of which an answer may come to the statements of a case.
    pub(super) fn touching(
        &self,
        target: &str,
        case: &Case,
        responses: &[Response],
        evaluator: &dyn Evaluator,
    ) -> Vec<usize> {
        let error = error_text(case, responses);
        let may_give = |at: &usize| self.causes[*at].may_give(target, case, (error.as_deref(), evaluator));
        (0..self.causes.len()).filter(may_give).collect()
    }

    /// The first of those causes that together explain an answer, and none of which can be left out.
    pub(super) fn together(
        &self,
        touching: &[usize],
        case: &Case,
        responses: &[Response],
        dialect: &Dialect,
        evaluator: &dyn Evaluator,
    ) -> Option<usize> {
        let explain = |causes: &[usize]| self.explain(causes, case, responses, dialect, evaluator);
        let mut least = touching.to_vec();
        if least.len() < 2 || !explain(&least) {
            return None;
        }
        for cause in touching {
            let others: Vec<usize> = least.iter().copied().filter(|other| other != cause).collect();
            if explain(&others) {
                least = others;
            }
        }
        least.first().copied()
    }

    /// The first of two causes that together explain a wrong answer, of those that change what is due: where all do not,
    /// one of them may be none of this engine.
    fn two_together(
        &self,
        changing: &[usize],
        case: &Case,
        responses: &[Response],
        dialect: &Dialect,
        evaluator: &dyn Evaluator,
    ) -> Option<usize> {
        let others_of = |at: usize| changing[at + 1..].iter().map(move |other| [changing[at], *other]);
        let pairs = (0..changing.len()).flat_map(others_of).take(MOST_PAIRS);
        let mut explaining = pairs.filter(|pair| self.explain(pair, case, responses, dialect, evaluator));
        explaining.next().map(|[first, _]| first)
    }

    /// Whether these causes together foretell an answer.
    fn explain(
        &self,
        causes: &[usize],
        case: &Case,
        responses: &[Response],
        dialect: &Dialect,
        evaluator: &dyn Evaluator,
    ) -> bool {
        let names = causes.iter().flat_map(|at| &self.causes[*at].cause.names);
        let departing = evaluator.departing(&names.map(String::as_str).collect::<Vec<_>>());
        departing.is_some_and(|it| foretold(case, responses, dialect, it.as_ref()) == Foretold::This)
    }
}

impl Switched {
    /// Whether an answer, an error of this text or rows, may come of it to the statements of a case on a target.
    fn may_give(&self, target: &str, case: &Case, (error, evaluator): (Option<&str>, &dyn Evaluator)) -> bool {
        let may_give = |name: &String| evaluator.may_give(name, error);
        self.target == target && self.cause.names.iter().any(may_give) && self.touches(case, evaluator)
    }
}
