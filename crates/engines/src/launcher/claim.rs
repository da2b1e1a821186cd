//! The right to make one folder: held by one process at a time, and known to be broken off when its holder was killed.
//!
//! The lock is a file beside the folder, which stays. While the folder is made there is text in it: a lock that can be taken
//! and a file that is not empty mean that somebody died in between, and that the folder is half made.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::orphans;

/// Written into a folder when all else is in it.
const COMPLETE: &str = "COMPLETE";

const LOCK: &str = ".graphlance-lock";
const WORK: &str = ".graphlance-work";

/// The right to make a folder; dropped, it is anybody's again.
#[derive(Debug)]
pub struct Tenancy {
    file: File,
    folder: PathBuf,
}

/// Whether a folder is there and whole.
pub fn is_complete(folder: &Path) -> bool {
    folder.join(COMPLETE).is_file()
}

impl Tenancy {
    /// Waits until nobody else makes `folder`; `waiting` is called if somebody does. Half of it, left behind by one who was
    /// killed, is removed with all processes that still work on it.
    pub fn take(folder: &Path, waiting: impl FnOnce()) -> io::Result<Tenancy> {
        let file = open(folder)?;
        if let Err(error) = file.try_lock() {
            match error {
                TryLockError::WouldBlock => waiting(),
                TryLockError::Error(error) => return Err(error),
            }
            file.lock()?;
        }
        Tenancy { file, folder: folder.to_owned() }.cleared()
    }

    fn cleared(self) -> io::Result<Tenancy> {
        orphans::kill_all_of(&self.work());
        remove_all(&self.work())?;
        if self.file.metadata()?.len() > 0 {
            if !is_complete(&self.folder) {
                remove_all(&self.folder)?;
            }
            self.file.set_len(0)?;
        }
        Ok(self)
    }

    /// Where the folder is built before it gets its name, unless it must be built in its place.
    pub fn work(&self) -> PathBuf {
        beside(&self.folder, WORK)
    }

    /// Says that the folder is being made from now on. What lies there and is not whole, made by nobody knows whom, is moved
    /// aside; its new name.
    pub fn begin(&mut self) -> io::Result<Option<PathBuf>> {
        let aside = if self.folder.exists() { Some(free_name(&self.folder)) } else { None };
        if let Some(aside) = &aside {
            fs::rename(&self.folder, aside)?;
        }
        self.file.write_all(b"being made\n")?;
        Ok(aside)
    }

    /// Says that the folder is whole.
    pub fn complete(mut self, what: &str) -> io::Result<()> {
        if !is_complete(&self.folder) {
            fs::write(self.folder.join(COMPLETE), format!("{what}\n"))?;
        }
        self.end()
    }

    /// Says that the folder will not be made; what there is of it is removed.
    pub fn give_up(mut self) -> io::Result<()> {
        remove_all(&self.work())?;
        remove_all(&self.folder)?;
        self.end()
    }

    fn end(&mut self) -> io::Result<()> {
        self.file.set_len(0)
    }
}

/// Removes what killed processes left half made in `place`. Folders that are being made now are not touched.
pub fn remove_leftovers(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let folder =
            name.to_str().and_then(|name| name.strip_prefix('.')?.strip_suffix(LOCK)).map(|name| place.join(name));
        let Some(folder) = folder else { continue };
        let begun = entry.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0);
        if !begun && !beside(&folder, WORK).exists() {
            continue;
        }
        // What cannot be removed now is removed when the folder is made.
        let Ok(file) = open(&folder) else { continue };
        if file.try_lock().is_ok() {
            let _ = Tenancy { file, folder }.cleared();
        }
    }
}

fn open(folder: &Path) -> io::Result<File> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    OpenOptions::new().read(true).append(true).create(true).open(beside(folder, LOCK))
}

/// `.NAME` with an ending, in the folder's parent.
fn beside(folder: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(folder.file_name().unwrap_or_default());
    name.push(ending);
    folder.with_file_name(name)
}

fn free_name(folder: &Path) -> PathBuf {
    let named = |number: u64| {
        let mut name = folder.file_name().unwrap_or_default().to_owned();
        name.push(format!(".old{number}"));
        folder.with_file_name(name)
    };
    (1..).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(0))
}

fn remove_all(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("engine-1");
        (place, folder)
    }

    fn claim(folder: &Path) -> Tenancy {
        Tenancy::take(folder, || panic!("somebody else has it")).expect("a claim")
    }

    #[test]
    fn half_of_a_folder_is_removed_by_the_next_one() {
        for whose_turn in ["the same folder", "another"] {
            let (place, folder) = folder();
            let mut killed = claim(&folder);
            killed.begin().expect("it begins");
            fs::create_dir_all(folder.join("bin")).expect("a folder");
            fs::create_dir_all(killed.work().join("tmp")).expect("a folder");
            let work = killed.work();
            // A kill drops the lock and says nothing.
            drop(killed);
            match whose_turn {
                "another" => remove_leftovers(place.path()),
                _ => drop(claim(&folder)),
            }
            assert!(!folder.exists() && !work.exists(), "{whose_turn}");
        }
    }

    #[test]
    fn what_somebody_makes_now_is_not_touched() {
        let (place, folder) = folder();
        let mut living = claim(&folder);
        living.begin().expect("it begins");
        fs::create_dir_all(living.work()).expect("a folder");
        remove_leftovers(place.path());
        assert!(living.work().exists());
    }

    #[test]
    fn a_whole_folder_stays() {
        let (place, folder) = folder();
        let mut one = claim(&folder);
        one.begin().expect("it begins");
        fs::create_dir(&folder).expect("a folder");
        one.complete("1.0").expect("it is whole");
        assert!(is_complete(&folder));
        remove_leftovers(place.path());
        drop(claim(&folder));
        assert!(is_complete(&folder));
    }

    #[test]
    fn what_others_put_there_is_moved_aside() {
        let (_place, folder) = folder();
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("mine"), "x").expect("a file");
        let mut one = claim(&folder);
        let aside = one.begin().expect("it begins").expect("it was moved");
        assert!(aside.join("mine").exists() && !folder.exists());
        one.give_up().expect("it ends");
        assert!(aside.join("mine").exists());
    }

    #[test]
    fn one_waits_for_the_other() {
        let (_place, folder) = folder();
        let first = claim(&folder);
        let waits = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            let second = scope.spawn(|| {
                let say = || waits.store(true, std::sync::atomic::Ordering::SeqCst);
                Tenancy::take(&folder, say).map(drop).expect("a claim");
            });
            while !waits.load(std::sync::atomic::Ordering::SeqCst) {
                std::thread::yield_now();
            }
            assert!(!second.is_finished());
            drop(first);
        });
    }
}
