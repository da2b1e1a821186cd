//! Private folders of engines, which do not outlive them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

const PREFIX: &str = "graphlance-";

/// A folder of this process, removed when this is dropped. What a killed graphlance left behind is removed when the next
/// one makes its first folder.
#[derive(Debug)]
pub struct PrivateFolder(PathBuf);

impl PrivateFolder {
    /// An empty folder below the system's temporary one.
    pub fn new() -> io::Result<PrivateFolder> {
        static CLEAN: Once = Once::new();
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let place = std::env::temp_dir();
        CLEAN.call_once(|| clean(&place));
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = place.join(format!("{PREFIX}{}-{number}", std::process::id()));
        std::fs::create_dir(&folder)?;
        Ok(PrivateFolder(folder))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // What cannot be removed now is removed at the next start.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Removes the folders whose process is dead.
fn clean(place: &Path) {
    let Ok(entries) = std::fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split_once('-')?.0.parse::<u32>().ok());
        if owner.is_some_and(|id| !Path::new(&format!("/proc/{id}")).exists()) && Path::new("/proc/self").exists() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_dead_are_removed_and_no_others() {
        let place = tempfile::tempdir().expect("a folder");
        let make = |name: String| {
            let path = place.path().join(name);
            std::fs::create_dir(&path).expect("a folder");
            path
        };
        let dead = make(format!("{PREFIX}4194999-0"));
        let alive = make(format!("{PREFIX}{}-7", std::process::id()));
        let foreign = make(format!("{PREFIX}notes"));
        clean(place.path());
        assert_eq!([dead, alive, foreign].map(|path| path.exists()), [false, true, true]);
    }

    #[test]
    fn a_folder_ends_with_its_value() {
        let folder = PrivateFolder::new().expect("a folder");
        let path = folder.path().to_owned();
        assert!(path.is_dir());
        drop(folder);
        assert!(!path.exists());
    }
}
