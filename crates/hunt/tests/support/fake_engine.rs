//! An engine for tests: the reference in a process of its own, which misbehaves at every query that has an OPTIONAL MATCH.
//! `graphlance-fake-engine BEHAVIOUR MARK`; the mark tells its processes from others.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Ability, Boundary, EngineError, ErrorClass, Response};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::worker::{Engine, serve};
use graphlance_engines::{Identity, Target};
use graphlance_graph::{Graph, Table, Value};

fn main() -> ExitCode {
    let behaviour = std::env::args().nth(1).unwrap_or_default();
    let target = ReferenceTarget::new(Cypher.standard(), None);
    let Ok(driver) = target.open(0) else { return ExitCode::FAILURE };
    let mut engine = Fake { driver, behaviour, hoard: Vec::new() };
    match serve(&mut engine, &mut std::io::stdin().lock(), &mut std::io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

struct Fake {
    driver: Box<dyn graphlance_engines::Driver>,
    behaviour: String,
    hoard: Vec<Vec<u8>>,
}

impl Engine for Fake {
    fn identity(&self) -> Identity {
        self.silent_at("silent-start");
        Identity { engine: "fake".to_owned(), version: "1".to_owned(), ..Identity::default() }
    }

    fn wipe(&mut self) -> Result<(), EngineError> {
        self.silent_at("silent-wipe");
        self.driver.wipe(Duration::MAX).map_err(|error| other(error.to_string()))
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Result<Table, EngineError> {
        let answer = match self.driver.run(statement, deadline) {
            Response::Table(table) => Ok(table),
            Response::Error(error) => Err(error),
            response => Err(other(format!("{response:?}"))),
        };
        self.silent_at(if statement.contains("RETURN") { "silent-query" } else { "silent-load" });
        let is_query = Cypher.parse(statement).is_ok_and(|parsed| parsed.skeleton() != "schema");
        if is_query && statement.contains("OPTIONAL MATCH") { self.misbehave(answer) } else { answer }
    }

    fn await_indexes(&mut self) -> Result<(), EngineError> {
        self.silent_at("silent-indexes");
        Ok(())
    }

    fn read_graph(&mut self) -> Result<Graph, EngineError> {
        self.silent_at("silent-read");
        self.driver.read_graph(Duration::MAX).map_err(|error| other(error.to_string()))
    }

    fn explain(&mut self, _: &str) -> Option<String> {
        None
    }

    fn abilities(&self) -> BTreeSet<Ability> {
        self.driver.abilities()
    }

    fn enter(&mut self, database: Option<&str>) -> Result<(), EngineError> {
        self.driver.enter(database, Duration::MAX).map_err(|error| other(error.to_string()))
    }

    fn transact(&mut self, boundary: Boundary) -> Result<(), EngineError> {
        match self.driver.transact(boundary, Duration::MAX) {
            Response::Table(_) => Ok(()),
            Response::Error(error) => Err(error),
            response => Err(other(format!("{response:?}"))),
        }
    }
}

impl Fake {
    /// Falls silent for an hour at the place of this name.
    fn silent_at(&self, place: &str) {
        if self.behaviour == place {
            std::thread::sleep(Duration::from_secs(3600));
        }
    }

    fn misbehave(&mut self, answer: Result<Table, EngineError>) -> Result<Table, EngineError> {
        match self.behaviour.as_str() {
            "crash" => std::process::abort(),
            "hang" => loop {
                std::thread::sleep(Duration::from_secs(60));
            },
            "leak" => {
                self.hoard.push(vec![1; 1 << 15]);
                answer
            }
            "lie" => answer.map(|mut table| {
                table.rows.pop();
                table
            }),
            "disconnect" => {
                say(br#"{"table":{"columns":["x"],"ro"#);
                std::process::exit(0)
            }
            "refuse" => Err(EngineError { class: ErrorClass::Syntax, message: "what?".to_owned() }),
            "talk" => {
                let message = "blah ".repeat(1 << 18);
                Err(EngineError { class: ErrorClass::Other, message })
            }
            "flood" => answer.map(|mut table| {
                let row = table.rows.first().cloned().unwrap_or_else(|| vec![Value::Null; table.columns.len()]);
                table.rows.extend(vec![row; 100_000]);
                table
            }),
            "garbage" => {
                say(b"\x01\x02 {{{{ no JSON\n");
                answer
            }
            _ => answer,
        }
    }
}

fn say(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    // When the parent is gone there is nobody to tell.
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn other(message: String) -> EngineError {
    EngineError { class: ErrorClass::Other, message }
}
