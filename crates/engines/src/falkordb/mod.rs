//! FalkorDB: `GRAPH.QUERY` over RESP2 with the compact result encoding.

pub mod compact;
pub mod driver;
mod errors;
pub mod names;
pub mod session;
mod statistics;
pub mod target;
mod temporal;

pub use driver::FalkorDriver;
pub use target::{FalkorTarget, SCHEME};
