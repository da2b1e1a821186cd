//! The passes over the steps of a case. The beginning and the end of a transaction go together.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_case::{Case, Load, Step};
use graphlance_engines::TargetError;
use graphlance_graph::Name;

use crate::graph::shrink;
use crate::reducer::Reducer;

/// Drops steps that the claim is not about.
pub(crate) fn drop_steps(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    shrink(reducer, dispensable, remove)
}

/// Loads the graph as it is before a later step, in place of the steps that lead to it: of as many as possible.
pub(crate) fn begin_later(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    for gone in (1..=leading(reducer.case())).rev() {
        let Some(graph) = reducer.trial.graph_before(reducer.case(), gone) else { continue };
        let begun = reducer.attempt(|case| {
            case.graph = Arc::new(graph);
            case.load = Load::Create;
            (0..gone).all(|_| case.remove_step(0))
        })?;
        if begun {
            break;
        }
    }
    Ok(())
}

/// How many steps in a row, from the first on, run statements in the database of the graph that the claim is not about.
fn leading(case: &Case) -> usize {
    let leads = |(number, step): &(usize, &Step)| {
        step.database.is_none() && step.statement().is_some() && !case.claim.steps(case).contains(number)
    };
    let last = case.steps.len().saturating_sub(1);
    case.steps.iter().enumerate().take(last).take_while(leads).count()
}

/// Lets steps act on the database of the graph that act on another one: all steps of a database at once.
pub(crate) fn drop_databases(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let databases: Vec<Name> = reducer.case().databases().into_iter().cloned().collect();
    for database in databases {
        reducer.attempt(|case| {
            let named = |step: &&mut Step| step.database.as_ref() == Some(&database);
            case.steps.iter_mut().filter(named).for_each(|step| step.database = None);
            true
        })?;
    }
    Ok(())
}

/// The steps that the claim can do without; of a transaction its beginning stands for both of its ends.
fn dispensable(case: &Case) -> Vec<usize> {
    let several = case.steps.len() > 1;
    let transactions = case.transactions().unwrap_or_default();
    let ends = |step: &usize| transactions.iter().any(|[_, end]| end == step);
    let free = |step: &usize| several && case.claim.without(*step).is_some() && !ends(step);
    (0..case.steps.len()).filter(free).collect()
}

/// Removes steps, but for the first when none would be left, and with the beginning of a transaction its end.
fn remove(case: &mut Case, steps: &[usize]) {
    let transactions = case.transactions().unwrap_or_default();
    let end = |step: &usize| transactions.iter().find(|[begin, _]| begin == step).map(|[_, end]| *end);
    let with_ends =
        |steps: &[usize]| -> BTreeSet<usize> { steps.iter().copied().chain(steps.iter().filter_map(end)).collect() };
    let mut all = with_ends(steps);
    if all.len() == case.steps.len() {
        all = with_ends(steps.get(1..).unwrap_or_default());
    }
    for step in all.iter().rev() {
        case.remove_step(*step);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Boundary, Claim, Evidence, FailureClass, Lineage, Statement};
    use graphlance_graph::{Graph, Returns};

    use super::*;
    use crate::{Failure, Limits, Outcome, Trial, reduce};

    /// Fails as long as these texts are among the statements in this order.
    struct Needs(&'static [&'static str]);

    impl Trial for Needs {
        fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
            assert!(candidate.transactions().is_ok(), "{candidate:?}");
            let texts: Vec<String> = candidate.steps.iter().map(text).collect();
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

        fn graph_before(&self, _: &Case, _: usize) -> Option<Graph> {
            None
        }
    }

    /// `b> begin` begins a transaction on the database `b`.
    fn step(text: &str) -> Step {
        let boundary = Boundary::ALL.iter().find(|boundary| boundary.name() == text);
        match (boundary, text.split_once("> ")) {
            (Some(boundary), _) => (*boundary).into(),
            (None, Some((database, text))) => step(text).on(database),
            (None, None) => Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{error}"))),
        }
    }

    fn text(step: &Step) -> String {
        let text = step.statement().map_or_else(|| step.act.name().to_owned(), |statement| statement.text());
        step.database.as_ref().map_or(text.clone(), |database| format!("{database}> {text}"))
    }

    fn failure(case: Case) -> Failure {
        let evidence = Evidence { class: FailureClass::WrongRows, step: 0, summary: String::new(), difference: None };
        Failure { case, evidence, responses: Vec::new() }
    }

    #[track_caller]
    fn check(steps: &[&str], claim: Claim, needs: &'static [&'static str], left: &[&str], claimed: &Claim) {
        let case = Case::new(&Cypher.standard(), Arc::new(Graph::new()), claim, Lineage::default());
        let case = Case { steps: steps.iter().map(|text| step(text)).collect(), ..case };
        let reduced = reduce(failure(case), &mut Needs(needs), Limits::default()).expect("the trial never ends");
        let smallest = &reduced.trail.last().expect("a case").case;
        let texts: Vec<String> = smallest.steps.iter().map(text).collect();
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
    fn a_transaction_goes_as_a_whole_and_what_is_left_of_it_keeps_both_ends() {
        let steps = ["begin", "CREATE (:A)", "commit", "begin", "CREATE (:B)", "CREATE (:C)", "roll_back"];
        let check = |needs, left: &[&str]| check(&steps, Claim::Survives, needs, left, &Claim::Survives);
        check(&["begin", "CREATE (:C)"], &["begin", "CREATE (:C)", "roll_back"]);
        check(&["CREATE (:A)", "roll_back"], &["CREATE (:A)", "begin", "roll_back"]);
        check(&["CREATE (:B)"], &["CREATE (:B)"]);
    }

    #[test]
    fn a_database_that_the_failure_does_not_need_is_that_of_the_graph() {
        let steps = ["b> CREATE (:A)", "c> CREATE (:B)"];
        let needs = &["CREATE (:A)", "c> CREATE (:B)"];
        check(&steps, Claim::Survives, needs, needs, &Claim::Survives);
    }

    #[test]
    fn a_step_that_the_claim_is_about_stays_and_so_does_the_last() {
        let returns = Claim::returns(0, Returns::bag([], Vec::new()));
        check(&["RETURN 1 AS x", "RETURN 1 AS x"], returns.clone(), &[], &["RETURN 1 AS x"], &returns);
        check(&["RETURN 1 AS x", "RETURN 1 AS x"], Claim::Survives, &[], &["RETURN 1 AS x"], &Claim::Survives);
    }
}
