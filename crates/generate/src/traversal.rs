//! Random traversals of Gremlin, grown step by step under the eyes of the reference.
//!
//! After *Finding Bugs in Gremlin-Based Graph Database Systems via Randomized Differential Testing* (Grand, section 3.2), whose
//! model goes from vertices and edges to values: filters with predicates and nested traversals, neighbours, properties,
//! statistics, orders. Here it has all that Grand leaves off, too: `repeat` with its modulators, paths, labels, branches,
//! projections, groups, what is noted aside, sacks, collections, steps over texts, numbers and dates, and writes.
//!
//! Where Grand follows types alone, this follows the objects: the reference says after each step what there is, so that the next
//! one is drawn for it, its literals are taken from it or from what is stored, and a step that raises an error, gives nothing,
//! leaves the answer open or changes nothing is mostly drawn anew. What the whole statement gives is for the reference to say.

mod branches;
mod build;
mod bys;
mod collections;
mod conditions;
mod config;
mod elements;
mod filters;
mod grower;
mod grown;
mod labels;
mod literals;
mod liveness;
mod matching;
mod objects;
mod predicates;
mod productions;
mod repeats;
mod scalars;
mod side_effects;
mod starts;
mod streams;
mod world;
mod writes;

pub use conditions::vertex_filter;
pub use config::Config;
pub use grown::{Grown, family, traversal};
pub use liveness::{Vitality, liveness};
pub use world::World;
pub use writes::writing;

#[cfg(test)]
mod tests;
