//! Private folders of engines, which do not outlive them.
//!
//! A folder is graphlance's if a marker lies in it, and in use as long as somebody holds the lock on that marker. The
//! system drops the lock when its holder dies, however that happens and in whatever namespace it lived, so that the next
//! graphlance knows what it may remove.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use rustix::fs::{FlockOperation, Mode, OFlags};

use super::{docker, orphans};
use crate::farewell;

const PREFIX: &str = "graphlance-";

/// The marker; its presence with this text, under a name that only graphlance gives, makes a folder ours.
const MARKER: &str = ".graphlance-owner";
const MARKER_TEXT: &str = "A folder of graphlance: removed by the next one when the one that made it is gone.\n";

/// The name of the container that belongs to a folder.
const CONTAINER: &str = "container";

/// A file system in memory.
const MEMORY: &str = "/dev/shm";

/// A folder of this process, removed when this is dropped. What a killed graphlance left behind, folders, processes and
/// containers, is removed when the next one starts its first engine.
#[derive(Debug)]
pub struct PrivateFolder {
    root: PathBuf,
    data: PathBuf,
    /// Locked as long as it is open; programs that are started do not inherit it.
    _marker: File,
}

impl PrivateFolder {
    /// A folder below the system's temporary one, which nobody else can guess or read. Errors name the place.
    pub fn new() -> io::Result<PrivateFolder> {
        remove_leftovers();
        let place = std::path::absolute(std::env::temp_dir())?;
        PrivateFolder::below(&place).map_err(|error| {
            let advice = "set TMPDIR to a folder that can be written to";
            io::Error::new(error.kind(), format!("cannot make a folder in {}: {error}; {advice}", place.display()))
        })
    }

    /// The same in memory, where that can be.
    pub fn in_memory() -> io::Result<PrivateFolder> {
        remove_leftovers();
        PrivateFolder::below(Path::new(MEMORY)).or_else(|_| PrivateFolder::new())
    }

    fn below(place: &Path) -> io::Result<PrivateFolder> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).rand_bytes(16).permissions(Permissions::from_mode(0o700));
        let made = builder.tempdir_in(place)?;
        let marker = mark(made.path())?;
        let data = made.path().join("data");
        fs::create_dir(&data)?;
        fs::create_dir(made.path().join("tmp"))?;
        farewell::folder_is_made(made.path())?;
        Ok(PrivateFolder { root: made.keep(), data, _marker: marker })
    }

    /// An empty folder for the engine's data.
    pub fn path(&self) -> &Path {
        &self.data
    }

    /// A name that nobody else has, for a container of this folder's engine; written down, so that the container can be
    /// removed when this process is killed.
    pub fn container(&self) -> io::Result<String> {
        let name = self.root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        fs::write(self.root.join(CONTAINER), &name)?;
        Ok(name)
    }

    /// Makes the folder the place in which `command` runs and leaves its temporary files, and its process and all that it
    /// starts known as the folder's.
    pub fn house(&self, command: &mut Command) {
        command.current_dir(&self.data).env("TMPDIR", self.root.join("tmp")).env(orphans::VARIABLE, &self.root);
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        clear(&self.root);
        farewell::folder_is_gone(&self.root);
    }
}

/// Ends what threads that nobody waits for have started, and removes their folders: to be called last.
pub fn leave_nothing() {
    farewell::end(|root| {
        clear_after_its_owner(root);
        !root.exists()
    });
}

/// Removes a folder with the processes that left their engine's group. What cannot be removed now is removed at the next
/// start.
fn clear(root: &Path) {
    orphans::kill_all_of(root);
    let _ = remove(root);
}

/// The same where the one who would have removed the container of the folder does not do it.
fn clear_after_its_owner(root: &Path) {
    if let Ok(name) = fs::read_to_string(root.join(CONTAINER)) {
        docker::remove(&name);
    }
    clear(root);
}

/// Removes what killed ones left behind; once in the life of a process.
pub fn remove_leftovers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        clean(&std::env::temp_dir());
        clean(Path::new(MEMORY));
    });
}

/// Puts the marker into a folder. It is locked before it gets its name, so that no marker is ever seen without its lock.
fn mark(folder: &Path) -> io::Result<File> {
    let unborn = folder.join(format!("{MARKER}.new"));
    let mut marker = File::create_new(&unborn)?;
    marker.lock()?;
    marker.write_all(MARKER_TEXT.as_bytes())?;
    fs::rename(&unborn, folder.join(MARKER))?;
    Ok(marker)
}

/// Removes the folders of dead owners.
fn clean(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let root = entry.path();
        // Held until the folder is gone.
        let Some(_marker) = take(&root) else { continue };
        clear_after_its_owner(&root);
    }
}

/// The locked marker of a folder of ours whose owner is dead; none for all other folders, links, and those of other
/// users.
fn take(root: &Path) -> Option<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::RDONLY;
    let folder = File::from(rustix::fs::open(root, flags | OFlags::DIRECTORY, Mode::empty()).ok()?);
    let marker = File::from(rustix::fs::openat(&folder, MARKER, flags, Mode::empty()).ok()?);
    let (of_folder, of_marker) = (folder.metadata().ok()?, marker.metadata().ok()?);
    let us = rustix::process::geteuid().as_raw();
    if of_folder.uid() != us || of_marker.uid() != us || !of_marker.is_file() {
        return None;
    }
    let mut text = String::new();
    (&marker).take(MARKER_TEXT.len() as u64 + 1).read_to_string(&mut text).ok()?;
    if text != MARKER_TEXT {
        return None;
    }
    rustix::fs::flock(&marker, FlockOperation::NonBlockingLockExclusive).ok()?;
    Some(marker)
}

/// Removes a folder, its marker last: a removal that is cut short can be done again. Links are removed, not followed.
fn remove(root: &Path) -> io::Result<()> {
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        if entry.file_name() == OsStr::new(MARKER) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_file(root.join(MARKER))?;
    fs::remove_dir(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    /// A folder of this name whose marker nobody holds. It is not made by `mark`: what another test starts meanwhile has
    /// its lock for a moment.
    fn left_behind(place: &Path, name: &str) -> PathBuf {
        let root = place.join(name);
        fs::create_dir(&root).expect("a folder");
        fs::write(root.join(MARKER), MARKER_TEXT).expect("a marker");
        fs::create_dir_all(root.join("data/deep")).expect("a folder");
        fs::write(root.join("data/deep/file"), "x").expect("a file");
        root
    }

    #[test]
    fn folders_of_the_dead_are_removed() {
        let place = place();
        let dead = left_behind(place.path(), "graphlance-abc");
        clean(place.path());
        assert!(!dead.exists());
    }

    #[track_caller]
    fn check_stays(make: impl FnOnce(&Path) -> PathBuf) {
        let place = place();
        let path = make(place.path());
        clean(place.path());
        assert!(path.exists(), "{} was removed", path.display());
    }

    fn make(path: PathBuf) -> PathBuf {
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    #[test]
    fn folders_that_only_have_such_a_name_stay() {
        check_stays(|place| make(place.join("graphlance-2024-results")));
        check_stays(|place| make(place.join("graphlance-4194999-0")));
        check_stays(|place| make(place.join("graphlance-notes")));
        // With a marker, but under a name that graphlance does not give.
        check_stays(|place| left_behind(place, "results"));
        // With another text in it.
        check_stays(|place| {
            let root = left_behind(place, "graphlance-mine");
            fs::write(root.join(MARKER), "mine").expect("a file");
            root
        });
    }

    #[test]
    fn a_folder_in_use_stays_whoever_uses_it() {
        let place = place();
        let held = PrivateFolder::below(place.path()).expect("a folder");
        clean(place.path());
        assert!(held.path().exists());
    }

    #[test]
    fn a_folder_that_is_just_being_made_stays() {
        check_stays(|place| {
            let root = make(place.join("graphlance-young"));
            fs::write(root.join(".graphlance-owner.new"), MARKER_TEXT).expect("a file");
            root
        });
    }

    #[test]
    fn links_are_not_followed() {
        let (place, elsewhere) = (place(), place());
        let real = left_behind(elsewhere.path(), "graphlance-real");
        let link = place.path().join("graphlance-link");
        std::os::unix::fs::symlink(&real, &link).expect("a link");
        // A marker that is a link to one that can be locked.
        let lured = make(place.path().join("graphlance-lured"));
        std::os::unix::fs::symlink(real.join(MARKER), lured.join(MARKER)).expect("a link");
        // A folder of ours with a link out of it.
        let dead = left_behind(place.path(), "graphlance-dead");
        std::os::unix::fs::symlink(&real, dead.join("data/out")).expect("a link");
        clean(place.path());
        assert!(link.exists() && lured.exists() && real.join("data/deep/file").exists());
        assert!(!dead.exists());
    }

    #[test]
    fn a_removal_that_was_cut_short_is_done_again() {
        let place = place();
        let root = left_behind(place.path(), "graphlance-half");
        fs::remove_dir_all(root.join("data")).expect("a removal");
        clean(place.path());
        assert!(!root.exists());
    }

    #[test]
    fn a_folder_is_nobody_elses_and_ends_with_its_value() {
        let folder = PrivateFolder::new().expect("a folder");
        let (path, mode) = (folder.path().to_owned(), fs::metadata(&folder.root).expect("it is there").mode());
        assert_eq!(mode & 0o777, 0o700);
        assert_eq!(fs::read_dir(&path).expect("it is there").count(), 0);
        let other = PrivateFolder::new().expect("a folder");
        assert_ne!(other.root, folder.root);
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn what_a_dead_one_started_ends() {
        let place = place();
        let root = left_behind(place.path(), "graphlance-parent");
        let start = |owner: &Path| {
            Command::new("sleep").arg("100").env(orphans::VARIABLE, owner).spawn().expect("sleep starts")
        };
        let mut orphan = start(&root);
        let mut other = start(&root.join("other"));
        clean(place.path());
        let signal = std::os::unix::process::ExitStatusExt::signal(&orphan.wait().expect("its end"));
        assert_eq!(signal, Some(9));
        assert!(other.try_wait().expect("its state").is_none(), "a stranger was killed");
        let _ = other.kill().and_then(|()| other.wait());
    }
}
