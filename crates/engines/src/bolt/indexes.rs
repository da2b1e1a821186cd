//! Indexes and constraints of a server of Bolt: which there are, waiting for them, dropping them.

use std::time::{Duration, Instant};

use graphlance_case::{EngineError, ErrorClass};
use graphlance_graph::Value;

use super::driver::{BoltDriver, HOUSEKEEPING};
use crate::driver::TargetError;
use crate::socket::left;

/// How often indexes that are being built are asked for.
const POLL: Duration = Duration::from_millis(5);

/// How a server is asked to wait for its indexes, or whether they are online; a server without any of these builds an index
/// in the statement that makes it, as far as anybody can tell.
const WAITS: &[Wait] = &[
    Wait::Call("CALL db.awaitIndexes"),
    Wait::States("SHOW INDEXES YIELD state RETURN state"),
    Wait::States("CALL db.indexes() YIELD state RETURN state"),
];

/// What a server says of a procedure that it does not have, where the class of the error does not tell: ArcadeDB calls it an
/// internal error.
const UNKNOWN: &[&str] = &["unknown procedure", "no procedure", "no such procedure", "procedure not found"];

fn lacks(error: &EngineError) -> bool {
    let message = error.message.to_lowercase();
    error.class.is_refusal() || UNKNOWN.iter().any(|text| message.contains(text))
}

/// A way to wait for indexes.
enum Wait {
    /// A procedure that waits for at most so many seconds as it is told.
    Call(&'static str),
    /// A statement that gives the state of each index.
    States(&'static str),
}

impl BoltDriver {
    /// Waits until all indexes are online, by the first way that the server has.
    pub(super) fn await_schema(&mut self, deadline: Duration) -> Result<(), TargetError> {
        let end = Instant::now() + deadline;
        while let Some(way) = WAITS.get(self.wait) {
            match self.wait_by(way, end, deadline) {
                // The server lacks this way, now and later.
                Err(TargetError::Answered(error)) if lacks(&error) => self.wait += 1,
                outcome => return outcome,
            }
        }
        Ok(())
    }

    /// Indexes and constraints by name, those left out that belong to every database.
    pub(super) fn index_names(&mut self) -> Result<(Vec<String>, Vec<String>), TargetError> {
        let constraints = self.names("SHOW CONSTRAINTS YIELD name RETURN name")?;
        let indexes = self.names("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name")?;
        Ok((indexes.into_iter().filter(|name| !constraints.contains(name)).collect(), constraints))
    }

    pub(super) fn names(&mut self, statement: &str) -> Result<Vec<String>, TargetError> {
        let table = self.table(statement, HOUSEKEEPING)?;
        let name = |row: &Vec<Value>| match row.first() {
            Some(Value::String(name)) => Some(name.to_string()),
            _ => None,
        };
        Ok(table.rows.iter().filter_map(name).collect())
    }

    fn wait_by(&mut self, way: &Wait, end: Instant, deadline: Duration) -> Result<(), TargetError> {
        match way {
            Wait::Call(procedure) => {
                self.table(&format!("{procedure}({})", deadline.as_secs().max(1)), left(end)).map(drop)
            }
            Wait::States(statement) => loop {
                let table = self.table(statement, left(end))?;
                let states = || table.rows.iter().flatten();
                if states().any(|state| *state == Value::string("FAILED")) {
                    let (class, message) = (ErrorClass::Internal, "the state of an index is FAILED".to_owned());
                    return Err(TargetError::answered(statement, EngineError { class, message }));
                }
                if states().all(|state| *state != Value::string("POPULATING")) {
                    return Ok(());
                }
                if Instant::now() >= end {
                    return Err(TargetError::Timeout(format!("indexes are not online after {deadline:?}")));
                }
                std::thread::sleep(POLL);
            },
        }
    }

    pub(super) fn drop_schema(&mut self, deadline: Duration) -> Result<(), TargetError> {
        let (indexes, constraints) = self.index_names()?;
        let drops =
            constraints.iter().map(|name| ("CONSTRAINT", name)).chain(indexes.iter().map(|name| ("INDEX", name)));
        for (what, name) in drops {
            self.table(&format!("DROP {what} `{}`", name.replace('`', "``")), deadline)?;
        }
        Ok(())
    }
}

/// Whether a statement makes an index or constraint.
pub(super) fn makes_schema(statement: &str) -> bool {
    let mut words = statement.split_ascii_whitespace();
    let creates = words.next().is_some_and(|word| word.eq_ignore_ascii_case("create"));
    let schema = |word: &str| ["index", "constraint"].iter().any(|known| word.eq_ignore_ascii_case(known));
    creates && words.take(3).any(schema)
}
