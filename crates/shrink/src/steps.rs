//! The pass over the steps of a case.

use graphlance_case::Case;
use graphlance_engines::TargetError;

use crate::graph::shrink;
use crate::reducer::Reducer;

/// Drops steps that the claim is not about.
pub(crate) fn drop_steps(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    shrink(reducer, dispensable, remove)
}

/// The steps that the claim can do without.
fn dispensable(case: &Case) -> Vec<usize> {
    let several = case.steps.len() > 1;
    (0..case.steps.len()).filter(|step| several && case.claim.without(*step).is_some()).collect()
}

/// Removes steps, but for the last that is left.
fn remove(case: &mut Case, steps: &[usize]) {
    for step in steps.iter().rev() {
        if case.steps.len() > 1
            && let Some(claim) = case.claim.without(*step)
        {
            case.steps.remove(*step);
            case.claim = claim;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Claim, Evidence, FailureClass, Lineage, Statement, Step};
    use graphlance_graph::{Graph, Returns};

    use super::*;
    use crate::{Failure, Limits, Outcome, Trial, reduce};

    /// Fails as long as these texts are among the statements in this order.
    struct Needs(&'static [&'static str]);

    impl Trial for Needs {
        fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
            let texts: Vec<String> = candidate.statements().map(|statement| statement.text()).collect();
            let mut left = texts.iter();
            let fails = self.0.iter().all(|text| left.any(|other| other == text));
            Ok(if fails { Outcome::Same(Box::new(failure(candidate.clone()))) } else { Outcome::Gone })
        }

        fn evaluate(&self, _: &Graph, _: &Statement) -> Option<Returns> {
            None
        }

        fn after_script(&self, _: &[Statement]) -> Option<Graph> {
            None
        }
    }

    fn failure(case: Case) -> Failure {
        let evidence = Evidence { class: FailureClass::WrongRows, step: 0, summary: String::new(), difference: None };
        Failure { case, evidence, responses: Vec::new() }
    }

    #[track_caller]
    fn check(steps: &[&str], claim: Claim, needs: &'static [&'static str], left: &[&str], claimed: &Claim) {
        let parse = |text: &&str| Step::Run(Cypher.parse(text).unwrap_or_else(|error| panic!("{error}")));
        let case = Case::new(&Cypher.standard(), Arc::new(Graph::new()), claim, Lineage::default());
        let case = Case { steps: steps.iter().map(parse).collect(), ..case };
        let reduced = reduce(failure(case), &mut Needs(needs), Limits::default()).expect("the trial never ends");
        let smallest = &reduced.trail.last().expect("a case").case;
        let texts: Vec<String> = smallest.statements().map(|statement| statement.text()).collect();
        assert_eq!((texts.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), &smallest.claim), (left, claimed));
    }

    #[test]
    fn steps_that_the_failure_does_not_need_go_and_the_claim_follows() {
        let returns = |step| Claim::returns(step, Returns::bag([], Vec::new()));
        let steps = ["CREATE (:A)", "CREATE (:B)", "RETURN 2 AS x", "RETURN 1 AS x", "CREATE (:C)"];
        let needs = &["CREATE (:B)", "RETURN 1 AS x"];
        check(&steps, returns(3), needs, &["CREATE (:B)", "RETURN 1 AS x"], &returns(1));
        check(&steps, returns(3), &["RETURN 1 AS x"], &["RETURN 1 AS x"], &returns(0));
    }

    #[test]
    fn a_step_that_the_claim_is_about_stays_and_so_does_the_last() {
        let returns = Claim::returns(0, Returns::bag([], Vec::new()));
        check(&["RETURN 1 AS x", "RETURN 1 AS x"], returns.clone(), &[], &["RETURN 1 AS x"], &returns);
        check(&["RETURN 1 AS x", "RETURN 1 AS x"], Claim::Survives, &[], &["RETURN 1 AS x"], &Claim::Survives);
    }
}
