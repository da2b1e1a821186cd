//! Engines in a child process that speaks JSON lines: one request a line on its standard input, one answer a line on its
//! standard output. The protocol is described for people in `docs/drivers.md`; an engine of any language can be attached
//! this way.

pub mod channel;
pub mod driver;
pub mod protocol;
pub mod serve;
pub mod target;

pub use driver::{WorkerCommand, WorkerDriver};
pub use protocol::{Hello, Numbered, PROTOCOL, Payload, Reply, Request};
pub use serve::{Engine, serve};
pub use target::WorkerTarget;
