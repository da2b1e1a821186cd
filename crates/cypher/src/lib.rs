//! Cypher: the syntax tree, parser, printer, dialects, scopes and facts, complexity measures.
//!
//! One tree serves the generator, the reducer, the reference evaluator and every target; text exists only at the
//! printer and the parser.

pub mod ast;
pub mod build;
pub mod dialect;
pub mod features;
pub mod functions;
pub mod parse;
pub mod print;

pub use ast::{Clause, Expression, Literal, Pattern, Query, SingleQuery, Statement};
pub use dialect::Dialect;
pub use features::Feature;
pub use graphlance_graph::Name;
pub use parse::{ParseError, parse};
pub use print::print;
