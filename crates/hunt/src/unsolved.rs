//! Bugs that no cause explained when they were filed, with the failures that showed them: a cause that is found later may explain
//! them all.

use graphlance_shrink::Failure;

use crate::cause::is_explainable;

/// Failures of a bug that must be explained at least.
const ENOUGH: usize = 5;

/// The bugs without a cause.
#[derive(Default)]
pub(crate) struct Unsolved(Vec<Bug>);

struct Bug {
    target: String,
    fingerprint: String,
    /// The reduced case first.
    shown: Vec<Failure>,
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

impl Unsolved {
    /// Adds a bug of a target with its reduced case and variants of it that failed.
    pub(crate) fn add(&mut self, target: &str, fingerprint: &str, failure: &Failure, variants: Vec<Failure>) {
        let alike = |other: &Failure| {
            other.evidence.class == failure.evidence.class && is_explainable(&other.case, &other.responses)
        };
        let shown: Vec<Failure> = [failure.clone()].into_iter().chain(variants).filter(|other| alike(other)).collect();
        if shown.len() >= ENOUGH {
            self.0.push(Bug { target: target.to_owned(), fingerprint: fingerprint.to_owned(), shown });
        }
    }

    /// Takes out the bugs of a target each of whose failures is explained; `explains` gives the bug whose cause explains one.
    pub(crate) fn take_solved(&mut self, target: &str, explains: &dyn Fn(&Failure) -> Option<String>) -> Vec<Solved> {
        let mut solved = Vec::new();
        self.0.retain(|bug| {
            let (true, Some(failure)) = (bug.target == target, bug.shown.first()) else { return true };
            let Some(into) = explains(failure).filter(|into| {
                // It may have been given a cause itself meanwhile.
                *into != bug.fingerprint && bug.shown.iter().all(|other| explains(other).is_some())
            }) else {
                return true;
            };
            let (fingerprint, failure) = (bug.fingerprint.clone(), failure.clone());
            solved.push(Solved { fingerprint, into, failure });
            false
        });
        solved
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
        let mut shown: Vec<Failure> = (1..=variants).map(returning).collect();
        shown.push(failure("RETURN 'another' AS x", FailureClass::LostRows));
        let mut unsolved = Unsolved::default();
        unsolved.add("one", "b", &returning(0), shown.clone());
        unsolved.add("one", "a", &returning(0), shown);
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
