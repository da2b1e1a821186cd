//! What the measuring of liveness asks of a language: statements with one part neutralised, and questions about the rows
//! between parts.

use graphlance_graph::Row;

use super::Statement;

/// What is compared of the answers with and without a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// The rows, in any order.
    Rows,
    /// The rows as a sequence.
    Sequence,
}

/// A way to neutralise one kind of part of a statement: to drop it, or to make it say nothing.
pub struct Neutralisation {
    /// The kind of part, and how it is neutralised where that is no plain dropping.
    pub name: &'static str,
    /// What is compared.
    pub compared: Compared,
    /// Gives the statement with each part of the kind neutralised in turn.
    pub make: Box<Make>,
}

/// A kind of question about the rows between the parts of a statement.
pub struct Question {
    /// What is asked.
    pub name: &'static str,
    /// Gives the statements to evaluate in the place of the one that is asked about, one for each place in it.
    pub ask: Box<Make>,
    /// What the rows of one of them say.
    pub reading: Reading,
}

/// Makes statements of one.
pub type Make = dyn Fn(&Statement) -> Vec<Statement>;

/// What rows say; none where they say nothing.
#[derive(Clone, Copy, Debug)]
pub enum Reading {
    /// Whether something holds.
    Holds(fn(&[Row]) -> Option<bool>),
    /// A number.
    Number(fn(&[Row]) -> Option<u64>),
}
