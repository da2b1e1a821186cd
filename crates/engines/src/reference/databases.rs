//! What the engine `reference` stores: databases, and the transaction that is open on one of them.

use std::collections::BTreeMap;

use graphlance_case::{Boundary, EngineError, ErrorClass};
use graphlance_graph::Graph;

/// The databases of a driver.
pub(super) struct Databases {
    all: BTreeMap<Option<String>, Graph>,
    /// The one that is acted on; none: the worker's own.
    current: Option<String>,
    /// What an open transaction found.
    before: Option<Graph>,
    /// What it left after its first statement that wrote.
    first: Option<Graph>,
    /// Whether that stays when it is rolled back, which is a fault.
    leaks: bool,
}

impl Databases {
    /// One, and it is empty.
    pub(super) fn new(leaks: bool) -> Databases {
        let all = BTreeMap::from([(None, Graph::new())]);
        Databases { all, current: None, before: None, first: None, leaks }
    }

    /// The graph of the one that is acted on.
    pub(super) fn graph(&mut self) -> &Graph {
        self.all.entry(self.current.clone()).or_default()
    }

    /// It holds another graph from now on.
    pub(super) fn write(&mut self, graph: Graph) {
        if self.before.is_some() {
            self.first.get_or_insert_with(|| graph.clone());
        }
        self.all.insert(self.current.clone(), graph);
    }

    /// Empties it; a transaction that is open ends.
    pub(super) fn wipe(&mut self) {
        (self.before, self.first) = (None, None);
        self.all.insert(self.current.clone(), Graph::new());
    }

    /// Goes to another one. Errors: a transaction is open.
    pub(super) fn enter(&mut self, database: Option<&str>) -> Result<(), EngineError> {
        if self.before.is_some() {
            return Err(refused("a transaction is open on another database"));
        }
        self.current = database.map(str::to_owned);
        Ok(())
    }

    /// Begins or ends a transaction. Errors: one is open already, or none is.
    pub(super) fn cross(&mut self, boundary: Boundary) -> Result<(), EngineError> {
        match (boundary, self.before.take()) {
            (Boundary::Begin, None) => {
                let graph = self.graph().clone();
                self.before = Some(graph);
            }
            (Boundary::Begin, open) => {
                self.before = open;
                return Err(refused("a transaction is open already"));
            }
            (Boundary::Commit | Boundary::RollBack, None) => return Err(refused("no transaction is open")),
            (Boundary::RollBack | Boundary::Reset, Some(before)) => {
                let stays = self.first.take().filter(|_| self.leaks);
                self.all.insert(self.current.clone(), stays.unwrap_or(before));
            }
            (Boundary::Commit, Some(_)) => self.first = None,
            (Boundary::Reset, None) => {}
        }
        Ok(())
    }
}

fn refused(message: &str) -> EngineError {
    EngineError { class: ErrorClass::Other, message: message.to_owned() }
}
