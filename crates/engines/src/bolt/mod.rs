//! Bolt, which many engines speak, each in its [`Ways`]: versions 3.0, 4.1 to 4.4, and 5.0 to 5.8.

mod admin;
mod answer;
pub mod connection;
mod driver;
mod home;
mod identity;
mod indexes;
pub mod packstream;
mod parameters;
mod plan;
pub mod session;
pub mod target;
pub mod values;
pub mod ways;

pub use admin::Admin;
pub use driver::BoltDriver;
pub use home::Home;
pub use session::{Access, Session};
pub use target::BoltTarget;
pub use ways::{Ways, Who};
