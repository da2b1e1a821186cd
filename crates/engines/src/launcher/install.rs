//! Installs engines, without root and without a container where that is possible.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::docker;
use super::file::Launcher;
use crate::driver::TargetError;

/// What comes with graphlance beside the launchers: unpacked together into one folder.
const COMPANIONS: &[(&str, &str)] = &[
    ("common.sh", include_str!("../../../../engines/common.sh")),
    ("falkordb.sh", include_str!("../../../../engines/falkordb.sh")),
    ("neo4j.sh", include_str!("../../../../engines/neo4j.sh")),
    ("arcadedb.sh", include_str!("../../../../engines/arcadedb.sh")),
    ("python.sh", include_str!("../../../../engines/python.sh")),
    ("age.sh", include_str!("../../../../engines/age.sh")),
    ("kuzu.py", include_str!("../../../../engines/workers/kuzu.py")),
    ("graphqlite.py", include_str!("../../../../engines/workers/graphqlite.py")),
];

/// Where engines are installed, and where launchers of the user's are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// One folder below it for each engine and version.
    pub engines: PathBuf,
    /// Launchers of the user's.
    pub launchers: Option<PathBuf>,
    /// This program, for engines that are built into it.
    pub program: PathBuf,
}

/// An installed engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Installation {
    /// In this folder.
    Native(PathBuf),
    /// A build of the user's, with the installation that the rest of what is needed comes from, if there is one.
    Build {
        /// The build.
        build: PathBuf,
        /// The installed engine.
        installed: Option<PathBuf>,
    },
    /// As an image for this container tool.
    Docker(PathBuf),
}

impl Places {
    /// The folder of an engine's version.
    pub fn folder(&self, launcher: &Launcher, version: &str) -> PathBuf {
        self.engines.join(format!("{}-{version}", launcher.name))
    }

    /// Where the scripts are unpacked.
    pub fn scripts(&self) -> PathBuf {
        self.engines.join("scripts").join(env!("CARGO_PKG_VERSION"))
    }

    /// Whether a version is installed.
    pub fn has(&self, launcher: &Launcher, version: &str) -> bool {
        launcher.install.is_none() || self.folder(launcher, version).is_dir()
    }

    /// The installed engine; installed now if it is not there, a container where that fails. Errors carry the script's
    /// last lines.
    pub fn install(&self, launcher: &Launcher, version: &str, release: &str) -> Result<Installation, TargetError> {
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let container = || launcher.docker.as_ref().and_then(|_| docker::find()).map(Installation::Docker);
        if launcher.start.is_none() {
            let missing = || {
                let product = &launcher.product;
                TargetError::Start(format!("{product} runs in a container only, and `docker version` fails here"))
            };
            return container().ok_or_else(missing);
        }
        let folder = self.folder(launcher, version);
        self.unpack_scripts()?;
        if self.has(launcher, version) {
            return Ok(Installation::Native(folder));
        }
        match self.run_script(launcher, version, release, &folder) {
            Ok(()) => Ok(Installation::Native(folder)),
            Err(error) => container().ok_or(error),
        }
    }

    fn unpack_scripts(&self) -> Result<(), TargetError> {
        let folder = self.scripts();
        let fail = |error: std::io::Error| TargetError::Start(format!("cannot write to {}: {error}", folder.display()));
        std::fs::create_dir_all(&folder).map_err(fail)?;
        for (name, text) in COMPANIONS {
            let path = folder.join(name);
            if std::fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
                // Another graphlance may be reading it.
                let fresh = folder.join(format!("{name}.{}", std::process::id()));
                std::fs::write(&fresh, text).map_err(fail)?;
                std::fs::rename(&fresh, &path).map_err(fail)?;
            }
        }
        Ok(())
    }

    /// A script of the user's, else the one that comes with graphlance.
    fn script(&self, name: &str) -> PathBuf {
        let users = self.launchers.as_ref().map(|folder| folder.join(name)).filter(|path| path.is_file());
        users.unwrap_or_else(|| self.scripts().join(name))
    }

    fn run_script(&self, launcher: &Launcher, version: &str, release: &str, folder: &Path) -> Result<(), TargetError> {
        let Some(install) = &launcher.install else { return Ok(()) };
        let needs = match install.needs.as_slice() {
            [] => String::new(),
            needs => format!(" (needed: {})", needs.join(", ")),
        };
        let fail = |what: String| {
            TargetError::Start(format!(
                "cannot install {} {version} into {}: {what}\nNext step: see to it that the machine has what the script \
                 needs{needs}, or start the engine yourself and name its address; see docs/drivers.md",
                launcher.product,
                folder.display()
            ))
        };
        eprintln!("installing {} {version} into {}", launcher.product, folder.display());
        let mut command = Command::new("sh");
        command.arg(self.script(&install.script)).arg(folder).arg(release).stdin(Stdio::null());
        let output = command.output().map_err(|error| fail(format!("cannot run sh: {error}")))?;
        if output.status.success() && folder.is_dir() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.lines().rev().take(8).collect();
        Err(fail(format!("{}\n  {}", output.status, lines.into_iter().rev().collect::<Vec<_>>().join("\n  "))))
    }
}
