//! A statement with what must come of it.

use graphlance_cypher::Query;
use graphlance_graph::Returns;

use crate::techniques::Techniques;

/// A statement with what the reference says it returns.
#[derive(Clone, Debug)]
pub struct Made {
    /// The statement.
    pub query: Query,
    /// What must come of it.
    pub expected: Expected,
    /// How many clauses its parts have.
    pub clauses: usize,
    /// What was made use of.
    pub techniques: Techniques,
}

/// What must come of a statement.
#[derive(Clone, Debug)]
pub enum Expected {
    /// These rows.
    Rows(Returns),
    /// An error, in the words of the reference.
    Error(String),
}
