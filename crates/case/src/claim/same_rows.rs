//! The claim that statements have the same rows.

use graphlance_graph::{Column, Name, Row, table};
use serde::{Deserialize, Serialize};

use super::{Behaviour, Reread, sides};
use crate::{Case, Claim, Dialect, Evaluator, Evidence, FailureClass, NoAnswer, Opinion, Response, Verdict};

/// The answers of the steps of one side, put together, have the same rows as those of the other side, as bags.
///
/// The claim says that something is wrong and not what. Where the reference has an answer for a step, it finds the one whose
/// answer is wrong and makes it a case of its own ([`Claim::accused`]). Where it has none, the claim follows from the lineage:
/// rewrites made the statements of one another. Only for steps that leave the graph as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SameRows {
    /// The columns of every answer, with what may differ in them.
    pub columns: Vec<Column>,
    /// Steps whose rows are put together on one side.
    pub left: Vec<usize>,
    /// Steps whose rows are put together on the other.
    pub right: Vec<usize>,
}

impl SameRows {
    fn all_steps(&self) -> impl Iterator<Item = &usize> {
        self.left.iter().chain(&self.right)
    }
}

/// Whether both sides have the same rows.
fn is_same(columns: &[Column], [left, right]: [Vec<Row>; 2]) -> bool {
    let options = table::CompareOptions::default();
    table::compare(&sides::bag(columns, left), &sides::table(columns, right), &options).is_ok()
}

impl Behaviour for SameRows {
    /// Engines differ in what they refuse: an ordinary error proves nothing, and the case is undecided.
    fn forgives_error(&self, _: usize) -> bool {
        true
    }

    fn accused(&self, case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Vec<Case> {
        sides::accused(self.all_steps(), case, responses, dialect, evaluator)
    }

    fn judge(&self, _: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        let sides = [&self.left, &self.right].map(|steps| sides::gathered(steps, &self.columns, responses));
        let (left, right) = match sides {
            [Ok(left), Ok(right)] => (left, right),
            [Err(verdict), _] | [_, Err(verdict)] => return verdict,
        };
        let vacuous = left.is_empty() && right.is_empty();
        let summary = format!("{} rows on one side, {} on the other", left.len(), right.len());
        let (wanted, came) = (sides::bag(&self.columns, left), sides::table(&self.columns, right));
        let options = dialect.comparison().of_computed();
        match table::compare(&wanted, &came, &options) {
            Ok(()) => Verdict::Pass { vacuous },
            Err(_) => Verdict::Fail(Evidence {
                class: FailureClass::Disagreement,
                step: self.right.last().copied().unwrap_or_default(),
                summary: format!("answers that must agree do not: {summary}"),
                difference: None,
            }),
        }
    }

    fn steps(&self, _: &Case) -> Vec<usize> {
        self.all_steps().copied().collect()
    }

    fn counted_rows(&self) -> Option<usize> {
        Some(usize::MAX)
    }

    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        let (columns, sides) = sides::evaluated([&self.left, &self.right], case, evaluator)?;
        if is_same(&columns, sides) {
            Ok(Claim::SameRows(SameRows { columns, ..self.clone() }))
        } else {
            Err(NoAnswer::Undecided("the reference does not agree that the rows are the same".to_owned()))
        }
    }

    /// Rows are compared by position, so that what may differ in a column stays with its place as long as there are as many.
    fn rederived(&self, case: &Case) -> Option<Claim> {
        let statements = self.all_steps().map(|step| case.statement(*step));
        let statements: Vec<_> = statements.collect::<Option<_>>()?;
        let Some(names) = statements.first()?.columns() else {
            // The language does not say: they are what they were.
            return Some(Claim::SameRows(self.clone()));
        };
        if statements.iter().any(|statement| statement.columns().as_ref() != Some(&names)) {
            return None;
        }
        let as_many = names.len() == self.columns.len();
        let column = |(place, name): (usize, Name)| {
            let named = || self.columns.iter().find(|column| column.name == name);
            let before = if as_many { self.columns.get(place) } else { named() };
            before.map_or_else(|| Column::exact(name.clone()), |column| Column { name: name.clone(), ..column.clone() })
        };
        let columns = names.into_iter().enumerate().map(column).collect();
        Some(Claim::SameRows(SameRows { columns, ..self.clone() }))
    }

    fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        let copy = match sides::reread_case(self.all_steps(), case, reread) {
            Ok(copy) => copy,
            Err(opinion) => return opinion,
        };
        let (columns, sides) = match sides::evaluated([&self.left, &self.right], &copy, evaluator) {
            Ok(evaluated) => evaluated,
            Err(none) => return none.into(),
        };
        let counts = sides.each_ref().map(Vec::len);
        if is_same(&columns, sides) {
            return Opinion::Confirmed;
        }
        Opinion::Denied(format!(
            "the rows that must be the same are not: the reference has {} on one side, {} on the other",
            counts[0], counts[1]
        ))
    }

    fn without(&self, step: usize) -> Option<Claim> {
        let (left, right) = (sides::all_moved(&self.left, step)?, sides::all_moved(&self.right, step)?);
        Some(Claim::SameRows(SameRows { columns: self.columns.clone(), left, right }))
    }

    fn wanted(&self) -> &'static str {
        "The same rows from both sides."
    }

    fn wanted_of_steps(&self) -> String {
        let [left, right] = [&self.left, &self.right].map(|steps| sides::together(steps));
        format!("The rows of {left} are those of {right}, in any order.")
    }
}

#[cfg(test)]
mod tests;
