//! Bolt, spoken by Neo4j, Memgraph and ArcadeDB: versions 3.0, 4.1 to 4.4, and 5.0 to 5.8.

mod admin;
pub mod connection;
mod driver;
mod errors;
mod home;
mod identity;
mod indexes;
pub mod packstream;
mod plan;
pub mod session;
pub mod target;
pub mod values;

pub use admin::Admin;
pub use driver::BoltDriver;
pub use home::Home;
pub use session::{Access, Session};
pub use target::BoltTarget;
