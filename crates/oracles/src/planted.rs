//! What an evaluator, with wrong rules or without, answers to a case: for measuring which of them an oracle finds.

use std::borrow::Cow;

use graphlance_case::{Act, Answer, Boundary, Case, Evaluator, Response, Statement};
use graphlance_graph::{Graph, Table};
use graphlance_reference::Options;

/// What was answered to steps of a case, and the graph behind them.
pub struct Answered<'a> {
    /// The answers, step by step.
    pub responses: Vec<Response>,
    /// The graph.
    pub graph: Cow<'a, Graph>,
}

/// Runs the first steps of a case on the reference, each statement with what is planted there; none when one has no answer, or is
/// no statement.
pub fn answered<'a>(case: &'a Case, steps: usize, planted: &dyn Fn(&Statement) -> Options) -> Option<Answered<'a>> {
    answered_by(case, steps, &|graph, statement| planted(statement).evaluate(graph, statement).ok())
}

/// The same of any evaluator, which gives nothing where a statement has no answer.
pub fn answered_by<'a>(
    case: &'a Case,
    steps: usize,
    evaluate: &dyn Fn(&Graph, &Statement) -> Option<Answer>,
) -> Option<Answered<'a>> {
    let mut graph = Cow::Borrowed(&*case.graph);
    // The graph in front of a transaction that is open.
    let mut before = None;
    let mut responses = Vec::new();
    for step in case.steps.iter().take(steps) {
        responses.push(match &step.act {
            Act::Snapshot => Response::Graph(Box::new(graph.clone().into_owned())),
            Act::Run(statement) => {
                let answer = evaluate(&graph, statement)?;
                if let Some(after) = answer.graph {
                    graph = Cow::Owned(after);
                }
                let returns = answer.returns;
                Response::Table(Table {
                    rows: returns.rows.into_iter().take(returns.any.unwrap_or(usize::MAX)).collect(),
                    columns: returns.columns.into_iter().map(|column| column.name).collect(),
                })
            }
            Act::Boundary(boundary) => {
                match boundary {
                    Boundary::Begin => before = Some(graph.clone()),
                    Boundary::Commit => before = None,
                    Boundary::RollBack | Boundary::Reset => graph = before.take().unwrap_or(graph),
                }
                Response::Table(Table::default())
            }
            Act::Refresh | Act::Counters | Act::Race | Act::Estimate => return None,
        });
    }
    Some(Answered { responses, graph })
}
