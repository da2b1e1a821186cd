//! The parser: a hand-written lexer, recursive descent for clauses and patterns, precedence climbing for expressions.
//!
//! It reads openCypher 9 and everything else the syntax tree can hold. Precedence, from loosest to tightest (the
//! openCypher grammar of 2023 and the precedence scenarios of its TCK): OR, XOR, AND, NOT, comparison chains,
//! IN / STARTS WITH / ENDS WITH / CONTAINS / =~ / IS NULL, `+ - ||`, `* / %`, `^`, sign, labels, `.key [index]
//! {projection}`. All binary operators are left-associative, `^` too.

mod case;
mod clause;
mod composed;
mod cursor;
mod error;
mod expression;
mod hint;
mod lexer;
mod literal;
mod lookahead;
mod parameters;
mod pattern;
mod primary;
mod projection;
mod schema;
mod transactions;
mod types;
mod update;

pub use error::{Obstacle, ParseError};

use crate::ast::{Expression, Query, Statement};
use cursor::{Cursor, Parsed};
use graphlance_graph::Name;

/// The deepest nesting of brackets, subqueries and prefix operators.
pub const NESTING_LIMIT: usize = 200;

/// The greatest height of an expression tree. It bounds chains (`a + b + c ..`), which nest in the tree but not in the
/// text, so that recursive functions over a parsed tree need no more than a small stack.
pub const HEIGHT_LIMIT: usize = 1000;

/// Parses one statement, which may end with a semicolon.
pub fn parse(text: &str) -> Result<Statement, ParseError> {
    whole(text, |cursor| {
        let statement = cursor.statement()?;
        cursor.accept(lexer::Kind::Semicolon);
        Ok(statement)
    })
}

/// The values of parameters that stand in front of a statement, and what is behind them; none where there are none. What is behind
/// them need not be understood.
pub fn given(text: &str) -> Option<(Vec<(Name, Expression)>, &str)> {
    let begins = text.trim_start();
    if !begins.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("CYPHER")) {
        return None;
    }
    let mut cursor = Cursor::new(text, lexer::tokens(text).ok()?);
    let parameters = cursor.parameters().ok().filter(|parameters| !parameters.is_empty())?;
    Some((parameters, text.get(cursor.offset()..)?))
}

/// Parses one query.
pub fn parse_query(text: &str) -> Result<Query, ParseError> {
    whole(text, |cursor| {
        let query = cursor.query()?;
        cursor.accept(lexer::Kind::Semicolon);
        Ok(query)
    })
}

/// Parses one expression.
pub fn parse_expression(text: &str) -> Result<Expression, ParseError> {
    whole(text, |cursor| cursor.expression())
}

fn whole<T>(text: &str, read: impl FnOnce(&mut Cursor<'_>) -> Parsed<T>) -> Result<T, ParseError> {
    let read_all = || {
        let mut cursor = Cursor::new(text, lexer::tokens(text)?);
        let tree = read(&mut cursor)?;
        cursor.expect_end()?;
        Ok(tree)
    };
    read_all().map_err(|trouble: error::Trouble| trouble.locate(text))
}

#[cfg(test)]
mod tests;
