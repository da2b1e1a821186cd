//! Trying the candidates of a reduction on a target in another way than its own.

use graphlance_case::{Case, Statement};
use graphlance_engines::TargetError;
use graphlance_graph::{Graph, Returns};
use graphlance_shrink::{OnTarget, Outcome, Trial};

/// A trial on a target in which `attempt` says what comes of a candidate.
pub(crate) struct Trying<'a, A> {
    pub(crate) target: OnTarget<'a>,
    pub(crate) attempt: A,
}

impl<'a, A> Trial for Trying<'a, A>
where
    A: FnMut(&mut OnTarget<'a>, &Case) -> Result<Outcome, TargetError>,
{
    fn derived(&self, candidate: Case) -> Vec<Case> {
        self.target.derived(candidate)
    }

    fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
        (self.attempt)(&mut self.target, candidate)
    }

    fn evaluate(&self, graph: &Graph, statement: &Statement) -> Option<Returns> {
        self.target.evaluate(graph, statement)
    }

    fn after_script(&self, script: &[Statement]) -> Option<Graph> {
        self.target.after_script(script)
    }

    fn graph_before(&self, case: &Case, step: usize) -> Option<Graph> {
        self.target.graph_before(case, step)
    }
}
