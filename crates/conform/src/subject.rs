//! What a suite is run on.

use graphlance_graph::{Graph, Name, Table, Value};
use graphlance_reference::Procedure;
use thiserror::Error;

/// Something that answers Cypher: an engine, or the reference.
pub trait Subject {
    /// Empties the database and forgets parameters and procedures.
    fn reset(&mut self) -> Result<(), Unusable>;
    /// Sets a parameter for all queries until the next reset. False when it cannot have any.
    fn set_parameter(&mut self, name: &str, value: Value) -> bool;
    /// Makes a procedure known until the next reset. False when that cannot be done.
    fn add_procedure(&mut self, name: Name, procedure: Procedure) -> bool;
    /// Runs a query.
    fn query(&mut self, text: &str) -> Result<Brought, Unusable>;
    /// The whole graph.
    fn graph(&mut self) -> Result<Graph, Unusable>;
    /// Whether keys of elements stay as they are from one [`Subject::graph`] to the next.
    fn has_stable_keys(&self) -> bool;
    /// Whether errors carry type, phase and detail.
    fn has_exact_errors(&self) -> bool;
    /// The decimal digits in which floats are answered; none for all of them.
    fn float_digits(&self) -> Option<usize>;
}

/// What a query brought.
#[derive(Clone, Debug, PartialEq)]
pub enum Brought {
    /// A table.
    Table(Table),
    /// An error.
    Error(Raised),
    /// Neither: it died, hung or gave up.
    None(String),
}

/// An error that was raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raised {
    /// Type, phase and detail as in the TCK; none from an engine.
    pub exact: Option<[String; 3]>,
    /// The text.
    pub message: String,
}

/// The subject cannot be used any more.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Unusable(pub String);
