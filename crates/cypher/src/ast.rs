//! The syntax tree of Cypher statements: openCypher 9 and what Cypher engines have added since.
//!
//! # Normal form
//!
//! Where two trees would have the same text, one of them is the normal form: the parser yields it and generators build
//! it, so that printing and parsing gives back the same tree.
//!
//! - A sign before a number belongs to the literal (`-5`); the negation of a literal is written `-(5)`. Floats are
//!   finite: NaN and infinities are written as quotients and read back as such.
//! - Lists that the grammar wants non-empty are: clauses, patterns, projection items without `*`, comparison links,
//!   branches of CASE, labels of SET and REMOVE, keys of an index or a hint, variables of a hint, fields of YIELD.
//! - The properties of a node or relationship pattern are a map literal or a parameter.
//! - A pattern as an expression has no variable and no selector but `shortestPath` and `allShortestPaths`; without one,
//!   it has at least one segment. So has that of a pattern comprehension, which may have a variable.
//! - [`LabelExpression::Colons`] stands only at the top and has at least two names.
//! - A [`Page`] is no continuation of the clause before it: `WITH x ORDER BY x` is one clause.
//! - A subquery that is one plain MATCH, without OPTIONAL, match mode and hints, is [`Subquery::Pattern`].
//! - An [`ExtendedCase`] has a branch that a [`CaseExpression`] cannot have: several tests, or one that is no value.
//! - The second argument of `normalize` is the keyword of a normal form as a string.
//! - A union in a type has at least two alternatives, none of them a union.
//! - A procedure call has a predicate only behind YIELD.
//! - Parts of a dotted name are separated by the dots in it: a part itself has none.

mod clause;
mod composed;
mod expression;
mod hint;
mod pattern;
mod projection;
mod schema;
mod transactions;
mod types;

pub use clause::*;
pub use composed::*;
pub use expression::*;
pub use hint::*;
pub use pattern::*;
pub use projection::*;
pub use schema::*;
pub use transactions::*;
pub use types::*;

/// One statement.
#[derive(Clone, Debug, PartialEq, Hash)]
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
