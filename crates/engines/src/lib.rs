//! Drivers, launchers and the targets they make.

pub mod driver;
pub mod falkordb;
pub mod grafeo;
pub mod load;
pub mod process;
pub mod resp;
pub mod targets;
pub mod temporal;
pub mod worker;

pub use driver::{Driver, Health, Identity, Target, TargetError};
pub use targets::{TargetOptions, resolve};
