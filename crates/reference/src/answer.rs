//! Evaluation of statements.

use graphlance_case::Answer;
use graphlance_cypher::Statement;
use graphlance_cypher::facts::query_writes;
use graphlance_graph::{Column, Graph, Latitude, Name, Order, Returns, Value};

use crate::compile::Compiler;
use crate::plan::QueryPlan;
use crate::run::{Rows, Runner};
use crate::{Failure, Options};

/// Evaluates a statement on a graph, which stays as it is.
///
/// Errors: [`Failure::Raised`] when the statement must raise an error, at compile time or at run time;
/// [`Failure::Unspecified`] when the language leaves the answer open in a way that [`Returns`] cannot say (and
/// [`crate::OpenAnswers::Refuse`] is set); [`Failure::OutOfBudget`]; [`Failure::Unknown`].
pub fn evaluate(graph: &Graph, statement: &Statement, options: &Options) -> Result<Answer, Failure> {
    match statement {
        Statement::Query(query) => {
            let mut compiler = Compiler::new(graph, options);
            let plan = compiler.query(query);
            // The compiler bounds the depth of what the semantic pass goes through; any other error of its is less
            // telling than one of that pass.
            if let Err(failure @ Failure::OutOfBudget(_)) = plan {
                return Err(failure);
            }
            crate::check(statement)?;
            execute(graph, &plan?, compiler, options, query_writes(query))
        }
        // Indexes and constraints change no answer.
        Statement::Schema(_) => Ok(Answer { returns: Returns::bag([], Vec::new()), graph: None }),
    }
}

fn execute(
    graph: &Graph,
    plan: &QueryPlan,
    mut compiler: Compiler<'_>,
    options: &Options,
    writing: bool,
) -> Result<Answer, Failure> {
    let frame = compiler.frame();
    let mut runner = Runner::new(graph, options, frame.len(), writing);
    let (rows, any) = runner.run(plan, frame, &mut |_, _, _| {})?;
    // What is read outside, as a tree, has the size of one.
    let mut left = options.budget.length.saturating_mul(10);
    for frame in rows.frames.iter().filter(|_| plan.returns) {
        plan.outputs.iter().try_for_each(|(_, slot)| crate::shared::spend_size(&frame[*slot], &mut left))?;
    }
    let latitudes: Vec<Latitude> = plan.outputs.iter().map(|(_, slot)| compiler.latitude_of_slot(*slot)).collect();
    let returns = table(&plan.outputs, &latitudes, &rows, any, plan.returns, |value| {
        if writing { runner.refreshed(value) } else { value.clone() }
    });
    let graph = if writing { Some(runner.into_graph().unwrap_or_else(|| graph.clone())) } else { None };
    Ok(Answer { returns, graph })
}

fn table(
    outputs: &[(Name, usize)],
    latitudes: &[Latitude],
    rows: &Rows,
    any: Option<usize>,
    returns: bool,
    value: impl Fn(&Value) -> Value,
) -> Returns {
    let columns = outputs.iter().zip(latitudes).map(|((name, slot), latitude)| Column {
        name: name.clone(),
        latitude: *latitude,
        unordered_lists: rows.bags.contains(slot),
    });
    let cells = |frame: &Vec<Value>| outputs.iter().map(|(_, slot)| value(&frame[*slot])).collect();
    let order = match &rows.ties {
        Some(ties) if returns => Order::Sorted { ties: lengths(ties) },
        _ => Order::Bag,
    };
    let rows = if returns { rows.frames.iter().map(cells).collect() } else { Vec::new() };
    Returns { columns: columns.collect(), rows, order, any }
}

/// The lengths of runs of equal numbers.
fn lengths(ties: &[u32]) -> Vec<usize> {
    ties.chunk_by(|a, b| a == b).map(<[u32]>::len).collect()
}
