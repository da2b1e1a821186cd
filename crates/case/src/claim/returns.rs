//! The claim that a step returns a table.

use graphlance_graph::table::{self, Difference};
use graphlance_graph::{Returns, Table};
use serde::{Deserialize, Serialize};

use super::{Behaviour, Reread, moved};
use crate::opinion::agreement;
use crate::{Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, NoAnswer, Opinion, Response, Verdict};

/// The answer of step `step` is this table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returned {
    /// Index into the steps.
    pub step: usize,
    /// The table.
    pub returns: Returns,
}

impl Behaviour for Returned {
    fn judge(&self, _: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        match responses.get(self.step) {
            Some(Response::Table(actual)) => judge_table(self.step, &self.returns, actual, dialect),
            _ => Verdict::Inconclusive(Doubt::NoTable(self.step)),
        }
    }

    fn steps(&self, _: &Case) -> Vec<usize> {
        vec![self.step]
    }

    fn table(&self) -> Option<(usize, &Returns)> {
        Some((self.step, &self.returns))
    }

    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        Ok(Claim::returns(self.step, case.answer(self.step, evaluator)?.returns))
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
        match evaluator.evaluate(&state, &statement) {
            Ok(answer) => agreement(&self.returns, &answer.returns),
            Err(none) => none.into(),
        }
    }

    fn without(&self, step: usize) -> Option<Claim> {
        Some(Claim::returns(moved(self.step, step)?, self.returns.clone()))
    }

    fn wanted(&self) -> &'static str {
        "The rows below."
    }
}

/// The verdict on a table that claims to be the answer of a step.
pub(crate) fn judge_table(step: usize, expected: &Returns, actual: &Table, dialect: &Dialect) -> Verdict {
    let named;
    let actual = if dialect.leaves_unnamed(actual) {
        let columns = expected.columns.iter().map(|column| column.name.clone()).collect();
        named = Table { columns, rows: Vec::new() };
        &named
    } else {
        actual
    };
    let options = dialect.comparison().of_computed();
    match table::compare(expected, actual, &options) {
        Ok(()) => Verdict::Pass { vacuous: expected.rows.is_empty() && actual.rows.is_empty() },
        Err(difference) => {
            let class = class_of(&difference);
            let summary = summary_of(class, &difference, expected, actual);
            Verdict::Fail(Evidence { class, step, summary, difference: Some(difference) })
        }
    }
}

fn class_of(difference: &Difference) -> FailureClass {
    match (difference.missing.is_empty(), difference.superfluous.is_empty()) {
        _ if difference.columns.is_some() => FailureClass::WrongColumns,
        (true, true) => FailureClass::WrongOrder,
        (false, true) => FailureClass::LostRows,
        (true, false) => FailureClass::ExtraRows,
        (false, false) => FailureClass::WrongRows,
    }
}

fn summary_of(class: FailureClass, difference: &Difference, expected: &Returns, actual: &Table) -> String {
    let wanted = expected.any.unwrap_or(expected.rows.len());
    let came = actual.rows.len();
    match class {
        FailureClass::WrongColumns => "other columns than asked for".to_owned(),
        FailureClass::WrongOrder => format!("{came} rows in a wrong order"),
        FailureClass::LostRows => format!("{came} of {wanted} rows returned"),
        FailureClass::ExtraRows => format!("{came} rows returned instead of {wanted}"),
        _ => format!("{} of {came} rows are wrong", difference.superfluous.len()),
    }
}
