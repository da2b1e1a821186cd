//! FalkorDB: `GRAPH.QUERY` over RESP2 with the compact result encoding.

pub mod compact;
mod docker;
pub mod driver;
mod errors;
pub mod install;
pub mod names;
pub mod server;
pub mod session;
pub mod target;
mod temporal;

pub use driver::FalkorDriver;
pub use server::Server;
pub use target::FalkorTarget;
