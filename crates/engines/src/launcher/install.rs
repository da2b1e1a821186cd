//! Installs engines, without root and without a container where that is possible.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Once;

use graphlance_catalog::{ENGINES, SHARED};
use rustix::process::Signal;

use super::claim::{self, Tenancy};
use super::file::{Install, Launcher};
use super::{docker, orphans};
use crate::driver::TargetError;
use crate::process::die_with;

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

/// The folder of what several engines share, among the unpacked ones.
const SHARED_FOLDER: &str = "shared";

/// What comes with graphlance and is unpacked, that scripts and workers find one another: folder, file in it, text.
fn companions() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let folders = ENGINES.iter().map(|folder| (folder.name, folder.files)).chain([(SHARED_FOLDER, SHARED)]);
    let files = folders.flat_map(|(home, files)| files.iter().map(move |(name, text)| (home, *name, *text)));
    // Launchers and dialects are read where they are.
    files.filter(|(_, name, _)| !name.ends_with(".toml"))
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

    /// Where scripts and workers are unpacked, a folder for each engine and [`SHARED_FOLDER`]: those of another build of
    /// graphlance are not ours.
    pub fn unpacked(&self) -> Option<PathBuf> {
        let mut hasher = DefaultHasher::new();
        companions().for_each(|companion| companion.hash(&mut hasher));
        let name = format!("{}-{:016x}", env!("CARGO_PKG_VERSION"), hasher.finish());
        self.engines.as_ref().map(|engines| engines.join("scripts").join(name))
    }

    /// Where what several engines share is unpacked.
    pub fn shared(&self) -> Option<PathBuf> {
        Some(self.unpacked()?.join(SHARED_FOLDER))
    }

    /// The folder of an engine's own scripts and programs: the user's, else that in which those that come with graphlance are
    /// unpacked.
    pub fn own_folder(&self, launcher: &Launcher) -> Option<PathBuf> {
        launcher.folder.clone().or_else(|| Some(self.unpacked()?.join(&launcher.name)))
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
        let unpacked = |word: &String| ["{shared}", "{scripts}", "{folder}"].iter().any(|place| word.contains(place));
        if launcher.install.is_some() || start.command.iter().any(unpacked) {
            self.unpack()?;
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

    fn unpack(&self) -> Result<(), TargetError> {
        let folder = self.unpacked().ok_or_else(no_home)?;
        let same = |(home, name, text): (&str, &str, &str)| {
            fs::read(folder.join(home).join(name)).is_ok_and(|have| have == text.as_bytes())
        };
        let whole = || companions().all(same);
        if whole() {
            return Ok(());
        }
        let unpack = || {
            let claim = Tenancy::take(&folder, || {})?;
            if whole() {
                return Ok(());
            }
            let work = claim.work();
            fs::create_dir(&work)?;
            for (home, name, text) in companions() {
                let file = work.join(home).join(name);
                fs::create_dir_all(file.parent().unwrap_or(&work))?;
                fs::write(file, text)?;
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

    /// A script in the engine's folder, else beside the user's launchers, else one of those that engines share.
    fn script(&self, launcher: &Launcher, name: &str) -> Option<PathBuf> {
        let folders = [self.own_folder(launcher), self.launchers.clone()];
        let own = folders.into_iter().flatten().map(|folder| folder.join(name)).find(|path| path.is_file());
        // Launchers of older days call our scripts after their engines.
        let ours = |engine: &str| Some(self.unpacked()?.join(engine).join("install.sh")).filter(|path| path.is_file());
        own.or_else(|| ours(name.strip_suffix(".sh")?)).or_else(|| Some(self.shared()?.join(name)))
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
        let mut claim = Tenancy::take(folder, waiting).map_err(io_failed)?;
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
        let script = self.script(launcher, &install.script).zip(self.shared());
        let (script, shared) = script.ok_or_else(|| Failure::Other(no_home()))?;
        let output = run(&script, &shared, folder, release, &claim.work())
            .map_err(|error| fail(format!("cannot run sh: {error}")));
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
fn run(script: &Path, shared: &Path, folder: &Path, release: &str, work: &Path) -> io::Result<Output> {
    let mut command = Command::new("sh");
    command.arg(script).arg(folder).arg(release).stdin(Stdio::null());
    command.env("GRAPHLANCE_LOCKED", "1").env("GRAPHLANCE_SHARED", shared).env(orphans::VARIABLE, work);
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
    use crate::launcher::Engines;

    fn lock(name: &str) -> &'static str {
        graphlance_catalog::file(SHARED, name).unwrap_or_default()
    }

    #[test]
    fn all_listed_versions_have_recorded_hashes() {
        for launcher in Engines::with(None).expect("the launchers").iter() {
            let Some(install) = &launcher.install else { continue };
            for (version, release) in launcher.versions.iter().filter(|(version, _)| !launcher.embeds(version)) {
                let lacks = |what: &str, file: &str| format!("{file} lacks {what} of {} {version}", launcher.name);
                if let Some(template) = &install.packages {
                    for package in template.replace("{release}", release).split(' ') {
                        let hashed = |line: &str| line.starts_with(&format!("{package} --hash=sha256:"));
                        assert!(lock("pip.lock").lines().any(hashed), "{}: run lock.py", lacks(package, "pip.lock"));
                    }
                }
                if install.needs.iter().any(|need| need == "mvn") {
                    let known = |line: &str| line.starts_with(&format!("{} {version} ", launcher.name));
                    assert!(lock("jars.lock").lines().any(known), "{}", lacks("the jars", "jars.lock"));
                }
            }
        }
    }
}
