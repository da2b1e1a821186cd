//! Answers under several arrangements: what they agree in is the answer, what they differ in is open.

use graphlance_case::{Answer, Opinion, opinion};
use graphlance_cypher::Statement;
use graphlance_graph::{CompareOptions, Graph, Latitude, Returns, same_graph};

use super::Naive;
use crate::{Failure, OpenAnswers};

/// How many arrangements are tried.
const ARRANGEMENTS: u64 = 3;
/// How far floats may differ that were added up in another order.
pub(crate) const ULPS: u32 = 64;

impl Naive {
    /// The answer to a statement on a graph, which stays as it is.
    ///
    /// Errors: as [`crate::evaluate`]; [`Failure::Unspecified`] where two orders that the language admits lead to different
    /// answers and no claim of a table allows both.
    pub fn evaluate(&self, graph: &Graph, statement: &Statement) -> Result<Answer, Failure> {
        let first = self.admissible(graph, statement, 0);
        if self.options.open == OpenAnswers::Choose {
            return first;
        }
        let mut answer = match first {
            Ok(answer) => answer,
            Err(raised @ Failure::Raised(_)) => return self.raises(graph, statement, raised),
            Err(other) => return Err(other),
        };
        for arrangement in 1..ARRANGEMENTS {
            let other = match self.admissible(graph, statement, arrangement) {
                Ok(other) => other,
                Err(Failure::Raised(_)) => return Err(differs("whether it raises an error")),
                Err(other) => return Err(other),
            };
            answer.returns = common(answer.returns, &other.returns).ok_or_else(|| differs("the rows"))?;
            if let (Some(ours), Some(theirs)) = (&answer.graph, &other.graph)
                && same_graph(ours, theirs, &CompareOptions::default()).is_err()
            {
                return Err(differs("the graph afterwards"));
            }
        }
        Ok(answer)
    }

    /// The error that is raised under every arrangement.
    fn raises(&self, graph: &Graph, statement: &Statement, raised: Failure) -> Result<Answer, Failure> {
        for arrangement in 1..ARRANGEMENTS {
            match self.admissible(graph, statement, arrangement) {
                Err(Failure::Raised(_)) => {}
                Ok(_) => return Err(differs("whether it raises an error")),
                Err(other) => return Err(other),
            }
        }
        Err(raised)
    }

    /// Refuses departures from the language that the naive evaluator does not know.
    pub(super) fn refuse_deviations(&self) -> Result<(), Failure> {
        if !self.options.departures.is_empty() {
            return Err(Failure::Unknown("departures of the reference".into()));
        }
        Ok(())
    }
}

/// The claim that allows both tables, if there is one: the same rows, with lists in any order or floats within a latitude
/// where nothing less does.
fn common(ours: Returns, theirs: &Returns) -> Option<Returns> {
    let agree = |claim: &Returns| opinion::agreement(claim, theirs) == Opinion::Confirmed;
    if ours.columns.len() != theirs.columns.len() || agree(&ours) {
        return agree(&ours).then_some(ours);
    }
    let mut claim = ours;
    for column in &mut claim.columns {
        column.latitude = Latitude::Ulps(ULPS);
    }
    if agree(&claim) {
        return Some(claim);
    }
    for column in &mut claim.columns {
        column.unordered_lists = true;
    }
    agree(&claim).then_some(claim)
}

fn differs(what: &str) -> Failure {
    Failure::Unspecified(format!("{what} under two orders that the language admits"))
}
