//! What `CALL { .. } IN TRANSACTIONS` gives, to both evaluators.
//!
//! Where no transaction fails, its rows and the graph afterwards are those of CALL. Where one does, the batches decide which
//! rows it takes with it, and what was committed before stays: the order of rows is open, and so is that then.

use graphlance_cypher::ast::{AfterError, CallSubquery, Clause, Concurrency, Expression, Query};
use graphlance_cypher::facts::query_writes;
use graphlance_cypher::walk::{Part, any, walk};
use graphlance_graph::{Graph, Value};

use crate::{Failure, Options, Phase, evaluate_expression};

/// What an error leaves open in a statement.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InTransactions {
    /// Whether an error may leave something behind: committed changes, or rows without what a transaction gave.
    leaves: bool,
}

impl InTransactions {
    /// Errors: [`Failure::Unspecified`] and [`Failure::Unknown`] where the answer is not decided whatever happens.
    pub(crate) fn of(query: &Query, options: &Options) -> Result<InTransactions, Failure> {
        let is_call = |part: &Part<'_>| matches!(part, Part::Clause(Clause::Subquery(it)) if it.transactions.is_some());
        let mut found = InTransactions::default();
        if !any(Part::Query(query), &mut |part| is_call(part)) {
            return Ok(found);
        }
        let inside = |part: &Part<'_>| match part {
            Part::Expression(expression) => any(Part::Expression(expression), &mut |part| is_call(part)),
            _ => false,
        };
        if any(Part::Query(query), &mut |part| inside(part)) {
            return Err(Failure::Unknown("a CALL in transactions inside of an expression".into()));
        }
        found.leaves = query_writes(query);
        let mut result = Ok(());
        walk(Part::Query(query), &mut |part| {
            if let (true, Part::Clause(Clause::Subquery(call))) = (result.is_ok(), part) {
                result = found.call(call, options);
            }
        });
        result.map(|()| found)
    }

    fn call(&mut self, call: &CallSubquery, options: &Options) -> Result<(), Failure> {
        let Some(transactions) = &call.transactions else { return Ok(()) };
        self.leaves |= transactions.after_error() != AfterError::Fail;
        if transactions.status.is_some() {
            return Err(Failure::Unspecified("what a transaction is called".into()));
        }
        if transactions.concurrency.is_some() && query_writes(&call.query) {
            return Err(Failure::Unspecified("transactions that write at the same time".into()));
        }
        let count = match &transactions.concurrency {
            Some(Concurrency::Of(count)) => Some(count),
            _ => None,
        };
        // It is known before the statement runs, so without patterns. When a wrong number is noticed, and what was committed by
        // then, no document says.
        let is_known = |expression: &Expression| {
            let reads = |part: &Part<'_>| matches!(part, Part::Query(_) | Part::Pattern(_));
            if any(Part::Expression(expression), &mut |part| reads(part)) {
                return false;
            }
            let value = evaluate_expression(&Graph::new(), expression, &|_| None, options);
            matches!(value, Ok(Value::Integer(1..)))
        };
        match count.into_iter().chain(&transactions.rows).all(is_known) {
            true => Ok(()),
            false => Err(Failure::Unknown("a number of rows or transactions that is no positive one".into())),
        }
    }

    /// A failure, as far as it is the statement's whatever the batches are.
    pub(crate) fn settle(self, failure: Failure) -> Failure {
        match failure {
            Failure::Raised(error) if self.leaves && error.phase == Phase::Runtime => {
                Failure::Unspecified(format!("what transactions leave behind before an error: {}", error.message))
            }
            other => other,
        }
    }
}
