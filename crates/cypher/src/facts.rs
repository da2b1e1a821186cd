//! What can be said of a statement without a graph: scopes with types, and the properties that make rewrites and
//! comparisons sound.
//!
//! All answers are conservative: a type of [`Kind::Any`], a nullable value, an expression that may raise are always
//! right, only less useful.

mod infer;
mod mismatch;
mod order;
mod pins;
mod properties;
mod scope;
mod types;

pub use infer::infer;
pub use mismatch::shows_wrong_type;
pub use order::totally_ordered;
pub use pins::{indexes_pinned_in, pinned_indexes};
pub use properties::{
    aggregating, collects, deterministic_query, grouping_keys, groups_rows, may_raise, query_writes, updates, writes,
};
pub use scope::{Binding, Scope, scopes};
pub use types::Type;

pub use crate::functions::Kind;

#[cfg(test)]
mod tests;
