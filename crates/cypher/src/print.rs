//! The printer: text of a tree in a target's dialect.
//!
//! Printing is total: every tree has a text, and a tree in the normal form that [`crate::ast`] documents has one that
//! parses back to the same tree. Only the parentheses that precedence needs are written, because some engines take
//! exponential time with nested ones.

mod clause;
mod expression;
mod hint;
mod literal;
mod pattern;
mod schema;
mod tables;
mod transactions;
mod types;

use std::fmt;

use crate::ast::{Clause, Expression, Pattern, Query, Statement};
use crate::dialect::{Dialect, Parentheses};

pub use tables::table_definitions;

/// The text of a statement in a dialect, on one line.
pub fn print(statement: &Statement, dialect: &Dialect) -> String {
    printed(dialect, 512, |printer| printer.statement(statement))
}

/// The text of a statement with each clause of the outermost query on a line of its own, for people.
pub fn print_lines(statement: &Statement, dialect: &Dialect) -> String {
    printed(dialect, 512, |printer| {
        printer.separator = "\n";
        printer.statement(statement);
    })
}

/// The text of a query.
pub fn print_query(query: &Query, dialect: &Dialect) -> String {
    printed(dialect, 512, |printer| printer.query(query))
}

/// The text of a clause.
pub fn print_clause(clause: &Clause, dialect: &Dialect) -> String {
    printed(dialect, 128, |printer| printer.clause(clause))
}

/// The text of a pattern.
pub fn print_pattern(pattern: &Pattern, dialect: &Dialect) -> String {
    printed(dialect, 64, |printer| printer.pattern(pattern))
}

/// The text of an expression.
pub fn print_expression(expression: &Expression, dialect: &Dialect) -> String {
    printed(dialect, 64, |printer| printer.expression(expression))
}

/// The length of the text of a statement, without the text.
pub(crate) fn length(statement: &Statement, dialect: &Dialect) -> Length {
    written(dialect, Length::default(), |printer| printer.statement(statement))
}

/// The length of the text of a pattern, without the text.
pub(crate) fn pattern_length(pattern: &Pattern, dialect: &Dialect) -> Length {
    written(dialect, Length::default(), |printer| printer.pattern(pattern))
}

/// The length of the text of an expression, without the text.
pub(crate) fn expression_length(expression: &Expression, dialect: &Dialect) -> Length {
    written(dialect, Length::default(), |printer| printer.expression(expression))
}

fn printed(dialect: &Dialect, capacity: usize, write: impl FnOnce(&mut Printer<'_, String>)) -> String {
    written(dialect, String::with_capacity(capacity), write)
}

fn written<'a, O: Out>(dialect: &'a Dialect, out: O, write: impl FnOnce(&mut Printer<'a, O>)) -> O {
    let guarded = dialect.printing.parentheses == Parentheses::Guarded;
    let mut printer = Printer { out, dialect, guarded, separator: " " };
    write(&mut printer);
    printer.out
}

/// Where a text goes. Writing to it does not fail.
trait Out: fmt::Write {
    fn push(&mut self, character: char);
    fn push_str(&mut self, text: &str);
}

impl Out for String {
    fn push(&mut self, character: char) {
        self.push(character);
    }

    fn push_str(&mut self, text: &str) {
        self.push_str(text);
    }
}

/// How long a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Length {
    /// In bytes.
    pub bytes: usize,
    /// In Unicode scalar values.
    pub characters: usize,
}

impl Out for Length {
    fn push(&mut self, character: char) {
        self.bytes += character.len_utf8();
        self.characters += 1;
    }

    fn push_str(&mut self, text: &str) {
        self.bytes += text.len();
        self.characters += text.chars().count();
    }
}

impl fmt::Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

/// The text so far and how to go on.
struct Printer<'a, O> {
    out: O,
    dialect: &'a Dialect,
    guarded: bool,
    /// What stands between the clauses of the query being written.
    separator: &'static str,
}

impl<O: Out> Printer<'_, O> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes items with `separator` between them.
    fn joined<T>(&mut self, items: &[T], separator: &str, mut write: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.push(separator);
            }
            write(self, item);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Query(query) => {
                self.parameters(&query.parameters);
                self.query(query);
            }
            Statement::Schema(command) => self.schema_command(command),
        }
    }
}

#[cfg(test)]
mod tests;
