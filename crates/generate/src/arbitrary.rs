//! Arbitrary statements over a graph, without a known answer. Those that read are well-typed, empty and null results included,
//! for laws that must hold of the reference whatever the statement; expressions and statements that write may raise errors,
//! for comparing the reference with engines.

mod calls;
mod constant;
mod moment;
mod operand;
mod pattern;
mod predicate;
mod reading;
mod writing;

pub use calls::{arbitrary_calls, arbitrary_moments};
pub use predicate::{Variables, arbitrary_predicate};
pub use reading::{Reading, ReadingSizes, arbitrary_reading};
pub use writing::arbitrary_writing;
