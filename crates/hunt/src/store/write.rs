//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::StoreError;

/// How the names of files and folders begin that are not complete yet.
pub(super) const BUILDING: &str = ".writing-";

/// Replaces a file by the JSON form of `content`: written beside it, synced, renamed over it.
pub(super) fn json(path: &Path, content: &impl Serialize) -> Result<(), StoreError> {
    let mut bytes = serde_json::to_vec_pretty(content)
        .map_err(|error| StoreError::Form { path: path.to_owned(), message: error.to_string() })?;
    bytes.push(b'\n');
    replace(path, &bytes)
}

/// Replaces a file by these bytes.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let fail = |why| StoreError::Write { path: path.to_owned(), why };
    let mut file = tempfile::Builder::new().prefix(BUILDING).tempfile_in(folder).map_err(fail)?;
    file.write_all(bytes).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    make_readable(file.as_file()).map_err(fail)?;
    file.persist(path).map_err(|error| fail(error.error))?;
    Ok(())
}

/// Temporary files are private to their owner; results are not.
fn make_readable(file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}
