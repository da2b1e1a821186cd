//! Random expressions whose value is known, and that raise no error on any element of the graph.

mod access;
mod adjacency;
mod column;
mod constrained;
mod known;
mod leaf;
mod operators;
mod predicate;
mod shape;
mod transfer;

pub use access::{Distinguish, nested_access};
pub use adjacency::{Adjacency, Incident};
pub use column::PropertyColumn;
pub use constrained::equal_to;
pub use known::{Expressions, Known, list_of};
pub use leaf::{GraphShapes, Leaf, ShapedKey};
pub use predicate::{false_or_null_predicate, true_predicate};
pub use shape::Shape;
