//! Evaluation of statements.

use graphlance_case::Answer;
use graphlance_cypher::Statement;
use graphlance_cypher::ast::{Query, SchemaCommand};
use graphlance_cypher::facts::query_writes;
use graphlance_graph::{Column, Graph, Latitude, Name, Order, Returns, Value};

use crate::compile::Compiler;
use crate::plan::QueryPlan;
use crate::run::{Rows, Runner};
use crate::schedule::{Exchange, Schedule};
use crate::transactions::InTransactions;
use crate::{Budget, CypherError, Failure, OpenAnswers, Options, open, uniqueness};

/// Evaluates a statement on a graph, which stays as it is.
///
/// Errors: [`Failure::Raised`] when the statement must raise an error, at compile time or at run time;
/// [`Failure::Unspecified`] when the language leaves the answer open in a way that [`Returns`] cannot say (and
/// [`crate::OpenAnswers::Refuse`] is set); [`Failure::OutOfBudget`]; [`Failure::Unknown`].
pub fn evaluate(graph: &Graph, statement: &Statement, options: &Options) -> Result<Answer, Failure> {
    let query = match statement {
        Statement::Query(query) => query,
        Statement::Schema(command) => return with_schema(graph, command, options.open),
    };
    let options = &*options.given(query)?;
    let query = &*options.departures.read(query, &graph.schema.indexes);
    let mut compiler = Compiler::new(graph, options);
    let plan = compiler.query(query);
    // The compiler bounds the depth of what the semantic pass goes through; any other error of its is less telling than
    // one of that pass.
    if let Err(failure @ Failure::OutOfBudget(_)) = plan {
        return Err(failure);
    }
    crate::check(statement)?;
    let in_transactions = InTransactions::of(query, options)?;
    let answer = plan.and_then(|plan| {
        let first = execute(graph, &plan, compiler, options, Schedule::Natural, query_writes(query));
        confirmed(graph, query, options, first)
    });
    answer.map_err(|failure| in_transactions.settle(failure))
}

/// The graph with another index or constraint, or without one. Errors: elements break the constraint;
/// [`Failure::Unspecified`] where there is nothing to create or to drop.
fn with_schema(graph: &Graph, command: &SchemaCommand, open: OpenAnswers) -> Result<Answer, Failure> {
    if open == OpenAnswers::Refuse && !command.fits(&graph.schema) {
        return Err(Failure::Unspecified("an index is created that is there, or dropped that is not".into()));
    }
    let mut changed = graph.clone();
    command.apply(&mut changed.schema);
    uniqueness::settle(&changed, &[], &changed)?;
    Ok(Answer { returns: Returns::bag([], Vec::new()), graph: Some(changed) })
}

/// Work of statements that are executed in more orders without a second thought.
const LITTLE_WORK: u64 = 20_000;

/// What an execution came to.
struct Execution {
    result: Result<Answer, Failure>,
    /// In how many other orders to execute the statement, since its answer may depend on the order.
    doubts: u32,
    /// Orders in which other rows win.
    exchanges: Vec<Exchange>,
    /// Work that it took.
    work: u64,
    /// Bytes of what it gives, as estimated.
    bytes: usize,
}

/// The result of the first execution, unless another order of execution comes to another one.
///
/// Errors: [`Failure::Unspecified`] in that case.
fn confirmed(graph: &Graph, query: &Query, options: &Options, first: Execution) -> Result<Answer, Failure> {
    let decisive = matches!(first.result, Ok(_) | Err(Failure::Raised(_)));
    if !decisive || first.doubts == 0 {
        return first.result;
    }
    // Another order may look at more before it excludes it, but not at much more.
    let work = first.work.saturating_mul(8).saturating_add(50_000).min(options.budget.work);
    let memory = options.budget.memory.saturating_sub(first.bytes);
    let options = Options { budget: Budget { work, memory, ..options.budget }, ..options.clone() };
    let exchanged = first.exchanges.into_iter().map(Schedule::Exchanged);
    let mut compared = first.result.as_ref().ok().map(|answer| open::Compared::new(graph, answer));
    for schedule in exchanged.chain(Schedule::others(first.doubts)) {
        let mut compiler = Compiler::new(graph, &options).scheduled(schedule);
        let Ok(plan) = compiler.query(query) else { continue };
        let other = execute(graph, &plan, compiler, &options, schedule, query_writes(query));
        match (&first.result, other.result) {
            (Ok(_), Ok(other)) => {
                if let Some(open) = compared.as_mut().and_then(|first| first.difference(&other)) {
                    return Err(open);
                }
            }
            (Ok(_), Err(Failure::Raised(error))) => return Err(sometimes(&error)),
            (Err(Failure::Raised(error)), Ok(_)) => return Err(sometimes(error)),
            (_, Err(open @ Failure::Unspecified(_))) => return Err(open),
            // The two answers beside each other are too large, so that they cannot be compared.
            (_, Err(spent @ Failure::OutOfBudget("memory"))) => return Err(spent),
            // Both raise an error, or nothing is known of the other order.
            _ => {}
        }
    }
    first.result
}

fn sometimes(error: &CypherError) -> Failure {
    Failure::Unspecified(format!("not every order of execution comes upon the error: {}", error.message))
}

fn execute(
    graph: &Graph,
    plan: &QueryPlan,
    mut compiler: Compiler<'_>,
    options: &Options,
    schedule: Schedule,
    writing: bool,
) -> Execution {
    let frame = compiler.frame();
    let mut runner = Runner::new(graph, options, frame.len(), writing).scheduled(schedule);
    let result = runner.run(plan, frame, &mut |_, _, _| {}).and_then(|(rows, any)| {
        read_outside(plan, &rows, &runner, options)?;
        runner.hold_answer(rows.frames.len(), plan.outputs.len())?;
        Ok((rows, any))
    });
    let doubts = match options.open {
        OpenAnswers::Choose => 0,
        OpenAnswers::Refuse if runner.is_doubtful() => options.experiments.orders,
        OpenAnswers::Refuse if compiler.may_hide_errors() && options.experiments.early_errors => {
            options.experiments.orders.min(2)
        }
        OpenAnswers::Refuse => 0,
    };
    let (work, exchanges, bytes) = (runner.work_done(), runner.exchanges(), runner.held());
    // Where rows are in each other's way, the order of three of them may matter where that of two does not.
    let doubts = if exchanges.is_empty() || work > LITTLE_WORK { doubts } else { doubts * 4 };
    let result = result.and_then(|(rows, any)| {
        let latitudes: Vec<Latitude> = plan.outputs.iter().map(|(_, slot)| compiler.latitude_of_slot(*slot)).collect();
        let returns = table(&plan.outputs, &latitudes, &rows, any, plan.returns, |value| {
            let value = if writing { runner.refreshed(value) } else { value.clone() };
            options.departures.returned(&value).unwrap_or(value)
        });
        if !writing {
            return Ok(Answer { returns, graph: None });
        }
        Ok(Answer { returns, graph: Some(runner.left(graph)?) })
    });
    Execution { result, doubts, exchanges, work, bytes }
}

/// Looks at the values that are read outside, which have the size of trees there.
///
/// Errors: [`Failure::OutOfBudget`], and [`Failure::Unspecified`] for what was deleted.
fn read_outside(plan: &QueryPlan, rows: &Rows, runner: &Runner<'_>, options: &Options) -> Result<(), Failure> {
    let mut left = options.budget.length.saturating_mul(10);
    for frame in rows.frames.iter().filter(|_| plan.returns) {
        for (_, slot) in &plan.outputs {
            crate::shared::spend_size(&frame[*slot], &mut left)?;
            if options.open == OpenAnswers::Refuse && runner.holds_deleted(&frame[*slot]) {
                return Err(Failure::Unspecified("what comes back of an element that was deleted".into()));
            }
        }
    }
    Ok(())
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
pub(crate) fn lengths(ties: &[u32]) -> Vec<usize> {
    ties.chunk_by(|a, b| a == b).map(<[u32]>::len).collect()
}
