//! The output folder: whole files or none, written as the hunt goes on, by one hunt at a time.
//!
//! Its layout and the JSON forms are documented in `docs/output.md`.

mod folder;
pub mod reading;
mod remains;
mod write;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;
use thiserror::Error;

use crate::event::Entry;
use crate::progress::lock;

pub use folder::{FindingFolder, read_found, read_known_fingerprints};

/// Why the output folder cannot be used; the text names the path and the next step.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another hunt writes to it.
    #[error("{0}: another hunt is writing to this folder; wait for it to end or choose another with --out")]
    Locked(PathBuf),
    /// It holds something that is no output of graphlance.
    #[error("{0}: this folder is not empty and was not made by graphlance; choose another with --out")]
    Foreign(PathBuf),
    /// It cannot be written.
    #[error(
        "{path}: cannot write: {source}; free some space or fix its permissions, or choose another folder with --out"
    )]
    Write {
        /// What could not be written.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It cannot be read.
    #[error("{path}: cannot read: {source}")]
    Read {
        /// What could not be read.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file in it is not in the form that this version of graphlance writes.
    #[error("{path}: {message}")]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

impl StoreError {
    fn write(path: &Path) -> impl FnOnce(io::Error) -> StoreError + '_ {
        |source| StoreError::Write { path: path.to_owned(), source }
    }

    fn read(path: &Path) -> impl FnOnce(io::Error) -> StoreError + '_ {
        |source| StoreError::Read { path: path.to_owned(), source }
    }
}

/// The folder of one hunt. Held open and locked until dropped.
#[derive(Debug)]
pub struct Store {
    root: PathBuf,
    events: Mutex<File>,
    _lock: File,
}

/// The lock file; it stays when the hunt is over.
const LOCK: &str = "lock";
/// The file that makes a folder an output folder.
const RUN: &str = "run.json";
const EVENTS: &str = "events.jsonl";

impl Store {
    /// Takes `root` for a new hunt: creates it, or moves an older hunt's folder to `root.1`, `root.2`, ... (the first
    /// that is free) and creates it anew. Nothing is ever deleted. Errors: locked, foreign, unwritable.
    pub fn create(root: &Path) -> Result<Store, StoreError> {
        if root.exists() {
            Store::rotate(root)?;
        }
        fs::create_dir_all(root).map_err(StoreError::write(root))?;
        let lock = take_lock(root)?;
        let path = root.join(EVENTS);
        let events = OpenOptions::new().create(true).append(true).open(&path).map_err(StoreError::write(&path))?;
        Ok(Store { root: root.to_owned(), events: Mutex::new(events), _lock: lock })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path below the folder, relative to it.
    pub fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// Replaces `run.json`.
    pub fn write_run(&self, run: &impl Serialize) -> Result<(), StoreError> {
        self.write_json(RUN, run)
    }

    /// Replaces `coverage.json`.
    pub fn write_coverage(&self, coverage: &impl Serialize) -> Result<(), StoreError> {
        self.write_json("coverage.json", coverage)
    }

    /// Replaces a JSON file at the top of the folder.
    pub fn write_json(&self, name: &str, content: &impl Serialize) -> Result<(), StoreError> {
        write::json(&self.root.join(name), content)
    }

    /// Appends a line to `events.jsonl`.
    pub fn event(&self, entry: &Entry) -> Result<(), StoreError> {
        let path = self.root.join(EVENTS);
        // Names and texts are always JSON; a failure here is one of writing all the same.
        let line = serde_json::to_string(entry).map_err(|error| StoreError::write(&path)(error.into()))?;
        let mut file = lock(&self.events);
        file.write_all((line + "\n").as_bytes()).map_err(StoreError::write(&path))
    }

    /// Writes a finding's folder `kind/slug` (or `kind/slug-2`, ... when that is taken): all of its files or none.
    /// Returns its path.
    pub fn write_finding(&self, kind: &str, finding: &FindingFolder) -> Result<PathBuf, StoreError> {
        folder::write(&self.root.join(kind), finding)
    }

    fn rotate(root: &Path) -> Result<(), StoreError> {
        let mut entries = fs::read_dir(root).map_err(StoreError::read(root))?;
        let ours = root.join(RUN).exists() || root.join(LOCK).exists();
        if !ours {
            return if entries.next().is_none() { Ok(()) } else { Err(StoreError::Foreign(root.to_owned())) };
        }
        let _held = take_lock(root)?;
        remains::remove(root);
        if !root.join(RUN).exists() {
            return Ok(());
        }
        let target = first_free(root);
        fs::rename(root, &target).map_err(StoreError::write(root))
    }
}

/// Replaces a JSON file anywhere: the whole file appears, or none.
pub fn write_json(path: &Path, content: &impl Serialize) -> Result<(), StoreError> {
    write::json(path, content)
}

/// Replaces a text file anywhere: the whole file appears, or none.
pub fn write_text(path: &Path, text: &str) -> Result<(), StoreError> {
    write::replace(path, text.as_bytes())
}

/// `root.1`, `root.2`, ...: the first that does not exist.
fn first_free(root: &Path) -> PathBuf {
    let mut number = 1u64;
    loop {
        let mut name = root.as_os_str().to_owned();
        name.push(format!(".{number}"));
        let path = PathBuf::from(name);
        if !path.exists() {
            return path;
        }
        number += 1;
    }
}

fn take_lock(root: &Path) -> Result<File, StoreError> {
    let path = root.join(LOCK);
    let file =
        OpenOptions::new().create(true).write(true).truncate(false).open(&path).map_err(StoreError::write(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(StoreError::Locked(root.to_owned())),
        Err(fs::TryLockError::Error(error)) => Err(StoreError::write(&path)(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_folder_is_moved_aside_whole() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("out");
        for _ in 0..3 {
            let store = Store::create(&root).unwrap();
            store.write_run(&serde_json::json!({"seed": 1})).unwrap();
        }
        assert!(root.join("run.json").exists());
        assert!(place.path().join("out.1/run.json").exists() && place.path().join("out.2/run.json").exists());
        assert!(!place.path().join("out.3").exists());
    }

    #[test]
    fn a_folder_in_use_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let held = Store::create(place.path()).unwrap();
        held.write_run(&serde_json::json!({})).unwrap();
        assert!(matches!(Store::create(place.path()), Err(StoreError::Locked(_))));
        assert!(place.path().join("run.json").exists());
    }

    #[test]
    fn a_folder_of_someone_else_is_refused_and_left_alone() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("thesis.txt"), "years of work").unwrap();
        assert!(matches!(Store::create(place.path()), Err(StoreError::Foreign(_))));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_place_that_cannot_be_a_folder_is_an_error_that_names_it() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        fs::write(&file, "").unwrap();
        let error = Store::create(&file.join("out")).unwrap_err().to_string();
        assert!(error.contains("file/out") && error.contains("--out"), "{error}");
    }

    #[test]
    fn findings_of_one_name_get_numbers() {
        let place = tempfile::tempdir().unwrap();
        let store = Store::create(&place.path().join("out")).unwrap();
        let finding =
            FindingFolder { slug: "unwind-loses-rows".to_owned(), files: vec![("a.txt".to_owned(), b"1".to_vec())] };
        let first = store.write_finding("bugs", &finding).unwrap();
        let second = store.write_finding("bugs", &finding).unwrap();
        assert!(first.ends_with("bugs/unwind-loses-rows") && second.ends_with("bugs/unwind-loses-rows-2"));
        assert_eq!(fs::read(second.join("a.txt")).unwrap(), b"1");
        assert_eq!(fs::read_dir(store.root().join("bugs")).unwrap().count(), 2);
    }
}
