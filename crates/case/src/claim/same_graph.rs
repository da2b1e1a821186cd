//! The claim that two steps read the same graph.

use std::ops::Range;

use graphlance_graph::{CompareOptions, Graph, graph_compare};
use serde::{Deserialize, Serialize};

use super::{Behaviour, Reread, moved};
use crate::judge::{failure_of, first_line};
use crate::{
    Act, Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, NoAnswer, Opinion, Response, Verdict,
};

/// Two snapshots are of the same graph: what happens between them leaves nothing.
///
/// It needs no reference to be judged. A statement between them may end in an ordinary error; what begins and ends transactions
/// may not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SameGraph {
    /// The step that reads the graph first.
    pub before: usize,
    /// The step that reads it again.
    pub after: usize,
}

impl SameGraph {
    fn between(&self) -> Range<usize> {
        (self.before + 1).min(self.after)..self.after
    }

    /// The reason why the evaluator does not hold the claim for true.
    fn disagreement(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Option<String>, NoAnswer> {
        let one = case.state_before(self.before, evaluator)?;
        let other = case.state_before(self.after, evaluator)?;
        let same = graph_compare::same_graph(&one, &other, &CompareOptions::default());
        Ok(same.err().map(|difference| first_line(&difference.to_string())))
    }
}

impl Behaviour for SameGraph {
    fn judge(&self, case: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        // Statements may be refused, and nothing of them stays either.
        let strict = |(step, response): (usize, &Response)| {
            let runs = matches!(case.steps.get(step)?.act, Act::Run(_));
            failure_of(step, response, runs, dialect)
        };
        if let Some(verdict) = responses.iter().enumerate().find_map(strict) {
            return verdict;
        }
        let graph = |step: usize| match responses.get(step) {
            Some(Response::Graph(graph)) => Ok(graph),
            _ => Err(Verdict::Inconclusive(Doubt::NoGraph(step))),
        };
        let (before, after) = match (graph(self.before), graph(self.after)) {
            (Ok(before), Ok(after)) => (before, after),
            (Err(verdict), _) | (_, Err(verdict)) => return verdict,
        };
        match graph_compare::same_graph(before, after, &dialect.comparison()) {
            // Where no statement ran there was nothing that could have stayed.
            Ok(()) => Verdict::Pass {
                vacuous: !self.steps(case).iter().any(|step| matches!(responses[*step], Response::Table(_))),
            },
            Err(difference) => Verdict::Fail(Evidence {
                class: FailureClass::State,
                step: self.after,
                summary: first_line(&difference.to_string()),
                difference: None,
            }),
        }
    }

    fn forgives_error(&self, _: usize) -> bool {
        true
    }

    fn steps(&self, case: &Case) -> Vec<usize> {
        self.between().filter(|step| case.statement(*step).is_some()).collect()
    }

    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        match self.disagreement(case, evaluator)? {
            None => Ok(Claim::SameGraph(self.clone())),
            Some(why) => Err(NoAnswer::Undecided(format!("by the reference another graph is left: {why}"))),
        }
    }

    fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        let mut copy = case.clone();
        for step in self.steps(case) {
            match reread(step) {
                Ok(statement) => copy.steps[step].act = Act::Run(statement),
                Err(error) => return Opinion::Denied(format!("the printed statement does not parse: {error}")),
            }
        }
        match self.disagreement(&copy, evaluator) {
            Ok(None) => Opinion::Confirmed,
            Ok(Some(why)) => Opinion::Denied(format!("by the reference another graph is left: {why}")),
            Err(none) => none.into(),
        }
    }

    fn without(&self, step: usize) -> Option<Claim> {
        let (before, after) = (moved(self.before, step)?, moved(self.after, step)?);
        Some(Claim::SameGraph(SameGraph { before, after }))
    }

    fn subject(&self, case: &Case) -> &'static str {
        let undone = self.between().any(|step| case.steps.get(step).is_some_and(|step| step.act.undoes()));
        if undone { "A transaction that is rolled back" } else { "What changes nothing" }
    }

    fn graph<'a>(&'a self, _: &'a Case, responses: &'a [Response]) -> Option<&'a Graph> {
        match responses.get(self.before) {
            Some(Response::Graph(graph)) => Some(graph),
            _ => None,
        }
    }

    fn wanted(&self) -> &'static str {
        "The same graph as before."
    }
}

#[cfg(test)]
mod tests;
