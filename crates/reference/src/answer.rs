//! Evaluation of statements.

use std::borrow::Cow;

use graphlance_case::Answer;
use graphlance_cypher::Statement;
use graphlance_cypher::ast::{Query, SchemaCommand};
use graphlance_cypher::facts::query_writes;
use graphlance_graph::{Column, Graph, Latitude, Name, Order, Returns, Value};

use crate::compile::Compiler;
use crate::plan::QueryPlan;
use crate::run::{Rows, Runner};
use crate::schedule::{Exchange, Schedule};
use crate::term::Frame;
use crate::transactions::InTransactions;
use crate::{Budget, CypherError, Failure, OpenAnswers, Options, open, procedures, uniqueness};

/// Evaluates a statement on a graph, which stays as it is.
///
/// Errors: [`Failure::Raised`] when the statement must raise an error, at compile time or at run time;
/// [`Failure::Unspecified`] when the language leaves the answer open in a way that [`Returns`] cannot say (and
/// [`crate::OpenAnswers::Refuse`] is set); [`Failure::OutOfBudget`]; [`Failure::Unknown`].
pub fn evaluate(graph: &Graph, statement: &Statement, options: &Options) -> Result<Answer, Failure> {
    Attempt::of(graph, statement, options).confirmed()
}

/// What a statement comes to in one order of execution. Whether another order comes to something else, which may take several times
/// as long, is not known yet.
pub struct Attempt<'a> {
    graph: &'a Graph,
    /// None where nothing depends on an order.
    asked: Option<Asked<'a>>,
    first: Execution,
}

/// What is executed again in other orders.
struct Asked<'a> {
    query: Cow<'a, Query>,
    options: Cow<'a, Options>,
    plan: Planned,
    in_transactions: InTransactions,
}

impl<'a> Attempt<'a> {
    /// Executes a statement once.
    pub fn of(graph: &'a Graph, statement: &'a Statement, options: &'a Options) -> Attempt<'a> {
        let query = match statement {
            Statement::Query(query) => query,
            Statement::Schema(command) => {
                return Attempt { graph, asked: None, first: Execution::of(with_schema(graph, command, options.open)) };
            }
        };
        match Asked::of(graph, statement, query, options) {
            Ok(asked) => {
                let first = asked.plan.execute(graph, &asked.options, Schedule::Natural);
                Attempt { graph, asked: Some(asked), first }
            }
            Err(failure) => Attempt { graph, asked: None, first: Execution::of(Err(failure)) },
        }
    }

    /// The answer of this order; none where it came to a failure.
    pub fn answer(&self) -> Option<&Answer> {
        self.first.result.as_ref().ok()
    }

    /// The answer, unless another order comes to another one. Errors: those of [`evaluate`].
    pub fn confirmed(self) -> Result<Answer, Failure> {
        let Attempt { graph, asked, first } = self;
        let Some(asked) = asked else { return first.result };
        let settles = asked.in_transactions;
        confirmed(graph, asked, first).map_err(|failure| settles.settle(failure))
    }
}

impl<'a> Asked<'a> {
    /// Errors: as those of [`evaluate`], of a statement that is not executed.
    fn of(graph: &Graph, statement: &Statement, query: &'a Query, options: &'a Options) -> Result<Asked<'a>, Failure> {
        let options = options.given(query)?;
        if options.open == OpenAnswers::Refuse && procedures::asks_for_unsure_names(query, graph) {
            return Err(Failure::Unspecified(
                "names of a procedure that no element has, or that the statement changes".into(),
            ));
        }
        if let Some(words) = options.departures.refuse(query) {
            return Err(Failure::Refused(words));
        }
        let query = options.departures.read(query, &graph.schema.indexes);
        let plan = Planned::of(graph, &query, &options, Schedule::Natural);
        // The compiler bounds the depth of what the semantic pass goes through; any other error of its is less telling than
        // one of that pass.
        if let Err(failure @ Failure::OutOfBudget(_)) = plan {
            return Err(failure);
        }
        crate::check(statement)?;
        let in_transactions = InTransactions::of(&query, &options)?;
        let plan = plan.map_err(|failure| in_transactions.settle(failure))?;
        Ok(Asked { query, options, plan, in_transactions })
    }
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

impl Execution {
    /// Of what does not depend on an order.
    fn of(result: Result<Answer, Failure>) -> Execution {
        Execution { result, doubts: 0, exchanges: Vec::new(), work: 0, bytes: 0 }
    }
}

/// The result of the first execution, unless another order of execution comes to another one.
///
/// Errors: [`Failure::Unspecified`] in that case.
fn confirmed(graph: &Graph, asked: Asked<'_>, first: Execution) -> Result<Answer, Failure> {
    let decisive = matches!(first.result, Ok(_) | Err(Failure::Raised(_)));
    if !decisive || first.doubts == 0 {
        return first.result;
    }
    let Asked { query, options, plan: natural, .. } = asked;
    // Another order may look at more before it excludes it, but not at much more.
    let work = first.work.saturating_mul(8).saturating_add(50_000).min(options.budget.work);
    let memory = options.budget.memory.saturating_sub(first.bytes);
    let options = Options { budget: Budget { work, memory, ..options.budget }, ..options.into_owned() };
    let mut compared = first.result.as_ref().ok().map(|answer| open::Compared::new(graph, answer));
    let mut compare = |other: Execution| match (&first.result, other.result) {
        (Ok(_), Ok(other)) => compared.as_mut().and_then(|first| first.difference(&other)),
        (Ok(_), Err(Failure::Raised(error))) => Some(sometimes(&error)),
        (Err(Failure::Raised(error)), Ok(_)) => Some(sometimes(error)),
        (_, Err(open @ Failure::Unspecified(_))) => Some(open),
        // The two answers beside each other are too large, so that they cannot be compared.
        (_, Err(spent @ Failure::OutOfBudget("memory"))) => Some(spent),
        // Both raise an error, or nothing is known of the other order.
        _ => None,
    };
    for exchange in first.exchanges {
        // The plan of the natural order: what is exchanged is the order of rows alone.
        if let Some(open) = compare(natural.execute(graph, &options, Schedule::Exchanged(exchange))) {
            return Err(open);
        }
    }
    for schedule in Schedule::others(first.doubts) {
        let Ok(plan) = Planned::of(graph, &query, &options, schedule) else { continue };
        if let Some(open) = compare(plan.execute(graph, &options, schedule)) {
            return Err(open);
        }
    }
    first.result
}

fn sometimes(error: &CypherError) -> Failure {
    Failure::Unspecified(format!("not every order of execution comes upon the error: {}", error.message))
}

/// A plan with what it needs to be executed.
struct Planned {
    plan: QueryPlan,
    frame: Frame,
    latitudes: Vec<Latitude>,
    /// Whether an expression may raise an error that another order of execution comes upon.
    may_hide_errors: bool,
    writing: bool,
}

impl Planned {
    fn of(graph: &Graph, query: &Query, options: &Options, schedule: Schedule) -> Result<Planned, Failure> {
        let mut compiler = Compiler::new(graph, options).scheduled(schedule);
        let plan = compiler.query(query)?;
        let latitudes = plan.outputs.iter().map(|(_, slot)| compiler.latitude_of_slot(*slot)).collect();
        let (frame, may_hide_errors) = (compiler.frame(), compiler.may_hide_errors());
        Ok(Planned { plan, frame, latitudes, may_hide_errors, writing: query_writes(query) })
    }

    fn execute(&self, graph: &Graph, options: &Options, schedule: Schedule) -> Execution {
        let Planned { plan, writing, .. } = self;
        let mut runner = Runner::new(graph, options, self.frame.len(), *writing).scheduled(schedule);
        let result = runner.run(plan, self.frame.clone(), &mut |_, _, _| {}).and_then(|(rows, any)| {
            read_outside(plan, &rows, &runner, options)?;
            runner.hold_answer(rows.frames.len(), plan.outputs.len())?;
            Ok((rows, any))
        });
        let doubts = match options.open {
            OpenAnswers::Choose => 0,
            OpenAnswers::Refuse if runner.is_doubtful() => options.experiments.orders,
            OpenAnswers::Refuse if self.may_hide_errors && options.experiments.early_errors => {
                options.experiments.orders.min(2)
            }
            OpenAnswers::Refuse => 0,
        };
        let (work, exchanges, bytes) = (runner.work_done(), runner.exchanges(), runner.held());
        // Where rows are in each other's way, the order of three of them may matter where that of two does not.
        let doubts = if runner.exchanges_are_all(&exchanges) || work > LITTLE_WORK { doubts } else { doubts * 4 };
        let result = result.and_then(|(rows, any)| {
            let returns = table(&plan.outputs, &self.latitudes, &rows, any, plan.returns, |value| {
                let value = if *writing { runner.refreshed(value) } else { value.clone() };
                options.departures.returned(&value).unwrap_or(value)
            });
            let graph = if *writing { Some(runner.left(graph)?) } else { None };
            Ok(Answer { returns: options.departures.answered(returns), graph })
        });
        Execution { result, doubts, exchanges, work, bytes }
    }
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

#[cfg(test)]
mod tests {
    use graphlance_cypher::parse;
    use graphlance_graph::Properties;

    use super::*;

    #[test]
    fn an_attempt_has_an_answer_though_another_order_comes_to_another_one() {
        let mut graph = Graph::new();
        graph.add_node([], Properties::new());
        let options = Options::default();
        for (text, is_open) in
            [("UNWIND [1, 2] AS x MATCH (a) SET a.k = x", true), ("UNWIND [1, 2] AS x MATCH (a) SET a.k = 1", false)]
        {
            let statement = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let attempt = Attempt::of(&graph, &statement, &options);
            let answer = attempt.answer().cloned().unwrap_or_else(|| panic!("{text}"));
            match attempt.confirmed() {
                Err(Failure::Unspecified(_)) => assert!(is_open, "{text}"),
                confirmed => assert_eq!((confirmed, is_open), (Ok(answer), false), "{text}"),
            }
        }
    }
}
