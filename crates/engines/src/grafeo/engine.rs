//! grafeo itself, in the worker process.

use std::collections::BTreeMap;
use std::time::Duration;

use grafeo_common::utils::error::{Error, ErrorCode, QueryError, QueryErrorKind};
use grafeo_engine::{Config, GrafeoDB};
use graphlance_case::{EngineError, ErrorClass};
use graphlance_graph::{Graph, Name, Node, NodeKey, Relationship, RelationshipKey, Table};

use super::values::{self, Unreadable};
use crate::Identity;
use crate::worker::Engine;

/// The version that the manifest pins.
const VERSION: &str = "0.5.44";

/// The engine's own time-out before any deadline is known.
const FIRST_TIMEOUT: Duration = Duration::from_secs(30);

/// An in-memory database; a wipe puts a new one in its place.
pub struct GrafeoEngine {
    database: Option<GrafeoDB>,
    /// The shortest deadline asked for so far: the engine takes its time-out when a database is made, not per query.
    timeout: Duration,
}

impl GrafeoEngine {
    /// An engine whose database is made when it is first needed.
    pub fn new() -> GrafeoEngine {
        GrafeoEngine { database: None, timeout: FIRST_TIMEOUT }
    }

    fn database(&mut self) -> Result<&GrafeoDB, EngineError> {
        let database = match self.database.take() {
            Some(database) => database,
            None => {
                // One thread: a case must not depend on the scheduling of the engine's threads.
                let config = Config::in_memory().with_threads(1).with_query_timeout(self.timeout);
                GrafeoDB::with_config(config).map_err(|error| engine_error(&error))?
            }
        };
        Ok(self.database.insert(database))
    }
}

impl Engine for GrafeoEngine {
    fn identity(&self) -> Identity {
        Identity {
            engine: super::NAME.to_owned(),
            version: VERSION.to_owned(),
            build: "crate grafeo-engine, features lpg, cypher, regex".to_owned(),
            settings: vec!["in_memory".to_owned(), "threads=1".to_owned()],
        }
    }

    fn wipe(&mut self) -> Result<(), EngineError> {
        self.database = None;
        self.database().map(drop)
    }

    fn run(&mut self, statement: &str, deadline: Duration) -> Result<Table, EngineError> {
        self.timeout = self.timeout.min(deadline.max(Duration::from_millis(1)));
        let result = self.database()?.execute_cypher(statement).map_err(|error| engine_error(&error))?;
        let columns = result.columns.iter().map(Name::from).collect();
        let rows = result.into_rows();
        let rows = rows.iter().map(|row| row.iter().map(values::value).collect()).collect::<Result<_, _>>();
        Ok(Table { columns, rows: rows.map_err(unreadable)? })
    }

    fn await_indexes(&mut self) -> Result<(), EngineError> {
        // Indexes are built by the statement that creates them.
        Ok(())
    }

    fn read_graph(&mut self) -> Result<Graph, EngineError> {
        let database = self.database()?;
        let mut nodes: Vec<_> = database.iter_nodes().collect();
        nodes.sort_by_key(|node| node.id.0);
        let mut relationships: Vec<_> = database.iter_edges().collect();
        relationships.sort_by_key(|edge| edge.id.0);
        let mut graph = Graph::new();
        let mut keys = BTreeMap::new();
        for (node, number) in nodes.iter().zip(0..) {
            keys.insert(node.id.0, NodeKey(number));
            let labels = node.labels.iter().map(|label| Name::from(label.as_str())).collect();
            let properties = values::properties(node.properties.iter()).map_err(unreadable)?;
            graph.insert_node(Node { key: NodeKey(number), labels, properties }).map_err(inconsistent)?;
        }
        for (edge, number) in relationships.iter().zip(0..) {
            let end = |id: u64| keys.get(&id).copied().ok_or_else(|| inconsistent(format!("no node {id}")));
            let relationship = Relationship {
                key: RelationshipKey(number),
                start: end(edge.src.0)?,
                end: end(edge.dst.0)?,
                kind: Name::from(edge.edge_type.as_str()),
                properties: values::properties(edge.properties.iter()).map_err(unreadable)?,
            };
            graph.insert_relationship(relationship).map_err(inconsistent)?;
        }
        Ok(graph)
    }

    fn explain(&mut self, statement: &str) -> Option<String> {
        let table = self.run(&format!("EXPLAIN {statement}"), self.timeout).ok()?;
        let cell = |value: &graphlance_graph::Value| match value {
            graphlance_graph::Value::String(text) => text.to_string(),
            other => format!("{other:?}"),
        };
        let line = |row: &Vec<_>| row.iter().map(cell).collect::<Vec<_>>().join("  ");
        Some(table.rows.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}

fn engine_error(error: &Error) -> EngineError {
    EngineError { class: class(error), message: error.to_string() }
}

fn class(error: &Error) -> ErrorClass {
    if let Error::Query(QueryError { kind: QueryErrorKind::Semantic, .. }) = error {
        return ErrorClass::Syntax;
    }
    match error.error_code() {
        ErrorCode::QuerySyntax | ErrorCode::QuerySemantic | ErrorCode::QueryUnsupported => ErrorClass::Syntax,
        ErrorCode::QueryTimeout => ErrorClass::Timeout,
        ErrorCode::QueryExecution | ErrorCode::TypeMismatch | ErrorCode::InvalidInput => ErrorClass::Runtime,
        ErrorCode::StorageFull => ErrorClass::Memory,
        ErrorCode::Internal | ErrorCode::QueryOptimization | ErrorCode::StorageCorrupted => ErrorClass::Internal,
        _ => ErrorClass::Other,
    }
}

fn unreadable(what: Unreadable) -> EngineError {
    EngineError { class: ErrorClass::Protocol, message: what.to_string() }
}

fn inconsistent(what: impl ToString) -> EngineError {
    let message = format!("the stored graph is inconsistent: {}", what.to_string());
    EngineError { class: ErrorClass::Internal, message }
}
