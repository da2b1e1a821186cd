//! Read statements without a plan: a skeleton of clauses, completed from left to right.
//!
//! After *GDsmith: Detecting Bugs in Graph Database Engines* (section 3): clauses follow a grammar, and
//! each is completed from what is in scope, with types. Where GDsmith looks at what is in scope, this looks at the rows as well:
//! the reference says after each clause what the table is, so that the next clause is made to matter: a MATCH that multiplies
//! rows, a predicate that keeps some and drops others, a DISTINCT where there are duplicates, groups of several rows, an order that
//! decides a cut. What the whole statement returns is for the reference to say; what it leaves open is not asked.

mod aggregate;
mod counting;
mod filter;
mod frequency;
mod index;
mod labels;
mod made;
mod matching;
mod modern;
mod mutation;
mod order;
mod pattern;
mod procedure;
mod projection;
mod query;
mod raising;
mod special;
mod subquery;
mod table;
mod union;
mod unwind;
mod value;
mod wide;

pub use frequency::KeyFrequencies;
pub use made::{Expected, Made};
pub(crate) use query::Skeleton;
pub use query::{SkeletonContext, attempt_budget, skeletons};
pub(crate) use table::Table;
pub use wide::{WIDE, wide_statements};
