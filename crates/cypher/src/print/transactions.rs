//! `CALL { .. } IN TRANSACTIONS`.

use super::{Out, Printer};
use crate::ast::*;

impl<O: Out> Printer<'_, O> {
    pub(super) fn transactions(&mut self, transactions: &Transactions) {
        self.push(" IN ");
        match &transactions.concurrency {
            None => {}
            Some(Concurrency::Some) => self.push("CONCURRENT "),
            Some(Concurrency::Of(count)) => {
                self.expression(count);
                self.push(" CONCURRENT ");
            }
        }
        self.push("TRANSACTIONS");
        if let Some(rows) = &transactions.rows {
            self.push(" OF ");
            self.expression(rows);
            self.push(" ROWS");
        }
        match &transactions.on_error {
            None => {}
            Some(OnError::Then(after)) => {
                self.push(" ON ERROR ");
                self.after_error(*after);
            }
            Some(OnError::Retry { seconds, then }) => {
                self.push(" ON ERROR RETRY");
                if let Some(seconds) = seconds {
                    self.push(" FOR ");
                    self.expression(seconds);
                    self.push(" SECONDS");
                }
                if let Some(then) = then {
                    self.push(" THEN ");
                    self.after_error(*then);
                }
            }
        }
        if let Some(status) = &transactions.status {
            self.push(" REPORT STATUS AS ");
            self.name(status);
        }
    }

    fn after_error(&mut self, after: AfterError) {
        self.push(match after {
            AfterError::Continue => "CONTINUE",
            AfterError::Break => "BREAK",
            AfterError::Fail => "FAIL",
        });
    }
}
