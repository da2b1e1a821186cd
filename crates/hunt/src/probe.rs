//! Learns a dialect: asks a target the table of probes and compares with the reference.

mod learned;
mod switches;
mod toml_text;

use std::time::Duration;

use graphlance_case::{ErrorClass, Load, Response};
use graphlance_cypher::dialect::Deviations;
use graphlance_cypher::probes::{About, Probe, probe_graph, table};
use graphlance_cypher::{Dialect, Statement, facts, functions, parse, print};
use graphlance_engines::{Identity, TargetError};
use graphlance_graph::table::CompareOptions;
use graphlance_graph::{Graph, Latitude, Returns, Table, compare};
use graphlance_reference::{Failure, Options, evaluate};

use crate::arbiter;
use crate::report::value_text::value_text;
use crate::session::Session;

pub use learned::learned;
pub use switches::Switches;
pub use toml_text::toml_text;

/// What probing found.
#[derive(Clone, Debug, PartialEq)]
pub struct Probing {
    /// What answered.
    pub identity: Identity,
    /// One per row of the table, in its order.
    pub outcomes: Vec<Outcome>,
    /// The deviations that explain some of them.
    pub switches: Switches,
}

/// What came of one probe.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The probe.
    pub probe: Probe,
    /// Its statements in the target's dialect, one a line.
    pub text: String,
    /// How the answers compare.
    pub finding: Finding,
}

/// How the target's answer to a probe compares with the reference's.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// It is right.
    Agrees,
    /// The target raises an error where there is an answer.
    Lacks {
        /// The target's message.
        message: String,
        /// Whether the target says that the statement is none of its language.
        refused: bool,
    },
    /// Another answer, or an answer in place of an error.
    Deviates {
        /// The reference's answer.
        expected: String,
        /// The target's.
        actual: String,
        /// The deviations that explain it, as `field = value`.
        switch: Option<String>,
    },
    /// The target died or hung.
    Dies(String),
    /// The reference does not tell.
    Open(String),
}

/// What the reference says: an answer, or that an error is raised.
type Expected = Result<Returns, Failure>;

/// Asks all probes. `done` hears how many were asked, of how many. Errors: the target is not usable, or does not take
/// the graph that the probes run on, or the clock is stopped.
pub fn probe(session: &mut Session, done: impl Fn(usize, usize)) -> Result<Probing, TargetError> {
    let graph = probe_graph();
    let rows = table();
    let count = rows.len();
    let mut outcomes = Vec::with_capacity(count);
    let mut behaviours = Vec::new();
    let mut loaded = false;
    for (index, probe) in rows.into_iter().enumerate() {
        done(index, count);
        session.clock().check()?;
        let statements: Vec<Statement> = probe.statements.iter().filter_map(|text| parse(text).ok()).collect();
        let writes = statements.iter().any(facts::writes);
        if !loaded || writes {
            load(session, &graph)?;
        }
        let texts: Vec<String> = statements.iter().map(|statement| print(statement, session.dialect())).collect();
        let response = ask(session, &texts)?;
        loaded = !writes && !session.is_dead();
        let case = Asked { graph: &graph, statements: &statements, latitude: latitude(&probe) };
        let finding = judge(&case, &response, session.dialect());
        if matches!(finding, Finding::Deviates { .. } | Finding::Agrees) && probe.about == About::Behaviour {
            behaviours.push((index, statements, response));
        }
        outcomes.push(Outcome { probe, text: texts.join("\n"), finding });
    }
    let switches = explain(&graph, &behaviours, session.dialect(), &mut outcomes);
    Ok(Probing { identity: session.identity().clone(), outcomes, switches })
}

/// A behaviour's row, its statements, and the target's answer.
type Behaviour = (usize, Vec<Statement>, Response);

/// Finds the deviations that explain most behaviours, those included that are right without, and says so in outcomes.
fn explain(graph: &Graph, behaviours: &[Behaviour], dialect: &Dialect, outcomes: &mut [Outcome]) -> Switches {
    let explains = |deviations: &Deviations, (_, statements, response): &Behaviour| {
        let options = Options { deviations: deviations.clone(), ..arbiter::options(dialect) };
        agrees(&expected(graph, statements, &options), response, dialect)
    };
    let count = |deviations: &Deviations| behaviours.iter().filter(|one| explains(deviations, one)).count();
    let switches = Switches::that_explain(dialect, count);
    for one in behaviours {
        if let Some(Finding::Deviates { switch, .. }) = outcomes.get_mut(one.0).map(|outcome| &mut outcome.finding) {
            *switch = switches.needed(dialect, |deviations| explains(deviations, one));
        }
    }
    switches
}

fn load(session: &mut Session, graph: &Graph) -> Result<(), TargetError> {
    match session.prepare(graph, &Load::Create)? {
        None => Ok(()),
        Some(response) => Err(TargetError::Protocol(format!(
            "the target does not take the graph that probes run on ({}); see to it that the dialect says how graphs are \
             loaded",
            response_text(&response)
        ))),
    }
}

/// The answer to the last statement, or to the first that fails.
fn ask(session: &mut Session, texts: &[String]) -> Result<Response, TargetError> {
    let mut last = Response::Table(Table::default());
    for text in texts {
        last = session.query(text)?;
        if !matches!(last, Response::Table(_)) {
            break;
        }
    }
    Ok(last)
}

/// What was asked.
struct Asked<'a> {
    graph: &'a Graph,
    statements: &'a [Statement],
    /// How far engines differ in the answer.
    latitude: Latitude,
}

fn latitude(probe: &Probe) -> Latitude {
    match probe.about {
        About::Function(name) => functions::find(name).map_or(Latitude::Exact, |function| function.latitude),
        _ => Latitude::Exact,
    }
}

fn judge(asked: &Asked<'_>, response: &Response, dialect: &Dialect) -> Finding {
    let mut expected = expected(asked.graph, asked.statements, &arbiter::options(dialect));
    if let Ok(returns) = &mut expected {
        returns.columns.iter_mut().for_each(|column| column.latitude = asked.latitude);
    }
    match (&expected, response) {
        (_, Response::Crash { how }) => Finding::Dies(how.clone()),
        (_, Response::Hang { deadline_ms }) => Finding::Dies(format!("no answer within {deadline_ms} ms")),
        (Err(Failure::Raised(_)), Response::Error(error)) if error.class == ErrorClass::Internal => {
            Finding::Dies(error.message.clone())
        }
        (Err(Failure::Raised(_)), Response::Error(_)) => Finding::Agrees,
        (Err(Failure::Raised(_)) | Ok(_), _) if agrees(&expected, response, dialect) => Finding::Agrees,
        (Ok(_), Response::Error(error)) => {
            Finding::Lacks { message: error.message.clone(), refused: error.class == ErrorClass::Syntax }
        }
        (Ok(_) | Err(Failure::Raised(_)), _) => {
            Finding::Deviates { expected: expected_text(&expected), actual: response_text(response), switch: None }
        }
        (Err(other), _) => Finding::Open(other.to_string()),
    }
}

fn expected(graph: &Graph, statements: &[Statement], options: &Options) -> Expected {
    let mut state = graph.clone();
    let mut last = Err(Failure::Unknown("a probe without statements".to_owned()));
    for statement in statements {
        let answer = evaluate(&state, statement, options)?;
        if let Some(graph) = answer.graph {
            state = graph;
        }
        last = Ok(answer.returns);
    }
    last
}

fn agrees(expected: &Expected, response: &Response, dialect: &Dialect) -> bool {
    match (expected, response) {
        (Ok(returns), Response::Table(table)) => {
            let (float_digits, negative_zero) = (dialect.deviations.float_digits, dialect.values.negative_zero);
            let options = CompareOptions { float_digits, negative_zero };
            let names = returns.columns.iter().map(|column| &column.name);
            let unnamed = returns.columns.is_empty() || dialect.leaves_unnamed(table);
            (names.eq(&table.columns) || unnamed)
                && (compare(returns, table, &options).is_ok()
                    || unnamed && returns.rows.is_empty() && table.rows.is_empty())
        }
        (Err(Failure::Raised(_)), Response::Error(_)) => true,
        _ => false,
    }
}

fn expected_text(expected: &Expected) -> String {
    match expected {
        Ok(returns) => returns_text(returns),
        Err(failure) => format!("error: {failure}"),
    }
}

/// A claim in a line, as [`response_text`] has answers.
pub(crate) fn returns_text(returns: &Returns) -> String {
    let columns = returns.columns.iter().map(|column| column.name.clone()).collect();
    table_text(&Table { columns, rows: returns.rows.clone() })
}

fn table_text(table: &Table) -> String {
    let row = |row: &Vec<_>| row.iter().map(value_text).collect::<Vec<_>>().join(", ");
    let rows: Vec<String> = table.rows.iter().map(row).collect();
    let columns = table.columns.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
    format!("{columns}: {}", if rows.is_empty() { "no rows".to_owned() } else { rows.join("; ") })
}

/// An answer in a line: `x, y: 1, 'a'; 2, 'b'`.
pub(crate) fn response_text(response: &Response) -> String {
    match response {
        Response::Table(table) => table_text(table),
        Response::Graph(_) => "a graph".to_owned(),
        Response::Error(error) => format!("error: {}", error.message),
        Response::Crash { how } => format!("crash: {how}"),
        Response::Hang { deadline_ms } => format!("no answer within {deadline_ms} ms"),
    }
}

/// How long a probe may take.
pub const PROBE_DEADLINE: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests;
