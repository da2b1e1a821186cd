//! What a second opinion is asked of: the reference evaluator, behind a trait.

use std::fmt;
use std::sync::Arc;

use graphlance_graph::{Counters, Graph, Name, Returns, Row};

use crate::Statement;

/// Says what a statement must answer, and what graph it leaves.
pub trait Evaluator: Send + Sync {
    /// The answer to a statement on a graph, which stays as it is.
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer>;

    /// What a statement that led from one graph to the other must be said to have changed: those kinds of which the graphs tell
    /// the number, whatever came and went between them.
    fn counters(&self, _before: &Graph, _statement: &Statement, _after: &Graph) -> Counters {
        Counters::default()
    }

    /// A graph as a target gives it back when all of it is asked for: a departure may be of what comes back, and not of what is
    /// there.
    fn read_back(&self, graph: Graph) -> Graph {
        graph
    }

    /// The rows after each part of a statement, for a reader; nothing where they cannot be told.
    fn trace(&self, _graph: &Graph, _statement: &Statement) -> Vec<PartTrace> {
        Vec::new()
    }

    /// Whether a statement has a text of its own and is no error before it runs.
    fn is_valid(&self, _statement: &Statement) -> bool {
        true
    }

    /// Whether a valid statement asks a graph nothing that engines may answer in their own way.
    fn is_plain(&self, _graph: &Graph, _statement: &Statement) -> bool {
        true
    }

    /// Whether no expression of a statement can raise an error, whichever elements an engine evaluates it on and whenever.
    fn raises_nowhere(&self, _graph: &Graph, _statement: &Statement) -> bool {
        true
    }

    /// Whether a statement that raises an error does so in whatever order it is executed, because nothing of it can be left
    /// out that raises the error.
    fn raises_surely(&self, _graph: &Graph, _statement: &Statement) -> bool {
        true
    }

    /// Whether a target may refuse a statement before it runs though it has an answer, because its text shows a value of a wrong
    /// type which nothing computes.
    fn may_be_refused(&self, _statement: &Statement) -> bool {
        false
    }

    /// Each single departure from what this evaluator holds for right that may explain a wrong answer, those that are told of
    /// engines more often first.
    fn departures(&self) -> Vec<Departure> {
        Vec::new()
    }

    /// The evaluator that follows these departures together, by their names; none where it does not know them all.
    fn departing(&self, _names: &[&str]) -> Option<Arc<dyn Evaluator>> {
        None
    }

    /// The evaluator that gives one of the answers where the language leaves several open; none where it knows
    /// only such as are due.
    fn choosing(&self) -> Option<Arc<dyn Evaluator>> {
        None
    }

    /// A statement whose answer a departure changes, and a graph for it; none where nobody has thought of one.
    fn example(&self, _departure: &str) -> Option<(Graph, Statement)> {
        None
    }

    /// Whether a departure may change the answer to a statement, as far as its text shows.
    fn is_touched(&self, _statement: &Statement, _departure: &str) -> bool {
        true
    }

    /// Whether an answer may come of a departure: an error of this text, or rows where there is none.
    fn may_give(&self, _departure: &str, _error: Option<&str>) -> bool {
        true
    }
}

/// What a statement must give.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The table. A statement without RETURN gives no column and no row.
    pub returns: Returns,
    /// The graph afterwards, when the statement writes.
    pub graph: Option<Graph>,
}

/// A wrong rule that an engine may follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Names it, e.g. `field = value` of a deviation.
    pub name: String,
    /// What then holds, for people: "the answer is as if ..".
    pub sentence: &'static str,
    /// The fault of which this is one of several faces: findings of them are one bug. None where it is by itself.
    pub root: Option<&'static str>,
}

/// The rows after a part of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct PartTrace {
    /// The text of the part.
    pub clause: String,
    /// The columns.
    pub columns: Vec<Name>,
    /// The rows.
    pub rows: Vec<Row>,
    /// What its expressions came to for each row before it, where that is telling.
    pub values: Option<ValueTrace>,
}

/// Values of the expressions within a part of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueTrace {
    /// The texts of the expressions.
    pub expressions: Vec<Name>,
    /// A row of their values for each row before the part.
    pub rows: Vec<Row>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The statement must raise this error.
    Raised(String),
    /// By a wrong rule the target refuses it, with an error that has one of these words.
    Refused(Vec<String>),
    /// The language leaves the answer open, or the evaluator cannot tell it.
    Undecided(String),
}

/// How the reason begins for which there is no answer where the language leaves it open.
pub const LEFT_OPEN: &str = "unspecified";

impl fmt::Display for NoAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAnswer::Raised(reason) | NoAnswer::Undecided(reason) => formatter.write_str(reason),
            NoAnswer::Refused(words) => write!(formatter, "an error that says `{}`", words.join("` or `")),
        }
    }
}

/// The evaluator of a language that has none.
pub(crate) struct Undecided;

impl Evaluator for Undecided {
    fn evaluate(&self, _: &Graph, _: &Statement) -> Result<Answer, NoAnswer> {
        Err(NoAnswer::Undecided("the language has no evaluator".to_owned()))
    }
}
