//! The claim that two sequences of statements do the same.

use graphlance_graph::{Column, CompareOptions, Row, graph_compare, table};
use serde::{Deserialize, Serialize};

use super::{Behaviour, Reread, moved, sides};
use crate::judge::first_line;
use crate::{Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, NoAnswer, Opinion, Response, Verdict};

/// Statement by statement, two sequences answer with the same rows, as bags, and in the end they leave the same graph.
///
/// The claim says that something is wrong and not what. The reference finds the first statement that answers wrongly or leaves
/// another graph, and makes the sequence up to there a case of its own ([`Claim::accused`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SameState {
    /// The columns of each statement's answer, with what may differ in them; none for a statement without RETURN.
    pub columns: Vec<Vec<Column>>,
    /// The steps of the one sequence.
    pub left: Vec<usize>,
    /// The steps of the other, in the same order.
    pub right: Vec<usize>,
    /// The steps that read the graph behind each.
    pub graphs: [usize; 2],
}

impl SameState {
    fn all_steps(&self) -> impl Iterator<Item = &usize> {
        self.left.iter().chain(&self.right)
    }

    /// The columns and rows of each pair by the evaluator, and why it does not hold the claim for true, if it does not.
    fn evaluated(
        &self,
        case: &Case,
        evaluator: &dyn Evaluator,
    ) -> Result<(Vec<Vec<Column>>, Option<String>), NoAnswer> {
        let mut all = Vec::new();
        let mut against = None;
        for (left, right) in self.left.iter().zip(&self.right) {
            let (columns, rows) = sides::evaluated([&[*left], &[*right]], case, evaluator)?;
            if !is_same(&columns, rows) {
                against.get_or_insert(format!("the rows of statements {} and {} differ", left + 1, right + 1));
            }
            all.push(columns);
        }
        let [one, other] =
            [case.state_before(self.graphs[0], evaluator)?, case.state_before(self.graphs[1], evaluator)?];
        if let Err(difference) = graph_compare::same_graph(&one, &other, &CompareOptions::default()) {
            against.get_or_insert(format!("other graphs are left: {}", first_line(&difference.to_string())));
        }
        Ok((all, against))
    }
}

fn is_same(columns: &[Column], [left, right]: [Vec<Row>; 2]) -> bool {
    let options = CompareOptions::default().of_computed();
    table::compare(&sides::bag(columns, left), &sides::table(columns, right), &options).is_ok()
}

impl Behaviour for SameState {
    fn judge(&self, _: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        // What a target refuses it does not do, in one form or in both: nothing can be compared.
        if responses.iter().any(|response| matches!(response, Response::Error(_))) {
            return Verdict::Inconclusive(Doubt::NotCompared);
        }
        let fail = |class, step, summary| Verdict::Fail(Evidence { class, step, summary, difference: None });
        let mut vacuous = true;
        for ((left, right), columns) in self.left.iter().zip(&self.right).zip(&self.columns) {
            // Some engines answer a statement without RETURN with what they have at hand.
            if columns.is_empty() {
                continue;
            }
            let rows = [left, right].map(|step| sides::gathered(&[*step], columns, responses));
            let rows = match rows {
                [Ok(one), Ok(other)] => [one, other],
                [Err(verdict), _] | [_, Err(verdict)] => return verdict,
            };
            vacuous &= rows.iter().all(Vec::is_empty);
            let counts = rows.each_ref().map(Vec::len);
            if !is_same(columns, rows) {
                let summary = format!(
                    "statements {} and {} must answer alike and do not: {} rows and {}",
                    left + 1,
                    right + 1,
                    counts[0],
                    counts[1]
                );
                return fail(FailureClass::Disagreement, *right, summary);
            }
        }
        let graphs = self.graphs.map(|step| match responses.get(step) {
            Some(Response::Graph(graph)) => Ok(graph),
            _ => Err(Verdict::Inconclusive(Doubt::NoGraph(step))),
        });
        let [one, other] = match graphs {
            [Ok(one), Ok(other)] => [one, other],
            [Err(verdict), _] | [_, Err(verdict)] => return verdict,
        };
        match graph_compare::same_graph(one, other, &dialect.comparison().of_computed()) {
            Ok(()) => Verdict::Pass { vacuous: vacuous && one.node_count() == 0 },
            Err(difference) => fail(FailureClass::State, self.graphs[1], first_line(&difference.to_string())),
        }
    }

    /// Engines differ in what they refuse: an ordinary error proves nothing, and the case is undecided.
    fn forgives_error(&self, _: usize) -> bool {
        true
    }

    fn steps(&self, _: &Case) -> Vec<usize> {
        self.all_steps().copied().collect()
    }

    fn counted_rows(&self) -> Option<usize> {
        Some(usize::MAX)
    }

    fn restated(&self, case: &Case, evaluator: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        match self.evaluated(case, evaluator)? {
            (columns, None) => Ok(Claim::SameState(SameState { columns, ..self.clone() })),
            (_, Some(why)) => Err(NoAnswer::Undecided(format!("by the reference they do not do the same: {why}"))),
        }
    }

    fn opinion(&self, case: &Case, reread: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        let copy = match sides::reread_case(self.all_steps(), case, reread) {
            Ok(copy) => copy,
            Err(opinion) => return opinion,
        };
        match self.evaluated(&copy, evaluator) {
            Ok((_, None)) => Opinion::Confirmed,
            Ok((_, Some(why))) => Opinion::Denied(format!("by the reference they do not do the same: {why}")),
            Err(none) => none.into(),
        }
    }

    /// Of the sequence that answers wrongly, or leaves a wrong graph, every statement behind those before it, the first one first.
    fn accused(&self, case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Vec<Case> {
        let wrong = |sequence: &[usize], graph: usize| {
            let answers_wrongly = sequence.iter().zip(&self.columns).any(|(step, columns)| {
                match (sides::gathered(&[*step], columns, responses), case.answer(*step, evaluator)) {
                    (Ok(rows), Ok(answer)) => !columns.is_empty() && !is_same(columns, [answer.returns.rows, rows]),
                    _ => false,
                }
            });
            let left = case.state_before(graph, evaluator).ok().zip(responses.get(graph));
            answers_wrongly
                || matches!(left, Some((wanted, Response::Graph(graph)))
                    if graph_compare::same_graph(&wanted, graph, &dialect.comparison().of_computed()).is_err())
        };
        let sequences = [(&self.left, self.graphs[0]), (&self.right, self.graphs[1])];
        if let Some(broken) = responses.iter().position(Response::is_breakdown) {
            let place = |sequence: &Vec<usize>| sequence.iter().position(|step| *step == broken);
            let of = |(sequence, _): &(&Vec<usize>, usize)| sides::up_to(sequence, place(sequence)?, case, evaluator);
            return sequences.iter().find_map(of).into_iter().collect();
        }
        let found = sequences.into_iter().find(|(sequence, graph)| wrong(sequence, *graph));
        let all = |(sequence, _): (&Vec<usize>, usize)| -> Vec<Case> {
            (0..sequence.len()).filter_map(|last| sides::up_to(sequence, last, case, evaluator)).collect()
        };
        found.map(all).unwrap_or_default()
    }

    fn without(&self, step: usize) -> Option<Claim> {
        let (left, right) = (sides::all_moved(&self.left, step)?, sides::all_moved(&self.right, step)?);
        let graphs = [moved(self.graphs[0], step)?, moved(self.graphs[1], step)?];
        Some(Claim::SameState(SameState { columns: self.columns.clone(), left, right, graphs }))
    }

    fn wanted(&self) -> &'static str {
        "The same rows from both sequences, and the same graph behind them."
    }

    fn wanted_of_steps(&self) -> String {
        let [left, right] = [&self.left, &self.right].map(|steps| sides::together(steps));
        format!("What {right} return and leave is what {left} return and leave.")
    }
}

#[cfg(test)]
mod tests;
