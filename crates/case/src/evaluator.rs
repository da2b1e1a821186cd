//! What a second opinion is asked of: the reference evaluator, behind a trait.

use std::fmt;

use graphlance_cypher::Statement;
use graphlance_graph::{Graph, Returns};

/// Says what a statement must answer, and what graph it leaves.
pub trait Evaluator {
    /// The answer to a statement on a graph, which stays as it is.
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer>;
}

/// What a statement must give.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The table. A statement without RETURN gives no column and no row.
    pub returns: Returns,
    /// The graph afterwards, when the statement writes.
    pub graph: Option<Graph>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The statement must raise this error.
    Raised(String),
    /// The language leaves the answer open, or the evaluator cannot tell it.
    Undecided(String),
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAnswer::Raised(reason) | NoAnswer::Undecided(reason) => formatter.write_str(reason),
        }
    }
}
