//! Statements that write, each made for the graph that the last one left.
//!
//! After *Dinkel: Testing Graph Database Engines via State-Aware Query Generation* (section 3.1): what a clause may say follows
//! from the context of the query (which variables there are, what they are bound to, whether they may be null, were made by the
//! statement or are deleted) and from the graph. The clauses that read are those of [`crate::skeleton`], so that it is known how
//! many rows reach the first one that writes, and what their values are. What the statement does is for the reference to say: a
//! statement whose outcome the language leaves open is not asked.

mod after;
mod change;
mod element;
mod insert;
mod nested;
mod property;
mod returned;
mod writer;

pub use writer::{Wanted, Written, writing_statement};
