//! The claim that a graph is loaded.

use graphlance_graph::{CompareOptions, Graph, graph_compare};

use super::{Behaviour, Reread};
use crate::judge::first_line;
use crate::{
    Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, Load, NoAnswer, Opinion, Response, Statement,
    Verdict,
};

/// After loading, the database holds exactly the case's graph: step 0 reads it back.
pub(super) struct Loads;

impl Behaviour for Loads {
    fn judge(&self, case: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        let Some(Response::Graph(actual)) = responses.first() else {
            return Verdict::Inconclusive(Doubt::NoGraph(0));
        };
        match graph_compare::same_graph(&case.graph, actual, &dialect.comparison()) {
            Ok(()) => Verdict::Pass { vacuous: case.graph.node_count() == 0 && actual.node_count() == 0 },
            Err(difference) => Verdict::Fail(Evidence {
                class: FailureClass::Load,
                step: 0,
                summary: first_line(&difference.to_string()),
                difference: None,
            }),
        }
    }

    fn steps(&self, _: &Case) -> Vec<usize> {
        Vec::new()
    }

    fn restated(&self, _: &Case, _: &dyn Evaluator) -> Result<Claim, NoAnswer> {
        Ok(Claim::Loads)
    }

    fn opinion(&self, case: &Case, _: &Reread<'_>, evaluator: &dyn Evaluator) -> Opinion {
        let Load::Script(script) = &case.load else { return Opinion::Confirmed };
        let state = match after_script(script, evaluator) {
            Ok(state) => state,
            Err(none) => return none.into(),
        };
        match graph_compare::same_graph(&case.graph, &state, &CompareOptions::default()) {
            Ok(()) => Opinion::Confirmed,
            Err(difference) => Opinion::Denied(format!("the script leaves another graph: {difference}")),
        }
    }

    fn without(&self, step: usize) -> Option<Claim> {
        (step != 0).then_some(Claim::Loads)
    }

    fn is_about_loading(&self) -> bool {
        true
    }

    fn subject(&self, _: &Case) -> &'static str {
        "Loading a graph"
    }

    fn graph<'a>(&self, case: &'a Case, _: &'a [Response]) -> Option<&'a Graph> {
        Some(&case.graph)
    }

    fn wanted(&self) -> &'static str {
        "The database holds the graph above."
    }
}

/// The graph that a loading script leaves, by the evaluator. Errors: why it has none.
pub fn after_script(script: &[Statement], evaluator: &dyn Evaluator) -> Result<Graph, NoAnswer> {
    let mut state = Graph::new();
    for statement in script {
        if let Some(after) = evaluator.evaluate(&state, statement)?.graph {
            state = after;
        }
    }
    Ok(state)
}
