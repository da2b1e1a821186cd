//! Arbitrary well-typed read statements over a graph: no known answer, empty and null results included. For laws that
//! must hold of the reference whatever the statement.

mod pattern;
mod predicate;
mod reading;

pub use predicate::arbitrary_predicate;
pub use reading::{Reading, ReadingSizes, arbitrary_reading};
