//! `events.jsonl`: a line for each thing that happened, whole lines only.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use super::StoreError;
use crate::event::Entry;

/// Its name.
pub const EVENTS: &str = "events.jsonl";

/// The file, and how long it is.
#[derive(Debug)]
pub struct Events {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Events {
    /// Of an output folder, made where it is not there. Errors: it cannot be written.
    pub fn open(root: &Path) -> Result<Events, StoreError> {
        let path = root.join(EVENTS);
        let fail = |error| StoreError::write(&path)(error);
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(fail)?;
        let length = file.metadata().map_err(fail)?.len();
        Ok(Events { path, file, length })
    }

    /// Appends a line. Errors: it cannot be written.
    pub fn append(&mut self, entry: &Entry) -> Result<(), StoreError> {
        // Names and texts are always JSON; a failure here is one of writing all the same.
        let line = serde_json::to_string(entry).map_err(|error| StoreError::write(&self.path)(error.into()))?;
        let line = line + "\n";
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // Half a line would spoil the file for its readers.
            let _ = self.file.set_len(self.length);
            return Err(StoreError::write(&self.path)(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// The lines of an output folder, those aside that are in no form of this version. Errors: it cannot be read.
    pub fn read(root: &Path) -> Result<Vec<Entry>, StoreError> {
        let path = root.join(EVENTS);
        let file = File::open(&path).map_err(StoreError::read(&path))?;
        let lines = BufReader::new(file).lines();
        lines
            .map(|line| Ok(serde_json::from_str(&line.map_err(StoreError::read(&path))?).ok()))
            .filter_map(Result::transpose)
            .collect()
    }
}
