//! Bugs that no cause explained when they were filed, with the failures that showed them: a cause that is found later may explain
//! them all.

use graphlance_shrink::Failure;

use crate::cause::is_explainable;
use crate::experiment::Trial;

/// Failures of a bug that must be explained at least.
const ENOUGH: usize = 5;

/// The bugs without a cause.
#[derive(Default)]
pub(crate) struct Unsolved(Vec<Bug>);

/// A bug without a cause.
pub(crate) struct Bug {
    pub(crate) target: String,
    pub(crate) fingerprint: String,
    /// The reduced case.
    pub(crate) failure: Failure,
    /// Variants of it with their answers.
    pub(crate) trials: Vec<Trial>,
}

/// A bug that turned out to be another one.
pub(crate) struct Solved {
    /// Its fingerprint.
    pub(crate) fingerprint: String,
    /// That of the bug whose cause explains it.
    pub(crate) into: String,
    /// The reduced case.
    pub(crate) failure: Failure,
}

impl Bug {
    /// One of a target; none where no cause could explain it.
    pub(crate) fn new(target: &str, fingerprint: &str, failure: Failure, trials: Vec<Trial>) -> Option<Bug> {
        let (target, fingerprint) = (target.to_owned(), fingerprint.to_owned());
        is_explainable(&failure.case, &failure.responses).then_some(Bug { target, fingerprint, failure, trials })
    }

    /// The bug whose cause explains the reduced case, where causes explain each variant, too, that failed like it.
    fn solved(&self, explains: &dyn Fn(&Failure) -> Option<String>) -> Option<String> {
        let into = explains(&self.failure)?;
        let alike = |other: &Failure| {
            other.evidence.class == self.failure.evidence.class && is_explainable(&other.case, &other.responses)
        };
        let shown: Vec<Failure> = self.trials.iter().filter_map(Trial::failure).filter(alike).collect();
        // It may have been given a cause itself meanwhile.
        let solved = into != self.fingerprint
            && shown.len() + 1 >= ENOUGH
            && shown.iter().all(|other| explains(other).is_some());
        solved.then_some(into)
    }
}

impl Unsolved {
    /// Takes out the bugs of a target.
    pub(crate) fn take(&mut self, target: &str) -> Vec<Bug> {
        let (taken, left) = std::mem::take(&mut self.0).into_iter().partition(|bug| bug.target == target);
        self.0 = left;
        taken
    }

    /// Takes out the bugs of a target each of whose failures is explained; `explains` gives the bug whose cause explains one.
    pub(crate) fn take_solved(&mut self, target: &str, explains: &dyn Fn(&Failure) -> Option<String>) -> Vec<Solved> {
        let mut solved = Vec::new();
        self.0.retain(|bug| {
            let into = if bug.target == target { bug.solved(explains) } else { None };
            let Some(into) = into else { return true };
            solved.push(Solved { fingerprint: bug.fingerprint.clone(), into, failure: bug.failure.clone() });
            false
        });
        solved
    }
}

impl Extend<Bug> for Unsolved {
    fn extend<I: IntoIterator<Item = Bug>>(&mut self, bugs: I) {
        self.0.extend(bugs);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Case, Claim, Evidence, FailureClass, Lineage, Response, Step};
    use graphlance_graph::{Returns, Table};

    use super::*;

    fn failure(text: &str, class: FailureClass) -> Failure {
        let claim = Claim::returns(0, Returns::bag(["x".into()], Vec::new()));
        let steps = vec![Step::run(Cypher.parse(text).expect("a statement"))];
        let case = Case { steps, ..Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default()) };
        let evidence = Evidence { class, step: 0, summary: String::new(), difference: None };
        Failure { case, evidence, responses: vec![Response::Table(Table::default())] }
    }

    /// A bug of `RETURN 0 AS x`, of whose variants so many return other numbers, and one fails in another way. Whether it is solved
    /// by a cause that explains the numbers below a limit.
    #[track_caller]
    fn check(variants: usize, below: usize, target: &str, solved: bool) {
        let returning = |number: usize| failure(&format!("RETURN {number} AS x"), FailureClass::WrongRows);
        let trials = || {
            let another = failure("RETURN 'another' AS x", FailureClass::LostRows);
            (1..=variants).map(returning).chain([another]).map(Trial::of).collect()
        };
        let mut unsolved = Unsolved::default();
        unsolved.extend(["b", "a"].into_iter().filter_map(|name| Bug::new("one", name, returning(0), trials())));
        let explained: Vec<Case> = (0..below).map(|number| returning(number).case).collect();
        let explains = |failure: &Failure| explained.contains(&failure.case).then(|| "b".to_owned());
        let found = unsolved.take_solved(target, &explains);
        let found: Vec<(String, String)> = found.into_iter().map(|it| (it.fingerprint, it.into)).collect();
        let wanted = if solved { vec![("a".to_owned(), "b".to_owned())] } else { Vec::new() };
        assert_eq!(found, wanted);
        assert!(unsolved.take_solved(target, &explains).is_empty());
    }

    #[test]
    fn a_bug_is_solved_by_what_explains_its_case_and_each_variant_that_failed_alike() {
        check(6, 7, "one", true);
        check(6, 6, "one", false);
        check(6, 7, "another", false);
        check(2, 7, "one", false);
    }
}
