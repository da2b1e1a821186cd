//! Gremlin: the syntax tree, the table of steps, parser and printers.
//!
//! One tree serves generators, reduction, evaluators and every target; text exists only at the printers and the parser.

pub mod arbitrary;
pub mod ast;
pub mod cell;
pub mod constant;
pub mod dialect;
pub mod edit;
pub mod facts;
pub mod features;
pub mod graphson;
pub mod measure;
pub mod parse;
pub mod predicate;
pub mod print;
pub mod probes;
pub mod relatives;
pub mod scalar;
pub mod spoken;
pub mod strategies;
pub mod table;
pub mod token;
pub mod value;
pub mod version;
pub mod walk;
pub mod walk_mut;

pub use ast::{Argument, Modulator, Statement, Step, Strategy, Traversal};
pub use constant::Constant;
pub use dialect::Dialect;
pub use graphlance_graph::Name;
pub use parse::{Obstacle, ParseError, parse, parse_traversal};
pub use predicate::{Link, Predicate, Test, TestName};
pub use print::{print, print_groovy, print_plain, print_traversal};
pub use scalar::Scalar;
pub use spoken::versions_of;
pub use table::{Place, StepName};
pub use token::Token;
pub use value::Value;
pub use version::{Version, Versions};
