//! What a killed hunt leaves in its folder: files and folders that it had begun to write.

use std::fs;
use std::path::{Path, PathBuf};

use super::write::BUILDING;

/// Removes them from a folder whose lock is held, and from the folders in it. What cannot be removed stays: it is in
/// nobody's way.
pub(super) fn remove(root: &Path) {
    let kinds = entries(root).into_iter().filter(|path| path.is_dir() && !path.is_symlink());
    for folder in std::iter::once(root.to_owned()).chain(kinds) {
        for path in entries(&folder).into_iter().filter(|path| is_begun(path)) {
            let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
        }
    }
}

fn is_begun(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(BUILDING))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_begun_is_removed() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        fs::create_dir_all(at("bugs/one")).unwrap();
        fs::create_dir_all(at("bugs/.writing-two/deep")).unwrap();
        fs::write(at(".writing-run"), "{").unwrap();
        fs::write(at("run.json"), "{}").unwrap();
        remove(root.path());
        assert!(at("bugs/one").exists() && at("run.json").exists());
        assert!(!at("bugs/.writing-two").exists() && !at(".writing-run").exists());
    }
}
