//! A target as the subject of a suite.

use std::collections::BTreeMap;

use graphlance_case::{Load, Response};
use graphlance_graph::{Graph, Name, Value};
use graphlance_reference::Procedure;

use crate::session::Session;
use graphlance_conform::{Brought, GremlinSubject, Raised, Subject, Told, Unusable};

/// A target's session. An engine that dies or hangs is started anew.
///
/// Parameters of Cypher are written into the text of the query as literals, since drivers send texts alone.
pub struct OnTarget<'s> {
    session: &'s mut Session,
    parameters: BTreeMap<String, String>,
}

impl<'s> OnTarget<'s> {
    /// On a session over an open driver.
    pub fn new(session: &'s mut Session) -> OnTarget<'s> {
        OnTarget { session, parameters: BTreeMap::new() }
    }

    fn empty(&mut self) -> Result<(), Unusable> {
        self.parameters.clear();
        self.session.clock().check().map_err(|error| Unusable(error.to_string()))?;
        match self.session.prepare(&Graph::new(), &Load::Create) {
            Ok(None) => Ok(()),
            Ok(Some(response)) => Err(Unusable(format!("the empty database cannot be prepared: {response:?}"))),
            Err(error) => Err(Unusable(error.to_string())),
        }
    }

    /// The text with literals in place of `$name`.
    fn filled_in(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(place) = rest.find('$') {
            filled.push_str(&rest[..place]);
            rest = &rest[place + 1..];
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            match self.parameters.get(&rest[..length]) {
                Some(literal) => filled.push_str(literal),
                None => {
                    filled.push('$');
                    filled.push_str(&rest[..length]);
                }
            }
            rest = &rest[length..];
        }
        filled + rest
    }
}

impl Subject for OnTarget<'_> {
    fn reset(&mut self) -> Result<(), Unusable> {
        self.empty()
    }

    fn set_parameter(&mut self, name: &str, value: Value) -> bool {
        let dialect = self.session.dialect();
        let Some(text) = dialect.language().literal(&value, dialect) else { return false };
        self.parameters.insert(name.to_owned(), text);
        true
    }

    fn add_procedure(&mut self, _: Name, _: Procedure) -> bool {
        false
    }

    fn query(&mut self, text: &str) -> Result<Brought, Unusable> {
        let text = self.filled_in(text);
        Ok(match self.session.query(&text).map_err(|error| Unusable(error.to_string()))? {
            Response::Table(table) => Brought::Table(table),
            Response::Error(error) => Brought::Error(Raised { exact: None, message: error.message }),
            other => Brought::None(failure(&other)),
        })
    }

    fn graph(&mut self) -> Result<Graph, Unusable> {
        match self.session.snapshot().map_err(|error| Unusable(error.to_string()))? {
            Response::Graph(graph) => Ok(*graph),
            other => Err(Unusable(format!("the graph cannot be read: {other:?}"))),
        }
    }

    fn has_stable_keys(&self) -> bool {
        false
    }

    fn has_exact_errors(&self) -> bool {
        false
    }

    fn float_digits(&self) -> Option<usize> {
        self.session.dialect().comparison().float_digits.map(usize::from)
    }
}

impl GremlinSubject for OnTarget<'_> {
    fn reset(&mut self) -> Result<(), Unusable> {
        self.empty()
    }

    fn ask(&mut self, text: &str) -> Result<Told, Unusable> {
        Ok(match self.session.query_verbatim(text).map_err(|error| Unusable(error.to_string()))? {
            Response::Table(table) => Told::Results(table.rows.iter().flatten().filter_map(result).collect()),
            // Whatever else an engine calls an error says that it gave up or is broken.
            Response::Error(error) if error.class.is_refusal() => Told::Error(error.message),
            Response::Error(error) => Told::Nothing(error.message),
            other => Told::Nothing(failure(&other)),
        })
    }
}

/// The text of a result that came as it was sent.
fn result(cell: &Value) -> Option<String> {
    match cell {
        Value::String(text) => Some(text.to_string()),
        _ => None,
    }
}

/// What is said of a response that is neither a table nor an error.
fn failure(response: &Response) -> String {
    match response {
        Response::Crash { how } => format!("the engine died: {how}"),
        Response::Hang { deadline_ms } => format!("no answer within {deadline_ms} ms"),
        Response::Unsupported(ability) => format!("the target does not have {ability}"),
        Response::Table(_) | Response::Error(_) => "an answer that is none".to_owned(),
        Response::Counters(_) | Response::Times(_) | Response::Estimate(_) => "numbers in place of a table".to_owned(),
        Response::Graph(_) => "a graph in place of a table".to_owned(),
    }
}
