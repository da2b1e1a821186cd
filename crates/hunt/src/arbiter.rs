//! The second opinion: the reference evaluates what was printed and parsed again, and agrees with the claim or denies it.

use graphlance_cypher::{Dialect, Statement, parse};
use graphlance_graph::table::{self, CompareOptions};
use graphlance_graph::{Graph, Order, Returns, Table, graph_compare};
use graphlance_oracles::{Case, Claim, Load, Step};
use graphlance_reference::{Failure, Options, evaluate};

/// What the reference says about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// It comes to the same answer.
    Confirmed,
    /// It comes to another answer: the claim, the printer, the parser or the reference is wrong. A defect of ours.
    Denied(String),
    /// It cannot tell, for this reason.
    Unconfirmed(String),
}

/// The reference's settings for a dialect.
pub fn options(dialect: &Dialect) -> Options {
    Options { deviations: dialect.deviations.clone(), ..Options::default() }
}

/// What the reference says about a case, given the text of its claimed step in the dialect.
pub fn opinion(case: &Case, text: &str, options: &Options) -> Opinion {
    match &case.claim {
        Claim::Returns { returns, .. } => opinion_on_text(&case.graph, text, returns, options),
        Claim::Loads => opinion_on_load(&case.graph, &case.load, options),
        Claim::Survives => Opinion::Confirmed,
    }
}

/// Whether a loading script leaves exactly the graph, by the reference.
pub fn opinion_on_load(graph: &Graph, load: &Load, options: &Options) -> Opinion {
    let Load::Script(script) = load else { return Opinion::Confirmed };
    let state = match after_script(script, options) {
        Ok(state) => state,
        Err(failure) => return undecided(failure),
    };
    match graph_compare::same_graph(graph, &state, &CompareOptions::default()) {
        Ok(()) => Opinion::Confirmed,
        Err(difference) => Opinion::Denied(format!("the script leaves another graph: {difference}")),
    }
}

/// The graph that a loading script leaves, by the reference. Errors: why the reference has none.
pub fn after_script(script: &[Statement], options: &Options) -> Result<Graph, Failure> {
    let mut state = Graph::new();
    for statement in script {
        if let Some(after) = evaluate(&state, statement, options)?.graph {
            state = after;
        }
    }
    Ok(state)
}

/// The claim that the reference makes for the steps before `step` and the step itself; a claim of a table becomes the
/// reference's table, others stay. Errors: why the reference has none.
pub fn restate(case: &Case, options: &Options) -> Result<Claim, Failure> {
    let Claim::Returns { step, .. } = case.claim else { return Ok(case.claim.clone()) };
    let mut state: Option<Graph> = None;
    for (index, each) in case.steps.iter().enumerate() {
        let Step::Run(statement) = each else { continue };
        let answer = evaluate(state.as_ref().unwrap_or(&case.graph), statement, options)?;
        if index == step {
            return Ok(Claim::Returns { step, returns: answer.returns });
        }
        state = answer.graph.or(state);
    }
    Err(Failure::Unknown(format!("step {}", step + 1)))
}

fn opinion_on_text(graph: &Graph, text: &str, claimed: &Returns, options: &Options) -> Opinion {
    let statement = match parse(text) {
        Ok(statement) => statement,
        Err(error) => return Opinion::Denied(format!("the printed statement does not parse: {error}")),
    };
    match evaluate(graph, &statement, options) {
        Ok(answer) => agreement(claimed, &answer.returns),
        Err(failure) => undecided(failure),
    }
}

/// Both claims must allow the other's table, and the case's must not promise an order that the reference does not.
fn agreement(claimed: &Returns, found: &Returns) -> Opinion {
    let options = CompareOptions::default();
    if let Err(difference) = table::compare(claimed, &sample(found), &options) {
        return Opinion::Denied(format!(
            "the claim has {} rows, the reference {}; {} of the claim are missing, {} of the reference superfluous",
            claimed.rows.len(),
            found.rows.len(),
            difference.missing.len(),
            difference.superfluous.len()
        ));
    }
    if table::compare(found, &sample(claimed), &options).is_err() {
        return Opinion::Denied("the claim allows rows that the reference does not".to_owned());
    }
    match (&claimed.order, &found.order) {
        (Order::Sorted { .. }, Order::Bag) if claimed.rows.len() > 1 => {
            Opinion::Denied("the claim promises an order that the reference does not".to_owned())
        }
        _ => Opinion::Confirmed,
    }
}

/// A table that a claim allows.
fn sample(returns: &Returns) -> Table {
    let count = returns.any.unwrap_or(returns.rows.len());
    Table {
        columns: returns.columns.iter().map(|column| column.name.clone()).collect(),
        rows: returns.rows.iter().take(count).cloned().collect(),
    }
}

fn undecided(failure: Failure) -> Opinion {
    match failure {
        Failure::Raised(error) => Opinion::Denied(format!("the reference raises {error}")),
        other => Opinion::Unconfirmed(other.to_string()),
    }
}

/// The text of the statement a claim is about, as it is sent; none when it is about no statement.
pub fn claimed_text(case: &Case, dialect: &Dialect) -> Option<String> {
    claimed_statement(case).map(|statement| case.sent(statement, dialect))
}

/// The statement a claim is about: the claimed step's, or else the last one that is run.
pub fn claimed_statement(case: &Case) -> Option<&Statement> {
    let index = match &case.claim {
        Claim::Returns { step, .. } => *step,
        Claim::Loads => return None,
        Claim::Survives => case.steps.len().checked_sub(1)?,
    };
    match case.steps.get(index)? {
        Step::Run(statement) => Some(statement),
        Step::Snapshot => None,
    }
}
