//! The reference of Gremlin: a traversal machine with the semantics of OLTP and no strategies, by version of TinkerPop.
//!
//! [`evaluate`] tells what a statement must give on a graph. What the language leaves open, such as the order of `V()` or what a
//! `limit` lets through, is decided in several ways ([`Options::arrangements`]); what differs between them is open, and the
//! answer says so ([`Promise`]) or there is none ([`Failure::Unspecified`]).
//!
//! It is a room of its own beside `reference`, so that its tests are built from the tree of Gremlin and little else.

pub mod answer;
mod care;
pub mod evaluator;
pub mod export;
pub mod failure;
pub mod graph;
mod number;
pub mod options;
mod program;
pub mod quirk;
pub mod rules;
mod run;
mod touches;
pub mod value;
mod widths;

pub use answer::{Answer, Promise, evaluate, evaluate_behind, evaluate_behind_in, evaluate_in};
pub use evaluator::{MachineEvaluator, evaluators};
pub use failure::{BEYOND, ErrorKind, Failure, Raised};
pub use graph::{Identities, NewIdentity, PropertyGraph, WriteError};
pub use options::{Budget, Options};
pub use quirk::{Quirk, Quirks};
pub use rules::Rules;
pub use value::Value;
