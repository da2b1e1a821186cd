//! The child's side: answers requests until its standard input ends.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use graphlance_case::{Ability, Boundary, EngineError, ErrorClass};
use graphlance_graph::{Graph, Table};

use super::protocol::{Hello, PROTOCOL, Payload, Reply, Request};
use crate::Identity;

/// What an embedded engine must do to be served.
pub trait Engine {
    /// Product, version, settings.
    fn identity(&self) -> Identity;
    /// Makes the database empty.
    fn wipe(&mut self) -> Result<(), EngineError>;
    /// Runs a statement; may stop by itself after `deadline`.
    fn run(&mut self, statement: &str, deadline: Duration) -> Result<Table, EngineError>;
    /// Waits until indexes are online.
    fn await_indexes(&mut self) -> Result<(), EngineError>;
    /// Reads the whole graph.
    fn read_graph(&mut self) -> Result<Graph, EngineError>;
    /// The plan of a statement, if there is such a thing.
    fn explain(&mut self, statement: &str) -> Option<String>;
    /// What it can do beside running statements in one database.
    fn abilities(&self) -> BTreeSet<Ability> {
        BTreeSet::new()
    }
    /// Goes to the database of this name, or to the first one.
    fn enter(&mut self, _database: Option<&str>) -> Result<(), EngineError> {
        Err(lacking(Ability::Databases))
    }
    /// Begins or ends a transaction.
    fn transact(&mut self, boundary: Boundary) -> Result<(), EngineError> {
        Err(lacking(boundary.ability()))
    }
}

/// Answers each line of `requests` with one line to `answers`, until the requests end. Errors are those of the streams;
/// a line that is no request gets an error as its answer.
pub fn serve(engine: &mut dyn Engine, requests: &mut dyn BufRead, answers: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    let mut out = Vec::new();
    loop {
        line.clear();
        if requests.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let reply = match numbered(&line) {
            Ok((request, id)) => Reply { id, answer: answer(engine, request) },
            Err(error) => Reply { id: None, answer: Payload::Error(protocol(format!("not a request: {error}"))) },
        };
        out.clear();
        serde_json::to_writer(&mut out, &reply)?;
        out.push(b'\n');
        answers.write_all(&out)?;
        answers.flush()?;
    }
}

/// A request, and its number if it has one.
fn numbered(line: &str) -> serde_json::Result<(Request, Option<u64>)> {
    let mut request: serde_json::Value = serde_json::from_str(line)?;
    let id = request.as_object_mut().and_then(|members| members.remove("id"));
    Ok((serde_json::from_value(request)?, id.map(serde_json::from_value).transpose()?))
}

fn answer(engine: &mut dyn Engine, request: Request) -> Payload {
    let outcome = match request {
        Request::Hello { protocol: PROTOCOL } => {
            let (identity, abilities) = (engine.identity(), engine.abilities());
            Ok(Payload::Hello(Hello { protocol: PROTOCOL, identity, ids: true, ahead: true, abilities }))
        }
        Request::Hello { protocol: other } => {
            Err(protocol(format!("this worker speaks version {PROTOCOL} of the protocol, not {other}")))
        }
        Request::Wipe => engine.wipe().map(|()| Payload::Done),
        Request::Run { statement, deadline_ms } => {
            engine.run(&statement, Duration::from_millis(deadline_ms)).map(Payload::Table)
        }
        Request::AwaitIndexes => engine.await_indexes().map(|()| Payload::Done),
        Request::ReadGraph => engine.read_graph().map(Payload::Graph),
        Request::Explain { statement } => Ok(Payload::Plan(engine.explain(&statement))),
        Request::Enter { database } => engine.enter(database.as_deref()).map(|()| Payload::Done),
        Request::Begin => engine.transact(Boundary::Begin).map(|()| Payload::Done),
        Request::Commit => engine.transact(Boundary::Commit).map(|()| Payload::Done),
        Request::RollBack => engine.transact(Boundary::RollBack).map(|()| Payload::Done),
        Request::Reset => engine.transact(Boundary::Reset).map(|()| Payload::Done),
    };
    outcome.unwrap_or_else(Payload::Error)
}

fn lacking(ability: Ability) -> EngineError {
    protocol(format!("this worker does not have {ability}, and says so in its hello"))
}

fn protocol(message: String) -> EngineError {
    EngineError { class: ErrorClass::Protocol, message }
}
