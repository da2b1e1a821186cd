//! What a target says that a statement changed, beside rows and graph ([`Answers::counters`](super::Answers)).

use graphlance_graph::{Count, Counters, Graph};

use crate::judge::first_line;
use crate::{Act, Case, Dialect, Doubt, Evaluator, Evidence, FailureClass, Opinion, Response, Step, Verdict};

/// The step that asks for the counters of a statement: that behind it, or behind the one that reads the graph.
pub(super) fn place(step: usize, looks: bool) -> usize {
    step + 1 + usize::from(looks)
}

/// Whether the counters of a statement are asked for. `looks`: the graph is read behind it.
pub(super) fn is_asked(case: &Case, step: usize, looks: bool) -> bool {
    matches!(case.steps.get(place(step, looks)), Some(Step { act: Act::Counters, .. }))
}

/// What the evaluator says of the counters of a step which leaves this graph.
pub(super) fn stated(case: &Case, step: usize, after: &Graph, evaluator: &dyn Evaluator) -> Option<Counters> {
    let before = case.state_before(step, evaluator).ok()?;
    Some(evaluator.counters(&before, case.statement(step)?, after))
}

/// The verdict on what the target counted; none when it is right. Only what its dialect names is compared: another engine may count
/// something else under the same name. `statement`, `at`: the steps that ran and that asked.
pub(super) fn judge(
    (statement, at): (usize, usize),
    wanted: &Counters,
    response: Option<&Response>,
    dialect: &Dialect,
) -> Option<Verdict> {
    let Some(Response::Counters(came)) = response else {
        return Some(Verdict::Inconclusive(Doubt::NoCounters(at)));
    };
    let is_wrong = |(count, number): &(Count, u64)| dialect.counters().contains(count) && came.of(*count) != *number;
    let wrong = |(count, number): (Count, u64)| format!("{}: {} in place of {number}", count.words(), came.of(count));
    let summary = wanted.iter().filter(is_wrong).map(wrong).collect::<Vec<_>>().join(", ");
    let class = FailureClass::Counters;
    let fail = |summary: String| {
        Verdict::Fail(Evidence { class, step: statement, summary: first_line(&summary), difference: None })
    };
    (!summary.is_empty()).then(|| fail(summary))
}

/// Whether the evaluator agrees on those kinds of changes that both name.
pub(super) fn agreement(wanted: &Counters, found: &Counters) -> Opinion {
    let differs = |(count, number): (Count, u64)| found.iter().any(|(other, told)| other == count && told != number);
    match wanted.iter().find(|counted| differs(*counted)) {
        Some((count, number)) => {
            Opinion::Denied(format!("the reference counts {} {} and not {number}", found.of(count), count.words()))
        }
        None => Opinion::Confirmed,
    }
}

#[cfg(test)]
mod tests;
