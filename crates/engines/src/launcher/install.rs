//! Installs engines, without root and without a container where that is possible.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Once;

use rustix::process::Signal;

use super::claim::{self, Claim};
use super::file::{Install, Launcher};
use super::{docker, orphans};
use crate::driver::TargetError;
use crate::process::die_with;

/// What comes with graphlance beside the launchers: unpacked together into one folder.
const COMPANIONS: &[(&str, &str)] = &[
    ("common.sh", include_str!("../../../../engines/common.sh")),
    ("debian.sh", include_str!("../../../../engines/debian.sh")),
    ("pip.lock", include_str!("../../../../engines/pip.lock")),
    ("jars.lock", include_str!("../../../../engines/jars.lock")),
    ("falkordb.sh", include_str!("../../../../engines/falkordb.sh")),
    ("neo4j.sh", include_str!("../../../../engines/neo4j.sh")),
    ("arcadedb.sh", include_str!("../../../../engines/arcadedb.sh")),
    ("python.sh", include_str!("../../../../engines/python.sh")),
    ("age.sh", include_str!("../../../../engines/age.sh")),
    ("kuzu.py", include_str!("../../../../engines/workers/kuzu.py")),
    ("grafeo.py", include_str!("../../../../engines/workers/grafeo.py")),
    ("graphqlite.py", include_str!("../../../../engines/workers/graphqlite.py")),
];

/// What to do where nobody says where engines go.
pub const NO_HOME: &str = "there is no HOME to install engines in; set GRAPHLANCE_ENGINES to a folder";

/// How a script ends that was told to stop.
const INTERRUPTED: i32 = 130;

/// Where engines are installed, and where launchers of the user's are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// One folder below it for each engine and version; none: there is no HOME.
    pub engines: Option<PathBuf>,
    /// Launchers of the user's.
    pub launchers: Option<PathBuf>,
    /// This program, for engines that are built into it.
    pub program: PathBuf,
}

/// An installed engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Installation {
    /// There is nothing to install.
    BuiltIn,
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

/// Why an installation failed.
enum Failure {
    /// Somebody pressed Ctrl-C.
    Interrupted(TargetError),
    Other(TargetError),
}

impl Places {
    /// The folder of an engine's version; none: there is no HOME.
    pub fn folder(&self, launcher: &Launcher, version: &str) -> Option<PathBuf> {
        self.engines.as_ref().map(|engines| engines.join(format!("{}-{version}", launcher.name)))
    }

    /// Where the scripts are unpacked: those of another build of graphlance are not ours.
    pub fn scripts(&self) -> Option<PathBuf> {
        let mut hasher = DefaultHasher::new();
        COMPANIONS.hash(&mut hasher);
        let name = format!("{}-{:016x}", env!("CARGO_PKG_VERSION"), hasher.finish());
        self.engines.as_ref().map(|engines| engines.join("scripts").join(name))
    }

    /// Whether a version is installed, and whole.
    pub fn has(&self, launcher: &Launcher, version: &str) -> bool {
        launcher.install.is_none() || self.folder(launcher, version).is_some_and(|folder| claim::is_complete(&folder))
    }

    /// Removes what killed ones left half installed; once in the life of a process.
    pub fn remove_leftovers(&self) {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            if let Some(engines) = &self.engines {
                claim::remove_leftovers(engines);
                claim::remove_leftovers(&engines.join("scripts"));
            }
        });
    }

    /// The installed engine; installed now if it is not there, a container where that fails. One process installs a
    /// version at a time, the others wait for it. Errors carry the script's last lines.
    pub fn install(&self, launcher: &Launcher, version: &str, release: &str) -> Result<Installation, TargetError> {
        let container = || launcher.docker.as_ref().and_then(|_| docker::find()).map(Installation::Docker);
        let Some(start) = &launcher.start else {
            let missing = || {
                let product = &launcher.product;
                TargetError::Start(format!("{product} runs in a container only, and `docker version` fails here"))
            };
            return container().ok_or_else(missing);
        };
        let needs_scripts = |word: &String| word.contains("{scripts}");
        if launcher.install.is_some() || start.command.iter().any(needs_scripts) {
            self.unpack_scripts()?;
        }
        let Some(install) = &launcher.install else { return Ok(Installation::BuiltIn) };
        let folder = self.folder(launcher, version).ok_or_else(no_home)?;
        if claim::is_complete(&folder) {
            return Ok(Installation::Native(folder));
        }
        match self.run_script(launcher, install, version, release, &folder) {
            Ok(()) => Ok(Installation::Native(folder)),
            Err(Failure::Interrupted(error)) => Err(error),
            Err(Failure::Other(error)) => match container() {
                Some(container) => {
                    eprintln!("{error}\nIt is run in a container instead.");
                    Ok(container)
                }
                None => Err(error),
            },
        }
    }

    fn unpack_scripts(&self) -> Result<(), TargetError> {
        let folder = self.scripts().ok_or_else(no_home)?;
        let same = |(name, text): &(&str, &str)| fs::read(folder.join(name)).is_ok_and(|have| have == text.as_bytes());
        let whole = || COMPANIONS.iter().all(same);
        if whole() {
            return Ok(());
        }
        let unpack = || {
            let claim = Claim::take(&folder, || {})?;
            if whole() {
                return Ok(());
            }
            let work = claim.work();
            fs::create_dir(&work)?;
            for (name, text) in COMPANIONS {
                fs::write(work.join(name), text)?;
            }
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::rename(&work, &folder)
        };
        unpack().map_err(|error: io::Error| {
            let advice = "GRAPHLANCE_ENGINES names another place";
            TargetError::Start(format!("cannot write to {}: {error}; {advice}", folder.display()))
        })
    }

    /// A script of the user's, else the one that comes with graphlance.
    fn script(&self, name: &str) -> Option<PathBuf> {
        let users = self.launchers.as_ref().map(|folder| folder.join(name)).filter(|path| path.is_file());
        users.or_else(|| Some(self.scripts()?.join(name)))
    }

    fn run_script(
        &self,
        launcher: &Launcher,
        install: &Install,
        version: &str,
        release: &str,
        folder: &Path,
    ) -> Result<(), Failure> {
        let fail = |what: String| {
            let needs = match install.needs.as_slice() {
                [] => String::new(),
                needs => format!(" (needed: {})", needs.join(", ")),
            };
            Failure::Other(TargetError::Start(format!(
                "cannot install {} {version} into {}: {what}\nNext step: see to it that the machine has what the script \
                 needs{needs}, or start the engine yourself and name its address; see docs/drivers.md",
                launcher.product,
                folder.display()
            )))
        };
        let io_failed = |error: io::Error| fail(error.to_string());
        let waiting = || eprintln!("waiting for another graphlance that installs {} {version}", launcher.product);
        let mut claim = Claim::take(folder, waiting).map_err(io_failed)?;
        if claim::is_complete(folder) {
            return Ok(());
        }
        if let Some(aside) = claim.begin().map_err(io_failed)? {
            eprintln!("{} was not whole; it is {} now", folder.display(), aside.display());
        }
        let unchecked = match launcher.versions.contains_key(version) {
            true => "",
            false => " (not one of the listed versions: what is downloaded is not compared with recorded hashes)",
        };
        eprintln!("installing {} {version} into {}{unchecked}", launcher.product, folder.display());
        let script = self.script(&install.script).ok_or_else(|| Failure::Other(no_home()))?;
        let output =
            run(&script, folder, release, &claim.work()).map_err(|error| fail(format!("cannot run sh: {error}")));
        let ended = output.and_then(|output| match output.status.success() && folder.is_dir() {
            true => Ok(()),
            false => Err(match output.status.code() {
                Some(INTERRUPTED) => interrupted(launcher, version),
                None if output.status.signal() == Some(Signal::INT.as_raw()) => interrupted(launcher, version),
                _ => fail(format!("{}\n  {}", output.status, last_lines(&output.stderr))),
            }),
        });
        match ended {
            Ok(()) => claim.complete(release).map_err(io_failed),
            Err(failure) => {
                // What cannot be removed now is removed by the next installation.
                let _ = claim.give_up();
                Err(failure)
            }
        }
    }
}

fn no_home() -> TargetError {
    TargetError::Start(NO_HOME.to_owned())
}

fn interrupted(launcher: &Launcher, version: &str) -> Failure {
    let what = format!("the installation of {} {version} was interrupted; nothing of it is left", launcher.product);
    Failure::Interrupted(TargetError::Start(what))
}

/// Runs an installing script. It stays in the process group of graphlance, so that Ctrl-C reaches it, too, and it cleans up
/// behind itself when it is told to stop, which happens also when graphlance dies.
fn run(script: &Path, folder: &Path, release: &str, work: &Path) -> io::Result<Output> {
    let mut command = Command::new("sh");
    command.arg(script).arg(folder).arg(release).stdin(Stdio::null());
    command.env("GRAPHLANCE_LOCKED", "1").env(orphans::VARIABLE, work);
    let parent = rustix::process::getpid();
    // SAFETY: the closure runs between fork and exec and only makes system calls; it allocates nothing.
    unsafe {
        command.pre_exec(move || die_with(parent, Signal::TERM));
    }
    command.output()
}

fn last_lines(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let lines: Vec<&str> = said.lines().rev().take(8).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join("\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lock(name: &str) -> &'static str {
        COMPANIONS.iter().find(|(file, _)| *file == name).map_or("", |(_, text)| text)
    }

    #[test]
    fn all_listed_versions_have_recorded_hashes() {
        for launcher in Launcher::all(None).expect("the launchers") {
            let script = launcher.install.as_ref().map(|install| install.script.as_str()).unwrap_or_default();
            for (version, release) in launcher.versions.iter().filter(|(version, _)| !launcher.embeds(version)) {
                let packages: Vec<String> = match script {
                    "python.sh" => release.split(' ').map(str::to_owned).collect(),
                    "falkordb.sh" => vec![format!("falkordblite=={release}")],
                    "arcadedb.sh" => vec![format!("arcadedb-embedded=={release}")],
                    "neo4j.sh" => {
                        let known = |line: &str| line.starts_with(&format!("neo4j {version} "));
                        assert!(lock("jars.lock").lines().any(known), "jars.lock has no neo4j {version}");
                        continue;
                    }
                    _ => continue,
                };
                for package in packages {
                    let hashed = |line: &str| line.starts_with(&format!("{package} --hash=sha256:"));
                    let lacks = format!("pip.lock lacks {package} of {} {version}: run engines/lock.py", launcher.name);
                    assert!(lock("pip.lock").lines().any(hashed), "{lacks}");
                }
            }
        }
    }
}
