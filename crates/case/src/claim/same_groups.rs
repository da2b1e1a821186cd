//! The claim that the groups of a whole are those of its parts, merged.

use graphlance_graph::{Column, Latitude, Row, Value, table};
use serde::{Deserialize, Serialize};

use super::{Behaviour, Reread, sides};
use crate::{Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, NoAnswer, Opinion, Response, Verdict};

/// The answer of one step has, group by group, what the answers of other steps come to when they are merged: an aggregate over
/// all rows is that of its values over parts of the rows.
///
/// As with [`super::SameRows`], the reference says which of the answers is wrong. Which values are merged how follows from what
/// the statements aggregate, so that the claim of a statement that was changed is the evaluator's alone. Only for steps that leave
/// the graph as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SameGroups {
    /// The columns of every answer, with what may differ in them.
    pub columns: Vec<Column>,
    /// How the values of each column are merged.
    pub merges: Vec<Merge>,
    /// The step that aggregates all rows.
    pub whole: usize,
    /// The steps that aggregate parts of them.
    pub parts: Vec<usize>,
}

/// How values of the same group are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Merge {
    /// They are the same: rows with the same keys are of one group.
    Key,
    /// Integers are added up, as those of `count` and `sum`.
    Sum,
    /// The least integer stays, as that of `min`; null is the least of nothing.
    Least,
    /// The greatest integer stays, as that of `max`; null is the greatest of nothing.
    Greatest,
    /// Lists are put together, as those of `collect`, whose order says nothing.
    Together,
    /// The mean of integers, as that of `avg`: their sum, which is the column two before it, divided by how many they are, which
    /// is the column before it; null is the mean of nothing.
    Mean,
}

impl Merge {
    /// Merges two values of a group; none of what is no integer, or where a sum leaves 64 bits.
    fn of(self, one: &Value, other: &Value) -> Option<Value> {
        match (self, one, other) {
            (Merge::Key | Merge::Mean, one, _) => Some(one.clone()),
            (Merge::Together, Value::List(one), Value::List(other)) => {
                Some(Value::list(one.iter().chain(other.iter()).cloned().collect::<Vec<_>>()))
            }
            (Merge::Least | Merge::Greatest, value, Value::Null)
            | (Merge::Least | Merge::Greatest, Value::Null, value) => {
                matches!(value, Value::Integer(_) | Value::Null).then(|| value.clone())
            }
            (Merge::Sum, Value::Integer(one), Value::Integer(other)) => one.checked_add(*other).map(Value::Integer),
            (Merge::Least, Value::Integer(one), Value::Integer(other)) => Some(Value::Integer(*one.min(other))),
            (Merge::Greatest, Value::Integer(one), Value::Integer(other)) => Some(Value::Integer(*one.max(other))),
            _ => None,
        }
    }
}

/// What a mean may differ in: engines add up fractions, or divide a sum.
const MEAN: Latitude = Latitude::Ulps(64);
/// Sums beyond this are no floats.
const GREATEST_SUM: u64 = 1 << 53;

/// A sum divided by a count; none where one is no such number.
fn mean(sum: &Value, count: &Value) -> Option<Value> {
    match (sum, count) {
        (_, Value::Integer(0)) => Some(Value::Null),
        (Value::Integer(sum), Value::Integer(count)) if sum.unsigned_abs() <= GREATEST_SUM => {
            Some(Value::Float(*sum as f64 / *count as f64))
        }
        _ => None,
    }
}

impl SameGroups {
    fn all_steps(&self) -> impl Iterator<Item = &usize> {
        std::iter::once(&self.whole).chain(&self.parts)
    }

    /// The groups of rows of several answers, in the order in which each came first; none where values cannot be merged.
    pub fn merged(&self, rows: Vec<Row>) -> Option<Vec<Row>> {
        let is_key = |place: usize| self.merges.get(place) == Some(&Merge::Key);
        let mut groups: Vec<Row> = Vec::new();
        for row in rows {
            let same =
                |group: &&mut Row| (0..row.len()).all(|place| !is_key(place) || group.get(place) == row.get(place));
            match groups.iter_mut().find(same) {
                None => groups.push(row),
                Some(group) => {
                    for ((merge, ours), theirs) in self.merges.iter().zip(group).zip(&row) {
                        *ours = merge.of(ours, theirs)?;
                    }
                }
            }
        }
        for group in &mut groups {
            for place in (0..group.len()).filter(|place| self.merges.get(*place) == Some(&Merge::Mean)) {
                let [sum, count] = [2, 1].map(|before| place.checked_sub(before).and_then(|place| group.get(place)));
                group[place] = mean(sum?, count?)?;
            }
        }
        Some(groups)
    }

    /// The columns, with what merging leaves open in them.
    fn loose(&self, columns: &[Column]) -> Vec<Column> {
        let merges = self.merges.iter().copied().map(Some).chain(std::iter::repeat(None));
        let loosened = columns.iter().cloned().zip(merges).map(|(column, merge)| match merge {
            Some(Merge::Together) => Column { unordered_lists: true, ..column },
            Some(Merge::Mean) => column.clone().wider(&Column { latitude: MEAN, ..column }),
            _ => column,
        });
        loosened.collect()
    }

    /// Whether the groups of the parts are those of the whole; none where they cannot be merged.
    fn is_same(
        &self,
        columns: &[Column],
        whole: Vec<Row>,
        parts: Vec<Row>,
        options: &table::CompareOptions,
    ) -> Option<bool> {
        let columns = self.loose(columns);
        let merged = sides::bag(&columns, self.merged(parts)?);
        Some(table::compare(&merged, &sides::table(&columns, whole), options).is_ok())
    }

    /// What the evaluator says of the claim, with the columns.
    fn evaluated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<(bool, Vec<Column>), NoAnswer> {
        let (columns, [whole, parts]) =
            sides::evaluated([std::slice::from_ref(&self.whole), &self.parts], case, evaluator)?;
        if columns.len() != self.merges.len() {
            return Err(NoAnswer::Undecided("the statements have other columns".to_owned()));
        }
        let same = self.is_same(&columns, whole, parts, &table::CompareOptions::default());
        let same = same.ok_or_else(|| NoAnswer::Undecided("the values of the parts cannot be merged".to_owned()))?;
        Ok((same, columns))
    }
}

impl Behaviour for SameGroups {
    /// Engines differ in what they refuse: an ordinary error proves nothing, and the case is undecided.
    fn forgives_error(&self, _: usize) -> bool {
        true
    }

    fn accused(&self, case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Vec<Case> {
        sides::accused(self.all_steps(), case, responses, dialect, evaluator)
    }

    fn judge(&self, _: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        let rows = |steps: &[usize]| sides::gathered(steps, &self.columns, responses);
        let (whole, parts) = match (rows(std::slice::from_ref(&self.whole)), rows(&self.parts)) {
            (Ok(whole), Ok(parts)) => (whole, parts),
            (Err(verdict), _) | (_, Err(verdict)) => return verdict,
        };
        let vacuous = whole.is_empty() && parts.is_empty();
        match self.is_same(&self.columns, whole, parts, &dialect.comparison().of_computed()) {
            None => Verdict::Inconclusive(Doubt::NotCompared),
            Some(true) => Verdict::Pass { vacuous },
            Some(false) => Verdict::Fail(Evidence {
                class: FailureClass::Disagreement,
                step: self.whole,
                summary: "the groups of the parts, merged, are not those of the whole".to_owned(),
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
        match self.evaluated(case, evaluator)? {
            (true, columns) => Ok(Claim::SameGroups(SameGroups { columns, ..self.clone() })),
            (false, _) => {
                Err(NoAnswer::Undecided("the reference does not agree that the groups are the same".to_owned()))
            }
        }
    }

    fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        let copy = match sides::reread_case(self.all_steps(), case, reread) {
            Ok(copy) => copy,
            Err(opinion) => return opinion,
        };
        match self.evaluated(&copy, evaluator) {
            Ok((true, _)) => Opinion::Confirmed,
            Ok((false, _)) => {
                Opinion::Denied("by the reference the groups of the parts are not those of the whole".to_owned())
            }
            Err(none) => none.into(),
        }
    }

    fn without(&self, step: usize) -> Option<Claim> {
        let (whole, parts) = (super::moved(self.whole, step)?, sides::all_moved(&self.parts, step)?);
        Some(Claim::SameGroups(SameGroups { whole, parts, ..self.clone() }))
    }

    fn wanted(&self) -> &'static str {
        "The groups of the parts, merged, are those of the whole."
    }

    fn wanted_of_steps(&self) -> String {
        let [whole, parts] = [std::slice::from_ref(&self.whole), &self.parts].map(sides::together);
        format!("The groups of {parts} and merged, are those of {whole}, in any order.")
    }
}

#[cfg(test)]
mod tests;
