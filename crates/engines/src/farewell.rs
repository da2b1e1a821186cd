//! The end of graphlance. Nobody waits long for a driver then: one that is still starting or ending its engine is left to
//! its thread, which ends with the process wherever it stands. What it started and wrote does not stay behind.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the folders of others' threads are tried: such a thread may be removing the same one.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Debug)]
struct Living {
    /// Private folders of this process that are not removed yet.
    folders: BTreeSet<PathBuf>,
    /// Nothing is started any more.
    ended: bool,
}

static LIVING: Mutex<Living> = Mutex::new(Living { folders: BTreeSet::new(), ended: false });

/// Starts something, if the end has not come. Errors: it has, or those of `start`.
pub(crate) fn before_the_end<T>(start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    // Held meanwhile: the end comes before all of it or behind all of it.
    let living = living();
    if living.ended { Err(ending()) } else { start() }
}

/// Takes note of a folder. Errors: the end has come.
pub(crate) fn folder_is_made(folder: &Path) -> io::Result<()> {
    let mut living = living();
    if living.ended {
        return Err(ending());
    }
    living.folders.insert(folder.to_owned());
    Ok(())
}

/// Takes note that a folder is gone.
pub(crate) fn folder_is_gone(folder: &Path) {
    living().folders.remove(folder);
}

/// From now on nothing is started; the folders that are left are given to `remove`, which says whether one is gone, again
/// and again for a while.
pub(crate) fn end(remove: impl Fn(&Path) -> bool) {
    let mut left = {
        let mut living = living();
        living.ended = true;
        std::mem::take(&mut living.folders)
    };
    let end = Instant::now() + PATIENCE;
    loop {
        left.retain(|folder| !remove(folder));
        if left.is_empty() || Instant::now() > end {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn living() -> MutexGuard<'static, Living> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn ending() -> io::Error {
    io::Error::other("graphlance is ending")
}
