//! The evaluator as judges of claims ask it.

use graphlance_case::{Answer, Evaluator, NoAnswer};
use graphlance_cypher::Statement;
use graphlance_graph::Graph;

use crate::{Failure, Options, evaluate};

/// The reference under these options.
impl Evaluator for Options {
    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, NoAnswer> {
        match evaluate(graph, statement, self) {
            Ok(answer) => Ok(Answer { returns: answer.returns, graph: answer.graph }),
            Err(Failure::Raised(error)) => Err(NoAnswer::Raised(error.to_string())),
            Err(other) => Err(NoAnswer::Undecided(other.to_string())),
        }
    }
}
