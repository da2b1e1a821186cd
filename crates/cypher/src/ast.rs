//! The syntax tree of Cypher statements: openCypher 9 and what Cypher engines have added since.

mod clause;
mod expression;
mod pattern;
mod schema;

pub use clause::*;
pub use expression::*;
pub use pattern::*;
pub use schema::*;

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// A query, reading or writing.
    Query(Query),
    /// Index and constraint commands.
    Schema(SchemaCommand),
}

impl From<Query> for Statement {
    fn from(query: Query) -> Statement {
        Statement::Query(query)
    }
}

impl From<SingleQuery> for Statement {
    fn from(query: SingleQuery) -> Statement {
        Statement::Query(query.into())
    }
}
