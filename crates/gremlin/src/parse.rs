//! The parser of gremlin-lang: a hand-written lexer and recursive descent.
//!
//! It reads what the grammars of TinkerPop 3.5 to 3.8 read, and of 4.0 the literals of characters. What a step takes stands in
//! the table of steps: a bare word such as `local` is read as what the step in front of it may take there, and arguments that fit
//! none of its forms are an error at that step. Which versions have a statement is another question ([`crate::ast`] holds them
//! all).

mod argument;
mod cursor;
mod error;
mod lexer;
mod literal;
mod predicate;
mod step;
mod words;

pub use error::{Obstacle, ParseError};
pub(crate) use step::Chain;
pub use words::is_word;

use crate::ast::{Statement, Traversal};
use cursor::{Cursor, Parsed};

/// The deepest nesting of brackets.
pub const NESTING_LIMIT: usize = 200;

/// Parses one statement, which may end with a semicolon.
pub fn parse(text: &str) -> Result<Statement, ParseError> {
    whole(text, |cursor| {
        let statement = cursor.statement()?;
        cursor.accept(lexer::Kind::Semicolon);
        Ok(statement)
    })
}

/// Parses one anonymous traversal, with or without `__.` in front.
pub fn parse_traversal(text: &str) -> Result<Traversal, ParseError> {
    whole(text, |cursor| cursor.anonymous())
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
