//! The claim that a graph is loaded.

use std::borrow::Cow;
use std::sync::Arc;

use graphlance_graph::{CompareOptions, Graph, Table, Value, graph_compare};

use super::{Behaviour, Reread, sides};
use crate::judge::first_line;
use crate::{
    Act, Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, Load, NoAnswer, Opinion, Response, Statement,
    Step, Verdict,
};

/// After loading, the database holds exactly the case's graph: step 0 reads it back. Of a graph that is too large for that, the
/// steps count the nodes and the relationships.
pub(super) struct Loads;

impl Behaviour for Loads {
    fn judge(&self, case: &Case, responses: &[Response], dialect: &Dialect) -> Verdict {
        if let [Response::Table(nodes), Response::Table(relationships)] = responses {
            return judge_counts(&case.graph, [nodes, relationships]);
        }
        let Some(Response::Graph(actual)) = responses.first() else {
            return Verdict::Inconclusive(Doubt::NoGraph(0));
        };
        match graph_compare::same_graph(&case.graph, actual, &dialect.comparison()) {
            Ok(()) => Verdict::Pass { vacuous: case.graph.node_count() == 0 && actual.node_count() == 0 },
            Err(difference) => differs(0, first_line(&difference.to_string())),
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

    /// Each statement of the script by itself, on the graph that those before it leave; where there is no script, the one that
    /// creates the graph.
    fn accused(&self, case: &Case, _: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Vec<Case> {
        let script: Cow<'_, [Statement]> = match &case.load {
            Load::Script(script) => Cow::Borrowed(script.as_slice()),
            Load::Create if case.graph.formula().is_some() => return Vec::new(),
            Load::Create => Cow::Owned(dialect.language().creation(&case.graph).into_iter().collect()),
        };
        (0..script.len()).filter_map(|at| statement_of_script(&script, at, case, evaluator)).collect()
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

fn differs(step: usize, summary: String) -> Verdict {
    Verdict::Fail(Evidence { class: FailureClass::Load, step, summary, difference: None })
}

/// Whether there are as many nodes and relationships as there should be.
fn judge_counts(graph: &Graph, counted: [&Table; 2]) -> Verdict {
    let due = [("nodes", graph.node_count()), ("relationships", graph.relationship_count())];
    for (step, ((kind, due), table)) in due.into_iter().zip(counted).enumerate() {
        let [row] = table.rows.as_slice() else { return Verdict::Inconclusive(Doubt::NoGraph(step)) };
        let [Value::Integer(count)] = row.as_slice() else { return Verdict::Inconclusive(Doubt::NoGraph(step)) };
        if i64::try_from(due) != Ok(*count) {
            return differs(step, format!("{count} {kind} in place of {due}"));
        }
    }
    Verdict::Pass { vacuous: graph.node_count() == 0 }
}

/// The case of a statement of a loading script: it leaves what it leaves by the evaluator. None where that has no answer.
fn statement_of_script(script: &[Statement], at: usize, case: &Case, evaluator: &dyn Evaluator) -> Option<Case> {
    let (before, rest) = script.split_at(at);
    let statement = rest.first()?;
    let mut graph = after_script(before, evaluator).ok()?;
    graph.schema = case.graph.schema.clone();
    let steps = vec![Step::run(statement.clone()), Act::Snapshot.into()];
    let alone = Case { graph: Arc::new(graph), load: Load::Create, steps, ..case.clone() };
    sides::up_to(&[0], 0, &alone, evaluator)
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
