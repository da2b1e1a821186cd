//! The printer: text of a tree in a target's dialect.
//!
//! Printing is total: every tree has a text, and a tree in the normal form that [`crate::ast`] documents has one that
//! parses back to the same tree. Only the parentheses that precedence needs are written, because some engines take
//! exponential time with nested ones.

mod clause;
mod expression;
mod literal;
mod pattern;
mod schema;
mod tables;

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

fn printed(dialect: &Dialect, capacity: usize, write: impl FnOnce(&mut Printer<'_>)) -> String {
    let mut printer = Printer {
        out: String::with_capacity(capacity),
        dialect,
        guarded: dialect.printing.parentheses == Parentheses::Guarded,
        separator: " ",
    };
    write(&mut printer);
    printer.out
}

/// The text so far and how to go on.
struct Printer<'a> {
    out: String,
    dialect: &'a Dialect,
    guarded: bool,
    /// What stands between the clauses of the query being written.
    separator: &'static str,
}

impl Printer<'_> {
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
            Statement::Query(query) => self.query(query),
            Statement::Schema(command) => self.schema_command(command),
        }
    }
}

#[cfg(test)]
mod tests;
