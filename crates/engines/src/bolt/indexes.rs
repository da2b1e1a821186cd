//! Indexes and constraints of a server of Bolt: which there are, waiting for them, dropping them.

use std::time::{Duration, Instant};

use graphlance_case::{EngineError, ErrorClass};
use graphlance_graph::{Table, Value};

use super::driver::{BoltDriver, HOUSEKEEPING};
use super::ways::Wait;
use crate::driver::TargetError;
use crate::socket::left;
use crate::wire::Wired;

/// How often indexes that are being built are asked for.
const POLL: Duration = Duration::from_millis(5);

impl BoltDriver {
    /// Waits until all indexes are online, by the first way that the server has.
    pub(super) fn await_schema(&mut self, deadline: Duration) -> Result<(), TargetError> {
        let end = Instant::now() + deadline;
        while let Some(way) = self.ways.await_indexes.first().cloned() {
            if self.wait_by(&way, end, deadline)? {
                return Ok(());
            }
            // The server lacks this way, now and later.
            self.ways.await_indexes.remove(0);
        }
        Ok(())
    }

    /// Indexes and constraints by what names them; an index that belongs to a constraint is left out.
    pub(super) fn schema_names(&mut self) -> Result<Vec<String>, TargetError> {
        let (constraints, indexes) = self.schema()?;
        let names = constraints.rows.iter().chain(&indexes.rows).filter_map(|row| text(row.first()?));
        Ok(names.map(str::to_owned).collect())
    }

    /// Tables of constraints and indexes.
    fn schema(&mut self) -> Result<(Table, Table), TargetError> {
        let (constraints, indexes) = (self.ways.constraints.list.clone(), self.ways.indexes.list.clone());
        let constraints = self.table(&constraints, HOUSEKEEPING)?;
        let mut indexes = self.table(&indexes, HOUSEKEEPING)?;
        let belongs =
            |index: &Vec<Value>| constraints.rows.iter().any(|constraint| constraint.first() == index.first());
        indexes.rows.retain(|index| !belongs(index));
        Ok((constraints, indexes))
    }

    /// Waits in one way; false if the server lacks it.
    fn wait_by(&mut self, way: &Wait, end: Instant, deadline: Duration) -> Result<bool, TargetError> {
        let statement = match way {
            Wait::Call(statement) => statement.replace("{seconds}", &deadline.as_secs().max(1).to_string()),
            Wait::States(statement) => statement.clone(),
        };
        loop {
            let table = match self.table(&statement, left(end)) {
                Err(TargetError::Answered(error)) if self.ways.guessed || self.ways.lacks(&error) => return Ok(false),
                answer => answer?,
            };
            let states = || table.rows.iter().flatten().filter(|_| matches!(way, Wait::States(_)));
            if states().any(|state| *state == Value::string("FAILED")) {
                let (class, message) = (ErrorClass::Internal, "the state of an index is FAILED".to_owned());
                return Err(TargetError::answered(&statement, EngineError { class, message }));
            }
            if states().all(|state| *state != Value::string("POPULATING")) {
                return Ok(true);
            }
            if Instant::now() >= end {
                return Err(TargetError::Timeout(format!("indexes are not online after {deadline:?}")));
            }
            std::thread::sleep(POLL);
        }
    }

    /// Drops all indexes and constraints.
    pub(super) fn drop_schema(&mut self, deadline: Duration) -> Result<(), TargetError> {
        let (constraints, indexes) = self.schema().map_err(|error| match error {
            TargetError::Answered(EngineError { class, message }) => {
                let advice =
                    "[bolt.indexes] and [bolt.constraints] of an engine.toml say how they are listed and dropped";
                TargetError::Answered(EngineError { class, message: format!("{message}; {advice}") })
            }
            error => error,
        })?;
        let drops = |template: &str, table: &Table| table.rows.iter().map(|row| filled(template, table, row)).collect();
        let mut statements: Vec<String> = drops(&self.ways.constraints.drop, &constraints);
        statements.extend::<Vec<String>>(drops(&self.ways.indexes.drop, &indexes));
        statements.iter().try_for_each(|statement| self.table(statement, deadline).map(drop))
    }
}

fn text(cell: &Value) -> Option<&str> {
    match cell {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// A statement with the texts of a row in the places of its columns, in backticks.
fn filled(template: &str, table: &Table, row: &[Value]) -> String {
    let cells = table.columns.iter().zip(row).filter_map(|(column, cell)| Some((column, text(cell)?)));
    cells.fold(template.to_owned(), |text, (column, cell)| {
        text.replace(&format!("{{{column}}}"), &format!("`{}`", cell.replace('`', "``")))
    })
}

/// Whether a statement may make an index or constraint; options of the planner may stand before it.
pub(super) fn makes_schema(statement: &str) -> bool {
    let mut words = statement.split_ascii_whitespace();
    let schema = |word: &str| ["index", "constraint"].iter().any(|known| word.eq_ignore_ascii_case(known));
    while words.any(|word| word.eq_ignore_ascii_case("create")) {
        if words.clone().take(3).any(schema) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_an_index_is_known_by_its_words_wherever_they_stand() {
        let check = |text: &str, wanted: bool| assert_eq!(makes_schema(text), wanted, "{text}");
        check("CREATE INDEX i FOR (n:A) ON (n.k)", true);
        check("create range index FOR (n:A) ON (n.k)", true);
        check("CREATE CONSTRAINT c FOR (n:A) REQUIRE n.k IS UNIQUE", true);
        check("CYPHER updateStrategy=eager PROFILE CREATE TEXT INDEX FOR (n:A) ON (n.k)", true);
        check("CREATE (n) CREATE INDEX i FOR (n:A) ON (n.k)", true);
        check("DROP INDEX i", false);
        check("MATCH (index) CREATE (a), (b), (c), (index)", false);
        check("RETURN 1", false);
    }
}
