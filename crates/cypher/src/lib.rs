//! Cypher: the syntax tree, parser, printer, dialects, scopes and facts, complexity measures.
//!
//! One tree serves the generator, the reducer, the reference evaluator and every target; text exists only at the
//! printer and the parser.

#[cfg(test)]
pub mod arbitrary;
pub mod ast;
pub mod build;
pub mod dialect;
pub mod edit;
pub mod facts;
pub mod features;
pub mod functions;
mod keywords;
pub mod measure;
pub mod names;
pub mod neutral;
pub mod parse;
pub mod parse_cost;
mod precedence;
pub mod print;
pub mod probes;
pub mod productions;
pub mod questions;
pub mod relatives;
pub mod walk;

pub use ast::{Clause, Expression, Literal, Pattern, Query, SingleQuery, Statement};
pub use dialect::Dialect;
pub use features::Feature;
pub use graphlance_graph::Name;
pub use parse::{Obstacle, ParseError, given, parse, parse_expression, parse_query};
pub use parse_cost::parse_cost;
pub use print::{print, print_clause, print_expression, print_lines, print_pattern, print_query};
