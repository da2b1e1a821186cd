//! Execution of plans.

mod aggregate;
mod bags;
mod clauses;
mod composed;
mod conflicts;
mod delete;
mod departing;
mod expression;
mod labels;
mod lookup;
mod matching;
mod memory;
mod merge;
mod parts;
mod projection;
mod repeated;
mod rows;
mod selected;
mod set;
mod sorting;
mod statement;
mod storable;
mod walks;
mod write;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use graphlance_graph::{Graph, NodeKey};

use crate::functions::Context;
use crate::schedule::{Exchange, Schedule};
use crate::uniqueness::{self, Moment};
use crate::{Failure, OpenAnswers, Options};

pub(crate) use conflicts::Conflicts;
use lookup::Lookups;
pub(crate) use rows::Rows;
pub(crate) use storable::storable;

/// Executes a plan over a graph.
pub(crate) struct Runner<'a> {
    graph: Cow<'a, Graph>,
    /// The graph before the statement.
    origin: &'a Graph,
    options: &'a Options,
    /// Slots of a frame.
    width: usize,
    /// True when the statement writes: elements in frames may be out of date.
    writing: bool,
    /// Nodes deleted while they had relationships: at the end of the statement, these must be gone.
    held: Vec<NodeKey>,
    /// Budget of work that is left.
    work: Cell<u64>,
    /// Budget of rows that is left.
    rows: Cell<u64>,
    /// Random numbers drawn so far.
    draws: Cell<u64>,
    /// Whether the term being evaluated made a list of several elements in no order that the language knows.
    unordered: Cell<bool>,
    /// The order of execution.
    schedule: Schedule,
    /// Choices of the schedule made so far.
    choices: Cell<u64>,
    /// Whether something was done whose result may depend on the order of execution.
    doubtful: Cell<bool>,
    conflicts: Conflicts,
    lookups: RefCell<Lookups>,
    /// What elements were in the course of the statement, where a uniqueness constraint wants to know.
    course: Option<Vec<Moment>>,
    /// Bytes held by rows.
    memory: Cell<usize>,
}

impl<'a> Runner<'a> {
    pub fn new(graph: &'a Graph, options: &'a Options, width: usize, writing: bool) -> Runner<'a> {
        Runner {
            graph: Cow::Borrowed(graph),
            origin: graph,
            options,
            width,
            writing,
            held: Vec::new(),
            work: Cell::new(options.budget.work),
            rows: Cell::new(options.budget.rows),
            draws: Cell::new(0),
            unordered: Cell::new(false),
            schedule: Schedule::Natural,
            choices: Cell::new(0),
            doubtful: Cell::new(false),
            conflicts: Conflicts::default(),
            lookups: RefCell::default(),
            course: (writing && !options.unconstrained && uniqueness::constraints(graph).next().is_some())
                .then(Vec::new),
            memory: Cell::new(0),
        }
    }

    /// Executes in this order.
    pub fn scheduled(self, schedule: Schedule) -> Runner<'a> {
        Runner { schedule, ..self }
    }

    /// Whether the answer may depend on the order of execution.
    pub fn is_doubtful(&self) -> bool {
        self.doubtful.get()
    }

    /// Work done so far.
    pub fn work_done(&self) -> u64 {
        self.options.budget.work - self.work.get()
    }

    /// Notes that the answer may depend on the order of execution.
    fn doubt(&self, doubtful: bool) {
        if doubtful {
            self.doubtful.set(true);
        }
    }

    /// The orders in which other rows win than in this one.
    pub fn exchanges(&self) -> Vec<Exchange> {
        self.conflicts.exchanges()
    }

    /// Whether there are no other such orders than these.
    pub fn exchanges_are_all(&self, exchanges: &[Exchange]) -> bool {
        self.conflicts.are_all(exchanges)
    }

    /// The number of the next choice of the schedule.
    fn choice(&self) -> u64 {
        let choice = self.choices.get();
        self.choices.set(choice + 1);
        choice
    }

    /// Puts what has no order into that of the schedule.
    fn arrange<T>(&self, items: &mut [T]) {
        if items.len() > 1 && self.schedule != Schedule::Natural {
            self.schedule.arrange(items, self.choice());
        }
    }

    /// Whether an open answer is refused.
    fn refuses(&self) -> bool {
        self.options.open == OpenAnswers::Refuse
    }

    fn context(&self) -> Context<'_> {
        Context {
            graph: &self.graph,
            options: self.options,
            writing: self.writing,
            draws: Some(&self.draws),
            unordered: Some(&self.unordered),
            conflicts: self.notes_conflicts().then_some(&self.conflicts),
        }
    }

    /// Counts a unit of work.
    fn spend(&self, amount: u64) -> Result<(), Failure> {
        let left = self.work.get().checked_sub(amount).ok_or(Failure::OutOfBudget("work"))?;
        self.work.set(left);
        Ok(())
    }
}
