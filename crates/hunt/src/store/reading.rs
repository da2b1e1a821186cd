//! Reads files that may come from anybody: case files are made to be passed around. Everything about them has a limit, so that
//! none takes the machine's memory or waits for ever.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rustix::fs::{Mode, OFlags, open};

use super::StoreError;

/// The largest file of an output folder that is read, in bytes.
pub const LARGEST_FILE: u64 = 16 << 20;

/// The deepest nesting of a JSON file that is read.
pub const DEEPEST: usize = 100;

/// The most values of a JSON file that is read: members of lists and objects, however deep.
pub const MOST_VALUES: usize = 1_000_000;

/// The text of an ordinary file. Errors: it cannot be read, is no ordinary file (nothing waits for a pipe or reads a device),
/// is larger than [`LARGEST_FILE`], or is no text.
pub fn text(path: &Path) -> Result<String, StoreError> {
    let form = |message: String| StoreError::Form { path: path.to_owned(), message };
    // Not waiting: a pipe that nobody writes to would hold the opening up.
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    let opened = open(path, flags, Mode::empty()).map_err(io::Error::from);
    let file = File::from(opened.map_err(StoreError::read(path))?);
    let about = file.metadata().map_err(StoreError::read(path))?;
    if !about.is_file() {
        return Err(form("this is no ordinary file".to_owned()));
    }
    // The length may be another one by now.
    let mut bytes = Vec::with_capacity(about.len().min(LARGEST_FILE) as usize);
    let too_large = about.len() > LARGEST_FILE || {
        file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(StoreError::read(path))?;
        bytes.len() as u64 > LARGEST_FILE
    };
    if too_large {
        return Err(form(format!("this file is larger than {} MiB, the most that is read", LARGEST_FILE >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| form(format!("this is no text: {error}")))
}

/// Checks nesting and number of values of a JSON text before anything is made of it. What is no JSON is left to the parser.
/// Errors say which limit is passed.
pub fn check_json(text: &str) -> Result<(), String> {
    let (mut depth, mut values) = (0usize, 0usize);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => skip_string(&mut bytes),
            b'[' | b'{' => {
                depth += 1;
                values += 1;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if depth > DEEPEST {
            return Err(format!("it is nested more than {DEEPEST} levels deep"));
        }
        if values > MOST_VALUES {
            return Err(format!("it holds more than {MOST_VALUES} values"));
        }
    }
    Ok(())
}

fn skip_string(bytes: &mut std::str::Bytes<'_>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(path: &Path, part: &str) {
        let error = text(path).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(part) && error.contains(&path.display().to_string()), "{error}");
    }

    #[test]
    fn devices_pipes_and_folders_are_refused_at_once() {
        let place = tempfile::tempdir().expect("a folder");
        let pipe = place.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        check_refused(&pipe, "no ordinary file");
        check_refused(Path::new("/dev/zero"), "no ordinary file");
        check_refused(place.path(), "no ordinary file");
        check_refused(&place.path().join("nothing"), "cannot read");
    }

    #[test]
    fn large_files_and_garbage_are_refused() {
        let place = tempfile::tempdir().expect("a folder");
        let file = place.path().join("file");
        // A hole: nothing of it is on the disk.
        File::create(&file).and_then(|file| file.set_len(LARGEST_FILE + 1)).expect("a file");
        check_refused(&file, "larger than 16 MiB");
        std::fs::write(&file, [0xFF, 0xFE]).expect("a file");
        check_refused(&file, "no text");
        // Its length is told as 0.
        check_refused(Path::new("/proc/self/mem"), "cannot read");
        std::fs::write(&file, "text").expect("a file");
        assert_eq!(text(&file).expect("a text"), "text");
    }

    #[test]
    fn nesting_and_number_of_values_are_limited() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(check_json(&nested(DEEPEST)), Ok(()));
        assert!(check_json(&nested(DEEPEST + 1)).is_err_and(|error| error.contains("100 levels")));
        let many = |count: usize| format!("[{}0]", "0,".repeat(count));
        assert_eq!(check_json(&many(MOST_VALUES - 1)), Ok(()));
        assert!(check_json(&many(MOST_VALUES)).is_err_and(|error| error.contains("1000000 values")));
        let quoted = format!("[\"\\\\\", \"{}\\\"{}\"]", "[".repeat(200), ",".repeat(MOST_VALUES));
        assert_eq!(check_json(&quoted), Ok(()));
    }
}
