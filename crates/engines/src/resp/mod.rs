//! RESP2, the protocol of Redis: an incremental decoder with hard limits, and a blocking connection with deadlines.
//!
//! Source: the Redis serialization protocol specification, version 2.

pub mod connection;
pub mod decoder;

pub use connection::{Connection, ConnectionError};
pub use decoder::{DecodeError, Decoder, Frame, Limits};
