//! A finding's folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use graphlance_case::Languages;
use graphlance_report::BugLife;

use super::merging::merged_into;
use super::{Store, StoreError, place, reading, write};
use crate::found::{FOUND_VERSION, Found};
use crate::life::LifeFile;

/// The files of a finding's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingFolder {
    /// The folder's name, if that is free.
    pub slug: String,
    /// File names and contents; a name that ends in `.sh` becomes executable.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Whether a finding is to outlast the machine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lasting {
    /// It outlasts this process, however it ends.
    Process,
    /// It is on the disk before anything else is done.
    Machine,
}

impl Store {
    /// Writes a finding's folder as [`Store::write_finding`] does, of one that is filed otherwise later: there may be one after
    /// each check, and a disk takes longer than a check.
    pub fn write_waiting(&self, kind: &str, finding: &FindingFolder) -> Result<PathBuf, StoreError> {
        write(&self.root.join(kind), finding, Lasting::Process)
    }
}

/// Writes all files to a folder beside the final one, then renames it.
pub(super) fn write(parent: &Path, finding: &FindingFolder, lasting: Lasting) -> Result<PathBuf, StoreError> {
    fs::create_dir_all(parent).map_err(StoreError::write(parent))?;
    let building =
        tempfile::Builder::new().prefix(write::BUILDING).tempdir_in(parent).map_err(StoreError::write(parent))?;
    for (name, bytes) in &finding.files {
        let path = building.path().join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(StoreError::write(folder))?;
        }
        match lasting {
            Lasting::Machine => write::replace(&path, bytes)?,
            Lasting::Process => fs::write(&path, bytes).map_err(StoreError::write(&path))?,
        }
        if name.ends_with(".sh") {
            set_mode(&path, 0o755)?;
        }
    }
    set_mode(building.path(), 0o755)?;
    let path = rename_to_free(building.path(), parent, &finding.slug)?;
    // The folder has moved: there is nothing left for the guard to delete.
    let _ = building.keep();
    if lasting == Lasting::Machine {
        sync(parent)?;
    }
    Ok(path)
}

/// Removes a finding's folder: all of its files or, to who looks at it, none.
pub(super) fn remove(folder: &Path) -> Result<(), StoreError> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    // A name that the next hunt removes, should this one be killed on the way.
    let hidden = folder.with_file_name(format!("{}{name}", write::BUILDING));
    fs::rename(folder, &hidden).map_err(StoreError::write(folder))?;
    fs::remove_dir_all(&hidden).map_err(StoreError::write(&hidden))
}

/// Reads `case.json` of a finding's folder, or the file itself. Errors name the file and what is wrong in it.
pub fn read_found(path: &Path, languages: &Languages) -> Result<Found, StoreError> {
    let file = if path.is_dir() { path.join("case.json") } else { path.to_owned() };
    let text = reading::text(&file)?;
    let form = |message: String| StoreError::Form { path: file.clone(), message };
    reading::check_json(&text).map_err(|error| form(format!("this is no case file: {error}")))?;
    let versioned: Versioned =
        serde_json::from_str(&text).map_err(|error| form(format!("this is no JSON: {error}")))?;
    match versioned.version.as_u64() {
        Some(version) if version == u64::from(FOUND_VERSION) => {}
        Some(version) => {
            return Err(form(format!(
                "this case has version {version}; this graphlance reads version {FOUND_VERSION}: use the release that wrote it"
            )));
        }
        None => return Err(form("this is no case file: it has no version".to_owned())),
    }
    Found::parse(&text, languages).map_err(form)
}

/// What all versions of a case file have.
#[derive(serde::Deserialize)]
struct Versioned {
    #[serde(default)]
    version: serde_json::Value,
}

/// The bugs of an earlier hunt.
#[derive(Debug, Default)]
pub struct KnownFingerprints {
    /// Their fingerprints.
    pub fingerprints: BTreeSet<String>,
    /// The fingerprints of those that were fixed since: to find one again is news.
    pub fixed: BTreeSet<String>,
    /// Why the others cannot be read.
    pub unreadable: Vec<StoreError>,
}

/// The fingerprints of the bugs in an output folder. Errors: there is no such folder, or none of graphlance's.
pub fn read_known_fingerprints(root: &Path, languages: &Languages) -> Result<KnownFingerprints, StoreError> {
    let bugs = root.join("bugs");
    if !bugs.is_dir() && !place::is_output_folder(root) {
        return Err(StoreError::Missing(root.to_owned()));
    }
    let mut known = KnownFingerprints::default();
    let mut folders = Vec::new();
    for bug in bug_folders(root)? {
        // What was merged into a bug stands where that stands.
        let merged = merged_into(&bug)?.into_iter().map(|one| (one, bug.clone()));
        folders.extend(std::iter::once((bug.clone(), bug.clone())).chain(merged));
    }
    for (path, bug) in folders {
        match read_found(&path, languages).and_then(|found| Ok((found.fingerprint, LifeFile::read(&bug)?.state))) {
            Ok((fingerprint, BugLife::Fixed | BugLife::Regressed)) => drop(known.fixed.insert(fingerprint)),
            Ok((fingerprint, _)) => drop(known.fingerprints.insert(fingerprint)),
            Err(error) => known.unreadable.push(error),
        }
    }
    Ok(known)
}

/// The folders of the bugs in an output folder, by name.
pub fn bug_folders(root: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let bugs = root.join("bugs");
    if !bugs.exists() {
        return Ok(Vec::new());
    }
    let mut folders = Vec::new();
    for entry in fs::read_dir(&bugs).map_err(StoreError::read(&bugs))? {
        let path = entry.map_err(StoreError::read(&bugs))?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !hidden && path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

/// Renames to `parent/slug`, or with a free number behind it. Renaming onto a folder with files fails, so two writers never
/// overwrite each other.
pub(super) fn rename_to_free(from: &Path, parent: &Path, slug: &str) -> Result<PathBuf, StoreError> {
    let numbered = |number: u32| if number == 1 { parent.join(slug) } else { parent.join(format!("{slug}-{number}")) };
    let mut number = free_number(|number| numbered(number).exists());
    loop {
        let path = numbered(number);
        if !path.exists() {
            match fs::rename(from, &path) {
                Ok(()) => return Ok(path),
                Err(error) if !path.exists() => return Err(StoreError::write(&path)(error)),
                Err(_) => {}
            }
        }
        number += 1;
    }
}

/// A number from 1 on that is not taken, the first where no smaller one is free: thousands of findings may bear one name.
fn free_number(is_taken: impl Fn(u32) -> bool) -> u32 {
    let mut free = 1u32;
    while is_taken(free) {
        free = free.saturating_mul(2);
    }
    let mut taken = free / 2;
    while free - taken > 1 {
        let between = taken + (free - taken) / 2;
        if is_taken(between) { taken = between } else { free = between }
    }
    free
}

fn set_mode(path: &Path, mode: u32) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(StoreError::write(path))
}

fn sync(folder: &Path) -> Result<(), StoreError> {
    fs::File::open(folder).and_then(|handle| handle.sync_all()).map_err(StoreError::write(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_behind_those_that_are_taken_is_found_by_few_looks() {
        for taken in 0..40 {
            assert_eq!(free_number(|number| number <= taken), taken + 1);
        }
        let looks = std::cell::Cell::new(0);
        let is_taken = |number| {
            looks.set(looks.get() + 1);
            number <= 100_000
        };
        assert_eq!((free_number(is_taken), looks.get() < 50), (100_001, true));
        // Where folders were removed, any of their numbers will do.
        let odd = free_number(|number| number < 9 && number != 3);
        assert!(odd == 3 || odd == 9);
    }
}
