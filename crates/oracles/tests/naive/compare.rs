//! The reference against the naive evaluator on one statement.

use graphlance_case::Answer;
use graphlance_case::opinion::sample;
use graphlance_cypher::{Dialect, Statement, print};
use graphlance_graph::{CompareOptions, Graph, Order, Returns, compare, same_graph};
use graphlance_reference::naive::Naive;
use graphlance_reference::{Failure, Options, evaluate};

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Both have the same answer; whether it has rows or changes the graph.
    Agree { telling: bool },
    /// One of them does not decide, for this reason.
    Undecided(String),
    /// The reference has one answer where orders that the language admits lead to several.
    Overclaimed(String),
    /// The answers differ.
    Differ(String),
}

/// The orders that the language admits, as many as are tried on each statement.
const ARRANGEMENTS: u64 = 3;

/// A statement on a graph, with what the reference says of it.
pub struct Question<'q> {
    graph: &'q Graph,
    statement: &'q Statement,
    expected: Result<Answer, Failure>,
}

impl<'q> Question<'q> {
    /// Asks the reference. Errors: why it does not decide.
    pub fn ask(graph: &'q Graph, statement: &'q Statement) -> Result<Question<'q>, Outcome> {
        match evaluate(graph, statement, &Options::default()) {
            expected @ (Ok(_) | Err(Failure::Raised(_))) => Ok(Question { graph, statement, expected }),
            Err(other) => Err(Outcome::Undecided(format!("reference: {other}"))),
        }
    }

    /// Compares under all arrangements: whatever order the naive evaluator follows, its answer must be one that the
    /// reference allows, and in one of them its claim must allow the reference's answer.
    pub fn compare(&self, naive: &Naive) -> Outcome {
        for arrangement in 0..ARRANGEMENTS {
            match self.under(naive, arrangement) {
                Outcome::Agree { .. } => {}
                Outcome::Differ(how) => {
                    return match naive.evaluate(self.graph, self.statement) {
                        Err(Failure::Unspecified(_)) => Outcome::Overclaimed(how),
                        _ => Outcome::Differ(how),
                    };
                }
                other => return other,
            }
        }
        Outcome::Agree { telling: self.is_telling() }
    }

    /// Compares under one arrangement.
    pub fn under(&self, naive: &Naive, arrangement: u64) -> Outcome {
        let found = naive.admissible(self.graph, self.statement, arrangement);
        let what = match (&self.expected, &found) {
            (_, Err(failure)) if !matches!(failure, Failure::Raised(_)) => {
                return Outcome::Undecided(format!("naive: {failure}"));
            }
            (Err(_), Err(_)) => None,
            (Ok(expected), Ok(found)) => difference(expected, found, arrangement == 0),
            _ => Some("one raises an error".to_owned()),
        };
        let Some(what) = what else { return Outcome::Agree { telling: self.is_telling() } };
        let text = print(self.statement, &Dialect::standard());
        let graph = serde_json::to_string(self.graph).expect("a graph");
        let (expected, found) = (in_short(&self.expected), in_short(&found));
        Outcome::Differ(format!(
            "arrangement {arrangement}: {what}\n  {text}\nreference {expected}\nnaive {found}\non {graph}"
        ))
    }

    /// Whether the answer has rows, changes the graph, or is an error.
    fn is_telling(&self) -> bool {
        let Ok(expected) = &self.expected else { return true };
        !expected.returns.rows.is_empty() || expected.graph.as_ref().is_some_and(|after| after != self.graph)
    }
}

fn in_short(answer: &Result<Answer, Failure>) -> String {
    match answer {
        Ok(answer) => format!("{:?} {:?}", answer.returns.rows, answer.returns.order),
        Err(failure) => failure.to_string(),
    }
}

/// What the answers differ in; `both_ways` when the naive claim, too, must allow the reference's table.
fn difference(expected: &Answer, found: &Answer, both_ways: bool) -> Option<String> {
    let options = CompareOptions::default();
    let (table, other) = (&expected.returns, &found.returns);
    if let Err(difference) = compare(table, &sample(other), &options) {
        return Some(format!("tables differ: {difference:?}"));
    }
    if let (Order::Sorted { .. }, Order::Bag) = (&table.order, &other.order)
        && table.rows.len() > 1
    {
        return Some("the reference promises an order".to_owned());
    }
    let claim = Returns { columns: table.columns.clone(), ..other.clone() };
    if both_ways && let Err(difference) = compare(&claim, &sample(table), &options) {
        return Some(format!("the reference allows more: {difference:?}"));
    }
    match (&expected.graph, &found.graph) {
        (Some(ours), Some(theirs)) => {
            let difference = same_graph(ours, theirs, &options).err()?;
            Some(format!("graphs differ: {difference:?}"))
        }
        (ours, theirs) => (ours.is_some() != theirs.is_some()).then(|| "only one has written".to_owned()),
    }
}
