//! The claim that statements have the same rows.

use graphlance_graph::{Column, Latitude, Name, Order, Returns, Row, Table, table};
use serde::{Deserialize, Serialize};

use super::returns::judge_table;
use super::{Behaviour, Reread, moved};
use crate::{
    Act, Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, NoAnswer, Opinion, Response, Verdict,
};

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
    /// The rows of both sides by the evaluator, under columns that allow what either side may differ in.
    fn sides(&self, answers: impl Fn(usize) -> Result<Returns, NoAnswer>) -> Result<[Returns; 2], NoAnswer> {
        let mut columns: Option<Vec<Column>> = None;
        let mut side = |steps: &[usize]| -> Result<Vec<Row>, NoAnswer> {
            let mut rows = Vec::new();
            for step in steps {
                let returns = answers(*step)?;
                let open = |column: &Column| column.latitude == Latitude::Unspecified;
                if returns.any.is_some() || returns.columns.iter().any(open) {
                    return Err(NoAnswer::Undecided(format!("the language leaves rows of step {} open", step + 1)));
                }
                let names = |columns: &[Column]| columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
                if columns.as_ref().is_some_and(|before| names(before) != names(&returns.columns)) {
                    return Err(NoAnswer::Undecided("the columns of the statements differ".to_owned()));
                }
                columns = Some(match columns.take() {
                    None => returns.columns,
                    Some(before) => {
                        before.into_iter().zip(&returns.columns).map(|(one, other)| one.wider(other)).collect()
                    }
                });
                rows.extend(returns.rows);
            }
            Ok(rows)
        };
        let (left, right) = (side(&self.left)?, side(&self.right)?);
        let columns = columns.unwrap_or_default();
        Ok([left, right].map(|rows| Returns { columns: columns.clone(), rows, order: Order::Bag, any: None }))
    }
}

/// The rows of some steps put together; the verdict that an answer forces which is no table or has other columns.
fn gathered(steps: &[usize], columns: &[Column], responses: &[Response]) -> Result<Vec<Row>, Verdict> {
    let mut rows = Vec::new();
    for step in steps {
        let Some(Response::Table(Table { columns: names, rows: these })) = responses.get(*step) else {
            return Err(Verdict::Inconclusive(Doubt::NotCompared));
        };
        let nameless = names.is_empty() && these.is_empty();
        if !nameless && !names.iter().eq(columns.iter().map(|column| &column.name)) {
            return Err(Verdict::Fail(Evidence {
                class: FailureClass::WrongColumns,
                step: *step,
                summary: "other columns than asked for".to_owned(),
                difference: None,
            }));
        }
        rows.extend(these.iter().cloned());
    }
    Ok(rows)
}

impl Behaviour for SameRows {
    /// Engines differ in what they refuse: an ordinary error proves nothing, and the case is undecided.
    fn forgives_errors(&self) -> bool {
        true
    }

    fn accused(&self, case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Vec<Case> {
        // What dies or breaks does so by itself, most often; the case is run again before anything is said of it.
        let broken = responses.iter().position(Response::is_breakdown).map(|step| (step, Claim::Survives));
        let wrong = || {
            self.left.iter().chain(&self.right).find_map(|step| {
                let answer = evaluator.evaluate(&case.graph, case.statement(*step)?).ok()?;
                let Response::Table(actual) = responses.get(*step)? else { return None };
                let wrong = matches!(judge_table(*step, &answer.returns, actual, dialect), Verdict::Fail(_));
                (wrong && answer.graph.is_none()).then(|| (*step, Claim::returns(*step, answer.returns)))
            })
        };
        let Some((step, claim)) = broken.or_else(wrong) else { return Vec::new() };
        let mut after = Case { claim, ..case.clone() };
        for later in (step + 1..case.steps.len()).rev() {
            after.remove_step(later);
        }
        let mut alone = after.clone();
        for earlier in (0..step).rev() {
            alone.remove_step(earlier);
        }
        if step == 0 { vec![alone] } else { vec![alone, after] }
    }

    fn judge(&self, _: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        let sides = [&self.left, &self.right].map(|steps| gathered(steps, &self.columns, responses));
        let (left, right) = match sides {
            [Ok(left), Ok(right)] => (left, right),
            [Err(verdict), _] | [_, Err(verdict)] => return verdict,
        };
        let vacuous = left.is_empty() && right.is_empty();
        let summary = format!("{} rows on one side, {} on the other", left.len(), right.len());
        let names = self.columns.iter().map(|column| column.name.clone()).collect();
        let wanted = Returns { columns: self.columns.clone(), rows: left, order: Order::Bag, any: None };
        // No document says what sign a computed zero has.
        let options = table::CompareOptions { negative_zero: false, ..dialect.comparison() };
        match table::compare(&wanted, &Table { columns: names, rows: right }, &options) {
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
        self.left.iter().chain(&self.right).copied().collect()
    }

    fn counted_rows(&self) -> Option<usize> {
        Some(usize::MAX)
    }

    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        let [left, right] = self.sides(|step| Ok(case.answer(step, evaluator)?.returns))?;
        let columns = left.columns.clone();
        match table::compare(&left, &crate::opinion::sample(&right), &table::CompareOptions::default()) {
            Ok(()) => Ok(Claim::SameRows(SameRows { columns, ..self.clone() })),
            Err(_) => Err(NoAnswer::Undecided("the reference does not agree that the rows are the same".to_owned())),
        }
    }

    /// Rows are compared by position, so that what may differ in a column stays with its place as long as there are as many.
    fn rederived(&self, case: &Case) -> Option<Claim> {
        let statements = self.left.iter().chain(&self.right).map(|step| case.statement(*step));
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
        let mut copy = case.clone();
        for step in self.left.iter().chain(&self.right) {
            match reread(*step) {
                Ok(statement) => copy.steps[*step].act = Act::Run(statement),
                Err(error) => return Opinion::Denied(format!("the printed statement does not parse: {error}")),
            }
        }
        let [left, right] = match self.sides(|step| Ok(copy.answer(step, evaluator)?.returns)) {
            Ok(sides) => sides,
            Err(none) => return none.into(),
        };
        match table::compare(&left, &crate::opinion::sample(&right), &table::CompareOptions::default()) {
            Ok(()) => Opinion::Confirmed,
            Err(_) => Opinion::Denied(format!(
                "the rows that must be the same are not: the reference has {} on one side, {} on the other",
                left.rows.len(),
                right.rows.len()
            )),
        }
    }

    fn without(&self, step: usize) -> Option<Claim> {
        let all = |steps: &[usize]| steps.iter().map(|own| moved(*own, step)).collect::<Option<Vec<_>>>();
        let (left, right) = (all(&self.left)?, all(&self.right)?);
        Some(Claim::SameRows(SameRows { columns: self.columns.clone(), left, right }))
    }

    fn wanted(&self) -> &'static str {
        "The same rows from both sides."
    }

    fn wanted_of_steps(&self) -> String {
        let together = |steps: &[usize]| {
            let numbers: Vec<String> = steps.iter().map(|step| (step + 1).to_string()).collect();
            match numbers.as_slice() {
                [first @ .., last] if !first.is_empty() => {
                    format!("statements {} and {last}, put together", first.join(", "))
                }
                _ => format!("statement {}", numbers.concat()),
            }
        };
        format!("The rows of {} are those of {}, in any order.", together(&self.left), together(&self.right))
    }
}

#[cfg(test)]
mod tests;
