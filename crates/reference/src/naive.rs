//! A second evaluator of Cypher, written as naively as the language's text reads, for small graphs.
//!
//! It enumerates: a clause takes a table and gives a table, a pattern takes one element after another from all elements of
//! the graph, a group is found by comparing with every group before. There is no plan, no index and no compiled form; it
//! walks the syntax tree. Its use is to be a second opinion on the evaluator of this crate, so the two share no code for
//! scopes, matching, projection, grouping, aggregation, ordering, subqueries and writing.
//!
//! What they do share, and what a mistake in therefore stays unseen by comparing them: the syntax tree and its parser, the
//! semantic pass (`check`) that tells errors before execution, scalar functions and operators on values (with `=` and `<`),
//! and built-in procedures. Orderability and equivalence, by which rows are sorted and grouped, are written anew.
//!
//! # What the language leaves open
//!
//! Nothing is refused by a rule. The evaluator follows one of the orders that the language admits, its *arrangement*: of the
//! elements in the graph, of the rows after each clause that promises no order, of paths of one length, of labels and keys.
//! [`Naive::evaluate`] tries several, and what differs is open.
//!
//! Sources: openCypher 9; CIP2016-06-14 (comparability, equality, orderability, equivalence); the openCypher TCK; the Cypher
//! manual for quantified paths, path selectors and CALL subqueries.

mod aggregates;
mod arrangement;
mod clauses;
mod composed;
mod computed;
mod conditions;
mod deletion;
mod expression;
mod lists;
mod matching;
mod merge;
mod open;
mod order;
mod paths;
mod procedures;
mod projection;
mod query;
mod scope;
mod selectors;
mod slip;
mod statics;
mod subqueries;
mod table;
mod unique;
mod write;

use std::cell::{Cell, RefCell};

use graphlance_case::Answer;
use graphlance_cypher::Statement;
use graphlance_cypher::facts::query_writes;
use graphlance_graph::{Graph, NodeKey, Order, Returns, Row, Value};

use crate::functions::Context;
use crate::transactions::InTransactions;
use crate::{Failure, Options};

pub(crate) use open::ULPS;
pub use slip::Slip;

use arrangement::Arrangement;
use table::{Record, Table};

/// The naive evaluator with what it is allowed and told.
#[derive(Clone, Debug, Default)]
pub struct Naive {
    /// Deviations, parameters, procedures, and what to do where the language leaves the answer open. Its budget bounds the
    /// length of lists and strings alone.
    pub options: Options,
    /// Limits of its own.
    pub limits: Limits,
    /// A planted defect, to prove that a comparison with it can find one.
    pub slip: Option<Slip>,
}

/// Limits of one evaluation under one arrangement. Running out is [`Failure::OutOfBudget`].
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Elements tried and expressions evaluated.
    pub steps: u64,
    /// Rows, and unfinished matches, at any one time.
    pub rows: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 2_000_000, rows: 50_000 }
    }
}

impl Naive {
    /// One answer that the language admits, by the arrangement of this number; 0 takes everything as it arises.
    ///
    /// Errors: as [`crate::evaluate`]; [`Failure::Unknown`] for what the naive evaluator does not know.
    pub fn admissible(&self, graph: &Graph, statement: &Statement, arrangement: u64) -> Result<Answer, Failure> {
        let query = match statement {
            Statement::Query(query) => query,
            Statement::Schema(command) => {
                let mut changed = graph.clone();
                command.apply(&mut changed.schema);
                return Ok(Answer { returns: Returns::bag([], Vec::new()), graph: Some(changed) });
            }
        };
        self.refuse_deviations()?;
        crate::check(statement)?;
        let mut options = self.options.given(query)?;
        if let Some(slip) = self.slip {
            slip.deviate(options.to_mut());
        }
        let options = &*options;
        statics::check(query, options)?;
        let in_transactions = InTransactions::of(query, options)?;
        let arrangement = Arrangement::new(arrangement);
        let writing = query_writes(query);
        let engine = Engine {
            graph: RefCell::new(arrangement.of_graph(graph)?),
            options,
            limits: self.limits,
            slip: self.slip,
            writing,
            steps: Cell::new(self.limits.steps),
            draws: Cell::new(0),
            arrangement: RefCell::new(arrangement),
            held: RefCell::new(Vec::new()),
        };
        let answer = engine.statement(query).and_then(|table| engine.returns(table));
        let returns = answer.map_err(|failure| in_transactions.settle(failure))?;
        Ok(Answer { returns, graph: writing.then(|| engine.graph.into_inner()) })
    }
}

/// One evaluation.
struct Engine<'a> {
    graph: RefCell<Graph>,
    options: &'a Options,
    limits: Limits,
    slip: Option<Slip>,
    /// True when the statement writes: elements in records may be out of date.
    writing: bool,
    steps: Cell<u64>,
    draws: Cell<u64>,
    arrangement: RefCell<Arrangement>,
    /// Nodes that were deleted while they had relationships.
    held: RefCell<Vec<NodeKey>>,
}

impl Engine<'_> {
    fn spend(&self) -> Result<(), Failure> {
        let left = self.steps.get().checked_sub(1).ok_or(Failure::OutOfBudget("steps of the naive evaluator"))?;
        self.steps.set(left);
        Ok(())
    }

    /// Refuses a table that is too long.
    fn bound(&self, rows: usize) -> Result<(), Failure> {
        if rows > self.limits.rows { Err(Failure::OutOfBudget("rows of the naive evaluator")) } else { Ok(()) }
    }

    /// Whether this defect is planted.
    fn slips(&self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }

    /// Calls `with` with what functions on values may look at.
    fn with_context<T>(&self, with: impl FnOnce(Context<'_>) -> T) -> T {
        let graph = self.graph.borrow();
        let draws = Some(&self.draws);
        with(Context {
            graph: &graph,
            options: self.options,
            writing: self.writing && !self.slips(Slip::StaleProperties),
            draws,
            unordered: None,
            conflicts: None,
        })
    }

    /// What the statement returns, with elements as they are at its end.
    fn returns(&self, table: Table) -> Result<Returns, Failure> {
        let mut rows: Vec<Row> = Vec::with_capacity(table.records.len());
        // Without RETURN nothing is returned.
        let records = if table.columns.is_empty() { &[] } else { table.records.as_slice() };
        for record in records {
            let cell = |name| self.final_value(record.get(name).unwrap_or(&Value::Null));
            rows.push(table.columns.iter().map(cell).collect::<Result<Row, Failure>>()?);
        }
        let mut returns = Returns::bag(table.columns.iter().cloned(), rows);
        if let Some(ties) = table.ties {
            returns.order = Order::Sorted { ties };
        }
        returns.any = table.any;
        Ok(returns)
    }
}

/// What a record without anything bound is.
fn nothing() -> Record {
    Record::new()
}
