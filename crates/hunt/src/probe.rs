//! Learns a dialect: asks a target the table of probes and compares with the reference.

mod settings;

use std::time::Duration;

use graphlance_case::language::{About, Effort, Outcome, Probed, Setting};
use graphlance_case::{Dialect, ErrorClass, Evaluator, Languages, Load, NoAnswer, Response, Statement};
use graphlance_engines::{Identity, TargetError};
use graphlance_graph::{Graph, Latitude, Returns, Table, compare};

use crate::session::Session;
use graphlance_report::value_text;

pub use settings::{needed, that_explain};

/// What probing found.
#[derive(Clone, Debug, PartialEq)]
pub struct Probing {
    /// What answered.
    pub identity: Identity,
    /// One per row of the table, in its order.
    pub outcomes: Vec<Outcome>,
    /// The deviations that explain some of them.
    pub settings: Vec<Setting>,
}

impl Probing {
    /// The dialect to which it leads from one that holds what is known by other means.
    pub fn learned(&self, base: &Dialect) -> Dialect {
        base.language().learned(base, &self.identity.version, &self.outcomes, &self.settings)
    }
}

/// What the reference says: an answer, or that an error is raised.
type Expected = Result<Returns, NoAnswer>;

/// Asks all probes. `done` hears how many were asked, of how many. Errors: the target is not usable, or does not take
/// the graph that the probes run on, or the clock is stopped.
pub fn probe(session: &mut Session, done: impl Fn(usize, usize)) -> Result<Probing, TargetError> {
    let language = session.dialect().language();
    let graph = language.probe_graph();
    let rows = language.probes();
    let count = rows.len();
    let mut outcomes = Vec::with_capacity(count);
    let mut behaviours = Vec::new();
    let mut loaded = false;
    for (index, probe) in rows.into_iter().enumerate() {
        done(index, count);
        session.clock().check()?;
        let statements = probe.statements.clone();
        let writes = statements.iter().any(|statement| statement.writes());
        if !loaded || writes {
            load(session, &graph)?;
        }
        let texts: Vec<String> = statements.iter().map(|statement| statement.print(session.dialect())).collect();
        let response = ask(session, &texts)?;
        loaded = !writes && !session.is_dead();
        let asked = Asked { graph: &graph, statements: &statements, latitude: probe.latitude };
        let finding = judge(&asked, &response, session);
        if matches!(finding, Probed::Deviates { .. } | Probed::Agrees) && probe.about == About::Behaviour {
            behaviours.push((index, statements, response));
        }
        outcomes.push(Outcome { probe, text: texts.join("\n"), finding });
    }
    let settings = explain(&graph, &behaviours, session, &mut outcomes);
    Ok(Probing { identity: session.identity().clone(), outcomes, settings })
}

/// A behaviour's row, its statements, and the target's answer.
type Behaviour = (usize, Vec<Statement>, Response);

/// Finds the deviations that explain most behaviours, those included that are right without, and says so in outcomes.
fn explain(graph: &Graph, behaviours: &[Behaviour], session: &Session, outcomes: &mut [Outcome]) -> Vec<Setting> {
    let languages: &Languages = session.languages();
    let explains = |dialect: &Dialect, (_, statements, response): &Behaviour| {
        let evaluator = languages.evaluator(dialect, Effort::Usual);
        agrees(&expected(graph, statements, evaluator.as_ref()), response, dialect)
    };
    let count = |dialect: &Dialect| behaviours.iter().filter(|one| explains(dialect, one)).count();
    let settings = that_explain(session.dialect(), count);
    for one in behaviours {
        if let Some(Probed::Deviates { switch, .. }) = outcomes.get_mut(one.0).map(|outcome| &mut outcome.finding) {
            *switch = needed(&settings, session.dialect(), |dialect| explains(dialect, one));
        }
    }
    settings
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

fn judge(asked: &Asked<'_>, response: &Response, session: &Session) -> Probed {
    let dialect = session.dialect();
    let mut expected = expected(asked.graph, asked.statements, session.evaluator().as_ref());
    if let Ok(returns) = &mut expected {
        returns.columns.iter_mut().for_each(|column| column.latitude = asked.latitude);
    }
    match (&expected, response) {
        (_, Response::Crash { how }) => Probed::Dies(how.clone()),
        (_, Response::Hang { deadline_ms }) => Probed::Dies(format!("no answer within {deadline_ms} ms")),
        (Err(NoAnswer::Raised(_)), Response::Error(error)) if error.class == ErrorClass::Internal => {
            Probed::Dies(error.message.clone())
        }
        (Err(NoAnswer::Raised(_)), Response::Error(_)) => Probed::Agrees,
        (Err(NoAnswer::Raised(_)) | Ok(_), _) if agrees(&expected, response, dialect) => Probed::Agrees,
        (Ok(_), Response::Error(error)) => {
            Probed::Lacks { message: error.message.clone(), refused: error.class == ErrorClass::Syntax }
        }
        (Ok(_) | Err(NoAnswer::Raised(_)), _) => {
            Probed::Deviates { expected: expected_text(&expected), actual: response_text(response), switch: None }
        }
        (Err(other), _) => Probed::Open(other.to_string()),
    }
}

fn expected(graph: &Graph, statements: &[Statement], evaluator: &dyn Evaluator) -> Expected {
    let mut state = graph.clone();
    let mut last = Err(NoAnswer::Undecided("a probe without statements".to_owned()));
    for statement in statements {
        let answer = evaluator.evaluate(&state, statement)?;
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
            let options = dialect.comparison();
            let names = returns.columns.iter().map(|column| &column.name);
            let unnamed = returns.columns.is_empty() || dialect.leaves_unnamed(table);
            (names.eq(&table.columns) || unnamed)
                && (compare(returns, table, &options).is_ok()
                    || unnamed && returns.rows.is_empty() && table.rows.is_empty())
        }
        (Err(NoAnswer::Raised(_)), Response::Error(_)) => true,
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
        Response::Counters(counters) => counters.to_string(),
        Response::Times(_) | Response::Estimate(_) => "numbers".to_owned(),
        Response::Error(error) => format!("error: {}", error.message),
        Response::Crash { how } => format!("crash: {how}"),
        Response::Hang { deadline_ms } => format!("no answer within {deadline_ms} ms"),
        Response::Unsupported(ability) => format!("the target does not have {ability}"),
    }
}

/// How long a probe may take.
pub const PROBE_DEADLINE: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests;
