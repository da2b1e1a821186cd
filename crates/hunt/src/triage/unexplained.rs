//! Reducing what no known cause explains: a smaller case that fails only as a cause foretells which is switched on has lost what
//! was to be found.

use std::sync::Arc;

use graphlance_case::{Case, Statement};
use graphlance_engines::TargetError;
use graphlance_graph::{Graph, Returns};
use graphlance_shrink::{Failure, OnTarget, Outcome, Trial};

use super::Triage;
use crate::progress::lock;
use crate::session::Session;

impl<'a> Triage<'a> {
    /// Says of a failure whether causes explain it that are switched on.
    pub(super) fn explained(&self, session: &Session) -> impl Fn(&Failure) -> bool + use<'a> {
        let campaign = self.campaign;
        let (dialect, evaluator) = (session.dialect().clone(), Arc::clone(session.evaluator()));
        let target = session.target().to_owned();
        move |failure| {
            let behind = lock(&campaign.behind);
            !behind.is_empty() && behind.explains(&target, failure, &dialect, evaluator.as_ref()).is_some()
        }
    }
}

/// Tries what a target's trial tries, and dismisses what is known.
pub(super) struct Unexplained<'a> {
    pub(super) target: OnTarget<'a>,
    pub(super) is_known: &'a dyn Fn(&Failure) -> bool,
}

impl Trial for Unexplained<'_> {
    fn derived(&self, candidate: Case) -> Vec<Case> {
        self.target.derived(candidate)
    }

    fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
        Ok(match self.target.try_case(candidate)? {
            Outcome::Same(failure) | Outcome::Other(failure) if (self.is_known)(&failure) => Outcome::Gone,
            outcome => outcome,
        })
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
