//! The output folder: whole files or none, written as the hunt goes on, by one hunt at a time.
//!
//! Its layout and the JSON forms are documented in `docs/output.md`.

mod events;
mod folder;
mod merging;
mod place;
pub mod reading;
mod remains;
mod write;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::event::Entry;
use crate::progress::lock;
use crate::run_file::RunFile;

use events::{EVENTS, Events};
use folder::Lasting;
use place::Place;

pub use folder::{FindingFolder, KnownFingerprints, bug_folders, read_found, read_known_fingerprints};
pub use merging::{MERGED, carry_merged, merge, merged_into, split};
pub use place::is_output_folder;

/// Why the output folder cannot be used; the text names the path and the next step.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another hunt writes to it.
    #[error("{0}: another hunt is writing to this folder; wait for it to end or choose another with --out")]
    Locked(PathBuf),
    /// It holds something that is no output of graphlance.
    #[error("{0}: this folder is not empty and was not made by graphlance; choose another with --out")]
    Foreign(PathBuf),
    /// It is to be read, and there is none.
    #[error("{0}: there is no such folder, or it is no output folder of graphlance")]
    Missing(PathBuf),
    /// It cannot be written.
    #[error("{path}: cannot write: {why}; free some space or fix its permissions, or choose another folder with --out")]
    Write {
        /// What could not be written.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// It cannot be read.
    #[error("{path}: cannot read: {why}")]
    Read {
        /// What could not be read.
        path: PathBuf,
        /// Why.
        why: io::Error,
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
        |why| StoreError::Write { path: path.to_owned(), why }
    }

    fn read(path: &Path) -> impl FnOnce(io::Error) -> StoreError + '_ {
        |why| StoreError::Read { path: path.to_owned(), why }
    }
}

/// The folder of one hunt. Held open and locked until dropped.
#[derive(Debug)]
pub struct Store {
    root: PathBuf,
    events: Mutex<Events>,
    /// Whether `run.json` could not be replaced the last time, and was moved out of the way.
    stale: AtomicBool,
    _lock: File,
}

/// What a hunt was told and did.
const RUN: &str = "run.json";
/// An earlier state of it, when the last one could not be written.
const STALE_RUN: &str = "run.stale.json";

/// Another hunt may change the folder while it is taken, but hardly so often.
const ATTEMPTS: usize = 100;

impl Store {
    /// Takes `root` for a new hunt: creates it, or moves an older hunt's folder to `root.1`, `root.2`, ... (the first
    /// that is free) and creates it anew. Nothing is ever deleted. Of hunts that begin at once one gets the folder, the
    /// others an error. Errors: locked, foreign, unwritable.
    pub fn create(root: &Path) -> Result<Store, StoreError> {
        for _ in 0..ATTEMPTS {
            let lock = match place::look(root)? {
                Place::Foreign => return Err(StoreError::Foreign(root.to_owned())),
                Place::Changed => continue,
                Place::Free => place::make(root)?,
                Place::Ours => {
                    let held = place::take_old(root)?;
                    if held.is_some() {
                        remains::remove(root);
                    }
                    // One that was killed before it wrote anything is as good as new.
                    let used = [RUN, STALE_RUN, EVENTS].iter().any(|name| root.join(name).exists());
                    if held.is_some() && used {
                        place::move_aside(root)?;
                        continue;
                    }
                    held
                }
            };
            if let Some(lock) = lock {
                return Store::within(root, lock);
            }
        }
        Err(StoreError::Locked(root.to_owned()))
    }

    /// Takes the folder of a hunt that has ended, to go on with it. Errors: locked, foreign, there is none.
    pub fn reopen(root: &Path) -> Result<Store, StoreError> {
        match place::look(root)? {
            Place::Ours => {}
            Place::Free | Place::Changed => return Err(StoreError::Missing(root.to_owned())),
            Place::Foreign => return Err(StoreError::Foreign(root.to_owned())),
        }
        let lock = place::take_old(root)?.ok_or_else(|| StoreError::Missing(root.to_owned()))?;
        remains::remove(root);
        Store::within(root, lock)
    }

    fn within(root: &Path, lock: File) -> Result<Store, StoreError> {
        let events = Mutex::new(Events::open(root)?);
        Ok(Store { root: root.to_owned(), events, stale: AtomicBool::new(false), _lock: lock })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path below the folder, relative to it.
    pub fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// Replaces `run.json`. When that fails, the earlier one is no longer true, and is named so: `run.stale.json`.
    pub fn write_run(&self, run: &impl Serialize) -> Result<(), StoreError> {
        let (path, stale) = (self.root.join(RUN), self.root.join(STALE_RUN));
        let written = self.write_json(RUN, run);
        match &written {
            Ok(()) if self.stale.swap(false, Ordering::Relaxed) => {
                fs::remove_file(&stale).map_err(StoreError::write(&stale))?;
            }
            Ok(()) => {}
            Err(_) if path.exists() => {
                self.stale.store(true, Ordering::Relaxed);
                fs::rename(&path, &stale).map_err(StoreError::write(&path))?;
            }
            Err(_) => {}
        }
        written
    }

    /// Replaces `coverage.json`.
    pub fn write_coverage(&self, coverage: &impl Serialize) -> Result<(), StoreError> {
        self.write_json("coverage.json", coverage)
    }

    /// Replaces a JSON file at the top of the folder.
    pub fn write_json(&self, name: &str, content: &impl Serialize) -> Result<(), StoreError> {
        write::json(&self.root.join(name), content)
    }

    /// Reads a JSON file at the top of the folder.
    pub fn read_json<T: DeserializeOwned>(&self, name: &str) -> Result<T, StoreError> {
        let path = self.root.join(name);
        let text = reading::text(&path)?;
        serde_json::from_str(&text).map_err(|error| StoreError::Form { path, message: error.to_string() })
    }

    /// Appends a line to `events.jsonl`.
    pub fn event(&self, entry: &Entry) -> Result<(), StoreError> {
        lock(&self.events).append(entry)
    }

    /// The lines of `events.jsonl`, those aside that are in no form of this version. Errors: it cannot be read.
    pub fn read_events(&self) -> Result<Vec<Entry>, StoreError> {
        Events::read(&self.root)
    }

    /// Writes a finding's folder `kind/slug` (or `kind/slug-2`, ... when that is taken): all of its files or none.
    /// Returns its path.
    pub fn write_finding(&self, kind: &str, finding: &FindingFolder) -> Result<PathBuf, StoreError> {
        folder::write(&self.root.join(kind), finding, Lasting::Machine)
    }

    /// Removes the folder of a finding that is filed otherwise by now.
    pub fn remove_finding(&self, folder: &Path) -> Result<(), StoreError> {
        folder::remove(folder)
    }
}

/// Reads `run.json` of an output folder; none where there is none. Errors name the file and what is wrong in it.
pub fn read_run(root: &Path) -> Result<Option<RunFile>, StoreError> {
    let path = root.join(RUN);
    if !path.exists() {
        return Ok(None);
    }
    let text = reading::text(&path)?;
    serde_json::from_str(&text).map(Some).map_err(|error| StoreError::Form { path, message: error.to_string() })
}

/// Replaces a JSON file anywhere: the whole file appears, or none.
pub fn write_json(path: &Path, content: &impl Serialize) -> Result<(), StoreError> {
    write::json(path, content)
}

/// Replaces a text file anywhere: the whole file appears, or none.
pub fn write_text(path: &Path, text: &str) -> Result<(), StoreError> {
    write::replace(path, text.as_bytes())
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
        assert!(root.join("run.json").exists() && is_output_folder(&root));
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

    /// A folder with these files is refused, and left as it is.
    #[track_caller]
    fn check_foreign(files: &[(&str, &str)]) {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("mine");
        fs::create_dir(&root).unwrap();
        for (name, content) in files {
            fs::write(root.join(name), content).unwrap();
        }
        assert!(matches!(Store::create(&root), Err(StoreError::Foreign(_))), "{files:?}");
        let left: Vec<String> = files.iter().map(|(name, _)| fs::read_to_string(root.join(name)).unwrap()).collect();
        assert_eq!(left, files.iter().map(|(_, content)| *content).collect::<Vec<_>>());
        assert_eq!(fs::read_dir(&root).unwrap().count(), files.len());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }

    /// What an earlier release wrote.
    const EARLIER_RUN: &str = r#"{"version": 1, "graphlance": "0.1.0", "running": false, "counts": {"checks": 1}}"#;

    #[test]
    fn a_run_json_or_a_lock_of_someone_else_makes_no_folder_of_ours() {
        check_foreign(&[("run.json", "{\"pace\": \"4:30\", \"version\": 1}"), ("notes.txt", "x")]);
        check_foreign(&[("run.json", "[]")]);
        check_foreign(&[("lock", "")]);
        check_foreign(&[("lock", "4711\n"), ("data", "x")]);
        check_foreign(&[("lock", "4711\n"), ("run.json", EARLIER_RUN)]);
    }

    #[test]
    fn a_folder_of_an_earlier_release_and_one_that_was_killed_at_once_are_ours() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("out");
        fs::create_dir(&root).unwrap();
        fs::write(root.join("lock"), "").unwrap();
        fs::write(root.join("run.json"), EARLIER_RUN).unwrap();
        drop(Store::create(&root).unwrap());
        assert!(place.path().join("out.1/run.json").exists());
        fs::remove_file(root.join(EVENTS)).unwrap();
        drop(Store::create(&root).unwrap());
        assert!(!place.path().join("out.2").exists());
        let begun = place.path().join("begun");
        fs::create_dir(&begun).unwrap();
        fs::write(begun.join(".writing-x"), "An output").unwrap();
        assert!(Store::create(&begun).is_ok());
    }

    #[test]
    fn of_hunts_that_begin_at_once_one_gets_the_folder_and_nothing_is_lost() {
        const HUNTS: usize = 8;
        for round in 0..100 {
            let place = tempfile::tempdir().unwrap();
            let root = place.path().join("out");
            if round % 2 == 0 {
                drop(Store::create(&root).unwrap());
                fs::write(root.join("run.json"), "old").unwrap();
            }
            let begin = std::sync::Barrier::new(HUNTS);
            let end = std::sync::Barrier::new(HUNTS);
            let got: Vec<bool> = std::thread::scope(|scope| {
                let hunt = |number: usize| {
                    let (begin, end, root) = (&begin, &end, &root);
                    scope.spawn(move || {
                        begin.wait();
                        let store = Store::create(root);
                        if let Ok(store) = &store {
                            store.write_json("mine.json", &number).unwrap();
                            store.write_run(&number).unwrap();
                        }
                        end.wait();
                        match &store {
                            Ok(_) => {
                                assert_eq!(fs::read_to_string(root.join("mine.json")).unwrap(), format!("{number}\n"))
                            }
                            Err(error) => assert!(matches!(error, StoreError::Locked(_)), "{error}"),
                        }
                        store.is_ok()
                    })
                };
                let hunts: Vec<_> = (0..HUNTS).map(hunt).collect();
                hunts.into_iter().map(|hunt| hunt.join().unwrap()).collect()
            });
            assert_eq!(got.iter().filter(|got| **got).count(), 1, "round {round}");
            let folders = fs::read_dir(place.path()).unwrap().count();
            assert_eq!(folders, if round % 2 == 0 { 2 } else { 1 }, "round {round}");
            if round % 2 == 0 {
                assert_eq!(fs::read_to_string(place.path().join("out.1/run.json")).unwrap(), "old");
            }
        }
    }

    #[test]
    fn a_run_json_that_cannot_be_replaced_is_no_longer_called_so() {
        let place = tempfile::tempdir().unwrap();
        let store = Store::create(&place.path().join("out")).unwrap();
        store.write_run(&serde_json::json!({"bugs": []})).unwrap();
        // Maps with keys that are no texts have no JSON form.
        let unwritable = std::collections::BTreeMap::from([(vec![1], 1)]);
        assert!(store.write_run(&unwritable).is_err());
        assert!(!store.root().join("run.json").exists() && store.root().join("run.stale.json").exists());
        store.write_run(&serde_json::json!({"bugs": [1]})).unwrap();
        assert!(store.root().join("run.json").exists() && !store.root().join("run.stale.json").exists());
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
