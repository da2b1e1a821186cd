//! Brings a graph into a database and makes sure that it is there.

use std::time::Duration;

use graphlance_case::language::LoadTexts;
use graphlance_case::{Dialect, Load, Response};
use graphlance_graph::Graph;
use graphlance_graph::graph_compare::{GraphDifference, same_graph};
use thiserror::Error;

use crate::driver::{Driver, TargetError};

/// Why a graph is not in the database.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The target refused a statement, crashed or hung.
    #[error("`{statement}` was not carried out")]
    Statement {
        /// The statement.
        statement: String,
        /// What came instead of success.
        response: Box<Response>,
    },
    /// The database holds another graph than it should.
    #[error("after loading, the database holds another graph")]
    Different {
        /// What it holds.
        actual: Box<Graph>,
        /// Where that departs from the graph.
        difference: Box<GraphDifference>,
    },
    /// Another failure of the target.
    #[error(transparent)]
    Target(#[from] TargetError),
}

/// Empties the database, loads a graph into it, waits for the indexes, reads the graph back and compares it. Each step
/// may take `deadline`.
pub fn load(
    driver: &mut dyn Driver,
    graph: &Graph,
    how: &Load,
    dialect: &Dialect,
    deadline: Duration,
) -> Result<(), LoadError> {
    driver.wipe(deadline)?;
    for statement in LoadTexts::sent(graph, how, dialect).all() {
        match driver.run_load(statement, deadline) {
            Response::Table(_) => {}
            response => {
                return Err(LoadError::Statement { statement: statement.clone(), response: Box::new(response) });
            }
        }
    }
    driver.await_indexes(deadline)?;
    let actual = driver.read_graph(deadline)?;
    same_graph(graph, &actual, &dialect.comparison())
        .map_err(|difference| LoadError::Different { actual: Box::new(actual), difference: Box::new(difference) })
}
