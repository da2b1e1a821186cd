//! Apache AGE: Cypher inside PostgreSQL, by the simple query protocol, with answers in agtype's text form.

pub mod agtype;
pub mod connection;
mod driver;
mod errors;
mod statement;
mod target;

pub use connection::{Access, Connection};
pub use driver::AgeDriver;
pub use target::AgeTarget;
