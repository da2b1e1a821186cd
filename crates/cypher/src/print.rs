//! The printer.

use crate::{Dialect, Statement};

/// The text of a statement in a dialect.
pub fn print(_statement: &Statement, _dialect: &Dialect) -> String {
    String::new()
}
