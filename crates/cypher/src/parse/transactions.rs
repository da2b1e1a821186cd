//! `CALL { .. } IN TRANSACTIONS`.

use super::cursor::{Cursor, Parsed};
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;

impl Cursor<'_> {
    /// What stands behind the IN of a `CALL { } IN TRANSACTIONS`.
    pub(super) fn transactions(&mut self) -> Parsed<Transactions> {
        let mut made = Transactions::default();
        let here = self.position();
        let at_end = |cursor: &Self, at| cursor.is_text_at(at, "TRANSACTION") || cursor.is_text_at(at, "TRANSACTIONS");
        // The words are names as well.
        if !at_end(self, here) || self.is_text_at(here + 1, "CONCURRENT") {
            let alone = at_end(self, here + 1) && self.accept_text(&["CONCURRENT"]);
            let concurrency =
                if alone { Concurrency::Some } else { Concurrency::Of(self.counted("CONCURRENT", "CONCURRENT")?) };
            made.concurrency = Some(concurrency);
        }
        if !self.accept_either("TRANSACTION", "TRANSACTIONS") {
            return Err(self.unexpected("TRANSACTIONS"));
        }
        loop {
            if made.rows.is_none() && self.accept_word(Keyword::Of) {
                made.rows = Some(self.counted("ROW", "ROWS")?);
            } else if made.on_error.is_none() && self.accept_word(Keyword::On) {
                made.on_error = Some(self.on_error()?);
            } else if made.status.is_none() && self.accept_text(&["REPORT"]) {
                if !self.accept_text(&["STATUS"]) {
                    return Err(self.unexpected("STATUS"));
                }
                self.expect_word(Keyword::As)?;
                made.status = Some(self.variable()?);
            } else {
                return Ok(made);
            }
        }
    }

    /// An expression and the word for what it counts.
    fn counted(&mut self, one: &'static str, many: &'static str) -> Parsed<Expression> {
        let count = self.expression()?;
        if self.accept_either(one, many) { Ok(count) } else { Err(self.unexpected(many)) }
    }

    fn on_error(&mut self) -> Parsed<OnError> {
        if !self.accept_text(&["ERROR"]) {
            return Err(self.unexpected("ERROR"));
        }
        if !self.accept_text(&["RETRY"]) {
            return Ok(OnError::Then(self.after_error()?));
        }
        let mut seconds = None;
        let counts = matches!(self.kind(), Kind::Integer | Kind::Float | Kind::Dollar);
        if self.accept_word(Keyword::For) || counts {
            let count = self.expression()?;
            if !self.accept_text(&["SEC"]) && !self.accept_either("SECOND", "SECONDS") {
                return Err(self.unexpected("SECONDS"));
            }
            seconds = Some(count);
        }
        let then = if self.accept_word(Keyword::Then) { Some(self.after_error()?) } else { None };
        Ok(OnError::Retry { seconds, then })
    }

    fn after_error(&mut self) -> Parsed<AfterError> {
        if self.accept_text(&["CONTINUE"]) {
            Ok(AfterError::Continue)
        } else if self.accept_text(&["BREAK"]) {
            Ok(AfterError::Break)
        } else if self.accept_text(&["FAIL"]) {
            Ok(AfterError::Fail)
        } else {
            Err(self.unexpected("CONTINUE, BREAK or FAIL"))
        }
    }
}
