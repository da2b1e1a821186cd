//! Drivers, launchers and the targets they make.

pub mod address;
#[cfg(feature = "age")]
pub mod age;
pub mod bolt;
pub mod dialects;
pub mod driver;
pub mod falkordb;
mod farewell;
pub mod grafeo;
pub mod gremlin;
pub mod launcher;
pub mod limits;
pub mod load;
pub mod naming;
pub mod owner;
pub mod process;
pub mod read_back;
pub mod reference;
pub mod resp;
pub mod socket;
pub mod targets;
pub mod temporal;
pub mod wire;
pub mod worker;

pub use driver::{Driver, Health, Identity, Target, TargetError};
pub use launcher::folder::leave_nothing;
pub use targets::{TargetOptions, resolve};

/// The worker process of an engine that is part of graphlance, by the word behind `graphlance worker`; it gives the exit code.
pub fn embedded(name: &str) -> Option<fn() -> i32> {
    (name == grafeo::NAME).then_some(grafeo::worker_main)
}
