//! Gremlin Server, and what else speaks its protocol over WebSocket.

mod bounded;
mod driver;
mod elements;
mod errors;
mod request;
mod response;
mod session;
mod target;
mod transaction;
mod ways;

pub use driver::GremlinDriver;
pub use session::{Access, Session};
pub(crate) use target::standard;
pub use target::{GremlinTarget, SCHEME};
pub use ways::Ways;
