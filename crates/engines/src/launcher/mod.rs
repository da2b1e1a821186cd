//! Engines that graphlance installs and starts itself. How is data: a TOML file per engine in `engines/`, or in a folder
//! of the user's.

pub mod claim;
pub mod docker;
pub mod file;
pub mod folder;
pub mod install;
pub mod orphans;
pub mod server;
pub mod target;
pub mod version;

pub use file::{Launcher, LauncherError, Protocol};
pub use install::{Installation, Places};
pub use server::{Plan, Server};
pub use target::LaunchedTarget;
