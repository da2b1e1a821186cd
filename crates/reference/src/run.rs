//! Execution of plans.

mod expression;

use std::cell::Cell;

use graphlance_graph::Graph;

use crate::functions::Context;
use crate::{Failure, Options};

/// Executes a plan over a graph.
pub(crate) struct Runner<'a> {
    graph: &'a Graph,
    options: &'a Options,
    /// True when the statement writes: elements in frames may be out of date.
    writing: bool,
    /// Budget of work that is left.
    work: Cell<u64>,
    /// Random numbers drawn so far.
    draws: Cell<u64>,
}

impl<'a> Runner<'a> {
    pub fn new(graph: &'a Graph, options: &'a Options, writing: bool) -> Runner<'a> {
        Runner { graph, options, writing, work: Cell::new(options.budget.work), draws: Cell::new(0) }
    }

    fn context(&self) -> Context<'_> {
        Context { graph: self.graph, options: self.options, writing: self.writing, draws: Some(&self.draws) }
    }

    /// Counts a unit of work.
    fn spend(&self, amount: u64) -> Result<(), Failure> {
        let left = self.work.get().checked_sub(amount).ok_or(Failure::OutOfBudget("work"))?;
        self.work.set(left);
        Ok(())
    }
}
