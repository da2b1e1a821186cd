//! The claim that bags of rows, or numbers, which answers come to are related.

mod seen;
mod terms;

use graphlance_graph::{Column, CompareOptions, Name, Row, table};
use serde::{Deserialize, Serialize};

use self::seen::{Came, Known, Seen};
use self::terms::{Amount, OfSteps};
use super::returns::judge_table;
use super::{Behaviour, Reread, sides};
use crate::{
    Act, Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, NoAnswer, Opinion, Response, Verdict,
};

pub use self::terms::{Bag, Number};

/// Bags of rows, or numbers, which the steps of a case come to are the same, or one is at most the other. Steps may write in
/// between.
///
/// The claim says that something is wrong and not what. Where the reference knows the answers, it finds the one that is wrong and
/// makes it a case of its own ([`Claim::accused`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Related {
    /// The columns of every answer of which rows are compared, with what may differ in them.
    pub columns: Vec<Column>,
    /// What must hold.
    pub relation: Relation,
}

/// What must hold of bags or numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Relation {
    /// Each bag has the rows of the first.
    Same(Vec<Bag>),
    /// Each row of the first bag is in the second, at least as often.
    Within(Bag, Bag),
    /// Two numbers are the same.
    Equal(Number, Number),
    /// The first number is at most the second.
    AtMost(Number, Number),
}

/// What became of a relation.
struct Found {
    holds: bool,
    /// Whether there was nothing to see on either side.
    vacuous: bool,
    /// Both sides, in a few words.
    sides: [String; 2],
}

impl Relation {
    fn bags(&self) -> Vec<&Bag> {
        match self {
            Relation::Same(bags) => bags.iter().collect(),
            Relation::Within(part, whole) => vec![part, whole],
            Relation::Equal(one, other) | Relation::AtMost(one, other) => [one.bags(), other.bags()].concat(),
        }
    }

    fn renumbered(&self, number: &dyn Fn(usize) -> Option<usize>) -> Option<Relation> {
        Some(match self {
            Relation::Same(bags) => Relation::Same(bags.renumbered(number)?),
            Relation::Within(part, whole) => Relation::Within(part.renumbered(number)?, whole.renumbered(number)?),
            Relation::Equal(one, other) => Relation::Equal(one.renumbered(number)?, other.renumbered(number)?),
            Relation::AtMost(one, other) => Relation::AtMost(one.renumbered(number)?, other.renumbered(number)?),
        })
    }

    fn steps(&self) -> Vec<usize> {
        match self {
            Relation::Same(bags) => bags.steps(),
            Relation::Within(part, whole) => [part.steps(), whole.steps()].concat(),
            Relation::Equal(one, other) | Relation::AtMost(one, other) => [one.steps(), other.steps()].concat(),
        }
    }

    fn found<S: Seen>(&self, columns: &[Column], seen: &S, options: &CompareOptions) -> Result<Found, S::Failure> {
        let rows = |bag: &Bag| bag.rows(columns, seen);
        let count = |rows: &Vec<Row>| format!("{} rows", rows.len());
        match self {
            Relation::Same(bags) => {
                let all: Vec<Vec<Row>> = bags.iter().map(rows).collect::<Result<_, _>>()?;
                let Some((first, others)) = all.split_first() else {
                    return Ok(Found { holds: true, vacuous: true, sides: Default::default() });
                };
                let other = others.iter().find(|other| !is_within(columns, first, other, options, true));
                let vacuous = all.iter().all(Vec::is_empty);
                let sides = [count(first), other.or(others.first()).map(count).unwrap_or_default()];
                Ok(Found { holds: other.is_none(), vacuous, sides })
            }
            Relation::Within(part, whole) => {
                let (part, whole) = (rows(part)?, rows(whole)?);
                let holds = is_within(columns, &part, &whole, options, false);
                Ok(Found { holds, vacuous: part.is_empty(), sides: [count(&part), count(&whole)] })
            }
            Relation::Equal(one, other) | Relation::AtMost(one, other) => {
                let (one, other) = (one.amount(columns, seen)?, other.amount(columns, seen)?);
                let holds = if matches!(self, Relation::Equal(..)) { one == other } else { one <= other };
                let nothing = |amount: &Amount| matches!(amount, Amount::Infinite | Amount::Finite(0));
                let vacuous = [one, other].iter().all(nothing);
                Ok(Found { holds, vacuous, sides: [one.to_string(), other.to_string()] })
            }
        }
    }
}

/// Whether each row of one bag is in another, and where `exactly` says so none is left there.
fn is_within(columns: &[Column], part: &[Row], whole: &[Row], options: &CompareOptions, exactly: bool) -> bool {
    let options = options.of_computed();
    match table::compare(&sides::bag(columns, part.to_vec()), &sides::table(columns, whole.to_vec()), &options) {
        Ok(()) => true,
        Err(difference) => !exactly && difference.columns.is_none() && difference.missing.is_empty(),
    }
}

impl Related {
    /// Its columns by the evaluator, where it compares any, and what it finds.
    fn evaluated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<(Vec<Column>, Found), NoAnswer> {
        let known = Known { case, evaluator };
        let mut columns: Option<Vec<Column>> = None;
        for (step, has_more) in self.relation.bags().into_iter().flat_map(Bag::columned) {
            let mut these = known.columns(step)?;
            if has_more {
                these.pop();
            }
            columns = Some(sides::widened(columns.take(), these)?);
        }
        let columns = columns.unwrap_or_else(|| self.columns.clone());
        let found = self.relation.found(&columns, &known, &CompareOptions::default())?;
        Ok((columns, found))
    }

    /// The steps that run statements, from the first that it is about to the last.
    fn own_steps(&self, case: &Case) -> Vec<usize> {
        let about = self.relation.steps();
        let (Some(first), Some(last)) = (about.iter().min(), about.iter().max()) else { return Vec::new() };
        (*first..=*last).filter(|step| case.statement(*step).is_some()).collect()
    }
}

impl Behaviour for Related {
    /// Engines differ in what they refuse: an ordinary error proves nothing, and the case is undecided.
    fn forgives_error(&self, _: usize) -> bool {
        true
    }

    fn judge(&self, case: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        // What a target refuses it does not do: what comes after it cannot be compared.
        if responses.iter().any(|response| matches!(response, Response::Error(_))) {
            return Verdict::Inconclusive(Doubt::NotCompared);
        }
        match self.relation.found(&self.columns, &Came(responses), &dialect.comparison()) {
            Err(verdict) => verdict,
            Ok(Found { holds: true, vacuous, .. }) => Verdict::Pass { vacuous },
            Ok(Found { sides: [one, other], .. }) => Verdict::Fail(Evidence {
                class: FailureClass::Disagreement,
                step: self.own_steps(case).last().copied().unwrap_or_default(),
                summary: format!("answers that must be related are not: {one} on one side, {other} on the other"),
                difference: None,
            }),
        }
    }

    fn steps(&self, case: &Case) -> Vec<usize> {
        self.own_steps(case)
    }

    fn counted_rows(&self) -> Option<usize> {
        Some(usize::MAX)
    }

    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        match self.evaluated(case, evaluator)? {
            (columns, Found { holds: true, .. }) => Ok(Claim::Related(Related { columns, ..self.clone() })),
            (_, Found { sides: [one, other], .. }) => {
                Err(NoAnswer::Undecided(format!("by the reference they are not related so: {one} and {other}")))
            }
        }
    }

    /// Rows are compared by position, so that what may differ in a column stays with its place as long as there are as many.
    fn rederived(&self, case: &Case) -> Option<Claim> {
        let bags = self.relation.bags();
        if !bags.iter().all(|bag| bag.is_of_answers()) {
            return None;
        }
        let mut names: Option<Vec<Name>> = None;
        for (step, has_more) in bags.into_iter().flat_map(Bag::columned) {
            let mut these = case.statement(step)?.columns()?;
            if has_more {
                these.pop();
            }
            if names.as_ref().is_some_and(|names| *names != these) {
                return None;
            }
            names = Some(these);
        }
        let Some(names) = names else { return Some(Claim::Related(self.clone())) };
        let as_many = names.len() == self.columns.len();
        let column = |(place, name): (usize, Name)| {
            let before = self.columns.get(place).filter(|_| as_many);
            before.map_or_else(|| Column::exact(name.clone()), |column| Column { name: name.clone(), ..column.clone() })
        };
        let columns = names.into_iter().enumerate().map(column).collect();
        Some(Claim::Related(Related { columns, ..self.clone() }))
    }

    fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        let statements: Vec<usize> = (0..case.steps.len()).filter(|step| case.statement(*step).is_some()).collect();
        let copy = match sides::reread_case(statements.iter(), case, reread) {
            Ok(copy) => copy,
            Err(opinion) => return opinion,
        };
        match self.evaluated(&copy, evaluator) {
            Ok((_, Found { holds: true, .. })) => Opinion::Confirmed,
            Ok((_, Found { sides: [one, other], .. })) => {
                Opinion::Denied(format!("what must be related is not: by the reference {one} and {other}"))
            }
            Err(none) => none.into(),
        }
    }

    /// What answers wrongly: alone where nothing was written before it, or else what was written, statement by statement, and then
    /// the statement behind all of that.
    fn accused(&self, case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Vec<Case> {
        let writes = |step: &usize| case.statement(*step).is_some_and(|statement| statement.writes());
        let written: Vec<usize> = (0..case.steps.len()).filter(writes).collect();
        if written.is_empty() {
            return sides::accused(self.own_steps(case).iter(), case, responses, dialect, evaluator);
        }
        let broken = responses.iter().position(Response::is_breakdown);
        let wrong =
            broken.or_else(|| (0..case.steps.len()).find(|step| is_wrong(*step, case, responses, dialect, evaluator)));
        let Some(wrong) = wrong else { return Vec::new() };
        let before: Vec<usize> = written.into_iter().filter(|step| *step <= wrong).collect();
        let each = (0..before.len()).filter_map(|last| sides::up_to(&before, last, case, evaluator));
        each.chain(asked_at(wrong, case, evaluator)).collect()
    }

    fn without(&self, step: usize) -> Option<Claim> {
        let relation = self.relation.renumbered(&|own| super::moved(own, step))?;
        Some(Claim::Related(Related { columns: self.columns.clone(), relation }))
    }

    fn wanted(&self) -> &'static str {
        match self.relation {
            Relation::Same(_) => "The same rows from all.",
            Relation::Within(..) => "Each row of the one is among those of the other.",
            Relation::Equal(..) => "The same number from both sides.",
            Relation::AtMost(..) => "A number from one side that is at most that from the other.",
        }
    }
}

/// Whether a step answers another table, or reads another graph, than the evaluator says.
fn is_wrong(step: usize, case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> bool {
    match (&case.steps[step].act, responses.get(step)) {
        (Act::Run(statement), Some(Response::Table(actual))) if !statement.writes() => {
            let known = case.answer(step, evaluator);
            known.is_ok_and(|answer| matches!(judge_table(step, &answer.returns, actual, dialect), Verdict::Fail(_)))
        }
        (Act::Snapshot, Some(Response::Graph(actual))) => {
            let known = case.state_before(step, evaluator);
            known.is_ok_and(|graph| {
                graphlance_graph::same_graph(&graph, actual, &dialect.comparison().of_computed()).is_err()
            })
        }
        _ => false,
    }
}

/// The case of a statement that reads, behind those before it that write.
fn asked_at(step: usize, case: &Case, evaluator: &dyn Evaluator) -> Option<Case> {
    let reads = case.statement(step).is_some_and(|statement| !statement.writes());
    let returns = case.answer(step, evaluator).ok().filter(|_| reads)?.returns;
    let mut asked = Case { claim: Claim::returns(step, returns), ..case.clone() };
    for other in (0..case.steps.len()).rev() {
        if other != step && (other > step || !case.statement(other).is_some_and(|statement| statement.writes())) {
            asked.remove_step(other);
        }
    }
    Some(asked)
}

#[cfg(test)]
mod tests;
