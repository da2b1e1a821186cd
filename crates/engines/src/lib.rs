//! Drivers, launchers and the targets they make.

pub mod driver;

pub use driver::{Driver, Health, Identity, Target, TargetError};
