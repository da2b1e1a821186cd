//! The claim that a step answers what the evaluator says of it: rows or an error, and the graph that is left.

use std::borrow::Cow;
use std::sync::Arc;

use graphlance_graph::{CompareOptions, Counters, Graph, Returns, graph_compare};
use serde::{Deserialize, Serialize};

use super::returns::judge_table;
use super::{Behaviour, Reread, counted, moved, sides};
use crate::judge::{first_line, verdict_on_error};
use crate::opinion::agreement;
use crate::{
    Act, Answer, Case, Claim, Dialect, Doubt, ErrorClass, Evaluator, Evidence, FailureClass, NoAnswer, Opinion,
    Response, Skip, Step, Verdict,
};

/// Step `step` does what the evaluator says of it. Unlike the other claims it may be about a statement that has no answer, so
/// that evaluator and target can be compared on any statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answers {
    /// Index into the steps.
    pub step: usize,
    /// What comes back.
    pub stated: Stated,
    /// Whether the target may refuse the statement before it runs, for a value of a wrong type that nothing computes: then there is
    /// nothing to compare.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refusable: bool,
    /// Whether the error is one that no order of execution avoids, and must stay so when the statement becomes smaller.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sure: bool,
    /// Whether a target whose parser does not take the statement is let off: a hunt learns what its target lacks, where a
    /// comparison tells it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_lack: bool,
    /// The graph afterwards, which the next step reads; none where that is not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<Arc<Graph>>,
    /// What the target must say that the statement changed, which the step behind asks for; none where that is not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<Counters>,
}

/// What the evaluator says of a statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stated {
    /// This table is the answer.
    Rows(Returns),
    /// It must raise an error; this is the evaluator's. Which one it is, engines say in words of their own.
    Error(String),
    /// Nothing, for this reason: any answer will do, and any ordinary error.
    Nothing(String),
}

impl Stated {
    /// In a few words: `answer`, `error`, or why there is neither.
    pub fn words(&self) -> &str {
        match self {
            Stated::Rows(_) => "answer",
            Stated::Error(_) => "error",
            Stated::Nothing(why) => why,
        }
    }
}

impl Answers {
    /// A step that only reads must raise an error, which no order of execution avoids.
    pub fn error(step: usize, error: String) -> Answers {
        Answers { sure: true, ..Answers::of_step(step, Stated::Error(error)) }
    }

    /// This is stated of a step, and nothing more.
    pub fn of_step(step: usize, stated: Stated) -> Answers {
        Answers { step, stated, refusable: false, sure: false, may_lack: false, graph: None, counters: None }
    }

    /// What the evaluator says of a step. The graph is claimed when the next step reads it.
    pub fn of(case: &Case, step: usize, evaluator: &dyn Evaluator) -> Answers {
        Answers::told(case.answer(step, evaluator), case, step, evaluator)
    }

    /// What an answer of the evaluator says of a step.
    fn told(answer: Result<Answer, NoAnswer>, case: &Case, step: usize, evaluator: &dyn Evaluator) -> Answers {
        let looks = matches!(case.steps.get(step + 1), Some(Step { act: Act::Snapshot, .. }));
        let before = || case.state_before(step, evaluator).ok().map(Cow::into_owned);
        let mut counters = None;
        let (stated, graph) = match answer {
            Ok(answer) => {
                let graph = answer.graph.or_else(before);
                if counted::is_asked(case, step, looks) {
                    counters = graph.as_ref().and_then(|after| counted::stated(case, step, after, evaluator));
                }
                (Stated::Rows(answer.returns), graph)
            }
            // What fails leaves nothing behind.
            Err(NoAnswer::Raised(error)) => (Stated::Error(error), before()),
            Err(refused @ NoAnswer::Refused(_)) => (Stated::Error(refused.to_string()), before()),
            Err(NoAnswer::Undecided(why)) => (Stated::Nothing(why), None),
        };
        let refusable = case.statement(step).is_some_and(|statement| evaluator.may_be_refused(statement));
        let graph = graph.filter(|_| looks).map(|graph| Arc::new(evaluator.read_back(graph)));
        Answers { refusable, graph, counters, ..Answers::of_step(step, stated) }
    }

    /// The step that asks for the counters.
    fn counters_at(&self) -> usize {
        counted::place(self.step, self.graph.is_some())
    }

    /// What came of the statement itself, and the graph behind it.
    fn judge_state(&self, responses: &[Response], dialect: &Dialect) -> Verdict {
        match (self.judge_answer(responses.get(self.step), dialect), &self.graph) {
            (Verdict::Pass { vacuous }, Some(wanted)) => self
                .judge_graph(wanted, responses.get(self.step + 1), dialect)
                .unwrap_or(Verdict::Pass { vacuous: vacuous && wanted.node_count() == 0 }),
            (verdict, _) => verdict,
        }
    }

    fn raises_surely(&self, case: &Case, evaluator: &dyn Evaluator) -> bool {
        let state = case.state_before(self.step, evaluator);
        let statement = case.statement(self.step);
        state.ok().zip(statement).is_some_and(|(graph, statement)| evaluator.raises_surely(&graph, statement))
    }

    fn fail(&self, class: FailureClass, summary: String) -> Verdict {
        Verdict::Fail(Evidence { class, step: self.step, summary, difference: None })
    }

    /// The verdict on what came back.
    fn judge_answer(&self, response: Option<&Response>, dialect: &Dialect) -> Verdict {
        match (&self.stated, response) {
            // Some engines answer a statement without RETURN with what they have at hand.
            (Stated::Rows(returns), Some(Response::Table(_))) if self.may_lack && returns.columns.is_empty() => {
                Verdict::Pass { vacuous: true }
            }
            (Stated::Rows(returns), Some(Response::Table(actual))) => judge_table(self.step, returns, actual, dialect),
            (Stated::Rows(_), Some(Response::Error(error))) => match verdict_on_error(self.step, error, dialect) {
                Verdict::Skipped(Skip::Refused) if self.refusable => Verdict::Skipped(Skip::WrongType),
                Verdict::Skipped(Skip::Refused) => self.fail(FailureClass::UnexpectedError, first_line(&error.message)),
                verdict => verdict,
            },
            (Stated::Error(due), Some(Response::Table(_))) => {
                self.fail(FailureClass::MissingError, format!("an answer in place of {}", first_line(due)))
            }
            (Stated::Error(_) | Stated::Nothing(_), Some(Response::Error(error))) => match error.class {
                ErrorClass::Timeout | ErrorClass::Memory => verdict_on_error(self.step, error, dialect),
                _ => Verdict::Pass { vacuous: false },
            },
            (Stated::Nothing(_), Some(Response::Table(_))) => Verdict::Pass { vacuous: true },
            _ => Verdict::Inconclusive(Doubt::NoTable(self.step)),
        }
    }

    fn judge_graph(&self, wanted: &Graph, response: Option<&Response>, dialect: &Dialect) -> Option<Verdict> {
        match response {
            Some(Response::Graph(actual)) => {
                let difference =
                    graph_compare::same_graph(wanted, actual, &dialect.comparison().of_computed()).err()?;
                Some(self.fail(FailureClass::State, first_line(&difference.to_string())))
            }
            _ => Some(Verdict::Inconclusive(Doubt::NoGraph(self.step + 1))),
        }
    }
}

impl Behaviour for Answers {
    fn judge(&self, _: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        match (self.judge_state(responses, dialect), &self.counters) {
            (Verdict::Pass { vacuous }, Some(wanted)) => {
                let at = self.counters_at();
                let pass = Verdict::Pass { vacuous };
                counted::judge((self.step, at), wanted, responses.get(at), dialect).unwrap_or(pass)
            }
            (verdict, _) => verdict,
        }
    }

    /// Where a target is let off for what it lacks, only the error that is due. What leads there has to be done: behind a statement
    /// that is refused another answer is due.
    fn forgives_error(&self, step: usize) -> bool {
        step >= self.step && (!self.may_lack || step == self.step && matches!(self.stated, Stated::Error(_)))
    }

    /// Where a target is let off for what it lacks, an error is no answer unless one is due.
    fn judges_errors(&self) -> bool {
        !self.may_lack || matches!(self.stated, Stated::Error(_))
    }

    fn steps(&self, _: &Case) -> Vec<usize> {
        vec![self.step]
    }

    /// A statement in front of it that ends in an error fails by itself.
    fn accused(&self, case: &Case, responses: &[Response], _: &Dialect, evaluator: &dyn Evaluator) -> Vec<Case> {
        let in_front: Vec<usize> = (0..self.step).filter(|step| case.statement(*step).is_some()).collect();
        let is_error = |step: &usize| matches!(responses.get(*step), Some(Response::Error(_)));
        let failed = in_front.iter().position(is_error);
        failed.and_then(|last| sides::up_to(&in_front, last, case, evaluator)).into_iter().collect()
    }

    fn table(&self) -> Option<(usize, &Returns)> {
        match &self.stated {
            Stated::Rows(returns) => Some((self.step, returns)),
            Stated::Error(_) | Stated::Nothing(_) => None,
        }
    }

    fn graph<'a>(&'a self, _: &'a Case, _: &'a [Response]) -> Option<&'a Graph> {
        self.graph.as_deref()
    }

    /// A statement that lost its answer says nothing of the one that had it.
    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        let answer = case.answer(self.step, evaluator);
        if let Err(refused @ NoAnswer::Refused(_)) = answer {
            return Err(refused);
        }
        let restated = Answers::told(answer, case, self.step, evaluator);
        if self.sure && matches!(restated.stated, Stated::Error(_)) && !self.raises_surely(case, evaluator) {
            return Err(NoAnswer::Undecided("not every order of execution comes upon the error".to_owned()));
        }
        let restated = Answers { sure: self.sure, may_lack: self.may_lack, ..restated };
        match (&self.stated, restated.stated) {
            (Stated::Rows(_) | Stated::Error(_), Stated::Nothing(why)) => Err(NoAnswer::Undecided(why)),
            (Stated::Error(due), Stated::Error(other)) if self.may_lack && kind_of(due) != kind_of(&other) => {
                Err(NoAnswer::Undecided(format!("another error than {} is due", kind_of(due))))
            }
            (Stated::Rows(_), Stated::Error(other)) if self.may_lack => Err(NoAnswer::Raised(other)),
            (_, stated) => Ok(Claim::Answers(Answers { stated, ..restated })),
        }
    }

    fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        let statement = match reread(self.step) {
            Ok(statement) => statement,
            Err(error) => return Opinion::Denied(format!("the printed statement does not parse: {error}")),
        };
        let state = match case.state_before(self.step, evaluator) {
            Ok(state) => state,
            Err(none) => return none.into(),
        };
        match (&self.stated, evaluator.evaluate(&state, &statement)) {
            (Stated::Rows(returns), Ok(answer)) => match (agreement(returns, &answer.returns), &self.graph) {
                (Opinion::Confirmed, graph) => {
                    let after = answer.graph.as_ref().unwrap_or(&state);
                    let left = graph.as_ref().map_or(Opinion::Confirmed, |wanted| same_after(wanted, after));
                    let told = self.counters.as_ref().filter(|_| left == Opinion::Confirmed);
                    let found = told.map(|_| evaluator.counters(&state, &statement, after));
                    told.zip(found).map_or(left, |(wanted, found)| counted::agreement(wanted, &found))
                }
                (opinion, _) => opinion,
            },
            (Stated::Error(_), Err(NoAnswer::Raised(_))) => Opinion::Confirmed,
            (Stated::Error(due), Ok(_)) => Opinion::Denied(format!("the reference does not raise {due}")),
            (Stated::Nothing(why), _) => Opinion::Unconfirmed(why.clone()),
            (_, Err(none)) => none.into(),
        }
    }

    fn without(&self, step: usize) -> Option<Claim> {
        if self.graph.is_some() && step == self.step + 1 {
            return None;
        }
        let counters = self.counters.clone().filter(|_| step != self.counters_at());
        Some(Claim::Answers(Answers { step: moved(self.step, step)?, counters, ..self.clone() }))
    }

    fn wanted(&self) -> &'static str {
        match self.stated {
            Stated::Rows(_) => "The rows below.",
            Stated::Error(_) => "An error.",
            Stated::Nothing(_) => "An answer, or an ordinary error.",
        }
    }

    fn stated(&self) -> Option<&Stated> {
        Some(&self.stated)
    }

    fn counters(&self) -> Option<&Counters> {
        self.counters.as_ref()
    }
}

/// What an error is called, without what it says of the values: `ArithmeticError at Runtime: DivisionByZero`.
fn kind_of(error: &str) -> &str {
    error.match_indices(": ").nth(1).map_or(error, |(end, _)| &error[..end])
}

fn same_after(wanted: &Graph, found: &Graph) -> Opinion {
    match graph_compare::same_graph(wanted, found, &CompareOptions::default()) {
        Ok(()) => Opinion::Confirmed,
        Err(difference) => Opinion::Denied(format!("the reference leaves another graph: {difference}")),
    }
}

#[cfg(test)]
mod tests;
