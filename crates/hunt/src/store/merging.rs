//! Bugs that people hold for one, or for several after all.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::rename_to_free;
use super::{StoreError, bug_folders};

/// Where a bug's folder keeps those that were merged into it.
pub const MERGED: &str = "merged";

/// The folders of the bugs that were merged into one, by name.
pub fn merged_into(bug: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let merged = bug.join(MERGED);
    if !merged.is_dir() {
        return Ok(Vec::new());
    }
    let mut folders = Vec::new();
    for entry in fs::read_dir(&merged).map_err(StoreError::read(&merged))? {
        let path = entry.map_err(StoreError::read(&merged))?.path();
        if path.join("case.json").exists() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

/// Moves a bug's folder, with those merged into it, below another's. Returns where it is now. Errors: they are one, or it cannot
/// be moved.
pub fn merge(bug: &Path, into: &Path) -> Result<PathBuf, StoreError> {
    let form = |message: &str| StoreError::Form { path: bug.to_owned(), message: message.to_owned() };
    let whole = |path: &Path| fs::canonicalize(path).map_err(StoreError::read(path));
    if whole(bug)? == whole(into)? {
        return Err(form("a bug is not merged into itself"));
    }
    if whole(into)?.starts_with(whole(bug)?) {
        return Err(form("the other was merged into this one: split it off first"));
    }
    carry_merged(bug, into)?;
    let parent = into.join(MERGED);
    fs::create_dir_all(&parent).map_err(StoreError::write(&parent))?;
    rename_to_free(bug, &parent, &name_of(bug))
}

/// Moves what was merged into a bug below another's folder. Errors: it cannot be moved.
pub fn carry_merged(bug: &Path, into: &Path) -> Result<(), StoreError> {
    let (emptied, parent) = (bug.join(MERGED), into.join(MERGED));
    if !emptied.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(&parent).map_err(StoreError::write(&parent))?;
    for one in merged_into(bug)? {
        rename_to_free(&one, &parent, &name_of(&one))?;
    }
    fs::remove_dir(&emptied).map_err(StoreError::write(&emptied))
}

/// Moves a bug of this name, that was merged into another of an output folder, back beside it. Returns where it is now. Errors:
/// there is none, or it cannot be moved.
pub fn split(root: &Path, name: &str) -> Result<PathBuf, StoreError> {
    for bug in bug_folders(root)? {
        if let Some(found) = merged_into(&bug)?.into_iter().find(|merged| name_of(merged) == name) {
            return rename_to_free(&found, &root.join("bugs"), name);
        }
    }
    let message = format!("no bug `{name}` was merged into another here");
    Err(StoreError::Form { path: root.to_owned(), message })
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_is_merged_with_what_was_merged_into_it_and_split_off_again() {
        let place = tempfile::tempdir().expect("a folder");
        let bug = |name: &str| place.path().join("bugs").join(name);
        for name in ["a", "b", "c"] {
            fs::create_dir_all(bug(name)).expect("a folder");
            fs::write(bug(name).join("case.json"), name).expect("a file");
        }
        let names = |folders: Vec<PathBuf>| folders.iter().map(|one| name_of(one)).collect::<Vec<_>>();
        merge(&bug("a"), &bug("b")).expect("moved");
        assert!(merge(&bug("b"), &bug("b")).is_err());
        assert!(merge(&bug("b"), &bug("b").join("merged/a")).is_err());
        merge(&bug("b"), &bug("c")).expect("moved");
        assert_eq!(names(bug_folders(place.path()).expect("bugs")), ["c"]);
        assert_eq!(names(merged_into(&bug("c")).expect("bugs")), ["a", "b"]);
        split(place.path(), "a").expect("moved");
        assert_eq!(names(bug_folders(place.path()).expect("bugs")), ["a", "c"]);
        let error = split(place.path(), "x").expect_err("there is none").to_string();
        assert!(error.contains("no bug `x`"), "{error}");
    }
}
