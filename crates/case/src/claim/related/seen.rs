//! What the steps of a case came to, by a target or by an evaluator.

use std::borrow::Cow;

use graphlance_graph::{Column, Graph, Latitude, Name, Table};

use crate::{Case, Doubt, Evaluator, Evidence, FailureClass, NoAnswer, Response, Verdict};

/// Tables and graphs of steps. A failure is why there is none, or why it says nothing.
pub(super) trait Seen {
    type Failure;

    /// The table that a statement answers with.
    fn table(&self, step: usize) -> Result<Cow<'_, Table>, Self::Failure>;

    /// The graph that a snapshot reads.
    fn graph(&self, step: usize) -> Result<Cow<'_, Graph>, Self::Failure>;

    /// The table of a step has other columns than it must have.
    fn other_columns(&self, step: usize) -> Self::Failure;

    /// What a step came to is nothing that can be compared.
    fn incomparable(&self, step: usize) -> Self::Failure;
}

/// What a target answered.
pub(super) struct Came<'a>(pub(super) &'a [Response]);

impl Seen for Came<'_> {
    type Failure = Verdict;

    fn table(&self, step: usize) -> Result<Cow<'_, Table>, Verdict> {
        match self.0.get(step) {
            Some(Response::Table(table)) => Ok(Cow::Borrowed(table)),
            _ => Err(Verdict::Inconclusive(Doubt::NotCompared)),
        }
    }

    fn graph(&self, step: usize) -> Result<Cow<'_, Graph>, Verdict> {
        match self.0.get(step) {
            Some(Response::Graph(graph)) => Ok(Cow::Borrowed(graph)),
            _ => Err(Verdict::Inconclusive(Doubt::NoGraph(step))),
        }
    }

    fn other_columns(&self, step: usize) -> Verdict {
        let summary = "other columns than asked for".to_owned();
        Verdict::Fail(Evidence { class: FailureClass::WrongColumns, step, summary, difference: None })
    }

    fn incomparable(&self, _: usize) -> Verdict {
        Verdict::Inconclusive(Doubt::NotCompared)
    }
}

/// What an evaluator says of the steps.
pub(super) struct Known<'a> {
    pub(super) case: &'a Case,
    pub(super) evaluator: &'a dyn Evaluator,
}

impl Known<'_> {
    /// The columns of a step, with what may differ in them.
    pub(super) fn columns(&self, step: usize) -> Result<Vec<Column>, NoAnswer> {
        Ok(self.case.answer(step, self.evaluator)?.returns.columns)
    }
}

impl Seen for Known<'_> {
    type Failure = NoAnswer;

    fn table(&self, step: usize) -> Result<Cow<'_, Table>, NoAnswer> {
        let returns = self.case.answer(step, self.evaluator)?.returns;
        let open = |column: &Column| column.latitude == Latitude::Unspecified;
        if returns.any.is_some() || returns.columns.iter().any(open) {
            return Err(NoAnswer::Undecided(format!("the language leaves rows of step {} open", step + 1)));
        }
        let columns: Vec<Name> = returns.columns.into_iter().map(|column| column.name).collect();
        Ok(Cow::Owned(Table { columns, rows: returns.rows }))
    }

    fn graph(&self, step: usize) -> Result<Cow<'_, Graph>, NoAnswer> {
        self.case.state_before(step, self.evaluator)
    }

    fn other_columns(&self, step: usize) -> NoAnswer {
        NoAnswer::Undecided(format!("step {} has other columns", step + 1))
    }

    fn incomparable(&self, step: usize) -> NoAnswer {
        NoAnswer::Undecided(format!("what step {} comes to cannot be compared", step + 1))
    }
}
