//! Engines that graphlance installs and starts itself. How is data: a folder per engine in `engines/`, or in a folder
//! of the user's.

pub mod claim;
pub mod client;
pub mod docker;
pub mod engines;
pub mod file;
pub mod folder;
pub mod install;
pub mod orphans;
pub mod server;
pub mod target;
pub mod version;

pub use client::{Client, Language};
pub use engines::Engines;
pub use file::{Launcher, LauncherError, Protocol};
pub use install::{Installation, Places};
pub use server::{Server, Startup};
pub use target::LaunchedTarget;
