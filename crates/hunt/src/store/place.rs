//! Whose an output folder is, and who may write to it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::write::BUILDING;
use super::{RUN, StoreError};

/// The lock file; it stays when the hunt is over.
const LOCK: &str = "lock";

/// How the lock file begins, so that a folder is known for graphlance's from its first moment on.
const MARK: &str = "An output folder of graphlance. A hunt that writes to it holds a lock on this file.\n";

/// What a folder is to a new hunt. Another hunt may move it at any moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// There is nothing, or nothing in it.
    Free,
    /// It was made by a hunt.
    Ours,
    /// It holds something of somebody else.
    Foreign,
    /// Another took its place while it was looked at.
    Changed,
}

/// Whether a folder was made by a hunt.
pub fn is_output_folder(root: &Path) -> bool {
    look(root).is_ok_and(|place| place == Place::Ours)
}

/// What a folder is.
pub(super) fn look(root: &Path) -> Result<Place, StoreError> {
    if !root.is_dir() {
        // What cannot be made into a folder says so when that is tried.
        return Ok(Place::Free);
    }
    let before = identity(fs::metadata(root));
    let mut empty = true;
    let entries = match fs::read_dir(root) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Place::Changed),
        Err(error) => return Err(StoreError::read(root)(error)),
    };
    for entry in entries {
        let name = entry.map_err(StoreError::read(root))?.file_name();
        // What a killed hunt was about to write.
        empty &= name.to_string_lossy().starts_with(BUILDING);
    }
    if empty {
        return Ok(Place::Free);
    }
    let (lock, run) = (root.join(LOCK), root.join(RUN));
    // Earlier releases left the lock file empty.
    let unmarked = fs::symlink_metadata(&lock).map_or(true, |file| file.is_file() && file.len() == 0);
    let ours = is_marked(&lock) || unmarked && is_run_file(&run);
    Ok(match (ours, before.is_some() && before == identity(fs::metadata(root))) {
        (_, false) => Place::Changed,
        (true, true) => Place::Ours,
        (false, true) => Place::Foreign,
    })
}

/// What tells a file or folder from every other, whatever it is called.
fn identity(metadata: io::Result<fs::Metadata>) -> Option<(u64, u64)> {
    metadata.ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|file| file.is_file())
}

fn is_marked(lock: &Path) -> bool {
    let mut begins = [0; MARK.len()];
    is_file(lock)
        && File::open(lock).and_then(|mut file| file.read_exact(&mut begins)).is_ok()
        && begins == *MARK.as_bytes()
}

/// What only `run.json` of a hunt has together.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "graphlance")]
    _release: String,
    #[serde(rename = "version")]
    _version: u32,
    #[serde(rename = "running")]
    _running: bool,
    #[serde(rename = "counts")]
    _counts: IgnoredAny,
}

fn is_run_file(run: &Path) -> bool {
    let read = || serde_json::from_reader::<_, Head>(BufReader::new(File::open(run).ok()?)).ok();
    is_file(run) && read().is_some()
}

/// Makes a folder, or finds it empty, marks it and locks it. None when another hunt was faster.
pub(super) fn make(root: &Path) -> Result<Option<File>, StoreError> {
    match fs::create_dir_all(root) {
        Ok(()) => take_new(root),
        // It was there, and another hunt has moved it before it could be looked at.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !root.is_file() => Ok(None),
        Err(error) => Err(StoreError::write(root)(error)),
    }
}

/// Marks an empty folder and locks it in one step. None when another hunt was faster.
fn take_new(root: &Path) -> Result<Option<File>, StoreError> {
    let path = root.join(LOCK);
    let write = StoreError::write(&path);
    let mut file = match tempfile::Builder::new().prefix(BUILDING).tempfile_in(root) {
        Ok(file) => file,
        Err(error) if is_moved(&error) => return Ok(None),
        Err(error) => return Err(write(error)),
    };
    if let Err(error) = file.write_all(MARK.as_bytes()) {
        return Err(write(error));
    }
    match file.as_file().try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(write(error)),
    }
    match file.persist_noclobber(&path) {
        Ok(file) => Ok(is_still(&file, &path).then_some(file)),
        Err(error) if path.exists() || is_moved(&error.error) => Ok(None),
        Err(error) => Err(write(error.error)),
    }
}

/// Locks a folder of ours. None when another hunt has moved it meanwhile. Errors: another hunt writes to it.
pub(super) fn take_old(root: &Path) -> Result<Option<File>, StoreError> {
    let path = root.join(LOCK);
    // A lock file is made only where a hunt of an earlier release has left none: made in a folder that another hunt has just
    // put in the place of this one, it would be in that hunt's way.
    let lacks = !path.exists() && is_run_file(&root.join(RUN));
    let opened = OpenOptions::new().create(lacks).append(true).open(&path);
    let file = match opened {
        Ok(file) => file,
        Err(error) if is_moved(&error) => return Ok(None),
        Err(error) => return Err(StoreError::write(&path)(error)),
    };
    match file.try_lock() {
        Ok(()) => Ok(is_still(&file, &path).then_some(file)),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(root.to_owned())),
        Err(TryLockError::Error(error)) => Err(StoreError::write(&path)(error)),
    }
}

/// Whether a folder that was there a moment ago is no longer. To ask whether it is there says less: another hunt may have made
/// it anew meanwhile.
fn is_moved(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Whether a file is still the one of this name: the folder around it may have been moved since it was opened.
fn is_still(file: &File, path: &Path) -> bool {
    let held = identity(file.metadata());
    held.is_some() && held == identity(fs::symlink_metadata(path))
}

/// Renames a folder, whose lock is held, to `root.1`, `root.2`, ...: the first that is free. Nothing is overwritten: a folder
/// takes the place of no other that has something in it.
pub(super) fn move_aside(root: &Path) -> Result<(), StoreError> {
    for number in 1u64.. {
        let mut name = root.as_os_str().to_owned();
        name.push(format!(".{number}"));
        let target = PathBuf::from(name);
        if fs::symlink_metadata(&target).is_ok() {
            continue;
        }
        match fs::rename(root, &target) {
            Ok(()) => break,
            Err(error) if fs::symlink_metadata(&target).is_err() => return Err(StoreError::write(root)(error)),
            // Somebody was faster.
            Err(_) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_lock_is_made_in_a_folder_that_another_hunt_has_just_made() {
        let place = tempfile::tempdir().unwrap();
        assert!(take_old(place.path()).unwrap().is_none());
        assert_eq!(look(place.path()).unwrap(), Place::Free);
        let of_earlier_release = r#"{"graphlance": "0.1.0", "version": 1, "running": false, "counts": {}}"#;
        fs::write(place.path().join(RUN), of_earlier_release).unwrap();
        assert!(take_old(place.path()).unwrap().is_some());
        assert_eq!(look(place.path()).unwrap(), Place::Ours);
    }
}
